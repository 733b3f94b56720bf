"""A text between the points of a board."""

from __future__ import annotations

from textual.content import Content

from backgammon_tui.tui.board import BoardLook


def sign(text: Content, width: int, look: BoardLook) -> Content:
    """Return a text with a row of points above and one below it, in two colours."""
    up, down = "^v" if look.ascii else "▲▼"
    colors = ("$board-point-odd", "$board-point-even")
    rows = [
        Content(" ").join(
            Content.styled(point, colors[(place + row) % 2]) for place in range((width + 1) // 2)
        )
        for row, point in enumerate((down, up))
    ]
    return Content("\n").join([rows[0], text, rows[1]])
