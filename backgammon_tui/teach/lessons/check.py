"""A check of a lesson against the rules: every roll, solution, wrong try and answer.

A task may have several solutions, so a step may begin in several games; it must agree with
the rules in all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from backgammon_tui.engine import Cause, Game, Move, NotAllowed, OpeningRoll, Phase, Reason, Roll
from backgammon_tui.engine.notation import Ambiguous
from backgammon_tui.explain.made import is_stage_over
from backgammon_tui.teach.lessons.answer import Verdict
from backgammon_tui.teach.lessons.exercise import awaits_learner
from backgammon_tui.teach.lessons.goals import Goal
from backgammon_tui.teach.lessons.parts import (
    Exercise,
    Lesson,
    LessonQuestion,
    LessonStep,
    Task,
    Try,
)
from backgammon_tui.teach.lessons.running import Run
from backgammon_tui.text_file import LineError, quote
from backgammon_tui.words.moments import describe_awaited
from backgammon_tui.words.naming import Naming
from backgammon_tui.words.reason_sentences import describe_meanings

_MAX_GAMES: Final = 50
"""Maximum number of games in which a step may begin: the solutions of successive steps multiply."""


def check_lesson(lesson: Lesson) -> None:
    """Play a lesson by each of its solutions and make every wrong try."""
    games: tuple[Game, ...] = (Game.start(lesson.rules),)
    for number in range(len(lesson.steps)):
        games = _check_step(lesson, number, games)


def _check_step(lesson: Lesson, number: int, games: tuple[Game, ...]) -> tuple[Game, ...]:
    step = lesson.steps[number]
    if step.starting_position:
        try:
            games = (step.starting_position.game(lesson.rules),)
        except ValueError as error:
            raise LineError(step.line, str(error)) from None
    if not games:
        raise LineError(step.line, "after an Exercise a step has a Start")
    for act in step.acts:
        games = tuple(_goal(game, act.does, act.line).end for game in games)
    runs = [Run(lesson, number, game) for game in games]
    match step.asked:
        case LessonQuestion() as question:
            for run in runs:
                _check_question(run, question)
        case Exercise() as exercise:
            _check_exercise(exercise, step, games)
            return ()  # Nobody knows where it ends, so the next step has a Start.
        case Task() as task:
            games = tuple(dict.fromkeys(after for run in runs for after in _check_task(run, task)))
            if len(games) > _MAX_GAMES:
                raise LineError(step.line, "too many ways lead on from here; fewer Solutions do")
    return games


def _check_exercise(exercise: Exercise, step: LessonStep, games: Sequence[Game]) -> None:
    """Refuse an exercise that does not begin with a roll, or is over as it begins."""
    if step.starting_position is None or step.acts or games[0].phase is not Phase.ROLL:
        raise LineError(exercise.line, "an Exercise begins with a Start, and its first roll")
    side = games[0].side
    assert side
    begun = games[0].apply(Roll(*exercise.rolls[0]))
    if not awaits_learner(begun, side):
        raise LineError(exercise.line, "nothing can be played of the first of the Rolls")


def _goal(game: Game, does: Roll | OpeningRoll | str, line: int) -> Goal:
    try:
        return Goal.of(game, does)
    except NotAllowed as error:
        raise LineError(line, _forbidden(game, error.reason)) from None
    except Ambiguous as error:
        raise LineError(line, _ambiguous(error.candidates)) from None


def _forbidden(game: Game, reason: Reason) -> str:
    if reason.cause is not Cause.NOT_NOW:
        return f"the rules do not allow this: {reason.cause.value}"
    awaited = describe_awaited(game, Naming()).rstrip(".")
    missing = "; is a Roll missing?" if game.phase in (Phase.ROLL, Phase.ROLL_AGAIN) else ""
    return f"this cannot be done now: {awaited}{missing}"


def _ambiguous(meanings: Sequence[Sequence[Move]]) -> str:
    return f"this may mean {describe_meanings(meanings)}"


# ---- tasks and questions


def _check_task(run: Run, task: Task) -> Iterator[Game]:
    """Yield the games that the solutions lead to, once every try gets its own answer."""
    for solution in task.solutions:
        goal = _goal(run.game, solution.text, solution.line)
        if not is_stage_over(run.game, goal.end):
            left = " ".join(str(number) for number in goal.end.left)
            raise LineError(solution.line, f"this leaves numbers to be played: {left}")
        yield goal.end
    for attempt in task.tries:
        if problem := _against_try(run, attempt):
            raise LineError(attempt.line, problem)


def _against_try(run: Run, attempt: Try) -> str:
    """Return the problem with a wrong try, which is made; empty if the lesson answers it."""
    answer = run.try_text(attempt.text).answer
    assert answer
    found, named = answer.reason.cause if answer.reason else None, attempt.reason
    if answer.verdict is Verdict.UNCLEAR and found is None:
        return _ambiguous(answer.meanings)
    if found is None and named:
        return "no rule forbids this; leave the reason out and say what is wrong with it"
    if found and named is None:
        return f"the rules do not allow this; name the reason: {found.value}"
    if found and named and found is not named:
        return f"the reason against this is {found.value!r}, not {named.value!r}"
    if answer.verdict in (Verdict.RIGHT, Verdict.NOT_DONE, Verdict.FOUND):
        return "this is a Solution, or the beginning of one"
    return "" if answer.foreseen is attempt else "this comes to the same as a Try above"


def _check_question(run: Run, question: LessonQuestion) -> None:
    solution = question.solution
    try:
        key = run.key
    except NotAllowed as error:
        raise LineError(question.line, _forbidden(run.game, error.reason)) from None
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
