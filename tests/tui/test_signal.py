"""What draws attention to a hit or a lost turn, where the players want it."""

from __future__ import annotations

import pytest

from backgammon_tui.modes.effects import Do
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.play.mode import PlayMode
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.settings import Settings, Signal
from tests.modes.examples import W, do, table_from
from tests.tui.screen import app_at, game_screen, press, running

BLOT = "W 24:15 / B 20:1 hand:14"
SHUT_OUT = "W bar:1 6:14 / B 6:2 5:2 4:2 3:2 2:2 1:2 13:3"


def effects_of_enter(ruleset: str, line: str, *before: str) -> tuple[object, ...]:
    state = do(PlayState.open(table_from(ruleset, line, W), Settings()), *before)
    return PlayMode(state).handle(Key.ENTER)[1]


def test_a_hit_and_a_lost_turn_are_signalled_and_nothing_else() -> None:
    assert Do.SIGNAL in effects_of_enter("russian", BLOT, "43", "enter", "24/20")
    assert Do.SIGNAL in effects_of_enter("backgammon", SHUT_OUT, "31")
    assert Do.SIGNAL not in effects_of_enter("russian", BLOT, "43", "enter", "24/21")


@pytest.mark.parametrize(("signal", "bells"), [(Signal.NONE, 0), (Signal.BELL, 1)])
async def test_the_bell_rings_only_where_it_is_wanted(
    signal: Signal, bells: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = app_at(table_from("backgammon", SHUT_OUT, W))
    app.storage.settings = Settings(signal=signal)
    rung: list[None] = []
    monkeypatch.setattr(app, "bell", lambda: rung.append(None))
    async with running(app) as pilot:
        await press(pilot, "31", "enter")
        assert len(rung) == bells


async def test_a_flash_is_over_at_once() -> None:
    app = app_at(table_from("backgammon", SHUT_OUT, W))
    app.storage.settings = Settings(signal=Signal.FLASH)
    async with running(app) as pilot:
        await press(pilot, "31", "enter")
        await pilot.pause(0.3)
        assert not game_screen(app).has_class("-flash")
