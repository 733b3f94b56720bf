"""Checkers put and taken by hand: each side has its fifteen whatever is done."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.engine import RULESETS, Place, Position, Rules, Side
from backgammon_tui.modes.placing import (
    PlacementError,
    PlacementProblem,
    empty_board,
    exchanged,
    fitted,
    put,
    take,
    toggle_hand_off,
    trap,
)
from tests.engine.examples import B, W
from tests.engine.strategies import house_rules, positions, sides

RUSSIAN, NEVER, STANDARD = (RULESETS[n] for n in ("russian", "never-finishing", "backgammon"))

Change = Callable[[Rules, Position, Side, int], Position]


def line(change: Change, rules: Rules, before: str, side: Side, place: int) -> str:
    """The position line after a change."""
    return str(change(rules, Position.parse(before), side, place))


def problem(change: Change, rules: Rules, before: str, side: Side, place: int) -> PlacementProblem:
    """Why a change cannot be made."""
    with pytest.raises(PlacementError) as refused:
        change(rules, Position.parse(before), side, place)
    return refused.value.problem


# ---- putting


@pytest.mark.parametrize(
    ("rules", "before", "place", "after"),
    [
        (RUSSIAN, "W hand:15 / B hand:15", 24, "W 24:1 hand:14 / B hand:15"),
        (RUSSIAN, "W hand:15 / B hand:15", Place.BAR, "W hand:14 bar:1 / B hand:15"),
        (RUSSIAN, "W hand:15 / B hand:15", Place.OFF, "W hand:14 off:1 / B hand:15"),
        # Where no checker is in hand, the rest is off.
        (RUSSIAN, "W 3:6 off:9 / B hand:15", 1, "W 3:6 1:1 off:8 / B hand:15"),
        (RUSSIAN, "W 3:6 off:9 / B hand:15", Place.HAND, "W 3:6 hand:1 off:8 / B hand:15"),
        (STANDARD, "W 6:2 off:13 / B off:15", Place.BAR, "W 6:2 bar:1 off:12 / B off:15"),
    ],
)
def test_added_checker_comes_from_the_rest(
    rules: Rules, before: str, place: int, after: str
) -> None:
    assert line(put, rules, before, W, place) == after


def test_opposing_checkers_return_to_their_rest() -> None:
    """In the Russian game White's 20 is Black's 20, in backgammon it is Black's 5."""
    before = "W hand:15 / B 20:3 hand:12"
    assert line(put, RUSSIAN, before, W, 20) == "W 20:1 hand:14 / B hand:15"
    before = "W off:15 / B 5:3 off:12"
    assert line(put, STANDARD, before, W, 20) == "W 20:1 off:14 / B off:15"


@pytest.mark.parametrize(
    ("rules", "before", "place", "why"),
    [
        (RUSSIAN, "W 24:15 / B hand:15", 23, PlacementProblem.NONE_LEFT),
        (RUSSIAN, "W 24:14 bar:1 / B hand:15", 23, PlacementProblem.NONE_LEFT),
        (RUSSIAN, "W 24:13 off:2 / B hand:15", Place.OFF, PlacementProblem.NOT_OFF),
        (STANDARD, "W off:15 / B off:15", Place.HAND, PlacementProblem.NO_HAND),
        (NEVER, "W 20:1! off:14 / B 5:2 off:13", 20, PlacementProblem.TRAPPED_THERE),
    ],
)
def test_impossible_additions_are_rejected(
    rules: Rules, before: str, place: int, why: PlacementProblem
) -> None:
    assert problem(put, rules, before, W, place) is why


# ---- taking


@pytest.mark.parametrize(
    ("rules", "before", "place", "after"),
    [
        (RUSSIAN, "W 24:2 hand:13 / B hand:15", 24, "W 24:1 hand:14 / B hand:15"),
        (RUSSIAN, "W 3:2 off:13 / B hand:15", 3, "W 3:1 off:14 / B hand:15"),
        (RUSSIAN, "W 24:2 hand:13 / B hand:15", Place.HAND, "W 24:2 hand:12 off:1 / B hand:15"),
        (RUSSIAN, "W 3:2 off:13 / B hand:15", Place.OFF, "W 3:2 hand:1 off:12 / B hand:15"),
        (STANDARD, "W 6:2 bar:1 off:12 / B off:15", Place.BAR, "W 6:2 off:13 / B off:15"),
    ],
)
def test_removed_checker_returns_to_the_rest(
    rules: Rules, before: str, place: int, after: str
) -> None:
    assert line(take, rules, before, W, place) == after


def test_removing_a_trapper_frees_the_trapped() -> None:
    before = "W 20:1! off:14 / B 5:1 off:14"
    assert line(take, NEVER, before, B, 5) == "W 20:1 off:14 / B off:15"
    assert line(take, NEVER, before, W, 20) == "W off:15 / B 5:1 off:14"
    two = "W 20:1! off:14 / B 5:2 off:13"
    assert line(take, NEVER, two, B, 5) == before


