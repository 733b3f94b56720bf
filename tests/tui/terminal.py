"""The program in a pseudo-terminal: its screen, its pictures, and whole games on it."""

from __future__ import annotations

import fcntl
import os
import pty
import random
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
from types import TracebackType
from typing import Any, Self
from zlib import decompress

import pyte

from backgammon_tui.engine import Game, Move, Place, Play, Side
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.modes.board import BoardPlace as SidePoint
from backgammon_tui.modes.board import PointPlace, TrayPlace
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.mode import PANEL_MARGIN
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.play.state import PlayState, Question, handle, pick
from backgammon_tui.modes.text import TextLine
from backgammon_tui.storage.paths import FOLDER_VARIABLE, preferences_file
from backgammon_tui.tui.app import DECIDING, MOMENT
from backgammon_tui.tui.board.geometry import Layout, lay_out
from tests.modes.examples import do, header_of, panel_of

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


_BYTECODE = {name: os.environ[name] for name in ("PYTHONPYCACHEPREFIX",) if name in os.environ}


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
        """Start the program with the arguments, such as `-m backgammon_tui`.

        Args:
            arguments: Of Python.
            size: Columns and rows of the terminal.
            environment: Variables in addition to the usual ones.
            controls: True if the terminal controls the program, which then gets its signals.
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
                **_BYTECODE,
                **(environment or {}),
            },
            start_new_session=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait(PATIENCE)
        if not self._is_closed:
            os.close(self._master)
        os.close(self._slave)

    # ---- input

    def press(self, *keys: str) -> None:
        """Press keys by their names, and type everything else.

        Keys that decide wait until they count as separate presses.
        """
        for key in keys:
            if key in DECIDING:
                time.sleep(MEANT)
            self.write(KEYS.get(key, key.encode()))

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
            self._lines[row] = self._line(row)
        return [self._lines[row] for row in range(self._screen.lines)]

    def _line(self, row: int) -> str:
        cells = self._screen.buffer[row]
        return "".join(cells[column].data for column in range(self._screen.columns))

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


WIDTH, HEIGHT = 80, 24
PANEL = 23
BOARD = (WIDTH - PANEL, HEIGHT - 2)


class Seats:
    """Two players at a terminal, and the state that it should show."""

    def __init__(self, terminal: Terminal, state: PlayState) -> None:
        """Begin with a program that has just started."""
        self.terminal = terminal
        self.mode = PlayMode(state, explains_numbers=True)

    @property
    def state(self) -> PlayState:
        """The expected state."""
        return self.mode.state

    @state.setter
    def state(self, state: PlayState) -> None:
        self.mode, _ = self.mode.at(state)

    @property
    def game(self) -> Game:
        """The expected game."""
        return self.state.game

    def press(self, *inputs: str) -> None:
        """Press random keys, and check the screen."""
        self.terminal.press(*inputs)
        self.state = do(self.state, *inputs)
        self.agree()

    def click_on(self, text: str, key: Key | str) -> None:
        """Click on a text of the panel that represents a key."""
        self.terminal.click_on(text)
        state = self.state
        self.state = handle(state, key)
        self.agree()

    def click_dice(self) -> None:
        band = self._layout.band
        self.terminal.click(band.x + 3, band.y + 2)
        self.state = handle(self.state, Key.SPACE)
        self.agree()

    def click_place(self, place: int) -> None:
        rect = self._layout.rect(self._spot(place))
        x, y = rect.x + rect.width // 2, rect.y + rect.height // 2
        self.terminal.click(x, y + 1)
        self.state = pick(self.state, place)
        self.agree()

    @property
    def _layout(self) -> Layout:
        layout = lay_out(*BOARD, runs_against=self.game.rules.direction.runs_against)
        assert layout
        return layout

    def _spot(self, place: int) -> SidePoint:
        side = self.game.actor
        assert side
        if 1 <= place <= 24:
            return PointPlace(place if side is Side.WHITE else self.game.rules.across(place))
        return TrayPlace(Place(place), side)

    def agree(self) -> None:
        """Wait until the screen shows the expected header and the first words of the panel."""
        if not self.game.is_over:
            texts = words(self.state)
            self.terminal.wait_for(lambda: self.shows(texts), "\n".join(texts))

    def shows(self, words_shown: Sequence[str]) -> bool:
        """Return True if the screen shows a header and then these lines in the panel."""
        lines = self.terminal.lines
        beside = [line[WIDTH - PANEL + 1 :].rstrip() for line in lines[1 : len(words_shown)]]
        return [lines[0].rstrip(), *beside] == words_shown


def words(state: PlayState) -> list[str]:
    """Return the header of a state and the first lines of its panel."""
    head = _text(header_of(state, WIDTH))
    composed = panel_of(state, PANEL - 2 * PANEL_MARGIN, HEIGHT - 2)
    # The scroll position of the list may differ.
    sure = 4 if state.choosing.rows and not state.question else HEIGHT - 2
    return [head, *(_text(line) for line in composed.lines[:sure])]


def _text(line: TextLine) -> str:
    return "".join(span.text for span in line.spans).rstrip()


# ---- answering questions


def runner(game: Game, chance: random.Random) -> Play:
    """Return a play that runs home soon and avoids hits, to keep games short."""

    def haste(play: Play) -> tuple[int, int, float]:
        side, position = play.moves[0].side, play.position
        behind = sum(position.count(side, point) for point in range(7, 25))
        return -position.count(side.other, Place.BAR), -behind, chance.random()

    return max(game.legal_plays(), key=haste)


# ---- forms of a play

Way = Callable[[Seats, Play], None]


def by_arrows(seats: Seats, play: Play) -> None:
    """Select the play in the list and press Enter."""
    index = _row_of(seats.state, play)
    pages, steps = divmod(index, 10)
    seats.press("down", *["pagedown"] * pages, *["down"] * steps)
    assert seats.state.choosing.row == index
    seats.press("enter")


def by_typing(seats: Seats, play: Play) -> None:
    """Type the moves and press Enter; answer the question about the meaning, if there is one."""
    text = " ".join(write_moves([move]) for move in play.moves)
    keys = ["space" if character == " " else character for character in text]
    seats.press(*keys, "enter")
    answer(seats, play, lambda key, _: seats.press(key))


def by_mouse(seats: Seats, play: Play) -> None:
    """Click each checker and its destination; answer the question about the meaning, if there is
    one.
    """
    for move in play.moves:
        before = seats.game
        seats.click_place(move.origin)
        seats.click_place(move.target)
        if seats.state.question:
            wanted = before.apply(move)
            question = seats.state.question
            for answer in question.answers:
                if answer.moves == (move,):
                    seats.click_on(answer.text, answer.key)
                    break
            assert seats.game.position == wanted.position


def answer(seats: Seats, play: Play, give: Callable[[str, str], None]) -> None:
    """Answer which of several plays was meant."""
    question: Question | None = seats.state.open_question
    if question is None:
        return
    for option in question.answers:
        if _after(seats.game, option.moves).position == play.position:
            give(option.key, option.text)
            return
    raise AssertionError(f"{play} is not offered")


def _after(game: Game, moves: tuple[Move, ...]) -> Game:
    for move in moves:
        game = game.apply(move)
    return game


def _row_of(state: PlayState, play: Play) -> int:
    return next(i for i, row in enumerate(state.choosing.rows) if row.position == play.position)


# ---- playing a game


def play_on(seats: Seats, way: Way, chance: random.Random) -> int:
    """Play the game to its end; return the number of rolls."""
    mouse = way is by_mouse
    while not seats.game.is_over:
        state = seats.state
        if state.news and mouse:
            seats.click_on("goes on", Key.ENTER)
        elif state.news:
            seats.press("enter")
        elif state.question:
            first = state.question.answers[0]
            if mouse:
                seats.click_on(first.text[:12], first.key)
            else:
                seats.press(first.key)
        elif not state.game.awaits_roll:
            play = runner(seats.game, chance)
            way(seats, play)
        elif state.table.dice is None:
            seats.press(str(chance.randint(1, 6)), str(chance.randint(1, 6)), "enter")
        elif mouse:
            seats.click_dice()
        else:
            seats.press("space")
    return seats.state.table.roll_number - 1
