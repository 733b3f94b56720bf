"""The answers of a lesson as sentences for the learner."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from backgammon_tui.analysis.difference import Aspect, differences, outside
from backgammon_tui.engine import (
    POINTS,
    Action,
    Event,
    Game,
    Move,
    Place,
    Play,
    Position,
    Side,
)
from backgammon_tui.explain.facts import do, play_made
from backgammon_tui.teach.lessons.lesson import (
    ALIKE,
    STATED_COST,
    Condition,
    Exercise,
    Figure,
    GoalState,
    LessonQuestion,
    LessonStep,
    StepAsked,
    Task,
)
from backgammon_tui.teach.lessons.run import Cost, Goal, LessonAnswer, Run, Verdict
from backgammon_tui.words.advice import describe_difference, explain_losses
from backgammon_tui.words.naming import Naming, count, join, numbers, plural
from backgammon_tui.words.plays import describe_missing
from backgammon_tui.words.reason_sentences import (
    describe_meanings,
    describe_reason,
)
from backgammon_tui.words.turns import describe_besides, describe_turn


def describe_asked(run: Run) -> str:
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
            return _join(*_turns(answer, naming)) or "You have earned an extra roll."
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
            return f"{len(run.solved)} of {len(asked.solutions)} found."


def _describe_right(answer: LessonAnswer) -> str:
    cost = answer.cost
    if not cost or cost.points <= ALIKE:
        return "Right."
    return f"Good, but {cost.best} is {cost.points:.2f} points better."


def _turns(answer: LessonAnswer, naming: Naming) -> list[str]:
    return [f"{describe_turn(turn, naming)}." for turn in answer.turns]


_BROKEN: Final = {
    GoalState.NOT_HIT: "Your blot has been hit.",
    GoalState.NOT_TRAPPED: "Your blot has been trapped.",
    GoalState.PRIME: "You no longer hold {} points in a row.",
    GoalState.TRAP: "You no longer trap a checker.",
    GoalState.AT_MOST: "Your {} turns are over.",
}


def _describe_broken(condition: Condition) -> str:
    sentence = _BROKEN.get(condition.state, "The game is over, and the goal is not reached.")
    return sentence.format(count(condition.number))


def describe_progress(run: Run) -> str:
    """Say how far an exercise has come."""
    if not isinstance(run.asked, Exercise) or run.before.side is None:
        return ""
    side, goal, position = run.before.side, run.asked.goal, run.game.position
    parts = [f"Turn {run.standing.turns + (not run.standing.is_over)}"]
    limits = [*run.asked.limits, goal]
    limit = next((c.number for c in limits if c.state in (GoalState.AT_MOST, GoalState.TURNS)), 0)
    if limit:
        parts[0] += f" of {limit}"
    match goal.state:
        case GoalState.ALL_IN:
            parts.append(f"{position.to_enter(side)} to enter")
        case GoalState.ALL_HOME:
            parts.append(f"{outside(position, side)} not home yet")
        case GoalState.OFF:
            parts.append(f"{position.count(side, Place.OFF)} off")
        case GoalState.WON:
            parts.append(f"pips {position.pips(side)} to {position.pips(side.other)}")
    return ", ".join(parts)


def describe_after(run: Run) -> str:
    """Return the lesson's text for a step that has been solved, or is to be tried again."""
    if run.was_missed:
        return "If you try again, the same rolls come."
    if not run.asked or not run.is_solved:
        return ""
    return run.asked.after or (run.key.why if isinstance(run.asked, LessonQuestion) else "")


def describe_consequences(events: Sequence[Event], naming: Naming, learner: str) -> list[str]:
    """Describe the consequences of the learner's moves.

    Args:
        learner: The name of the side that made the moves; in the sentences it is called you.
    """
    does = re.compile(rf"(^|\. )?\b{learner} ({'|'.join(_YOU)})\b")

    def to_you(match: re.Match[str]) -> str:
        before, you = match[1], "you" if match[1] is None else "You"
        return f"{before or ''}{you} {_YOU[match[2]]}"

    return [
        does.sub(to_you, sentence)
        .replace(" and frees ", " and free ")
        .replace(" and wins ", " and win ")
        for sentence in describe_besides(events, naming)
    ]


