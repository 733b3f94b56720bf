"""Make the pictures of the README: the program in a pseudo-terminal, drawn without a browser.

    .venv/bin/pip install -e .[screenshots]
    .venv/bin/python -m screenshots.make            # all of them
    .venv/bin/python -m screenshots.make wide trap  # some
    .venv/bin/python -m screenshots.make --check    # compare the screens with those in the pictures

Needs Debian's fonts-dejavu-core, except for `--check`. The games are real ones with fixed dice.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pyte
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from screenshots.raster import picture
from screenshots.scenes import PICTURES, Picture

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
_PATIENCE = 20.0
"""Seconds to wait for the screen of a picture, because estimates arrive late."""
_DIGEST = "Screen"
"""The name of the digest of a screen in its picture."""


class Terminal:
    """A program in a pseudo-terminal, and its screen."""

    def __init__(self, handle: int, size: tuple[int, int]) -> None:
        """Take over the controlling end of the terminal."""
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


def take(scene: Picture) -> None:
    """Write one picture as PNG, with a digest of its screen."""
    with _shown(scene) as terminal:
        terminal.settle()
        image = picture(terminal.screen).quantize(256, dither=Image.Dither.NONE)
        digest = PngInfo()
        digest.add_text(_DIGEST, _digest(terminal.screen))
        image.save(FOLDER / f"{scene.name}.png", optimize=True, pnginfo=digest)


def is_current(scene: Picture) -> bool:
    """Return True if the program still shows the screen of a picture."""
    kept = Image.open(FOLDER / f"{scene.name}.png").info.get(_DIGEST)
    with _shown(scene) as terminal:
        end = time.monotonic() + _PATIENCE
        while _digest(terminal.screen) != kept and time.monotonic() < end:
            terminal.read(_QUIET)
        return _digest(terminal.screen) == kept


@contextmanager
def _shown(scene: Picture) -> Iterator[Terminal]:
    with running(("-m", "screenshots.scenes", scene.name), scene.size) as terminal:
        for key in scene.keys:
            terminal.press(key)
            terminal.settle()
        yield terminal


def _digest(screen: pyte.Screen) -> str:
    cells = [
        (cell.data, cell.fg, cell.bg, cell.bold, cell.underscore, cell.reverse)
        for y in range(screen.lines)
        for cell in (screen.buffer[y][x] for x in range(screen.columns))
    ]
    return hashlib.sha256(repr(cells).encode()).hexdigest()


def main() -> int:
    """Make or check the named pictures, or all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    scenes = [scene for scene in PICTURES if scene.name in options.names or not options.names]
    with ThreadPoolExecutor(2) as pool:
        if not options.check:
            list(pool.map(take, scenes))
            return 0
        old = [
            scene.name
            for scene, current in zip(scenes, pool.map(is_current, scenes), strict=True)
            if not current
        ]
    if old:
        print(f"Draw these pictures again: {' '.join(old)}")
    return len(old)


if __name__ == "__main__":
    sys.exit(main())
