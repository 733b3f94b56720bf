"""The actions of players in a game, as data. A game is the fold of its actions.

The moves themselves are `moves.Move`; everything else that changes a game is here.
"""

from __future__ import annotations

from backgammon_tui.engine.moves import Move
from backgammon_tui.engine.position import Side
from backgammon_tui.frozen import frozen


@frozen
class OpeningThrow:
    """Each side throws one die to see who starts."""

    white: int
    black: int


@frozen
class KeepOpening:
    """The winner of the opening throw plays the two numbers just thrown."""


@frozen
class ThrowOpeningAgain:
    """The winner of the opening throw throws both dice again instead."""


@frozen
class Throw:
    """The side to throw throws two dice."""

    first: int
    second: int


@frozen
class ChooseDoublet:
    """After a completed 2-1: which doublet is played, 5 or 6."""

    number: int


@frozen
class Resign:
    """A side gives the game up for a number of points that the other has accepted."""

    side: Side
    points: int


@frozen
class AgreeDraw:
    """Both sides agree to end the game without points."""


Action = (
    OpeningThrow
    | KeepOpening
    | ThrowOpeningAgain
    | Throw
    | Move
    | ChooseDoublet
    | Resign
    | AgreeDraw
)
