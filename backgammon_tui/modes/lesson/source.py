"""The lessons that follow one another: those of a course, and steps to be repeated."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from datetime import date
from typing import ClassVar, Final, NamedTuple, Self

from backgammon_tui.dice import Dice
from backgammon_tui.engine import Rules, Side
from backgammon_tui.modes.effects import Effects, KeepProgress, Leave, Message, Open
from backgammon_tui.modes.header import side_style
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.text import (
    BLANK,
    Glyphs,
    Span,
    TextLine,
    TextStyle,
    key_line,
    spread,
    wrap,
)
from backgammon_tui.storage.journal.log import now
from backgammon_tui.teach.lessons.catalogue import CourseLesson, Repeat, missed
from backgammon_tui.teach.lessons.lesson import Lesson
from backgammon_tui.teach.lessons.run import Run
from backgammon_tui.text_file import LineError
from backgammon_tui.words.naming import STANDARD, join

ROOMY: Final = 110
"""Minimum width in columns at which header and footer have room for all words and keys."""

TRY_FIRST: Final = "Try it first; a hint helps, or the solution."

_MAX_NAMED: Final = 6


class NextLesson(NamedTuple):
    """The lesson that follows, at one of its steps."""

    source: LessonSource
    lesson: Lesson
    step: int = 0
    effects: Effects = ()


class LessonSource(ABC):
    """The place that lessons come from; it saves the learner's progress."""

    next_label: ClassVar[str] = "next lesson"

    is_step_by_step: ClassVar[bool] = False
    """True if the next lesson begins once a single step is solved."""

    entry: CourseLesson | None = None
    """The entry of the lesson in a course; None for a lesson outside of courses."""

    @property
    def games(self) -> tuple[Rules, ...]:
        return ()

    @property
    def dice(self) -> Dice | None:
        """The roll that a question is about, if the game has not made it."""
        return None

    @property
    @abstractmethod
    def enter_label(self) -> str:
        """The label of Enter after the last step of a lesson."""

    @abstractmethod
    def header(self, run: Run, width: int, glyphs: Glyphs) -> TextLine:
        """Return the line above the board."""

    @abstractmethod
    def title(self, run: Run) -> str:
        """Return the title of the board in another window."""

    @abstractmethod
    def ending(self, width: int, height: int) -> list[TextLine]:
        """Return the lines after the last step of a lesson."""

    @abstractmethod
    def follow(self, before: Run, run: Run) -> tuple[Self, Effects]:
        """Return the source after an answer, and the effects that save it."""

    @abstractmethod
    def why_not_next(self, run: Run) -> str:
        """Return the reason why the lesson cannot be left for the next one, if there is one."""

    @abstractmethod
    def next(self, run: Run) -> NextLesson | Effects:
        """Return the next lesson, or what the screen does if there is none."""

    def with_games(self, games: tuple[Rules, ...]) -> LessonSource:
        return self

    def is_left_undone(self, run: Run) -> bool:
        """Return True if the learner is asked before the lesson is left for the next one."""
        return False


