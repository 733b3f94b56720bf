"""The contents of the board, as frozen values.

A view holds results and no reasons: its maker has already decided which checkers may move. Equal
views are drawn alike, so a widget that is handed an equal view has nothing to do.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from backgammon_tui.engine import POINTS, Place, Side, Status

TRAYS = (Place.HAND, Place.BAR, Place.OFF)
"""The places of a side's checkers that are not points."""


class PointPlace(NamedTuple):
    """One of the 24 points."""

    slot: int
    """The point's number as White counts, whichever side is looking."""


class TrayPlace(NamedTuple):
    """The hand, the bar or the off tray of one side."""

    kind: Place
    side: Side


BoardPlace = PointPlace | TrayPlace
"""Anything on the board that can be pointed at."""


class CheckerState(Enum):
    """The look of a checker."""

    PLAIN = 0
    MOVABLE = 1
    PICKED = 2
    BLOCKED = 3
    LAST_IN = 4
    TRAPPED = 5
    GHOST_OUT = 6
    """About to leave, as the preview has it."""
    GHOST_IN = 7
    TARGET = 8
    """Nothing yet; the picked checker may go here."""
    HIT = 9
    TRAP = 10

    @property
    def is_hollow(self) -> bool:
        """True if only an outline is drawn: there is no checker, or soon none."""
        return self in HOLLOW


HOLLOW = frozenset(
    {CheckerState.GHOST_OUT, CheckerState.TARGET, CheckerState.HIT, CheckerState.TRAP}
)


class PlaceView(NamedTuple):
    """One place: a point with its number, or a tray; its checkers and its marks."""

    label: str = ""
    """A point's number, as the side counts whose numbers are shown."""
    side: Side | None = None
    """The owner of the checkers on a point; a tray is one side's anyway."""
    count: int = 0  # type: ignore[assignment]  # a tuple's own is not needed
    """The free checkers here, the trapped one not counted."""
    trapped: Side | None = None
    """The owner of the checker trapped under the stack."""
    origin: CheckerState | None = None
    """Its look as the start of a move, highlighted or picked, if it is one."""
    target: CheckerState | None = None
    """Its look as the end of a move, open or with a hit or a trap, if it is one."""
    ghost_out: int = 0
    ghost_in: int = 0
    """Number of checkers that arrive in the preview."""
    ghost_side: Side | None = None
    """The owner of the arriving checkers; None for the place's own side."""
    last_out: int = 0
    """Number of checkers that left in the last turn."""
    last_in: int = 0
    """Number of its checkers that arrived in the last turn."""
    blocked: bool = False
    """True if highlighted as the reason why a move is not allowed."""
    cursor: bool = False
    is_used: bool = True
    """True if the game has such a tray; the place of an unused one is left blank."""


class SideTrays(NamedTuple):
    """The three trays of one side."""

    hand: PlaceView = PlaceView()
    bar: PlaceView = PlaceView()
    off: PlaceView = PlaceView()


class NumbersView(NamedTuple):
    """The side whose numbers stand at the points, where the sides number them differently."""

    names: tuple[str, str] = ("White", "Black")
    side: Side = Side.WHITE
    numbers_differ: bool = False


class BoardView(NamedTuple):
    """The whole board."""

    points: tuple[PlaceView, ...]
    """24 points, White's 1 first."""
    white: SideTrays = SideTrays()
    black: SideTrays = SideTrays()
    runs_against: bool = False
    """True if Black runs round the board in the other sense than White."""
    numbers_differ: bool = False
    counting: Side = Side.WHITE
    """The side whose numbers the points have."""
    names: tuple[str, str] = ("White", "Black")
    mirrored: bool = False
    """True if White's home is at the lower left, not at the lower right."""

    def at(self, place: BoardPlace) -> PlaceView:
        """Return the view of a place."""
        if isinstance(place, PointPlace):
            return self.points[place.slot - 1]
        trays = self.white if place.side is Side.WHITE else self.black
        return trays[TRAYS.index(place.kind)]

    @property
    def numbers(self) -> NumbersView:
        """The numbers at the rims and the side that they belong to."""
        return NumbersView(self.names, self.counting, self.numbers_differ)

    @property
    def has_hands(self) -> bool:
        """True if checkers can be in a hand, which then needs a place."""
        return self.white.hand.is_used or self.black.hand.is_used


class StageStep(NamedTuple):
    """One number of a stage, or a thing that follows it, such as a reroll."""

    text: str
    status: Status
    why: str = ""
    """The reason why it is not granted; empty if it is."""


Stages = tuple[tuple[StageStep, ...], ...]
"""The stages of a turn in their order, each a row of steps."""


class DiceView(NamedTuple):
    """The dice on the board."""

    numbers: tuple[int, ...] = ()
    """The numbers on the dice, from 1 to 6; empty before a throw."""
    side: Side | None = None
    """The side that threw the dice; None in the opening throw."""
    used: frozenset[int] = frozenset()
    """Indices of the dice that have been played, counted from 0."""


def places() -> Iterator[BoardPlace]:
    """Yield every place of a board."""
    yield from (PointPlace(slot) for slot in range(1, POINTS + 1))
    yield from (TrayPlace(kind, side) for side in Side for kind in TRAYS)
