from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from itertools import product
from typing import Any

import pytest
from textual import events, geometry
from textual.app import App
from textual.screen import Screen
from textual.widgets import OptionList

from backgammon_tui.engine import Rules
from backgammon_tui.match.record import DiceKind
from backgammon_tui.modes import effects
from backgammon_tui.modes.effects import Window
from backgammon_tui.modes.mode import command_of
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.names import Level
from backgammon_tui.settings import MENU, Settings
from backgammon_tui.tui.app import BackgammonApp
from backgammon_tui.tui.program import window_screen, window_screens
from backgammon_tui.tui.screens.learn import LearnScreen
from backgammon_tui.tui.screens.records import PlayerPage, RecordsScreen
from backgammon_tui.tui.screens.rulebook import ComparisonScreen
from backgammon_tui.tui.screens.start import StartScreen
from backgammon_tui.words.naming import STANDARD
from tests.engine.examples import rules_named
from tests.modes.examples import W, helped, table_from
from tests.tui.screen import GamePilot, Size, running_at

RUNNING = "W 24:5 20:5 19:5 / B hand:15"


async def test_57_by_19_cells_are_enough_to_play() -> None:
    table = table_from("russian", RUNNING, W, players=("Margarethe-Elisabeth", "Jo"))
    async with running_at(table, size=(57, 19)) as pilot:
        assert "to roll" in pilot.lines[-1]
        assert pilot.lines[-1].endswith(" ? esc")
        await pilot.type("escape")
        await pilot.wait_for(lambda: "more below" in pilot.lines[-2])
        assert "Esc: close" in pilot.lines[-3]
        await pilot.choose("Resign")
        question = pilot.state.question
        assert question
        assert question.text in pilot.lines[0]
        # There is no room for the points of each win.
        foot = pilot.lines[-1]
        assert foot.startswith(" 1 single game  2 gammon  3 backgammon ▌n no ")
        assert foot.endswith(" ? esc")
        await pilot.type("1")
        assert pilot.lines[0].rstrip() == " Margarethe-Elisabeth resigns a single game: 1 point. …"
        assert pilot.lines[-1] == " … Jo, do you accept?        y yes ▌n no (or Esc)   ? esc"
        await pilot.type("n", "63", "enter", "24/18")
        assert "24/18" in pilot.lines[-1]
        assert " of " in pilot.lines[-1]  # The count of matching plays.
        await pilot.type("enter")
        assert pilot.state.game.left == (3,)
        await pilot.type("down", "enter")
        assert pilot.state.game.side is not None
        assert not pilot.state.choosing.rows
        mode = pilot.mode(PlayMode)
        pilot.game_screen.take_step(mode.do(command_of(PlayMode.ask_take_back)))
        await pilot.pause()
        above, below = pilot.lines[0], pilot.lines[-1]
        assert above.startswith(" This takes back Margarethe-Elisabeth's 6-3 with its mov…")
        assert below.startswith(" … Jo, do you agree?")
        await pilot.type("n")
        await pilot.resize_terminal(40, 12)
        await pilot.pause()
        shown = pilot.lines
        text = " ".join(pilot.text.split())
        assert "57×19 needed." in text
        assert "backgammon-tui --plain" in text
        assert not shown[0].strip()
        assert shown[len(shown) // 2].startswith(" ")
        await pilot.type("6", "3", "enter")
        assert pilot.state.choosing.text == ""


async def test_notice_is_complete_above_and_below() -> None:
    table = table_from(
        "backgammon", "W bar:1 13:14 / B 24:15", W, players=("Margarethe-Elisabeth", "Jo")
    )
    async with running_at(table, size=(57, 19)) as pilot:
        await pilot.type("63", "enter", "w")
        notice = pilot.state.notice
        assert notice
        above, below = pilot.lines[0].strip(), pilot.lines[-1].strip()
        assert f"{above} {below}".replace(" … … ", " ") == notice.text
        # It replaces the keys of help and menu.
        assert not below.endswith("esc")


async def test_ascii_dialogs_and_options_are_ascii() -> None:
    table = table_from("russian", RUNNING, W)
    async with running_at(table, size=(57, 19), ascii_only=True) as pilot:
        for key in ("escape", "p", "g"):
            await pilot.type(key)
            framed = [line.strip("|+- ") for line in pilot.lines[4:14]]
            # No sliver of the board is visible next to it.
            assert all(line[0] + line[-1] in ("||", "++") for line in pilot.lines[4:14]), framed
            await pilot.type("escape")
        await pilot.type("p")
        # Winning chances and the tutor are hidden while the match has no help.
        for setting in (shown for shown in MENU if shown.name not in ("chances", "tutor")):
            assert pilot.text.isascii(), setting.name
            for _ in setting.texts or (False, True):
                await pilot.type("enter")
                assert pilot.text.isascii(), setting.name
            await pilot.type("down")
        assert "Theme" in pilot.text


async def test_player_choice_shows_its_keys() -> None:
    async with running_at(size=(57, 19)) as pilot:
        await pilot.type("enter")
        await pilot.wait_for(lambda: "[or computer]" in pilot.text)
        await pilot.click_on("[or computer]")
        pilot.expect("strongest: beats nearly everybody", "one roll ahead.")
        pilot.expect("medium: beats most people after a few weeks")
        await pilot.click_on("Esc: close")
        assert pilot.text.count("[or computer]") == 2


RULES: Rules = rules_named("russian")
TABLE = table_from("russian", RUNNING, W)
WINDOWS: list[Window[Any]] = [
    effects.AllRolls(TABLE.game, STANDARD),
    effects.ChangeOptions(Settings()),
    effects.ChooseGame(RULES),
    effects.ChooseLevel("How strong?", Level.STRONGEST),
    effects.ChooseQuizGames((RULES,)),
    effects.Confirm("Is that right?"),
    effects.EnterPosition(RULES),
    effects.Export(TABLE),
    effects.GameSoFar(TABLE, STANDARD),
    effects.KeyPage("Keys", (("enter", "goes on with what waits"),), RULES),
    effects.KeyPage("Keys", (("enter", "goes on with what waits"),)),
    effects.Menu("Menu", (("r", "resign"),)),
    effects.Message("The dice are fair."),
    effects.NewLesson(TABLE),
    effects.Rulebook(RULES),
    effects.SandboxBeside(TABLE.record, TABLE.game, Settings()),
    effects.ScoreSheet(TABLE),
]


def test_every_window_has_a_screen() -> None:
    assert {*window_screens()} == {*Window.__subclasses__()}


WON = "W 1:1 off:14 / B 2:6 1:3 off:6"
SCREENS: dict[str, Callable[[], Screen[Any]]] = {
    "first": lambda: StartScreen(TABLE.record, DiceKind.FAIR),
    **{
        f"{at} {type(window).__name__}": partial(window_screen, window)
        for at, window in enumerate(WINDOWS)
    },
    "records": lambda: RecordsScreen(),
    "learn": lambda: LearnScreen("russian"),
    "player": lambda: PlayerPage("Anna"),
    "comparison": lambda: ComparisonScreen(RULES),
}


MAX_LAYOUTS = 80
"""More than any size needs: each scrollbar comes or goes once, and each text follows."""

SIZES = ((80, 10), (26, 3), (6, 10), (1, 3))


def count_layouts(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list whose only item counts the layouts."""
    done, lay_out = [0], Screen._refresh_layout

    def count(screen: Screen[Any], *args: Any, **how: Any) -> None:
        done[0] += 1
        assert done[0] < MAX_LAYOUTS, "its layout never ends"
        lay_out(screen, *args, **how)

    monkeypatch.setattr(Screen, "_refresh_layout", count)
    return done


async def check_narrow(
    app: BackgammonApp, pilot: GamePilot, done: list[int], sizes: Iterable[Size] = SIZES
) -> None:
    """Show a screen in small windows, then in a usual one again."""
    head = re.findall("[A-Za-z]{3,}", pilot.text)[:3]
    for width, height in (*sizes, (80, 24)):
        done[0] = 0
        await pilot.resize_terminal(width, height)
        await pilot.pause()
    assert re.findall("[A-Za-z]{3,}", pilot.text)[:3] == head


async def test_last_of_several_sizes_counts_on_every_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """A window grows while a page is laid out for its size before."""
    lay_out = Screen._refresh_layout
    last: list[events.Resize] = []

    def lay_out_late(screen: Screen[Any], *args: Any, **how: Any) -> None:
        if last and screen is screen.app.screen:
            screen.app._size = last[0].size
            screen.post_message(last.pop())
        lay_out(screen, *args, **how)

    monkeypatch.setattr(Screen, "_refresh_layout", lay_out_late)
    async with running_at(is_bare=True) as pilot:
        for name, make in SCREENS.items():
            pilot.app.push_screen(screen := make())
            await pilot.pause()
            last.append(events.Resize(geometry.Size(100, 30), geometry.Size(100, 30)))
            await pilot.resize_terminal(57, 19)
            await pilot.pause()
            assert not last, name
            assert screen.outer_size == (100, 30), name
            await pilot.resize_terminal(80, 24)
            screen.dismiss(None)
            await pilot.pause()


async def test_every_page_reads_its_style_sheets_before_it_has_widgets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Textual reads them too late from Python 3.12 on, whose tasks start at once."""
    monkeypatch.setattr(App, "_load_screen_css", lambda *_: None)
    for name, make in SCREENS.items():
        async with running_at(is_bare=True) as pilot:
            pilot.app.push_screen(screen := make())
            await pilot.pause()
            read = pilot.app.stylesheet.source
            assert {(str(path), "") for path in screen.css_path} <= {*read}, name


async def test_every_page_ignores_early_keys_and_survives_any_width(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    done = count_layouts(monkeypatch)
    is_long = request.config.getoption("--long")
    sizes = [*product(range(1, 81), (10, 3))] if is_long else SIZES
    async with running_at(is_bare=True) as pilot:
        for name, make in SCREENS.items():
            pilot.app.push_screen(screen := make())
            for bindings in list(screen._bindings.key_to_bindings.values()):
                for binding in bindings:
                    assert not await pilot.app.run_action(binding.action, screen), (name, binding)
            await pilot.pause()
            await pilot.answered()
            assert pilot.screen is screen, name
            await check_narrow(pilot.app, pilot, done, sizes)
            screen.dismiss(None)
            await pilot.pause()
        pilot.app.push_screen(window_screen(effects.ChangeOptions(Settings())))
        await pilot.pause()
        options = pilot.screen.query_one(OptionList)
        options.styles.width = options.styles.min_width = 0
        await pilot.pause()
        await pilot.press("pagedown", "pageup", "end", "home", "down", "up")


async def test_result_survives_any_width(monkeypatch: pytest.MonkeyPatch) -> None:
    done = count_layouts(monkeypatch)
    async with running_at(helped(table_from("backgammon", WON, W))) as pilot:
        await pilot.type("2", "1", "enter", "enter")
        for key in ("", "a"):
            await pilot.type(key)
            await pilot.wait_for(lambda: "made much difference" in pilot.text)
            await check_narrow(pilot.app, pilot, done)


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_options_fit_without_scrolling(size: tuple[int, int]) -> None:
    async with running_at(is_bare=True, size=size) as pilot:
        pilot.app.push_screen(window_screen(effects.ChangeOptions(Settings())))
        await pilot.wait_for(lambda: "explains what" in pilot.text)
        pilot.expect("Options", "Theme: ")
        assert "more below" not in pilot.text
