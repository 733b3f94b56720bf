"""Pages and dialogs in windows of a few columns, in which hardly anything can be read."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import OptionList

from backgammon_tui.engine import Rules
from backgammon_tui.modes import effects
from backgammon_tui.modes.effects import AnyWindow
from backgammon_tui.names import Level
from backgammon_tui.settings import Settings
from backgammon_tui.tui.screens.learn import LearnScreen
from backgammon_tui.tui.screens.records import PlayerPage, RecordsScreen
from backgammon_tui.tui.screens.rulebook import ComparisonScreen
from backgammon_tui.tui.windows import window_screen
from backgammon_tui.words.naming import STANDARD
from tests.engine.examples import W, rules_named
from tests.modes.examples import table_from
from tests.tui.screen import answered, press, running_at, text_of, wait_for

RULES: Rules = rules_named("russian")
TABLE = table_from("russian", "W 24:5 20:5 19:5 / B hand:15", W)
WINDOWS: list[AnyWindow] = [
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
    effects.ScoreSheet(TABLE, STANDARD),
]
WON = "W 1:1 off:14 / B 2:6 1:3 off:6"
SCREENS: dict[str, Callable[[], Screen[Any]]] = {
    **{
        f"{at} {type(window).__name__}": partial(window_screen, window)
        for at, window in enumerate(WINDOWS)
    },
    "records": lambda: RecordsScreen(),
    "learn": lambda: LearnScreen("russian"),
    "player": lambda: PlayerPage("Anna"),
    "comparison": lambda: ComparisonScreen(RULES),
}


def count_layouts(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of layouts up to now, in a list of one."""
    done, lay_out = [0], Screen._refresh_layout

    def count(screen: Screen[Any], *args: Any, **how: Any) -> None:
        done[0] += 1
        assert done[0] < MAX_LAYOUTS, "its layout never ends"
        lay_out(screen, *args, **how)

    monkeypatch.setattr(Screen, "_refresh_layout", count)
    return done


MAX_LAYOUTS = 80
"""More than any size needs: each scrollbar comes or goes once, and each text follows."""


def first_words(text: str) -> list[str]:
    return re.findall("[A-Za-z]{3,}", text)[:3]


async def narrow(pilot: Pilot[None], monkeypatch: pytest.MonkeyPatch) -> None:
    """Show what is on the screen in windows of all small widths, then in a usual one again."""
    done = count_layouts(monkeypatch)
    for height in (10, 8, 3):
        for width in (80, *range(1, 7), 80, 6, 80, *range(26, 0, -1)):
            done[0] = 0
            await pilot.resize_terminal(width, height)
            await pilot.pause()
    done[0] = 0
    await pilot.resize_terminal(80, 24)
    await pilot.pause()


@pytest.mark.parametrize("name", SCREENS)
async def test_every_page_takes_any_width(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running_at(is_bare=True) as (app, pilot):
        app.push_screen(SCREENS[name]())
        await pilot.pause()
        await answered(pilot)
        head = first_words(text_of(app))
        await narrow(pilot, monkeypatch)
        assert first_words(text_of(app)) == head


@pytest.mark.parametrize("keys", ["", "a"])
async def test_the_result_takes_any_width(keys: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running_at(table_from("backgammon", WON, W)) as (app, pilot):
        await press(pilot, "2", "1", "enter", "enter", keys)
        await wait_for(pilot, lambda: "cost much" in text_of(app))
        head = first_words(text_of(app))
        await narrow(pilot, monkeypatch)
        assert first_words(text_of(app)) == head


@pytest.mark.parametrize("name", SCREENS)
async def test_no_page_acts_before_it_is_there(name: str) -> None:
    async with running_at(is_bare=True) as (app, pilot):
        app.push_screen(SCREENS[name]())
        screen = app.screen
        for bindings in list(screen._bindings.key_to_bindings.values()):
            for binding in bindings:
                assert not await app.run_action(binding.action, screen), binding
        await pilot.pause()
        assert app.screen is screen


async def test_a_list_without_any_width_can_be_walked() -> None:
    async with running_at(is_bare=True) as (app, pilot):
        app.push_screen(window_screen(effects.ChangeOptions(Settings())))
        await pilot.pause()
        app.screen.query_one(OptionList).styles.width = 0
        app.screen.query_one(OptionList).styles.min_width = 0
        await pilot.pause()
        await pilot.press("pagedown", "pageup", "end", "home", "down", "up")