def test_impossible_removals_are_rejected() -> None:
    assert problem(take, RUSSIAN, "W hand:15 / B hand:15", W, 24) is PlacementProblem.NONE_THERE
    assert problem(take, STANDARD, "W off:15 / B off:15", W, Place.OFF) is PlacementProblem.NOT_OFF


# ---- trapping


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("W 20:1 off:14 / B off:15", "W 20:1 off:14 / B 5:1! off:14"),
        ("W 20:3 off:12 / B off:15", "W 20:3 off:12 / B 5:1! off:14"),
        ("W off:15 / B 5:1 off:14", "W 20:1 off:14 / B 5:1! off:14"),
        ("W off:15 / B off:15", "W 20:1 off:14 / B 5:1! off:14"),
        ("W 20:1 off:14 / B 5:1! off:14", "W 20:1 off:14 / B off:15"),
        ("W 20:1! off:14 / B 5:1 off:14", "W off:15 / B 5:1 off:14"),
    ],
)
def test_trap_is_set_or_undone(before: str, after: str) -> None:
    assert line(trap, NEVER, before, W, 20) == after


@pytest.mark.parametrize(
    ("rules", "before", "why"),
    [
        (STANDARD, "W off:15 / B off:15", PlacementProblem.NO_TRAPPING),
        (NEVER, "W off:15 / B 5:2 off:13", PlacementProblem.NOT_ALONE),
        (NEVER, "W 13:15 / B 5:1 off:14", PlacementProblem.NONE_LEFT),
    ],
)
def test_impossible_traps_are_rejected(rules: Rules, before: str, why: PlacementProblem) -> None:
    assert problem(trap, rules, before, W, 20) is why


# ---- the rest, and the whole board


def test_rest_is_borne_off_or_in_hand() -> None:
    in_hand = Position.parse("W 3:6 hand:9 / B hand:15")
    off = toggle_hand_off(RUSSIAN, in_hand, W)
    assert str(off) == "W 3:6 off:9 / B hand:15"
    assert toggle_hand_off(RUSSIAN, off, W) == in_hand
    with pytest.raises(PlacementError, match="NO_HAND"):
        toggle_hand_off(STANDARD, STANDARD.start.position, W)
    with pytest.raises(PlacementError, match="NONE_LEFT"):
        toggle_hand_off(RUSSIAN, Position.parse("W 3:15 / B hand:15"), W)


def test_board_can_be_emptied() -> None:
    assert str(empty_board(RUSSIAN)) == "W hand:15 / B hand:15"
    assert str(empty_board(STANDARD)) == "W off:15 / B off:15"


def test_swapping_sides_twice_changes_nothing() -> None:
    before = Position.parse("W 24:6 22:2 7:1! off:6 / B 18:1 16:1! 6:13")
    assert str(exchanged(before)) == "W 18:1 16:1! 6:13 / B 24:6 22:2 7:1! off:6"
    assert exchanged(exchanged(before)) == before


def test_position_is_fitted_to_other_rules() -> None:
    entering = Position.parse("W 24:2 hand:13 / B 23:2 hand:13")
    assert str(fitted(STANDARD, entering)) == "W 24:2 off:13 / B 23:2 off:13"
    # White's 20 is Black's 20 in the Russian game.
    assert fitted(RUSSIAN, Position.parse("W 20:15 / B 20:15")) is None
    assert fitted(STANDARD, Position.parse("W 20:1 off:14 / B 5:1! off:14")) is None


# ---- whatever is done


changes = st.sampled_from(
    [put, take, trap, lambda rules, at, side, _: toggle_hand_off(rules, at, side)]
)
boards = house_rules().flatmap(lambda rules: st.tuples(st.just(rules), positions(rules)))
places = st.sampled_from([*range(1, 25), *Place])


@given(boards, st.lists(st.tuples(changes, sides, places), max_size=30))
def test_edited_positions_stay_valid(
    board: tuple[Rules, Position], inputs: list[tuple[Change, Side, int]]
) -> None:
    rules, position = board
    for change, side, place in inputs:
        if change is trap and place not in range(1, 25):
            continue
        try:
            position = change(rules, position, side, place)
        except PlacementError:
            continue
        # Reading the line counts the checkers.
        assert Position.parse(str(position)) == position
        if not all(position.has_borne_off_all(side) for side in Side):
            rules.check(position)


@given(boards, sides, places)
def test_added_checker_can_be_removed(
    board: tuple[Rules, Position], side: Side, place: int
) -> None:
    rules, before = board
    try:
        after = put(rules, before, side, place)
    except PlacementError:
        return
    assert after.count(side, place) == before.count(side, place) + 1
    if place in (*range(1, 25), Place.BAR):
        assert take(rules, after, side, place).count(side, place) == before.count(side, place)
