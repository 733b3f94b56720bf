"""The programs that `bench.screen` times: the game, a bare list and a bare board.

python -m bench.terminal_apps game|list|board
"""

from __future__ import annotations

import gc
import sys

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


def game() -> App[None]:
    """Return the game at doubles with a long list of plays."""
    from backgammon_tui.engine import RULESETS, Game, Match, Position, Roll, Side, StartingPosition
    from backgammon_tui.match.record import (
        DiceKind,
        DiceOrigin,
        GameRecord,
        MatchRecord,
    )
    from backgammon_tui.match.table import Table
    from backgammon_tui.tui import LaunchOptions
    from backgammon_tui.tui.program import screen_program

    rules = RULESETS["russian"]
    position = Position.parse("W 24:3 22:2 20:2 17:2 14:2 12:2 10:2 / B 23:5 21:5 18:5")
    starting_position = StartingPosition(position, Side.WHITE)
    record = MatchRecord(rules, "Anna", "Boris", "2026-03-01", 5)
    record = record.add_game(
        GameRecord(DiceOrigin(DiceKind.TYPED), starting_position=starting_position)
    )
    before = Game.from_position(rules, position, Side.WHITE)
    table = Table(record, Match(rules, 5), None, (before,)).apply(Roll(2, 2))
    return screen_program(LaunchOptions(record, DiceKind.TYPED, table))


if __name__ == "__main__":
    match sys.argv[1]:
        case "game":
            gc.disable()  # The command line does the same.
            game().run()
        case "list":
            ListApp().run()
        case _:
            BoardApp().run()
