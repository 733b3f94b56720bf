"""The computer's choices at each level of play.

Lower levels use networks saved early in their training, so they make beginners' mistakes
consistently.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from backgammon_tui.analysis.cube import cube_advice
from backgammon_tui.analysis.cube_rating import rate_cube
from backgammon_tui.analysis.evaluator import ROLL, EvalState, Evaluator, eval_state, to_play
from backgammon_tui.analysis.lookahead import (
    Stopped,
    best_two_ahead,
    never_stop,
)
from backgammon_tui.analysis.nets import Grade, NoNet, net_for
from backgammon_tui.analysis.value import answers_by, evaluator_for
from backgammon_tui.engine import Action, Double, Game, Match, Move, Pass, Phase, Take
from backgammon_tui.engine.moves import ChooseDoubles, KeepOpening
from backgammon_tui.names import Level

SECONDS_CUBE: Final = 0.26
"""The time for the rollout of an answer to a double, so that the whole takes at most 0.3 s."""

_GRADES: Final = {
    Level.BEGINNER: Grade.FIRST,
    Level.EASY: Grade.YOUNG,
    Level.MEDIUM: Grade.EARLY,
    Level.STRONG: Grade.ADVANCED,
    Level.STRONGEST: Grade.FULL,
}

__all__ = ["Level", "Stopped", "choose"]


def choose(
    game: Game,
    level: Level,
    should_stop: Callable[[], bool] = never_stop,
    match: Match | None = None,
) -> tuple[Action, ...]:
    """Return the actions that the computer chooses; it never rolls dice.

    The same game and level always give the same answer, except that `strongest` searches less on a
    machine that would need more than a second, and plays out fewer games on one that would need
    more than 0.3 seconds for the answer to a double. Every level takes a win on the board. If a
    level has no usable network, it uses that of another level; if there is none at all, it plays
    the first legal play.

    Args:
        should_stop: Called every few milliseconds; returns True once the answer is not needed.

    Returns:
        All remaining moves of a stage; all moves of a completing opponent until the side continues;
        the answer to the opening roll; or the doubles after a 2-1. Empty if the game waits for a
        roll or is over.

    Raises:
        Stopped: if `should_stop` returned True.
    """
    try:
        if game.phase is Phase.DOUBLED or game.may_double:
            return _turn_cube(game, level, match or Match(game.rules), should_stop)
        return _choose(game, level, should_stop)
    except NoNet:
        return _without_net(game)


def has_net(game: Game) -> bool:
    return _grade(game, Level.STRONGEST) is not None


def _choose(game: Game, level: Level, should_stop: Callable[[], bool]) -> tuple[Action, ...]:
    if game.awaits_roll or game.is_over:
        return ()
    judge = evaluator_for(game.rules, _grade(game, level) or _GRADES[level])
    looks_ahead = level is Level.STRONGEST
    match game.phase:
        case Phase.MOVE:
            stage = to_play(game)
            best = best_two_ahead(judge, stage, should_stop) if looks_ahead else judge.best(stage)
            return best.play.moves
        case Phase.COMPLETE:
            moves: list[Action] = []
            while game.phase is Phase.COMPLETE:
                move, game = _completing_move(judge, game)
                moves.append(move)
            return tuple(moves)
        case _:
            return (answers_by(judge, game, looks_ahead=looks_ahead)[0].action,)


def _grade(game: Game, level: Level) -> Grade | None:
    """Return the grade of a level, or the best grade with a usable network; None without any."""
    for grade in (_GRADES[level], *reversed(_GRADES.values())):
        with suppress(NoNet):
            return net_for(game.rules, grade).grade
    return None


def _turn_cube(
    game: Game, level: Level, match: Match, should_stop: Callable[[], bool]
) -> tuple[Action, ...]:
    """Return the answer to a double; or the double; or nothing, to roll."""
    grade = _grade(game, level)
    if level is Level.STRONGEST and grade is Grade.FULL:
        advice = rate_cube(game, match, should_stop, SECONDS_CUBE).advice
    else:
        chances = evaluator_for(game.rules, grade or _GRADES[level]).chances(eval_state(game))
        advice = cube_advice(game, match, chances)
    if game.phase is Phase.DOUBLED:
        return (Take(),) if advice.should_take else (Pass(),)
    return (Double(),) if advice.should_double else ()


def _without_net(game: Game) -> tuple[Action, ...]:
    if game.awaits_roll:
        return ()
    match game.phase:
        case Phase.DOUBLED:
            return (Take(),)
        case Phase.KEEP_OR_REROLL:
            return (KeepOpening(),)
        case Phase.CHOOSE:
            return (ChooseDoubles(6),)
        case Phase.COMPLETE:
            return game.moves[:1]
        case _:
            return tuple(game.legal_plays()[0].moves)


def _completing_move(judge: Evaluator, game: Game) -> tuple[Move, Game]:
    """Return the best next move of a completing opponent, and the game after it.

    No network is trained to rate such moves, so each is rated as if it ended the turn.
    """
    side = game.actor
    assert side
    options = []
    for move in game.moves:
        after = game.apply(move)
        if after.position.has_borne_off_all(side):
            return move, after
        spot = EvalState(after.position, side, ROLL, game.had_double)
        options.append((judge.points(judge.chances(spot)), move, after))
    _, move, after = max(options, key=lambda option: option[0])
    return move, after
