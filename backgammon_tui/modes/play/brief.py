"""The panel in one line or two, for screens that have room for the board alone."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.play.aids import Advice
from backgammon_tui.modes.play.front import Question
from backgammon_tui.modes.play.panel import describe_bearing_off
from backgammon_tui.modes.play.parts import entry_lines
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.modes.text import (
    BAR,
    Glyphs,
    Span,
    TextLine,
    TextStyle,
    line,
    measure,
    spread,
    wrap,
)
from backgammon_tui.words.columns import cells, fit
from backgammon_tui.words.event_sentences import describe_result
from backgammon_tui.words.moments import describe_doing

_LINES = 2
_NAME = 16
"""The cells of a name, short enough to leave room for the task after it."""


def brief_lines(
    state: PlayState, width: int, glyphs: Glyphs, *, lists_plays: bool = True
) -> tuple[TextLine, ...]:
    """Return the question, the acknowledgement, the notice or the entry; the foot goes last."""
    question = state.question
    if question:
        return _asked(question.text, _answers(state, question, width), width)
    said = state.acknowledgement or state.notice
    if said and said.tells_due and state.game.moment.wins:
        said = None  # Where a play wins, nothing is lost with it.
    is_play = state.game.stage and not (state.is_programs or state.acknowledgement)
    entry = None
    if is_play:
        entries = entry_lines(state, width, glyphs, has_list=False, hint=_hint(state, lists_plays))
        *_, entry = (each for each in entries if each.click)
    if entry and state.advice and state.advice.hints:
        return *_lines(_advised(state, state.advice), width, TextStyle.PLAIN)[:1], entry
    if said and said.text:
        style = TextStyle.ALERT if state.acknowledgement or said.is_refusal else TextStyle.PLAIN
        lines = _lines(said.text, width, style)
        if entry and len(lines) < _LINES:
            return *lines, entry
        return _with_refused(lines, state, width, glyphs) if state.refused else lines
    if state.game.result:
        return _lines(describe_result(state.game.result, state.naming), width, TextStyle.ACCENT)
    if entry:
        return *_lines(describe_bearing_off(state), width, TextStyle.PLAIN)[:1], entry
    actor = state.game.actor
    name = f"{glyphs.of(actor)} {fit(state.naming.name(actor), _NAME)} " if actor else ""
    doing = describe_doing(state.game.moment) if actor else "Opening throw"
    text = f" {glyphs.prompt} {state.selection.text}{glyphs.caret}"
    typed = text if state.table.dice is None else ""
    key = "" if typed else f" {glyphs.dot} space {'skips' if state.is_programs else 'throws'}"
    return (
        TextLine((Span(fit(f" {name}{doing}{typed}{key}", width), TextStyle.BRIGHT, Key.SPACE),)),
    )


def _with_refused(
    lines: tuple[TextLine, ...], state: PlayState, width: int, glyphs: Glyphs
) -> tuple[TextLine, ...]:
    """Put the refused text beside a reason of two lines, if there is room."""
    *above, last = lines
    *_, typed = entry_lines(state, width, glyphs, has_list=False, counts=False)
    if measure((*last.spans, *typed.spans)) >= width:
        return lines
    return *above, last._replace(spans=spread(last.spans, typed.spans, width))


def _hint(state: PlayState, lists_plays: bool) -> str:
    """Name the side to play and the keys, where nothing else does."""
    name = fit(state.naming.name(state.game.actor), _NAME) if state.game.actor else ""
    if not lists_plays:
        return f"{name}: type a play"
    if state.selection.is_forced:
        return f"{name}: space plays {state.selection.rows[0].text}"
    return f"{name}: up down choose, enter plays"


def _advised(state: PlayState, advice: Advice) -> str:
    selection = state.selection
    plays = (f"{selection.rows[each.row].text} {advice.cost(each.row)}" for each in advice.hints)
    return advice.reason(selection.row) or f"Program's choice: {', '.join(plays)}"


def _asked(text: str, answers: TextLine, width: int) -> tuple[TextLine, TextLine]:
    """Put the last sentence of a long question beside its answers; the first line may be long."""
    said, stop, asked = text.rpartition(". ")
    if said and cells(text) >= width:
        end = Span(f" … {asked}", TextStyle.BRIGHT)
        text, answers = f"{said}{stop}…", TextLine(spread([end], answers.spans, width))
    return line(f" {text}", TextStyle.BRIGHT), answers


def _answers(state: PlayState, question: Question, width: int) -> TextLine:
    """Return the answers side by side, shortened to their heads where there is no room for more."""
    whole = [answer.text for answer in question.answers]
    heads = [re.split("[,:]", text)[0] for text in whole]
    # An answer also has its mark, its key and two blanks.
    room = width // len(whole) - 4
    attempts = (whole, heads, [fit(text, room) for text in heads])
    lines = [_side_by_side(state, question, texts) for texts in attempts]
    return next((each for each in lines if measure(each.spans) <= width), lines[-1])


def _side_by_side(state: PlayState, question: Question, texts: Sequence[str]) -> TextLine:
    spans: list[Span] = []
    for index, (answer, text) in enumerate(zip(question.answers, texts, strict=True)):
        is_highlighted = index == state.highlighted_answer
        style = TextStyle.ACCENT if is_highlighted else TextStyle.PLAIN
        mark = BAR if is_highlighted else " "
        spans += [Span(mark, style, answer.key), Span(answer.key, TextStyle.KEY, answer.key)]
        spans.append(Span(f" {text} ", style, answer.key))
    return TextLine(tuple(spans))


def _lines(text: str, width: int, style: TextStyle) -> tuple[TextLine, ...]:
    """Break a text into two lines at most; the second may be too long."""
    found = [each.text for each in wrap(text, width - 1)]
    if len(found) > 1:
        # The board stands between the two lines.
        first, *others = (each.text for each in wrap(text, width - 3))
        found = [f"{first} …", f"… {' '.join(others)}"]
    return tuple(TextLine((Span(f" {each}", style),), Key.SPACE) for each in found)
