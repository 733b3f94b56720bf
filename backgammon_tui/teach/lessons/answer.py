"""The answers of a lesson as data: verdicts, costs, and the next thing that it needs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

from backgammon_tui.engine import Action, Event, Move, Reason, Turn
from backgammon_tui.teach.lessons.parts import Try


class Awaited(Enum):
    """The next thing that a run needs."""

    GO_ON = "go on"
    """A sign that the step has been read; `go_on` leads to the next."""

    ACTION = "action"
    """Moves or a decision in the game: `try_text` or `try_actions`."""

    TYPED = "typed"
    """A number, or yes or no: `try_answer`."""

    NOTHING = "nothing"
    """The lesson is over."""


ASKED: Final = (Awaited.ACTION, Awaited.TYPED)
"""The states in which the learner is to answer."""


class Verdict(Enum):
    """The verdict on an answer."""

    RIGHT = "right"
    NOT_DONE = "not done"
    """Moves that can lead to a solution; others must follow."""

    WRONG = "wrong"
    """The rules forbid it, or it is a wrong answer to a question."""

    NOT_THE_TASK = "not the task"
    """The rules allow it, but something else was asked; it is taken back."""

    FOUND = "found"
    """One of the solutions where all are asked for; it is taken back, and others are left."""

    UNCLEAR = "unclear"
    """It may mean different plays."""

    ANSWERED = "answered"
    """A turn of an exercise after which the computer has played, and it is the learner's turn."""

    MISSED = "missed"
    """The goal of an exercise is out of reach."""

    SHOWN = "shown"
    """The lesson has shown the solution."""

    NO_GAME = "no game"
    """Resigning or a draw where the task is a play: a lesson is no game to be ended."""


class Cost(NamedTuple):
    """The points that a play costs: by rollout where there is one, else judged one roll ahead."""

    points: float
    best: str
    """The best of the task's solutions, as it is typed."""

    error: float
    """A cost that is not larger than this is not told."""


class Punishment(NamedTuple):
    """A wrong play, the roll that punishes it most, and the opponent's play."""

    actions: tuple[Action, ...]
    gain: float
    """The points that the roll brings the opponent more than after the solution."""

    solution: str


@dataclass(frozen=True)
class LessonAnswer:
    """The outcome of the last answer, as data; `sentences` describes it."""

    verdict: Verdict
    reason: Reason | None = None
    """The rule against it."""

    foreseen: Try | None = None
    """The wrong try of the lesson that it was."""

    meanings: tuple[tuple[Move, ...], ...] = ()
    """The possible meanings of an unclear text."""

    events: tuple[Event, ...] = ()
    """The events of the game."""

    taken_back: tuple[Action, ...] = ()
    """The actions of the step that were not its task."""

    turns: tuple[Turn, ...] = ()
    """The turns since the learner's last choice: the computer's, and those without a choice."""

    cost: Cost | None = None
    """The cost of the play, once it is judged; None if it is not judged."""

    punishment: Punishment | None = None
    """The roll that punishes a wrong play, once it is judged; None if no roll does."""
