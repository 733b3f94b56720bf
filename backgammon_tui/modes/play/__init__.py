"""A match between two players at one keyboard."""
# ruff: noqa: F401

from typing import TYPE_CHECKING

from backgammon_tui import submodules

if TYPE_CHECKING:
    from backgammon_tui.modes.play import verdicts

__getattr__ = submodules(__name__)
