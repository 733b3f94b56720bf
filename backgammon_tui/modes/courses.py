"""Courses and quizzes: the header of their lessons, the next lesson, and the saved progress."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date
from random import Random
from typing import ClassVar, Final, NamedTuple, Self

from backgammon_tui.dice import Dice
from backgammon_tui.engine import Rules
from backgammon_tui.modes.effects import Effects, KeepProgress, Leave, Message, Open
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.text import (
    BLANK,
    Glyphs,
    Span,
    TextLine,
    TextStyle,
    key_line,
    measure,
    name_sides,
    spread,
    stack,
    wrap,
)
from backgammon_tui.storage.journal.log import now
from backgammon_tui.teach import quiz as tasks
from backgammon_tui.teach.lessons.courses import CourseLesson
from backgammon_tui.teach.lessons.lesson import Lesson
from backgammon_tui.teach.lessons.repeats import Repeat, repeat_of
from backgammon_tui.teach.lessons.run import Run
from backgammon_tui.teach.today import due_puzzles
from backgammon_tui.text_file import LineError
from backgammon_tui.words.columns import fit
from backgammon_tui.words.naming import join
from backgammon_tui.words.rule_settings import describe_changes

MIN_WIDTH_FULL_NAME: Final = 110

PLAY: Final = "P"
ENOUGH_SENTENCE: Final = "You know enough for a first game now."

TRY_FIRST: Final = "Try it first, or ask for a hint or the solution."


class NextLesson(NamedTuple):
    source: Course | Quiz
    lesson: Lesson
    step: int = 0
    effects: Effects = ()


def today() -> int:
    return date.today().toordinal()


def _step(run: Run) -> str:
    steps = len(run.lesson.steps)
    return f"step {min(run.number + 1, steps)} of {steps}"


@dataclass(frozen=True)
class Course:
    """A lesson and the rest of its course, a lesson outside of courses, or steps to repeat."""

    rulesets: ClassVar[tuple[Rules, ...]] = ()
    awaits_try: ClassVar[bool] = False
    entry: CourseLesson
    lessons: tuple[CourseLesson, ...] = ()
    """The lessons as read when this one was opened; empty outside of courses."""
    done: frozenset[str] = frozenset()
    """The other finished lessons, as items of the learner's progress."""
    repeats: tuple[Repeat, ...] = ()
    """The steps to repeat, this one first."""

    @property
    def is_step_by_step(self) -> bool:
        """True if the next lesson starts after a single solved step."""
        return bool(self.repeats)

    @property
    def next_label(self) -> str:
        return "next step" if self.repeats else "next lesson"

    @property
    def next_lesson(self) -> CourseLesson | None:
        return next(iter(self.lessons[self.entry.number :]), None)

    @property
    def is_enough(self) -> bool:
        """True for the lesson of a course after which learners can play a first game."""
        return self.entry.is_enough and not self.repeats

    @property
    def enter_label(self) -> str:
        return "go on" if self.next_lesson else "back"

    @property
    def left(self) -> tuple[int, ...]:
        done = self.done | {self.entry.item}
        return tuple(lesson.number for lesson in self.lessons if lesson.item not in done)

    @property
    def last_words(self) -> str:
        if not self.lessons:
            return "End of the lesson."
        last = "That was the last lesson of this course."
        if not self.left:
            return f"{last} Now play a game!"
        if len(self.left) > 6:
            return f"{last} {len(self.left)} others are not done yet."
        noun, verb = ("Lesson", "is") if len(self.left) == 1 else ("Lessons", "are")
        return f"{last} {noun} {join([str(number) for number in self.left])} {verb} not done yet."

    def dice(self, run: Run) -> Dice | None:
        return None

    def header(self, run: Run, width: int, glyphs: Glyphs, *, has_pips: bool = True) -> TextLine:
        places = [f"lesson {self.entry.number} of {len(self.lessons)}"] if self.lessons else []
        places = ["repetition"] if self.repeats else places
        place = f" {glyphs.dot} ".join([*places, _step(run)])
        if width < MIN_WIDTH_FULL_NAME:
            place = place.replace("lesson ", "").replace(" of ", "/")
        left = [
            Span(f" {run.lesson.rules.short_title} ", TextStyle.ACCENT),
            Span(f" {run.lesson.title}", TextStyle.BRIGHT),
        ]
        end = Span(f" {place} ", TextStyle.DIM)
        room = width - measure((*left, end))
        sides = name_sides(run.game, room, glyphs, has_pips=has_pips)
        return TextLine(spread(left, (*sides, end), width))

    def title(self, run: Run) -> str:
        return f"{run.lesson.rules.title}: {run.lesson.title}, {_step(run)}"

    def ending(self, width: int, height: int) -> list[TextLine]:
        if not self.next_lesson:
            last = wrap(self.last_words, width, TextStyle.BRIGHT)
            return [*last, BLANK, key_line(Key.ENTER, "go back")]
        over = f"That was lesson {self.entry.number} of {len(self.lessons)}."
        play = key_line(PLAY, "play a first game")
        first_game = [BLANK, *wrap(ENOUGH_SENTENCE, width), play] if self.is_enough else []
        return [
            *wrap(over, width, TextStyle.BRIGHT),
            *first_game,
            BLANK,
            *wrap(f"Next: {self.next_lesson.title}.", width),
            BLANK,
            key_line(Key.ENTER, "start it"),
            key_line(Key.ESCAPE, "leave"),
        ]

    def saved(self, run: Run) -> tuple[Self, Effects]:
        """Save an answer, or a step that has just begun."""
        entry = self.entry
        if not (run.answer or run.is_done):
            step = ((entry.step_item, f"{run.number} {now()}"),)
            return self, (KeepProgress(step, is_quiet=True),)
        items = [repeat_of(entry, run.number, today())] if run.number in run.missed else []
        if run.is_done and not self.repeats:
            items += [(entry.item, now()), (entry.step_item, "0")]
        return self, (KeepProgress(tuple(items)),) if items else ()

    def why_not_next(self, run: Run) -> str:
        if self.repeats:
            return "" if run.is_solved else TRY_FIRST
        return "" if self.next_lesson else "There is no next lesson."

    def next(self, run: Run) -> NextLesson | Effects:
        if self.repeats:
            repeat, *rest = self.repeats
            is_right = repeat.step not in run.missed
            kept: Effects = (KeepProgress((repeat.done(is_right, today()),)),)
            if not rest:
                return (*kept, Leave())
            source = replace(self, entry=rest[0].entry, repeats=tuple(rest))
            return NextLesson(source, rest[0].entry.read(), rest[0].step, kept)
        entry = self.next_lesson
        if entry is None:
            return (Leave(),)
        try:
            lesson = entry.read()
        except LineError as error:
            return (Open(Message(f"{entry.shown_file}: {error}.")),)
        done = self.done | {self.entry.item} if run.is_done else self.done
        return NextLesson(replace(self, entry=entry, done=done), lesson)


