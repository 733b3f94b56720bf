"""Exercises being played: the computer's answers, and the standing after every turn."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Final, NamedTuple, assert_never

from backgammon_tui.analysis.difference import closed_points, longest_row, outside
from backgammon_tui.analysis.nets import NotJudged
from backgammon_tui.analysis.value import estimates
from backgammon_tui.engine import Action, Effect, Game, Phase, Place, Roll, Side
from backgammon_tui.engine.events import Moved, StageCompleted, TurnEnded
from backgammon_tui.names import Level
from backgammon_tui.players import choose
from backgammon_tui.teach.lessons.parts import Condition, Exercise, GoalState


class ExerciseStanding(NamedTuple):
    """The state of an exercise at a moment of its game."""

    turns: int = 0
    """Number of turns of the learner that are over."""

    is_reached: bool = False
    broken: Condition | None = None
    """The condition that failed; the goal itself if the game ended without it."""

    @property
    def is_over(self) -> bool:
        return self.is_reached or self.broken is not None


def standing(exercise: Exercise, side: Side, games: Sequence[Game]) -> ExerciseStanding:
    """Return the standing after the last of the games since the exercise began."""
    now = ExerciseStanding()
    for game in games[1:]:
        now = _next(exercise, side, now, game)
        if now.is_over:
            break
    return now


def _next(exercise: Exercise, side: Side, now: ExerciseStanding, game: Game) -> ExerciseStanding:
    struck = [event.move for event in game.events if isinstance(event, Moved)]
    for limit in exercise.limits:
        if any(move.side is not side and _breaks(limit, move.effect) for move in struck):
            return now._replace(broken=limit)
    is_end = any(isinstance(event, TurnEnded) and event.side is side for event in game.events)
    if game.is_over:
        is_end = game.turn is not None and game.turn.side is side
    elif not is_end:
        ends_stage = any(
            isinstance(each, StageCompleted) and each.by is side for each in game.events
        )
        conditions = (exercise.goal, *exercise.limits)
        is_there = ends_stage and exercise.goal.state in _AT_ONCE
        if is_there and all(_holds(each, side, now.turns + 1, game) for each in conditions):
            return now._replace(turns=now.turns + 1, is_reached=True)
        return now
    now = now._replace(turns=now.turns + is_end)
    for limit in exercise.limits:
        if not _holds(limit, side, now.turns, game):
            return now._replace(broken=limit)
    if _holds(exercise.goal, side, now.turns, game):
        return now._replace(is_reached=True)
    return now._replace(broken=exercise.goal) if game.is_over else now


_AT_ONCE: Final = (GoalState.ALL_IN, GoalState.ALL_HOME, GoalState.OFF)
"""The goals that are reached within a turn: the rest of it cannot undo them."""


def _breaks(limit: Condition, effect: Effect) -> bool:
    return (limit.state, effect) in (
        (GoalState.NOT_HIT, Effect.HIT),
        (GoalState.NOT_TRAPPED, Effect.TRAP),
    )


def _holds(condition: Condition, side: Side, turns: int, game: Game) -> bool:
    position, number = game.position, condition.number
    match condition.state:
        case GoalState.ALL_IN:
            return not position.to_enter(side)
        case GoalState.ALL_HOME:
            return not outside(position, side)
        case GoalState.OFF:
            return position.count(side, Place.OFF) >= number
        case GoalState.WON:
            return game.result is not None and game.result.winner is side
        case GoalState.TURNS:
            return turns >= number
        case GoalState.AT_MOST:
            return turns <= number
        case GoalState.PRIME:
            return longest_row(closed_points(game.rules, position, side)) >= number
        case GoalState.TRAP:
            return position.has_trapped(side.other)
        case GoalState.NOT_HIT | GoalState.NOT_TRAPPED:
            return True  # Moves break these, not positions.
        case _:
            assert_never(condition.state)


def awaits_learner(game: Game, side: Side) -> bool:
    is_rolled = game.phase not in (Phase.ROLL, Phase.ROLL_AGAIN, Phase.OVER)
    return is_rolled and game.actor is side


def computer_choice(game: Game) -> tuple[Action, ...]:
    """Return what the computer would do for the learner, found within milliseconds."""
    with suppress(NotJudged):
        if found := estimates(game, at_once=True):
            return found[0].play.moves
    return choose(game, Level.STRONG)


def reply(exercise: Exercise, side: Side, games: Sequence[Game]) -> tuple[Action, ...]:
    """Return the rolls and the computer's actions until the learner chooses or all is over.

    Args:
        games: The games since the learner's first roll.
    """
    history, done = list(games), list[Action]()
    while not awaits_learner(history[-1], side):
        if standing(exercise, side, history).is_over:
            break
        game = history[-1]
        is_roll = game.phase in (Phase.ROLL, Phase.ROLL_AGAIN)
        actions = (_roll(exercise, side, history),) if is_roll else choose(game, Level.STRONG)
        for action in actions:
            history.append(history[-1].apply(action))
            done.append(action)
    return tuple(done)


def _roll(exercise: Exercise, side: Side, history: Sequence[Game]) -> Roll:
    """Return the next roll of the side to roll; the learner's first has fallen already."""
    roller = history[-1].side
    number = (roller is side) + sum(
        before.side is roller and before.phase in (Phase.ROLL, Phase.ROLL_AGAIN)
        for before, _ in pairwise(history)
    )
    dice = exercise.rolls if roller is side else exercise.answers
    return Roll(*dice[number % len(dice)])
