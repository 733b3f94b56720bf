"""What header, panel and footer say in a quiz."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from backgammon_tui.engine.position import Side
from backgammon_tui.tui.keys import Key
from backgammon_tui.tui.modes.quiz.state import ROUND, QuizState, Score
from backgammon_tui.tui.panel.glyphs import Glyphs
from backgammon_tui.tui.panel.text import (
    BLANK,
    Span,
    TextLine,
    TextStyle,
    fit,
    line,
    measure,
    spread,
    wrap,
)
from backgammon_tui.words.naming import STANDARD
from backgammon_tui.words.rule_settings import describe_changes

RULE, GAMES, THROWS = "w", "r", "g"
"""The keys of a quiz besides the numbers of the answers."""


@dataclass(frozen=True)
class QuizPanel:
    """The panel's lines, and how far they are scrolled."""

    lines: tuple[TextLine, ...]
    top: int
    is_long: bool
    """Whether there is more than can be seen."""


# ---- header and footer


def quiz_header(quiz: QuizState, learner: str, width: int, glyphs: Glyphs) -> TextLine:
    """The line above the board: the game, how far the round is, and whose results are kept."""
    left = [Span(" Quiz ", TextStyle.BADGE)]
    question = quiz.question
    if question:
        left.append(Span(f" {question.rules.short_title} "))
        left += [Span(f" {glyphs.of(side)} {STANDARD.name(side)} ") for side in Side]
    total = quiz.known.score(quiz.games)
    whose = f"{fit(learner, 16)} {_tell(total)}" if learner else "not kept"
    right = (Span(f"{_tell(quiz.score)} this round {glyphs.dot} {whose} ", TextStyle.DIM),)
    changes = describe_changes(question.rules) if question else ""
    room = width - measure(left) - measure(right) - 2
    left.append(Span(fit(changes, room), TextStyle.DIM))
    return TextLine(spread(left, right, width))


def _tell(score: Score) -> str:
    return f"{score.right} of {score.asked}"


def quiz_footer(quiz: QuizState) -> TextLine:
    """The keys."""
    keys: list[tuple[str, str, Key | str | None, bool]] = [
        ("1 2 3", "answer", None, not quiz.is_answered and quiz.question is not None),
        ("enter", "goes on" if quiz.is_answered else "answer", Key.ENTER, True),
        (RULE, "the rule", RULE, quiz.is_answered),
        (THROWS, "throws", THROWS, quiz.is_answered),
        (GAMES, "games", GAMES, True),
        ("esc", "leave", Key.ESCAPE, True),
    ]
    spans = [Span(" ")]
    for key, word, deed, is_live in keys:
        ink = TextStyle.KEY if is_live else TextStyle.DIM
        spans += [Span(key, ink, deed), Span(f" {word}", TextStyle.DIM, deed), Span("  ")]
    return TextLine(tuple(spans))


# ---- the panel


def quiz_panel(
    quiz: QuizState, rule: str, room: tuple[int, int], top: int | None = None
) -> QuizPanel:
    """The panel beside the board.

    Args:
        quiz: What somebody is in the middle of.
        rule: The title of the section that tells more.
        room: The panel's cells and rows.
        top: The line to which somebody has scrolled; None to show the lit answer.
    """
    width, height = room
    if quiz.question is None and not quiz.score.asked:
        return QuizPanel((_enter(quiz, "begins"),), 0, is_long=False)
    if quiz.question is None:
        return QuizPanel(tuple(_round_over(quiz, width))[:height], 0, is_long=False)
    blocks = _answered(quiz, rule, width) if quiz.is_answered else _asked(quiz, width)
    lines = _stacked([list(block) for block in blocks], height)
    if len(lines) <= height:
        return QuizPanel(tuple(lines), 0, is_long=False)
    room_left = height - 1
    wanted = _lit_seen(lines, room_left) if top is None else top
    top = min(max(wanted, 0), len(lines) - room_left)
    more = (
        Span("pgup", TextStyle.KEY if top else TextStyle.DIM, Key.PAGE_UP),
        Span(" "),
        Span(
            "pgdn", TextStyle.KEY if top < len(lines) - room_left else TextStyle.DIM, Key.PAGE_DOWN
        ),
        Span(" more", TextStyle.DIM, Key.PAGE_DOWN),
    )
    return QuizPanel((*lines[top : top + room_left], TextLine(more)), top, is_long=True)


