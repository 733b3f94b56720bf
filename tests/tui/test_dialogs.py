from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from shutil import rmtree
from typing import Any, BinaryIO

import pytest
from textual.widgets import Static

from backgammon_tui.cli import main
from backgammon_tui.dice import Dice
from backgammon_tui.engine import RULESETS, AgreeDraw, Position, StartingPosition
from backgammon_tui.explain.roll_chart import roll_chart
from backgammon_tui.game_review import Review
from backgammon_tui.match.table import Table
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.replay import ReplayMode
from backgammon_tui.settings import Settings
from backgammon_tui.storage.codes import DecodedPosition, gnubg_id, xgid
from backgammon_tui.storage.preferences import read_preferences
from backgammon_tui.storage.transcripts import read_transcript
from backgammon_tui.tui import app as tui_app
from backgammon_tui.tui.app import BackgammonApp
from backgammon_tui.tui.dialogs.dialog import MessageBox
from backgammon_tui.tui.dialogs.pages import RollChartScreen, shared_texts
from backgammon_tui.tui.dialogs.result import ResultScreen
from backgammon_tui.tui.lines import Lines
from backgammon_tui.tui.themes import THEMES
from backgammon_tui.words.board_text import draw_board
from backgammon_tui.words.columns import fit
from backgammon_tui.words.naming import STANDARD, Naming
from tests.engine.examples import B, W, rules_named
from tests.modes.examples import helped, new_table, seated, table_from
from tests.storage.journal.journals import stepped, table_for
from tests.storage.matches import crawford
from tests.tui.screen import GamePilot, Size, app_at, leave, running, running_at

PAGES = {
    "Keys and rules": "The rules in brief",
    "Log, move by move": "Opening roll: ",
    "Score sheet": "Game 1",
    "Fair dice": "SHA-256",
    "Export": "The match as a transcript",
    "Options": "Turns without a choice",
    "Rulebook": "In one minute",
}

PAGES_BY_KEY = {
    "escape": "Undo a move, or",
    "?": "Russian Backgammon: keys and rules",
    "m": "Opening roll: ",
    "#": "Score sheet",
    "e": "The match as a transcript",
    "p": "Turns without a choice",
    "g": "36 rolls",
}


async def test_game_log_opens_at_its_end() -> None:
    table = stepped(table_for("russian"), 1, 120, back=False)
    async with running_at(table, size=(81, 24)) as pilot:
        await pilot.type("m")
        await pilot.wait_for(lambda: "  1  " not in pilot.text)
        logged = pilot.lines[3:20]
        assert not [line for line in logged if not re.match(r" {3}( {5}|[ 0-9]{3}  )", line)], (
            "lines are wrapped beside the numbers, despite the scrollbar"
        )
        assert "Opening roll: " in await pilot.after("home")


async def test_game_log_marks_the_crawford_game() -> None:
    async with running_at(crawford()) as pilot:
        await pilot.type("m")
        assert "The Crawford game: nobody may double." in await pilot.after("home")


@pytest.mark.parametrize(
    ("name", "heading"),
    [
        ("russian", "Log"),
        ("french", "Log (each player's own numbers: Anna's 24 is Boris's 1)"),
        ("never-finishing", "Log (each player's own numbers: Anna's 24 is Boris's 1)"),
    ],
)
async def test_log_explains_numbers_that_differ(name: str, heading: str) -> None:
    async with running_at(new_table(rules_named(name), players=("Anna", "Boris"))) as pilot:
        await pilot.type("m")
        assert heading in [line.strip() for line in pilot.lines]


async def test_pages_open_by_menu_and_keys_and_close_by_key_and_mouse() -> None:
    table = stepped(table_for("russian"), 1, 30, back=False)
    async with running(app_at(table), (100, 40)) as pilot:
        await pilot.type("escape")
        for title, says in PAGES.items():
            await pilot.choose(title)
            await pilot.type("end")
            assert says in pilot.text, title
            await pilot.type("escape")
            assert "Menu" in pilot.text, title
        await pilot.type("escape")
        for key, says in PAGES_BY_KEY.items():
            await pilot.type(key)
            assert says in pilot.text, key
            await pilot.click_on("Esc: " if "Esc: " in pilot.text else "esc ")
            assert says not in pilot.text, key
        await pilot.type("?")
        await pilot.click_on("v: the whole")
        assert "In one minute" in pilot.text
        await pilot.click_on("esc back")
        assert "In one minute" not in pilot.text
        assert "Russian Backgammon: keys and rules" in pilot.text


