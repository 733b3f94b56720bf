"""The list of plays in the panel: rows and headings as lines, each written once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from backgammon_tui.modes.glyphs import Glyphs
from backgammon_tui.modes.inputs import ChooseRow, Key
from backgammon_tui.modes.play.rows import Heading, Line
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.modes.text import Span, TextLine, TextStyle, line, spread, wrap
from backgammon_tui.words.columns import cells

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
        self._has_marks: Final = not state.game.moment.is_short

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
        top = min(top, self._first_with(len(lines), room))
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
        """Return the text beside a play: its cost, the throws that hit after it, or its mark."""
        state = self._state
        if state.advice and (cost := state.advice.cost(row)):
            return cost
        if state.facts:
            facts = state.facts[row]
            if facts.thrower and not facts.outlook:
                return str(facts.hits)
        return self._mark([row])

    def _mark(self, rows: Iterable[int]) -> str:
        """Return how much of the next stage the best of some plays keeps: `↻ 4/4`, `2/4`."""
        outlook = self._state.selection.plays.keeping(rows) if self._has_marks else None
        if outlook is None or not outlook.playable:
            return ""
        share = f"{outlook.playable}/{len(outlook.numbers)}"
        is_whole = outlook.playable == len(outlook.numbers) and outlook.earns
        if not is_whole:
            return share
        # In a narrow list the share would cost many plays a second line.
        again = self._glyphs.again
        return again if self._width < _ROOMY else f"{again} {share}"


def _count_rows(lines: Sequence[Line]) -> int:
    return sum([not isinstance(each, Heading) for each in lines])
