"""Dialogs of the sandbox in the narrowest of terminals."""

from __future__ import annotations

import pytest

from tests.tui.sandbox.boxes import sandbox
from tests.tui.screen import press


@pytest.mark.parametrize("key", ["l", "r", "g"])
async def test_a_dialog_lives_through_the_narrowest_terminal(key: str) -> None:
    async with sandbox("russian") as box:
        await press(box.pilot, key)
        for width in (6, 1, 80):
            await box.pilot.resize_terminal(width, 5)
            await box.pilot.pause()
        assert box.pilot.app.is_running
