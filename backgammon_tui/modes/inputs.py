"""Inputs to the board screen, as data: keys, typed characters, clicks, pastes."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from backgammon_tui.modes.board_view import BoardPlace


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


class ChooseRow(NamedTuple):
    """A row of a list was clicked; a click on the chosen row takes it."""

    row: int


class PointAt(NamedTuple):
    """A place of the board was clicked, or the dice."""

    place: BoardPlace | None
    """None for the dice."""

    is_second: bool = False
    """True if the second button was used, or Shift was held."""


class Paste(NamedTuple):
    """A text was pasted."""

    text: str


class TypedLine(NamedTuple):
    """A whole line was typed, as plain mode reads them: moves, dice, a number, an answer."""

    text: str


class Scroll(NamedTuple):
    """The wheel was turned over the panel, down if the number is positive."""

    by: int


Click = Key | str | ChooseRow
"""The input that a click on words stands for: a key, a typed character, a row."""

Input = Click | PointAt | Paste | Scroll | TypedLine


class NextStep(Enum):
    """The players' choice after a game."""

    ACCEPT = "accept"
    TAKE_BACK = "take back"
    NEXT_GAME = "next game"
    REMATCH = "rematch"
    SWAPPED = "rematch with the sides swapped"
    PICTURE = "picture"
    REVIEW = "review"
    BOARD = "a look at the board"
    RECORDS = "records"
    LEAVE = "leave"
