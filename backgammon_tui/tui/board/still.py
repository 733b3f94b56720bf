"""A board that is only looked at: one widget that draws itself whole, such as in a page."""

from __future__ import annotations

from textual.app import ComposeResult

from backgammon_tui.tui.board.board import Board
from backgammon_tui.tui.board.geometry import lay_out
from backgammon_tui.tui.board.look import Look
from backgammon_tui.tui.board.view import BoardView

_SIZES = ((76, 29), (57, 19))
"""Rooms for a picture, large and small."""


class StillBoard(Board):
    """Shows a position as large as a page has room for; nothing on it can be pointed at."""

    can_focus = False

    def __init__(self, view: BoardView, look: Look, room: tuple[int, int]) -> None:
        """Draw a position.

        Args:
            view: What is to be seen.
            look: The characters to draw with.
            room: The columns and rows of the page, of which a picture leaves some rows free.
        """
        size = picture_size(room, contrary=view.contrary)
        assert size, "nobody makes a picture where there is no room for one"
        super().__init__(look=look, room=size)
        self.styles.width, self.styles.height = size
        self.show(view)

    def compose(self) -> ComposeResult:
        """Yield nothing: without its parts mounted, the board draws them all itself."""
        yield from ()


def picture_size(room: tuple[int, int], *, contrary: bool) -> tuple[int, int] | None:
    """The columns and rows that a picture takes in a page, or None if it is too narrow."""
    width, height = room
    for columns, rows in _SIZES:
        is_last = (columns, rows) == _SIZES[-1]
        if columns <= width and (rows + 4 <= height or is_last):
            layout = lay_out(columns, rows if contrary else rows - 2, contrary=contrary)
            assert layout
            return layout.cut.width, layout.cut.height
    return None
