"""A quiz as a source of lessons: one task after the other, each a lesson of one step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
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
from backgammon_tui.teach.lessons.lesson import Lesson
from backgammon_tui.teach.lessons.run import Run
from backgammon_tui.teach.quiz.rounds import ROUND, QuizProgress, QuizState
from backgammon_tui.teach.quiz.tasks import HARDEST, rating
from backgammon_tui.words.columns import fit
from backgammon_tui.words.naming import STANDARD
from backgammon_tui.words.rule_settings import describe_changes

_NAMELESS: Final = "Your answers are saved, but without a name. Enter one under Learn."

_WEEK: Final = 7


@dataclass(frozen=True)
class Quiz(LessonSource):
    next_label = "next task"
    enter_label = "another round"
    is_step_by_step = True

    state: QuizState
    learner: str
    """The name under which answers are saved; empty to save none."""

    chance: Random

    @property
    def games(self) -> tuple[Rules, ...]:
        return self.state.games

    @property
    def dice(self) -> Dice | None:
        """The roll, if making it would give the answer away."""
        item, lesson = self.state.item, self.state.lesson
        is_made = lesson is None or any(step.acts for step in lesson.steps)
        return None if item is None or is_made else item.dice

    def header(self, run: Run, width: int, glyphs: Glyphs) -> TextLine:
        quiz, left = self.state, [Span(" Quiz ", TextStyle.BADGE)]
        total = f"{quiz.known.score(quiz.games)} right"
        parts = [f"{fit(self.learner, 16)} {total}" if self.learner else total]
        if quiz.item:
            left.append(Span(f" {run.lesson.rules.short_title} "))
            left += [Span(f" {glyphs.disc(side)} {STANDARD.name(side)} ") for side in Side]
            level = rating(quiz.item)
            parts[:0] = [f"level {level} of {HARDEST}"] if level else []
            parts.insert(0, f"{quiz.number} of {ROUND}")
        right = (Span(f" {glyphs.dot} ".join(parts) + " ", TextStyle.DIM),)
        changes = describe_changes(run.lesson.rules) if quiz.item else ""
        room = width - measure(left) - measure(right) - 2
        left.append(Span(fit(changes, room), TextStyle.DIM))
        return TextLine(spread(left, right, width))

    def title(self, run: Run) -> str:
        return f"Quiz: {run.lesson.rules.title}, {self.state.number} of {ROUND}"

    def ending(self, width: int, height: int) -> list[TextLine]:
        over, score, *others = round_words(self.state)
        blocks = [wrap(over, width, TextStyle.BRIGHT), wrap(score, width, TextStyle.ACCENT)]
        blocks += [wrap(text, width, TextStyle.DIM) for text in others]
        keys = [key_line(Key.ENTER, self.enter_label), key_line(Key.ESCAPE, "leaves")]
        return stack([*blocks, keys], height)[:height]

    def answered(self, run: Run) -> tuple[Self, Effects]:
        state = self.state.follow(run)
        if state is self.state:
            return self, ()
        return replace(self, state=state), (KeepProgress(state.entries()),)

    def why_not_next(self, run: Run) -> str:
        return TRY_FIRST if self.state.item and self.state.is_right is None else ""

    def next(self, run: Run) -> NextLesson:
        state = self.state.next_task(self.chance)
        lesson = state.lesson or Lesson("", state.games[0], ())
        return NextLesson(replace(self, state=state), lesson)

    def with_games(self, games: tuple[Rules, ...]) -> Self:
        if games == self.games:
            return self
        state = _begin(games, self.state.known)
        return replace(self, state=replace(state, session_score=self.state.session_score))


def round_words(quiz: QuizState) -> Iterator[str]:
    """Yield the sentences for the end of a round; the second one is the score."""
    score, total = quiz.score, quiz.known.score(quiz.games)
    yield "The round is over."
    yield f"{score} right."
    if score.right < score.asked:
        yield "Missed tasks come first next round."
    if quiz.session_score != score:
        yield f"{quiz.session_score} in this session."
    streak = quiz.known.streak(quiz.today)
    if streak > 1:
        yield f"{streak} days in a row."
    if days := _describe_days(quiz):
        yield days
    if total != quiz.session_score:
        yield f"{total} in all."


def _describe_days(quiz: QuizState) -> str:
    scores = [
        f"{'yesterday' if ago == 1 else f'{ago} days ago'} {quiz.known.days[quiz.today - ago]}"
        for ago in range(_WEEK - 1, 0, -1)
        if quiz.today - ago in quiz.known.days
    ]
    return f"Before: {', '.join(scores)}." if scores else ""


def open_quiz(
    games: Sequence[Rules], storage: Storage, chance: Random | None = None
) -> tuple[LessonMode, Effects]:
    problems: list[str] = []
    known = QuizProgress.read(storage.read_progress(problems.append))
    settings = storage.settings
    chance = chance or Random()
    state = _begin(games, known).next_task(chance)
    source = Quiz(state, settings.learner, chance)
    lesson = state.lesson or Lesson("", games[0], ())
    mode = LessonMode.at_step(lesson, 0, Settings(motion=settings.motion), source)
    if not settings.learner:
        mode = mode.say(_NAMELESS)
    return mode, tuple(Open(Message(problem)) for problem in problems)


def _begin(games: Sequence[Rules], known: QuizProgress) -> QuizState:
    return QuizState(tuple(games), known, date.today().toordinal())
