"""Four quarters become one character in two colours, without regard to left and right."""

from itertools import product

import pytest

from backgammon_tui.engine import Side
from backgammon_tui.modes.board import CheckerState, PlaceView, PointPlace
from backgammon_tui.tui.board.canvas import QUADRANTS, Canvas, Cell, fit
from backgammon_tui.tui.board.geometry import lay_out
from backgammon_tui.tui.board.places import draw_point
from backgammon_tui.tui.board.rendering import Palette, RenderContext, RenderOptions
from backgammon_tui.tui.themes import CONTRAST, LAMPLIGHT, ColorDepth, themes_for

FELT, IVORY, TAN, EBONY = 0x14352B, 0xEFE2C6, 0xA8743F, 0x241B18
COLORS = (FELT, IVORY, TAN, EBONY)


def quarters(cell: Cell) -> tuple[int, ...]:
    mask = QUADRANTS.index(cell.character)
    return tuple(cell.ink if mask >> bit & 1 else cell.ground for bit in range(4))


@pytest.mark.parametrize("blends", [True, False])
def test_two_colours_are_shown_as_they_are(blends: bool) -> None:
    for cell in product((FELT, IVORY), repeat=4):
        assert quarters(fit(*cell, blends)) == cell


@pytest.mark.parametrize("blends", [True, False])
def test_a_mirrored_cell_is_fitted_mirrored(blends: bool) -> None:
    for a, b, c, d in product(COLORS, repeat=4):
        left, right, lower_left, lower_right = quarters(fit(a, b, c, d, blends))
        assert quarters(fit(b, a, d, c, blends)) == (right, left, lower_right, lower_left)


def test_the_head_of_a_cell_is_its_ground() -> None:
    """A terminal that draws blocks a pixel too low then shows nothing above them."""
    assert fit(IVORY, IVORY, FELT, FELT) == Cell("▄", FELT, IVORY)
    assert fit(FELT, FELT, IVORY, IVORY) == Cell("▄", IVORY, FELT)
    assert fit(FELT, FELT, FELT, IVORY) == Cell("▗", IVORY, FELT)
    for a, b, c in product(COLORS, repeat=3):
        assert fit(a, a, b, c).ground == a or fit(a, a, b, c).character in "▌▐"


def test_an_edge_that_begins_in_a_row_has_the_ground_of_what_is_above() -> None:
    """Seen above the ink, the ground then only prolongs what ends there."""
    for above, ground in ((IVORY, IVORY), (FELT, FELT)):
        canvas = Canvas(2, 2, above, blends=True, blocks=True)
        canvas.paint(0, 2, 4, 2, FELT)
        canvas.paint(1, 2, 2, 2, IVORY)
        [row] = canvas.cells([1])
        assert [cell.ground for cell in row] == [ground, ground]
        assert [quarters(cell)[:2] for cell in row] == [
            (FELT, IVORY),
            (IVORY, FELT),
        ]


def test_where_colours_may_not_be_mixed_each_is_one_of_the_four() -> None:
    for cell in product(COLORS, repeat=4):
        assert set(quarters(fit(*cell, False))) <= set(cell)


@pytest.mark.parametrize("depth", [ColorDepth.CUBE, ColorDepth.ANSI])
@pytest.mark.parametrize("name", [LAMPLIGHT.name, CONTRAST.name])
@pytest.mark.parametrize("origin", [None, CheckerState.MOVABLE, CheckerState.PICKED])
@pytest.mark.parametrize("room", [(57, 22), (72, 28), (88, 34), (120, 46)])
def test_checkers_are_the_same_on_both_sides(
    room: tuple[int, int], origin: CheckerState | None, name: str, depth: ColorDepth
) -> None:
    """In flat colours nothing is lit from the left, so a checker is its own mirror image."""
    theme = next(theme for theme in themes_for(depth) if theme.name == name)
    layout = lay_out(*room)
    assert layout
    context = RenderContext(layout, RenderOptions(blends=False), Palette(theme.variables))
    size = layout.cut.checker
    for side, slot in product(Side, (24, 23, 2, 1)):
        view = PlaceView("", side=side, count=3, last_in=1, ghost_out=1, origin=origin)
        for row in draw_point(view, PointPlace(slot), context).pixels:
            checkers = row[2 * layout.lead(slot) :][: 2 * size]
            assert checkers == checkers[::-1]
