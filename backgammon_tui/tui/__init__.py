"""The game on the screen: the only room that knows Textual."""
# ruff: noqa: F401

from typing import TYPE_CHECKING

from backgammon_tui import submodules

if TYPE_CHECKING:
    from backgammon_tui.tui import (
        board_screen,
        boards,
        match_screen,
    )

__getattr__ = submodules(__name__)
