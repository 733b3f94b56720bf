"""The parts of the panel: the entry line, the list, questions with answers, the log."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from backgammon_tui.engine import Side, ThrowOpeningAgain, Turn, Withheld
from backgammon_tui.engine.events import StageLost
from backgammon_tui.engine.turn import Outlook
from backgammon_tui.modes.inputs import ChooseRow, Key
from backgammon_tui.modes.notice import Notice
from backgammon_tui.modes.play.entry import typed_on
from backgammon_tui.modes.play.front import Question
from backgammon_tui.modes.play.play_list import Heading, Line
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.modes.text import (
    ON_SCREEN,
    Glyphs,
    Span,
    TextLine,
    TextStyle,
    answer_lines,
    hanging,
    line,
    measure,
    spread,
    turn_lines,
    wrap,
)
from backgammon_tui.words.columns import TIED, cells
from backgammon_tui.words.moments import describe_finished, describe_throws
from backgammon_tui.words.naming import (
    list_points,
    plural,
)
from backgammon_tui.words.rule_settings import describe_changes


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
        above = state.lines[: state.lines.index(selection.row)]
        return (f"{_count_rows(above) + 1}/{shown}",)
    if shown == every:
        return (plural(every, "play"),)
    return f"{shown} of {plural(every, 'play')}", plural(shown, "play")


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


# ---- the list of plays


_INDENT: Final = "  "
"""The blanks before the further lines of a play."""

_ROOMY: Final = 26
"""The smallest width in columns at which a list has room for a whole mark."""


class ListOfPlays:
    """The list of plays in columns of a width; a row is written when it is first looked at."""

    def __init__(self, state: PlayState, width: int, glyphs: Glyphs) -> None:
        """Take a state whose plays are listed."""
        self._state: Final = state
        self._width: Final = width
        self._glyphs: Final = glyphs
        self._lines: Final = state.lines
        self._written: Final[dict[int, list[TextLine]]] = {}

    def height(self, most: int) -> int:
        """Return the number of lines of the list, counted up to `most`."""
        # Each row or heading takes one or more.
        if len(self._lines) >= most:
            return most
        return min(sum([len(self._block(at)) for at in range(len(self._lines))]), most)

    def visible(self, top: int, room: int) -> tuple[list[TextLine], int]:
        """Return the visible lines of the list, with one that counts the rest.

        The second item is the index of the first visible row or heading.
        """
        is_long = self.height(room + 1) > room > 1
        room -= is_long
        top = end = self._scrolled(top, room)
        found: list[TextLine] = []
        while end < len(self._lines):
            block = self._block(end)
            if found and len(found) + len(block) > room:
                break
            found, end = found + block, end + 1
        found = found[:room]
        while len(found) > 1 and isinstance(self._lines[end - 1], Heading):
            found, end = found[:-1], end - 1
        if is_long:
            ways = (
                (_count_rows(self._lines[:top]), self._glyphs.above, Key.PAGE_UP),
                (_count_rows(self._lines[end:]), self._glyphs.below, Key.PAGE_DOWN),
            )
            more = [Span(f"{sign} {n} ", TextStyle.DIM, key) for n, sign, key in ways if n]
            found.append(TextLine((*more, Span("more", TextStyle.DIM)), more[-1].click))
        return found, top

    def _scrolled(self, top: int, room: int) -> int:
        lines, row = self._lines, self._state.selection.row
        # Nothing is above the first line, and the last ones would be written to find that out.
        top = top and min(top, self._first_with(len(lines), room))
        if row is None:
            return top
        at = lines.index(row)
        above = at - 1 if at and isinstance(lines[at - 1], Heading) else at
        return above if above < top else max(top, min(self._first_with(at + 1, room), at))

    def _first_with(self, end: int, room: int) -> int:
        """Return the first of those that fit together with the last one before `end`."""
        first = end
        while first and (room := room - len(self._block(first - 1))) >= 0:
            first -= 1
        return first

    def _block(self, at: int) -> list[TextLine]:
        if at not in self._written:
            self._written[at] = self._write(self._lines[at])
        return self._written[at]

    def _write(self, each: Line) -> list[TextLine]:
        """Write a heading or a play; a long play is broken into lines."""
        width = self._width
        if isinstance(each, Heading):
            # The rule tells a heading from a play and from the highlighted row without colour, too.
            mark = self._mark(each.rows)
            room = width - (cells(mark) + 1 if mark else 0)
            ruled = f"{each.text} {self._glyphs.rule * width}"[:room]
            return [line(f"{ruled} {mark}" if mark else ruled, TextStyle.DIM)]
        style = TextStyle.CHOSEN if each == self._state.chosen_row else TextStyle.PLAIN
        aside = self._aside(each)
        *texts, last = self._break(self._state.selection.spelled(each).label, aside)
        written = [(Span(text, style),) for text in texts]
        ending: Sequence[Span] = (Span(last, style),)
        if aside:
            ending = spread(ending, (Span(aside, style),), width)
        return [TextLine(tuple(spans), ChooseRow(each), style) for spans in (*written, ending)]

    def _break(self, label: str, aside: str) -> list[str]:
        """Break a play into lines, with room in the last one for the text beside it."""
        width, needed = self._width, cells(aside) + bool(aside)
        if cells(label) + needed <= width:
            return [label]
        for room in (width - len(_INDENT), width - len(_INDENT) - needed):
            first, *others = (each.spans[0].text for each in wrap(label, room))
            texts = [first, *(_INDENT + each for each in others)]
            if cells(texts[-1]) + needed <= width:
                break
        return texts

    def _aside(self, row: int) -> str:
        """Return the text beside a play: its cost, or its mark."""
        state = self._state
        if state.advice and (cost := state.advice.cost(row)):
            return cost
        return self._mark([row])

    def _mark(self, rows: Iterable[int]) -> str:
        """Return the mark of the best of some plays."""
        outlook = self._state.selection.plays.keeping(rows)
        return write_mark(outlook, self._width, self._glyphs) if outlook else ""


def write_mark(outlook: Outlook, width: int, glyphs: Glyphs) -> str:
    """Write how much of the next stage a play keeps: `↻ 4/4`, `2/4`; empty for nothing."""
    if not outlook.playable:
        return ""
    share = f"{outlook.playable}/{len(outlook.numbers)}"
    if outlook.playable < len(outlook.numbers) or not outlook.earns:
        return share
    # In a narrow list the share would cost many plays a second line.
    return glyphs.again if width < _ROOMY else f"{glyphs.again} {share}"


def _count_rows(lines: Sequence[Line]) -> int:
    # In C, since there can be thousands.
    return [*map(type, lines)].count(int)


# ---- the log: the last turns, and the finished part of the present one


def last_turns(state: PlayState, most: int) -> list[Turn]:
    """Return the last finished turns of the game, at most so many, the first one first."""
    last = state.game.turn if state.game.is_over else None
    found: list[Turn] = [last] if last else []
    for game in reversed(state.table.history):
        if len(found) == most or game.last_turn is None:
            break
        if not found or found[-1] is not game.last_turn:
            found.append(game.last_turn)
    return found[::-1]


def history_lines(state: PlayState, width: int, glyphs: Glyphs, most: int) -> list[TextLine]:
    """Return the log, below the table's own rules while there are no turns."""
    lines: list[TextLine] = []
    changes = "" if last_turns(state, 1) else describe_changes(state.game.rules)
    if changes:
        lines = wrap(f"house rules: {changes}", width, TextStyle.DIM)
    return [*lines, *log_lines(state, width, glyphs, most - len(lines))][:most]


