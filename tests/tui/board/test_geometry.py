from __future__ import annotations

from itertools import product

import pytest
from textual.geometry import Region
from textual.theme import Theme

from backgammon_tui.engine import Side
from backgammon_tui.modes.board import PLACES, CheckerState, NumbersView, PlaceView, PointPlace
from backgammon_tui.tui.board.canvas import (
    QUADRANTS,
    Canvas,
    Cell,
    ColorRole,
    Palette,
    RenderContext,
    RenderOptions,
    fit,
)
from backgammon_tui.tui.board.discs import MIN_GROOVED, Checker, Disc, disc, stack_up
from backgammon_tui.tui.board.geometry import MIN_HEIGHT, MIN_WIDTH, Fixture, Layout, lay_out
from backgammon_tui.tui.board.places import draw_cap, draw_place
from backgammon_tui.tui.themes import CONTRAST, LAMPLIGHT, THEMES, ColorDepth, themes_for
from tests.tui.screen import Size

SMALLEST = (MIN_WIDTH, MIN_HEIGHT)
ROOMS = [SMALLEST, (57, 22), (70, 28), (83, 33), (90, 34), (120, 40), (164, 58), (444, 152)]


def cells(rect: Region) -> set[tuple[int, int]]:
    return set(product(range(rect.x, rect.x + rect.width), range(rect.y, rect.y + rect.height)))


def laid_out(room: Size, *, runs_against: bool = False, mirrored: bool = False) -> Layout:
    layout = lay_out(*room, runs_against=runs_against, mirrored=mirrored)
    assert layout is not None
    return layout


@pytest.mark.parametrize("runs_against", [False, True])
@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("room", ROOMS)
def test_parts_fit_side_by_side(room: Size, mirrored: bool, runs_against: bool) -> None:
    layout = laid_out(room, runs_against=runs_against, mirrored=mirrored)
    frame = cells(layout.frame)
    assert frame <= cells(Region(0, 0, *room))
    taken: set[tuple[int, int]] = set()
    for rect in map(layout.rects.__getitem__, (*PLACES, *Fixture)):
        assert cells(rect) <= frame - taken
        taken |= cells(rect)


def test_board_needs_the_minimum_size() -> None:
    assert lay_out(MIN_WIDTH - 1, 60) is None
    assert lay_out(200, MIN_HEIGHT - 1, runs_against=True) is None
    for width, height in product(range(MIN_WIDTH, 260, 3), range(MIN_HEIGHT, 90, 3)):
        assert lay_out(width, height, runs_against=True) is not None


@pytest.mark.parametrize("runs_against", [False, True])
@pytest.mark.parametrize(
    ("room", "size"), [((57, 22), 4), ((72, 28), 4), ((88, 34), 5), ((120, 46), 7), ((160, 58), 9)]
)
def test_larger_sizes_have_larger_checkers(room: Size, size: int, runs_against: bool) -> None:
    assert laid_out(room).metrics.checker == size
    metrics = laid_out(room, runs_against=runs_against).metrics
    if room > (57, 22):
        assert 2 * metrics.point_height >= 5 * metrics.checker
        assert metrics.tray_width


def test_home_board_is_at_the_lower_right_or_mirrored_left() -> None:
    layout = laid_out((57, 22))
    first, twelve, thirteen = (layout.rects[PointPlace(slot)] for slot in (1, 12, 13))
    assert first.x > twelve.x == thirteen.x
    assert thirteen.y < twelve.y
    mirrored = laid_out((57, 22), mirrored=True).rects[PointPlace(1)]
    assert mirrored.x < first.x
    assert mirrored.y == first.y


def test_sides_in_one_direction_share_an_arrow() -> None:
    for runs_against in (False, True):
        layout = laid_out((80, 30), runs_against=runs_against)
        for top in (False, True):
            lefts = {layout.runs_left(side, is_top=top) for side in Side}
            assert len(lefts) == (2 if runs_against else 1)


@pytest.mark.parametrize("room", ROOMS)
def test_every_end_of_the_bar_has_its_arrow(room: Size) -> None:
    for length, side, end in product(range(1, 13), Side, (Fixture.TOP_CAP, Fixture.BOTTOM_CAP)):
        view = NumbersView(("W" * length, "B" * length), side, numbers_differ=True)
        canvas = draw_cap(view, end, context_of(room, LAMPLIGHT))
        written = "".join(canvas.letters[place][0] for place in sorted(canvas.letters))
        assert {*written} & {*"◂▸"}, (length, written)


