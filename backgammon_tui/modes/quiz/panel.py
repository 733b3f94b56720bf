"""Header of a quiz, and the panel at the end of a round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from backgammon_tui.engine import Side
from backgammon_tui.modes.glyphs import Glyphs
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.mode import Frame
from backgammon_tui.modes.text import (
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
from backgammon_tui.teach.quiz.puzzle import HARDEST, rating
from backgammon_tui.teach.quiz.rounds import ROUND, QuizState
from backgammon_tui.words.columns import fit
from backgammon_tui.words.naming import STANDARD
from backgammon_tui.words.rule_settings import describe_changes


def quiz_header(quiz: QuizState, learner: str, width: int, glyphs: Glyphs) -> TextLine:
    """Return the line above the board: the game, the task, the learner's score."""
    left = [Span(" Quiz ", TextStyle.BADGE)]
    total = quiz.known.score(quiz.games)
    told = [f"{fit(learner, 16)} {total}" if learner else "not saved"]
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
