"""The panel of a replay: the turns, the notes on them, the chart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from backgammon_tui.game_review import Review
from backgammon_tui.modes.inputs import ChooseRow, Key
from backgammon_tui.modes.mode import Frame
from backgammon_tui.modes.replay.state import ReplayState
from backgammon_tui.modes.text import (
    BLANK,
    ON_SCREEN,
    Glyphs,
    Panel,
    Span,
    TextLine,
    TextStyle,
    key_line,
    line,
    turn_lines,
    wrap,
)
from backgammon_tui.teach.rulebook.pages import pages
from backgammon_tui.words.advice import column_of, describe_finding, describe_marks, win_chart
from backgammon_tui.words.columns import TIED, fit
from backgammon_tui.words.naming import Naming, sentence
from backgammon_tui.words.turns import describe_result, describe_rolls, describe_standing

_MIN_LIST: Final = 5
"""A list of fewer lines is not worth its place beside a note."""

_KEPT_LIST: Final = 4
"""The lines of the list that stay below the words of a review."""

_CHART: Final = 3
"""The rows of the chart of win chances."""

_ROOM_FOR_CHART: Final = 18
"""Minimum height in rows at which a panel has room for it."""


def replay_panel(state: ReplayState, said: str, naming: Naming, frame: Frame) -> Panel:
    """Build the panel: the note, the list of turns with the present one highlighted, the end."""
    width, height = frame.room
    turns = len(state.turns)
    above = [line(fit(f"turn {min(state.at, turns)} of {turns}", width), TextStyle.BRIGHT)]
    if state.review and not state.review.is_done:
        above += wrap(f"Reviewing: {state.review.per_cent} % done.", width, TextStyle.DIM)
    below: list[TextLine] = []
    if state.at == state.end:
        told = _describe_end(state, naming)
        below = [BLANK, *wrap(told, width, TextStyle.ACCENT)]
    room = height - len(above) - len(below)
    note = note_lines(state, said, naming, width)
    least, marks = _MIN_LIST, list[TextLine]()
    if state.review:
        least = max(_KEPT_LIST, len(_stop_lines(state, state.at, naming, width, frame.glyphs)))
        if not state.mistakes:
            marks = wrap(describe_marks(TIED), width, TextStyle.DIM)
            least += len(marks)
    has_list = not note or len(note) + least < room - 1
    if not has_list or state.note:
        note = [*_log_lines(state, naming, width, frame.glyphs), *note]
        has_list = len(note) + least < room - 1
    chart = chart_lines(state.review, state.at, naming, frame) if state.review else [BLANK]
    if len(chart) + len(note) + has_list * (least + bool(note)) > room:
        chart = [BLANK]
    above += chart
    room -= len(chart)
    page, top, last = room - 1, frame.top or 0, 0
    if len(note) > room:
        last = len(note) - page
        top = min(top, last)
        note = [*note[top : top + page], _read_on(state, is_last=top == last)]
    else:
        page, top = 0, 0
    room -= len(note) + bool(note)
    lines = [*above, *note]
    if has_list:
        lines += [BLANK] * bool(note)
        lines += _turn_lines(state, room - len(marks), naming, width, frame.glyphs)
        lines += marks
    return Panel((*lines, *below), top, last, page=page)


def _describe_end(state: ReplayState, naming: Naming) -> str:
    game = state.table.game
    if game.result:
        return describe_result(game.result, naming)
    return sentence(describe_standing(game, naming))


def _read_on(state: ReplayState, *, is_last: bool) -> TextLine:
    """Return the line with the label of Space, for a note that is read page by page."""
    if is_last and state.at == state.end:
        return BLANK
    return key_line(Key.SPACE, "next turn" if is_last else "reads on")


def _log_lines(state: ReplayState, naming: Naming, width: int, glyphs: Glyphs) -> list[TextLine]:
    if not (turn := state.turn):
        return []
    head = Span(f"{glyphs.of(turn.side)} ", TextStyle.ACCENT)
    rolls = describe_rolls(turn, naming, ON_SCREEN)
    return [*turn_lines(head, rolls, width, TextStyle.ACCENT), BLANK]


def note_lines(state: ReplayState, said: str, naming: Naming, width: int) -> list[TextLine]:
    """Return the comments on the turn and the rules that they are about."""
    note = state.note
    paragraphs: Sequence[str] = note.paragraphs if note else ()
    lines = [*wrap(said, width, TextStyle.ALERT), BLANK] if state.review and said else []
    if state.choice:
        which = f" (mistake {state.shows_choice} of {len(state.mistakes)})"
        shown = f"On the board: the computer's choice{which if len(state.mistakes) > 1 else ''}"
        lines += [*wrap(shown, width, TextStyle.BRIGHT), BLANK]
        paragraphs = (describe_finding(state.choice),)
    elif state.review:
        paragraphs = (*paragraphs, *state.review.paragraphs(state.at, naming))
    for paragraph in paragraphs:
        lines += [*wrap(paragraph, width), BLANK]
    titles = {section.id: section.title for section in pages(state.table.record.rules)}
    for key, section in zip(("w", *" " * 9), note.sections if note else (), strict=False):
        title = Span(fit(titles[section], width - 2), TextStyle.DIM)
        lines.append(TextLine((Span(f"{key} ", TextStyle.KEY), title), section))
    return lines if note and note.sections else lines[:-1]


def _turn_lines(
    state: ReplayState, room: int, naming: Naming, width: int, glyphs: Glyphs
) -> list[TextLine]:
    at, end = state.at, state.end
    blocks = {
        number: _stop_lines(state, number, naming, width, glyphs)
        for number in range(max(at - room, 0), min(at + room, end) + 1)
    }
    lines = [each for block in blocks.values() for each in block]
    before = sum(len(block) for number, block in blocks.items() if number < at)
    top = min(max(before - room // 2, before + len(blocks[at]) - room, 0), before)
    top = min(top, max(len(lines) - room, 0))
    return lines[top : top + room]


def _stop_lines(
    state: ReplayState, number: int, naming: Naming, width: int, glyphs: Glyphs
) -> list[TextLine]:
    style = TextStyle.CHOSEN if number == state.at else TextStyle.PLAIN
    lead, rolls = stop_words(state, number, naming, glyphs)
    return turn_lines(Span(lead, style), rolls, width, style, ChooseRow(number))


def stop_words(
    state: ReplayState, number: int, naming: Naming, glyphs: Glyphs
) -> tuple[str, list[str]]:
    """Return the number and side of a stop, and its texts for the list, roll by roll."""
    if number == 0:
        return " ", ["the start"]
    if number > len(state.turns):
        return " ", ["the end" if state.table.game.is_over else "now"]
    turn = state.turns[number - 1]
    sign = f"{state.review.sign(number):<2}" if state.review else ""
    return f"{number:>2}{sign} {glyphs.of(turn.side)} ", describe_rolls(turn, naming, ON_SCREEN)


def chart_lines(review: Review, stop: int, naming: Naming, frame: Frame) -> list[TextLine]:
    """Draw White's win chances turn by turn, with a mark at the present stop."""
    (width, height), chances = frame.room, review.chances
    if not chances or height < _ROOM_FOR_CHART:
        return [BLANK]
    title = wrap(f"{naming.white}'s win chance, turn by turn", width, TextStyle.DIM)
    scale = ("100 % ", *["      "] * (_CHART - 2), "  0 % ")
    across = width - len(scale[0])
    chart = win_chart(chances, across, _CHART, frame.glyphs.bars)
    rows = [
        TextLine((Span(label, TextStyle.DIM), Span(row)))
        for label, row in zip(scale, chart, strict=True)
    ]
    at = min(review.rolls_before(stop), len(chances) - 1)
    column = len(scale[0]) + column_of(at, len(chances), across)
    told = f"about {chances[at]:.0%}".replace("%", " %")
    here = f"{frame.glyphs.here} {told}"
    if column + len(here) > width:
        here, column = f"{told} {frame.glyphs.here}", column - len(told) - 1
    return [*title, *rows, line(f"{' ' * column}{here}", TextStyle.ACCENT), BLANK]