FELT, IVORY, TAN, EBONY = 0x14352B, 0xEFE2C6, 0xA8743F, 0x241B18
COLORS = (FELT, IVORY, TAN, EBONY)


def quarters(cell: Cell) -> tuple[int, ...]:
    mask = QUADRANTS.index(cell.character)
    return tuple(cell.ink if mask >> bit & 1 else cell.ground for bit in range(4))


@pytest.mark.parametrize("blends", [True, False])
def test_quarters_of_a_cell_are_exact_mirrored_and_unmixed(blends: bool) -> None:
    for a, b, c, d in product(COLORS, repeat=4):
        shown = quarters(fit(a, b, c, d, blends))
        left, right, lower_left, lower_right = shown
        assert quarters(fit(b, a, d, c, blends)) == (right, left, lower_right, lower_left)
        if {a, b, c, d} <= {FELT, IVORY}:
            assert shown == (a, b, c, d)
        assert blends or {*shown} <= {a, b, c, d}


def test_half_block_has_upper_colour_as_background() -> None:
    """A terminal that draws blocks a pixel too low then exposes nothing above them."""
    assert fit(IVORY, IVORY, FELT, FELT) == Cell("▄", FELT, IVORY)
    assert fit(FELT, FELT, IVORY, IVORY) == Cell("▄", IVORY, FELT)
    assert fit(FELT, FELT, FELT, IVORY) == Cell("▗", IVORY, FELT)
    for a, b, c in product(COLORS, repeat=3):
        assert fit(a, a, b, c).ground == a or fit(a, a, b, c).character in "▌▐"


def test_edge_has_the_background_of_the_cell_above() -> None:
    """The background then only extends the cell above."""
    for above, ground in ((IVORY, IVORY), (FELT, FELT)):
        canvas = Canvas(2, 2, above, blends=True, blocks=True)
        canvas.paint(0, 2, 4, 2, FELT)
        canvas.paint(1, 2, 2, 2, IVORY)
        row = canvas.cells()[1]
        assert [cell.ground for cell in row] == [ground, ground]
        assert [quarters(cell)[:2] for cell in row] == [(FELT, IVORY), (IVORY, FELT)]


@pytest.mark.parametrize("depth", [ColorDepth.CUBE, ColorDepth.ANSI])
@pytest.mark.parametrize("name", [LAMPLIGHT.name, CONTRAST.name])
@pytest.mark.parametrize("origin", [None, CheckerState.MOVABLE, CheckerState.PICKED])
@pytest.mark.parametrize("room", [(57, 22), (72, 28), (88, 34), (120, 46)])
def test_checkers_are_symmetric(
    room: Size, origin: CheckerState | None, name: str, depth: ColorDepth
) -> None:
    """In flat colours nothing is lit from the left, so a checker equals its mirror image."""
    theme = next(theme for theme in themes_for(depth) if theme.name == name)
    context = context_of(room, theme, blends=False)
    layout, size = context.layout, context.metrics.checker
    for side, slot in product(Side, (24, 23, 2, 1)):
        view = PlaceView("", side=side, count=3, last_in=1, ghost_out=1, origin=origin)
        for row in draw_place(view, PointPlace(slot), context).pixels:
            checkers = row[2 * layout.left_margin(slot) :][: 2 * size]
            assert checkers == checkers[::-1]


@pytest.mark.parametrize("maximum", [3, 4, 5])
def test_every_stack_fits_its_place(maximum: int) -> None:
    for count, trapped, ghosts in product(range(1, 16), (None, Side.BLACK), range(5)):
        view = PlaceView(
            "24",
            side=Side.WHITE,
            count=count,
            trapped=trapped,
            ghost_in=ghosts,
            origin=CheckerState.MOVABLE,
        )
        stack = stack_up(view, maximum)
        states = [checker.state for checker in stack.checkers]
        assert len(states) <= maximum
        assert CheckerState.MOVABLE in states
        assert (states[0] is CheckerState.TRAPPED) is (trapped is not None)
        assert bool(states.count(CheckerState.GHOST_IN)) is bool(ghosts)
        after = count + ghosts
        visible = len(states) - states.count(CheckerState.TRAPPED)
        assert visible == after or stack.number == after


