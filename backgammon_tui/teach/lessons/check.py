"""A check of a lesson against the rules: every throw, solution, wrong try and answer.

A task may have several solutions, so a step may begin in several games; it must agree with
the rules in all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from backgammon_tui.engine.actions import OpeningThrow, Throw
from backgammon_tui.engine.game import Game
from backgammon_tui.engine.notation import Ambiguous
from backgammon_tui.engine.reasons import Cause, NotAllowed, Reason
from backgammon_tui.engine.turn import Phase
from backgammon_tui.teach.lessons.exercise import awaits_learner
from backgammon_tui.teach.lessons.goals import Goal, is_on_the_way, is_reached
from backgammon_tui.teach.lessons.parts import (
    Exercise,
    Lesson,
    LessonQuestion,
    LessonStep,
    Task,
    Try,
)
from backgammon_tui.teach.typed_actions import do, is_stage_over, read_typed, why_unclear
from backgammon_tui.text_file import LineError, quote
from backgammon_tui.words.moments import describe_awaited
from backgammon_tui.words.naming import Naming
from backgammon_tui.words.reason_sentences import describe_meanings

_MOST_GAMES: Final = 50
"""The most games in which a step may begin: the solutions of successive steps multiply."""


def check_lesson(lesson: Lesson) -> None:
    """Play a lesson by each of its solutions and make every wrong try."""
    games: tuple[Game, ...] = (Game.start(lesson.rules),)
    for step in lesson.steps:
        games = _check_step(lesson, step, games)


def _check_step(lesson: Lesson, step: LessonStep, games: tuple[Game, ...]) -> tuple[Game, ...]:
    if step.situation:
        try:
            games = (step.situation.game(lesson.rules),)
        except ValueError as error:
            raise LineError(step.line, str(error)) from None
    if not games:
        raise LineError(step.line, "after an Exercise a step has a Start")
    for act in step.acts:
        games = tuple(_goal(game, act.does, act.line).end for game in games)
    if isinstance(step.asked, LessonQuestion):
        for game in games:
            _check_question(step.asked, game)
    if isinstance(step.asked, Exercise):
        _check_exercise(step.asked, step, games)
        return ()  # Nobody knows where it ends, so the next step has a Start.
    if isinstance(step.asked, Task):
        task = step.asked
        games = tuple(dict.fromkeys(after for game in games for after in _check_task(task, game)))
        if len(games) > _MOST_GAMES:
            raise LineError(step.line, "too many ways lead on from here; fewer Solutions do")
    return games


def _check_exercise(exercise: Exercise, step: LessonStep, games: Sequence[Game]) -> None:
    """Refuse an exercise that does not begin with a throw, or is over as it begins."""
    if step.situation is None or step.acts or games[0].phase is not Phase.THROW:
        raise LineError(exercise.line, "an Exercise begins with a Start, and its first throw")
    side = games[0].side
    assert side
    begun = games[0].apply(Throw(*exercise.throws[0]))
    if not awaits_learner(begun, side):
        raise LineError(exercise.line, "nothing can be played of the first of the Throws")


def _goal(game: Game, does: Throw | OpeningThrow | str, line: int) -> Goal:
    try:
        return Goal.of(game, does)
    except NotAllowed as error:
        raise LineError(line, _forbidden(game, error.reason)) from None
    except Ambiguous as error:
        raise LineError(line, f"this may mean {describe_meanings(error.candidates)}") from None


def _forbidden(game: Game, reason: Reason) -> str:
    if reason.cause is not Cause.NOT_NOW:
        return f"the rules do not allow this: {reason.cause.value}"
    awaited = describe_awaited(game.moment, Naming()).rstrip(".")
    missing = "; is a Throw missing?" if game.phase in (Phase.THROW, Phase.THROW_AGAIN) else ""
    return f"this cannot be done now: {awaited}{missing}"


# ---- tasks


def _check_task(task: Task, game: Game) -> list[Game]:
    """Return the games that the solutions lead to."""
    goals = []
    for solution in task.solutions:
        goal = _goal(game, solution.text, solution.line)
        if not is_stage_over(game, goal.end):
            left = " ".join(str(number) for number in goal.end.left)
            raise LineError(solution.line, f"this leaves numbers to be played: {left}")
        goals.append(goal)
    tried: list[Goal] = []
    for attempt in task.tries:
        tried += _check_try(attempt, game, goals, tried)
    return [goal.end for goal in goals]


def _check_try(
    attempt: Try, game: Game, goals: Sequence[Goal], tried: Sequence[Goal]
) -> list[Goal]:
    """Return the goal of a try, if the rules allow it.

    Args:
        tried: The allowed tries before it.
    """
    against = _reason_against(game, attempt)
    cause = against.cause if against else None
    if cause is not attempt.reason:
        raise LineError(attempt.line, _disagreement(cause, attempt.reason))
    if cause:
        return []
    made = Goal.of(game, attempt.text)
    if any(is_reached(goal, game, made.actions, made.end) for goal in tried):
        raise LineError(attempt.line, "this comes to the same as a Try above")
    for goal in goals:
        if is_reached(goal, game, made.actions, made.end) or is_on_the_way(goal, game, made.end):
            raise LineError(attempt.line, "this is a Solution, or the beginning of one")
    return [made]


def _reason_against(game: Game, attempt: Try) -> Reason | None:
    try:
        do(game, read_typed(game, attempt.text))
    except NotAllowed as error:
        return error.reason
    except Ambiguous as error:
        unclear = why_unclear(game, error)
        if unclear is None:
            problem = f"this may mean {describe_meanings(error.candidates)}"
            raise LineError(attempt.line, problem) from None
        return unclear
    return None


def _disagreement(found: Cause | None, named: Cause | None) -> str:
    if found is None:
        return "no rule forbids this; leave the reason out and say what is wrong with it"
    if named is None:
        return f"the rules do not allow this; name the reason: {found.value}"
    return f"the reason against this is {found.value!r}, not {named.value!r}"


# ---- questions


def _check_question(question: LessonQuestion, game: Game) -> None:
    solution = question.solution
    try:
        key = question.key_in(game)
    except NotAllowed as error:
        raise LineError(question.line, _forbidden(game, error.reason)) from None
    except ValueError as error:
        raise LineError(question.line, str(error)) from None
    for answer in (solution, *question.tries):
        if answer.text not in key.answers:
            raise LineError(answer.line, f"{quote(answer.text)} is no answer; type {key.wanted}")
    if solution.text != key.right:
        raise LineError(solution.line, f"this is not the right answer, but {key.right}: {key.why}")
    texts = [attempt.text for attempt in question.tries]
    for attempt in question.tries:
        if attempt.text == key.right:
            raise LineError(attempt.line, "this is the right answer, too")
        if texts.count(attempt.text) > 1:
            raise LineError(attempt.line, "this answer stands twice")
