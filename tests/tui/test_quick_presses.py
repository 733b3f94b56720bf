"""Presses that arrive together: a key or click chooses from the screen that was visible."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from difflib import ndiff
from typing import Any, Final

import pytest
from textual import events
from textual.screen import Screen

from backgammon_tui.engine import RULESETS
from backgammon_tui.match.record import DiceKind
from backgammon_tui.modes.effects import Menu
from backgammon_tui.modes.replay import sample_replay
from backgammon_tui.settings import Settings
from backgammon_tui.tui.board_screen import BoardScreen
from backgammon_tui.tui.dialogs.dialog import ChooseRuleset, Options, TableRules
from backgammon_tui.tui.program import window_screen
from backgammon_tui.tui.screens.learn import LearnScreen
from backgammon_tui.tui.screens.records import MatchPage, PlayerPage, RecordsScreen
from backgammon_tui.tui.screens.rulebook import RulebookScreen
from backgammon_tui.tui.screens.start import StartScreen
from tests.cli.program import keep, opened, transcript, won
from tests.modes.examples import W, table_from
from tests.tui.screen import GamePilot, click, key_press, running_at, sandbox_screen

RUSSIAN: Final = RULESETS["russian"]
PRESENT: Final = "W 24:5 20:5 19:5 / B hand:15"


class Page:
    """A page with a list, reached by opening a screen and pressing keys."""

    def __init__(self, make: Callable[[], Screen[Any]], *keys: str, row: int = 9) -> None:
        """Take the row of the screen that is clicked."""
        self.make = make
        self.keys = keys
        self.row = row

    def presses(self, act: str) -> list[events.InputEvent]:
        if "click" in act:
            return [press for _ in range(1 + ("double" in act)) for press in click(30, self.row)]
        return [key_press(act)]


def match_menu() -> Screen[Any]:
    lines = (("u", "undo the move"), ("r", "resign"), ("", "Options"))
    return window_screen(Menu("Menu", lines, 0, 1))


PAGES: dict[str, Page] = {
    "matches": Page(RecordsScreen, "down", row=5),
    "games": Page(RecordsScreen, "right", "down", row=5),
    "players": Page(RecordsScreen, "left", "down", row=5),
    "match": Page(lambda: MatchPage(2), row=14),
    "player": Page(lambda: PlayerPage("Anna"), "slash"),
    "learn": Page(lambda: LearnScreen("french")),
    "rulebook": Page(lambda: RulebookScreen(RUSSIAN), "tab", "down", "down"),
    "options": Page(lambda: Options(Settings())),
    "themes": Page(lambda: Options(Settings()), "end", "enter", row=11),
    "house rules": Page(lambda: TableRules(RUSSIAN)),
    "games to play": Page(lambda: ChooseRuleset(RUSSIAN)),
    "menu": Page(match_menu, row=11),
    "menu of sandbox": Page(lambda: sandbox_screen("french"), "M", row=9),
    "menu of replay": Page(lambda: BoardScreen(sample_replay(Settings())), "M", row=11),
    "first": Page(
        lambda: StartScreen(table_from("russian", PRESENT, W).record, DiceKind.FAIR),
        "down",
        "down",
        row=11,
    ),
}
ACTS: Final = ("enter", "space", "click", "double click")
TURNS: Final = (
    *("left", "right", "tab", "shift+tab", "up", "down", "home", "end", "pageup", "pagedown"),
    *("escape", "enter", "slash", "Y", "l", "v", "i", "q"),
)


async def open_page(pilot: GamePilot, page: Page) -> None:
    """Leave the screens of the last page, and open this one."""
    while len(pilot.app.screen_stack) > 1:
        pilot.app.pop_screen()
    pilot.app.close_session()
    pilot.app.theme = "lamplight"
    pilot.app.drafts.clear()
    await pilot.pause()
    await pilot.push(page.make())
    await pilot.answered()
    await pilot.type(*page.keys)


async def seen_after(
    pilot: GamePilot, page: Page, *reads: Sequence[str], pause: bool = True
) -> list[str]:
    """Return the open screens and the text after each read has been sent to the page."""
    await open_page(pilot, page)
    for acts in reads:
        for message in (message for act in acts for message in page.presses(act)):
            pilot.app.post_message(message)
        await (pilot.pause() if pause else asyncio.sleep(0))
        if pause:
            await pilot.answered()
    await pilot.pause()
    await pilot.answered()
    screens = [type(screen).__name__ for screen in pilot.app.screen_stack]
    return [*screens, *(re.sub(r"\d\d:\d\d", "", line) for line in pilot.lines)]


async def check_page(page: Page, acts: Sequence[str], turns: Sequence[str]) -> None:
    """Assert that two quick presses have the same effect as slow ones, or only the first acts."""
    keep(
        transcript(won(), white="Anna", black="Dora", length="1", date="2026-03-03"),
        transcript(won(), opened(2), white="Carla", length="3", date="2026-03-02"),
        transcript(won(), ruleset="french", white="Emil", date="2026-03-01"),
    )
    async with running_at(is_bare=True, size=(79, 24)) as pilot:
        for act in acts:
            alone = await seen_after(pilot, page, [act])
            for turn in turns:
                slow = await seen_after(pilot, page, [act], [turn])
                for reads in ([[act, turn]], [[act], [turn]]):
                    seen = await seen_after(pilot, page, *reads, pause=False)
                    assert seen in (alone, slow), _difference(act, turn, alone, slow, seen)


@pytest.mark.parametrize("name", PAGES)
async def test_choice_is_the_line_shown_when_it_was_made(name: str) -> None:
    await check_page(PAGES[name], ("enter", "double click"), ("left", "right", "escape"))


@pytest.mark.long
@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("name", PAGES)
async def test_every_choice_and_every_key_after_it(name: str, act: str) -> None:
    await check_page(PAGES[name], (act,), TURNS)


def _difference(act: str, turn: str, *texts: Sequence[str]) -> str:
    """Return how the last text differs from the others."""
    *others, seen = texts
    lines = [
        line
        for other in others
        for line in ("====", *ndiff(other, seen, charjunk=None))
        if line[0] in "+-="
    ]
    return "\n".join([f"{act} {turn}", *lines])
