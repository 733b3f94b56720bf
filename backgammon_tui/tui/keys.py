"""The keys that are no notation, and how the players like to play."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from backgammon_tui.engine.notation import Numbering
from backgammon_tui.engine.position import Side


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


@dataclass(frozen=True)
class Options:
    """How the players like to play and to look at the board."""

    numbering: Numbering = Numbering.STANDARD
    plays_forced: bool = False
    """Plays that leave no choice are made by themselves."""
    mirrored: bool = False
    turning: bool = False
    """The board turns to the side to play."""
    tumbling: bool = True
    """The dice tumble for a moment when they are thrown."""
    big: bool = False
    """For projectors: the largest board that fits, light, without the log."""
    coach: frozenset[Side] = frozenset()
    """The sides that are told what they owe and what has happened, for beginners."""
