"""Moves: one checker moved by one number, as values and packed into integers."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from functools import cache
from typing import Final, NamedTuple

from backgammon_tui.engine.position import POINTS, Side

ENTRY: Final = POINTS + 1
"""The pips that a checker in hand or on the bar has still to go."""


class Effect(Enum):
    """The effect of a move on an opposing checker that stands alone where it lands."""

    NOTHING = 0
    HIT = 1
    TRAP = 2


class Move(NamedTuple):
    """One checker moved by one number."""

    side: Side

    origin: int
    """A point 1 to 24 in the mover's numbering, `Place.HAND` or `Place.BAR`."""

    target: int
    """A point 1 to 24 in the mover's numbering or `Place.OFF`."""

    number: int
    """The number that is used, 1 to 6."""

    effect: Effect = Effect.NOTHING


def move_order(move: Move) -> tuple[int, int, int]:
    """Return the sort key of a move: far origins first, of one origin the longest move."""
    return (-move.origin, move.target, -move.effect.value)


def play_order(moves: Iterable[Move]) -> list[tuple[int, int, int]]:
    """Return the sort key of a play in every list: by its moves, origins from the back."""
    return sorted(map(move_order, moves))


NOTHING, HIT, TRAP = (effect.value for effect in Effect)

# Packed moves are 1 for White or 2 for Black, and then for each move ten bits: from the
# highest, its effect, number and origin.
SIDES: Final = (Side.WHITE, Side.BLACK)
STEP_BITS: Final = 10
STEP: Final = (1 << STEP_BITS) - 1
NUMBER_SHIFT: Final = 5
EFFECT_SHIFT: Final = 8


def unpack(side: Side, path: int) -> Move:
    """Return the last of some packed moves of a side."""
    return _move(side is Side.BLACK, path & STEP)


@cache
def _move(black: bool, step: int) -> Move:
    """Return the move of one packed step; there are some hundreds, and lists show thousands."""
    origin = step & 31
    number = step >> NUMBER_SHIFT & 7
    effect = Effect(step >> EFFECT_SHIFT)
    return Move(SIDES[black], origin, target_of(origin, number), number, effect)


def _order(step: int) -> int:
    origin, number, effect = step & 31, step >> NUMBER_SHIFT & 7, step >> EFFECT_SHIFT
    return (31 - origin) << 7 | target_of(origin, number) << 2 | 3 - effect


def steps_of(path: int) -> list[int]:
    """Return the packed moves of a path one by one, the last first."""
    steps = []
    while path > STEP:
        steps.append(path & STEP)
        path >>= STEP_BITS
    return steps


def pack(move: Move) -> int:
    """Return a move as ten bits."""
    return move.effect.value << EFFECT_SHIFT | move.number << NUMBER_SHIFT | move.origin


def target_of(origin: int, number: int) -> int:
    """Return the target of a number from a place: a point, or 0 for off."""
    return max(min(origin, ENTRY) - number, 0)


ORDER: Final = tuple(map(_order, range(1 << STEP_BITS)))
"""The order of each packed move among others, by origin, target and effect as `move_order`."""