# ---- quizzes

_NO_SCORE: Final = tasks.QuizScore()


@dataclass(frozen=True, kw_only=True)
class Quiz:
    """A series of tasks, each a one-step lesson."""

    entry: ClassVar[CourseLesson | None] = None
    next_label: ClassVar[str] = "next task"
    enter_label: ClassVar[str] = "another round"
    is_step_by_step: ClassVar[bool] = True
    is_enough: ClassVar[bool] = False
    rulesets: tuple[Rules, ...]
    known: tasks.QuizProgress
    today: int = field(default_factory=today)
    """The day, as counted by `datetime.date.toordinal`."""
    learner: str = ""
    """The name under which answers are saved; empty to save none."""
    chance: Random = field(default_factory=Random)
    is_today: bool = False
    """True if only tasks that are due are asked, those that have waited longest first."""
    item: tasks.Item | None = None
    is_right: bool | None = None
    """True if the first answer was right; None before it."""
    waiting: tuple[str, ...] = ()
    score: tasks.QuizScore = _NO_SCORE
    session_score: tasks.QuizScore = _NO_SCORE
    """The score since the quiz was opened."""

    @property
    def awaits_try(self) -> bool:
        """True until the learner has tried a task; an illegal play does not count."""
        return self.item is not None and self.is_right is None

    @property
    def number(self) -> int:
        return self.score.total + (self.is_right is None)

    def dice(self, run: Run) -> Dice | None:
        """Return the roll that a question is about, if making it would give the answer away."""
        is_made = any(step.acts for step in run.lesson.steps)
        return None if self.item is None or is_made else self.item.dice

    def header(self, run: Run, width: int, glyphs: Glyphs, *, has_pips: bool = True) -> TextLine:
        left, item = [Span(" Quiz ", TextStyle.ACCENT)], self.item
        total = f"{self.known.score(self.rulesets)} right"
        parts = [f"{fit(self.learner, 16)} {total}" if self.learner else total]
        if item:
            left.append(Span(f" {run.lesson.rules.short_title} "))
            level, is_puzzle = tasks.rating(item), item.kind is tasks.Kind.BEST
            own = ["your own mistake"] if is_puzzle and not level else []
            parts[:0] = [f"level {level} of {tasks.HARDEST}"] if level else own
            parts.insert(0, f"{self.number} of {tasks.ROUND}")
        right = (Span(f" {glyphs.dot} ".join(parts) + " ", TextStyle.DIM),)
        if item:
            room = width - measure((*left, *right)) - 2
            left += [Span(" "), *name_sides(run.game, room, glyphs, has_pips=has_pips)]
        changes = describe_changes(run.lesson.rules) if item else ""
        room = width - measure(left) - measure(right) - 2
        left.append(Span(fit(changes, room), TextStyle.DIM))
        return TextLine(spread(left, right, width))

    def title(self, run: Run) -> str:
        return f"Quiz: {run.lesson.rules.title}, {self.number} of {tasks.ROUND}"

    def ending(self, width: int, height: int) -> list[TextLine]:
        over, score, *others = round_words(self)
        blocks = [wrap(over, width, TextStyle.BRIGHT), wrap(score, width, TextStyle.ACCENT)]
        blocks += [wrap(text, width, TextStyle.DIM) for text in others]
        keys = [key_line(Key.ENTER, self.enter_label), key_line(Key.ESCAPE, "leave")]
        return stack([*blocks, keys], height)[:height]

    def saved(self, run: Run) -> tuple[Self, Effects]:
        """Save the first answer to a task."""
        is_right = tasks.counts_as(run.answer) if run.answer else None
        if self.item is None or self.is_right is not None or is_right is None:
            return self, ()
        after = self.after(is_right)
        return after, (KeepProgress(tuple(after.known.write(self.item, self.today))),)

    def after(self, is_right: bool) -> Self:
        assert self.item
        answer = tasks.QuizScore(int(is_right), 1)
        return replace(
            self,
            is_right=is_right,
            known=self.known.after(self.item, is_right, self.today),
            score=self.score + answer,
            session_score=self.session_score + answer,
        )

    def why_not_next(self, run: Run) -> str:
        return TRY_FIRST if self.awaits_try else ""

    def next(self, run: Run | None = None) -> NextLesson:
        """Return the next task, or an empty lesson at the end of a round."""
        done, nothing = replace(self, item=None, is_right=None), Lesson("", self.rulesets[0], ())
        if self.item and self.score.total == tasks.ROUND:
            return NextLesson(done, nothing)
        if not self.item:
            due = due_puzzles(self.known, self.today) if self.is_today else ()
            waiting = due or tasks.next_round(self.known, self.rulesets, self.today, self.chance)
            done = replace(done, waiting=waiting, score=_NO_SCORE)
        for at, name in enumerate(done.waiting, 1):
            with suppress(ValueError):  # It may be possible under other rules only.
                item = tasks.Item.parse(name)
                rules = next(rules for rules in self.rulesets if rules.name == item.ruleset)
                lesson = tasks.lesson_of(item, rules)
                return NextLesson(replace(done, item=item, waiting=done.waiting[at:]), lesson)
        return NextLesson(replace(done, waiting=()), nothing)


def round_words(quiz: Quiz) -> Iterator[str]:
    """Yield the sentences for the end of a round; the second one is the score."""
    score, total = quiz.score, quiz.known.score(quiz.rulesets)
    yield "The round is over."
    yield f"{score} right."
    if score.right < score.total:
        yield "Missed tasks come first next round."
    if quiz.session_score != score:
        yield f"{quiz.session_score} in this session."
    streak = quiz.known.streak(quiz.today)
    if streak > 1:
        yield f"{streak} days in a row."
    week = [
        f"{'yesterday' if ago == 1 else f'{ago} days ago'} {quiz.known.days[quiz.today - ago]}"
        for ago in range(6, 0, -1)
        if quiz.today - ago in quiz.known.days
    ]
    if week:
        yield f"Before: {', '.join(week)}."
    if total != quiz.session_score:
        yield f"{total} in all."
