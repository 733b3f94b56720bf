"""Pictures of boards in pages, each one widget."""

from __future__ import annotations

from typing import ClassVar

from backgammon_tui.modes.board import BoardView
from backgammon_tui.tui.board.band import draw_band
from backgammon_tui.tui.board.canvas import Cell, RenderContext, RenderOptions
from backgammon_tui.tui.board.drawn import DrawnBoard
from backgammon_tui.tui.board.geometry import SMALL_CHECKER, BoardPart, Fixture, lay_out
from backgammon_tui.tui.board.places import draw_cap, draw_place

_SIZES = ((76, 29), (57, 19))
"""Sizes of a picture in a page, large and small."""


class StillBoard(DrawnBoard):
    """Shows a position as large as possible, with the drawings of the parts of a board."""

    min_checker: ClassVar = SMALL_CHECKER

    def __init__(
        self,
        view: BoardView,
        look: RenderOptions,
        size: tuple[int, int] | None = None,
        *,
        id: str | None = None,
    ) -> None:
        """Draw a position; without a size, the style sheet gives it."""
        super().__init__(look, id=id)
        self.takes_pictures = size is None
        if size:
            self.styles.width, self.styles.height = size
        self.position = view

    def show(self, view: BoardView) -> None:
        if view != self.position:
            self.position = view
            self.refresh()

    @property
    def inputs(self) -> tuple[object, ...]:
        return *super().inputs, self.position

    def framed(self, context: RenderContext) -> list[list[Cell]]:
        rows, frame = super().framed(context), context.layout.frame
        for part, rect in context.layout.rects.items():
            x, y, width, _ = rect.translate(-frame.offset)
            for row, cells in zip(rows[y:], self._draw(part, context), strict=False):
                row[x : x + width] = cells
        return rows

    def _draw(self, part: BoardPart, context: RenderContext) -> list[list[Cell]]:
        if part is Fixture.BAND:
            return draw_band(self.band, context).cells()
        if isinstance(part, Fixture):
            return draw_cap(self.position.numbers, part, context).cells()
        return draw_place(self.position.at(part), part, context).cells()


def picture_size(room: tuple[int, int]) -> tuple[int, int] | None:
    """Return the columns and rows of a picture in a page, or None if the page is too narrow.

    Some rows of the page stay free beside a picture.
    """
    width, height = room
    for columns, rows in _SIZES:
        is_last = (columns, rows) == _SIZES[-1]
        if columns <= width and (rows + 4 <= height or is_last):
            layout = lay_out(columns, rows - 2)
            assert layout
            return layout.metrics.width, layout.metrics.height
    return None
