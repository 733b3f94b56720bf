"""Lessons as values: what is shown, said, played and asked, step by step.

What is done in a game stands here as it is typed: moves in notation, `keep`, `reroll`, `5`, `6`
or `resign 1`. What it comes to depends on the game; `typed_actions` reads it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from backgammon_tui.engine import Cause, OpeningThrow, Rules, Situation, Throw, Withheld
from backgammon_tui.teach.subjects import Subject


@dataclass(frozen=True)
class LessonText:
    """A text of a lesson file with its line number, from 1."""

    line: int
    text: str


@dataclass(frozen=True)
class Try(LessonText):
    """A wrong answer that was foreseen."""

    reason: Cause | Withheld | None
    """The rule against it; None if it is allowed and still not the answer."""

    answer: str
    """What the teacher says to it; may be empty where the rule says enough."""


@dataclass(frozen=True)
class Assignment:
    """What tasks and questions have in common: a text, foreseen wrong answers, a hint."""

    line: int
    text: str
    tries: tuple[Try, ...]
    hint: str

    after: str
    """What is said when it is solved; may be empty."""


@dataclass(frozen=True)
class Task(Assignment):
    """A play or a decision that the learner is asked to make on the board."""

    solutions: tuple[LessonText, ...]
    """Solutions as they are typed, all equally good; the first is the one that is shown."""

    @property
    def is_about_resigning(self) -> bool:
        """True if a solution or a foreseen try resigns."""
        return any(text.text.startswith("resign") for text in (*self.solutions, *self.tries))


@dataclass(frozen=True)
class LessonQuestion(Assignment):
    """A question with answers to choose from, one of them right."""

    subject: Subject | None
    """What it is about, so that the engine can check the answers.

    None of a free question, of which whoever teaches says what is right.
    """

    solution: LessonText

    @property
    def choices(self) -> tuple[LessonText, ...]:
        """The answers to choose from, in an order that does not tell the right one."""
        written = (self.solution, *self.tries)
        return tuple(sorted(written, key=lambda choice: (len(choice.text), choice.text)))


@dataclass(frozen=True)
class Act:
    """A throw or a play that the lesson makes itself before it asks."""

    line: int
    does: Throw | OpeningThrow | str


class Figure(Enum):
    """What all plays of a task are compared by, if the solutions are claimed to be all the best."""

    HITS = "fewest hits"
    SHUT_OUT = "most shut out"
    """Most throws are lost entirely."""

    COMPLEMENT = "complement kept"
    """The whole complement can be played."""

    WORTH = "best"
    """Within 0.03 of the program's choice."""


@dataclass(frozen=True)
class LessonStep:
    """One step of a lesson; the game goes on from the step before it."""

    line: int
    """Where the step begins in the file."""

    situation: Situation | None
    """Where the game goes on, if somewhere else."""

    say: str
    acts: tuple[Act, ...]
    """What the lesson does before it asks, in this order."""

    asked: Task | LessonQuestion | None
    """None where there is only something to be seen and read."""

    claims: tuple[LessonText, ...] = ()
    """What is said of good and bad play, to be proved; see `claims`."""

    @property
    def figure(self) -> Figure | None:
        """What the plays of its task are compared by, the first that is claimed."""
        claimed = {claim.text for claim in self.claims}
        return next((figure for figure in Figure if figure.value in claimed), None)


@dataclass(frozen=True)
class Lesson:
    """A lesson, every step of which agrees with the rules."""

    title: str
    rules: Rules
    steps: tuple[LessonStep, ...]
