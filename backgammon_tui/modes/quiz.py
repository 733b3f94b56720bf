"""The mode of the quiz: one task after the other, each a lesson of one step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from random import Random
from typing import Final, Self

from backgammon_tui.engine import Rules, Side
from backgammon_tui.engine.turn import larger_first
from backgammon_tui.modes.board import DiceView
from backgammon_tui.modes.effects import ChooseQuizGames, Effects, KeepProgress, Message, Open, Step
from backgammon_tui.modes.inputs import Input, Key
from backgammon_tui.modes.lesson.mode import LESSON_COMMANDS, LessonMode
from backgammon_tui.modes.lesson.panel import ROOMY
from backgammon_tui.modes.lesson.state import LessonState
from backgammon_tui.modes.mode import Command, Frame, ModeView
from backgammon_tui.modes.text import (
    Glyphs,
    Panel,
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
from backgammon_tui.teach.lessons.run import Awaited
from backgammon_tui.teach.quiz.rounds import ROUND, QuizProgress, QuizState
from backgammon_tui.teach.quiz.tasks import HARDEST, rating
from backgammon_tui.words.columns import fit
from backgammon_tui.words.naming import STANDARD
from backgammon_tui.words.rule_settings import describe_changes

# ---- header, and the panel at the end of a round


def quiz_header(quiz: QuizState, learner: str, width: int, glyphs: Glyphs) -> TextLine:
    """Return the line above the board: the game, the task, the learner's score."""
    left = [Span(" Quiz ", TextStyle.BADGE)]
    total = quiz.known.score(quiz.games)
    told = [f"{fit(learner, 16)} {total}" if learner else str(total)]
    rules = quiz.lesson.rules if quiz.lesson else None
    if rules and quiz.item:
        left.append(Span(f" {rules.short_title} "))
        left += [Span(f" {glyphs.of(side)} {STANDARD.name(side)} ") for side in Side]
        told.insert(0, f"{quiz.number} of {ROUND}")
        if level := rating(quiz.item):
            told.insert(1, f"level {level} of {HARDEST}")
    right = (Span(f" {glyphs.dot} ".join(told) + " ", TextStyle.DIM),)
    changes = describe_changes(rules) if rules else ""
    room = width - measure(left) - measure(right) - 2
    left.append(Span(fit(changes, room), TextStyle.DIM))
    return TextLine(spread(left, right, width))


# ---- the end of a round


def round_panel(quiz: QuizState, frame: Frame) -> Panel:
    """Build the panel at the end of a round."""
    width, height = frame.room
    over, score, *others = round_words(quiz)
    blocks = [wrap(over, width, TextStyle.BRIGHT), wrap(score, width, TextStyle.ACCENT)]
    blocks += [wrap(text, width, TextStyle.DIM) for text in others]
    keys = [key_line(Key.ENTER, "another round"), key_line(Key.ESCAPE, "leaves")]
    return Panel(tuple(stack([*blocks, keys], height)[:height]))


def round_words(quiz: QuizState) -> Iterator[str]:
    """Yield what there is to say at the end of a round, its score after the first sentence."""
    score, total = quiz.score, quiz.known.score(quiz.games)
    yield "The round is over."
    yield f"{score} right."
    if score.right < score.asked:
        yield "Missed tasks come first next round."
    if quiz.evening != score:
        yield f"{quiz.evening} since you came."
    streak = quiz.known.streak(quiz.today)
    if streak > 1:
        yield f"{streak} days in a row."
    if days := _tell_days(quiz):
        yield days
    if total != quiz.evening:
        yield f"{total} in all."


def _tell_days(quiz: QuizState) -> str:
    days = range(quiz.today - _WEEK + 1, quiz.today)
    told = [
        f"{quiz.today - day} days ago {quiz.known.days[day]}"
        if day < quiz.today - 1
        else f"yesterday {quiz.known.days[day]}"
        for day in days
        if day in quiz.known.days
    ]
    return f"Before: {', '.join(told)}." if told else ""


_WEEK: Final = 7


# ---- the mode

_NAMELESS: Final = "Your answers are saved, but without a name. Enter one under Learn."


