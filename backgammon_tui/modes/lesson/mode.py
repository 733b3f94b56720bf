"""The mode of a learner, with its commands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Self

from backgammon_tui.modes.commands import Command
from backgammon_tui.modes.lesson.panel import HINT, PUNISHED, ROOMY, SOLUTION
from backgammon_tui.modes.lesson.state import LessonState
from backgammon_tui.modes.lesson.taking import TakenLesson
from backgammon_tui.modes.mode import BIG, KEYS, changes
from backgammon_tui.modes.moving import ESCAPE, NOTATION, THROWS, TO_BOARD, WHY
from backgammon_tui.teach.lessons.answer import ASKED, Awaited


def _is_asked(mode: TakenLesson) -> bool:
    return mode.state.run.awaited in ASKED


def _enter_label(mode: TakenLesson) -> str:
    match mode.state.run.awaited:
        case Awaited.ACTION:
            return mode.input.selection.picking or "play"
        case Awaited.TYPED:
            return "answer"
        case Awaited.NOTHING if not mode.following:
            return "back"
        case Awaited.GO_ON if mode.state.run.was_shown:
            return "try it yourself"
        case Awaited.GO_ON if mode.state.run.was_missed:
            return "try again"
        case _:
            return "go on"


LESSON_COMMANDS: Final[tuple[Command[TakenLesson], ...]] = (
    *NOTATION,
    Command(shown="up down", help="choose a whole play in the list, once you have tried"),
    Command("enter", label=_enter_label),
    TO_BOARD._replace(min_width=80),
    Command(
        shown="enter",
        usage="Enter",
        help="play what the board previews, or hear why it is illegal; go on",
    ),
    Command(
        shown="0-9 y n",
        usage="11, yes, no",
        help="answer a question: a number, then enter; y or n at once",
    ),
    Command(
        "u",
        changes(LessonState.undo),
        words=("undo",),
        label="undo",
        help="undo a move; U brings it back",
        is_enabled=lambda mode: bool(mode.state.run.made) and not mode.state.run.is_solved,
    ),
    Command("U", changes(LessonState.redo), words=("redo",)),
    Command(
        HINT,
        changes(LessonState.show_hint),
        words=("hint",),
        label="hint",
        help="a hint",
        is_enabled=_is_asked,
    ),
    Command(
        SOLUTION,
        changes(LessonState.show_solution),
        words=("solution",),
        label=lambda mode: "one play" if mode.state.run.is_exercise else "solution",
        help="the solution, or one play of an exercise, made for you",
        is_enabled=_is_asked,
        exists=lambda mode: not mode.types,
    ),
    Command(
        PUNISHED,
        TakenLesson.punish,
        label="punish",
        help="the throw that punishes your last play, on the board",
        is_enabled=lambda mode: bool(mode.state.run.answer and mode.state.run.answer.punishment),
    ),
    Command(
        "p",
        changes(LessonState.put_back),
        words=("back",),
        label="try again",
        help="try again from where the task was set",
        is_enabled=lambda mode: bool(mode.state.run.made) and mode.state.run.is_solved,
    ),
    WHY,
    KEYS,
    Command(
        "l",
        TakenLesson.leave_for_next,
        words=("next",),
        label="next lesson",
        help="the next lesson",
        min_width=ROOMY,
    ),
    Command(
        "z",
        lambda mode: mode.update(LessonState.begin(mode.state.run.lesson, mode.options)),
        words=("start",),
        help="start the lesson again",
    ),
    THROWS,
    BIG,
    Command(
        "e",
        changes(LessonState.ask_resign),
        words=("resign", "draw"),
        help="resign, where a task asks for it",
    ),
    Command(shown="pgup pgdn", help="scroll a long text"),
    ESCAPE,
    Command(shown="mouse", help="click a checker, then its target; plays, answers, keys"),
)


@dataclass(frozen=True)
class LessonMode(TakenLesson):
    """A lesson with its commands."""

    @property
    def commands(self) -> tuple[Command[Self], ...]:
        """All that can be done besides moving checkers."""
        return LESSON_COMMANDS
