"""Claims of a lesson about good and bad play, and their check.

A claim is counted over the 36 rolls (`24/18* 8/5: hit by = 21`), estimated by the computer one roll
ahead (`8/4 6/4 beats 24/18`), or marked as unprovable (`opinion`). `LESSONS.md` lists the forms.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from backgammon_tui.analysis.cube_rating import rate_cube
from backgammon_tui.analysis.difference import Facts, count_rolls, facts_after
from backgammon_tui.analysis.nets import NotJudged
from backgammon_tui.analysis.value import answers, error_of
from backgammon_tui.engine.game import Game
from backgammon_tui.engine.moves import Double, Pass, RerollOpening, Take
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.engine.reasons import NotAllowed
from backgammon_tui.engine.turn import Phase
from backgammon_tui.explain.facts import do, is_stage_over
from backgammon_tui.teach.lessons.lesson import (
    STATED_COST,
    UNPROVED,
    Exercise,
    Lesson,
    LessonQuestion,
    LessonStep,
    PlayMeasure,
    Task,
    Try,
    read_typed,
    to_roll,
    whole_play,
)
from backgammon_tui.teach.lessons.points import misnamed_points
from backgammon_tui.teach.lessons.replies import best_plays, worth, worth_of, write_decision
from backgammon_tui.teach.lessons.run import Run, run_at
from backgammon_tui.teach.rulebook import opening_lines
from backgammon_tui.text_file import LineError
from backgammon_tui.words.naming import capitalized, join, plural, write_dice

MIN_LEAD: Final = 0.05
"""Minimum lead, in points, of a better play."""

_FACTS: Final = {
    "hit by": "hits",
    "hits": "hits",
    "shuts out": "shut_out",
    "loses complement": "complement_lost",
    "an extra roll": "extra_roll",
}
REROLL: Final = "reroll beats keep"
AS_GOOD: Final = "keep is as good as reroll"

_COUNTED: Final = re.compile(
    rf"(?:(?P<play>[^:]+):\s*)?(?P<fact>{'|'.join(_FACTS)})\s*(?P<sign>[<=>])\s*(?P<number>\d+)"
)
_WORTH: Final = re.compile(r"(?P<play>[^:]+):\s*worth\s*(?P<sign>[<>])\s*(?P<points>-?\d\.\d+)")
_KEEPING: Final = re.compile(
    rf"(?P<claim>{REROLL}|{AS_GOOD})(?: after (?P<rolls>[1-6]-[1-6](?: [1-6]-[1-6])*))?"
)
BEATS: Final = re.compile(r"(?P<better>.+?) beats (?P<worse>.+)")
_MAX_CHOICES: Final = 200


def check_claims(lesson: Lesson) -> Iterator[LineError]:
    """Yield the false claims of a lesson, and the points that its texts name wrongly."""
    yield from misnamed_points(lesson)
    for number, step in enumerate(lesson.steps):
        run, assignment = run_at(lesson, number), step.assignment
        for claimed in step.claims:
            if problem := _problem(claimed.text, run, step):
                yield LineError(claimed.line, f"{claimed.text}: {problem}")
        if isinstance(assignment, Task) and run.before.phase is Phase.MOVE:
            yield from _check_costs(run.before, assignment) if step.claims else ()
        if isinstance(assignment, Exercise):
            for _ in range(_MAX_CHOICES):
                run = run.show_solution()
            if not run.is_solved:
                problem = f"the computer itself does not reach the goal: {run.standing.broken}"
                yield LineError(assignment.line, problem)


def describe_checked(lesson: Lesson) -> str:
    """Describe the claims that the check of a lesson has proved, and those that it could not."""
    steps = lesson.steps
    claims = sum(claim.text not in UNPROVED for step in steps for claim in step.claims)
    costs = sum(
        STATED_COST.search(attempt.answer) is not None
        for step in steps
        if isinstance(step.assignment, Task) and step.claims
        for attempt in step.assignment.tries
    )
    proved = [plural(claims, "claim")] * bool(claims) + [plural(costs, "cost")] * bool(costs)
    parts = ["The lesson follows the rules" + ("." if proved else ", and claims nothing else.")]
    if proved:
        verb = "is" if claims + costs == 1 else "are"
        parts.append(f"{capitalized(join(proved))} {verb} true.")
    if unclaimed := _unclaimed(lesson):
        where = _in_lines(unclaimed)
        parts.append(f"Which play is best was not checked {where}: add 'Claim: best'.")
    if answers := _unanswered(lesson):
        parts.append(f"The answer was not checked {_in_lines(answers)}: add 'About'.")
    return " ".join(parts)


def _unclaimed(lesson: Lesson) -> list[int]:
    """Return the lines of tasks in which a play is chosen without a claim about it."""
    lines = []
    for number, step in enumerate(lesson.steps):
        if isinstance(step.assignment, Task) and not step.claims:
            run = run_at(lesson, number)
            solved = {goal.end.position.packed for goal in run.solutions}
            if {play.packed for play in run.before.legal_plays()} - solved:
                lines.append(step.assignment.line)
    return lines


def _unanswered(lesson: Lesson) -> list[int]:
    """Return the lines of questions whose answer only the author knows."""
    return [
        step.assignment.line
        for step in lesson.steps
        if isinstance(step.assignment, LessonQuestion)
        and not (step.assignment.subject or step.claims)
    ]


def _in_lines(lines: Sequence[int]) -> str:
    return f"in line{'s' if len(lines) > 1 else ''} {join([*map(str, lines)])}"


def _problem(claim: str, run: Run, step: LessonStep) -> str:
    """Return the problem with a claim (it may be uncheckable); empty if it is true."""
    try:
        return _against(claim, run, step)
    except NotAllowed as error:
        return f"the rules do not allow this play: {error.reason.cause.value}"
    except NotJudged:
        return "this cannot be checked: there is no network for the game"
    except ValueError as error:
        return str(error)


def _check_costs(game: Game, task: Task) -> Iterator[LineError]:
    for attempt in task.tries:
        if stated := STATED_COST.search(attempt.answer):
            cost, claimed = _costs_of_tries(game, task)[attempt], float(stated[1])
            if abs(cost - claimed) > error_of(game.rules, cost, is_ahead=True):
                yield LineError(attempt.line, f"{attempt.text} costs {cost:.2f}, not {claimed}")


def _against(claim: str, run: Run, step: LessonStep) -> str:
    game, measures = run.before, {measure.value: measure for measure in PlayMeasure}
    if claim in UNPROVED:
        return ""
    if match := _KEEPING.fullmatch(claim):
        return _against_keeping(game, match["claim"], match["rolls"])
    if claim in measures:
        return _against_solutions(measures[claim], run, step)
    if match := _COUNTED.fullmatch(claim):
        counted = getattr(count_after(game, match["play"] or ""), _FACTS[match["fact"]])
        holds = _holds(counted, match["sign"], int(match["number"]))
        return "" if holds else f"it is {counted}"
    if match := _WORTH.fullmatch(claim):
        points = worth(game, whole_play(game, match["play"]))
        return (
            "" if _holds(points, match["sign"], float(match["points"])) else f"it is {points:+.2f}"
        )
    if match := BEATS.fullmatch(claim):
        first, second = (worth(game, whole_play(game, match[play])) for play in ("better", "worse"))
        apart = first - second
        return "" if apart >= MIN_LEAD else f"only by {apart:+.3f}: {first:+.3f}, {second:+.3f}"
    words = ", ".join((*UNPROVED, REROLL, AS_GOOD, *measures))
    raise ValueError(f"a claim is '8/5: hit by < 15', '8/4 6/4 beats 24/18' or one of {words}")


def _against_keeping(game: Game, claim: str, rolls: str | None) -> str:
    """Return the rolls for which a claim about keeping is false, by the rulebook's table."""
    opening = game.opening
    if opening is None or game.phase is not Phase.KEEP_OR_REROLL:
        return "nothing can be kept here"
    opening_roll = write_dice((opening.white, opening.black))
    stated = "rerolling is better" if claim == REROLL else "keeping it is about as good"
    stated_rolls = {line[:3] for line in opening_lines(game.rules) if stated in line}
    wrong = [roll for roll in (rolls or opening_roll).split() if roll not in stated_rolls]
    judged = answers(game)[0].action
    if claim == REROLL and not isinstance(judged, RerollOpening):
        wrong.append("the computer keeps this one")
    return ", ".join(wrong)


