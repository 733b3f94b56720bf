"""The parts of the panel that choose a play: the entry line, the list, questions with answers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from backgammon_tui.modes import play
from backgammon_tui.modes.glyphs import Glyphs
from backgammon_tui.modes.inputs import ChooseRow, Key
from backgammon_tui.modes.notice import Notice
from backgammon_tui.modes.play.entry import typed_on
from backgammon_tui.modes.play.questions import Question
from backgammon_tui.modes.play.rows import Heading, Line
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.modes.text import (
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
from backgammon_tui.words.columns import cells
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
    """Return the typed text with the count of plays left, or the chosen row where no list shows it.

    A long text is broken into lines; the last line is the one to show where there is room for one
    only. The caret marks the place of the next character; a text that Enter has refused has none,
    since the next character replaces it. A hint is shown until something is typed or chosen.
    """
    selection, text = state.selection, state.selection.text
    prompt = Span(f"{glyphs.prompt} ", TextStyle.ACCENT)
    caret = Span(glyphs.caret, TextStyle.ACCENT)
    style = TextStyle.ALERT if selection.is_illegal else TextStyle.TYPED
    written, ending = [Span(text, style)], [caret]
    if selection.row is not None:
        of_row = "" if has_list else selection.spelled(selection.row).text
        written, ending = [Span(of_row, TextStyle.ACCENT)], []
    elif state.refused:
        rest, cross = state.refused[len(text) :], Span(f" {glyphs.refused}", TextStyle.ALERT)
        if state.is_rejected:
            written, ending = [Span(rest, TextStyle.ALERT)], [cross]
        elif typed_on(text, state.refused) == text:
            ending += [Span(f" {rest}", TextStyle.ALERT), cross]
        else:
            written.append(Span(rest, TextStyle.ALERT))
            ending.append(cross)
    elif not text:
        ending.append(Span(hint, TextStyle.DIM))
    lines = _broken(prompt, written, ending, width)
    # Beside a refused text, a count would seem to belong to it.
    has_count = counts and not state.refused
    tallies = [Span(each, TextStyle.DIM) for each in _tallies(state)] if has_count else []
    tally = next((each for each in tallies if measure((*lines[-1], each)) < width), None)
    if tally:
        lines[-1] = spread(lines[-1], (tally,), width)
    found = [TextLine(spans, Key.ENTER) for spans in lines]
    if tallies and not tally and text:
        found.append(TextLine(spread((), tallies[:1], width)))
    return found


def _broken(
    prompt: Span, written: Sequence[Span], ending: Sequence[Span], width: int
) -> list[tuple[Span, ...]]:
    """Break an entry into lines; an entry without text is cut instead."""
    whole, text = (prompt, *written, *ending), "".join(each.text for each in written)
    if measure(whole) <= width:
        return [whole]
    if not text:
        return [spread(whole, (), width)]
    broken = wrap(text, width - measure((prompt, *ending)), written[-1].style)
    indent = Span(" " * measure((prompt,)))
    lines = [(indent if index else prompt, *each.spans) for index, each in enumerate(broken)]
    return [*lines[:-1], (*lines[-1], *ending)]


def _tallies(state: PlayState) -> tuple[str, ...]:
    """Return the count of plays or of those left, or the chosen one's number; the shortest last."""
    selection = state.selection
    shown, every = len(selection.reading.shown), len(selection.rows)
    if selection.row is not None and selection.row in selection.reading.shown:
        walked = [each for each in state.lines if not isinstance(each, Heading)]
        return (f"{walked.index(selection.row) + 1}/{shown}",)
    if shown == every:
        return (plural(every, "play"),)
    return f"{shown} of {plural(every, 'play')}", plural(shown, "play")


