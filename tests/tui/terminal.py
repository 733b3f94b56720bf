"""The program as a process in a pseudo-terminal, whose bytes become a screen and pictures."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from base64 import standard_b64decode
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Self
from zlib import decompress

import pyte

from backgammon_tui.storage.paths import FOLDER_VARIABLE, preferences_file
from backgammon_tui.tui.app import DECIDING, MOMENT

KEYS: Mapping[str, bytes] = {
    "space": b" ",
    "enter": b"\r",
    "tab": b"\t",
    "backspace": b"\x7f",
    "escape": b"\x1b",
    "up": b"\x1b[A",
    "down": b"\x1b[B",
    "right": b"\x1b[C",
    "left": b"\x1b[D",
    "home": b"\x1b[H",
    "end": b"\x1b[F",
    "pageup": b"\x1b[5~",
    "pagedown": b"\x1b[6~",
}


_COLORS = re.compile(rb"\x1b\[[0-9;]*m")
_BEGUN = re.compile(rb"\x1b(\[[0-9;?]*)?\Z")
"""An incomplete escape sequence."""

_TAKE_CONTROL = ("/bin/sh", "-c", 'exec "$@" <"$0"')
"""Code that makes a terminal control its process, by opening it in a new session."""

MEANT = MOMENT + 0.05
"""Seconds that a screen must be quiet before a key counts."""

_AT_ONCE = 512
"""Number of bytes for which a terminal always has room."""

PATIENCE = 15.0
"""Maximum time, in seconds, to wait for the program."""


def _remember_answer(folder: str | None) -> None:
    """Save the answer about turns without a choice, so the question does not appear."""
    file = Path(folder) / preferences_file().name if folder else None
    if file and not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("forced = step\n", encoding="utf-8")


class Terminal:
    """A terminal of a certain size in which a program runs.

    Use it in a `with` statement: a program that still runs at its end is killed.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        size: tuple[int, int] = (80, 24),
        environment: Mapping[str, str] | None = None,
        *,
        controls: bool = True,
    ) -> None:
        """Start Python with arguments, such as `-m backgammon_tui`, and environment variables.

        If the terminal controls the program, the program gets its signals.
        """
        self._master, self._slave = pty.openpty()
        self._set_size(*size)
        self.before = termios.tcgetattr(self._slave)
        self.output = bytearray()
        """The program's output so far."""
        self._is_closed = False
        self._screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self._screen)
        folder = os.environ.get(FOLDER_VARIABLE)
        _remember_answer((environment or {}).get(FOLDER_VARIABLE) or folder)
        self._partial = b""
        self._lines: dict[int, str] = {}
        before = (*_TAKE_CONTROL, os.ttyname(self._slave)) if controls else ()
        self._process = subprocess.Popen(
            [*before, sys.executable, *arguments],
            stdin=self._slave,
            stdout=self._slave,
            stderr=self._slave,
            env={
                "PATH": os.environ["PATH"],
                "PYTHONPATH": os.pathsep.join(p for p in sys.path if p),
                "TERM": "xterm-256color",
                "LC_ALL": "C.UTF-8",
                "TEXTUAL_ANIMATIONS": "none",
                # Each test has its own files, and none are in the home folder.
                **({FOLDER_VARIABLE: folder} if folder else {}),
                **{key: os.environ[key] for key in ("PYTHONPYCACHEPREFIX",) if key in os.environ},
                **(environment or {}),
            },
            start_new_session=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait(PATIENCE)
        if not self._is_closed:
            os.close(self._master)
        os.close(self._slave)

    # ---- input

    def press(self, *keys: str, seen: str = "") -> None:
        """Press keys by their names, type everything else, and wait until a text is visible.

        Keys that decide wait until they count as separate presses.
        """
        for key in keys:
            if key in DECIDING:
                time.sleep(MEANT)
            self.write(KEYS.get(key, key.encode()))
        self.wait_for_text(seen)

    def click(self, x: int, y: int) -> None:
        """Press and release the mouse on a cell, counted from 0."""
        where = f"{x + 1};{y + 1}"
        self.write(f"\x1b[<0;{where}M\x1b[<0;{where}m".encode())

    def click_on(self, text: str) -> None:
        """Click on a text once it is visible."""
        self.wait_for(lambda: self.find(text) is not None, text)
        place = self.find(text)
        assert place
        self.click(place[0] + 1, place[1])

    def write(self, data: bytes) -> None:
        """Send bytes to the program."""
        while data:
            _, ready, _ = select.select([], [self._master], [], PATIENCE)
            assert ready, "the program takes no input"
            written = os.write(self._master, data[:_AT_ONCE])
            data = data[written:]

    def resize(self, columns: int, rows: int) -> None:
        self._set_size(columns, rows)
        self._screen.resize(rows, columns)
        self._lines.clear()
        os.kill(self._process.pid, signal.SIGWINCH)

    def send(self, number: signal.Signals) -> None:
        os.kill(self._process.pid, number)

    def hang_up(self) -> None:
        """Close the terminal, as if its window were closed."""
        os.close(self._master)
        self._is_closed = True

    def clear(self) -> None:
        """Forget the content of the screen."""
        self._screen.reset()
        self._lines.clear()

    def _set_size(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    # ---- output

    @property
    def lines(self) -> list[str]:
        for row in self._screen.dirty:
            self._lines.pop(row, None)
        self._screen.dirty.clear()
        for row in {*range(self._screen.lines)} - {*self._lines}:
            cells = self._screen.buffer[row]
            self._lines[row] = "".join(cells[x].data for x in range(self._screen.columns))
        return [self._lines[row] for row in range(self._screen.lines)]

    def find(self, text: str) -> tuple[int, int] | None:
        """Return the first column and the row of a text on the screen."""
        for y, line in enumerate(self.lines):
            if text in line:
                return line.index(text), y
        return None

    def wait_for(self, condition: Callable[[], bool], what: str = "") -> None:
        """Read until a condition about the screen holds.

        Raises:
            AssertionError: if that takes too long.
        """
        deadline = time.monotonic() + PATIENCE
        while not condition():
            left = deadline - time.monotonic()
            if left <= 0 or not self._read(left):
                raise AssertionError("\n".join([f"never seen: {what}", *self.lines]))
            while self._read(0):
                pass

    def wait_for_text(self, text: str) -> None:
        """Read until a text is visible."""
        self.wait_for(lambda: self.find(text) is not None, text)

    def wait_until_quiet(self, seconds: float = 0.15) -> None:
        """Read until the program has written nothing for a while."""
        deadline = time.monotonic() + PATIENCE
        while self._read(seconds):
            assert time.monotonic() < deadline, "it writes for ever"

    def read_bits(self, seconds: float) -> Iterator[None]:
        """Read small pieces for this many seconds; 0 reads only pending output."""
        deadline = time.monotonic() + seconds
        while True:
            left = max(deadline - time.monotonic(), 0)
            if not self._read(left, 256) and not left:
                return
            yield

    def _read(self, seconds: float, maximum: int = 1 << 16) -> bool:
        """Read the program's next output; return False if it wrote nothing in time."""
        ready, _, _ = select.select([self._master], [], [], seconds)
        if not ready:
            return False
        data = os.read(self._master, maximum)
        self.output += data
        self._show(self._partial + data)
        return bool(data)

    def _show(self, data: bytes) -> None:
        """Update the screen, without colours, which are most of the output."""
        data = _COLORS.sub(b"", data)
        begun = _BEGUN.search(data)
        end = begun.start() if begun else len(data)
        self._stream.feed(data[:end])
        self._partial = data[end:]

    # ---- the end

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    def wait_for_exit(self) -> int:
        """Return the exit code after the program has ended and all output is read."""
        deadline = time.monotonic() + PATIENCE
        while not self._is_closed and self.is_running and time.monotonic() < deadline:
            self._read(0.05)
        if not self._is_closed:
            self.wait_until_quiet(0.05)
        return self._process.wait(max(deadline - time.monotonic(), 0.1))

    def wait_for_stop(self) -> None:
        """Wait until the program is suspended and can be resumed."""
        which = os.WSTOPPED | os.WNOHANG | os.WNOWAIT
        deadline = time.monotonic() + PATIENCE
        while os.waitid(os.P_PID, self._process.pid, which) is None:
            assert time.monotonic() < deadline, "it does not stop"
            self._read(0.02)
        self.wait_until_quiet(0.05)

    def kill(self) -> None:
        """Kill the program; its output can still be read."""
        self._process.kill()
        self._process.wait(PATIENCE)

    @property
    def attributes(self) -> list[Any]:
        """Return the current settings of the terminal."""
        return termios.tcgetattr(self._slave)


_COMMAND = re.compile(r"\x1b_G([^;\x1b]*);?([^\x1b]*)\x1b\\")


class PictureScreen:
    """A terminal that supports pictures and reports errors in them."""

    def __init__(self) -> None:
        self.pictures: dict[int, int] = {}
        """The bytes of each picture."""
        self.placements: dict[tuple[int, int], dict[str, int]] = {}
        self._partial: tuple[dict[str, int], str] | None = None

    def take(self, text: str) -> None:
        for command in _COMMAND.finditer(text):
            keys = dict(pair.split("=") for pair in command[1].split(",") if pair)
            if self._partial is not None:
                first, data = self._partial
                self._partial = None
                self._receive(first, data + command[2], keys)
                continue
            action = keys.pop("a")
            if action == "q":
                continue
            numbers = {
                key: int(value) for key, value in keys.items() if value.lstrip("-").isdigit()
            }
            if action == "t":
                self._receive(numbers, command[2], keys)
            elif action == "p":
                assert numbers["i"] in self.pictures, "placed before it was sent"
                assert numbers["C"] == 1
                self.placements[numbers["i"], numbers["p"]] = numbers
            else:
                assert action == "d"
                self._delete(keys["d"], numbers)

    def _receive(self, first: dict[str, int], data: str, keys: dict[str, str]) -> None:
        assert len(data) % 4096 == 0 or keys["m"] == "0"
        if keys["m"] == "1":
            self._partial = first, data
            return
        pixels = decompress(standard_b64decode(data))
        assert len(pixels) == first["s"] * first["v"] * first["f"] // 8
        assert first["i"] not in self.pictures, "sent twice"
        self.pictures[first["i"]] = len(pixels)

    def _delete(self, what: str, numbers: dict[str, int]) -> None:
        assert what in "iI", "no picture of others may be touched"
        if what == "I":
            del self.pictures[numbers["i"]]
            self.placements = {k: v for k, v in self.placements.items() if k[0] != numbers["i"]}
        else:
            del self.placements[numbers["i"], numbers["p"]]
