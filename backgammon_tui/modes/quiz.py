"""A quiz as a source of lessons: one task after the other, each a lesson of one step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date
from random import Random
from typing import Final, Self

from backgammon_tui.dice import Dice
from backgammon_tui.engine import Rules, Side
from backgammon_tui.modes.effects import Effects, KeepProgress, Message, Open
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.lesson import TRY_FIRST, LessonMode, LessonSource, NextLesson
from backgammon_tui.modes.text import (
    Glyphs,
    Span,
    TextLine,
    TextStyle,
    key_line,
    measure,
    spread,
    stack,
    wrap,
)
from backgammon_tui.settings import Settings
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.teach import quiz as tasks
from backgammon_tui.teach.lessons.lesson import Lesson
from backgammon_tui.teach.lessons.run import Run
from backgammon_tui.words.columns import fit
from backgammon_tui.words.naming import STANDARD
from backgammon_tui.words.rule_settings import describe_changes

_NAMELESS: Final = "Your answers are saved, but without a name. Enter one under Learn."

_WEEK: Final = 7

_NO_SCORE: Final = tasks.QuizScore()


@dataclass(frozen=True, kw_only=True)
class Quiz(LessonSource):
    next_label = "next task"
    enter_label = "another round"
    is_step_by_step = True

    rulesets: tuple[Rules, ...]
    known: tasks.QuizProgress
    today: int
    """The day, as counted by `datetime.date.toordinal`."""
    learner: str = ""
    """The name under which answers are saved; empty to save none."""
    chance: Random = field(default_factory=Random)
    item: tasks.Item | None = None
    lesson: Lesson | None = None
    is_right: bool | None = None
    """True if the first answer was right; None before it."""
    waiting: tuple[str, ...] = ()
    score: tasks.QuizScore = _NO_SCORE
    session_score: tasks.QuizScore = _NO_SCORE
    """The score since the quiz was opened."""

    @property
    def awaits_try(self) -> bool:
        return self.item is not None and self.is_right is None

    @property
    def number(self) -> int:
        return self.score.total + (self.is_right is None)

    @property
    def dice(self) -> Dice | None:
        """The roll, if making it would give the answer away."""
        is_made = self.lesson is None or any(step.acts for step in self.lesson.steps)
        return None if self.item is None or is_made else self.item.dice

    def header(self, run: Run, width: int, glyphs: Glyphs) -> TextLine:
        left, item = [Span(" Quiz ", TextStyle.BADGE)], self.item
        total = f"{self.known.score(self.rulesets)} right"
        parts = [f"{fit(self.learner, 16)} {total}" if self.learner else total]
        if item:
            left.append(Span(f" {run.lesson.rules.short_title} "))
            left += [Span(f" {glyphs.disc(side)} {STANDARD.name(side)} ") for side in Side]
            level = tasks.rating(item)
            parts[:0] = [f"level {level} of {tasks.HARDEST}"] if level else []
            parts.insert(0, f"{self.number} of {tasks.ROUND}")
        right = (Span(f" {glyphs.dot} ".join(parts) + " ", TextStyle.DIM),)
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

    def answered(self, run: Run) -> tuple[Self, Effects]:
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

    def next(self, run: Run) -> NextLesson:
        after = self.next_task()
        return NextLesson(after, after.lesson or Lesson("", self.rulesets[0], ()))

    def next_task(self) -> Self:
        """Return the quiz with its next task, or with none at the end of a round."""
        if self.item and self.score.total == tasks.ROUND:
            return self._without_task
        waiting, score = self.waiting, self.score
        if not self.item:
            waiting = tasks.next_round(self.known, self.rulesets, self.today, self.chance)
            score = _NO_SCORE
        for at, name in enumerate(waiting, 1):
            with suppress(tasks.FaultyItem):  # It may make a task under other rules.
                item = tasks.Item.parse(name)
                rules = next(rules for rules in self.rulesets if rules.name == item.ruleset)
                lesson, untried = (
                    tasks.lesson_of(item, rules),
                    replace(self, is_right=None, score=score),
                )
                return replace(untried, item=item, lesson=lesson, waiting=waiting[at:])
        return replace(self._without_task, waiting=(), score=score)

    def with_rulesets(self, rulesets: tuple[Rules, ...]) -> Self:
        return replace(self._without_task, rulesets=rulesets, waiting=(), score=_NO_SCORE)

    @property
    def _without_task(self) -> Self:
        return replace(self, item=None, lesson=None, is_right=None)


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
    if days := _describe_streak(quiz):
        yield days
    if total != quiz.session_score:
        yield f"{total} in all."


def _describe_streak(quiz: Quiz) -> str:
    scores = [
        f"{'yesterday' if ago == 1 else f'{ago} days ago'} {quiz.known.days[quiz.today - ago]}"
        for ago in range(_WEEK - 1, 0, -1)
        if quiz.today - ago in quiz.known.days
    ]
    return f"Before: {', '.join(scores)}." if scores else ""


def open_quiz(
    rulesets: Sequence[Rules], storage: Storage, chance: Random | None = None
) -> tuple[LessonMode, Effects]:
    problems: list[str] = []
    known = tasks.QuizProgress.read(storage.read_progress(problems.append))
    settings, today, chance = storage.settings, date.today().toordinal(), chance or Random()
    games, learner = tuple(rulesets), settings.learner
    quiz = Quiz(rulesets=games, known=known, today=today, learner=learner, chance=chance)
    source, lesson, *_ = quiz.next(Run.begin(Lesson("", rulesets[0], ())))
    mode = LessonMode.at_step(lesson, 0, Settings(motion=settings.motion), source)
    if not settings.learner:
        mode = mode.say(_NAMELESS)
    return mode, tuple(Open(Message(problem)) for problem in problems)
