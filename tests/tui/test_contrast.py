"""Every character is drawn in good contrast with its ground."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from rich.color import Color

from backgammon_tui.engine import Side
from backgammon_tui.modes.play.match import PlayMode
from backgammon_tui.tui.board_screen import BoardScreen
from backgammon_tui.tui.themes import ColorDepth, themes_for
from tests.modes.examples import seated
from tests.tui.screen import GamePilot, contrast, running_at

TEXT, MARKS = 4.5, 3.0
"""Minimum contrast of text, spots and signs of the sides, and of marks."""

MARKED = frozenset("*^()[]<>!=×✗✓▲▼∘↻")
SHAPES = frozenset("▀▄█▌▐▖▗▘▝▙▛▜▟▚▞▁▂▃▅▆▇▔▏▕░▒▓")
"""Pieces of pictures, whose colours are compared by use in `test_themes.py`."""

_MIDDLE = "W 24:2 19:3 15:6 12:1 6:3 / B 22:5 18:2 8:4 4:3 off:1"
_TRAPS = "W 24:6 22:2 11:2 9:1 7:1! 4:3 / B 18:1 17:1 20:2 13:3 16:1! 6:7"
STATES = [
    ("russian", _MIDDLE, Side.WHITE, ("44", "enter", "15/")),
    ("russian", _MIDDLE, Side.WHITE, ("63", "enter", "down", "enter")),
    ("russian", _MIDDLE, Side.BLACK, ("63", "enter", "8/5", "enter")),
    ("french", _MIDDLE, Side.BLACK, ("44", "enter", "down")),
    ("never-finishing", _TRAPS, Side.WHITE, ("21", "enter", "9/")),
    ("never-finishing", _TRAPS, Side.BLACK, ("21", "enter", "tab")),
    ("backgammon", "W bar:1 13:14 / B 1:2 2:2 3:2 4:2 5:2 6:5", Side.WHITE, ("63", "enter")),
]
"""Boards with lit, picked, blocked and trapped checkers, targets, and used dice of both sides."""


def drawn(pilot: GamePilot) -> Iterator[tuple[str, int, int]]:
    """Yield each character with its ink and its ground."""
    for row in pilot.segments:
        for segment in row:
            style = segment.style
            if style and style.color and style.bgcolor:
                for character in segment.text:
                    if character.strip() and character not in SHAPES:
                        yield character, number(style.color), number(style.bgcolor)


def number(color: Color) -> int:
    red, green, blue = color.get_truecolor()
    return red << 16 | green << 8 | blue


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize(
    ("depth", "size"),
    [*((depth, (80, 24)) for depth in ColorDepth), (ColorDepth.FULL, (120, 36))],
)
async def test_characters_stand_out_from_their_ground(
    depth: ColorDepth, size: tuple[int, int], ascii_only: bool
) -> None:
    async with running_at(is_bare=True, ascii_only=ascii_only, size=size) as pilot:
        for theme in themes_for(depth):
            named = replace(theme, name=f"{theme.name}-{depth.value}")
            pilot.app.register_theme(named)
            pilot.app.theme = named.name
            for name, line, side, keys in STATES:
                await pilot.push(BoardScreen(PlayMode(seated(name, line, side, *keys))))
                faint = {
                    (character, f"{ink:06x} on {ground:06x}")
                    for character, ink, ground in drawn(pilot)
                    if contrast(ink, ground) < (MARKS if character in MARKED else TEXT)
                }
                assert not faint, (theme.name, name, keys)
                pilot.app.pop_screen()
                await pilot.pause()
