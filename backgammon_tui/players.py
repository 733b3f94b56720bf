"""Levels of play: what the program does when a game waits for its side.

The lower levels see worse and are never sure: to what a play is worth they add a little
chance, which hangs on the position alone, so that asking again gives the same answer.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, assert_never

from backgammon_tui.analysis.ahead import ahead, best_ahead
from backgammon_tui.analysis.judge import Judge, Judged, best_of
from backgammon_tui.analysis.nets import Grade
from backgammon_tui.analysis.stages import THROW, Spot, kept_opening, owed, spot_of, to_play
from backgammon_tui.analysis.value import judge_for
from backgammon_tui.engine import (
    Action,
    ChooseDoublet,
    Game,
    KeepOpening,
    Move,
    Phase,
    Position,
    ThrowOpeningAgain,
)
from backgammon_tui.levels import Level


@dataclass(frozen=True, slots=True)
class _Strength:
    """What a level sees, and how sure it is."""

    grade: Grade
    doubt: float
    """The deviation of what is added to the worth of a play, in points."""

    ahead: bool
    """Whether it looks at every throw that may follow."""


_STRENGTHS: Final = {
    Level.BEGINNER: _Strength(Grade.EARLY, 0.25, False),
    Level.EASY: _Strength(Grade.EARLY, 0.08, False),
    Level.MEDIUM: _Strength(Grade.FULL, 0.06, False),
    Level.STRONG: _Strength(Grade.FULL, 0.0, False),
    Level.STRONGEST: _Strength(Grade.FULL, 0.0, True),
}

__all__ = ["Level", "choose"]

_FAR: Final = 3
"""A doubtful play is never worse than the best by more than so many times the doubt."""


def choose(game: Game, level: Level) -> tuple[Action, ...]:
    """What the program does with what a game waits for now; it never throws dice.

    The same game and level give the same answer in every process. A win on the board is
    taken at every level.

    Args:
        game: The game, at any moment.
        level: How well to play.

    Returns:
        All moves that are left of a stage; all moves of the opponent that completes one,
        until the side goes on; the answer to the opening throw; the doublet after a 1-2.
        Empty where the game waits for a throw or is over.

    Raises:
        NoNet: if no net was taught the ruleset.
    """
    match game.phase:
        case Phase.OPENING | Phase.THROW | Phase.THROW_AGAIN | Phase.OVER:
            return ()
        case Phase.MOVE:
            return _stage(_player(game, level), game)
        case Phase.KEEP_OR_AGAIN:
            return (_opening(_player(game, level), game),)
        case Phase.CHOOSE:
            return (_doublet(_player(game, level), game),)
        case Phase.COMPLETE:
            return _completing(_player(game, level), game)
        case _:
            assert_never(game.phase)


@dataclass(frozen=True, slots=True)
class _Player:
    """A judge with a level's strength."""

    judge: Judge
    strength: _Strength

    def doubted(self, points: float, position: Position) -> float:
        """What the level takes a position to be worth."""
        if not self.strength.doubt:
            return points
        return points + self.strength.doubt * _wavering(position)


def _player(game: Game, level: Level) -> _Player:
    strength = _STRENGTHS[level]
    return _Player(judge_for(game.rules, strength.grade), strength)


def _wavering(position: Position) -> float:
    """A number from about -3 to 3 that hangs on the position alone, mostly near 0."""
    digest = hashlib.blake2b(str(position).encode(), digest_size=16).digest()
    # The sum of many small numbers is nearly normal; that of 16 bytes has deviation 295.6.
    return (sum(digest) - 2040) / 295.6


def _stage(player: _Player, game: Game) -> tuple[Action, ...]:
    stage = to_play(game)
    if player.strength.ahead:
        return best_ahead(player.judge, stage).play.moves
    return _pick(player, player.judge.judged(stage)).play.moves


def _pick(player: _Player, judged: Sequence[Judged]) -> Judged:
    best = best_of(judged)
    if best.wins or not player.strength.doubt:
        return best
    least = best.points - _FAR * player.strength.doubt
    plausible = [one for one in judged if one.points >= least]
    return max(plausible, key=lambda one: player.doubted(one.points, one.play.position))


def _opening(player: _Player, game: Game) -> Action:
    judge, stage, spot = player.judge, kept_opening(game), spot_of(game)
    kept = judge.best(stage)
    if player.strength.ahead:
        keep, again = ahead(judge, stage, kept).points, judge.expected(spot)[0]
    else:
        keep, again = kept.points, judge.points(judge.chances(spot))
    keep = player.doubted(keep, kept.play.position)
    return KeepOpening() if keep > again else ThrowOpeningAgain()


def _doublet(player: _Player, game: Game) -> Action:
    judge = player.judge
    options = []
    for stage in owed(spot_of(game)):
        best = judge.best(stage)
        points = ahead(judge, stage, best).points if player.strength.ahead else best.points
        points = player.doubted(points, best.play.position)
        options.append(((best.wins, points), stage.numbers[0]))
    return ChooseDoublet(max(options)[1])


def _completing(player: _Player, game: Game) -> tuple[Action, ...]:
    moves: list[Action] = []
    while game.phase is Phase.COMPLETE:
        move, game = _completing_move(player, game)
        moves.append(move)
    return tuple(moves)


def _completing_move(player: _Player, game: Game) -> tuple[Move, Game]:
    """The best next move of the side that completes, and the game after it.

    No net has learnt what it may lead to; it is taken as the last of the turn.
    """
    judge, side = player.judge, game.actor
    assert side
    options = []
    for move in game.legal_moves():
        after = game.apply(move)
        if after.position.has_borne_off_all(side):
            return move, after
        spot = Spot(after.position, side, THROW, game.had_doublet)
        points = player.doubted(judge.points(judge.chances(spot)), after.position)
        options.append((points, move, after))
    _, move, after = max(options, key=lambda option: option[0])
    return move, after