async def test_move_typed_in_the_menu_is_ignored() -> None:
    state = seated("backgammon", "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5", W, "31", "enter")
    async with running(app_at(state.table), (80, 24)) as pilot:
        await pilot.type("escape")
        await pilot.at_once(*"bar/20")
        await pilot.pause()
        assert "This key does nothing here. Esc goes back." in pilot.text, "and r did not resign"
        assert not pilot.state.open_question
        assert "› 8/5" in await pilot.after("escape", *"8/5")
        await pilot.type("escape", "escape", "R")
        assert pilot.state.open_question, "keys of lines act as ever"


START = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"


def second_game() -> Table:
    """Return backgammon in the second game of a match to 3, after a roll."""
    table = table_from("backgammon", START, B, had_double=[B])
    return table.roll((3, 1)).apply(AgreeDraw()).accept().next_game(None).roll((5, 2))


async def test_texts_are_copied_and_written(kept: Path) -> None:
    async with running_at(second_game()) as pilot:
        await pilot.open_menu("Export")
        table = pilot.state.table
        position, side = table.game.position, table.game.side
        assert side
        coded = DecodedPosition.from_table(table, side)
        assert coded.dice == (5, 2)
        expected = {
            "The match as a transcript": None,
            "This game as a transcript": None,
            "The position as a line": f"{StartingPosition(position, side)}\n",
            "The position as a GNU": f"{gnubg_id(coded)}\n",
            "The position as an XGID": f"{xgid(coded)}\n",
            "The board as text": f"{draw_board(table.game, Naming())}\n",
        }
        written: set[Path] = set()
        for prompt, text in expected.items():
            await pilot.choose(prompt)
            (path,) = set((kept / "shared").iterdir()) - written
            written.add(path)
            assert path.read_text(encoding="utf-8") == pilot.app.clipboard
            assert pilot.app.clipboard == text or text is None
            assert (
                pilot.words("#below").splitlines()[-1]
                == f"Copied to the clipboard. Written to {path}."
            )
            if prompt == "The match as a transcript":
                assert read_transcript(pilot.app.clipboard) == table.record
            elif prompt == "This game as a transcript":
                assert read_transcript(pilot.app.clipboard) == table.record.only_game(2)
        await pilot.choose("The board as a picture")
        await pilot.wait_for(lambda: ".svg" in pilot.text)
        (path,) = set((kept / "shared").iterdir()) - written
        picture = path.read_text(encoding="utf-8")
        assert path.suffix == ".svg"
        assert "Backgammon" in picture
        assert "Copy" not in picture, "the dialog is not on it"
        rmtree(kept / "shared")
        (kept / "shared").write_text("no folder")
        await pilot.choose("The position as a line")
        assert pilot.app.clipboard.startswith("W ")
        assert "Copied to the clipboard. The file could not be written: " in pilot.words("#below")


def test_shared_texts_depend_on_the_game() -> None:
    begun = table_from("russian", "W hand:15 / B hand:15", B)
    transcripts = ["The match as a transcript", "This game as a transcript"]
    line, board = "The position as a line", "The board as text"
    assert [text.title for text in shared_texts(begun)] == [*transcripts, line, board]
    new = new_table(RULESETS["backgammon"])
    mat = "The match as a .mat file, for other programs"
    assert [text.title for text in shared_texts(new)] == [*transcripts, mat, board]


async def test_replay_shares_the_displayed_position(kept: Path) -> None:
    table = table_from("backgammon", START, B).roll((3, 1))
    leave(table.apply(table.game.moves[0]).apply(AgreeDraw()).accept())
    async with running_at(is_bare=True) as pilot:
        await pilot.open_entry("Records")
        await pilot.type("right", "enter", "e")
        await pilot.choose("The position as a line")
        assert pilot.app.clipboard == f"{START}; B to move\n"
        await pilot.choose("The board as a picture")
        await pilot.wait_for(lambda: "-board.svg" in pilot.text)
        await pilot.type("escape")
        assert pilot.in_mode(ReplayMode)
        names = sorted(path.name.rpartition("-")[2] for path in (kept / "shared").iterdir())
        assert names == ["board.svg", "position.txt"]


