"""How large everything on the board is and where it lies.

Pure arithmetic: from the room there is to a layout of rectangles in cells. A terminal
cell is about twice as high as wide, so a round checker of n rows is 2n+1 cells wide.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from backgammon_tui.engine.position import POINTS, Side
from backgammon_tui.tui.board.view import (
    UPRIGHT,
    Orientation,
    Place,
    PointPlace,
    TrayKind,
    TrayPlace,
)

MIN_WIDTH = 57
MIN_HEIGHT = 19

_FRAME = 1
_LARGEST_CHECKER = 14
_STACK = 5
"""Checkers that a point shows in full at least."""


class Rect(NamedTuple):
    """A rectangle in cells."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True)
class Cut:
    """The measures that every part of a board shares."""

    checker_width: int
    checker_height: int
    gap: int
    """Cells of felt between two points."""
    point_height: int
    """Rows of a point, its numbers not counted."""
    label_height: int
    """Rows of numbers: two where the sides count apart."""
    bar_width: int
    band_height: int
    """Rows between the two halves of the board, for dice and stages."""
    tray_height: int
    """Rows of the trays above and below the board, or 0."""
    tray_width: int
    """Columns of the trays beside the board, or 0."""

    @property
    def half_width(self) -> int:
        """Columns of six points with the felt around them."""
        return 6 * (self.checker_width + self.gap) + self.gap

    @property
    def width(self) -> int:
        """Columns of the whole board."""
        sides = 2 * (self.tray_width + _FRAME) if self.tray_width else 0
        return 2 * _FRAME + 2 * self.half_width + self.bar_width + sides

    @property
    def height(self) -> int:
        """Rows of the whole board."""
        half = self.tray_height + self.label_height + self.point_height
        return 2 * half + self.band_height