def _holds(value: float, sign: str, claimed: float) -> bool:
    return {"<": value < claimed, "=": value == claimed, ">": value > claimed}[sign]


def count_after(game: Game, play: str) -> Facts:
    if play:
        counted = facts_after(game, whole_play(game, play))
        if counted.roller is not game.side and counted.roller is not None:
            return counted
        raise ValueError("the opponent does not roll next")
    return count_rolls(game.rules, to_roll(game))


# ---- claims about all solutions of a task


def _against_solutions(measure: PlayMeasure, run: Run, step: LessonStep) -> str:
    game, task = run.before, step.assignment
    if not isinstance(task, Task):
        return "only a task has solutions"
    if game.awaits_cube:
        return _against_decision(run)
    solved = {whole_play(game, solution.text).packed for solution in task.solutions}
    if measure is PlayMeasure.WORTH:
        wanted = {play.packed for play in best_plays(game)}
    else:
        plays = game.legal_plays()
        measures = {play.packed: _measure(measure, facts_after(game, play)) for play in plays}
        wanted = {packed for packed, least in measures.items() if least == min(measures.values())}
    if solved == wanted:
        # Each legal try must be clearly worse than the solutions.
        costs = _costs_of_tries(game, task).items() if measure is PlayMeasure.WORTH else ()
        near = (
            f"{attempt.text} costs only {cost:.3f}" for attempt, cost in costs if cost < MIN_LEAD
        )
        return next(near, "")
    named = {play.packed: play for play in game.legal_plays()}
    return "; ".join(
        f"{word} {write_moves(named[packed].moves)}"
        for word, some in (("missing", wanted - solved), ("too many", solved - wanted))
        for packed in some
    )


