"""Boxes over the screen: lists to choose from, fields, pages to read."""
# ruff: noqa: F401

from typing import TYPE_CHECKING

from backgammon_tui import submodules

if TYPE_CHECKING:
    from backgammon_tui.tui.dialogs import (
        choose,
        dialog,
        forms,
        grid,
        options,
        pages,
        result,
        share,
        trouble,
    )

__getattr__ = submodules(__name__)
