"""Lessons, rulebook and quiz: text and positions as data files, checked against the engine."""
# ruff: noqa: F401

from typing import TYPE_CHECKING

from backgammon_tui import submodules

if TYPE_CHECKING:
    from backgammon_tui.teach import rulebook

__getattr__ = submodules(__name__)
