"""Positions as small arrays, and rules as numbers for compiled code.

A board is 56 bytes, 28 for each side, the side to play first: off, the points 1 to 24 in
the side's own numbering, hand, bar and one unused. A trapped checker counts as 16.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple, assert_never

import numpy as np

from backgammon_tui.analysis.nets import COUNTS, INPUTS, SIDE_INPUTS, TRAPPED_COUNT, inputs_of
from backgammon_tui.engine import (
    Direction,
    Doubles,
    Landing,
    Opening,
    Place,
    Position,
    Rules,
    Side,
)

Array = np.ndarray[Any, Any]

SIDE: Final = 28
"""Number of bytes of one side."""

BOARD: Final = 2 * SIDE
WORDS: Final = BOARD // 8
PLACES: Final = 27
TRAPPED: Final = TRAPPED_COUNT
ALL: Final = 15

CHOOSE, AGAIN, KEEP = range(3)
_OPENINGS: Final = {Opening.CHOOSE: CHOOSE, Opening.AGAIN: AGAIN, Opening.KEEP: KEEP}


class RuleNumbers(NamedTuple):
    """The fields of `Rules` that affect play."""

    contrary: bool
    trapping: bool
    complement: bool
    higher_number: bool
    free_entry: bool
    entry_limits_complement: bool
    first_double_face_only: bool
    one_two: bool
    winner_starts: bool
    opening: int
    maximum: int
    """Maximum points of a win."""


def numbers_of(rules: Rules) -> RuleNumbers:
    """Convert rules to numbers for compiled code.

    Raises:
        ValueError: under *opponent completes*, for which no network can be trained here.
    """
    if rules.opponent_completes:
        raise ValueError("opponent_completes: no network can be trained for this rule")
    return RuleNumbers(
        contrary=_is_contrary(rules.direction),
        trapping=_is_trapping(rules.landing),
        complement=_has_complement(rules.doubles),
        higher_number=rules.higher_number,
        free_entry=rules.free_entry,
        entry_limits_complement=rules.entry_limits_complement,
        first_double_face_only=rules.first_double_face_only,
        one_two=rules.one_two,
        winner_starts=rules.winner_starts,
        opening=_OPENINGS[rules.opening],
        maximum=rules.scale.max_points,
    )


# Compiled players support only these rules; the type checker flags new ones here.


def _is_contrary(direction: Direction) -> bool:
    match direction:
        case Direction.PARALLEL:
            return False
        case Direction.CONTRARY:
            return True
        case _:
            assert_never(direction)


def _is_trapping(landing: Landing) -> bool:
    match landing:
        case Landing.HIT:
            return False
        case Landing.HIT_OR_TRAP:
            return True
        case _:
            assert_never(landing)


def _has_complement(doubles: Doubles) -> bool:
    match doubles:
        case Doubles.FACE:
            return False
        case Doubles.COMPLEMENT:
            return True
        case _:
            assert_never(doubles)


def board_of(position: Position, side: Side) -> Array:
    """Return the board of a position with `side` to play."""
    board = np.zeros(BOARD, np.uint8)
    for first, player in ((0, side), (SIDE, side.other)):
        for place in range(PLACES):
            count = position.count(player, place)
            board[first + place] = TRAPPED if position.is_trapped(player, place) else count
    return board


def position_of(board: Array, side: Side) -> Position:
    """Return the position of a board in the numbering of `side`."""
    places = {}
    for first, player in ((0, side), (SIDE, side.other)):
        counts = enumerate(map(int, board[first : first + PLACES]))
        places[player] = " ".join(
            f"{Place(place).word if place in (*Place,) else place}:"
            + ("1!" if count == TRAPPED else str(count))
            for place, count in counts
            if count
        )
    return Position.parse(f"W {places[Side.WHITE]} / B {places[Side.BLACK]}")


class Encoding(NamedTuple):
    """Network inputs for each place and count of a side: their number, indices and values."""

    lengths: Array
    inputs: Array
    values: Array


_POINT, _BAR, _HAND, _OFF = (1, 1, 1, 4, 1), (1, 1, 1, 4), (1, 1, 1, 1, 1, 15), (1, 5, 5, 5)

UNITS: Final = 2 * (24 * _POINT + _BAR + _HAND + _OFF) + (1,) * (INPUTS - 2 * SIDE_INPUTS)
"""Divisors of the inputs in training, which keep them close to the range 0 to 1."""


def encoding() -> Encoding:
    """Return `inputs_of` as arrays."""
    maximum = 6
    length = np.zeros((SIDE, COUNTS), np.int64)
    index = np.zeros((SIDE, COUNTS, maximum), np.int64)
    value = np.zeros((SIDE, COUNTS, maximum), np.float32)
    for place in range(PLACES):
        for count in range(COUNTS):
            inputs = inputs_of(place, count)
            length[place, count] = len(inputs)
            for i, (which, amount) in enumerate(inputs):
                index[place, count, i] = which
                value[place, count, i] = amount / UNITS[which]
    return Encoding(length, index, value)
