"""The application without a terminal, its screen as text, and sample boards and colours.

`python -m tests.tui.screen french 7` plays in a terminal with the dice of a seed. A position may
follow, such as 'W 6:1 off:14 / B 5:1 off:14; W to move'.
"""

from __future__ import annotations

import re
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from enum import Enum
from functools import cache
from itertools import groupby
from math import dist
from operator import mul
from random import Random
from typing import Any, NamedTuple, TypeVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.color import Color, Lab, rgb_to_lab
from textual.keys import _character_to_key
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip
from textual.widgets import OptionList, Static

from backgammon_tui.engine import RULESETS, Position, Side, StartingPosition
from backgammon_tui.match.record import DiceKind, MatchRecord
from backgammon_tui.match.table import Table
from backgammon_tui.modes.board import (
    BoardPlace,
    BoardView,
    DiceView,
    Stages,
    dice_view,
    strip_view,
)
from backgammon_tui.modes.courses import Quiz
from backgammon_tui.modes.lesson import LessonMode
from backgammon_tui.modes.mode import Mode
from backgammon_tui.modes.play.match import PlayMode, play_view
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.modes.sandbox import SandboxMode, Setup
from backgammon_tui.settings import Forced, Settings
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.match_lock import Follower, MatchLock
from backgammon_tui.storage.journal.query import all_matches
from backgammon_tui.storage.paths import journal_file
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.teach.lessons.courses import CourseLesson, find_lesson
from backgammon_tui.teach.quiz import Item, lesson_of
from backgammon_tui.tui import LaunchOptions
from backgammon_tui.tui.app import RECORDS, BackgammonApp, TopmostScreen
from backgammon_tui.tui.board import Board
from backgammon_tui.tui.board_screen import BoardScreen
from backgammon_tui.tui.program import screen_program
from backgammon_tui.tui.screens.learn import LearnScreen
from backgammon_tui.tui.screens.records import RecordsScreen
from backgammon_tui.tui.screens.start import StartScreen
from tests.engine.examples import W, rules_named
from tests.modes.examples import DATE, new_table, seated
from tests.storage.journal.journals import kept

Size = tuple[int, int]
AnyMode = TypeVar("AnyMode", bound=Mode)
Kind = type[AnyMode]


def app_at(
    table: Table | None = None,
    *,
    ascii_only: bool = False,
    lesson: str | CourseLesson = "",
    settings: Settings | None = None,
    follower: Follower | None = None,
    is_bare: bool = False,
) -> BackgammonApp:
    """Make the application, opened at a table, in a lesson or on its first screen.

    The follower watches a match in another window. A bare application shows nothing at first.
    """
    match = (
        table.record if table else MatchRecord(RULESETS["russian"], "White", "Black", DATE, None)
    )
    dice = DiceKind.FAIR if table is None or table.dice else DiceKind.TYPED
    journal = None if follower else Journal(journal_file())
    entry = find_lesson(lesson) if isinstance(lesson, str) and lesson else lesson or None
    assert not isinstance(entry, str)
    # The question about turns without a choice has already been answered.
    options = replace(settings or Settings(forced=Forced.STEP), welcomed=True, marks_explained=True)
    launch = LaunchOptions(
        match,
        dice,
        table,
        entry,
        follower,
        ascii_only=ascii_only,
        journal=journal,
        settings=options,
    )
    app = screen_program(launch)
    if is_bare:
        app.get_default_screen = BareScreen  # type: ignore[method-assign, assignment]
    return app


class BareScreen(TopmostScreen[None]):
    """An empty screen, on which players stay if they want to play at a table."""

    def play_at(self, table: Table, lock: MatchLock | None = None) -> None:
        if lock:
            lock.release()


CHARACTERS = {_character_to_key(character): character for character in " /*^?"} | {"enter": "\r"}


