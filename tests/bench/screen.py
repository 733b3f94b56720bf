"""How fast the screen is, beside the least that Textual can do.

    python -m tests.bench.screen

Three programs run in pseudo-terminals of 120 by 36: the game, a minimal list, and a bare
board drawn by `render_line`. Timed are the start until the first full frame, and each key
until its last painted byte; the programs take turns, so that a busy machine slows all of
them alike. Read the ratios of one run, not single times.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import statistics
import struct
import sys
import termios
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pyte

ROUNDS = 40
STARTS = 7
QUIET = 0.12
"""Seconds without a byte after which a frame is taken to be complete."""


@dataclass
class Terminal:
    """A program in a pseudo-terminal."""

    pid: int
    handle: int

    @classmethod
    def start(cls, name: str) -> Terminal:
        """Start one of the programs in a terminal of 120 by 36."""
        pid, handle = pty.fork()
        if pid == 0:
            os.chdir(Path(__file__).parent.parent.parent)
            os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", LC_ALL="C.UTF-8")
            os.environ["TEXTUAL_ANIMATIONS"] = "none"
            # An installed program has its bytecode; the first start, which is not timed, makes it.
            os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
            os.execv(sys.executable, [sys.executable, "-m", "tests.bench.terminal_apps", name])
        fcntl.ioctl(handle, termios.TIOCSWINSZ, struct.pack("HHHH", 36, 120, 0, 0))
        return cls(pid, handle)

    def painted(self, limit: float = 5.0) -> float:
        """Wait until nothing more is painted; when the last byte came."""
        times = [at for at, _ in self._chunks(limit)]
        return times[-1] if times else time.perf_counter()

    def first_frame(self) -> float:
        """When the screen first looked as it then stayed.

        What is painted is read first and looked at afterwards, so that looking at it takes
        no time from the program.
        """
        chunks = list(self._chunks(5.0))
        screen = pyte.Screen(120, 36)
        stream = pyte.ByteStream(screen)
        looks = []
        for _, chunk in chunks:
            stream.feed(chunk)
            looks.append(screen.display)
        return next(at for (at, _), look in zip(chunks, looks, strict=True) if look == looks[-1])

    def _chunks(self, limit: float) -> Iterator[tuple[float, bytes]]:
        """What is painted until nothing more comes, with the time at which it came."""
        end = time.perf_counter() + limit
        quiet = limit
        while time.perf_counter() < end:
            ready, _, _ = select.select([self.handle], [], [], quiet)
            if not ready:
                return
            chunk = os.read(self.handle, 65536)
            yield time.perf_counter(), chunk
            quiet = QUIET

    def press(self, keys: bytes) -> float:
        """The milliseconds from a key to its last painted byte."""
        begin = time.perf_counter()
        os.write(self.handle, keys)
        return (self.painted() - begin) * 1000

    def stop(self) -> None:
        """End the program."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.handle)


def time_starts() -> dict[str, list[float]]:
    """The milliseconds from start to first full frame, program by program in turn."""
    times: dict[str, list[float]] = {"game": [], "list": []}
    for name in times:
        untimed = Terminal.start(name)
        untimed.painted()
        untimed.stop()
    for _ in range(STARTS):
        for name, found in times.items():
            begin = time.perf_counter()
            terminal = Terminal.start(name)
            found.append((terminal.first_frame() - begin) * 1000)
            terminal.stop()
    return times


DOWN, ENTER, UNDO = b"\x1b[B", b"\r", b"u"


def time_keys() -> dict[str, list[float]]:
    """The milliseconds from key to paint, program by program in turn."""
    terminals = {name: Terminal.start(name) for name in ("game", "list", "board")}
    for terminal in terminals.values():
        terminal.painted()
    times: dict[str, list[float]] = {name: [] for name in _ROWS}
    for _ in range(ROUNDS):
        times["arrow in the game's list"].append(terminals["game"].press(DOWN))
        times["arrow in the minimal list"].append(terminals["list"].press(DOWN))
        times["play made on the game's board"].append(terminals["game"].press(ENTER))
        times["bare board drawn"].append(terminals["board"].press(b"x"))
        terminals["game"].press(UNDO * 4)
    for terminal in terminals.values():
        terminal.stop()
    return times


_ROWS = (
    "arrow in the game's list",
    "arrow in the minimal list",
    "play made on the game's board",
    "bare board drawn",
)


def report(name: str, times: list[float]) -> float:
    """Print one row and give its median back."""
    median = statistics.median(times)
    worst = statistics.quantiles(times, n=20)[-1]
    print(f"{name:<34}{median:>10.1f}{worst:>10.1f}")
    return median


def main() -> None:
    """Time everything and print the table."""
    print(f"{'milliseconds':<34}{'p50':>10}{'p95':>10}")
    starts = time_starts()
    game = report("first frame of a game", starts["game"])
    minimal = report("first frame of a minimal list", starts["list"])
    keys = time_keys()
    medians = [report(name, keys[name]) for name in _ROWS]
    print(f"\n{'first frame, ratio':<34}{game / minimal:>10.2f}   at most 1.5")
    print(f"{'arrow in the list, ratio':<34}{medians[0] / medians[1]:>10.2f}   at most 1.5")
    print(f"{'play on the board, ratio':<34}{medians[2] / medians[3]:>10.2f}   at most 4")


if __name__ == "__main__":
    main()
