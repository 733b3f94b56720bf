"""Moves, as values and packed into integers."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from functools import cache
from typing import Final, NamedTuple

from backgammon_tui.engine.position import POINTS, Side

ENTRY: Final = POINTS + 1
"""The pips that a checker in hand or on the bar still has to move."""


class Effect(Enum):
    """The effect of a move on a blot on its target."""

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
    """The number used, 1 to 6."""

    effect: Effect = Effect.NOTHING


def move_order(move: Move) -> tuple[int, int, int]:
    """Return the sort key of a move: farthest origins first, then the longest move."""
    return (-move.origin, move.target, -move.effect.value)


def play_order(moves: Iterable[Move]) -> list[tuple[int, int, int]]:
    """Return the sort key of a play: its moves from the farthest origin to the nearest."""
    return sorted(map(move_order, moves))


NOTHING, HIT, TRAP = (effect.value for effect in Effect)

# Packed moves begin with 1 for White or 2 for Black. Each move then takes ten bits: effect,
# number and origin, highest bits first.
SIDES: Final = (Side.WHITE, Side.BLACK)
STEP_BITS: Final = 10
STEP: Final = (1 << STEP_BITS) - 1
NUMBER_SHIFT: Final = 5
EFFECT_SHIFT: Final = 8


def unpack(side: Side, path: int) -> Move:
    """Return the last of a side's packed moves."""
    return _move(side is Side.BLACK, path & STEP)


@cache
def _move(black: bool, step: int) -> Move:
    """Unpack a move; cached, because lists show thousands of only some hundred moves."""
    origin = step & 31
    number = step >> NUMBER_SHIFT & 7
    effect = Effect(step >> EFFECT_SHIFT)
    return Move(SIDES[black], origin, target_of(origin, number), number, effect)


def _order(step: int) -> int:
    origin, number, effect = step & 31, step >> NUMBER_SHIFT & 7, step >> EFFECT_SHIFT
    return (31 - origin) << 7 | target_of(origin, number) << 2 | 3 - effect


def steps_of(path: int) -> list[int]:
    """Split a packed path into its packed moves, last move first."""
    steps = []
    while path > STEP:
        steps.append(path & STEP)
        path >>= STEP_BITS
    return steps


def pack(move: Move) -> int:
    return move.effect.value << EFFECT_SHIFT | move.number << NUMBER_SHIFT | move.origin


def target_of(origin: int, number: int) -> int:
    """Return the target of a move by `number`: a point, or 0 for off."""
    return max(min(origin, ENTRY) - number, 0)


ORDER: Final = tuple(map(_order, range(1 << STEP_BITS)))
"""The sort key of each packed move, as in `move_order`."""
