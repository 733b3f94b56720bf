"""ASCII as an option, next to automatic, text and graphics."""

from __future__ import annotations

import pytest
from rich.segment import Segment
from textual.color import Color

from backgammon_tui.modes.text import ASCII, Glyphs
from backgammon_tui.settings import BoardStyle, Forced, Settings
from backgammon_tui.tui.terminal_output import OnlyVisible
from tests.modes.examples import W, table_from
from tests.tui.screen import running_at

LINE = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"


async def test_ascii_is_chosen_in_options_and_drawn_at_once() -> None:
    settings = Settings(forced=Forced.STEP, board=BoardStyle.GRAPHICS)
    async with running_at(table_from("backgammon", LINE, W), settings=settings) as pilot:
        assert not pilot.text.isascii()
        await pilot.type("p")
        await pilot.choose("Board: graphics")
        pilot.expect("Board: ascii")
        await pilot.type("escape")
        await pilot.pause()
        assert {c for c in pilot.text if not c.isascii()} == set()
        await pilot.type("p")
        await pilot.choose("Board: ascii")
        await pilot.type("escape")
        await pilot.pause()
        assert not pilot.text.isascii()


@pytest.mark.parametrize("name", ["white", "black", "refused", "dot", "here", "left", "again"])
def test_sign_in_a_sentence_equals_the_drawn_sign(name: str) -> None:
    sentence = [Segment(getattr(Glyphs(), name))]
    (written,) = OnlyVisible(is_ascii=True).apply(sentence, Color(0, 0, 0))
    assert written.text == getattr(ASCII, name)