def _finished(state: PlayState) -> list[str]:
    turn = None if state.game.is_over else state.game.turn
    return describe_finished(turn, state.naming, ON_SCREEN) if turn else []


def _lost_turn(state: PlayState, turn: Turn) -> list[str]:
    """Return a lost turn with the points that stopped it: `5-4 turn lost: 21 and 20 closed`."""
    after = next(game for game in state.table.history if game.last_turn is turn)
    lost = [event for event in after.events if isinstance(event, StageLost)]
    closed = {point for event in lost for number in event.numbers for point in number.blocking}
    (told,) = describe_throws(turn, state.naming, ON_SCREEN)
    if not closed:
        return [told]
    return [f"{told}: {list_points(sorted(closed, reverse=True))} closed"]


def log_lines(
    state: PlayState, width: int, glyphs: Glyphs, most: int, most_turns: int | None = None
) -> list[TextLine]:
    """Return the last turns in full and the finished part of the present one, in so many lines.

    Older turns are left out first where there is not enough room, then the latest one's beginning.
    """
    turns, game, naming = last_turns(state, max(most, 0)), state.game, state.naming
    notice = state.acknowledgement or state.notice
    joins = [ON_SCREEN] * len(turns)
    is_withheld = notice is not None and isinstance(notice.why, Withheld)
    if turns and notice and (is_withheld or notice.about is turns[-1].side):
        joins[-1] = ON_SCREEN._replace(tells_lost=False)  # It is just being told in full.
    told = [
        (
            f"{glyphs.of(turn.side)} ",
            _lost_turn(state, turn)
            if turn.is_lost and join.tells_lost
            else describe_throws(turn, naming, join),
        )
        for turn, join in zip(turns, joins, strict=True)
    ]
    if game.opening and len(turns) < most and (turns or game.turn):
        thrown = zip(Side, (game.opening.white, game.opening.black), strict=True)
        both = ", ".join(f"{glyphs.of(side)}{TIED}{number}" for side, number in thrown)
        again = any(isinstance(each, ThrowOpeningAgain) for each in state.table.actions)
        told.insert(0, ("", [f"Opening: {both}{', rerolled' if again else ''}"]))
    finished = _finished(state)
    if game.turn and finished:
        told.append((f"{glyphs.of(game.turn.side)} ", finished))
    lines: list[TextLine] = []
    for head, throws in [*reversed(told)][:most_turns]:
        wrapped = turn_lines(Span(head, TextStyle.DIM), throws, width, TextStyle.DIM)
        if len(lines) + len(wrapped) > most:
            break
        lines = [*wrapped, *lines]
    if told and not lines and most > 1:
        cut = TextLine((Span(f"{head}…", TextStyle.DIM),))
        return [cut, *wrapped[1 - most :]]
    return lines
