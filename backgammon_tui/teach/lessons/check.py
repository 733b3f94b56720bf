"""Checking the steps of a lesson against the rules.

A task may have several solutions, so a step may begin in several games; it must agree with the
rules in all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from backgammon_tui.engine.game import Game
from backgammon_tui.engine.moves import Move, OpeningRoll, Roll
from backgammon_tui.engine.notation import Ambiguous, Unreadable
from backgammon_tui.engine.reasons import Cause, NotAllowed, Reason
from backgammon_tui.engine.turn import Phase
from backgammon_tui.explain.facts import is_stage_over
from backgammon_tui.teach.lessons.lesson import Exercise, Lesson, LessonQuestion, Task, Try
from backgammon_tui.teach.lessons.run import Run, Verdict, awaits_learner, reach
from backgammon_tui.text_file import LineError, quote
from backgammon_tui.words.naming import Naming
from backgammon_tui.words.reason_sentences import describe_meanings
from backgammon_tui.words.turns import describe_awaited

_MAX_GAMES: Final = 50
"""Maximum number of games in which a step may begin, because solutions multiply."""


def check_step(lesson: Lesson, number: int, games: tuple[Game, ...]) -> tuple[Game, ...]:
    step = lesson.steps[number]
    if step.starting_position:
        try:
            games = (step.start(lesson.rules),)
        except ValueError as error:
            raise LineError(step.line, str(error)) from None
    if not games:
        raise LineError(step.line, "after an Exercise a step has a Start")
    for act in step.acts:
        games = tuple(_end(game, act.does, act.line) for game in games)
    runs = [Run(lesson, number, game) for game in games]
    match step.assignment:
        case LessonQuestion() as question:
            for run in runs:
                _check_question(run, question)
        case Exercise() as exercise:
            game, side = games[0], games[0].side
            if not (step.starting_position and side) or step.acts or game.phase is not Phase.ROLL:
                problem = "an Exercise must begin with a Start, before any roll"
                raise LineError(exercise.line, problem)
            if not awaits_learner(game.apply(Roll(*exercise.rolls[0])), side):
                problem = "nothing can be played with the first of the Rolls"
                raise LineError(exercise.line, problem)
            return ()  # The end of an exercise is unpredictable, so the next step has a Start.
        case Task() as task:
            games = tuple(dict.fromkeys(after for run in runs for after in _check_task(run, task)))
            if len(games) > _MAX_GAMES:
                raise LineError(
                    step.line, "there are too many ways to continue from here; give fewer Solutions"
                )
    return games


def _end(game: Game, action: Roll | OpeningRoll | str, line: int) -> Game:
    try:
        return replace(reach(game, action)[1], events=())
    except NotAllowed as error:
        raise LineError(line, _forbidden(game, error.reason)) from None
    except Ambiguous as error:
        raise LineError(line, _ambiguous(error.candidates)) from None
    except Unreadable as error:
        raise LineError(line, str(error)) from None


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
    """Yield the games after each solution, checking that every try gets its own reply."""
    for solution in task.solutions:
        end = _end(run.game, solution.text, solution.line)
        if not is_stage_over(run.game, end):
            left = " ".join(map(str, end.left))
            raise LineError(solution.line, f"this leaves numbers to be played: {left}")
        yield end
    for attempt in task.tries:
        if problem := _against_try(run, attempt):
            raise LineError(attempt.line, problem)


def _against_try(run: Run, attempt: Try) -> str:
    """Make a wrong try; return the problem if the lesson does not answer it, else an empty text."""
    try:
        answer = run.try_text(attempt.text).answer
    except Unreadable as error:
        return str(error)
    assert answer
    cause, named = answer.reason.cause if answer.reason else None, attempt.reason
    if answer.verdict is Verdict.UNCLEAR and cause is None:
        return _ambiguous(answer.meanings)
    if cause is None and named:
        return "no rule forbids this; leave the reason out and say what is wrong with it"
    if cause and named is None:
        return f"the rules do not allow this; name the reason: {cause.value}"
    if cause and named and cause is not named:
        return f"the reason against this is {cause.value!r}, not {named.value!r}"
    if answer.verdict in (Verdict.RIGHT, Verdict.NOT_DONE, Verdict.FOUND):
        return "this is a Solution, or the beginning of one"
    return "" if answer.foreseen is attempt else "this has the same result as a Try above"


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
            raise LineError(
                answer.line, f"{quote(answer.text)} is not an answer; type {key.wanted}"
            )
    if solution.text != key.right:
        raise LineError(solution.line, f"this is not the right answer, but {key.right}: {key.why}")
    texts = [attempt.text for attempt in question.tries]
    for attempt in question.tries:
        if attempt.text == key.right:
            raise LineError(attempt.line, "this is the right answer, too")
        if texts.count(attempt.text) > 1:
            raise LineError(attempt.line, "this answer is given twice")
