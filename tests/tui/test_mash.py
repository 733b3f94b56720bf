from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from textual import events
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message
from textual.screen import Screen

from backgammon_tui.engine import Position
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.lesson import LessonMode
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.quiz import open_quiz
from backgammon_tui.modes.replay import sample_replay
from backgammon_tui.modes.sandbox import SandboxMode
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.tui.app import BackgammonApp
from backgammon_tui.tui.board_screen import BoardScreen
from backgammon_tui.tui.screens.learn import LearnScreen
from backgammon_tui.tui.screens.records import RecordsScreen
from backgammon_tui.tui.screens.rulebook import RulebookScreen
from tests.engine.examples import rules_named
from tests.modes.examples import count_fifteen, new_table
from tests.tui.screen import GamePilot, app_at, click_events, key_event, running

KEYS = [
    *(key.value for key in Key),
    *"0123456789hbofu*^()krynwatc?UDxz,.-=gvsmpe+lrifjACEFGLMPSTVWXYZ#",
    *("space", "enter", "escape", "down", "up", "tab", "slash", "shift+tab", "f1", "delete"),
    *("ctrl+p", "ctrl+a", "ctrl+u", "ctrl+v", "ctrl+x", "insert", "alt+enter", "question_mark"),
]
"""Keys other than those that leave the program."""


SIZES = [(80, 24), (57, 19), (10, 5), (79, 20), (100, 30), (120, 36), (200, 60)]

PASTES = ["13/7 8/7", "Anna", "\x1b[31m", "W 24:2 hand:13 / B hand:15; W to move", "x" * 3000, "\n"]


def wheel(chance: random.Random, x: int, y: int) -> Message:
    kind = chance.choice((events.MouseScrollDown, events.MouseScrollUp))
    return kind(None, x, y, 0, 0, 0, False, False, False, x, y)


def resize(app: BackgammonApp, size: tuple[int, int]) -> Message:
    driver: Driver | None = app._driver
    assert driver
    driver._size = size
    return events.Resize(Size(*size), Size(*size))


def read(app: BackgammonApp, chance: random.Random) -> Iterator[Message]:
    """Return the input of one read from the terminal, sometimes several keys or clicks."""
    for _ in range(chance.choice((1, 1, 2, 3, 6))):
        width, height = app.size
        x, y = chance.randrange(width), chance.randrange(height)
        number = chance.random()
        if number < 0.62:
            key = chance.choice(KEYS)
            yield from [key_event(key) for _ in range(chance.choice((1, 1, 1, 2, 4)))]
        elif number < 0.80:
            yield from click_events(x, y)
        elif number < 0.88:
            yield from (*click_events(x, y), *click_events(x, y))
        elif number < 0.93:
            yield wheel(chance, x, y)
        elif number < 0.95:
            yield events.MouseMove(None, x, y, 0, 0, 0, False, False, False, x, y)
        elif number < 0.97:
            yield events.Paste(chance.choice(PASTES))
        else:
            yield resize(app, chance.choice(SIZES))


async def mash(
    pilot: GamePilot,
    chance: random.Random,
    inputs: int,
    reopen: Callable[[], Screen[Any]] | None = None,
    check: Callable[[], None] = lambda: None,
) -> None:
    """Send this many random inputs; reopen the screen whenever it is left."""
    app = pilot.app
    assert isinstance(app, BackgammonApp)
    done = 0
    trail: list[Sequence[str]] = []
    while done < inputs:
        if reopen and len(app.screen_stack) == 1:
            app.push_screen(reopen())
            await pilot.pause()
        messages = list(read(app, chance))
        trail.append([repr(message) for message in messages])
        for message in messages:
            app.post_message(message)
        done += len(messages)
        # The next read may come before everything has been done.
        await (pilot.pause(0) if chance.random() < 0.8 else asyncio.sleep(0))
        if app._exception:
            print("\n".join(map(str, trail[-6:])))
            raise app._exception
        assert app.is_running
        check()
    await pilot.pause()


TERMINALS = [(80, 24), (57, 19), (120, 36)]

MATCHES = ["russian", "falood", "french", "never-finishing", "backgammon"]
LESSONS = ["russian/1", "russian/12", "french/8", "falood/4", "never-finishing/2"]
SCREENS: dict[str, Callable[[Storage], Screen[Any]]] = {
    "quiz": lambda kept: BoardScreen(*open_quiz((rules_named("falood"),), kept, random.Random(1))),
    "sandbox": lambda kept: BoardScreen(SandboxMode.begin(rules_named("russian"), kept.settings)),
    "traps": lambda kept: BoardScreen(
        SandboxMode.begin(rules_named("never-finishing"), kept.settings)
    ),
    "replay": lambda kept: BoardScreen(sample_replay(kept.settings)),
    "learn": lambda kept: LearnScreen("russian"),
    "records": lambda kept: RecordsScreen(),
    "rulebook": lambda kept: RulebookScreen(rules_named("french")),
}
PLACES = ["first", *MATCHES, *LESSONS, *SCREENS]


def agree(app: BackgammonApp) -> None:
    """Assert that each record replays to its board, and that no checker is lost."""
    for screen in app.screen_stack:
        mode = screen.mode if isinstance(screen, BoardScreen) else None
        if isinstance(mode, PlayMode):
            game = mode.state.game
            assert mode.table.record.games[-1].play(game.rules) == game
            assert count_fifteen(mode.state)
        elif isinstance(mode, LessonMode):
            assert mode.board.game == mode.run.game
        elif isinstance(mode, SandboxMode):
            position = mode.game.position
            assert Position.parse(str(position)) == position


async def mash_at(place: str, seed: int, inputs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Send random input to a screen and those it opens."""
    for name in ("exit", "action_suspend_process"):
        monkeypatch.setattr(BackgammonApp, name, lambda *_, **__: None)
    reopen = None
    if place in MATCHES:
        app = app_at(new_table(rules_named(place), seed))
    elif place in LESSONS:
        app = app_at(lesson=place)
    else:
        app = app_at(is_bare=place != "first")
    if place in SCREENS:

        def reopen() -> Screen[Any]:
            return SCREENS[place](app.storage)

    async with running(app, TERMINALS[seed % 3]) as pilot:
        await mash(pilot, random.Random(seed), inputs, reopen, lambda: agree(app))
        agree(app)


@pytest.mark.parametrize(
    ("seed", "place"),
    [*enumerate(["first", "russian", "never-finishing", "russian/12", "french/8", *SCREENS])],
)
async def test_random_keys_break_nothing(
    place: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    await mash_at(place, seed, 40, monkeypatch)


@pytest.mark.long
@pytest.mark.parametrize("seed", [100, 101, 102])
@pytest.mark.parametrize("place", PLACES)
async def test_long_random_keys_break_nothing(
    place: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    await mash_at(place, seed, 1200, monkeypatch)
