"""How a play is chosen in the panel: the entry line, the list, questions with their answers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from backgammon_tui.tui.inputs import ChooseRow, Key
from backgammon_tui.tui.modes import play
from backgammon_tui.tui.modes.play.questions import Question
from backgammon_tui.tui.modes.play.rows import Heading, Line
from backgammon_tui.tui.modes.play.state import PlayState
from backgammon_tui.tui.notice import Notice
from backgammon_tui.tui.panel.glyphs import Glyphs
from backgammon_tui.tui.panel.text import (
    Span,
    TextLine,
    TextStyle,
    answer_lines,
    hanging,
    line,
    measure,
    spread,
    wrap,
)
from backgammon_tui.words.naming import plural


def entry_lines(
    state: PlayState,
    width: int,
    glyphs: Glyphs,
    *,
    has_list: bool = True,
    counts: bool = True,
    hint: str = "",
) -> list[TextLine]:
    """What is typed, and how many plays are left; the chosen row where no list shows it.

    A long text goes on in more lines; where there is but one for it, that is the last one.

    Args:
        state: The state.
        width: The cells of the line.
        glyphs: The characters to write with.
        has_list: Whether a list shows the chosen row.
        counts: Whether it says how many plays there are, if there is room.
        hint: What is said as long as nothing is typed or chosen.
    """
    selection, refused = state.selection, state.refused[len(state.selection.text) :]
    prompt = Span(f"{glyphs.prompt} ", TextStyle.ACCENT)
    caret = Span(glyphs.caret, TextStyle.ACCENT)
    style = TextStyle.ALERT if selection.is_illegal else TextStyle.TYPED
    written = [Span(selection.text, style), caret]
    if selection.row is not None:
        written = []
        if not has_list:
            written = [Span(selection.spelled(selection.row).text, TextStyle.ACCENT)]
    elif refused:
        written.append(Span(f" {refused} {glyphs.refused}", TextStyle.ALERT))
    elif not selection.text:
        written.append(Span(hint, TextStyle.DIM))
    tally = Span(_tally(state) if counts else "", TextStyle.DIM)
    if measure((prompt, *written, tally)) < width:
        return [TextLine(spread((prompt, *written), (tally,), width), Key.ENTER)]
    if measure((prompt, *written)) <= width or not written:
        return [TextLine((prompt, *written), Key.ENTER)]
    text, style, *_ = written[0]
    room = width - measure((prompt, caret))
    broken = wrap(text, room, style) if text else [TextLine(spread(written, (), room))]
    indents = (prompt, *[Span(" " * measure((prompt,)))] * (len(broken) - 1))
    lines = [
        TextLine((indent, *each.spans), Key.ENTER)
        for indent, each in zip(indents, broken, strict=True)
    ]
    ending = written[1:2] if text else ()
    return [*lines[:-1], lines[-1]._replace(spans=(*lines[-1].spans, *ending))]


def _tally(state: PlayState) -> str:
    """How many plays there are, how many of them are left, or which of them is chosen."""
    selection = state.selection
    shown, every = len(selection.reading.shown), len(selection.rows)
    if selection.row is not None and selection.row in selection.reading.shown:
        walked = [each for each in state.lines if not isinstance(each, Heading)]
        return f"{walked.index(selection.row) + 1}/{shown}"
    return plural(every, "play") if shown == every else f"{shown} of {plural(every, 'play')}"


def scrolled(state: PlayState, top: int, room: int, width: int) -> int:
    """The first line of the list to show, so that the chosen row is seen."""
    selection = state.selection
    lines = state.lines

    def first_with(end: int) -> int:
        """The first of the lines that have room together with the last one before `end`."""
        first, left = end, room
        while first and (left := left - _height(state, lines[first - 1], width)) >= 0:
            first -= 1
        return first

    top = min(top, first_with(len(lines)))
    if selection.row is None:
        return top
    at = lines.index(selection.row)
    above = at - 1 if at and isinstance(lines[at - 1], Heading) else at
    return above if above < top else max(top, min(first_with(at + 1), at))


def list_lines(
    state: PlayState, top: int, room: int, width: int, glyphs: Glyphs
) -> tuple[list[TextLine], int]:
    """What there is room for of the list, with a line that says how much more there is.

    Also gives the line of the list that stands first.
    """
    is_long = list_height(state, width, room + 1) > room > 1
    room -= is_long
    top = scrolled(state, top, room, width)
    found, end = list[TextLine](), top
    for each in state.lines[top:]:
        block = _block(state, each, width, glyphs)
        if found and len(found) + len(block) > room:
            break
        found, end = found + block, end + 1
    found = found[:room]
    if is_long:
        below, above = _count_rows(state.lines[end:]), _count_rows(state.lines[:top])
        more = f"{glyphs.below} {below} more" if below else f"{glyphs.above} {above} more"
        found.append(line(more, TextStyle.DIM, Key.PAGE_DOWN if below else Key.PAGE_UP))
    return found, top


def _count_rows(lines: Sequence[Line]) -> int:
    return sum(not isinstance(each, Heading) for each in lines)


def list_height(state: PlayState, width: int, most: int) -> int:
    """How many lines the list takes, counted as far as so many."""
    lines = state.lines[:most]  # Each takes one or more; a row is not written before it is seen.
    return most if len(lines) == most else sum(_height(state, each, width) for each in lines)


def _height(state: PlayState, each: Line, width: int) -> int:
    return 1 if isinstance(each, Heading) else len(_row_texts(state, each, width))


def _block(state: PlayState, each: Line, width: int, glyphs: Glyphs) -> list[TextLine]:
    """A heading or a play of the list; a long play goes on in more lines."""
    if isinstance(each, Heading):
        return [line(f"{glyphs.heading} {each.text}", TextStyle.DIM)]
    style = TextStyle.CHOSEN if each == state.chosen_row else TextStyle.PLAIN
    *texts, last = _row_texts(state, each, width)
    aside = _aside(state, each)
    ending = spread((Span(last, style),), (Span(aside, style),), width)
    written = [*((Span(text, style),) for text in texts), ending if aside else (Span(last, style),)]
    return [TextLine(spans, ChooseRow(each), style) for spans in written]


_INDENT: Final = "  "
"""Before what goes on of a play."""


def _row_texts(state: PlayState, row: int, width: int) -> list[str]:
    """A play of the list as written, with room for what stands beside it in the last line."""
    label, aside = state.selection.spelled(row).label, _aside(state, row)
    needed = cell_len(aside) + bool(aside)
    if cell_len(label) + needed <= width:
        return [label]
    for room in (width - len(_INDENT), width - len(_INDENT) - needed):
        first, *others = (each.spans[0].text for each in wrap(label, room))
        texts = [first, *(_INDENT + each for each in others)]
        if cell_len(texts[-1]) + needed <= width:
            break
    return texts


def _aside(state: PlayState, row: int) -> str:
    """What stands beside a play of the list: what it costs, or what can follow."""
    cost = state.advice.cost(row) if state.advice else ""
    return cost or _describe_aside(state, row)


def fact_lines(state: PlayState, width: int) -> list[TextLine]:
    """What follows the chosen play, where it has been counted."""
    return (
        wrap(play.verdicts.describe_counted(state), width, TextStyle.DIM)
        if state.selection.facts
        else []
    )


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


def rule_lines(rule: tuple[str, str] | None, width: int) -> list[TextLine]:
    """Which section of the rulebook what is told rests on, to be opened by a click."""
    if rule is None:
        return []
    head = Span("w ", TextStyle.KEY)
    return hanging(head, f"the rule: {rule[1][0].lower()}{rule[1][1:]}", width, TextStyle.DIM, "w")


def question_lines(state: PlayState, question: Question, width: int) -> list[TextLine]:
    """A question with its answers, of which the one is marked that the board previews."""
    lines = wrap(question.text, width, TextStyle.BRIGHT)
    for index, answer in enumerate(question.answers):
        lines += answer_lines(answer.key, answer.text, width, is_lit=index == state.lit_answer)
    return [*lines, *wrap("arrows choose, space takes it", width, TextStyle.DIM)]


# ---- what was counted


def _describe_aside(state: PlayState, row: int) -> str:
    """What stands beside a play of the list: how many throws hit, or what can follow."""
    if not state.selection.facts:
        return ""
    facts = state.selection.facts[row]
    if facts.outlook:
        return f"{facts.outlook.playable} of {len(facts.outlook.numbers)}"
    return str(facts.hits) if facts.thrower else ""
