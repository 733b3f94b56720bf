"""Make the pictures of the README: the program in a pseudo-terminal, drawn without a browser.

    .venv/bin/pip install -e .[screenshots]
    .venv/bin/python -m screenshots.make            # all of them
    .venv/bin/python -m screenshots.make wide film  # some

The letters come from Debian's fonts-dejavu-core. The games are real ones with fixed dice.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import pyte
from PIL import Image

from screenshots.raster import picture
from screenshots.scenes import PICTURES

FOLDER = Path(__file__).parent
_KEYS = {
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "end": "\x1b[F",
    "enter": "\r",
    "space": " ",
    "tab": "\t",
    "escape": "\x1b",
}
_QUIET = 1.2
"""Seconds without output after which a screen is taken to be finished."""

_FRAME = 0.025
"""The least seconds that a picture of the film is seen."""
_FILM_SIZE = (100, 30)
_FILM_GAME = (
    *("-m", "backgammon_tui", "russian", "--white", "Anna", "--black", "Boris"),
    *("--dice", "typed", "--theme", "lamplight"),
    *("--from", "W 24:3 21:3 19:2 13:4 8:3 / B 12:5 11:2 10:3 6:3 5:1 3:1; W to move"),
)
FILM: Sequence[tuple[str, float]] = (
    *(("4", 0.5), ("4", 0.7), ("enter", 2.4)),
    *(("down", 0.7), ("down", 0.7), ("down", 1.2), ("enter", 1.6)),
    *(("down", 0.7), ("down", 1.0), ("enter", 1.6)),
    *(("5", 0.4), ("2", 0.6), ("enter", 2.2), ("w", 2.8)),
)
"""A doublet, its complement, another throw and a why: keys, and seconds to look at each."""


class Terminal:
    """A program in a pseudo-terminal, and the screen that it fills."""

    def __init__(self, handle: int, size: tuple[int, int]) -> None:
        """Take the terminal's end that is ours."""
        self._handle = handle
        self.screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self.screen)
        self.chunks: list[tuple[float, bytes]] = []
        """What was written, and when."""

    def press(self, key: str) -> None:
        """Press a key, by its name."""
        os.write(self._handle, _KEYS.get(key, key).encode())

    def read(self, seconds: float) -> bool:
        """Wait for output and show it; false where none came."""
        if not select.select([self._handle], [], [], seconds)[0]:
            return False
        chunk = os.read(self._handle, 65536)
        self.chunks.append((time.monotonic(), chunk))
        self._stream.feed(chunk)
        return True

    def settle(self) -> None:
        """Wait until nothing more is painted."""
        while self.read(_QUIET):
            pass


@contextmanager
def running(
    arguments: Sequence[str],
    size: tuple[int, int],
    animations: str = "none",
    colors: str = "truecolor",
) -> Iterator[Terminal]:
    """Run Python with some arguments in a terminal and in a folder of its own."""
    with TemporaryDirectory() as folder:
        pid, handle = pty.fork()
        if pid == 0:
            os.chdir(FOLDER.parent)
            os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", LC_ALL="C.UTF-8")
            os.environ.update(
                TEXTUAL_COLOR_SYSTEM=colors,
                TEXTUAL_ANIMATIONS=animations,
                BACKGAMMON_TUI_FOLDER=folder,
            )
            os.environ.pop("NO_COLOR", None)
            os.execv(sys.executable, [sys.executable, *arguments])
        columns, rows = size
        fcntl.ioctl(handle, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        terminal = Terminal(handle, size)
        try:
            terminal.read(60)
            terminal.settle()
            yield terminal
        finally:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            os.close(handle)


def take(name: str) -> None:
    """Write one picture as PNG."""
    found = next(found for found in PICTURES if found.name == name)
    with running(("-m", "screenshots.scenes", name), found.size) as terminal:
        for key in found.keys:
            terminal.press(key)
            terminal.settle()
        image = picture(terminal.screen).quantize(256, dither=Image.Dither.NONE)
        image.save(FOLDER / f"{name}.png", optimize=True)


def film() -> None:
    """Write the animated picture.

    Drawing takes longer than a checker slides: it is done when all has been written.
    """
    with running(_FILM_GAME, _FILM_SIZE, "full") as terminal:
        begin = time.monotonic()
        for key, seconds in (("", 1.2), *FILM):
            if key:
                terminal.press(key)
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                terminal.read(max(0.0, end - time.monotonic()))
        chunks = [*terminal.chunks, (time.monotonic() + 2, b"")]
    frames: list[Image.Image] = []
    milliseconds: list[int] = []
    screen = pyte.Screen(*_FILM_SIZE)
    stream = pyte.ByteStream(screen)
    shown = begin
    for (_, chunk), (following, _) in pairwise(chunks):
        stream.feed(chunk)
        if following - shown >= _FRAME:
            frames.append(picture(screen))
            milliseconds.append(int(1000 * (following - shown)))
            shown = following
    first, *others = frames
    first.save(
        FOLDER / "film.webp",
        save_all=True,
        append_images=others,
        duration=milliseconds,
        loop=0,
        lossless=True,
        method=4,
    )


def main() -> None:
    """Make all pictures, or those that are named."""
    for name in sys.argv[1:] or [*(found.name for found in PICTURES), "film"]:
        film() if name == "film" else take(name)
        print(name)


if __name__ == "__main__":
    main()
