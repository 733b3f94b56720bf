"""What somebody who learns is told, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from backgammon_tui.engine.events import Event, StageCompleted, TurnEnded
from backgammon_tui.engine.turn import StageKind, Withheld
from backgammon_tui.teach.lesson import Question, Task
from backgammon_tui.teach.running import Answer, Run, Verdict
from backgammon_tui.words.news import tell_besides, tell_news
from backgammon_tui.words.reasons import tell_meanings, tell_reason, tell_withheld
from backgammon_tui.words.speaker import Speaker, numbers


def tell_answer(run: Run, speaker: Speaker) -> str:
    """What comes of the last answer; what happened in the game is not told here."""
    answer, asked = run.answer, run.asked
    if answer is None or asked is None:
        return ""
    match answer.verdict:
        case Verdict.RIGHT:
            return "Right."
        case Verdict.SHOWN:
            return f"The solution is {_solution(asked)}."
        case Verdict.NOT_DONE:
            return f"Go on with {numbers(run.game.left)}."
        case Verdict.UNCLEAR:
            meant = f"Say which: {tell_meanings(answer.meanings)}."
            return _join(tell_against(answer, speaker), meant)
        case Verdict.WRONG:
            return tell_against(answer, speaker) or "That is not the answer."
        case Verdict.NOT_THE_TASK:
            other = answer.foreseen.answer if answer.foreseen else "Something else is asked here."
            return f"The rules allow it. {other}"


def tell_after(run: Run) -> str:
    """What the lesson says when a step is solved."""
    return run.asked.after if run.asked and run.is_solved else ""


def tell_happened(events: Sequence[Event], speaker: Speaker) -> list[str]:
    """What happened in the game, without what every turn brings: learners have enough to read."""
    return tell_news([event for event in events if not _is_usual(event)], speaker)


def tell_consequences(events: Sequence[Event], speaker: Speaker) -> list[str]:
    """The same without the moves, for whoever has just made them or sees them."""
    return tell_besides([event for event in events if not _is_usual(event)], speaker)


def _is_usual(event: Event) -> bool:
    match event:
        case TurnEnded():
            return True
        case StageCompleted():
            return event.kind is StageKind.DICE
        case _:
            return False


def tell_against(answer: Answer, speaker: Speaker) -> str:
    """The rule against an answer, and what the teacher says to it; empty if there is nothing."""
    rule = tell_reason(answer.reason, speaker) if answer.reason else ""
    foreseen = answer.foreseen
    if foreseen and isinstance(foreseen.reason, Withheld):
        rule = f"No: {tell_withheld(foreseen.reason)}."
    return _join(rule, foreseen.answer if foreseen else "")


def _solution(asked: Task | Question) -> str:
    return asked.solution.text if isinstance(asked, Question) else asked.solutions[0].text


def _join(*sentences: str) -> str:
    return " ".join(sentence for sentence in sentences if sentence)