async def test_browser_downloads_exports(monkeypatch: pytest.MonkeyPatch, kept: Path) -> None:
    delivered: list[tuple[str, str]] = []

    def deliver(_: BackgammonApp, file: BinaryIO, *, save_filename: str, **__: Any) -> None:
        delivered.append((save_filename, file.read().decode()))

    app = app_at(new_table(RULESETS["french"], 3))
    monkeypatch.setattr(BackgammonApp, "is_web", True)
    monkeypatch.setattr(BackgammonApp, "deliver_binary", deliver)
    async with running(app) as pilot:
        await pilot.type(" ", "escape")
        await pilot.choose("Export", "The match as a transcript")
        assert "Your browser has saved it as" in pilot.text
        await pilot.choose("The board as a picture")
        await pilot.pause()
    (name, text), (picture, drawn) = delivered
    assert name.endswith("-match.txt")
    assert read_transcript(text).rules == RULESETS["french"]
    assert picture.endswith("-game-1-board.svg")
    assert drawn.startswith("<svg")
    assert not (kept / "shared").exists()


def started(patch: pytest.MonkeyPatch, *arguments: str) -> BackgammonApp:
    """Return the application as the command line starts it."""
    apps: list[BackgammonApp] = []
    patch.setattr("backgammon_tui.cli.start._expect_terminal", lambda: None)
    patch.setattr(BackgammonApp, "run", lambda app: apps.append(app))
    assert main(arguments or ["russian"]) == 0
    return apps[0]


def write_file(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)


def content(path: Path) -> str:
    return path.read_text()


async def change(pilot: GamePilot, *prompts: str) -> None:
    """Change options in the menu."""
    await pilot.open_menu("Options", *prompts)
    await pilot.type("escape", "escape")


async def test_options_and_theme_are_restored(monkeypatch: pytest.MonkeyPatch) -> None:
    app = started(monkeypatch)
    async with running(app) as pilot:
        assert pilot.state.options == Settings()
        await change(pilot, "Mirror the board", "Let checkers slide and dice tumble")
        for theme in ("daylight", "harbour"):  # The last one viewed is kept.
            app.theme = theme
            await pilot.pause()
        left = replace(pilot.state.options, welcomed=True, theme="harbour")
        assert left.mirrored
        assert not left.motion
        await change(pilot, "Presentation mode")  # The change is not saved.
        assert app.theme == "daylight"
        assert pilot.state.options.presentation
    app = started(monkeypatch)
    async with running(app) as pilot:
        assert app.theme == "harbour"
        assert pilot.state.options == left


async def test_command_line_theme_is_not_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    app = started(monkeypatch, "russian", "--theme", "contrast")
    async with running(app) as pilot:
        await change(pilot, "Presentation mode")
        await change(pilot, "Presentation mode", "Mirror the board")
        assert app.theme == "contrast"
    assert read_preferences()[0] == Settings(mirrored=True, welcomed=True)


async def test_invalid_value_is_reported_first(monkeypatch: pytest.MonkeyPatch, kept: Path) -> None:
    write_file(kept / "preferences.ini", "mirrored = perhaps\n")
    app = started(monkeypatch)
    async with running(app) as pilot:
        assert isinstance(app.screen, MessageBox)
        assert "preferences.ini: mirrored = 'perhaps'" in str(
            app.screen.query(Static).first().content
        )
        await pilot.type("enter")
        assert pilot.in_mode(PlayMode)
        await change(pilot, "Mirror the board")
    assert read_preferences() == (Settings(mirrored=True, welcomed=True), "")


async def test_options_work_without_saving(kept: Path) -> None:
    write_file(kept, "no folder")
    async with running_at() as pilot:
        pilot.app.theme = "harbour"
        await pilot.pause()
        assert pilot.app.theme == "harbour"
    assert content(kept) == "no folder"


