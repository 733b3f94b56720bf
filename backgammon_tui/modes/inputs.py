"""Inputs to the board screen, as data: keys, typed characters, clicks, pastes.

The end of the module moves the cursor over the places of the board.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final, NamedTuple, TypeVar

from backgammon_tui.engine import POINTS, Place, Rules, Side
from backgammon_tui.modes.board import BoardPlace


class Key(Enum):
    """Keys that are not notation, by Textual's names."""

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


KEYS: Final = {key.value: key for key in Key}


class ChooseRow(NamedTuple):
    """A click on a row of a list; a click on the chosen row accepts it."""

    row: int


class PointAt(NamedTuple):
    """A click on a place of the board, or on the dice."""

    place: BoardPlace | None
    is_second: bool = False
    """True for the right button, or with Shift."""


class Paste(NamedTuple):
    text: str


class TypedLine(NamedTuple):
    """A complete line typed in plain mode: moves, dice, a number, an answer."""

    text: str


class Scroll(NamedTuple):
    """A turn of the wheel over the panel, down if positive."""

    by: int


class ChooseTried(NamedTuple):
    """A click on a line that was tried, by its index."""

    line: int


Click = Key | str | ChooseRow | ChooseTried | TypedLine
"""The input that a click on words represents: a key, a typed character, a row, a line."""

Input = Click | PointAt | Paste | Scroll


class NextStep(Enum):
    ACCEPT = "accept"
    TAKE_BACK = "take back"
    NEXT_GAME = "next game"
    REMATCH = "rematch"
    SWAPPED = "rematch with the colours swapped"
    PICTURE = "picture"
    REVIEW = "review"
    BOARD = "look at the board"
    RECORDS = "records"
    QUIT = "quit"


ScreenSpot = tuple[float, float]
"""A point on the screen, in board points across and rows down."""

T = TypeVar("T")


def next_highlighted(highlighted: int | None, key: Key, count: int) -> int:
    by = 1 if key in (Key.DOWN, Key.RIGHT) else -1
    return min(by, 0) % count if highlighted is None else (highlighted + by) % count


def nearest(start: T, spots: Mapping[T, ScreenSpot], key: Key) -> T:
    """Return the nearest item in the direction of an arrow, wrapping around at the end.

    Returns `start` if there is no other item.
    """
    (x, y), is_sideways = spots[start], key in (Key.LEFT, Key.RIGHT)
    sign = -1 if key in (Key.LEFT, Key.UP) else 1

    def distance(item: T) -> float:
        across, down = sign * (spots[item][0] - x), sign * (spots[item][1] - y)
        ahead, aside = (across, abs(down)) if is_sideways else (down, abs(across))
        ahead += _AROUND if ahead <= 0 else 0
        # Horizontal arrows stay in their row as long as possible; vertical arrows leave it.
        return ahead + 30 * aside if is_sideways else 30 * ahead + aside

    return min((item for item in spots if item != start), key=distance, default=start)


_AROUND: Final = 100.0
"""The distance added to items behind the start, more than that of any item ahead."""


def screen_spot(place: int, rules: Rules, side: Side, *, mirrored: bool) -> ScreenSpot:
    """Return the spot of a place in one side's numbering."""
    if 1 <= place <= POINTS:
        slot = place if side is Side.WHITE else rules.across(place)
        column, y = (slot - 13, 0.0) if slot > 12 else (12 - slot, 1.0)
        x = column + (1.0 if column > 5 else 0.0)
    else:
        x = _TRAYS[Place(place)]
        y = 1.0 if side is Side.WHITE else 0.0
    return (12.0 - x if mirrored else x), y


_TRAYS = {Place.HAND: -1.0, Place.BAR: 6.0, Place.OFF: 13.0}
"""The distance of each tray from the left, in points."""
