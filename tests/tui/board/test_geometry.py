"""Every room from the smallest up: nothing overlaps, nothing lies outside."""

from itertools import product

import pytest

from backgammon_tui.engine import Side
from backgammon_tui.modes.board import PointPlace, places
from backgammon_tui.tui.board.geometry import MIN_HEIGHT, MIN_WIDTH, Layout, Rect, lay_out

SMALLEST = (MIN_WIDTH, MIN_HEIGHT)
ROOMS = [SMALLEST, (57, 22), (70, 28), (83, 33), (90, 34), (120, 40), (164, 58), (444, 152)]


def cells(rect: Rect) -> set[tuple[int, int]]:
    return set(product(range(rect.x, rect.x + rect.width), range(rect.y, rect.y + rect.height)))


def laid_out(
    room: tuple[int, int], *, runs_against: bool = False, mirrored: bool = False
) -> Layout:
    layout = lay_out(*room, runs_against=runs_against, mirrored=mirrored)
    assert layout is not None
    return layout


@pytest.mark.parametrize("runs_against", [False, True])
@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("room", ROOMS)
def test_parts_lie_apart_and_inside(
    room: tuple[int, int], mirrored: bool, runs_against: bool
) -> None:
    layout = laid_out(room, runs_against=runs_against, mirrored=mirrored)
    frame = cells(layout.frame)
    assert frame <= cells(Rect(0, 0, *room))
    taken: set[tuple[int, int]] = set()
    others = (layout.band, layout.cap(top=True), layout.cap(top=False))
    for rect in (*map(layout.rect, places()), *others):
        assert cells(rect) <= frame - taken
        taken |= cells(rect)


def test_no_board_below_the_minimum() -> None:
    assert lay_out(MIN_WIDTH - 1, 60) is None
    assert lay_out(200, MIN_HEIGHT - 1, runs_against=True) is None


def test_every_room_from_the_minimum_up_has_a_board() -> None:
    for width in range(MIN_WIDTH, 260, 3):
        for height in range(MIN_HEIGHT, 90, 3):
            assert lay_out(width, height, runs_against=True) is not None


@pytest.mark.parametrize(
    ("room", "cells"), [((57, 22), 4), ((72, 28), 4), ((88, 34), 5), ((120, 46), 7), ((160, 58), 9)]
)
def test_larger_rooms_get_larger_checkers(room: tuple[int, int], cells: int) -> None:
    assert laid_out(room).cut.checker == cells


@pytest.mark.parametrize("runs_against", [False, True])
@pytest.mark.parametrize("room", [(72, 28), (88, 34), (120, 46), (160, 58)])
def test_from_a_hundred_columns_on_five_checkers_have_room_and_the_trays_lie_beside(
    room: tuple[int, int], runs_against: bool
) -> None:
    cut = laid_out(room, runs_against=runs_against).cut
    assert 2 * cut.point_height >= 5 * cut.checker
    assert cut.tray_width


def test_standard_board_has_the_home_board_at_the_lower_right() -> None:
    first, twelve, thirteen = map(laid_out((57, 22)).rect, map(PointPlace, (1, 12, 13)))
    assert first.x > twelve.x == thirteen.x
    assert thirteen.y < twelve.y


def test_mirroring_moves_the_home_board_to_the_left() -> None:
    plain, mirrored = (
        laid_out((57, 22), mirrored=mirrored).rect(PointPlace(1)) for mirrored in (False, True)
    )
    assert mirrored.x < plain.x
    assert mirrored.y == plain.y


def test_sides_that_run_the_same_way_round_have_the_same_arrow_though_they_count_apart() -> None:
    for runs_against in (False, True):
        layout = laid_out((80, 30), runs_against=runs_against)
        for top in (False, True):
            lefts = {layout.runs_left(side, top=top) for side in Side}
            assert len(lefts) == (2 if runs_against else 1)
