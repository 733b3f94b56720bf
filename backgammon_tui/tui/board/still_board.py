"""Boards for display only: in pages, on the first screen and beside a result."""

from __future__ import annotations

from typing import ClassVar

from backgammon_tui.modes.board import BoardView
from backgammon_tui.tui.board.board import Board
from backgammon_tui.tui.board.geometry import SMALL_CHECKER, lay_out
from backgammon_tui.tui.board.rendering import RenderOptions

_SIZES = ((76, 29), (57, 19))
"""Sizes of a picture in a page, large and small."""


class StillBoard(Board):
    """Shows a position as large as possible; it does not react to the mouse."""

    can_focus = False
    least_checker: ClassVar = SMALL_CHECKER
    too_small: ClassVar = ""
    has_parts: ClassVar = False

    def __init__(
        self,
        view: BoardView,
        look: RenderOptions,
        size: tuple[int, int] | None = None,
        *,
        id: str | None = None,
    ) -> None:
        """Draw a position; without a size, the style sheet gives it."""
        super().__init__(look, room=size, id=id)
        self.is_animated = False
        self.takes_pictures = size is None
        if size:
            self.styles.width, self.styles.height = size
        self.show(view)

    def show(self, view: BoardView) -> None:
        super().show(view)
        self.refresh()


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
            return layout.cut.width, layout.cut.height
    return None
