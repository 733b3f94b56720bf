"""The cells that the terminal shows, so that only those are sent that change."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby, repeat
from operator import itemgetter
from typing import cast

from rich.console import RenderableType
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from backgammon_tui.tui.textual_internals import Paint, Piece, pieces_of
from backgammon_tui.words.columns import cells

_Cell = tuple[str, Style | None] | None
"""A character and its style; None if nobody knows for sure what is there."""

_NEAR = 4
"""The most equal cells between two changes that are sent with them: to skip them costs as much."""


class ShownCells:
    """The screen of the terminal as it was last painted.

    Textual paints a widget anew with each layout and each change in it, so that one screen
    went down the line several times before it stood.
    """

    def __init__(self) -> None:
        self._rows: dict[int, list[_Cell]] = {}

    def forget(self) -> None:
        """Send everything anew: another size, or a terminal that others have written to."""
        self._rows.clear()

    def changes(self, update: RenderableType) -> RenderableType:
        """Return a paint of no more than an update changes."""
        pieces = pieces_of(update)
        if pieces is None:
            self.forget()
            return update
        return cast(
            "RenderableType", Paint(part for piece in pieces for part in self._changed(piece))
        )

    def _changed(self, piece: Piece) -> Iterator[Piece]:
        x, y, strip = piece
        now = _cells_of(strip)
        row = self._rows.setdefault(y, [])
        end = x + len(now)
        row += [None] * (end - len(row))
        before, row[x:end] = row[x:end], now
        if None in before or None in now:
            yield piece
        elif before != now:
            for start, stop in _runs(before, now):
                yield Piece(x + start, y, _strip(now[start:stop]))


def _cells_of(strip: Strip) -> list[_Cell]:
    """Return the cells of a line; terminals may draw some characters in more cells or in fewer."""
    found: list[_Cell] = []
    for text, style, _ in strip:
        if not text.isascii() and not _is_even(text):
            return [None] * strip.cell_length
        found += zip(text, repeat(style))
    return found


@lru_cache(maxsize=4096)
def _is_even(text: str) -> bool:
    return all(cells(character) == 1 for character in text)


def _runs(before: list[_Cell], now: list[_Cell]) -> Iterator[tuple[int, int]]:
    """Yield the parts of a line that differ; those near each other are one."""
    start = stop = 0
    for x, (old, new) in enumerate(zip(before, now, strict=True)):
        if old != new:
            if stop and x - stop > _NEAR:
                yield start, stop
                start = x
            elif not stop:
                start = x
            stop = x + 1
    yield start, stop


def _strip(run: list[_Cell]) -> Strip:
    known = [cell for cell in run if cell]
    alike = groupby(known, itemgetter(1))
    return Strip([Segment("".join(text for text, _ in part), style) for style, part in alike])