class GamePilot(Pilot[None]):
    """Presses keys, clicks and reads the screen."""

    @property
    def app(self) -> BackgammonApp:
        assert isinstance(self._app, BackgammonApp)
        return self._app

    @property
    def screen(self) -> Screen[Any]:
        return self.app.screen

    async def push(self, screen: Screen[Any]) -> None:
        self.app.push_screen(screen)
        await self.pause()

    # ---- keys

    async def type(self, *inputs: str) -> None:
        """Press keys by Textual's names, and type all other texts, without pauses."""
        for text in inputs:
            await self.at_once(*([text] if len(text) > 1 and text.isalpha() else text))
            await self.answered()

    async def after(self, *inputs: str) -> str:
        """Type, and return the text of the screen."""
        await self.type(*inputs)
        return self.text

    async def at_once(self, *keys: str) -> None:
        """Press keys faster than the program can react, and wait for their effects."""
        for key in keys:
            is_typed = len(key) == 1
            name = _character_to_key(key) if is_typed and not key.isalnum() else key
            self.app.post_message(events.Key(name, key if is_typed else CHARACTERS.get(key)))
        await self.pause()

    async def paste(self, text: str) -> None:
        self.app.post_message(events.Paste(text))
        await self.pause()
        await self.answered()

    async def choose(self, *prompts: str) -> None:
        """Choose the first line of a list that begins with a text, after its key if it has one."""
        for prompt in prompts:
            choices = self.screen.query_one(OptionList)
            assert choices.has_focus
            line = re.compile(rf"(enter|[a-zA-Z?#])? *{re.escape(prompt)}")
            matching = [at for at, offered in enumerate(self.offers) if line.match(offered)]
            assert matching, f"{prompt} is not among {self.offers}"
            choices.highlighted = matching[0]
            await self.type("enter")

    async def open_menu(self, *prompts: str) -> None:
        """Open the menu, or leave a page for it, and choose its lines."""
        await self.type("escape")
        await self.choose(*prompts)

    async def open_entry(self, entry: str) -> None:
        """Open the records or the lessons, from the first screen if it is open."""
        if isinstance(self.app.screen, StartScreen):
            await self.choose(entry)
            return
        await self.push(RecordsScreen() if entry == "Records" else LearnScreen("russian"))
        await self.answered()

    # ---- the mouse

    async def click_on(self, *texts: str, which: int = 0) -> None:
        """Click on visible texts, by default on their first occurrence."""
        for text in texts:
            rows = enumerate(self.lines)
            spots = [(at.start(), y) for y, row in rows for at in re.finditer(re.escape(text), row)]
            assert spots, self.text
            x, y = spots[which]
            await self.click(offset=(x + min(len(text) - 1, 2), y))
            await self.pause()

    async def click_place(self, place: BoardPlace | None, **how: Any) -> None:
        """Click on the middle of a place of the board, or on the dice."""
        board = self.screen.query_one(Board)
        await self.click(board.places[place] if place else "#dice", **how)
        await self.pause()

    # ---- waiting

    async def answered(self) -> None:
        """Wait for the answers of the journal."""
        while asked := [worker for worker in self.app.workers if worker.group == RECORDS]:
            await self.app.workers.wait_for_complete(asked)
            await self.pause()

    async def wait_for(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition is true, because Textual handles some events later than others."""
        for _ in range(250):
            if condition():
                return
            await self.pause(0.02)
        raise AssertionError(self.text)

    # ---- the boards below any dialog

    def board(self, mode: Kind[Mode]) -> BoardScreen:
        """Return the topmost board in a mode."""
        boards = (at for at in self.app.screen_stack[::-1] if isinstance(at, BoardScreen))
        return next(board for board in boards if isinstance(board.mode, mode))

    def mode(self, kind: Kind[AnyMode]) -> AnyMode:
        """Return the topmost mode of a kind."""
        mode = self.board(kind).mode
        assert isinstance(mode, kind)
        return mode

    @property
    def game_screen(self) -> BoardScreen:
        return self.board(PlayMode)

    @property
    def state(self) -> PlayState:
        return self.mode(PlayMode).state

    def in_mode(self, mode: Kind[Mode]) -> bool:
        """Return True if a board in this mode is the topmost screen."""
        screen = self.app.screen
        return isinstance(screen, BoardScreen) and isinstance(screen.mode, mode)

    # ---- the text of the screen

    @property
    def segments(self) -> Iterator[list[Segment]]:
        """Yield the painted segments of each row."""
        app = self.app
        update = app.screen._compositor.render_update(
            full=True, screen_stack=app._background_screens
        )
        assert update
        row: list[Segment] = []
        for segment in app.console.render(update):
            if segment.text == "\n":
                yield row
                row = []
            elif not segment.control:
                row.append(segment)
        if row:
            yield row

    @property
    def lines(self) -> list[str]:
        return ["".join(segment.text for segment in row) for row in self.segments]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def expect(self, *texts: str) -> None:
        """Assert that texts are visible."""
        shown = self.text
        assert not [text for text in texts if text not in shown], shown

    @property
    def widths(self) -> list[int]:
        """Return the width of each row in cells."""
        return [cell_len(line) for line in self.lines]

    @property
    def offers(self) -> list[str]:
        """Return the lines of the list on a screen."""
        return [str(option.prompt) for option in self.screen.query_one(OptionList).options]

    def words(self, widget: str) -> str:
        return str(self.screen.query_one(widget, Static).content)

    def styled(self, row: int, start: int = 0) -> list[str]:
        """Return a row from a column on, as runs of text in one style."""
        painted = Strip([*self.segments][row]).crop(start)
        runs = groupby(painted, lambda segment: _style_name(segment.style))
        return [f"{name} |{''.join(segment.text for segment in run)}|" for name, run in runs]


def _style_name(style: Style | None) -> str:
    if not style:
        return ""
    words = [word for word in ("bold", "reverse", "dim") if getattr(style, word)]
    words += [style.color.name] if style.color else []
    return " ".join([*words, f"on {style.bgcolor.name}"] if style.bgcolor else words)


@asynccontextmanager
async def running(app: BackgammonApp, size: Size = (80, 24)) -> AsyncIterator[GamePilot]:
    """Run the application, with its first frame painted."""
    async with app.run_test(size=size):
        pilot = GamePilot(app)
        await pilot.pause()
        yield pilot


@asynccontextmanager
async def running_at(
    table: Table | None = None, size: Size = (80, 24), **how: Any
) -> AsyncIterator[GamePilot]:
    """Run the application of `app_at`."""
    async with running(app_at(table, **how), size) as pilot:
        yield pilot


def key_press(key: str) -> events.Key:
    """Return a key as the terminal sends it."""
    return events.Key(key, CHARACTERS.get(key, key if len(key) == 1 else None))


def click(x: int, y: int) -> Iterator[events.MouseEvent]:
    for kind in (events.MouseDown, events.MouseUp):
        yield kind(None, x, y, 0, 0, 1, False, False, False, x, y)


def leave(table: Table) -> int:
    """Save a match that its players have left; return its number."""
    with Journal(journal_file()) as journal:
        return kept(journal, table)


def matches() -> list[str]:
    """Return the players of all recorded matches, the latest match first."""
    with Journal(journal_file()) as journal:
        return [f"{line.white} - {line.black}" for line in all_matches(journal, 0, 100)]


def record(match: int = 1) -> MatchRecord:
    with Journal(journal_file()) as journal:
        return journal.read(match).record


def storage(name: str = "Anna") -> Storage:
    return Storage(Journal(journal_file()), Settings(learner=name))


def quiz_screen(kept: Storage, item: Item | None = None, name: str = "russian") -> BoardScreen:
    """Return a quiz, with this task as the first one if it is given."""
    mode, effects = LessonMode.quiz((rules_named(name),), kept, Random(1))
    return BoardScreen(at_task(mode, item) if item else mode, effects)


def at_task(mode: LessonMode, item: Item) -> LessonMode:
    """Return a quiz at another task."""
    assert isinstance(mode.source, Quiz)
    lesson = lesson_of(item, RULESETS[item.ruleset])
    source = replace(mode.source, item=item, is_right=None)
    return LessonMode.at_step(lesson, 0, mode.options, source)


def sandbox_screen(name: str, line: str = "", side: Side = W) -> BoardScreen:
    """Return the sandbox of a game, at its start or in a position."""
    rules = rules_named(name)
    setup = (
        Setup(rules, *StartingPosition(Position.parse(line), side))
        if line
        else Setup(rules, rules.start.position)
    )
    begun = SandboxMode.begin(rules, Settings())
    return BoardScreen(replace(begun, setup=setup))


# ---- sample boards


class Sample(NamedTuple):
    """A board with its dice and stages."""

    board: BoardView
    dice: DiceView = DiceView()
    stages: Stages = ()


def _sample(name: str, line: str, *inputs: str) -> Sample:
    state = seated(name, line, W, *inputs)
    return Sample(play_view(state), dice_view(state.game), strip_view(state.game))


_MIDDLE = "W 24:2 19:3 15:6 12:1 6:3 / B 22:5 18:2 8:4 4:3 off:1"
SAMPLES = {
    "start": _sample("backgammon", "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5", "61", "enter"),
    "entering": _sample(
        "russian", "W 24:2 22:1 20:1 hand:11 / B 23:3 21:1 hand:10 bar:1", "46", "enter"
    ),
    "complement": _sample("russian", _MIDDLE, "44", "enter", "down", "enter", "15/"),
    "blocked": _sample("russian", _MIDDLE, "63", "enter", "24/18", "enter"),
    "trap": _sample(
        *("never-finishing", "W 24:6 22:2 11:2 9:1 7:1! 4:3 / B 18:1 17:1 20:2 13:3 16:1! 6:7"),
        *("21", "enter", "9/"),
    ),
    "bear-off": _sample(
        *("backgammon", "W 6:2 5:3 4:1 2:2 off:7 / B 3:2 1:4 7:1 10:2 off:4 bar:2"),
        *("54", "enter", "5/"),
    ),
    "pile": _sample("never-finishing", "W 24:15 / B 24:15", "33", "enter"),
    "preview": _sample("french", _MIDDLE, "44", "enter", "down"),
    "last turn": _sample("russian", _MIDDLE, "63", "enter", "down", "enter"),
}
"""The samples by name."""


# ---- colours


class Sight(Enum):
    """Kinds of colour vision, simulated after Machado, Oliveira and Fernandes, 2009."""

    NORMAL = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    PROTANOPIA = (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    )
    DEUTERANOPIA = (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.01182, 0.04294, 0.968881),
    )
    TRITANOPIA = (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.3039),
    )


def contrast(color: int, other: int) -> float:
    """Return the contrast ratio of two colours by WCAG 2, from 1 to 21."""
    lighter, darker = sorted((_luminance(color), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def distance(color: int, other: int, sight: Sight) -> float:
    """Return the CIE76 distance of two colours for a kind of colour vision."""
    return dist(_lab(color, sight), _lab(other, sight))


@cache
def _luminance(color: int) -> float:
    return float(sum(map(mul, (0.2126, 0.7152, 0.0722), _linear(color))))


@cache
def _lab(color: int, sight: Sight) -> Lab:
    parts = (sum(map(mul, row, _linear(color))) for row in sight.value)
    # From linear light to sRGB.
    screen = (12.92 * x if x <= 0.0031308 else 1.055 * x ** (1 / 2.4) - 0.055 for x in parts)
    red, green, blue = (round(255 * min(1, max(0, x))) for x in screen)
    return rgb_to_lab(Color(red, green, blue))


def _linear(color: int) -> list[float]:
    parts = [part / 255 for part in color.to_bytes(3)]
    return [x / 12.92 if x <= 0.04045 else float(((x + 0.055) / 1.055) ** 2.4) for x in parts]


def main(name: str, seed: str, starting_position: str = "") -> int:
    """Play on the screen with the dice of a seed, and return the exit code."""
    app = app_at(new_table(rules_named(name), int(seed), starting_position=starting_position))
    app.run()
    return app.return_code or 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
