"""What header, panel and footer say in a quiz."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from backgammon_tui.engine.position import Side
from backgammon_tui.tui.panel.glyphs import Glyphs
from backgammon_tui.tui.panel.text import (
    BLANK,
    Ink,
    Span,
    TextLine,
    fit,
    line,
    measure,
    spread,
    wrap,
)
from backgammon_tui.tui.quizzing import ROUND, Quizzing, Score
from backgammon_tui.tui.sitting import Key
from backgammon_tui.words.rules import SHORT_TITLES, tell_changes
from backgammon_tui.words.speaker import STANDARD

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


def quiz_header(quizzing: Quizzing, learner: str, width: int, glyphs: Glyphs) -> TextLine:
    """The line above the board: the game, how far the round is, and whose results are kept."""
    left = [Span(" Quiz ", Ink.BADGE)]
    question = quizzing.question
    if question:
        left.append(Span(f" {SHORT_TITLES[question.rules.name]} "))
        left += [Span(f" {glyphs.of(side)} {STANDARD.name(side)} ") for side in Side]
    total = quizzing.known.score(quizzing.games)
    whose = f"{fit(learner, 16)} {_tell(total)}" if learner else "not kept"
    right = (Span(f"{_tell(quizzing.score)} this round {glyphs.dot} {whose} ", Ink.DIM),)
    changes = tell_changes(question.rules) if question else ""
    room = width - measure(left) - measure(right) - 2
    left.append(Span(fit(changes, room), Ink.DIM))
    return TextLine(spread(left, right, width))


def _tell(score: Score) -> str:
    return f"{score.right} of {score.asked}"


def quiz_footer(quizzing: Quizzing) -> TextLine:
    """The keys."""
    keys: list[tuple[str, str, Key | str | None, bool]] = [
        ("1 2 3", "answer", None, not quizzing.is_answered and quizzing.question is not None),
        ("enter", "goes on" if quizzing.is_answered else "answer", Key.ENTER, True),
        (RULE, "the rule", RULE, quizzing.is_answered),
        (THROWS, "throws", THROWS, quizzing.is_answered),
        (GAMES, "games", GAMES, True),
        ("esc", "leave", Key.ESCAPE, True),
    ]
    spans = [Span(" ")]
    for key, word, deed, is_live in keys:
        ink = Ink.KEY if is_live else Ink.DIM
        spans += [Span(key, ink, deed), Span(f" {word}", Ink.DIM, deed), Span("  ")]
    return TextLine(tuple(spans))


# ---- the panel


def quiz_panel(
    quizzing: Quizzing, rule: str, room: tuple[int, int], top: int | None = None
) -> QuizPanel:
    """The panel beside the board.

    Args:
        quizzing: What somebody is in the middle of.
        rule: The title of the section that tells more.
        room: The panel's cells and rows.
        top: The line to which somebody has scrolled; None to show the lit answer.
    """
    width, height = room
    if quizzing.question is None and not quizzing.score.asked:
        return QuizPanel((_enter(quizzing, "begins"),), 0, is_long=False)
    if quizzing.question is None:
        return QuizPanel(tuple(_round_over(quizzing, width))[:height], 0, is_long=False)
    blocks = _answered(quizzing, rule, width) if quizzing.is_answered else _asked(quizzing, width)
    lines = _stacked([list(block) for block in blocks], height)
    if len(lines) <= height:
        return QuizPanel(tuple(lines), 0, is_long=False)
    room_left = height - 1
    wanted = _lit_seen(lines, room_left) if top is None else top
    top = min(max(wanted, 0), len(lines) - room_left)
    more = (
        Span("pgup", Ink.KEY if top else Ink.DIM, Key.PAGE_UP),
        Span(" "),
        Span("pgdn", Ink.KEY if top < len(lines) - room_left else Ink.DIM, Key.PAGE_DOWN),
        Span(" more", Ink.DIM, Key.PAGE_DOWN),
    )
    return QuizPanel((*lines[top : top + room_left], TextLine(more)), top, is_long=True)


def _stacked(blocks: Sequence[Sequence[TextLine]], height: int) -> list[TextLine]:
    """The blocks one under the other, apart if there is room."""
    airy = [each for block in blocks for each in (BLANK, *block)][1:]
    return airy if len(airy) <= height else [each for block in blocks for each in block]


def _lit_seen(lines: Sequence[TextLine], room: int) -> int:
    """Where the lines begin so that the lit answer is seen."""
    lit = [index for index, each in enumerate(lines) if each.fill is Ink.CHOSEN]
    return min(max(0, lit[-1] - room + 1), lit[0]) if lit else 0


def _asked(quizzing: Quizzing, width: int) -> Iterator[list[TextLine]]:
    question = quizzing.question
    assert question
    yield [line(f"Question {quizzing.number} of {ROUND}", Ink.DIM)]
    yield wrap(question.text, width, Ink.BRIGHT)
    for index, choice in enumerate(question.choices):
        ink = Ink.CHOSEN if index == quizzing.lit else Ink.PLAIN
        yield _choice(str(index + 1), choice.text, width, ink)


def _choice(key: str, text: str, width: int, ink: Ink) -> list[TextLine]:
    """One answer, to be clicked."""
    first, *others = wrap(text, width - 3, ink)
    key_ink = ink if ink is Ink.CHOSEN else Ink.KEY
    lines = [TextLine((Span(f"{key}  ", key_ink), *first.spans), key, ink)]
    return lines + [TextLine((Span("   ", ink), *each.spans), key, ink) for each in others]


def _answered(quizzing: Quizzing, rule: str, width: int) -> Iterator[list[TextLine]]:
    """The verdict, what is right, why, and where more is told."""
    question, chosen = quizzing.question, quizzing.chosen
    assert question
    assert chosen is not None
    yield wrap(question.text, width, Ink.DIM)
    right = question.choices[question.right]
    if quizzing.is_right:
        yield [line("Right.", Ink.ACCENT), *wrap(right.text, width, Ink.BRIGHT)]
        yield wrap(right.explanation, width)
    else:
        wrong = question.choices[chosen]
        yield [line("No.", Ink.ALERT), *wrap(wrong.text, width, Ink.DIM)]
        yield wrap(wrong.explanation, width)
        yield [line("Right is", Ink.ACCENT), *wrap(right.text, width, Ink.BRIGHT)]
        if right.explanation not in wrong.explanation:
            yield wrap(right.explanation, width)
    section = wrap(f"the rule: {rule}", width - 2, Ink.DIM)
    yield [
        TextLine((Span(f"{RULE if not index else ' '} ", Ink.KEY), *each.spans), RULE)
        for index, each in enumerate(section)
    ]
    yield [_enter(quizzing, "goes on")]


def _enter(quizzing: Quizzing, does: str) -> TextLine:
    """What Enter does, unless it has been done and there is no question yet."""
    if quizzing.wants_more:
        return line("Finding a question.", Ink.DIM)
    return TextLine((Span("enter", Ink.KEY), Span(f" {does}", Ink.DIM)), Key.ENTER)


def _round_over(quizzing: Quizzing, width: int) -> Iterator[TextLine]:
    score, total = quizzing.score, quizzing.known.score(quizzing.games)
    yield line("The round is over.", Ink.BRIGHT)
    yield BLANK
    yield from wrap(f"{_tell(score)} right.", width, Ink.ACCENT)
    if score.right < score.asked:
        yield BLANK
        yield from wrap("What was wrong comes first in the next round.", width)
    if quizzing.evening != score:
        yield BLANK
        yield from wrap(f"{_tell(quizzing.evening)} since you came.", width)
    if total != quizzing.evening:
        yield BLANK
        yield from wrap(f"{_tell(total)} in all.", width, Ink.DIM)
    yield BLANK
    yield _enter(quizzing, "another round")
    yield TextLine((Span("esc", Ink.KEY), Span(" leaves", Ink.DIM)), Key.ESCAPE)
