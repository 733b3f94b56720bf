"""Any number of checkers fits, and nothing that matters is left out."""

from itertools import product

import pytest

from backgammon_tui.engine.position import Side
from backgammon_tui.tui.board.discs import Finish
from backgammon_tui.tui.board.stack import stack_up
from backgammon_tui.tui.board.view import Origin, PointView, Target


@pytest.mark.parametrize("height", [1, 2, 3, 4, 6])
def test_every_stack_fits(height: int) -> None:
    for rows, count, trapped, ghosts in product(
        range(5 * height, 8 * height), range(1, 16), (None, Side.BLACK), range(5)
    ):
        view = PointView(
            "24", side=Side.WHITE, count=count, trapped=trapped, ghost_in=ghosts, origin=Origin.LIT
        )
        stack = stack_up(view, rows, height)
        finishes = [disc.finish for disc in stack.discs]
        assert stack.rows(height) + bool(stack.count) <= rows
        assert Finish.LIT in finishes
        assert (finishes[0] is Finish.TRAPPED) is (trapped is not None)
        assert (Finish.GHOST_IN in finishes) is (ghosts > 0)
        plain = len(finishes) - finishes.count(Finish.GHOST_IN) - finishes.count(Finish.TRAPPED)
        assert plain == count or stack.count == count


def test_fifteen_checkers_are_numbered() -> None:
    assert stack_up(PointView("1", side=Side.BLACK, count=15), 6, 1).count == 15


def test_five_checkers_are_not_numbered() -> None:
    assert stack_up(PointView("1", side=Side.BLACK, count=5), 6, 1).count == 0


def test_an_empty_target_is_an_outline() -> None:
    (disc,) = stack_up(PointView("1", target=Target.OPEN), 6, 1).discs
    assert disc.finish is Finish.TARGET


def test_leaving_checkers_are_hollow_and_the_next_is_lit() -> None:
    view = PointView("8", side=Side.WHITE, count=3, ghost_out=1, origin=Origin.LIT)
    finishes = [disc.finish for disc in stack_up(view, 6, 1).discs]
    assert finishes == [Finish.PLAIN, Finish.LIT, Finish.GHOST_OUT]
