"""Points that a lesson's text names, compared with the board that is shown.

A sentence such as "Black holds 23 and 20" or "the blot on 18" must be true in a position of its
step, in the numbers of the board. A number of the other side is marked: "your 9", "Black's 16".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from backgammon_tui.engine.game import Game
from backgammon_tui.engine.notation import Ambiguous
from backgammon_tui.engine.position import Position, Side
from backgammon_tui.engine.reasons import NotAllowed
from backgammon_tui.explain.facts import do
from backgammon_tui.teach.lessons.lesson import Lesson, LessonStep, Task, read_typed
from backgammon_tui.teach.lessons.run import Run, reach, run_at
from backgammon_tui.text_file import LineError
from backgammon_tui.words.board_text import mover_of

_OWNERS: Final = "your|Your|White's|Black's"
_POINT: Final = rf"(?:(?:{_OWNERS}) )?(?:2[0-4]|1\d|[1-9])(?![\d/%-]|\.\d)"
_NAMED: Final = (
    rf"(?P<points>{_POINT}(?:(?:,| and|, and| or) {_POINT})*)(?! (?:of|to|pips|rolls|points))"
)
_NUMBER: Final = re.compile(rf"(?:({_OWNERS}) )?(\d+)")


class _Need(NamedTuple):
    """A part of a sentence that names points, and the checkers that must be on them."""

    text: re.Pattern[str]
    problem: str
    is_met: Callable[[Position, Side, int, int], bool]
    """Compare a position with the named side and the point in both sides' numbers."""


def _holds(position: Position, side: Side, own: int, across: int) -> bool:
    traps = position.is_trapped(side.other, across) and position.count(side, own) > 0
    return position.count(side, own) > 1 or traps


def _has_blot(position: Position, side: Side, own: int, across: int) -> bool:
    return 1 in (position.count(side, own), position.count(side.other, across))


def _has_checker(position: Position, side: Side, own: int, across: int) -> bool:
    return position.count(side, own) + position.count(side.other, across) > 0


_NEEDS: Final = (
    _Need(
        re.compile(rf"\b(?P<side>[Yy]ou|White|Black) (?:now )?holds? (?:now )?{_NAMED}"),
        "{side} not hold {point}",
        _holds,
    ),
    _Need(re.compile(rf"\bblots? on {_NAMED}"), "there is no blot on {point}", _has_blot),
    _Need(
        re.compile(rf"(?<!enters a )\b(?:checkers?|stack|spares?|two|three|four) on {_NAMED}"),
        "there is no checker on {point}",
        _has_checker,
    ),
)


def misnamed_points(lesson: Lesson) -> Iterator[LineError]:
    """Yield each step whose text names a point without the checkers that the sentence needs."""
    for number, step in enumerate(lesson.steps):
        run = run_at(lesson, number)
        positions = [game.position for game in _games(lesson, number, run)]
        counting = mover_of(run.before)
        for line, text in _texts(step):
            for problem in _problems(text, run.before, positions, counting):
                yield LineError(line, problem)


def _texts(step: LessonStep) -> Iterator[tuple[int, str]]:
    yield step.line, step.say
    if task := step.assignment:
        yield from ((task.line, text) for text in (task.text, task.hint, task.after))
        yield from ((attempt.line, attempt.answer) for attempt in task.tries)


def _games(lesson: Lesson, number: int, run: Run) -> Iterator[Game]:
    """Yield every game of a step: before it, during it, and during each solution and try."""
    if number and not lesson.steps[number].starting_position:
        yield run_at(lesson, number - 1).show_solution().game
    yield run.before
    game, step = run.before, lesson.steps[number]
    if step.starting_position:
        game = step.start(lesson.rules)
        yield game
        for act in step.acts:
            _, game = reach(game, act.does)
            yield game
    if isinstance(step.assignment, Task):
        for answer in (*step.assignment.solutions, *step.assignment.tries):
            with suppress(NotAllowed, Ambiguous):
                yield from do(run.before, read_typed(run.before, answer.text))


def _problems(
    text: str, game: Game, positions: Sequence[Position], counting: Side
) -> Iterator[str]:
    for need in _NEEDS:
        for named in need.text.finditer(text):
            side = _SIDES.get(named.groupdict().get("side", ""), counting)
            for owner, number in _NUMBER.findall(named["points"]):
                there = int(number)
                own = there if _SIDES.get(owner, counting) is side else game.rules.across(there)
                across = game.rules.across(own)
                if not any(need.is_met(position, side, own, across) for position in positions):
                    point = f"{owner} {number}".strip()
                    name = named.groupdict().get("side", "")
                    does = f"{name} do" if name.lower() == "you" else f"{name} does"
                    yield need.problem.format(side=does, point=point)


_SIDES: Final = {
    **{"You": Side.WHITE, "you": Side.WHITE, "your": Side.WHITE, "Your": Side.WHITE},
    **{"White": Side.WHITE, "White's": Side.WHITE, "Black": Side.BLACK, "Black's": Side.BLACK},
}
