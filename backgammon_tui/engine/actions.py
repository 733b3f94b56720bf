"""The actions of players in a game, as data. A game is the fold of its actions.

The moves themselves are `moves.Move`; everything else that changes a game is here.
"""

from __future__ import annotations

from dataclasses import dataclass

from backgammon_tui.engine.moves import Move
from backgammon_tui.engine.position import Side


@dataclass(frozen=True)
class OpeningRoll:
    """Each side rolls one die to see who starts."""

    white: int
    black: int


@dataclass(frozen=True)
class KeepOpening:
    """The winner of the opening roll plays the two numbers just rolled."""


@dataclass(frozen=True)
class RerollOpening:
    """The winner of the opening roll rolls both dice again instead."""


@dataclass(frozen=True)
class Roll:
    """The side to roll rolls two dice, of which the larger number is the first."""

    first: int
    second: int

    def __post_init__(self) -> None:
        first, second = self.first, self.second
        if first < second:
            object.__setattr__(self, "first", second)
            object.__setattr__(self, "second", first)


@dataclass(frozen=True)
class ChooseDoubles:
    """After a completed 2-1: which double is played, 5 or 6."""

    number: int


@dataclass(frozen=True)
class Resign:
    """A side gives the game up for a number of points that the other has accepted."""

    side: Side
    points: int


@dataclass(frozen=True)
class AgreeDraw:
    """Both sides agree to end the game without points."""


Action = (
    OpeningRoll | KeepOpening | RerollOpening | Roll | Move | ChooseDoubles | Resign | AgreeDraw
)