@pytest.mark.parametrize(("count", "maximum", "number"), [(15, 5, 15), (5, 5, 0), (5, 4, 5)])
def test_checkers_without_room_are_numbered(count: int, maximum: int, number: int) -> None:
    assert stack_up(PlaceView("1", side=Side.BLACK, count=count), maximum).number == number


LEAVING = PlaceView("8", side=Side.WHITE, origin=CheckerState.MOVABLE)


@pytest.mark.parametrize(
    ("view", "maximum", "states"),
    [
        (PlaceView("1", target=CheckerState.TARGET), 5, "TARGET"),
        (LEAVING._replace(count=3, ghost_out=1), 5, "PLAIN MOVABLE GHOST_OUT"),
        (LEAVING._replace(count=5, ghost_out=4), 3, "MOVABLE GHOST_OUT GHOST_OUT"),
    ],
)
def test_marks_of_a_stack_stay_visible(view: PlaceView, maximum: int, states: str) -> None:
    checkers = stack_up(view, maximum).checkers
    assert [checker.state.name for checker in checkers] == states.split()


def context_of(room: Size, theme: Theme, **look: bool) -> RenderContext:
    palette = Palette(theme.variables)
    options = RenderOptions(**{"blends": palette.blends, **look})
    return RenderContext(laid_out(room), options, palette)


def written(count: int, room: Size, theme: Theme) -> tuple[str, int]:
    """Return the number on a stack of White's at a point, and the columns to its left."""
    context = context_of(room, theme)
    canvas = draw_place(PlaceView("", side=Side.WHITE, count=count), PointPlace(23), context)
    letters = sorted(
        (x, letter[0]) for (x, _), letter in canvas.letters.items() if letter[0] != " "
    )
    return "".join(character for _, character in letters), letters[0][0] if letters else 0


@pytest.mark.parametrize("room", [(57, 22), (72, 28), (88, 34), (120, 46)])
def test_number_is_centered_on_its_checker(room: Size) -> None:
    for count in (6, 9, 10, 15):
        text, left = written(count, room, LAMPLIGHT)
        assert text == f"{count}"
        # As close to the middle as whole cells allow.
        assert laid_out(room).metrics.checker - left - len(text) - left in (0, 1)


@pytest.mark.parametrize("slot", [23, 2])
def test_letter_is_centered_on_its_checker(slot: int) -> None:
    (theme, *_) = themes_for(ColorDepth.ANSI)
    context = context_of((57, 17), theme, letters=True, blends=False)
    size = context.metrics.checker
    canvas = draw_place(PlaceView("", side=Side.WHITE, count=1), PointPlace(slot), context)
    columns = sorted(x for x, _ in canvas.letters)
    assert columns == [size // 2 - 1, size // 2]


def test_outlined_checkers_are_numbered_from_two() -> None:
    assert written(2, (57, 22), CONTRAST) == ("2", 1)
    assert written(1, (57, 22), CONTRAST) == ("", 0)
    assert written(2, (57, 22), LAMPLIGHT) == ("", 0)


@pytest.mark.parametrize("room", [(57, 22), (72, 28), (120, 46)])
def test_outlined_checkers_touch_nothing(room: Size) -> None:
    context = context_of(room, CONTRAST)
    size, felt = context.metrics.checker, context.palette[ColorRole.FELT]
    for side, slot in product(Side, (23, 22, 2, 3)):
        view = PlaceView("", side=side, count=3)
        pixels = draw_place(view, PointPlace(slot), context).pixels
        rows = pixels[2:] if slot > 12 else pixels[:-2]
        rows = rows[: 3 * size] if slot > 12 else rows[-3 * size :]
        for index, row in enumerate(rows):
            assert row[0] == row[2 * size - 1] == felt
            if index % size == size - 1:
                assert {*row} == {felt}


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
@pytest.mark.parametrize("room", [(57, 17), (57, 22), (88, 34), (95, 38)])
def test_small_trapped_checker_keeps_its_color(room: Size, theme: Theme) -> None:
    context = context_of(room, theme)
    size, palette = context.metrics.checker, context.palette
    assert size < MIN_GROOVED
    for side in Side:
        shapes = (
            disc(Disc.from_checker(Checker(side, state), context))
            for state in (CheckerState.TRAPPED, CheckerState.PLAIN)
        )
        colors, plain = ([pixel.color for pixel in shape] for shape in shapes)
        assert 0.15 <= colors.count(palette[ColorRole.TRAPPED]) / len(colors) <= 0.3
        assert {*colors} - {*plain} == {palette[ColorRole.TRAPPED]}
