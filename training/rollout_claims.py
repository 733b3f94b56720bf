"""Checks the claims about plays in the lessons of the courses against rollouts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from backgammon_tui.engine import Game, Phase
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.teach.lessons.claims import BEATS, MIN_LEAD, possible_ends
from backgammon_tui.teach.lessons.courses import CourseLesson
from backgammon_tui.teach.lessons.lesson import ALIKE, STATED_COST, LessonStep, PlayMeasure, Task
from backgammon_tui.teach.lessons.replies import (
    describe_decision,
    saved_costs,
    saved_cube_costs,
    write_decision,
)
from backgammon_tui.teach.lessons.run import Run, run_at
from backgammon_tui.text_file import LineError

MAX_ERROR: Final = 0.015
"""Maximum standard error of a cost that a lesson may rely on."""

GAMES: Final = 648
"""Minimum number of games by each seed, except of plays that are far behind."""

CUBE_GAMES: Final = 108
"""Number of games by each seed of a decision about the cube, which are longer."""

FAR: Final = 5.0
"""Number of standard errors that separate a play far behind from one that a lesson may reject."""

EXACT: Final = 0.02
"""Maximum error, in points, of a cost that a lesson states itself."""


class RolloutCost(NamedTuple):
    by_seed: tuple[float, float]
    error: float
    games: int

    @property
    def points(self) -> float:
        return sum(self.by_seed) / 2

    def __str__(self) -> str:
        first, second = self.by_seed
        return f"{first:.4f} {second:.4f} | {self.error:.4f} | {self.games}"

    @classmethod
    def parse(cls, text: str) -> RolloutCost:
        by_seed, error, games = text.split("|")
        first, second = map(float, by_seed.split())
        return cls((first, second), float(error), int(games))


def runs_about_good_play(entry: CourseLesson) -> Iterator[Run]:
    """Yield the steps of a lesson that ask for a good play, each at its beginning."""
    lesson = entry.read()
    for number, step in enumerate(lesson.steps):
        if isinstance(step.assignment, Task) and (entry.theme or step.is_about_good_play):
            run = run_at(lesson, number)
            if run.before.phase is Phase.MOVE:
                yield run


def games_to_roll(entry: CourseLesson) -> Iterator[Game]:
    return (run.before for run in runs_about_good_play(entry))


def decisions_in(entry: CourseLesson) -> Iterator[Run]:
    """Yield the steps of a lesson that ask for a good decision about the doubling cube."""
    lesson = entry.read()
    for number, step in enumerate(lesson.steps):
        if isinstance(step.assignment, Task) and step.is_about_good_play:
            run = run_at(lesson, number)
            if run.before.awaits_cube:
                yield run


def decision_name(run: Run) -> str:
    return describe_decision(run.before, run.lesson.match_at(run.number))


def rollout_costs(game: Game) -> Mapping[int, RolloutCost]:
    return {end: RolloutCost.parse(cost) for end, cost in saved_costs(game).items()}


def is_far(cost: RolloutCost) -> bool:
    return cost.points - MIN_LEAD > FAR * cost.error


def check_rollouts(entry: CourseLesson) -> Iterator[LineError]:
    for run in runs_about_good_play(entry):
        yield from check_step(run, rollout_costs(run.before))
    for run in decisions_in(entry):
        match = run.lesson.match_at(run.number)
        costs = saved_cube_costs(run.before, match).items()
        yield from check_decision(run, {word: RolloutCost.parse(cost) for word, cost in costs})


def check_decision(run: Run, costs: Mapping[str, RolloutCost]) -> Iterator[LineError]:
    """Yield the contradictions between a decision about the cube and its rollout."""
    assert run.assignment
    line, (solution,) = run.assignment.line, run.solutions
    right = write_decision(solution.actions)
    if not costs:
        problem = "no decision has been rolled out: python -m training.lesson_rollouts"
        yield LineError(line, problem)
    for word, cost in costs.items():
        if cost.error > MAX_ERROR or cost.games < CUBE_GAMES:
            yield LineError(line, f"{word}: too few games: {cost}")
        if (word == right) is (cost.points > ALIKE):
            yield LineError(line, f"{word} costs {cost.points:.4f}, and {right} is the solution")


def check_step(run: Run, costs: Mapping[int, RolloutCost]) -> Iterator[LineError]:
    """Yield the contradictions between a step and the rollout costs of its legal plays."""
    assert run.assignment
    assert run.step
    if costs:
        yield from _unsure(run, costs)
        yield from _accepted(run, costs)
        yield from _stated(run, costs)
        if run.step.is_about_good_play and not _is_count(run.step):
            yield from _refused(run, costs)
    else:
        problem = "no play has been rolled out: python -m training.lesson_rollouts"
        yield LineError(run.assignment.line, problem)


def _is_count(step: LessonStep) -> bool:
    return step.measure not in (None, PlayMeasure.WORTH)


def _unsure(run: Run, costs: Mapping[int, RolloutCost]) -> Iterator[LineError]:
    assert run.assignment
    for play in run.before.legal_plays():
        cost = costs[play.packed]
        if cost.error > MAX_ERROR or (cost.games < GAMES and not is_far(cost)):
            yield LineError(
                run.assignment.line, f"{write_moves(play.moves)}: too few games: {cost}"
            )


def _accepted(run: Run, costs: Mapping[int, RolloutCost]) -> Iterator[LineError]:
    """Yield accepted plays that cost points; if the step is about a count, check only the first."""
    assert isinstance(run.assignment, Task)
    assert run.step
    accepted = list(zip(run.solutions, run.assignment.solutions, strict=True))
    for goal, solution in accepted[: 1 if _is_count(run.step) else None]:
        points = costs[goal.end.position.packed].points
        if points > ALIKE:
            yield LineError(solution.line, f"{solution.text} is accepted and costs {points:.4f}")


def _refused(run: Run, costs: Mapping[int, RolloutCost]) -> Iterator[LineError]:
    """Yield rejected plays that are as good as the best."""
    assert run.assignment
    solved = {goal.end.position.packed for goal in run.solutions}
    for play in run.before.legal_plays():
        points = costs[play.packed].points
        if play.packed not in solved and points <= ALIKE:
            text = write_moves(play.moves)
            yield LineError(run.assignment.line, f"{text} is refused and costs only {points:.4f}")


def _stated(run: Run, costs: Mapping[int, RolloutCost]) -> Iterator[LineError]:
    assert isinstance(run.assignment, Task)
    assert run.step

    def cost(text: str) -> float:
        return min(costs[end].points for end in possible_ends(run.before, text))

    best = min(cost(solution.text) for solution in run.assignment.solutions)
    for attempt in run.assignment.tries:
        if attempt.reason is None and (stated := STATED_COST.search(attempt.answer)):
            points = cost(attempt.text) - best
            if abs(points - float(stated[1])) > EXACT:
                yield LineError(attempt.line, f"{attempt.text} costs {points:.4f}, not {stated[1]}")
    for claim in run.step.claims:
        if pair := BEATS.fullmatch(claim.text):
            gap = cost(pair["worse"]) - cost(pair["better"])
            if gap <= ALIKE:
                yield LineError(claim.line, f"{claim.text} only by {gap:.4f}")
