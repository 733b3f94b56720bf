"""The parts of the panel that choose a play: the entry line, the list, questions with answers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backgammon_tui.modes import play
from backgammon_tui.modes.glyphs import Glyphs
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.notice import Notice
from backgammon_tui.modes.play.partial_notation import typed_on
from backgammon_tui.modes.play.questions import Question
from backgammon_tui.modes.play.rows import Heading
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.modes.text import (
    Span,
    TextLine,
    TextStyle,
    answer_lines,
    hanging,
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