@dataclass(frozen=True, kw_only=True)
class QuizMode(LessonMode):
    """Rounds of tasks on one game, or on all of them."""

    keys_title = "Keys in a quiz"

    quiz: QuizState
    learner: str
    """The name under which answers are saved; empty for those of nobody."""

    chance: Random

    @classmethod
    def open_quiz(
        cls, games: Sequence[Rules], storage: Storage, chance: Random | None = None
    ) -> tuple[Self, Effects]:
        """Begin a quiz on some games, with its first task."""
        problems: list[str] = []
        kept = storage.read_progress(problems.append)
        settings = storage.settings
        quiz = _begin(games, QuizProgress.read(kept))
        options = Settings(motion=settings.motion)
        state = LessonState.begin(_nothing(games[0]), options)
        mode = cls(
            state=state, quiz=quiz, learner=settings.learner, chance=chance or Random()
        ).next_task()
        if not settings.learner:
            mode = replace(mode, state=mode.state.say(_NAMELESS))
        return mode, tuple(Open(Message(problem)) for problem in problems)

    @property
    def commands(self) -> tuple[Command, ...]:
        return _COMMANDS if self.quiz.item else _BETWEEN_ROUNDS

    # ---- what the learner does

    def take(self, given: Input) -> Step[Self]:
        """Take a key, a click or a paste."""
        if self.quiz.item is None and given is Key.SPACE:
            given = Key.ENTER
        return super().take(given)

    def update(self, state: LessonState) -> Step[Self]:
        """Return the mode with another state, and save the first answer to a task."""
        after, effects = super().update(state)
        quiz = self.quiz.follow(state.run)
        if quiz is not self.quiz:
            effects = (*effects, KeepProgress(quiz.entries()))
        return replace(after, quiz=quiz), effects

    def _go_on(self) -> Step[Self]:
        if self.quiz.item is None or not self.state.run.was_shown:
            return self.next_task(), ()
        return super()._go_on()

    def next_task(self) -> Self:
        """Set the next task, or end the round."""
        quiz = self.quiz.next_task(self.chance)
        lesson = quiz.lesson or _nothing(quiz.games[0])
        return replace(self, quiz=quiz, state=LessonState.begin(lesson, self.options))

    def skip_task(self) -> Step[Self]:
        """Set the next task, once this one was tried."""
        if self.quiz.item and self.quiz.is_right is None:
            return self.update(self.state.say("Try it first; a hint helps, or the solution."))
        return self.next_task(), ()

    def with_games(self, games: tuple[Rules, ...]) -> Step[Self]:
        """Begin a quiz on other games."""
        if games == self.quiz.games:
            return self, ()
        quiz = replace(_begin(games, self.quiz.known), evening=self.quiz.evening)
        return replace(self, quiz=quiz).next_task(), ()

    def open_rolls(self) -> Step[Self]:
        """Open the 36 rolls; before a question is answered, they would tell the answer."""
        if self.state.run.awaited is Awaited.TYPED:
            return self.update(self.state.say("The 36 rolls come after your answer."))
        return super().open_rolls()

    # ---- what is shown

    def view(self, frame: Frame) -> ModeView:
        """Build the view of the task, or of the result of the round."""
        quiz, item = self.quiz, self.quiz.item
        header = quiz_header(quiz, self.learner, frame.width, frame.glyphs)
        if item is None:
            return ModeView(header, None, panel=round_panel(quiz, frame))
        shown = super().view(frame)._replace(header=header)
        if self.state.run.step and not self.state.run.step.acts and item.dice:
            # The roll has not been made, as the numbers that it leaves would tell the answer.
            rolled = DiceView(larger_first(item.dice), item.starting_position.side)
            shown = shown._replace(dice=rolled)
        return shown


def _begin(games: Sequence[Rules], known: QuizProgress) -> QuizState:
    return QuizState(tuple(games), known, date.today().toordinal())


def _nothing(rules: Rules) -> Lesson:
    return Lesson("", rules, ())


_OF_LESSONS: Final = ("l", "z", "e", "m")
"""The keys of commands for lessons of several steps."""

_COMMANDS: Final[tuple[Command, ...]] = (
    *(command for command in LESSON_COMMANDS if command.key not in _OF_LESSONS),
    Command(
        "l",
        lambda mode: mode.skip_task(),
        label="next task",
        help="the next task, once you have tried this one",
        is_enabled=lambda mode: mode.quiz.is_right is not None,
        min_width=ROOMY,
    ),
    Command(
        "m",
        lambda mode: mode.open(ChooseQuizGames(mode.quiz.games), QuizMode.with_games),
        label="other games",
        help="tasks on another game",
    ),
)

_BETWEEN_ROUNDS: Final = tuple(
    command._replace(label="another round") if command.key == "enter" else command
    for command in _COMMANDS
)
