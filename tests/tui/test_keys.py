from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

import pytest
from textual import events
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Input

from backgammon_tui.engine import Position
from backgammon_tui.modes import effects
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.lesson import LessonMode
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.modes.replay import sample_replay
from backgammon_tui.modes.sandbox import SandboxMode
from backgammon_tui.settings import Settings
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.tui import app as tui_app
from backgammon_tui.tui.app import BackgammonApp, ReadingPause
from backgammon_tui.tui.board_screen import BoardScreen
from backgammon_tui.tui.dialogs.dialog import (
    Choose,
    Consent,
    Dialog,
    MessageBox,
    Options,
    TableRules,
)
from backgammon_tui.tui.screens.learn import LearnScreen
from backgammon_tui.tui.screens.records import MatchPage, PlayerPage, RecordsScreen
from backgammon_tui.tui.screens.rulebook import RulebookScreen
from tests.cli.program import keep, opened, transcript, won
from tests.engine.examples import rules_named
from tests.modes.examples import B, W, count_fifteen, new_table, table_from
from tests.tui.screen import (
    GamePilot,
    app_at,
    click,
    key_press,
    running,
    running_at,
    sandbox_screen,
)

SHUT_OUT = "W bar:1 13:14 / B 1:3 2:3 3:3 4:2 5:2 6:2"


class Clock:
    """A clock that a test sets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr(tui_app, "monotonic", lambda: self.now)
        monkeypatch.setattr(tui_app, "MOMENT", 0.25)


def test_held_key_counts_once_and_a_question_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, pause = Clock(monkeypatch), ReadingPause()
    counted = 0
    for _ in range(300):
        counted += not pause.drops_press()
        clock.now += 0.03
    assert counted == 1
    clock.now += 0.25
    assert not pause.drops_press()
    for later, is_dropped in ((0.24, True), (0.26, False)):
        pause = ReadingPause()
        pause.begin()
        clock.now += later
        assert pause.drops_press() is is_dropped


async def test_held_key_neither_answers_nor_closes_something_new(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The lost roll must be acknowledged before Black rolls."""
    clock = Clock(monkeypatch)

    async def hold_enter() -> None:
        for _ in range(40):
            await pilot.type("enter")
            clock.now += 0.03

    async with running_at(table_from("backgammon", SHUT_OUT, W)) as pilot:
        for key in "54":
            pilot.game_screen.handle(key)
        clock.now += 1
        await hold_enter()
        assert pilot.state.news
        assert "Pressed too soon: this has only just appeared. Press enter again." in pilot.text
        clock.now += 0.25
        assert "Pressed too soon" not in await pilot.after("enter")
        assert pilot.state.news is None
        assert pilot.state.game.actor is B
        pilot.app.open_window(effects.Message("This is new."))
        await pilot.pause()
        dialog = pilot.screen
        await hold_enter()
        assert pilot.screen is dialog
        clock.now += 0.25
        await pilot.type("enter")
        assert pilot.screen is not dialog


async def read(pilot: GamePilot, messages: Sequence[Message]) -> None:
    for message in messages:
        pilot.app.post_message(message)
    await pilot.pause()


def place_of(pilot: GamePilot, text: str) -> tuple[int, int]:
    """Return the column and row of a text on the screen."""
    for row, line in enumerate(pilot.lines):
        if text in line:
            return line.index(text) + 1, row
    raise AssertionError(text)


async def back_to_board(pilot: GamePilot) -> None:
    while not isinstance(pilot.screen, BoardScreen):
        await read(pilot, [key_press("escape")])


async def test_late_keys_and_clicks_reach_no_other_screen() -> None:
    async with running_at(new_table(rules_named("russian"), 1)) as pilot:
        await read(pilot, [key_press("ctrl+p")])
        assert isinstance(pilot.screen, BoardScreen), "there is no command palette"
        for keys in (["enter", "enter"], ["escape"] * 3, ["escape", "?", "?"]):
            await pilot.push(MessageBox("The dice are fair."))
            await read(pilot, [key_press(name) for name in keys])
            assert pilot.app.is_running
            assert not any(isinstance(screen, MessageBox) for screen in pilot.app.screen_stack)
            await back_to_board(pilot)
        for entry in ("Rulebook", "Options"):
            await read(pilot, [key_press("escape")])
            assert isinstance(pilot.screen, Choose)
            x, y = place_of(pilot, entry)
            await read(pilot, [*click(x, y), *click(x, y)])
            below, top = pilot.app.screen_stack[-2:]
            assert isinstance(below, BoardScreen)
            assert not isinstance(top, BoardScreen)
            await back_to_board(pilot)
        answers: list[bool | None] = []
        pilot.app.push_screen(question := Consent("Delete it?"), answers.append)
        await pilot.push(MessageBox("The dice are fair."))
        question.dismiss(True)  # Another screen covers it.
        await pilot.pause()
        x, y = place_of(pilot, "The dice are fair.")
        await read(pilot, [*click(x, y), *click(x, y)])
        assert pilot.app.screen_stack[-1] is question
        assert answers == []


