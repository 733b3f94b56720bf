"""Header, panel and footer of a quiz."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from backgammon_tui.engine import Side
from backgammon_tui.modes.glyphs import Glyphs
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.mode import Frame
from backgammon_tui.modes.text import (
    BLANK,
    Panel,
    Span,
    TextLine,
    TextStyle,
    answer_lines,
    hanging,
    key_line,
    line,
    measure,
    scroll_text,
    spread,
    stack,
    wrap,
)
from backgammon_tui.teach.quiz.rounds import ROUND, QuizState
from backgammon_tui.words.columns import fit
from backgammon_tui.words.naming import STANDARD, join
from backgammon_tui.words.rule_settings import describe_changes

# ---- header


def quiz_header(quiz: QuizState, learner: str, width: int, glyphs: Glyphs) -> TextLine:
    """Return the line above the board: the game, the score of the round, the learner's score."""
    left = [Span(" Quiz ", TextStyle.BADGE)]
    question = quiz.question
    if question:
        left.append(Span(f" {question.rules.short_title} "))
        left += [Span(f" {glyphs.of(side)} {STANDARD.name(side)} ") for side in Side]
    total = quiz.known.score(quiz.games)
    whose = f"{fit(learner, 16)} {total}" if learner else "not saved"
    right = (Span(f"{quiz.score} this round {glyphs.dot} {whose} ", TextStyle.DIM),)
    changes = describe_changes(question.rules) if question else ""
    room = width - measure(left) - measure(right) - 2
    left.append(Span(fit(changes, room), TextStyle.DIM))
    return TextLine(spread(left, right, width))


# ---- the panel


def quiz_panel(quiz: QuizState, rule: str, frame: Frame) -> Panel:
    """Build the panel beside the board, with the title of the section on the subject.

    The highlighted answer is visible until somebody scrolls.
    """
    width, height = frame.room
    if quiz.question is None:
        return Panel(tuple(_round_over(quiz, width))[:height])
    blocks = [*(_answered(quiz, rule, width) if quiz.is_answered else _asked(quiz, width))]
    lines = stack(blocks, height)
    if len(lines) > height and not quiz.is_answered:
        lines = stack(blocks[:-1], height)  # The footer names the keys, too.
    if len(lines) <= height:
        return Panel(tuple(lines))
    top = _lit_seen(lines, height - 1) if frame.top is None else frame.top
    return scroll_text(lines, (), height, top)


def _lit_seen(lines: Sequence[TextLine], room: int) -> int:
    """Return the first line to show, so that the highlighted answer is visible."""
    highlighted = [index for index, each in enumerate(lines) if each.fill is TextStyle.CHOSEN]
    return min(max(0, highlighted[-1] - room + 1), highlighted[0]) if highlighted else 0


def _asked(quiz: QuizState, width: int) -> Iterator[list[TextLine]]:
    question = quiz.question
    assert question
    yield [line(f"Question {quiz.number} of {ROUND}", TextStyle.DIM)]
    yield wrap(question.text, width, TextStyle.BRIGHT)
    for index, (key, choice) in enumerate(zip(question.keys, question.choices, strict=True)):
        yield answer_lines(key, choice.text, width, is_highlighted=index == quiz.highlighted)
    yield wrap(f"Press {join(question.keys, 'or')}.", width, TextStyle.DIM)


def _answered(quiz: QuizState, rule: str, width: int) -> Iterator[list[TextLine]]:
    """Yield the verdict, the right answer, its reason, and a link to the rules."""
    question, chosen = quiz.question, quiz.chosen
    assert question
    assert chosen is not None
    yield wrap(question.text, width, TextStyle.DIM)
    right = question.choices[question.right]
    if quiz.is_right:
        yield [line("Right.", TextStyle.ACCENT), *wrap(right.text, width, TextStyle.BRIGHT)]
        yield wrap(right.explanation, width)
    else:
        wrong = question.choices[chosen]
        yield [line("No.", TextStyle.ALERT), *wrap(wrong.text, width, TextStyle.DIM)]
        yield wrap(wrong.explanation, width)
        yield [
            line("The right answer:", TextStyle.ACCENT),
            *wrap(right.text, width, TextStyle.BRIGHT),
        ]
        if right.explanation not in wrong.explanation:
            yield wrap(right.explanation, width)
    yield hanging(Span("w ", TextStyle.KEY), f"the rule: {rule}", width, TextStyle.DIM, "w")
    yield [key_line(Key.ENTER, "goes on")]


def _tell_days(quiz: QuizState) -> str:
    """List the scores of the last week's days on which something was answered."""
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


def _round_over(quiz: QuizState, width: int) -> Iterator[TextLine]:
    score, total = quiz.score, quiz.known.score(quiz.games)
    yield line("The round is over.", TextStyle.BRIGHT)
    yield BLANK
    yield from wrap(f"{score} right.", width, TextStyle.ACCENT)
    if score.right < score.asked:
        yield BLANK
        yield from wrap("Missed questions come first next round.", width)
    if quiz.evening != score:
        yield BLANK
        yield from wrap(f"{quiz.evening} since you came.", width)
    streak = quiz.known.streak(quiz.today)
    if streak > 1:
        yield BLANK
        yield from wrap(f"{streak} days in a row.", width, TextStyle.ACCENT)
    yield from wrap(_tell_days(quiz), width, TextStyle.DIM)
    if total != quiz.evening:
        yield BLANK
        yield from wrap(f"{total} in all.", width, TextStyle.DIM)
    yield BLANK
    yield key_line(Key.ENTER, "another round")
    yield key_line(Key.ESCAPE, "leaves")
