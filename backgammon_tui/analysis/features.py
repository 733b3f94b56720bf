"""The network's input: a state encoded as numbers.

A state is a position, the side to act, its pending action, and who has yet to roll a first double
(if the rules limit it). Inputs are relative to the acting side: its 134 inputs come first, then the
opponent's, each side in its own numbering.
"""

from __future__ import annotations

from typing import Final

from backgammon_tui.engine import Place

HIDDEN: Final = 128
"""Number of units of the hidden layer."""

OUTCOMES: Final = 7
"""Number of outputs: the acting side wins 1, 2, 3, loses 1, 2, 3, or the game is drawn."""

COUNTS: Final = 17
"""Number of states of a place: 0 to 15 checkers, and 16 for one that is trapped there."""

TRAPPED_COUNT: Final = 16

_POINT_INPUTS: Final = 5
_BAR: Final = 24 * _POINT_INPUTS
_HAND: Final = _BAR + 4
_OFF: Final = _HAND + 6

SIDE_INPUTS: Final = _OFF + 4
"""Number of inputs for the checkers of one side."""

PENDING_COMPLEMENT: Final = 2 * SIDE_INPUTS - 1
"""Add a number from 1 to 6 for its input: the side must play that complement four times."""

PENDING_CHOICE: Final = 2 * SIDE_INPUTS + 6
"""Input for a side that chooses between four 5s and four 6s after a 2-1."""

FIRST_DOUBLE: Final = PENDING_CHOICE + 1
"""Input for a limited first double of the acting side; the opponent's is the next one."""

INPUTS: Final = FIRST_DOUBLE + 2


def certain_win(points: int) -> tuple[float, ...]:
    """Return the chances of the seven outcomes for a side that has won this many points."""
    return tuple(float(i == points - 1) for i in range(OUTCOMES))


NetInput = tuple[int, int]
"""Index of an input, and its value: an integer other than 0."""


def inputs_of(place: int, count: int) -> tuple[NetInput, ...]:
    """Return the inputs for the checkers on one place of the acting side.

    The values are integers, so a network can run on integers alone; training divides them by
    `unit_of` their inputs.

    Args:
        place: A point from 1 to 24 in the side's own numbering, or a `Place`.
        count: 0 to 15 checkers, or `TRAPPED_COUNT`.
    """
    match place:
        case Place.OFF:
            first = _OFF
            values = [count > 0, *(min(max(count - fewer, 0), 5) for fewer in (0, 5, 10))]
        case Place.HAND:
            first = _HAND
            values = [*(count > fewer for fewer in (0, 1, 2, 4, 8)), count]
        case Place.BAR:
            first = _BAR
            values = [count > 0, count > 1, count > 2, max(count - 3, 0)]
        case _ if count == TRAPPED_COUNT:
            first = (place - 1) * _POINT_INPUTS
            values = [0, 0, 0, 0, 1]
        case _:
            first = (place - 1) * _POINT_INPUTS
            values = [count == 1, count == 2, count > 2, max(count - 3, 0)]
    return tuple((first + i, int(value)) for i, value in enumerate(values) if value)


def unit_of(which: int) -> int:
    """Return the divisor of an input in training, which keeps inputs close to the range 0 to 1."""
    if which >= 2 * SIDE_INPUTS:
        return 1
    which %= SIDE_INPUTS
    if which >= _OFF:
        return 1 if which == _OFF else 5
    if which >= _HAND:
        return 15 if which == _HAND + 5 else 1
    if which >= _BAR:
        return 4 if which == _BAR + 3 else 1
    return 4 if which % _POINT_INPUTS == 3 else 1
