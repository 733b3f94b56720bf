"""Any number of checkers has room, and nothing that matters is left out."""

from itertools import product

import pytest
from textual.theme import Theme

from backgammon_tui.engine import Side
from backgammon_tui.modes.board import CheckerState, PlaceView, PointPlace
from backgammon_tui.tui.board.discs import GROOVED, Checker, Disc, disc, stack_up
from backgammon_tui.tui.board.geometry import lay_out
from backgammon_tui.tui.board.places import draw_point
from backgammon_tui.tui.board.rendering import ColorRole, Palette, RenderContext, RenderOptions
from backgammon_tui.tui.themes import CONTRAST, LAMPLIGHT, THEMES, ColorDepth, themes_for


@pytest.mark.parametrize("most", [3, 4, 5])
def test_every_stack_fits(most: int) -> None:
    for count, trapped, ghosts in product(range(1, 16), (None, Side.BLACK), range(5)):
        view = PlaceView(
            "24",
            side=Side.WHITE,
            count=count,
            trapped=trapped,
            ghost_in=ghosts,
            origin=CheckerState.MOVABLE,
        )
        stack = stack_up(view, most)
        states = [checker.state for checker in stack.checkers]
        assert len(states) <= most
        assert CheckerState.MOVABLE in states
        assert (states[0] is CheckerState.TRAPPED) is (trapped is not None)
        coming = states.count(CheckerState.GHOST_IN)
        assert coming == ghosts or (coming and stack.arriving == ghosts)
        outlines = coming + states.count(CheckerState.TRAPPED)
        assert len(states) - outlines == count or stack.number == count


def test_more_than_five_are_numbered() -> None:
    assert stack_up(PlaceView("1", side=Side.BLACK, count=15), 5).number == 15
    assert stack_up(PlaceView("1", side=Side.BLACK, count=5), 5).number == 0
    assert stack_up(PlaceView("1", side=Side.BLACK, count=5), 4).number == 5


def test_an_empty_target_is_an_outline() -> None:
    (checker,) = stack_up(PlaceView("1", target=CheckerState.TARGET), 5).checkers
    assert checker.state is CheckerState.TARGET


def test_leaving_checkers_are_hollow_and_the_next_is_lit() -> None:
    view = PlaceView("8", side=Side.WHITE, count=3, ghost_out=1, origin=CheckerState.MOVABLE)
    states = [checker.state for checker in stack_up(view, 5).checkers]
    assert states == [CheckerState.PLAIN, CheckerState.MOVABLE, CheckerState.GHOST_OUT]


def test_where_too_many_leave_both_the_leaving_and_the_next_are_seen() -> None:
    view = PlaceView("8", side=Side.WHITE, count=5, ghost_out=4, origin=CheckerState.MOVABLE)
    states = [checker.state for checker in stack_up(view, 3).checkers]
    assert states == [CheckerState.MOVABLE, CheckerState.GHOST_OUT, CheckerState.GHOST_OUT]


def context_of(room: tuple[int, int], theme: Theme) -> RenderContext:
    layout, palette = lay_out(*room), Palette(theme.variables)
    assert layout
    return RenderContext(layout, RenderOptions(blends=palette.blends), palette)


def written(count: int, room: tuple[int, int], theme: Theme) -> tuple[str, int]:
    """The number on a stack of White's at a point, and the cells that are left of it."""
    context = context_of(room, theme)
    canvas = draw_point(PlaceView("", side=Side.WHITE, count=count), PointPlace(23), context)
    letters = sorted(
        (x, letter[0]) for (x, _), letter in canvas.letters.items() if letter[0] != " "
    )
    return "".join(character for _, character in letters), letters[0][0] if letters else 0


@pytest.mark.parametrize("room", [(57, 22), (72, 28), (88, 34), (120, 46)])
def test_a_number_stands_in_the_middle_of_its_checker(room: tuple[int, int]) -> None:
    layout = lay_out(*room)
    assert layout
    for count in (6, 9, 10, 15):
        text, left = written(count, room, LAMPLIGHT)
        assert text == f"{count}"
        # As near to the middle as whole cells allow.
        assert layout.cut.checker - left - len(text) - left in (0, 1)


@pytest.mark.parametrize("slot", [23, 2])
def test_the_face_behind_a_letter_is_as_wide_on_both_sides(slot: int) -> None:
    (theme, *_) = themes_for(ColorDepth.ANSI)
    plain = context_of((57, 17), theme)
    context = RenderContext(plain.layout, RenderOptions(letters=True, blends=False), plain.palette)
    size = context.cut.checker
    canvas = draw_point(PlaceView("", side=Side.WHITE, count=1), PointPlace(slot), context)
    columns = sorted(x for x, _ in canvas.letters)
    assert columns == [size // 2 - 1, size // 2]


def test_where_checkers_are_outlines_two_are_numbered_already() -> None:
    assert written(2, (57, 22), CONTRAST) == ("2", 1)
    assert written(1, (57, 22), CONTRAST) == ("", 0)
    assert written(2, (57, 22), LAMPLIGHT) == ("", 0)


@pytest.mark.parametrize("room", [(57, 22), (72, 28), (120, 46)])
def test_outlined_checkers_touch_neither_each_other_nor_the_point(room: tuple[int, int]) -> None:
    context = context_of(room, CONTRAST)
    size, felt = context.cut.checker, context.palette[ColorRole.FELT]
    for side, slot in product(Side, (23, 22, 2, 3)):
        view = PlaceView("", side=side, count=3)
        pixels = draw_point(view, PointPlace(slot), context).pixels
        rows = pixels[2:] if slot > 12 else pixels[:-2]
        rows = rows[: 3 * size] if slot > 12 else rows[-3 * size :]
        for index, row in enumerate(rows):
            assert row[0] == row[2 * size - 1] == felt
            if index % size == size - 1:
                assert {*row} == {felt}


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
@pytest.mark.parametrize("room", [(57, 17), (57, 22), (88, 34), (95, 38)])
def test_a_small_trapped_checker_is_its_owners_for_the_most_part(
    room: tuple[int, int], theme: Theme
) -> None:
    context = context_of(room, theme)
    size, palette = context.cut.checker, context.palette
    assert size < GROOVED
    for side in Side:
        shapes = (
            disc(Disc.from_checker(Checker(side, state), context))
            for state in (CheckerState.TRAPPED, CheckerState.PLAIN)
        )
        colors, plain = ([pixel.color for pixel in shape] for shape in shapes)
        assert 0.15 <= colors.count(palette[ColorRole.TRAPPED]) / len(colors) <= 0.3
        assert {*colors} - {*plain} == {palette[ColorRole.TRAPPED]}
