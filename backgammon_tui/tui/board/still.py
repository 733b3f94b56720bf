"""A board that is only looked at: one widget that draws itself whole, such as in a page."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult

from backgammon_tui.tui.board.board import Board
from backgammon_tui.tui.board.geometry import SMALL_CHECKER, lay_out
from backgammon_tui.tui.board.look import Look
from backgammon_tui.tui.board.view import BoardView

_SIZES = ((76, 29), (57, 19))
"""Rooms for a picture in a page, large and small."""


class StillBoard(Board):
    """Shows a position as large as it has room for; nothing on it can be pointed at."""

    can_focus = False
    least_checker: ClassVar = SMALL_CHECKER

    def __init__(
        self,
        view: BoardView,
        look: Look,
        size: tuple[int, int] | None = None,
        *,
        id: str | None = None,
    ) -> None:
        """Draw a position; the style sheet gives the size where it is not given."""
        super().__init__(look=look, room=size, id=id)
        self.is_animated = False
        if size:
            self.styles.width, self.styles.height = size
        self.show(view)

    def compose(self) -> ComposeResult:
        """Yield nothing: without its parts mounted, the board draws them all itself."""
        yield from ()

    def show(self, view: BoardView) -> None:
        """Show another position."""
        super().show(view)
        self.refresh()


def picture_size(room: tuple[int, int], number_rows: int) -> tuple[int, int] | None:
    """The columns and rows that a picture takes in a page, or None if it is too narrow.

    Of the rows of the page a picture leaves some free.
    """
    width, height = room
    for columns, rows in _SIZES:
        is_last = (columns, rows) == _SIZES[-1]
        if columns <= width and (rows + 4 <= height or is_last):
            layout = lay_out(columns, rows - 4 + 2 * number_rows, number_rows=number_rows)
            assert layout
            return layout.cut.width, layout.cut.height
    return None