def scrolled(state: PlayState, top: int, room: int, width: int) -> int:
    """Return the first line of the list to show, so that the chosen row is visible."""
    selection = state.selection
    lines = state.lines

    def first_with(end: int) -> int:
        """Return the first of the lines that fit together with the last one before `end`."""
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
    """Return the visible lines of the list, with one that counts the rest.

    The second item is the index of the first visible line.
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
    while len(found) > 1 and isinstance(state.lines[end - 1], Heading):
        found, end = found[:-1], end - 1
    if is_long:
        ways = (
            (_count_rows(state.lines[:top]), glyphs.above, Key.PAGE_UP),
            (_count_rows(state.lines[end:]), glyphs.below, Key.PAGE_DOWN),
        )
        more = [Span(f"{sign} {n} ", TextStyle.DIM, key) for n, sign, key in ways if n]
        found.append(TextLine((*more, Span("more", TextStyle.DIM)), more[-1].click))
    return found, top


def _count_rows(lines: Sequence[Line]) -> int:
    return sum(not isinstance(each, Heading) for each in lines)


def list_height(state: PlayState, width: int, most: int) -> int:
    """Return the number of lines of the list, counted up to `most`."""
    lines = state.lines[:most]  # Each takes one or more; a row is not written before it is seen.
    return most if len(lines) == most else sum(_height(state, each, width) for each in lines)


def _height(state: PlayState, each: Line, width: int) -> int:
    return 1 if isinstance(each, Heading) else len(_row_texts(state, each, width))


def _block(state: PlayState, each: Line, width: int, glyphs: Glyphs) -> list[TextLine]:
    """Return a heading or a play of the list; a long play is broken into lines."""
    if isinstance(each, Heading):
        # The rule tells a heading from a play and from the highlighted row without colour, too.
        mark = _mark(state, each.rows, width, glyphs)
        room = width - (cells(mark) + 1 if mark else 0)
        ruled = f"{each.text} {glyphs.rule * width}"[:room]
        return [line(f"{ruled} {mark}" if mark else ruled, TextStyle.DIM)]
    style = TextStyle.CHOSEN if each == state.chosen_row else TextStyle.PLAIN
    *texts, last = _row_texts(state, each, width)
    aside = _aside(state, each, width, glyphs)
    ending = spread((Span(last, style),), (Span(aside, style),), width)
    written = [*((Span(text, style),) for text in texts), ending if aside else (Span(last, style),)]
    return [TextLine(spans, ChooseRow(each), style) for spans in written]


_INDENT: Final = "  "
"""The blanks before the further lines of a play."""


def _row_texts(state: PlayState, row: int, width: int) -> list[str]:
    """Return the lines of a play, with room in the last one for the text beside it."""
    # Every sign is one cell wide.
    label, aside = state.selection.spelled(row).label, _aside(state, row, width, Glyphs())
    needed = cells(aside) + bool(aside)
    if cells(label) + needed <= width:
        return [label]
    for room in (width - len(_INDENT), width - len(_INDENT) - needed):
        first, *others = (each.spans[0].text for each in wrap(label, room))
        texts = [first, *(_INDENT + each for each in others)]
        if cells(texts[-1]) + needed <= width:
            break
    return texts


def _aside(state: PlayState, row: int, width: int, glyphs: Glyphs) -> str:
    """Return the text beside a play: its cost, the throws that hit after it, or what it keeps."""
    cost = state.advice.cost(row) if state.advice else ""
    return cost or _describe_hits(state, row) or _mark(state, [row], width, glyphs)


def _mark(state: PlayState, rows: Iterable[int], width: int, glyphs: Glyphs) -> str:
    """Return how much of the next stage the best of some plays keeps: `↻ 4/4`, `2/4`."""
    plays = state.selection.plays
    outlook = plays.keeping(rows) if plays and not state.game.moment.is_short else None
    if outlook is None or not outlook.playable:
        return ""
    share = f"{outlook.playable}/{len(outlook.numbers)}"
    is_whole = outlook.playable == len(outlook.numbers) and outlook.earns
    if not is_whole:
        return share
    # In a narrow list the share would cost many plays a second line.
    return glyphs.again if width < _ROOMY else f"{glyphs.again} {share}"


_ROOMY: Final = 26
"""The smallest width in columns at which a list has room for a whole mark."""


def fact_lines(state: PlayState, width: int) -> list[TextLine]:
    """Return the facts of the chosen play, if they have been counted."""
    return wrap(play.verdicts.describe_counted(state), width, TextStyle.DIM) if state.facts else []


def notice_lines(notice: Notice | None, width: int) -> list[TextLine]:
    """Return the lines of a notice, if there is one."""
    if notice is None:
        return []
    return wrap(notice.text, width, TextStyle.ALERT if notice.is_refusal else TextStyle.PLAIN)


def coach_lines(state: PlayState, width: int, most: int) -> list[TextLine]:
    """Return the coach's advice on the numbers to play, in as many whole sentences as fit."""
    if state.acknowledgement or state.asking or not state.coaching:
        return []
    sentences = re.split(r"(?<=[.]) ", state.coaching)
    for kept in range(len(sentences), 1, -1):
        lines = wrap(" ".join(sentences[:kept]), width, TextStyle.COACH)
        if len(lines) <= most:
            return lines
    return wrap(sentences[0], width, TextStyle.COACH)[:most]


def rule_lines(rule: tuple[str, str] | None, width: int) -> list[TextLine]:
    """Return a link to the section of the rulebook behind the notice."""
    if rule is None:
        return []
    head = Span("w ", TextStyle.KEY)
    return hanging(head, f"the rule: {rule[1][0].lower()}{rule[1][1:]}", width, TextStyle.DIM, "w")


def question_lines(state: PlayState, question: Question, width: int) -> list[TextLine]:
    """Return a question with its answers; the one that the board previews is highlighted."""
    lines = wrap(question.text, width, TextStyle.BRIGHT)
    for index, answer in enumerate(question.answers):
        lines += answer_lines(
            answer.key, answer.text, width, is_highlighted=index == state.highlighted_answer
        )
    return [*lines, *wrap("arrows choose, space takes it", width, TextStyle.DIM)]


# ---- what was counted


def _describe_hits(state: PlayState, row: int) -> str:
    """Return how many throws hit after a play, where that has been counted."""
    if not state.facts:
        return ""
    facts = state.facts[row]
    return str(facts.hits) if facts.thrower and not facts.outlook else ""
