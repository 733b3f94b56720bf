"""Output filters: invisible characters, ASCII scrollbars, and changed cells."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, partial
from itertools import groupby, repeat
from operator import itemgetter
from typing import Any, ClassVar, cast

from rich.color import ColorSystem
from rich.console import RenderableType
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter
from textual.scrollbar import ScrollBarRender
from textual.strip import Strip

from backgammon_tui.modes.text import BAR
from backgammon_tui.text_file import shown_places
from backgammon_tui.tui.textual_internals import Paint, Piece, pieces_of
from backgammon_tui.words.columns import cells

_TO_ASCII = str.maketrans(f"·…★◂▸‹›«»▲▼●○−─█░∘✗✓↻{BAR}", "-~*<><>{}^vOX--#.=#+@>")


class OnlyVisible(LineFilter):
    """Removes invisible characters from every drawn line, and writes signs in ASCII if needed.

    Untrusted text is escaped when it becomes part of a sentence; this catches any omission. The
    measured width of a line stays the same.
    """

    def __init__(self, *, is_ascii: bool) -> None:
        super().__init__()
        self._is_ascii = is_ascii

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        for text, _, control in segments:
            if not control and (self._is_ascii or not text.isprintable()):
                break
        else:
            return segments
        return [
            segment if segment.control else Segment(self._write(segment.text), segment.style)
            for segment in segments
        ]

    def _write(self, text: str) -> str:
        if not text.isprintable():
            shown = zip(text, shown_places(text), strict=True)
            text = "".join(c if is_shown else " " * cells(c) for c, is_shown in shown)
        return text.translate(_TO_ASCII) if self._is_ascii else text


class WholeCells(ScrollBarRender):
    """A scrollbar whose ends are whole cells, because ASCII has no parts of cells."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "]


_Cell = tuple[str, Style | None] | None
"""A character and its style; None if the terminal's content is uncertain."""

_MAX_RESENT = 2
"""Maximum number of equal cells between changes that are sent too: skipping costs as much."""


class ShownCells:
    """The screen of the terminal as last painted.

    Textual repaints a widget after each layout and each change, so it would send one screen several
    times.
    """

    def __init__(self) -> None:
        self._rows: dict[int, list[_Cell]] = {}

    def forget(self) -> None:
        self._rows.clear()

    def changes(self, update: RenderableType) -> RenderableType:
        """Return only the changed part of an update."""
        pieces = pieces_of(update)
        if pieces is None:
            self.forget()
            return update
        return cast("RenderableType", Paint(partial(self._written, pieces)))

    def _written(self, pieces: Iterable[Piece], colors: ColorSystem) -> str:
        texts: list[str] = []
        for x, y, strip in pieces:
            now = _cells_of(strip)
            row = self._rows.setdefault(y, [])
            end = x + len(now)
            row += [None] * (end - len(row))
            before, row[x:end] = row[x:end], now
            if None in before or None in now:
                _write(texts, x, y, strip, colors)
            elif before != now:
                for start, stop in _runs(before, now):
                    _write(texts, x + start, y, now[start:stop], colors)
        return "".join(texts)


def _write(
    texts: list[str],
    x: int,
    y: int,
    parts: Iterable[Any],  # Segments, or pairs that are cheaper to compare.
    colors: ColorSystem,
) -> None:
    """Write pairs of text and style at a place; neighbours of one style share their codes."""
    texts.append(f"\x1b[{y + 1};{x + 1}H")
    for style, neighbours in groupby(parts, itemgetter(1)):
        text = "".join(map(itemgetter(0), neighbours))
        texts.append(Strip.render_style(style, text, colors) if style else text)


def _cells_of(strip: Strip) -> list[_Cell]:
    """Return the cells of a line; some terminals draw characters with other widths."""
    cells: list[_Cell] = []
    for text, style, _ in strip:
        if not text.isascii() and not _is_even(text):
            return [None] * strip.cell_length
        cells += zip(text, repeat(style))
    return cells


@lru_cache(maxsize=4096)
def _is_even(text: str) -> bool:
    return {*map(cells, text)} == {1}


def _runs(before: list[_Cell], now: list[_Cell]) -> list[list[int]]:
    runs: list[list[int]] = []
    for x, (was, cell) in enumerate(zip(before, now, strict=True)):
        if cell != was:
            if runs and x - runs[-1][1] <= _MAX_RESENT:
                runs[-1][1] = x + 1
            else:
                runs.append([x, x + 1])
    return runs
