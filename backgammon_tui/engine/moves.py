"""Moves and the other actions of players, as data."""

from __future__ import annotations

from dataclasses import dataclass
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


NOTHING, HIT, TRAP = (effect.value for effect in Effect)
SIDES: Final = (Side.WHITE, Side.BLACK)

# A move is packed into eleven bits: Black, effect, number and origin, highest bits first.
STEP_BITS: Final = 11


def pack(black: bool, origin: int, number: int, effect: int) -> int:
    return black << 10 | effect << 8 | number << 5 | origin


@cache
def unpack(step: int) -> Move:
    """Unpack a move; cached, because lists show thousands of only some hundred moves."""
    origin, number = step & 31, step >> 5 & 7
    target = target_of(origin, number)
    return Move(SIDES[step >> 10], origin, target, number, Effect(step >> 8 & 3))


def effect_of(step: int) -> int:
    """Return the value of a packed move's effect, 0 for none."""
    return step >> 8 & 3


@cache
def step_order(step: int) -> int:
    """Return the sort key of a packed move: farthest origins first, then the longest move."""
    origin, number, effect = step & 31, step >> 5 & 7, step >> 8 & 3
    return (31 - origin) << 7 | target_of(origin, number) << 2 | 3 - effect


def target_of(origin: int, number: int) -> int:
    """Return the target of a move by `number`: a point, or 0 for off."""
    return max(min(origin, ENTRY) - number, 0)


@dataclass(frozen=True)
class OpeningRoll:
    """Each side rolls one die to decide who starts."""

    white: int
    black: int


@dataclass(frozen=True)
class KeepOpening:
    """The winner of the opening roll plays its two numbers."""


@dataclass(frozen=True)
class RerollOpening:
    """The winner of the opening roll rolls both dice again instead of playing it."""


@dataclass(frozen=True)
class Roll:
    """A roll of two dice; the larger number is always `first`."""

    first: int
    second: int

    def __post_init__(self) -> None:
        first, second = self.first, self.second
        if first < second:
            object.__setattr__(self, "first", second)
            object.__setattr__(self, "second", first)


@dataclass(frozen=True)
class ChooseDoubles:
    """The choice after a completed 2-1 between four 5s and four 6s."""

    number: int


@dataclass(frozen=True)
class Resign:
    """A side resigns and the other side scores `points`."""

    side: Side
    points: int


@dataclass(frozen=True)
class AgreeDraw:
    """Both sides agree to a draw; nobody scores."""


@dataclass(frozen=True)
class Double:
    """The side to roll offers to double the points of the game."""


@dataclass(frozen=True)
class Take:
    """The other side accepts: the points double, and only it may double next."""


@dataclass(frozen=True)
class Pass:
    """The other side declines and loses the points before the offer."""


CubeAction = Double | Take | Pass
Action = (
    OpeningRoll
    | KeepOpening
    | RerollOpening
    | Roll
    | Move
    | ChooseDoubles
    | CubeAction
    | Resign
    | AgreeDraw
)