async def test_double_click_chooses_the_highlighted_roll_once() -> None:
    async with running_at(is_bare=True) as pilot:
        await pilot.push(sandbox_screen("french"))
        await read(pilot, [key_press("g")])
        assert isinstance(pilot.screen, Dialog)
        x, y = place_of(pilot, "[")
        await read(pilot, [*click(x, y), *click(x, y), *click(x, y)])
        assert isinstance(pilot.screen, BoardScreen)


async def test_every_screen_closes_only_itself() -> None:
    """Textual closes the topmost screen; `TopmostScreen` closes itself or nothing."""
    from backgammon_tui.tui.app import TopmostScreen

    def all_kinds(kind: type[Any]) -> set[type[Any]]:
        return {kind}.union(*map(all_kinds, kind.__subclasses__()))

    own = {kind for kind in all_kinds(Screen) if kind.__module__.startswith("backgammon_tui.")}
    assert len(own) > 10
    assert all(issubclass(kind, TopmostScreen) for kind in own)


async def test_letters_work_with_caps_lock() -> None:
    async with running_at() as pilot:
        await pilot.type("L")
        await pilot.wait_for(lambda: isinstance(pilot.screen, LearnScreen))
        await pilot.type("V")
        await pilot.wait_for(lambda: isinstance(pilot.screen, RulebookScreen))
        await pilot.type("escape", "escape", "tab", "L")
        field = pilot.screen.query_one("#white", Input)
        assert field.has_focus
        assert field.value == "L"


# ---- random keys

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


CHOICES = ("enter", "space", "Y", "l", "slash", "o")
TURNS = ("left", "right", "tab", "shift+tab", "up", "down", "end", "escape", "enter", "q", "Q")


def random_input(app: BackgammonApp, chance: random.Random) -> Iterator[Message]:
    """Return the input of one read from the terminal, often several keys or clicks."""
    if chance.random() < 0.1:  # A choice, followed at once by a key that changes the page.
        yield from map(key_press, (chance.choice(CHOICES), chance.choice(TURNS)))
        return
    for _ in range(chance.choice((1, 1, 2, 3, 6))):
        width, height = app.size
        x, y = chance.randrange(width), chance.randrange(height)
        number = chance.random()
        if number < 0.62:
            name = chance.choice(KEYS)
            yield from [key_press(name) for _ in range(chance.choice((1, 1, 1, 2, 4)))]
        elif number < 0.80:
            yield from click(x, y)
        elif number < 0.88:
            yield from (*click(x, y), *click(x, y))
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
        messages = list(random_input(app, chance))
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
    "quiz": lambda kept: BoardScreen(
        *LessonMode.quiz((rules_named("falood"),), kept, random.Random(1))
    ),
    "sandbox": lambda kept: BoardScreen(SandboxMode.begin(rules_named("russian"), kept.settings)),
    "traps": lambda kept: BoardScreen(
        SandboxMode.begin(rules_named("never-finishing"), kept.settings)
    ),
    "replay": lambda kept: BoardScreen(sample_replay(kept.settings)),
    "learn": lambda kept: LearnScreen("russian"),
    "records": lambda kept: RecordsScreen(),
    "player": lambda kept: PlayerPage("Anna"),
    "match page": lambda kept: MatchPage(2),
    "options": lambda kept: Options(Settings()),
    "house rules": lambda kept: TableRules(rules_named("falood")),
    "rulebook": lambda kept: RulebookScreen(rules_named("french")),
}
PLACES = ["first", *MATCHES, *LESSONS, *SCREENS]
SEED = int(os.environ.get("MASH_SEED", "100"))
"""The first seed of the long run; another one tries other inputs."""


def agree(app: BackgammonApp) -> None:
    """Assert that each record replays to its board, and that no checker is lost."""
    for screen in app.screen_stack:
        mode = screen.mode if isinstance(screen, BoardScreen) else None
        if isinstance(mode, PlayMode):
            game = mode.state.game
            assert mode.table.record.games[-1].play(game.rules) == game
            assert count_fifteen(mode.state)
        elif isinstance(mode, LessonMode):
            assert mode.state.game == mode.run.game
        elif isinstance(mode, SandboxMode):
            position = mode.game.position
            assert Position.parse(str(position)) == position


async def mash_at(place: str, seed: int, inputs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Send random input to a screen and those it opens."""
    for name in ("exit", "action_suspend_process"):
        monkeypatch.setattr(BackgammonApp, name, lambda *_, **__: None)
    keep(
        transcript(won(), white="Anna", black="Dora", length="1", date="2026-03-03"),
        transcript(won(), opened(2), white="Carla", length="3", date="2026-03-02"),
        transcript(won(), ruleset="french", white="Emil", date="2026-03-01"),
    )
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


SHORT = ["first", "russian", "never-finishing", "russian/12", "french/8", *SCREENS]


@pytest.mark.parametrize(
    ("seed", "place", "inputs"),
    [(seed, place, 40) for seed, place in enumerate(SHORT)]
    + [
        pytest.param(seed, place, 1200, marks=pytest.mark.long)
        for seed, place in product(range(SEED, SEED + 3), PLACES)
    ],
)
async def test_random_keys_break_nothing(
    place: str, seed: int, inputs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    await mash_at(place, seed, inputs, monkeypatch)
