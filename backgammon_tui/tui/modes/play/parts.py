"""How a play is chosen in the panel: the entry line, the list, questions with their answers."""

from __future__ import annotations

import re

from backgammon_tui.tui.inputs import ChooseRow
from backgammon_tui.tui.keys import Key
from backgammon_tui.tui.modes.play.counted import describe_aside, describe_counted
from backgammon_tui.tui.modes.play.questions import Question
from backgammon_tui.tui.modes.play.rows import Heading
from backgammon_tui.tui.modes.play.state import PlayState
from backgammon_tui.tui.notice import Notice
from backgammon_tui.tui.panel.glyphs import Glyphs
from backgammon_tui.tui.panel.text import (
    Span,
    TextLine,
    TextStyle,
    fit,
    spread,
    wrap,
)
from backgammon_tui.words.naming import plural


def entry_line(
    state: PlayState,
    width: int,
    glyphs: Glyphs,
    typed: TextStyle = TextStyle.TYPED,
    *,
    has_list: bool = True,
    counts: bool = True,
) -> TextLine:
    """What is typed, and how many plays are left; the chosen row where no list shows it.

    Args:
        state: The state.
        width: The cells of the line.
        glyphs: The characters to write with.
        typed: How what is typed is written.
        has_list: Whether a list shows the chosen row.
        counts: Whether it says how many plays there are.
    """
    left = [Span(f"{glyphs.prompt} ", TextStyle.ACCENT)]
    if state.row is None:
        left += [Span(state.text, typed), Span(glyphs.caret, TextStyle.ACCENT)]
    elif not has_list:
        left.append(Span(state.rows[state.row].text, TextStyle.ACCENT))
    tally = _tally(state) if counts else ""
    return TextLine(spread(left, (Span(tally, TextStyle.DIM),), width), Key.ENTER)


def _tally(state: PlayState) -> str:
    """How many plays there are, how many of them are left, or which of them is chosen."""
    shown, every = len(state.reading.shown), len(state.rows)
    if state.row is not None and state.row in state.reading.shown:
        return f"{state.reading.shown.index(state.row) + 1}/{shown}"
    return plural(every, "play") if shown == every else f"{shown} of {plural(every, 'play')}"


def scrolled(state: PlayState, top: int, room: int) -> int:
    """The first line of the list to show, so that the chosen row is seen."""
    lines = state.lines
    top = min(top, max(len(lines) - room, 0))
    if state.row is None:
        return top
    at = lines.index(state.row)
    above = at - 1 if at and isinstance(lines[at - 1], Heading) else at
    if above < top:
        return above
    return max(top, at - room + 1)


def list_line(state: PlayState, each: Heading | int, width: int, glyphs: Glyphs) -> TextLine:
    """A line of the list."""
    if isinstance(each, Heading):
        count = (Span(str(each.count), TextStyle.DIM),)
        return TextLine(spread((Span(each.text, TextStyle.DIM),), count, width))
    style = TextStyle.CHOSEN if each == state.chosen_row else TextStyle.PLAIN
    cost = state.advice.cost(each) if state.advice else ""
    aside = cost or describe_aside(state, each)
    label = fit(state.rows[each].label, width - len(aside) - bool(aside))
    spans = spread((Span(label, style),), (Span(aside, style),), width)
    return TextLine(spans if aside else (Span(label, style),), ChooseRow(each), style)


def fact_lines(state: PlayState, width: int) -> list[TextLine]:
    """What follows the chosen play, where it has been counted."""
    return wrap(describe_counted(state), width, TextStyle.DIM) if state.facts else []


def notice_lines(notice: Notice | None, width: int) -> list[TextLine]:
    """A sentence for the players, if there is one."""
    if notice is None:
        return []
    return wrap(notice.text, width, TextStyle.ALERT if notice.is_refusal else TextStyle.PLAIN)


def coach_lines(state: PlayState, width: int, most: int) -> list[TextLine]:
    """What the coach says that is owed, in as many whole sentences as fit into some lines."""
    if state.acknowledgement or state.asking or not state.owed:
        return []
    sentences = re.split(r"(?<=[.]) ", state.owed)
    for kept in range(len(sentences), 1, -1):
        lines = wrap(" ".join(sentences[:kept]), width, TextStyle.COACH)
        if len(lines) <= most:
            return lines
    return wrap(sentences[0], width, TextStyle.COACH)[:most]


def rule_lines(state: PlayState, width: int) -> list[TextLine]:
    """Which section of the rulebook what is told rests on, to be opened by a click."""
    if state.rule is None:
        return []
    _, title = state.rule
    first, *others = (one.spans for one in wrap(f"the rule: {title}", width - 2, TextStyle.DIM))
    lines = [(Span("w ", TextStyle.KEY), *first), *((Span("  "), *spans) for spans in others)]
    return [TextLine(spans, "w") for spans in lines]


def question_lines(state: PlayState, question: Question, width: int) -> list[TextLine]:
    """A question with its answers, of which the one is marked that the board previews."""
    lines = wrap(question.text, width, TextStyle.BRIGHT)
    for index, answer in enumerate(question.answers):
        style = TextStyle.CHOSEN if index == state.lit_answer else TextStyle.PLAIN
        first, *more = (each.spans for each in wrap(answer.text, width - 2, style))
        head = Span(f"{answer.key} ", TextStyle.KEY)
        lines += [TextLine((head, *first), answer.key, style)]
        lines += [TextLine((Span("  "), *spans), answer.key, style) for spans in more]
    return [*lines, *wrap("space takes the lit one, arrows move it", width, TextStyle.DIM)]
