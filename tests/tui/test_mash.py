"""All keys, clicks and sizes at random in the whole application: nothing breaks."""

from __future__ import annotations

import random

import pytest
from textual import events
from textual.pilot import Pilot

from backgammon_tui.modes.inputs import Key
from backgammon_tui.tui.app import BackgammonApp
from backgammon_tui.tui.board import Board
from tests.engine.examples import rules_named
from tests.tui.examples import count_fifteen, new_table
from tests.tui.screen import app_at, play_state_of, running, wait_for

KEYS = [
    *(key.value for key in Key),
    *"0123456789hbofu*^()krynwatc?UDxz,.-",
    "space",
    "enter",
    "down",
    "slash",
    "shift+tab",
    "f1",
    "delete",
]
"""Without the keys that leave: the palette and ctrl+q."""

SIZES = [(80, 24), (10, 5), (79, 20), (80, 21), (100, 30), (120, 36), (200, 60), (480, 154)]


async def mash(pilot: Pilot[None], chance: random.Random) -> None:
    """One event, whichever."""
    app = pilot.app
    given = chance.random()
    if given < 0.75:
        app.post_message(events.Key(key := chance.choice(KEYS), character_of(key)))
    elif given < 0.95:
        width, height = app.size
        where = chance.randrange(width), chance.randrange(height)
        await pilot.click(offset=where)
    elif given < 0.97:
        await pilot.hover(offset=(0, 0))
    else:
        await pilot.resize_terminal(*chance.choice(SIZES))
    await pilot.pause(0)
    assert app.is_running


def character_of(key: str) -> str | None:
    """What a key types."""
    return {"space": " ", "slash": "/"}.get(key, key if len(key) == 1 else None)


def agree(app: BackgammonApp) -> None:
    """The record still folds to what is on the board, and nobody lost a checker."""
    state = play_state_of(app)
    game_record = state.table.record.games[-1]
    assert game_record.play(state.game.rules) == state.game
    assert count_fifteen(state)


async def mash_on(name: str, seed: int, count: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """Mash; how many throws were made."""
    chance = random.Random(seed)
    app = app_at(new_table(rules_named(name), seed))
    monkeypatch.setattr(app, "exit", lambda *_, **__: None)
    throws = 0
    async with running(app) as pilot:
        for step in range(count):
            await mash(pilot, chance)
            throws = max(throws, play_state_of(app).table.throw_number)
            if step % 50 == 0:
                agree(app)
        agree(app)
    return throws


@pytest.mark.parametrize(("name", "seed"), [("russian", 1), ("never-finishing", 2)])
async def test_mashing_breaks_nothing(
    name: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await mash_on(name, seed, 90, monkeypatch) > 1


@pytest.mark.long
@pytest.mark.parametrize("name", ["russian", "falood", "french", "never-finishing", "backgammon"])
async def test_mashing_for_long_breaks_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert await mash_on(name, 7, 2000, monkeypatch) > 1


async def test_any_size_shows_the_game_or_says_what_it_needs() -> None:
    app = app_at(new_table(rules_named("russian"), 1))
    async with running(app) as pilot:
        board = app.screen.query_one(Board)
        for width, height in (*SIZES, (57, 19), (56, 19), (57, 18)):
            is_small = width < 57 or height < 19
            await pilot.resize_terminal(width, height)
            await wait_for(pilot, lambda: board.is_on_screen is not is_small)  # noqa: B023
            await pilot.press("space", "enter", "r")
            agree(app)
