"""Lessons as values: pictures, text, play and questions, step by step.

What is done in a game stands here as it is typed: moves in notation, `keep`, `reroll`, `5`, `6`
or `resign 1`. What it comes to depends on the game; `typed_actions` reads it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

from backgammon_tui.dice import Dice
from backgammon_tui.engine import Cause, Game, OpeningRoll, Roll, Rules, StartingPosition
from backgammon_tui.teach.lessons.questions import AnswerKey, Subject, answer_key


@dataclass(frozen=True)
class LessonText:
    """A text of a lesson file with its line number, from 1."""

    line: int
    text: str


@dataclass(frozen=True)
class Try(LessonText):
    """A wrong answer that was foreseen."""

    reason: Cause | None
    """The rule against it; None if it is allowed and still not the answer."""

    answer: str
    """The teacher's answer to it; may be empty if the rule says enough."""


@dataclass(frozen=True)
class Assignment:
    """The basis of tasks and questions: a text, foreseen wrong answers, a hint."""

    line: int
    text: str
    tries: tuple[Try, ...]
    hint: str

    after: str
    """The text after it is solved; may be empty."""


@dataclass(frozen=True)
class Task(Assignment):
    """A play or a decision that the learner is asked to make on the board."""

    solutions: tuple[LessonText, ...]
    """Solutions as they are typed, all equally good; the first is the one that is shown."""

    needs_all: bool = False
    """True if all solutions are asked for, one after the other in any order."""

    @property
    def is_about_resigning(self) -> bool:
        return any(text.text.startswith("resign") for text in (*self.solutions, *self.tries))


@dataclass(frozen=True)
class LessonQuestion(Assignment):
    """A question that is answered by typing a number, or yes or no."""

    solution: LessonText
    subject: Subject | None = None
    """The subject, by which the engine finds the answers; None if the author decides."""

    key: AnswerKey | None = None
    """The answers, if they do not depend on the game as it stands."""

    def key_in(self, game: Game) -> AnswerKey:
        """Return the answers in the game in which it is asked."""
        if self.key:
            return self.key
        if self.subject:
            return answer_key(self.subject, game)
        free = _YES_NO if self.solution.text in _YES_NO else map(str, range(_MAX_ANSWER + 1))
        return AnswerKey(self.solution.text, dict.fromkeys(free, self.hint))


_YES_NO: Final = ("yes", "no")

_MAX_ANSWER: Final = 400
"""The greatest number that answers a question of the author's own: more pips than a side has."""


class GoalState(Enum):
    """A state that a condition asks for, with `N` for its number."""

    ALL_IN = "all in"
    ALL_HOME = "all home"
    OFF = "N off"
    WON = "won"
    TURNS = "N turns"
    """So many turns of the learner are over."""

    NOT_HIT = "not hit"
    NOT_TRAPPED = "not trapped"
    PRIME = "prime of N"
    TRAP = "a trap"
    """The learner traps a checker."""

    AT_MOST = "at most N turns"


_GOALS: Final = (
    GoalState.ALL_IN,
    GoalState.ALL_HOME,
    GoalState.OFF,
    GoalState.WON,
    GoalState.TURNS,
)


class Condition(NamedTuple):
    """A state with its number, 0 where it has none."""

    state: GoalState
    number: int = 0

    def __str__(self) -> str:
        return self.state.value.replace("N", str(self.number))


def read_goal(text: str) -> Condition:
    return _read(text, _GOALS)


def read_limit(text: str) -> Condition:
    return _read(text, tuple(state for state in GoalState if state not in _GOALS))


def _read(text: str, states: Sequence[GoalState]) -> Condition:
    number = re.search(r"[1-9]\d?", text)
    pattern = text.replace(number[0], "N", 1) if number else text
    for state in states:
        if state.value == pattern:
            return Condition(state, int(number[0]) if number else 0)
    raise ValueError(f"it is one of: {', '.join(state.value for state in states)}")


@dataclass(frozen=True)
class Exercise(Assignment):
    """Turns that the learner plays against the computer until a goal is reached or out of reach."""

    goal: Condition
    limits: tuple[Condition, ...]
    """The conditions that must hold at the end of each of the learner's turns."""

    rolls: tuple[Dice, ...]
    """The learner's rolls; after the last one comes the first again."""

    answers: tuple[Dice, ...]
    """The computer's rolls, likewise."""


StepAsked = Task | LessonQuestion | Exercise
"""All that a step may ask."""


@dataclass(frozen=True)
class Act:
    """A roll or a play that the lesson makes itself before it asks."""

    line: int
    does: Roll | OpeningRoll | str


UNPROVED: Final = ("rule", "opinion")
"""Claims that need no proof: the engine keeps the rules; an opinion is the teacher's own."""


STATED_COST: Final = re.compile(r"costs (\d\.\d+)")
"""A cost that the answer to a try states itself."""

ALIKE: Final = 0.03
"""Plays that cost no more than this are as good as the best."""


class Figure(Enum):
    """The measure by which a task compares all plays, if its solutions are claimed to be best."""

    HITS = "fewest hits"
    SHUT_OUT = "most shut out"
    """Most rolls are lost entirely."""

    COMPLEMENT = "complement kept"
    """The whole complement can be played."""

    WORTH = "best"
    """Alike to the computer's choice."""


@dataclass(frozen=True)
class LessonStep:
    """One step of a lesson; the game goes on from the step before it."""

    line: int
    """The line of the file where the step begins."""

    starting_position: StartingPosition | None
    """The position in which the game goes on, if it is another one."""

    say: str
    acts: tuple[Act, ...]
    """The events of the lesson before it asks, in this order."""

    asked: StepAsked | None
    """None if there is only something to see and read."""

    claims: tuple[LessonText, ...] = ()
    """The claims about good and bad play, to be proved; see `claims`."""

    margin: float = 0.0
    """Minimum cost of any play but the solutions, if a rollout has found it."""

    @property
    def figure(self) -> Figure | None:
        claimed = {claim.text for claim in self.claims}
        return next((figure for figure in Figure if figure.value in claimed), None)

    @property
    def is_about_good_play(self) -> bool:
        return any(claim.text not in UNPROVED for claim in self.claims)


@dataclass(frozen=True)
class Lesson:
    """A lesson, every step of which agrees with the rules."""

    title: str
    rules: Rules
    steps: tuple[LessonStep, ...]
