"""Any number of checkers has room, and nothing that matters is left out."""

from itertools import product

import pytest

from backgammon_tui.engine import Side
from backgammon_tui.modes.board_view import CheckerState, PlaceView
from backgammon_tui.tui.board.pile import stack_up


@pytest.mark.parametrize("most", [3, 4, 5])
def test_every_stack_fits(most: int) -> None:
    for count, trapped, ghosts in product(range(1, 16), (None, Side.BLACK), range(5)):
        view = PlaceView(
            "24",
            side=Side.WHITE,
            count=count,
            trapped=trapped,
            ghost_in=ghosts,
            origin=CheckerState.LIT,
        )
        stack = stack_up(view, most)
        states = [checker.state for checker in stack.checkers]
        assert len(states) <= most
        assert CheckerState.LIT in states
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
    view = PlaceView("8", side=Side.WHITE, count=3, ghost_out=1, origin=CheckerState.LIT)
    states = [checker.state for checker in stack_up(view, 5).checkers]
    assert states == [CheckerState.PLAIN, CheckerState.LIT, CheckerState.GHOST_OUT]


def test_where_too_many_leave_both_the_leaving_and_the_next_are_seen() -> None:
    view = PlaceView("8", side=Side.WHITE, count=5, ghost_out=4, origin=CheckerState.LIT)
    states = [checker.state for checker in stack_up(view, 3).checkers]
    assert states == [CheckerState.LIT, CheckerState.GHOST_OUT, CheckerState.GHOST_OUT]
