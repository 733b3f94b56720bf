"""Make the pictures of the README: the program in a pseudo-terminal, drawn without a browser.

    .venv/bin/pip install -e .[screenshots]
    .venv/bin/python -m screenshots.make            # all of them
    .venv/bin/python -m screenshots.make wide trap  # some

Needs Debian's fonts-dejavu-core. The games are real ones with fixed dice.
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
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
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
"""Seconds without output after which a screen counts as finished."""


class Terminal:
    """A program in a pseudo-terminal, and its screen."""

    def __init__(self, handle: int, size: tuple[int, int]) -> None:
        """Take over our end of the terminal."""
        self._handle = handle
        self.screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self.screen)

    def press(self, key: str) -> None:
        os.write(self._handle, _KEYS.get(key, key).encode())

    def read(self, seconds: float) -> bool:
        """Wait for output and show it; return False if none came."""
        if not select.select([self._handle], [], [], seconds)[0]:
            return False
        self._stream.feed(os.read(self._handle, 65536))
        return True

    def settle(self) -> None:
        """Wait until painting stops."""
        while self.read(_QUIET):
            pass


@contextmanager
def running(
    arguments: Sequence[str],
    size: tuple[int, int],
    colors: str = "truecolor",
) -> Iterator[Terminal]:
    """Run Python with some arguments in a terminal and a folder of its own."""
    with TemporaryDirectory() as folder:
        pid, handle = pty.fork()
        if pid == 0:
            os.chdir(FOLDER.parent)
            os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", LC_ALL="C.UTF-8")
            os.environ.update(
                TEXTUAL_COLOR_SYSTEM=colors,
                TEXTUAL_ANIMATIONS="none",
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
    scene = next(scene for scene in PICTURES if scene.name == name)
    with running(("-m", "screenshots.scenes", name), scene.size) as terminal:
        for key in scene.keys:
            terminal.press(key)
            terminal.settle()
        image = picture(terminal.screen).quantize(256, dither=Image.Dither.NONE)
        image.save(FOLDER / f"{name}.png", optimize=True)


def main() -> None:
    """Make the named pictures, or all of them."""
    for name in sys.argv[1:] or [scene.name for scene in PICTURES]:
        take(name)
        print(name)


if __name__ == "__main__":
    main()
