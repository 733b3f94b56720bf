"""Decisions about the doubling cube, from the chances of a state and the score of a match.

R. Janowski's model: the equity with a cube is between two known ones. A dead cube is never turned
again; the equity is linear in the chance to win. A live cube is turned at the last moment, so the
equity is a line through the points where the double is just passed. The estimate is
`(1 - x) dead + x live`, where `x` is the efficiency of the cube.

Equities are chances to win the match, from 0 to 1, or in unlimited play points with the cube at 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple, Protocol

from backgammon_tui.analysis.bear_off import sides_have_passed
from backgammon_tui.analysis.evaluator import Chances
from backgammon_tui.engine import Game, Match, Side

EFFICIENCY: Final = 0.7
RACE_EFFICIENCY: Final = 0.6
"""Efficiency in positions with and without contact, fitted as `STRENGTH.md` describes."""

NOBODY, MINE, THEIRS = range(3)
"""The owners of a cube, as seen by the side whose equity it is."""


class Scores(Protocol):
    """The worth of points at a score."""

    def win(self, points: int) -> float:
        """Return the equity after the side has won these points."""

    def loss(self, points: int) -> float: ...

    def is_dead_for_me(self, cube: int) -> bool:
        """Return True if the side gains nothing from turning a cube of this value."""

    def is_dead_for_them(self, cube: int) -> bool: ...


class Money:
    """Unlimited play without the Jacoby rule: a point is worth a point."""

    def win(self, points: int) -> float:
        return float(points)

    def loss(self, points: int) -> float:
        return -float(points)

    def is_dead_for_me(self, cube: int) -> bool:
        return cube >= 64

    is_dead_for_them = is_dead_for_me


class Away(NamedTuple):
    """A match in which the sides need these points; perhaps after the Crawford game."""

    mine: int
    theirs: int
    is_after_crawford: bool = False

    def win(self, points: int) -> float:
        return met(self.mine - points, self.theirs, self.is_after_crawford)

    def loss(self, points: int) -> float:
        return met(self.mine, self.theirs - points, self.is_after_crawford)

    def is_dead_for_me(self, cube: int) -> bool:
        return cube >= self.mine

    def is_dead_for_them(self, cube: int) -> bool:
        return cube >= self.theirs


class WinShares(NamedTuple):
    """The shares of single wins, gammons and backgammons, among the wins and among the losses."""

    wins: tuple[float, float, float]
    """The fractions of the wins that are worth 1, 2 and 3 points."""

    losses: tuple[float, float, float]

    @classmethod
    def from_chances(cls, chances: Chances) -> WinShares:
        return cls(_shares(chances[:3]), _shares(chances[3:6]))


def _shares(parts: Sequence[float]) -> tuple[float, float, float]:
    total = sum(parts)
    if total < 1e-6:
        return 1.0, 0.0, 0.0
    single, gammon, backgammon = parts
    return single / total, gammon / total, backgammon / total


def _ends(scores: Scores, shape: WinShares, cube: int) -> tuple[float, float]:
    """Return the equity if the game is certainly lost, and if it is certainly won."""
    lost = sum(share * scores.loss(cube * n) for n, share in enumerate(shape.losses, 1))
    won = sum(share * scores.win(cube * n) for n, share in enumerate(shape.wins, 1))
    return lost, won


def _live_points(
    scores: Scores, shape: WinShares, cube: int, owner: int
) -> list[tuple[float, float]]:
    """Return the corners of the equity with a live cube: chances to win with their equities."""
    lost, won = _ends(scores, shape, cube)
    corners = [(0.0, lost)]
    if owner != MINE and not scores.is_dead_for_them(cube):
        passed = scores.loss(cube)
        # They double where I am indifferent between passing and owning the doubled cube.
        at = _chance_at(_live_points(scores, shape, 2 * cube, MINE), passed)
        if at is not None:
            corners.append((at, passed))
    if owner != THEIRS and not scores.is_dead_for_me(cube):
        passed = scores.win(cube)
        at = _chance_at(_live_points(scores, shape, 2 * cube, THEIRS), passed)
        if at is not None and at > corners[-1][0]:
            corners.append((at, passed))
    return [*corners, (1.0, won)]


def _chance_at(corners: Sequence[tuple[float, float]], equity: float) -> float | None:
    """Return the chance to win at which a line reaches an equity; None if it never does."""
    for (at, low), (to, high) in pairwise(corners):
        if low <= equity <= high and high > low:
            return at + (to - at) * (equity - low) / (high - low)
    return None


def _equity_at(corners: Sequence[tuple[float, float]], chance: float) -> float:
    for (at, low), (to, high) in pairwise(corners):
        if chance <= to:
            return low + (high - low) * (chance - at) / (to - at) if to > at else high
    return corners[-1][1]


def equity(
    scores: Scores, shape: WinShares, chance: float, cube: int, owner: int, x: float
) -> float:
    """Return the equity of the side to roll with a cube; `x` is the efficiency."""
    lost, won = _ends(scores, shape, cube)
    dead = lost + (won - lost) * chance
    if not x:
        return dead
    return (1 - x) * dead + x * _equity_at(_live_points(scores, shape, cube, owner), chance)


@dataclass(frozen=True, slots=True)
class CubeAdvice:
    """The equities of the three outcomes, for the side that may double."""

    hold: float
    taken: float
    passed: float

    @property
    def should_double(self) -> bool:
        return min(self.taken, self.passed) > self.hold + 1e-9

    @property
    def should_take(self) -> bool:
        """True if the other side should take a double."""
        return self.taken <= self.passed

    @property
    def is_too_good(self) -> bool:
        return not self.should_double and self.passed < self.taken


def advise(
    scores: Scores, chances: Chances, cube: int, owner: int, x: float = EFFICIENCY
) -> CubeAdvice:
    shape, chance = WinShares.from_chances(chances), sum(chances[:3])
    return CubeAdvice(
        hold=equity(scores, shape, chance, cube, owner, x),
        taken=equity(scores, shape, chance, 2 * cube, THEIRS, x),
        passed=scores.win(cube),
    )


# ---- match equities

_GAMMONS: Final = WinShares((0.735, 0.254, 0.011), (0.735, 0.254, 0.011))
"""The shares of single wins, gammons and backgammons between equal players."""

_MET_EFFICIENCY: Final = 0.75


@cache
def met(mine: int, theirs: int, is_after_crawford: bool = False) -> float:
    """Return the chance to win a match in which the sides need these points, before a game.

    A recursion: each game ends with a win of 1, 2 or 3 times the cube, whose equities are those of
    shorter matches; its own equity is that of an even game with a centred cube. With one point
    needed, the first game is the Crawford game, and after it the side behind doubles at once.
    """
    if mine <= 0 or theirs <= 0:
        return 1.0 if mine <= 0 else 0.0
    if mine == theirs:
        return 0.5
    if mine > theirs:
        return 1.0 - met(theirs, mine, is_after_crawford)
    if mine > 1:
        return equity(Away(mine, theirs), _GAMMONS, 0.5, 1, NOBODY, _MET_EFFICIENCY)
    if not is_after_crawford:  # The Crawford game
        lost, won = _ends(_Crawford(1, theirs), _GAMMONS, 1)
        return (lost + won) / 2
    lost, won = _ends(Away(1, theirs, True), _GAMMONS, 2)
    free_pass = met(1, theirs - 1, True)  # Passing costs the side ahead a point.
    return max((lost + won) / 2, free_pass)


class _Crawford(Away):
    """The Crawford game, which changes the rest of the match."""

    def loss(self, points: int) -> float:
        return met(self.mine, self.theirs - points, True)


# ---- games


def scores_for(match: Match, side: Side) -> Scores:
    """Return the worth of points to a side in the current game of a match."""
    if match.length is None:
        return Money()
    mine, theirs = (match.length - match.score(s) for s in (side, side.other))
    return Away(mine, theirs, 1 in (mine, theirs) and not match.is_crawford)


def cube_advice(game: Game, match: Match, chances: Chances) -> CubeAdvice:
    """Return the equities of a double in a game, for the side that may double or has doubled.

    Args:
        chances: The chances of that side before its roll.
    """
    side, cube = game.side, game.cube
    assert side
    assert cube
    has_contact = not sides_have_passed(game.position.packed)
    x = EFFICIENCY if has_contact else RACE_EFFICIENCY
    owner = NOBODY if cube.owner is None else MINE if cube.owner is side else THEIRS
    return advise(scores_for(match, side), chances, cube.value, owner, x)