_YOU: Final = {
    **{verb: verb for verb in ("can", "cannot", "could", "must")},
    **{f"{verb}s": verb for verb in ("bear", "choose", "enter", "keep", "play", "reroll", "roll")},
    "has": "have",
}


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


# ---- legal plays that were not asked for: their cost, and the part that is missing


def describe_not_asked(run: Run) -> str:
    """Answer the legal play or the moves that were taken back last."""
    answer, step = run.answer, run.step
    assert answer
    assert step
    cost = _describe_cost(answer.cost)
    scale = _explain_points(run) if cost else ""
    if answer.foreseen:
        is_told = STATED_COST.search(answer.foreseen.answer)
        costs = f"It {cost}." if cost and not is_told else ""
        return _join("That is legal.", answer.foreseen.answer, costs, scale)
    game, made = run.before, answer.taken_back
    goals, play = run.solutions, play_made(game, made)
    against, hint = "", ""
    if play and step.is_about_good_play:
        against = _describe_against(game, play, step, goals)
    if not against:
        # The part that is missing explains nothing by itself.
        against, hint = _describe_missing(game, made, goals), _hint_without_solution(run)
    verdict = f"That is legal, but {against}."
    if cost:
        verdict = f"That is legal, but {cost}: {against}."
    elif answer.cost:
        verdict = (
            f"That is legal, and the computer cannot tell it from the best play. But {against}."
        )
    return _join(verdict, hint, scale)


def _hint_without_solution(run: Run) -> str:
    """Return the sentences of the hint that do not name a solution in full."""
    assert isinstance(run.asked, Task)
    solutions = [solution.text for solution in run.asked.solutions]
    sentences = re.split(r"(?<=[.?!]) ", run.asked.hint)
    return _join(
        *(sentence for sentence in sentences if not any(text in sentence for text in solutions))
    )


def _explain_points(run: Run) -> str:
    """Say what a win is worth, beside the first cost of a lesson; the quiz need not be told."""
    is_first = run.wrong <= 1 and run.missed <= {run.number}
    if not is_first or len(run.lesson.steps) == 1:
        return ""
    scale = [str(points) for points in run.before.rules.scale.points]
    return f"A win is worth {join(scale, 'or')} {'point' if len(scale) == 1 else 'points'}."


def _describe_cost(cost: Cost | None) -> str:
    if not cost or cost.points <= cost.error:
        return ""
    return f"costs {cost.points:.2f} points"


def _describe_against(game: Game, play: Play, step: LessonStep, goals: Sequence[Goal]) -> str:
    solution = play_made(game, _nearest(game, play.position, goals).actions)
    if solution is None:
        return ""
    losses = _losses(game, play, solution, step.figure)
    return losses and f"it {losses}"


@lru_cache(64)
def _losses(game: Game, play: Play, solution: Play, figure: Figure | None) -> str:
    compared = differences(game, play, solution)
    asked = (d for d in compared if figure and d.aspect is _ASPECTS.get(figure))
    difference = next(asked, None)
    return describe_difference(difference) if difference else explain_losses(game, play, solution)


_ASPECTS: Final = {
    Figure.HITS: Aspect.SHOTS,
    Figure.SHUT_OUT: Aspect.SHUT_OUT,
    Figure.COMPLEMENT: Aspect.COMPLEMENT,
}


def _describe_missing(game: Game, made: Sequence[Action], goals: Sequence[Goal]) -> str:
    moves = [action for action in made if isinstance(action, Move)]
    if not moves:
        return "the step asks for the other choice"
    goal = _nearest(game, do(game, made)[-1].position, goals)
    wanted = [action for action in goal.actions if isinstance(action, Move)]
    return describe_missing(game, moves, wanted)


def _nearest(game: Game, position: Position, goals: Sequence[Goal]) -> Goal:
    """Return the solution that has the most checkers where a position has them."""
    side = game.actor or Side.WHITE
    places = (*range(1, POINTS + 1), Place.HAND, Place.BAR, Place.OFF)

    def in_common(end: Position) -> int:
        return sum(min(position.count(side, p), end.count(side, p)) for p in places)

    return max(goals, key=lambda goal: in_common(goal.end.position))
