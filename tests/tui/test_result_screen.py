"""The page at the end of a game."""

from __future__ import annotations

from backgammon_tui.tui.dialogs.result import ResultScreen
from tests.engine.examples import W
from tests.modes.examples import table_from
from tests.tui.screen import app_at, running, text_of, wait_for

LAST = "W 1:1 off:14 / B 2:6 1:3 off:6"


async def test_any_key_ends_the_animation_and_the_space_that_does_so_accepts_nothing() -> None:
    app = app_at(table_from("backgammon", LAST, W))
    async with running(app, (100, 30)) as pilot:
        await pilot.press("2", "1", "enter")
        await pilot.pause(0.3)
        await pilot.press("enter")
        await wait_for(pilot, lambda: isinstance(app.screen, ResultScreen))
        assert "●" * 15 not in text_of(app)
        await pilot.press("space")
        assert f"{'●' * 15} 15 off" in text_of(app)
        assert "accept the result" in text_of(app)