@dataclass(frozen=True)
class Course(LessonSource):
    """A lesson of a course and those that follow it, or a lesson outside of courses."""

    entry: CourseLesson | None = None
    lessons: tuple[CourseLesson, ...] = ()
    """The course, as read when the lesson was opened; empty for a lesson outside of courses."""

    done: frozenset[str] = frozenset()
    """The lessons of the course that were done before the present one."""

    @property
    def number(self) -> int:
        return self.entry.number if self.entry and self.lessons else 0

    @property
    def following(self) -> CourseLesson | None:
        return next(iter(self.lessons[self.number :]), None)

    @property
    def enter_label(self) -> str:
        return "go on" if self.following else "back"

    @property
    def left(self) -> tuple[int, ...]:
        """The numbers of the other lessons that are not done."""
        done = self.done | {self.entry.item} if self.entry else self.done
        return tuple(lesson.number for lesson in self.lessons if lesson.item not in done)

    @property
    def last_words(self) -> str:
        """The sentences after the last lesson of a course, or after a file."""
        if not self.lessons:
            return "That was the lesson."
        last = "That was the last lesson of this course."
        if not self.left:
            return f"{last} Now play a game!"
        if len(self.left) > _MAX_NAMED:
            return f"{last} {len(self.left)} others are not done yet."
        noun, verb = ("Lesson", "is") if len(self.left) == 1 else ("Lessons", "are")
        return f"{last} {noun} {join([str(number) for number in self.left])} {verb} not done yet."

    def header(self, run: Run, width: int, glyphs: Glyphs) -> TextLine:
        steps, total = len(run.lesson.steps), len(self.lessons)
        between, lesson = (" between ", "lesson ") if width >= ROOMY else ("/", "")
        place = f"{lesson}{self.number}{between}{total} {glyphs.dot} " if total else ""
        step = f"step {min(run.number + 1, steps)}{between}{steps}"
        right = [
            Span(f"{glyphs.of(side)} {STANDARD.name(side)} ", side_style(side, run.game.actor))
            for side in Side
        ]
        right.append(Span(f" {place}{step} ", TextStyle.DIM))
        left = [
            Span(f" {run.lesson.rules.short_title} ", TextStyle.BADGE),
            Span(f" {run.lesson.title}", TextStyle.BRIGHT),
        ]
        return TextLine(spread(left, right, width))

    def title(self, run: Run) -> str:
        step = f"step {min(run.number + 1, len(run.lesson.steps))} of {len(run.lesson.steps)}"
        return f"{run.lesson.rules.title}: {run.lesson.title}, {step}"

    def ending(self, width: int, height: int) -> list[TextLine]:
        if not self.following:
            last = wrap(self.last_words, width, TextStyle.BRIGHT)
            return [*last, BLANK, key_line(Key.ENTER, "leads back")]
        over = f"That was lesson {self.number} of {len(self.lessons)}."
        return [
            *wrap(over, width, TextStyle.BRIGHT),
            BLANK,
            *wrap(f"Next: {self.following.title}.", width),
            BLANK,
            key_line(Key.ENTER, "starts it"),
            key_line(Key.ESCAPE, "leaves"),
        ]

    def follow(self, before: Run, run: Run) -> tuple[Self, Effects]:
        """Save a mistake, a step that is over, or a lesson just done."""
        entry = self.entry
        if entry is None:
            return self, ()
        effects = self._keep_mistake(before, run)
        if before.is_done:
            return self, effects
        if run.is_done:
            done = ((entry.item, now()), (entry.step_item, "0"))
            return self, (*effects, KeepProgress(done))
        if run.number != before.number:
            step = ((entry.step_item, str(run.number)),)
            return self, (*effects, KeepProgress(step, is_quiet=True))
        return self, effects

    def _keep_mistake(self, before: Run, run: Run) -> Effects:
        if self.entry is None or not run.missed > before.missed:
            return ()
        return (KeepProgress((missed(self.entry, run.number, today()),)),)

    def why_not_next(self, run: Run) -> str:
        return "" if self.following else "There is no next lesson."

    def is_left_undone(self, run: Run) -> bool:
        return not run.is_done and bool(run.number or run.answer or run.made)

    def next(self, run: Run) -> NextLesson | Effects:
        following = self.following
        if following is None:
            return (Leave(),)
        try:
            lesson = following.read()
        except LineError as error:
            return (Open(Message(f"{following.shown_file}: {error}.")),)
        done = self.done | {self.entry.item} if self.entry and run.is_done else self.done
        return NextLesson(replace(self, entry=following, done=done), lesson)


@dataclass(frozen=True)
class Repeats(Course):
    """Steps of a course that went wrong before, one after the other."""

    is_step_by_step = True
    next_label = "next step"

    repeats: tuple[Repeat, ...] = ()
    """The steps that are left, the present one first."""

    def follow(self, before: Run, run: Run) -> tuple[Self, Effects]:
        return self, self._keep_mistake(before, run)

    def why_not_next(self, run: Run) -> str:
        return "" if run.is_solved else TRY_FIRST

    def is_left_undone(self, run: Run) -> bool:
        return False

    def next(self, run: Run) -> NextLesson | Effects:
        repeat, *rest = self.repeats
        is_right = repeat.step not in run.missed
        kept: Effects = (KeepProgress((repeat.done(is_right, today()),)),)
        if not rest:
            return (*kept, Leave())
        entry, step = rest[0].entry, rest[0].step
        source = replace(self, entry=entry, repeats=tuple(rest))
        return NextLesson(source, entry.read(), step, kept)


def today() -> int:
    return date.today().toordinal()
