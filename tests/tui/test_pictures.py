"""Pictures of the screen as text, so a diff shows every change.

`BLESS=1 pytest tests/tui/test_pictures.py` repaints them; then look at the diff.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from textual.screen import Screen

from backgammon_tui.engine import RULESETS
from backgammon_tui.match.table import Table
from backgammon_tui.settings import SETTINGS
from backgammon_tui.teach.quiz import Item, puzzles
from backgammon_tui.tui.app import BackgammonApp
from backgammon_tui.tui.board_screen import BoardScreen
from backgammon_tui.tui.screens.records import RecordsScreen
from backgammon_tui.tui.screens.start import StartScreen
from tests.cli.program import keep, opened, transcript, won
from tests.modes.examples import W, new_table, table_from
from tests.teach.quiz.examples import COMPLEMENT, HITS, PLAYABLE
from tests.tui.screen import Size, app_at, quiz_screen, running, sandbox_screen, storage

PICTURES = Path(__file__).parent / "pictures"

SMALL, MEDIUM, LARGE, HUGE = (80, 24), (100, 30), (120, 36), (200, 60)

MIDDLE = "W 24:2 19:3 15:6 12:1 6:3 / B 22:5 18:2 8:4 4:3 off:1"
ENTERING = "W 24:2 22:1 20:1 hand:11 / B 23:3 21:1 hand:10 bar:1"
TRAPS = "W 24:6 22:2 11:2 9:1 7:1! 4:3 / B 18:1 17:1 20:2 13:3 16:1! 6:7"
SHUT_OUT = "W bar:2 13:13 / B 24:2 23:2 22:2 21:2 20:2 19:2 1:3"
SQUEEZED = "W 12:1 10:1 4:5 3:4 2:4 / B 24:2 20:2 14:5 8:3 6:3"
SHUT = "W 24:3 22:1 hand:9 bar:2 / B 23:2 21:3 20:2 19:2 hand:6"
PUZZLE = min(puzzles("french").values(), key=lambda puzzle: str(puzzle.item)).item
LAST = "W 1:1 off:14 / B 23:2 13:13"
COMPLETING = "W bar:1 13:14 / B 1:3 2:3 3:3 4:2 5:2 6:2"


# A distant date, so no day is shown as today or a weekday.
PLAYED = (
    transcript(won(), won(2, "W", 3), date="2024-03-01", length="5"),
    transcript(opened(), white="Anna", black="computer:easy", date="2024-03-09"),
    transcript(won(), white="Carla", date="2024-03-02"),
)


@dataclass(frozen=True)
class Picture:
    """A screen to picture, and the keys that open it."""

    inputs: tuple[str, ...] = ()
    size: Size = SMALL
    table: Callable[[], Table | None] = lambda: None
    screen: Callable[[BackgammonApp], Screen[Any]] | None = None
    """A screen other than the first screen or a match."""
    lesson: str = ""
    """The lesson to start with."""
    ascii_only: bool = False
    no_color: bool = False
    beginner_help: bool = False
    """True if both sides have beginner help."""
    styles: tuple[int, ...] = ()
    """Rows whose colours are part of the picture: whole at the top, otherwise beside the board."""


def game(name: str, line: str, *inputs: str, rule: str = "", **how: Any) -> Picture:
    rules: dict[str, Any] = {rule: True} if rule else {}
    return Picture(inputs, table=lambda: table_from(name, line, W, **rules), **how)


def start(name: str, *inputs: str, **how: Any) -> Picture:
    return Picture(inputs, table=lambda: new_table(RULESETS[name]), **how)


def lesson(name: str, *inputs: str, **how: Any) -> Picture:
    return Picture(inputs, lesson=name, **how)


def sandbox(name: str, line: str, *inputs: str, **how: Any) -> Picture:
    return Picture(inputs, screen=lambda _: sandbox_screen(name, line), **how)


def quiz(item: Item, *inputs: str, **how: Any) -> Picture:
    def screen(app: BackgammonApp) -> Screen[Any]:
        app.storage = storage()
        return quiz_screen(app.storage, item)

    return Picture(inputs, screen=screen, **how)


def records(*inputs: str, played: tuple[str, ...] = PLAYED, **how: Any) -> Picture:
    def screen(_: BackgammonApp) -> Screen[Any]:
        if played:
            keep(*played)
        return RecordsScreen()

    return Picture(inputs, screen=screen, **how)


ROLL = ("44", "enter")

GALLERY = {
    "first-screen": Picture(),
    "first-screen-large": Picture(size=LARGE),
    "opening": start("russian", "5"),
    "entering": game("russian", ENTERING, "46", "enter", styles=(0, 4)),
    "face": game("russian", MIDDLE, *ROLL, "down", size=MEDIUM, styles=(5, 6)),
    "complement": game("russian", MIDDLE, *ROLL, "down", "enter", "19/"),
    "stage-lost": game("russian", SHUT_OUT, "33", "enter", styles=(5, 11)),
    "traps-huge": game("never-finishing", TRAPS, "21", "enter", size=HUGE),
    "hit-or-trap": game("never-finishing", TRAPS, "21", "enter", "9/8", "enter"),
    "fifteen-on-a-point": game("never-finishing", "W 24:15 / B 24:15", "33", "enter"),
    "opponent-completes": game(
        *("french", COMPLETING, "21", "enter", "enter"), rule="opponent_completes", size=MEDIUM
    ),
    "no-colour": game("russian", MIDDLE, *ROLL, "down", no_color=True, styles=(0, 4)),
    "ascii": game("never-finishing", TRAPS, "21", "enter", "9/", ascii_only=True),
    "menu": game("russian", MIDDLE, "escape"),
    "keys-and-rules": game("russian", MIDDLE, "?", size=MEDIUM),
    "why": game("backgammon", SQUEEZED, "65", "enter", "w"),
    "beginner-help": game("russian", ENTERING, "33", "enter", beginner_help=True, styles=(2,)),
    "rulebook": game("russian", SHUT_OUT, "33", "enter", "w"),
    "rulebook-picture": start("never-finishing", "?", "v", *["right"] * 6, "end"),
    "rulebook-large": start("backgammon", "?", "v", "right", size=(130, 40)),
    "contents": start("falood", "?", "v", "tab", "down"),
    "comparison": game("russian", MIDDLE, "?", "v", "=", "down", rule="free_entry", styles=(13,)),
    "game-over": game("backgammon", LAST, "21", "enter", "enter", "right", "left", size=MEDIUM),
    "lesson-task": lesson("russian/1", "enter"),
    "lesson-question": lesson("russian/7", "y", "enter"),
    "lesson-large": lesson("never-finishing/2", "13/9*", "enter", "t", size=LARGE),
    "lesson-keys": lesson("russian/1", "?"),
    "sandbox-start": sandbox("russian", ""),
    "sandbox-set-up": sandbox("falood", ENTERING, "tab", "left", "left", "53", styles=(2, 3)),
    "sandbox-set-up-ascii": sandbox("never-finishing", TRAPS, "6", ascii_only=True),
    "sandbox-menu": sandbox("falood", ENTERING, "M"),
    "sandbox-playing": sandbox("french", ENTERING, "enter", "44", "enter", "down"),
    "sandbox-rolls": sandbox("falood", SHUT, "g", "41"),
    "sandbox-rolls-ascii": sandbox("russian", ENTERING, "g", "33", ascii_only=True),
    "sandbox-lesson": sandbox("french", ENTERING, "41", "enter", "down", "enter", "L"),
    "sandbox-ruleset": sandbox("russian", "", "G"),
    "quiz-asked": quiz(PUZZLE),
    "quiz-wrong": quiz(PLAYABLE, "1", "enter"),
    "quiz-found": quiz(HITS, "10/8*/3", "enter", size=MEDIUM),
    "quiz-ascii": quiz(COMPLEMENT, "y", "enter", ascii_only=True),
    "quiz-games": quiz(PLAYABLE, "G"),
    "records-empty": records(played=()),
    "records-games": records("tab"),
    "records-players": records("tab", "tab", size=LARGE),
    "too-small": game("russian", MIDDLE, size=(60, 18)),
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
        is_bare=picture.screen is not None,
    )
    width, height = picture.size
    async with running(app, picture.size) as pilot:
        if picture.screen:
            await pilot.push(picture.screen(app))
            await pilot.answered()
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
            board = next(at for at in app.screen_stack if isinstance(at, BoardScreen))
            panel = board.query_one("#aside").region.x
            painted += ["", f"row {row}:", *pilot.styled(row, panel if row else 0)]
        return painted


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
