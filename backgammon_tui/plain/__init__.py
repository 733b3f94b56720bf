"""The modes as lines of text: for pipes, for the ear, for narrow and for old terminals."""
# ruff: noqa: F401

from typing import TYPE_CHECKING

from backgammon_tui import submodules

if TYPE_CHECKING:
    from backgammon_tui.plain import lessons

__getattr__ = submodules(__name__)