ENTERING = "W 22:4 20:2 19:5 hand:3 bar:1 / B 24:2 23:1 21:4 hand:8"


def roll_chart_screen(*, takes: bool = True) -> RollChartScreen:
    grid = roll_chart(rules_named("russian"), StartingPosition(Position.parse(ENTERING), W))
    return RollChartScreen(grid, Naming("Anna", "Boris"), (1, 1), takes=takes, has_rolled=False)


async def test_roll_is_selected_and_chosen() -> None:
    rolls: list[Dice | None] = []
    async with running_at(is_bare=True) as pilot:
        for inputs, roll in {
            ("enter",): (1, 1),
            ("down", "right", "right", "enter"): (2, 3),
            ("up", "left", "enter"): (6, 6),
            ("53", "enter"): (5, 3),
            ("5", "down", "4", "2", "enter"): (4, 2),
            ("escape",): None,
        }.items():
            pilot.app.push_screen(roll_chart_screen(), rolls.append)
            await pilot.type(*inputs)
            assert rolls.pop() == roll
        pilot.app.push_screen(roll_chart_screen(takes=False), rolls.append)
        await pilot.type("53", "enter")
        assert rolls.pop() is None, "only to look at"
        pilot.app.push_screen(roll_chart_screen(), rolls.append)
        await pilot.pause()
        rows = pilot.text.split("\n")
        y, row = next((y, row) for y, row in enumerate(rows) if " 3  " in row and "8=>" in row)
        for _ in range(2):
            await pilot.click(offset=(row.index("8=>"), y))
            await pilot.pause()
    assert rolls == [(3, 3)], "the first click highlights, the second chooses"


def test_early_key_decides_nothing_in_a_dialog(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tui_app, "MOMENT", 60.0)
    assert roll_chart_screen().ignores("enter")


@pytest.mark.parametrize("size", [(57, 19), (60, 24), (77, 24), (80, 21), (80, 24), (120, 36)])
async def test_chart_shows_rolls_legend_and_effects(size: Size) -> None:
    grid = roll_chart(rules_named("falood"), StartingPosition(Position.parse(ENTERING), W))
    naming = Naming("Maximiliane von Trapp", "Boris")
    screen = RollChartScreen(grid, naming, (1, 1), takes=True, has_rolled=True)
    async with running_at(is_bare=True, size=size) as pilot:
        pilot.app.push_screen(screen)
        await pilot.type("3", "3")
        shown = pilot.text
        assert set(pilot.widths) == {size[0]}
        room = screen.query_one(Lines).size.width
        title = "What Maximiliane von Trapp could have rolled: the 36 rolls"
        assert f"  {fit(title, room)} " in shown
    assert "[4=!]" in shown
    if size[0] >= 80:
        for text in ("* can hit", "4 unplayable, 11 can hit, 0 win", "Esc: close"):
            assert text in shown


LAST = "W 1:1 off:14 / B 2:6 1:3 off:6"


async def end_game(pilot: GamePilot) -> ResultScreen:
    """Bear off the last checker."""
    await pilot.type("2", "1", "enter", "enter")
    await pilot.wait_for(lambda: isinstance(pilot.screen, ResultScreen))
    assert isinstance(pilot.screen, ResultScreen)
    return pilot.screen


Followed = list[tuple[Review, Callable[[Review], object]]]


def followed_by(pilot: GamePilot, monkeypatch: pytest.MonkeyPatch) -> Followed:
    """Return the steps of all reviews from now on, with the functions that show them."""
    followed: Followed = []
    follow = pilot.app.follow_review

    def note(review: Review, then: Callable[[Review], object]) -> None:
        def take(step: Review) -> None:
            followed.append((step, then))
            then(step)

        follow(review, take)

    monkeypatch.setattr(pilot.app, "follow_review", note)
    return followed


