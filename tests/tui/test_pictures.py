"""Pictures of the screen as text, so a diff shows every change.

`BLESS=1 pytest tests/tui/test_pictures.py` repaints them; then look at the diff.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from backgammon_tui.engine import RULESETS
from backgammon_tui.match.table import Table
from backgammon_tui.modes.mode import PANEL_WIDTHS
from backgammon_tui.settings import SETTINGS
from backgammon_tui.teach.quiz import Item, puzzles
from backgammon_tui.tui.app import BackgammonApp
from backgammon_tui.tui.screens.records import RecordsScreen
from backgammon_tui.tui.screens.start import StartScreen
from tests.cli.program import keep, opened, transcript, won
from tests.modes.examples import W, new_table, table_from
from tests.teach.quiz.examples import COMPLEMENT, HITS, PLAYABLE
from tests.tui.screen import GamePilot, Size, app_at, quiz_screen, running, sandbox_screen, storage

PICTURES = Path(__file__).parent / "pictures"

SMALL, MEDIUM, LARGE, HUGE = (80, 24), (100, 30), (120, 36), (200, 60)

MIDDLE = "W 24:2 19:3 15:6 12:1 6:3 / B 22:5 18:2 8:4 4:3 off:1"
ENTERING = "W 24:2 22:1 20:1 hand:11 / B 23:3 21:1 hand:10 bar:1"
TRAPS = "W 24:6 22:2 11:2 9:1 7:1! 4:3 / B 18:1 17:1 20:2 13:3 16:1! 6:7"
SHUT_OUT = "W bar:2 13:13 / B 24:2 23:2 22:2 21:2 20:2 19:2 1:3"
SQUEEZED = "W 12:1 10:1 4:5 3:4 2:4 / B 24:2 20:2 14:5 8:3 6:3"
SHUT = "W 24:3 22:1 hand:9 bar:2 / B 23:2 21:3 20:2 19:2 hand:6"
PUZZLE = min(puzzles("french").values(), key=lambda puzzle: str(puzzle.item)).item
COMPLETING = "W bar:1 13:14 / B 1:3 2:3 3:3 4:2 5:2 6:2"


Begins = Callable[[BackgammonApp, GamePilot], Awaitable[object]]


# A distant date, so no day is shown as today or a weekday.
PLAYED = (
    transcript(won(), won(2, "W", 3), date="2024-03-01", length="5"),
    transcript(opened(), white="Anna", black="computer:easy", date="2024-03-09"),
    transcript(won(), white="Carla", date="2024-03-02"),
)


def in_records(*played: str) -> Begins:
    async def begin(app: BackgammonApp, pilot: GamePilot) -> None:
        if played:
            keep(*played)
        await app.push_screen(RecordsScreen())
        await pilot.pause()

    return begin


def in_sandbox(name: str, line: str = "") -> Begins:
    async def begin(app: BackgammonApp, pilot: GamePilot) -> None:
        app.push_screen(sandbox_screen(name, line))
        await pilot.pause()

    return begin


def in_quiz(item: Item) -> Begins:
    async def begin(app: BackgammonApp, pilot: GamePilot) -> None:
        app.storage = storage()
        app.push_screen(quiz_screen(app.storage, item))
        await pilot.pause()

    return begin


@dataclass(frozen=True)
class Picture:
    """A screen to picture, and the keys that open it."""

    table: Callable[[], Table | None]
    inputs: tuple[str, ...] = ()
    size: Size = SMALL
    lesson: str = ""
    """The lesson to start with."""
    ascii_only: bool = False
    no_color: bool = False
    begins: Begins | None = None
    """Opens a screen other than the first screen or a match."""
    beginner_help: bool = False
    """True if both sides have beginner help."""
    styles: tuple[int, ...] = ()
    """Rows whose colours are part of the picture: whole at the top, otherwise beside the board."""


def game(name: str, line: str, **changes: object) -> Callable[[], Table]:
    side = changes.pop("side", W)
    return lambda: table_from(name, line, side, **changes)  # type: ignore[arg-type]


def start(name: str, players: tuple[str, str] = ("White", "Black")) -> Callable[[], Table]:
    return lambda: new_table(RULESETS[name], None, players)


def nothing() -> None:
    return None


ROLL = ("44", "enter")

GALLERY = {
    "first-screen": Picture(nothing),
    "first-screen-large": Picture(nothing, size=LARGE),
    "opening": Picture(start("russian"), ("5",)),
    "entering": Picture(game("russian", ENTERING), ("46", "enter"), styles=(0, 4)),
    "face": Picture(game("russian", MIDDLE), (*ROLL, "down"), MEDIUM, styles=(5, 6)),
    "complement": Picture(game("russian", MIDDLE), (*ROLL, "down", "enter", "19/")),
    "stage-lost": Picture(game("russian", SHUT_OUT), ("33", "enter"), styles=(5, 11)),
    "traps-huge": Picture(game("never-finishing", TRAPS), ("21", "enter"), HUGE),
    "hit-or-trap": Picture(game("never-finishing", TRAPS), ("21", "enter", "9/8", "enter")),
    "fifteen-on-a-point": Picture(game("never-finishing", "W 24:15 / B 24:15"), ("33", "enter")),
    "opponent-completes": Picture(
        game("french", COMPLETING, opponent_completes=True), ("21", "enter", "enter"), MEDIUM
    ),
    "no-colour": Picture(game("russian", MIDDLE), (*ROLL, "down"), no_color=True, styles=(0, 4)),
    "ascii": Picture(game("never-finishing", TRAPS), ("21", "enter", "9/"), ascii_only=True),
    "menu": Picture(game("russian", MIDDLE), ("escape",)),
    "keys-and-rules": Picture(game("russian", MIDDLE), ("?",), MEDIUM),
    "why": Picture(game("backgammon", SQUEEZED), ("65", "enter", "w")),
    "beginner-help": Picture(
        game("russian", ENTERING), ("33", "enter"), beginner_help=True, styles=(2,)
    ),
    "rulebook": Picture(game("russian", SHUT_OUT), ("33", "enter", "w")),
    "rulebook-picture": Picture(start("never-finishing"), ("?", "v", *["right"] * 6, "end")),
    "rulebook-large": Picture(start("backgammon"), ("?", "v", "right"), (130, 40)),
    "contents": Picture(start("falood"), ("?", "v", "tab", "down")),
    "comparison": Picture(
        game("russian", MIDDLE, free_entry=True), ("?", "v", "=", "down"), styles=(13,)
    ),
    "game-over": Picture(
        game("backgammon", "W 1:1 off:14 / B 23:2 13:13"),
        ("21", "enter", "enter", "right", "left"),
        MEDIUM,
    ),
    "lesson-task": Picture(nothing, ("enter",), lesson="russian/1"),
    "lesson-question": Picture(nothing, ("y", "enter"), lesson="russian/7"),
    "lesson-large": Picture(nothing, ("13/9*", "enter", "t"), LARGE, lesson="never-finishing/2"),
    "lesson-keys": Picture(nothing, ("?",), lesson="russian/1"),
    "sandbox-start": Picture(nothing, begins=in_sandbox("russian")),
    "sandbox-set-up": Picture(
        nothing,
        ("tab", "left", "left", "5", "3"),
        begins=in_sandbox("falood", ENTERING),
        styles=(2, 3),
    ),
    "sandbox-set-up-ascii": Picture(
        nothing, ("6",), begins=in_sandbox("never-finishing", TRAPS), ascii_only=True
    ),
    "sandbox-menu": Picture(nothing, ("M",), begins=in_sandbox("falood", ENTERING)),
    "sandbox-playing": Picture(
        nothing, ("enter", "4", "4", "enter", "down"), begins=in_sandbox("french", ENTERING)
    ),
    "sandbox-rolls": Picture(nothing, ("g", "4", "1"), begins=in_sandbox("falood", SHUT)),
    "sandbox-rolls-ascii": Picture(
        nothing, ("g", "3", "3"), begins=in_sandbox("russian", ENTERING), ascii_only=True
    ),
    "sandbox-lesson": Picture(
        nothing, ("4", "1", "enter", "down", "enter", "L"), begins=in_sandbox("french", ENTERING)
    ),
    "sandbox-ruleset": Picture(nothing, ("G",), begins=in_sandbox("russian")),
    "quiz-asked": Picture(nothing, begins=in_quiz(PUZZLE)),
    "quiz-wrong": Picture(nothing, ("1", "enter"), begins=in_quiz(PLAYABLE)),
    "quiz-found": Picture(nothing, (*"10/8*/3", "enter"), MEDIUM, begins=in_quiz(HITS)),
    "quiz-ascii": Picture(nothing, ("y", "enter"), begins=in_quiz(COMPLEMENT), ascii_only=True),
    "quiz-games": Picture(nothing, ("G",), begins=in_quiz(PLAYABLE)),
    "records-empty": Picture(nothing, begins=in_records()),
    "records-games": Picture(nothing, ("tab",), begins=in_records(*PLAYED)),
    "records-players": Picture(nothing, ("tab", "tab"), LARGE, begins=in_records(*PLAYED)),
    "too-small": Picture(game("russian", MIDDLE), size=(60, 18)),
}


async def paint(picture: Picture, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the screen as lines, with the styles of some rows below it."""
    if picture.no_color:
        monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr("backgammon_tui.tui.screens.match_form.new_seed", lambda: bytes(range(32)))
    app = app_at(
        picture.table(),
        ascii_only=picture.ascii_only,
        lesson=picture.lesson,
        is_bare=picture.begins is not None,
    )
    width, height = picture.size
    async with running(app, picture.size) as pilot:
        if picture.begins:
            await picture.begins(app, pilot)
        if picture.beginner_help:
            screen = pilot.game_screen
            for name in ("beginner_help_white", "beginner_help_black"):
                screen.take_step(
                    screen.mode.set_options(SETTINGS[name].change(screen.mode.options))
                )
        await pilot.type(*picture.inputs)
        if isinstance(app.screen, StartScreen):  # Its first frame does not wait for its board.
            await pilot.wait_for(lambda: " 24" in pilot.text)
        await pilot.wait_for(lambda: not app.workers)  # A worker reviews a finished game.
        if app.screen.is_modal:  # The text on its frame is updated some steps after its size.
            for _ in range(4):
                await pilot.pause()
        assert set(pilot.widths) == {width}
        painted = [line.rstrip() for line in pilot.lines]
        assert len(painted) == height
        assert not picture.ascii_only or "".join(painted).isascii()
        for row in picture.styles:
            painted += [
                "",
                f"row {row}:",
                *pilot.styled(row, width - panel_width(width) if row else 0),
            ]
        return painted


def panel_width(width: int) -> int:
    return next(cells for minimum, cells in PANEL_WIDTHS if width >= minimum)


@pytest.mark.parametrize("name", GALLERY)
async def test_screen_matches_its_picture(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    painted = await paint(GALLERY[name], monkeypatch)
    kept = PICTURES / f"{name}.txt"
    text = "\n".join(painted) + "\n"
    if os.environ.get("BLESS"):
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(text, encoding="utf-8")
    assert kept.read_text(encoding="utf-8").splitlines() == painted


def test_every_picture_file_is_used() -> None:
    assert {path.stem for path in PICTURES.glob("*.txt")} == set(GALLERY)
