"""Bare Textual apps to compare the game with: a list, and a board that one widget draws."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual.app import App, ComposeResult
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import OptionList

LINES = 400
BOARD = (90, 34)


class ListApp(App[None]):
    def compose(self) -> ComposeResult:
        yield OptionList(*(f"24/{line} 13/{line}" for line in range(LINES)))


class BareBoard(Widget, can_focus=True):
    """A widget as large as the board. Each key redraws all its lines."""

    def __init__(self) -> None:
        super().__init__()
        self.turn = 0
        self.styles.width, self.styles.height = BOARD

    def render_line(self, y: int) -> Strip:
        ink = Style(color="white", bgcolor="green")
        other = Style(color="black", bgcolor="yellow")
        cells = [
            Segment("(O)" if (x + y + self.turn) % 5 else "   ", ink if x % 2 else other)
            for x in range(BOARD[0] // 3)
        ]
        return Strip(cells, BOARD[0])

    def on_key(self) -> None:
        self.turn += 1
        self.refresh()


class BoardApp(App[None]):
    def compose(self) -> ComposeResult:
        yield BareBoard()

    def on_mount(self) -> None:
        self.query_one(BareBoard).focus()
