"""Time the first frame and single keys, compared with bare Textual apps.

python -m bench.screen
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
"""A frame is complete if the program writes nothing for so many seconds."""

_FRAME = 2_000
"""Minimum bytes of a first frame. Queries to the terminal, which are sent first, have fewer."""
_PANEL = 92
"""The first column of the game's panel."""
_ANSWER = b"\x1bP>|kitty(0.41.1)\x1b\\\x1b[6;20;9t\x1b[?62;c"


@dataclass
class Terminal:
    """A program in a pseudo-terminal."""

    pid: int
    handle: int
    is_kitty: bool
    columns: slice
    """The columns by which a complete frame is recognized. Those of the board are left out, because
    pictures may replace its cells."""

    written: int = 0
    """Number of bytes that the program has written."""

    @classmethod
    def start(cls, name: str) -> Terminal:
        """Start a program in a terminal of 120×36."""
        pid, handle = pty.fork()
        if pid == 0:
            os.chdir(Path(__file__).parent.parent)
            os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", LC_ALL="C.UTF-8")
            os.environ["TEXTUAL_ANIMATIONS"] = "none"
            # The first start, which is not timed, compiles the modules, as an installation does.
            os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
            program = name.removesuffix(" in pixels")
            os.execv(sys.executable, [sys.executable, "-m", "bench.terminal_apps", program])
        fcntl.ioctl(handle, termios.TIOCSWINSZ, struct.pack("HHHH", 36, 120, 0, 0))
        text = slice(_PANEL, None) if name.startswith("game") else slice(None)
        return cls(pid, handle, name.endswith("pixels"), text)

    def painted(self, minimum: int = 0) -> float:
        """Wait until the frame is complete, and return the time of its last byte."""
        times = [at for at, _ in self._chunks(minimum)]
        return times[-1] if times else time.perf_counter()

    @property
    def megabytes(self) -> float:
        """Resident memory of the program."""
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * 4096 / 1e6

    def first_frame(self) -> tuple[float, float]:
        """Return the times at which the first frame and its pictures were complete."""
        chunks = list(self._chunks(_FRAME))
        screen = pyte.Screen(120, 36)
        stream = pyte.ByteStream(screen)
        looks: list[list[str]] = []
        for _, chunk in chunks:
            # The board is drawn in cells until the pictures arrive.
            if b"\x1b_G" in chunk:
                break
            stream.feed(chunk)
            looks.append([line[self.columns] for line in screen.display])
        at = next(at for (at, _), look in zip(chunks, looks, strict=False) if look == looks[-1])
        return at, chunks[-1][0]

    def _chunks(self, minimum: int) -> Iterator[tuple[float, bytes]]:
        end = time.perf_counter() + 5.0
        count, lacks_pictures = 0, self.is_kitty and minimum > 1
        while time.perf_counter() < end:
            is_begun = count < minimum or lacks_pictures
            ready, _, _ = select.select([self.handle], [], [], 5.0 if is_begun else QUIET)
            if not ready:
                return
            chunk = os.read(self.handle, 65536)
            if self.is_kitty and b"\x1b[c" in chunk:
                os.write(self.handle, _ANSWER)
            count += len(chunk)
            self.written += len(chunk)
            lacks_pictures = lacks_pictures and b"a=p" not in chunk
            yield time.perf_counter(), chunk

    def press(self, keys: bytes) -> float:
        """Return the milliseconds from a key to the last byte of its frame."""
        begin = time.perf_counter()
        os.write(self.handle, keys)
        return (self.painted(1) - begin) * 1000

    def stop(self) -> None:
        """End the program."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.handle)


GAMES = ("game", "game in pixels")
LIMITS = {"game": 1.4, "game in pixels": 1.5}
"""Maximum time to the first frame, relative to the list."""


def time_starts() -> tuple[dict[str, list[float]], dict[str, float]]:
    """Return the milliseconds from start to first frame, and its kilobytes.

    The programs take turns.
    """
    sizes: dict[str, float] = {}
    times: dict[str, list[float]] = {"game": [], "game in pixels": [], "list": [], "pictures": []}
    for name in ("game", "list"):
        untimed = Terminal.start(name)
        untimed.painted(_FRAME)
        untimed.stop()
    for _ in range(STARTS):
        for name in (*GAMES, "list"):
            begin = time.perf_counter()
            terminal = Terminal.start(name)
            frame, pictures = terminal.first_frame()
            times[name].append((frame - begin) * 1000)
            sizes[name] = terminal.written / 1000
            if terminal.is_kitty:
                times["pictures"].append((pictures - frame) * 1000)
            terminal.stop()
    return times, sizes


DOWN, ENTER, UNDO = b"\x1b[B", b"\r", b"u"


def time_keys() -> tuple[dict[str, list[float]], float]:
    """Return the milliseconds from key to frame, and the megabytes that pixels add.

    The programs take turns.
    """
    terminals = {name: Terminal.start(name) for name in (*GAMES, "list", "board")}
    for terminal in terminals.values():
        terminal.painted(_FRAME)
    times: dict[str, list[float]] = {name: [] for name in _ROWS}
    for _ in range(ROUNDS):
        for game in GAMES:
            times[f"arrow in the {game}"].append(terminals[game].press(DOWN))
        times["arrow in the list"].append(terminals["list"].press(DOWN))
        for game in GAMES:
            times[f"play made in the {game}"].append(terminals[game].press(ENTER))
            terminals[game].press(UNDO * 4)
        times["bare board drawn"].append(terminals["board"].press(b"x"))
    cells, pixels = (terminals[game].megabytes for game in GAMES)
    for terminal in terminals.values():
        terminal.stop()
    return times, pixels - cells


_ROWS = (
    *(f"arrow in the {name}" for name in (*GAMES, "list")),
    *(f"play made in the {game}" for game in GAMES),
    "bare board drawn",
)


def report(name: str, times: list[float]) -> float:
    """Print a row and return its median."""
    median = statistics.median(times)
    worst = statistics.quantiles(times, n=20)[-1]
    print(f"{name:<34}{median:>10.1f}{worst:>10.1f}")
    return median


def main() -> None:
    """Time everything and print the table."""
    print(f"{'milliseconds':<34}{'p50':>10}{'p95':>10}")
    starts, sizes = time_starts()
    first = {name: report(f"first frame of the {name}", starts[name]) for name in (*GAMES, "list")}
    report("from the frame to its pictures", starts["pictures"])
    keys, memory = time_keys()
    times = {name: report(name, keys[name]) for name in _ROWS}
    print()
    for game in GAMES:
        ratios = (
            ("first frame", first[game] / first["list"], LIMITS[game]),
            ("arrow", times[f"arrow in the {game}"] / times["arrow in the list"], 1.2),
            ("play", times[f"play made in the {game}"] / times["bare board drawn"], 2.4),
        )
        for name, ratio, limit in ratios:
            print(f"{f'{name}, {game}, ratio':<34}{ratio:>10.2f}   at most {limit}")
    for name, size in sizes.items():
        print(f"{f'first frame of the {name}, kB':<34}{size:>10.1f}")
    print(f"{'memory for pixels, MB':<34}{memory:>10.1f}   at most 12")


if __name__ == "__main__":
    main()
