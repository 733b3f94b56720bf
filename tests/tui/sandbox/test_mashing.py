"""All keys, clicks and sizes at random in the sandbox and in the quiz: nothing breaks."""

from __future__ import annotations

import random

import pytest
from textual import events

from backgammon_tui.engine import Position
from backgammon_tui.modes.sandbox.mode import SandboxMode
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.tui import boards
from backgammon_tui.tui.board_screen import BoardScreen
from tests.engine.examples import rules_named
from tests.tui.sandbox.boxes import sandbox
from tests.tui.screen import app_at, press, running
from tests.tui.test_mash import mash

KEYS = [*"thfvzaxpregcsm", *"+-uU12345", "enter", "tab", "down"]


def screen_for(name: str) -> BoardScreen:
    if name == "quiz":
        return boards.quiz_board(rules_named("falood"), Storage(), random.Random(1))
    return boards.sandbox_board(rules_named(name), Storage())


async def mash_on(name: str, seed: int, count: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """Mash; how often the screen had to be opened."""
    chance, app, opened = random.Random(seed), app_at(is_bare=True), 0
    monkeypatch.setattr(app, "exit", lambda *_, **__: None)
    async with running(app) as pilot:
        for _ in range(count):
            found = [s for s in app.screen_stack if isinstance(s, BoardScreen)]
            if not found:
                app.push_screen(screen_for(name))
                await pilot.pause()
                opened += 1
            elif isinstance(found[0].mode, SandboxMode):
                position = found[0].mode.state.game.position
                assert Position.parse(str(position)) == position
            if chance.random() < 0.5:
                key = chance.choice(KEYS)
                app.post_message(events.Key(key, key if len(key) == 1 else None))
            await mash(pilot, chance)
    return opened


@pytest.mark.parametrize(("name", "seed"), [("never-finishing", 1), ("quiz", 2)])
async def test_mashing_breaks_nothing(
    name: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await mash_on(name, seed, 120, monkeypatch) >= 1


@pytest.mark.long
@pytest.mark.parametrize("name", ["russian", "falood", "never-finishing", "backgammon", "quiz"])
async def test_mashing_for_longer_breaks_nothing(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await mash_on(name, 7, 2000, monkeypatch) >= 1


@pytest.mark.parametrize("key", ["l", "r", "g"])
async def test_a_dialog_lives_through_the_narrowest_terminal(key: str) -> None:
    async with sandbox("russian") as box:
        await press(box.pilot, key)
        for width in (6, 1, 80):
            await box.pilot.resize_terminal(width, 5)
            await box.pilot.pause()
        assert box.pilot.app.is_running
