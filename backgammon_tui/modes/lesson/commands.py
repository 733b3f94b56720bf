"""Commands that change nothing but the state of a lesson."""

from __future__ import annotations

from typing import Final

from backgammon_tui.modes.commands import Command
from backgammon_tui.modes.lesson.panel import HINT, SOLUTION
from backgammon_tui.modes.lesson.state import LessonState
from backgammon_tui.modes.mode import HasState, changes
from backgammon_tui.teach.lessons.answer import ASKED

_HasLesson = HasState[LessonState]
"""A mode that shows a lesson."""


def _is_asked(mode: _HasLesson) -> bool:
    return mode.state.run.awaited in ASKED


ANSWERING: Final[tuple[Command[_HasLesson], ...]] = (
    Command(
        shown="enter",
        usage="Enter",
        help="play what the board previews, or hear why it is illegal; go on",
    ),
    Command(shown="0-9 y n", usage="11, yes, no", help="answer a question, then enter"),
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
    ),
)
"""Answers to a step, and the lesson's help with them."""

PUT_BACK: Final[Command[_HasLesson]] = Command(
    "p",
    changes(LessonState.put_back),
    words=("back",),
    label="try again",
    help="try again from where the task was set",
    is_enabled=lambda mode: bool(mode.state.run.made) and mode.state.run.is_solved,
)
RESIGN: Final[Command[_HasLesson]] = Command(
    "e",
    changes(LessonState.ask_resign),
    words=("resign", "draw"),
    help="resign, where a task asks for it",
)
