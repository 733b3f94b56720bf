"""The answers of a lesson as sentences for the learner."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from backgammon_tui.engine import Event, Place, Side
from backgammon_tui.teach.lessons.answer import LessonAnswer, Verdict
from backgammon_tui.teach.lessons.exercise import outside
from backgammon_tui.teach.lessons.not_asked import describe_not_asked
from backgammon_tui.teach.lessons.parts import (
    ALIKE,
    Condition,
    Exercise,
    GoalState,
    LessonQuestion,
    StepAsked,
    Task,
)
from backgammon_tui.teach.lessons.running import Run
from backgammon_tui.words.event_sentences import describe_besides
from backgammon_tui.words.naming import Naming, count, numbers, plural
from backgammon_tui.words.reason_sentences import (
    describe_meanings,
    describe_reason,
)
from backgammon_tui.words.turn_lines import describe_turn


def describe_asked(run: Run) -> str:
    """Return the text of the task or question; tasks for Black say so first."""
    if run.asked is None:
        return ""
    is_for_black = run.before.actor is Side.BLACK and not isinstance(run.asked, LessonQuestion)
    return f"Black to move. {run.asked.text}" if is_for_black else run.asked.text


def describe_answer(run: Run, naming: Naming) -> str:
    """Return the verdict on the last answer as sentences, without the events of the game."""
    answer, asked = run.answer, run.asked
    if answer is None or asked is None:
        return ""
    match answer.verdict:
        case Verdict.RIGHT if isinstance(asked, Exercise):
            return _join(*_turns(answer, naming), f"Done, in {plural(run.standing.turns, 'turn')}.")
        case Verdict.RIGHT:
            return _describe_right(answer)
        case Verdict.ANSWERED:
            return _join(*_turns(answer, naming)) or "You have earned another throw."
        case Verdict.MISSED:
            assert run.standing.broken
            return _join(*_turns(answer, naming), _describe_broken(run.standing.broken))
        case Verdict.SHOWN:
            return f"The solution is {_solution(asked)}."
        case Verdict.NO_GAME:
            return "A lesson cannot be resigned or drawn. Play what is asked for, or leave."
        case Verdict.NOT_DONE:
            return f"Go on with {numbers(run.game.stage.to_play if run.game.stage else ())}."
        case Verdict.UNCLEAR:
            meant = f"Say which: {describe_meanings(answer.meanings)}."
            return _join(describe_against(answer, naming), meant)
        case Verdict.WRONG:
            return describe_against(answer, naming)
        case Verdict.NOT_THE_TASK:
            return describe_not_asked(run)
        case Verdict.FOUND:
            assert isinstance(asked, Task)
            return f"{len(run.found)} of {len(asked.solutions)} found."


def _describe_right(answer: LessonAnswer) -> str:
    """Praise a solution, and name a better one where it costs something."""
    cost = answer.cost
    return (
        f"Good: {cost.points:.2f} behind {cost.best}." if cost and cost.points > ALIKE else "Right."
    )


def _turns(answer: LessonAnswer, naming: Naming) -> list[str]:
    return [f"{describe_turn(turn, naming)}." for turn in answer.turns]


def _describe_broken(condition: Condition) -> str:
    """Say which condition of an exercise has failed."""
    number = count(condition.number)
    match condition.state:
        case GoalState.NOT_HIT:
            return "Your blot has been hit."
        case GoalState.NOT_TRAPPED:
            return "Your blot has been trapped."
        case GoalState.PRIME:
            return f"You no longer hold {number} points in a row."
        case GoalState.TRAP:
            return "You no longer trap a checker."
        case GoalState.AT_MOST:
            return f"Your {number} turns are over."
        case _:  # A goal breaks only as the game ends.
            return "The game is over, and the goal is not reached."


def describe_progress(run: Run) -> str:
    """Say how far an exercise has come."""
    if not isinstance(run.asked, Exercise) or run.before.side is None:
        return ""
    side, goal, position = run.before.side, run.asked.goal, run.game.position
    parts = [f"Turn {run.standing.turns + (not run.standing.is_over)}"]
    limits = [*run.asked.limits, goal]
    of = next((c.number for c in limits if c.state in (GoalState.AT_MOST, GoalState.TURNS)), 0)
    if of:
        parts[0] += f" of {of}"
    match goal.state:
        case GoalState.ALL_IN:
            parts.append(f"{position.to_enter(side)} to enter")
        case GoalState.ALL_HOME:
            parts.append(f"{outside(run.game, side)} not home yet")
        case GoalState.OFF:
            parts.append(f"{position.count(side, Place.OFF)} off")
        case GoalState.WON:
            parts.append(f"pips {position.pips(side)} to {position.pips(side.other)}")
    return ", ".join(parts)


def describe_after(run: Run) -> str:
    """Return the lesson's text for a step that has been solved, or is to be tried again."""
    if run.was_missed:
        return "If you try again, the same throws come."
    if not run.asked or not run.is_solved:
        return ""
    return run.asked.after or (run.key.why if isinstance(run.asked, LessonQuestion) else "")


def describe_consequences(events: Sequence[Event], naming: Naming, learner: str) -> list[str]:
    """Describe the consequences of the learner's moves.

    Args:
        learner: The name of the side that made the moves; in the sentences it is called you.
    """
    does = re.compile(rf"(^|\. )?\b{learner} ({'|'.join(_YOU)})\b")

    def to_you(found: re.Match[str]) -> str:
        before, you = found[1], "you" if found[1] is None else "You"
        return f"{before or ''}{you} {_YOU[found[2]]}"

    return [
        does.sub(to_you, told)
        .replace(" and frees ", " and free ")
        .replace(" and wins ", " and win ")
        for told in describe_besides(events, naming)
    ]


_YOU: Final = {
    **{verb: verb for verb in ("can", "cannot", "could", "must")},
    **{f"{verb}s": verb for verb in ("bear", "choose", "enter", "keep", "play", "reroll", "throw")},
    "has": "have",
}
"""The verbs for a side, each with its form for "you"."""


def describe_against(answer: LessonAnswer, naming: Naming) -> str:
    """Return the rule against an answer and the teacher's reply; empty if there is neither."""
    rule = describe_reason(answer.reason, naming) if answer.reason else ""
    foreseen = answer.foreseen
    return _join(rule, foreseen.answer if foreseen else "")


def _solution(asked: StepAsked) -> str:
    if isinstance(asked, Task):
        return asked.solutions[0].text
    return asked.solution.text if isinstance(asked, LessonQuestion) else ""


def _join(*sentences: str) -> str:
    return " ".join(sentence for sentence in sentences if sentence)
