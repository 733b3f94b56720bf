"""The screens: setting up, playing, and the dialogs in between."""
# ruff: noqa: F401

from typing import TYPE_CHECKING

from backgammon_tui import submodules

if TYPE_CHECKING:
    from backgammon_tui.tui.screens import (
        learn,
        open_match,
        records,
        rulebook,
    )

__getattr__ = submodules(__name__)
