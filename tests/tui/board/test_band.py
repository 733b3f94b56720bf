"""Dice are square, whole and seen on the felt, in every theme and at every size."""

from itertools import product

import pytest
from textual.theme import Theme

from backgammon_tui.engine import Side
from backgammon_tui.modes.board import DiceView
from backgammon_tui.tui.board.band import BandView, draw_band
from backgammon_tui.tui.board.canvas import Canvas
from backgammon_tui.tui.board.geometry import lay_out
from backgammon_tui.tui.board.rendering import ColorRole, Palette, RenderContext, RenderOptions
from backgammon_tui.tui.themes import THEMES
from tests.tui.color_sight import contrast

ROOMS = [(57, 19), (57, 22), (88, 34), (150, 56), (200, 70)]


def drawn(room: tuple[int, int], theme: Theme, side: Side, number: int) -> tuple[Canvas, int]:
    """One die in its half of the band, and the colour of the felt."""
    layout = lay_out(*room)
    assert layout
    palette = Palette(theme.variables)
    context = RenderContext(layout, RenderOptions(blends=palette.blends), palette)
    band = BandView(DiceView((number,), side))
    canvas = draw_band(band, context)
    half = 2 * layout.cut.half_width
    is_right = layout.is_right(side)
    canvas.pixels = [row[-half:] if is_right else row[:half] for row in canvas.pixels]
    return canvas, palette[ColorRole.FELT]


def outline(canvas: Canvas, felt: int) -> list[int]:
    """The first colour that is not felt from each end of each line and column."""
    lines = [*canvas.pixels, *map(list, zip(*canvas.pixels, strict=True))]
    ends = []
    for line in lines:
        inked = [color for color in line if color != felt]
        ends += [inked[0], inked[-1]] if inked else []
    return ends


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
@pytest.mark.parametrize("room", ROOMS)
def test_a_die_is_seen_on_the_felt_from_all_sides(room: tuple[int, int], theme: Theme) -> None:
    for side, number in product(Side, range(1, 7)):
        canvas, felt = drawn(room, theme, side, number)
        ends = outline(canvas, felt)
        faint = [color for color in ends if contrast(color, felt) < 3.0]
        # Soft corners are paler.
        assert len(faint) <= len(ends) // 5


@pytest.mark.parametrize("room", ROOMS[2:])
def test_a_die_with_room_is_square_and_has_its_number_of_spots(room: tuple[int, int]) -> None:
    for side, number in product(Side, range(1, 7)):
        canvas, felt = drawn(room, THEMES[0], side, number)
        rows = [row for row in canvas.pixels if {*row} != {felt}]
        columns = [line for line in zip(*canvas.pixels, strict=True) if {*line} != {felt}]
        assert 2 * len(rows) == len(columns)
        assert not canvas.letters
        body = [[color for color in row if color != felt] for row in rows]
        assert body[1:-1] == [row[::-1] for row in body[1:-1]] or number in (2, 3)


def test_without_room_for_an_edge_flat_colours_show_the_number() -> None:
    contrast_theme = THEMES[-1]
    canvas, _ = drawn((57, 22), contrast_theme, Side.BLACK, 5)
    assert [letter[0] for letter in canvas.letters.values()] == ["5"]
    canvas, _ = drawn((57, 22), THEMES[0], Side.BLACK, 5)
    assert [letter[0] for letter in canvas.letters.values()] == ["●"] * 5