async def test_result_hides_the_board_and_opens_the_score_sheet(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with running_at(helped(table_from("backgammon", LAST, W)), size=(100, 30)) as pilot:
        followed = followed_by(pilot, monkeypatch)
        await end_game(pilot)
        assert f"{'●' * 15} 15 off" in pilot.text, "at once without animations"
        for theme in THEMES:
            pilot.app.theme = theme.name
            await pilot.pause()
            assert pilot.screen.styles.background.a == 1, theme.name
        await pilot.type("#")
        await pilot.wait_for(lambda: "Score sheet" in pilot.text)
        assert "1 game finished." in pilot.text
        await pilot.type("escape")
        begun, show = followed[0]

        async def advance() -> None:
            for _ in range(60):
                show(begun)
                await asyncio.sleep(0)

        pilot.app.run_worker(advance())  # The review continues while the page closes.
        await pilot.type("a")
        await pilot.wait_for(lambda: "next game" in pilot.text)


async def test_space_starts_no_other_match_after_one() -> None:
    rules = rules_named("backgammon")
    table = new_table(rules, length=1, starting_position=f"{LAST}; W to move")
    async with running_at(table, size=(100, 30)) as pilot:
        await end_game(pilot)
        await pilot.type("a")
        await pilot.wait_for(lambda: "A rematch" in pilot.text)
        page = pilot.screen
        await pilot.type("space", "enter")
        assert pilot.screen is page
        assert "space rematch" in await pilot.after("right")


async def test_key_ends_the_animation_without_accepting() -> None:
    async with running_at(table_from("backgammon", LAST, W), size=(100, 30)) as pilot:
        pilot.app.animation_level = "full"
        await pilot.press("2", "1", "enter")
        await pilot.pause(0.3)
        await pilot.press("enter")
        await pilot.wait_for(lambda: isinstance(pilot.screen, ResultScreen))
        assert "●" * 15 not in pilot.text
        await pilot.press("space")
        pilot.expect(f"{'●' * 15} 15 off", "accept the result")


async def test_result_has_the_numbers_of_the_only_person() -> None:
    table = table_from("backgammon", LAST, W, players=("computer:easy", "Eve"))
    async with running_at(table.roll((2, 1)), size=(100, 30)) as pilot:
        await pilot.wait_for(lambda: isinstance(pilot.screen, ResultScreen))
        assert "Computer wins" in pilot.text
        assert "▐ Eve ▸▐" in pilot.lines[0]


async def test_ascii_page_has_an_ascii_scrollbar() -> None:
    table = helped(table_from("backgammon", LAST, W))
    async with running_at(table, size=(57, 19), ascii_only=True) as pilot:
        await pilot.type("2", "1", "enter", "enter", "space")
        page = pilot.screen.query_one("#result-page")
        await pilot.wait_for(lambda: page.show_vertical_scrollbar)
        for _ in range(5):
            assert pilot.text.isascii()
            page.scroll_down(animate=False)
            await pilot.pause()
        await pilot.type("a")
        await pilot.wait_for(lambda: "next game" in pilot.text)
        assert "more below" in pilot.text
        await pilot.type("?")
        assert pilot.text.isascii()


async def test_fast_review_waits_for_the_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    async with running_at(helped(table_from("backgammon", LAST, W)), size=(80, 30)) as pilot:
        followed = followed_by(pilot, monkeypatch)
        page = await end_game(pilot)
        await pilot.wait_for(lambda: "made much difference" in pilot.text)
        review, _ = followed[-1]
        # Textual lays a page out only after it has been mounted.
        monkeypatch.setattr(pilot.app, "follow_review", lambda _, then: then(review))
        pilot.app.push_screen(ResultScreen(review.table, STANDARD))
        await pilot.wait_for(
            lambda: pilot.screen is not page and "made much difference" in pilot.text
        )
        assert "turns" in pilot.text


async def test_scrolling_page_cuts_no_word() -> None:
    table = new_table(rules_named("backgammon"), 1, starting_position=f"{LAST}; W to move")
    async with running_at(helped(table), size=(80, 30)) as pilot:
        await pilot.type("space", "enter")
        await pilot.wait_for(lambda: "made much difference" in pilot.text)
        page = pilot.screen.query_one("#result-page")
        page.styles.height = 15
        await pilot.wait_for(lambda: page.show_vertical_scrollbar)
        page.scroll_end(animate=False)
        await pilot.wait_for(lambda: "result is accepted." in pilot.text)
