"""How a play is chosen in the panel: the entry line, the list, questions with their answers."""

from __future__ import annotations

import re

from backgammon_tui.tui.panel.glyphs import Glyphs
from backgammon_tui.tui.panel.text import (
    ChooseRow,
    Command,
    Ink,
    Span,
    TextLine,
    fit,
    line,
    spread,
    wrap,
)
from backgammon_tui.tui.sitting import Key, Notice, Question, Sitting
from backgammon_tui.tui.sitting.rows import Heading


def entry_line(sitting: Sitting, width: int, glyphs: Glyphs, typed: Ink = Ink.TYPED) -> TextLine:
    """The entry line: what is typed, or the row that is chosen, and how many plays are left."""
    if sitting.row is None:
        left = [Span(f"{glyphs.prompt} ", Ink.ACCENT), Span(sitting.text, typed)]
        left.append(Span(glyphs.caret, Ink.ACCENT))
    else:
        left = [Span(f"{glyphs.prompt} {sitting.rows[sitting.row].text}", Ink.ACCENT)]
    tally = f"{len(sitting.reading.shown)} of {len(sitting.rows)}"
    return TextLine(spread(left, (Span(tally, Ink.DIM),), width), Key.ENTER)


def scrolled(sitting: Sitting, top: int, room: int) -> int:
    """The first line of the list to show, so that the chosen row is seen."""
    lines = sitting.lines
    top = min(top, max(len(lines) - room, 0))
    if sitting.row is None:
        return top
    at = lines.index(sitting.row)
    above = at - 1 if at and isinstance(lines[at - 1], Heading) else at
    if above < top:
        return above
    return max(top, at - room + 1)


def list_line(sitting: Sitting, each: Heading | int, width: int, glyphs: Glyphs) -> TextLine:
    """A line of the list."""
    if isinstance(each, Heading):
        return line(fit(f"{each.text} {glyphs.dot} {each.count}", width), Ink.DIM)
    text = fit(f" {sitting.rows[each].label}", width)
    ink = Ink.CHOSEN if each == sitting.chosen_row else Ink.PLAIN
    return line(text, ink, ChooseRow(each))


def notice_lines(notice: Notice | None, width: int) -> list[TextLine]:
    """A sentence for the players, if there is one."""
    if notice is None:
        return []
    return wrap(notice.text, width, Ink.ALERT if notice.is_refusal else Ink.PLAIN)


def coach_lines(sitting: Sitting, width: int, most: int) -> list[TextLine]:
    """What the coach says that is owed, in as many whole sentences as fit into some lines."""
    if sitting.gate or sitting.asking or not sitting.owed:
        return []
    sentences = re.split(r"(?<=[.]) ", sitting.owed)
    for kept in range(len(sentences), 1, -1):
        lines = wrap(" ".join(sentences[:kept]), width, Ink.COACH)
        if len(lines) <= most:
            return lines
    return wrap(sentences[0], width, Ink.COACH)[:most]


def rule_lines(sitting: Sitting, width: int) -> list[TextLine]:
    """Which section of the rulebook what is told rests on, to be opened by a click."""
    if sitting.rule is None:
        return []
    _, title = sitting.rule
    first, *others = (one.spans for one in wrap(f"the rule: {title}", width - 2, Ink.DIM))
    lines = [(Span("w ", Ink.KEY), *first), *((Span("  "), *spans) for spans in others)]
    return [TextLine(spans, Command.WHY) for spans in lines]


def question_lines(question: Question, width: int, glyphs: Glyphs, asked: int) -> list[TextLine]:
    """A question with its answers.

    Args:
        question: What is asked.
        width: The panel's cells.
        glyphs: The characters to write with.
        asked: Which answer is previewed.
    """
    lines = wrap(question.text, width, Ink.BRIGHT)
    for index, answer in enumerate(question.answers):
        is_shown = index == asked and answer.moves
        ink = Ink.ACCENT if is_shown else Ink.PLAIN
        mark = glyphs.then if is_shown else " "
        spans = (
            Span(f"{mark}", ink),
            Span(answer.key, Ink.KEY),
            Span(f" {fit(answer.text, width - 3)}", ink),
        )
        lines.append(TextLine(spans, answer.key))
    if any(answer.moves for answer in question.answers):
        keys = " ".join(answer.key for answer in question.answers)
        lines += wrap(f"{keys} plays it, arrows show it, esc goes back", width, Ink.DIM)
    return lines