def _against_decision(run: Run) -> str:
    """Return the problem with an answer about the cube that is claimed to be best."""
    rating = rate_cube(run.before, run.lesson.match_at(run.number))
    (solution,) = run.solutions
    other = {"double": None, "roll": Double(), "take": Pass(), "pass": Take()}
    cost = rating.cost(other[write_decision(solution.actions)])
    return "" if cost >= MIN_LEAD else f"the other answer costs only {cost:.3f}"


def _measure(measure: PlayMeasure, counted: Facts) -> int:
    if measure is PlayMeasure.COMPLEMENT:
        outlook = counted.outlook
        return int(not outlook or outlook.playable < len(outlook.numbers))
    return counted.hits if measure is PlayMeasure.HITS else -counted.shut_out


@lru_cache(64)
def _costs_of_tries(game: Game, task: Task) -> Mapping[Try, float]:
    """Return the cost of each accepted try: that of the best play that contains it."""
    solution = whole_play(game, task.solutions[0].text).packed
    tries = (attempt for attempt in task.tries if attempt.reason is None)
    ends = {attempt: possible_ends(game, attempt.text) for attempt in tries}
    values = worth_of(game, {solution}.union(*ends.values()))
    best = values[solution]
    return {attempt: best - max(values[end] for end in ends[attempt]) for attempt in ends}


def possible_ends(game: Game, text: str) -> set[int]:
    """Return the packed final positions of all plays of the stage that contain a text."""
    after = do(game, read_typed(game, text))[-1]
    if is_stage_over(game, after):
        return {after.position.packed}
    return {play.packed for play in after.legal_plays()}
