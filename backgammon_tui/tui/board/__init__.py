"""The board as a widget, and the views that it shows."""

from pathlib import Path

from backgammon_tui.tui.board.board import Board
from backgammon_tui.tui.board.canvas import RenderOptions
from backgammon_tui.tui.board.drawn import DrawnBoard

__all__ = ["BOARD_STYLES", "Board", "DrawnBoard", "RenderOptions"]

BOARD_STYLES = Path(__file__).with_name("board.tcss")
"""The board's style sheet, for the `CSS_PATH` of an app."""
