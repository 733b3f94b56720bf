"""The board and its parts as widgets, and the views that they show."""

from pathlib import Path

from backgammon_tui.tui.board.band import DiceBand
from backgammon_tui.tui.board.board import Board
from backgammon_tui.tui.board.rendering import RenderOptions

__all__ = ["BOARD_STYLES", "Board", "DiceBand", "RenderOptions"]

BOARD_STYLES = Path(__file__).with_name("board.tcss")
"""The board's style sheet, for the `CSS_PATH` of an app."""
