"""Each key that the page of keys names has an effect on its screen, or states why not."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator

import pytest

from backgammon_tui.modes.inputs import KEYS, Key
from backgammon_tui.modes.lesson import LessonMode
from backgammon_tui.modes.mode import Mode
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.modes.replay import sample_replay
from backgammon_tui.modes.sandbox import SandboxMode
from backgammon_tui.settings import Forced, Settings
from backgammon_tui.teach.lessons.courses import find_lesson
from backgammon_tui.tui.dialogs.pages import KeysAndRules
from backgammon_tui.tui.screens.learn import LearnScreen
from backgammon_tui.tui.screens.records import RecordsScreen
from backgammon_tui.tui.screens.rulebook import RulebookScreen
from tests.engine.examples import NAMES, W, rules_named
from tests.modes.examples import table_from
from tests.tui.screen import GamePilot, app_at, running

LINE = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"
SETTINGS = Settings(forced=Forced.STEP)


def match(name: str) -> PlayMode:
    line = "W hand:9 24:6 / B hand:15" if name not in ("backgammon", "never-finishing") else LINE
    table = table_from(name, line, W).roll((3, 1))
    return PlayMode(PlayState.open(table.apply(table.game.moves[0]), SETTINGS))


def modes() -> Iterator[Mode]:
    yield from (match(name) for name in NAMES)
    lesson = find_lesson("russian/1")
    assert lesson
    assert not isinstance(lesson, str)
    begun = LessonMode.begin(lesson, SETTINGS)
    while not begun.run.is_asked:
        begun, _ = begun.handle(Key.ENTER)
    yield begun
    yield SandboxMode.begin(rules_named("russian"), SETTINGS)
    yield sample_replay(SETTINGS)


def pressed(key: str) -> list[Key | str]:
    """Return the presses that an entry of the page names; none if it is only a note."""
    names = {"esc": Key.ESCAPE, **KEYS}
    words = key.split(" ")
    if key in ("up down", "left right"):
        words = words[:1]
    is_key = [word in names or len(word) == 1 for word in words]
    return [names.get(word, word) for word in words] if all(is_key) else []


@pytest.mark.parametrize("mode", [*modes()], ids=lambda mode: type(mode).__name__)
def test_listed_key_of_a_board_does_something(mode: Mode) -> None:
    keys = [key for key, _ in mode.list_keys() if pressed(key) and "↻" not in key]
    assert len(keys) > 7
    for key in keys:
        *_, last = pressed(key)
        if key.startswith("esc "):  # The command is only in the menu.
            assert last in {command.menu_key for command in mode.commands}
            command = next(c for c in mode.commands if c.menu_key == last)
            step = mode.do(command)
        else:
            step = mode.handle(last)
        is_note = key == "c" or (" " in key and not key.startswith("esc "))
        assert is_note or step != (mode, ()), key


Opener = Callable[[GamePilot], Awaitable[None]]


async def first_screen(pilot: GamePilot) -> None:
    await pilot.pause()


async def learn(pilot: GamePilot) -> None:
    await pilot.push(LearnScreen("russian"))


async def records(pilot: GamePilot) -> None:
    await pilot.push(RecordsScreen())
    await pilot.answered()


async def rulebook(pilot: GamePilot) -> None:
    await pilot.push(RulebookScreen(rules_named("russian")))


@pytest.mark.parametrize("opener", [first_screen, learn, records, rulebook])
async def test_listed_key_of_a_screen_does_something(opener: Opener) -> None:
    async with running(app_at()) as pilot:
        await opener(pilot)
        await pilot.type("?")
        page = pilot.screen
        assert isinstance(page, KeysAndRules)
        names = [key for key, _ in page._keys]
        await pilot.type("escape")
    keys = [key for key in names if len(key) == 1]
    assert keys
    for key in keys:
        app = app_at()
        async with running(app) as pilot:
            await opener(pilot)
            before, screen = pilot.text, pilot.screen
            await pilot.type(key)
            await pilot.pause()
            has_left = app._exit or pilot.screen is not screen
            assert has_left or pilot.text != before, key
