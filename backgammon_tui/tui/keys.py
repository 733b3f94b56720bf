"""The keys that are no notation."""

from __future__ import annotations

from enum import Enum


class Key(Enum):
    """The keys of the game that are no notation, by Textual's names."""

    SPACE = "space"
    ENTER = "enter"
    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"
    PAGE_UP = "pageup"
    PAGE_DOWN = "pagedown"
    HOME = "home"
    END = "end"
    TAB = "tab"
    BACKSPACE = "backspace"
    ESCAPE = "escape"
