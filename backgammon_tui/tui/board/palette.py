"""The colours that the theme gives to the paints."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import groupby

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from backgammon_tui.tui.board.canvas import Canvas, Cell
from backgammon_tui.tui.board.paint import Paint


class Palette:
    """Colours for every paint, and the terminal styles made of them."""

    def __init__(self, colors: Mapping[Paint, Color]) -> None:
        """Take the colours; every paint but `CLEAR` must be there."""
        self.colors = dict(colors)
        self.style = lru_cache(maxsize=None)(self._style)

    def strips(self, canvas: Canvas) -> list[Strip]:
        """Return a picture as lines for a widget."""
        return [self._strip(row) for row in canvas.rows()]

    def _strip(self, row: list[Cell]) -> Strip:
        segments = [
            Segment("".join([cell.character for cell in cells]), self.style(*key))
            for key, group in groupby(row, _paints)
            for cells in (list(group),)
        ]
        return Strip(segments, len(row))

    def _style(self, ink: Paint, ground: Paint, bold: bool) -> Style:
        return Style(color=self.colors[ink], bgcolor=self.colors[ground], bold=bold)


def _paints(cell: Cell) -> tuple[Paint, Paint, bool]:
    return cell.ink, cell.ground, cell.bold