@dataclass(frozen=True)
class Layout:
    """A cut board laid into a room, and looked at from somewhere."""

    cut: Cut
    x: int
    y: int
    orientation: Orientation
    contrary: bool

    @property
    def frame(self) -> Rect:
        """The whole board with its wood."""
        return Rect(self.x, self.y, self.cut.width, self.cut.height)

    @property
    def band(self) -> Rect:
        """The strip between the halves."""
        cut = self.cut
        return Rect(
            self._inner_x,
            self._upper_y + cut.label_height + cut.point_height,
            2 * cut.half_width + cut.bar_width,
            cut.band_height,
        )

    def is_top(self, place: Place) -> bool:
        """Whether a place lies in the upper half."""
        if isinstance(place, PointPlace):
            return (place.slot > POINTS // 2) is not self.orientation.turned
        return (place.side is Side.BLACK) is not self.orientation.turned

    def column(self, slot: int) -> int:
        """The column of a point, 0 to 11 from the left."""
        column = slot - 13 if slot > POINTS // 2 else 12 - slot
        reversed_ = self.orientation.mirrored is not self.orientation.turned
        return 11 - column if reversed_ else column

    def lead(self, slot: int) -> int:
        """Cells of felt before a point that belong to it."""
        return self.cut.gap if self.column(slot) % 6 == 0 else 0

    def rect(self, place: Place) -> Rect:
        """The rectangle of a point or a tray."""
        if isinstance(place, PointPlace):
            return self._point(place)
        if place.kind is TrayKind.BAR:
            return self._bar(place)
        return self._side_tray(place) if self.cut.tray_width else self._end_tray(place)

    def cap(self, *, top: bool) -> Rect:
        """The piece of wood between the numbers of a row."""
        cut = self.cut
        y = self._upper_y if top else self._lower_y + cut.point_height
        return Rect(self._bar_x, y, cut.bar_width, cut.label_height)

    def runs_left(self, side: Side, *, top: bool) -> bool:
        """Whether a side's checkers move to the left in that row."""
        white_left = top is (not self.orientation.mirrored)
        if side is Side.WHITE or not self.contrary:
            return white_left
        return not white_left

    @property
    def _inner_x(self) -> int:
        return self.x + _FRAME + (self.cut.tray_width + _FRAME if self.cut.tray_width else 0)

    @property
    def _bar_x(self) -> int:
        return self._inner_x + self.cut.half_width

    @property
    def _upper_y(self) -> int:
        return self.y + self.cut.tray_height

    @property
    def _lower_y(self) -> int:
        """Where the points of the lower half begin."""
        return self._upper_y + self.cut.label_height + self.cut.point_height + self.cut.band_height

    def _point(self, place: PointPlace) -> Rect:
        cut, column = self.cut, self.column(place.slot)
        start = self._inner_x if column < 6 else self._bar_x + cut.bar_width
        lead = self.lead(place.slot)
        pitch = cut.checker_width + cut.gap
        return Rect(
            start + cut.gap + column % 6 * pitch - lead,
            self._upper_y if self.is_top(place) else self._lower_y,
            lead + pitch,
            cut.label_height + cut.point_height,
        )

    def _bar(self, place: TrayPlace) -> Rect:
        cut = self.cut
        y = self._upper_y + cut.label_height if self.is_top(place) else self._lower_y
        return Rect(self._bar_x, y, cut.bar_width, cut.point_height)

    def _is_right(self, place: TrayPlace) -> bool:
        reversed_ = self.orientation.mirrored is not self.orientation.turned
        return (place.kind is TrayKind.OFF) is not reversed_

    def _end_tray(self, place: TrayPlace) -> Rect:
        cut = self.cut
        y = self.y if self.is_top(place) else self.y + cut.height - cut.tray_height
        x = self._bar_x + cut.bar_width if self._is_right(place) else self._inner_x
        return Rect(x, y, cut.half_width, cut.tray_height)

    def _side_tray(self, place: TrayPlace) -> Rect:
        cut = self.cut
        right = self.x + cut.width - _FRAME - cut.tray_width
        return Rect(
            right if self._is_right(place) else self.x + _FRAME,
            self._upper_y if self.is_top(place) else self._lower_y,
            cut.tray_width,
            cut.label_height + cut.point_height,
        )


def places() -> Iterator[Place]:
    """Yield every place of a board."""
    yield from (PointPlace(slot) for slot in range(1, POINTS + 1))
    yield from (TrayPlace(kind, side) for side in Side for kind in TrayKind)


def lay_out(
    width: int,
    height: int,
    *,
    contrary: bool = False,
    orientation: Orientation = UPRIGHT,
) -> Layout | None:
    """Return the handsomest board for a room, or None if none fits.

    The largest checkers win; among equals a board with its trays beside it, where
    they are nearer to a real board's.
    """
    cut = next(
        (
            grown
            for rows in range(_LARGEST_CHECKER, 0, -1)
            for cut in _cuts(rows, contrary)
            if (grown := _grow(cut, width, height)) is not None
        ),
        None,
    )
    if cut is None:
        return None
    x, y = (width - cut.width) // 2, (height - cut.height) // 2
    return Layout(cut, x, y, orientation, contrary)


def _cuts(rows: int, contrary: bool) -> Iterator[Cut]:
    """Yield the smallest boards for checkers of so many rows, the best first."""
    for checker_width in (2 * rows + 1, 2 * rows) if rows > 1 else (3,):
        for beside in (True, False) if rows > 2 else (False,):
            yield Cut(
                checker_width=checker_width,
                checker_height=rows,
                gap=1 if rows < 5 else 2,
                point_height=_STACK * rows,
                label_height=2 if contrary else 1,
                bar_width=checker_width + 2,
                band_height=_least_band(rows),
                tray_height=0 if beside else 1 if rows < 3 else 3,
                tray_width=checker_width + 2 if beside else 0,
            )


def _least_band(rows: int) -> int:
    """Return an odd number, so that dice and text lie in the middle."""
    return 3 if rows < 3 else 2 * (rows // 2) + 3


def _grow(cut: Cut, width: int, height: int) -> Cut | None:
    """Give a board the room that is left, a little to every part."""
    columns, lines = width - cut.width, height - cut.height
    if columns < 0 or lines < 0:
        return None
    rows = cut.checker_height
    gap = min(columns // 14, max(1, rows // 2))
    columns -= 14 * gap
    bar = min(columns, rows + 1)
    columns -= bar
    tray = min(columns // 2, rows) if cut.tray_width else 0
    points = min(lines // 2, max(1, rows // 2))
    band = min(lines - 2 * points, 2 * rows)
    band -= band % 2 if rows > 1 else band
    lines -= 2 * points + band
    points += min(lines // 2, 10 if rows == 1 else 3 * rows)
    return Cut(
        cut.checker_width,
        rows,
        cut.gap + gap,
        cut.point_height + points,
        cut.label_height,
        cut.bar_width + bar - bar % 2,
        cut.band_height + band,
        cut.tray_height,
        cut.tray_width + tray,
    )