def _stacked(blocks: Sequence[Sequence[TextLine]], height: int) -> list[TextLine]:
    """The blocks one under the other, apart if there is room."""
    airy = [each for block in blocks for each in (BLANK, *block)][1:]
    return airy if len(airy) <= height else [each for block in blocks for each in block]


def _lit_seen(lines: Sequence[TextLine], room: int) -> int:
    """Where the lines begin so that the lit answer is seen."""
    lit = [index for index, each in enumerate(lines) if each.fill is TextStyle.CHOSEN]
    return min(max(0, lit[-1] - room + 1), lit[0]) if lit else 0


def _asked(quiz: QuizState, width: int) -> Iterator[list[TextLine]]:
    question = quiz.question
    assert question
    yield [line(f"Question {quiz.number} of {ROUND}", TextStyle.DIM)]
    yield wrap(question.text, width, TextStyle.BRIGHT)
    for index, choice in enumerate(question.choices):
        ink = TextStyle.CHOSEN if index == quiz.lit else TextStyle.PLAIN
        yield _choice(str(index + 1), choice.text, width, ink)


def _choice(key: str, text: str, width: int, ink: TextStyle) -> list[TextLine]:
    """One answer, to be clicked."""
    first, *others = wrap(text, width - 3, ink)
    key_ink = ink if ink is TextStyle.CHOSEN else TextStyle.KEY
    lines = [TextLine((Span(f"{key}  ", key_ink), *first.spans), key, ink)]
    return lines + [TextLine((Span("   ", ink), *each.spans), key, ink) for each in others]


def _answered(quiz: QuizState, rule: str, width: int) -> Iterator[list[TextLine]]:
    """The verdict, what is right, why, and where more is told."""
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
        yield [line("Right is", TextStyle.ACCENT), *wrap(right.text, width, TextStyle.BRIGHT)]
        if right.explanation not in wrong.explanation:
            yield wrap(right.explanation, width)
    section = wrap(f"the rule: {rule}", width - 2, TextStyle.DIM)
    yield [
        TextLine((Span(f"{RULE if not index else ' '} ", TextStyle.KEY), *each.spans), RULE)
        for index, each in enumerate(section)
    ]
    yield [_enter(quiz, "goes on")]


def _enter(quiz: QuizState, does: str) -> TextLine:
    """What Enter does, unless it has been done and there is no question yet."""
    if quiz.wants_more:
        return line("Finding a question.", TextStyle.DIM)
    return TextLine((Span("enter", TextStyle.KEY), Span(f" {does}", TextStyle.DIM)), Key.ENTER)


def _round_over(quiz: QuizState, width: int) -> Iterator[TextLine]:
    score, total = quiz.score, quiz.known.score(quiz.games)
    yield line("The round is over.", TextStyle.BRIGHT)
    yield BLANK
    yield from wrap(f"{_tell(score)} right.", width, TextStyle.ACCENT)
    if score.right < score.asked:
        yield BLANK
        yield from wrap("What was wrong comes first in the next round.", width)
    if quiz.evening != score:
        yield BLANK
        yield from wrap(f"{_tell(quiz.evening)} since you came.", width)
    if total != quiz.evening:
        yield BLANK
        yield from wrap(f"{_tell(total)} in all.", width, TextStyle.DIM)
    yield BLANK
    yield _enter(quiz, "another round")
    yield TextLine((Span("esc", TextStyle.KEY), Span(" leaves", TextStyle.DIM)), Key.ESCAPE)
