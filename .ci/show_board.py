"""Start a game on the first screen of an installed program, and fail if its board is blank.

The only argument is the program.
"""

from __future__ import annotations

import os
import pty
import select
import signal
import sys
import time
from tempfile import TemporaryDirectory

import pyte

COLUMNS, ROWS = 80, 24
PATIENCE = 30.0
"""Maximum number of seconds until a screen appears."""
MENU = ("Learn a game", "Records", "Options")
BOARD = ("13 14 15 16 17 18", "19 20 21 22 23 24", "12 11 10 9 8 7", "6 5 4 3 2 1", "Opening roll")


def main(program: str) -> int:
    with TemporaryDirectory() as folder:
        pid, handle = pty.fork()
        if pid == 0:
            size = {"COLUMNS": str(COLUMNS), "LINES": str(ROWS)}
            os.environ.update(size, TERM="xterm-256color", BACKGAMMON_TUI_FOLDER=folder)
            os.execv(program, [program])
        stream = pyte.ByteStream(pyte.Screen(COLUMNS, ROWS))
        try:
            wait(handle, stream, MENU)
            os.write(handle, b"\r")
            time.sleep(1)
            os.write(handle, b"\r")
            wait(handle, stream, BOARD)
        finally:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
    return 0


def wait(handle: int, stream: pyte.ByteStream, texts: tuple[str, ...]) -> None:
    """Wait until the screen contains all these texts."""
    screen = stream.listener
    end = time.monotonic() + PATIENCE
    while not all(text in " ".join(" ".join(screen.display).split()) for text in texts):
        if time.monotonic() > end:
            sys.exit("\n".join(("The screen lacks some of", *texts, *screen.display)))
        if select.select([handle], [], [], 0.5)[0]:
            stream.feed(os.read(handle, 65536))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
