"""The whole rules of each game in plain words: data files, whose examples the engine plays."""
# ruff: noqa: F401

from typing import TYPE_CHECKING

from backgammon_tui import submodules

if TYPE_CHECKING:
    from backgammon_tui.teach.rulebook import pages

__getattr__ = submodules(__name__)
