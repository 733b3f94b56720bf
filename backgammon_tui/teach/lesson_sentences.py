"""The answers of a lesson as sentences for the learner."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, assert_never

from backgammon_tui.engine import Event, Withheld
from backgammon_tui.teach.lesson_parts import Figure, LessonQuestion, Task
from backgammon_tui.teach.running import LessonAnswer, Run, Verdict
from backgammon_tui.teach.typed_actions import do, is_stage_over
from backgammon_tui.words.event_sentences import describe_besides
from backgammon_tui.words.naming import Naming, count, numbers
from backgammon_tui.words.reason_sentences import (
    describe_meanings,
    describe_reason,
    describe_withheld,
)


def describe_answer(run: Run, naming: Naming) -> str:
    """Return the verdict on the last answer as sentences, without the events of the game."""
    answer, asked = run.answer, run.asked
    if answer is None or asked is None:
        return ""
    match answer.verdict:
        case Verdict.RIGHT:
            return _describe_right(run)
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
            return describe_against(answer, naming) or "That is not the answer."
        case Verdict.NOT_THE_TASK:
            foreseen = answer.foreseen
            if foreseen:
                return f"That is legal. {foreseen.answer}"
            return f"That is legal, but {_describe_figure(run) or 'not what this step asks for'}."


def _describe_right(run: Run) -> str:
    """Praise a solution, and name a better one where it costs something."""
    if not isinstance(run.asked, Task) or len(run.asked.solutions) < 2:
        return "Right."
    from backgammon_tui.teach.worth import behind_the_best  # Nets are read only where they judge.

    behind = behind_the_best(run)
    return f"Good: {behind[0]:.2f} behind {behind[1]}." if behind else "Right."


def _describe_figure(run: Run) -> str:
    """Describe the figure of the play that was taken back last, as the part of a sentence.

    Nothing if the task is about none, or what was taken back was no whole play.
    """
    figure, game = run.step.figure if run.step else None, run.before
    if figure is None or run.answer is None or not run.answer.taken_back:
        return ""
    after = do(game, run.answer.taken_back)[-1]
    if not is_stage_over(game, after):
        return ""
    plays = (play for play in game.legal_plays() if play.position == after.position)
    play = next(plays, None)
    if play is None:
        return ""
    if figure is Figure.WORTH:
        return "the program finds a better play"
    from backgammon_tui.analysis.facts import facts  # Few tasks are about them.

    counted = facts(game, play)
    match figure:
        case Figure.HITS:
            traps = " or trap" if game.rules.landing.may_trap else ""
            return f"{counted.hits} of 36 hit{traps}"
        case Figure.SHUT_OUT:
            return f"only {counted.shut_out} of 36 are lost entirely"
        case Figure.COMPLEMENT:
            if counted.outlook is None:
                return "the complement cannot follow"
            playable, owed = counted.outlook.playable, counted.outlook.numbers
            few = f"only {count(playable)}" if playable else "none"
            return f"{few} of the {count(len(owed))} {owed[0]}s can follow"
        case _:
            assert_never(figure)


def describe_after(run: Run) -> str:
    """Return the lesson's text for a step that has been solved."""
    return run.asked.after if run.asked and run.is_solved else ""


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
        does.sub(to_you, told).replace(" and frees ", " and free ")
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
    if foreseen and isinstance(foreseen.reason, Withheld):
        rule = f"No: {describe_withheld(foreseen.reason)}."
    return _join(rule, foreseen.answer if foreseen else "")


def _solution(asked: Task | LessonQuestion) -> str:
    return asked.solution.text if isinstance(asked, LessonQuestion) else asked.solutions[0].text


def _join(*sentences: str) -> str:
    return " ".join(sentence for sentence in sentences if sentence)
