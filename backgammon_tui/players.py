"""Levels of play: what the program does when a game waits for its side.

The lower levels play by nets saved after few games of training: they misjudge what beginners
misjudge, and do so every time.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final, NamedTuple, assert_never

from backgammon_tui.analysis.further import best_further
from backgammon_tui.analysis.judge import Judge
from backgammon_tui.analysis.look import Stopped, go_on
from backgammon_tui.analysis.nets import Grade, NoNet, taught_for
from backgammon_tui.analysis.stages import THROW, BetweenStages, to_play
from backgammon_tui.analysis.value import answers_by, judge_for
from backgammon_tui.engine import Action, Game, Move, Phase, actions
from backgammon_tui.levels import Level

_GRADES: Final = {
    Level.BEGINNER: Grade.FIRST,
    Level.EASY: Grade.YOUNG,
    Level.MEDIUM: Grade.EARLY,
    Level.STRONG: Grade.ADVANCED,
    Level.STRONGEST: Grade.FULL,
}

__all__ = ["Level", "Stopped", "choose"]


def choose(game: Game, level: Level, should_stop: Callable[[], bool] = go_on) -> tuple[Action, ...]:
    """Return what the program does with what a game waits for now; it never throws dice.

    The same game and level give the same answer in every process. A win on the board is
    taken at every level. Where the level has no sound net it plays by that of another; where
    there is none at all it plays the first legal play.

    Args:
        should_stop: Called every few milliseconds; True if nobody waits for the answer.

    Returns:
        All moves that are left of a stage; all moves of the opponent that completes one,
        until the side goes on; the answer to the opening throw; the doublet after a 2-1.
        Empty where the game waits for a throw or is over.

    Raises:
        Stopped: if it was told to stop.
    """
    try:
        return _choose(game, level, should_stop)
    except NoNet:
        return _without_net(game)


def has_net(game: Game) -> bool:
    """Return True if there is a net by which some level can play a game."""
    return _grade(game, Level.STRONGEST) is not None


def _choose(game: Game, level: Level, should_stop: Callable[[], bool]) -> tuple[Action, ...]:
    match game.phase:
        case Phase.OPENING | Phase.THROW | Phase.THROW_AGAIN | Phase.OVER:
            return ()
        case Phase.MOVE:
            return _stage(_player(game, level), game, should_stop)
        case Phase.KEEP_OR_AGAIN | Phase.CHOOSE:
            player = _player(game, level)
            found = answers_by(player.judge, game, looks_ahead=player.looks_ahead)
            return (found[0].action,)
        case Phase.COMPLETE:
            return _completing(_player(game, level), game)
        case _:
            assert_never(game.phase)


class _Player(NamedTuple):
    judge: Judge
    looks_ahead: bool


def _player(game: Game, level: Level) -> _Player:
    grade = _grade(game, level) or _GRADES[level]
    return _Player(judge_for(game.rules, grade), level is Level.STRONGEST)


def _grade(game: Game, level: Level) -> Grade | None:
    """Return the grade of a level, else the best one with a sound net; None if there is none."""
    for grade in (_GRADES[level], *reversed(_GRADES.values())):
        with suppress(NoNet):
            return taught_for(game.rules, grade).grade
    return None


def _without_net(game: Game) -> tuple[Action, ...]:
    match game.phase:
        case Phase.KEEP_OR_AGAIN:
            return (actions.KeepOpening(),)
        case Phase.CHOOSE:
            return (actions.ChooseDoublet(6),)
        case Phase.COMPLETE:
            return game.legal_moves()[:1]
        case _:
            return tuple(game.legal_plays()[0].moves)


def _stage(player: _Player, game: Game, should_stop: Callable[[], bool]) -> tuple[Action, ...]:
    judge, stage = player.judge, to_play(game)
    best = best_further(judge, stage, should_stop) if player.looks_ahead else judge.best(stage)
    return best.play.moves


def _completing(player: _Player, game: Game) -> tuple[Action, ...]:
    moves: list[Action] = []
    while game.phase is Phase.COMPLETE:
        move, game = _completing_move(player.judge, game)
        moves.append(move)
    return tuple(moves)


def _completing_move(judge: Judge, game: Game) -> tuple[Move, Game]:
    """Return the best next move of the side that completes, and the game after it.

    No net has learnt to judge such moves, so each is valued as the last of the turn.
    """
    side = game.actor
    assert side
    options = []
    for move in game.legal_moves():
        after = game.apply(move)
        if after.position.has_borne_off_all(side):
            return move, after
        spot = BetweenStages(after.position, side, THROW, game.had_doublet)
        options.append((judge.points(judge.chances(spot)), move, after))
    _, move, after = max(options, key=lambda option: option[0])
    return move, after
