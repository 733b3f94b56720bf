"""The actions of players as data. A game is determined by its rules and its actions.

Moves are defined in `moves`, all other actions here.
"""

from __future__ import annotations

from dataclasses import dataclass

from backgammon_tui.engine.moves import Move
from backgammon_tui.engine.position import Side


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


Action = (
    OpeningRoll | KeepOpening | RerollOpening | Roll | Move | ChooseDoubles | Resign | AgreeDraw
)
