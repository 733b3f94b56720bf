"""The sizes and places of everything on the board.

Computes a layout of rectangles in cells from the available size. A terminal cell is about twice as
high as wide, so a round checker of n cells is n half rows high.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, lru_cache
from typing import NamedTuple

from textual.geometry import Region

from backgammon_tui.engine import POINTS, Place, Side
from backgammon_tui.modes.board import PLACES, BoardPlace, PointPlace, TrayPlace

MIN_WIDTH = 57
MIN_HEIGHT = 17

MAX_STACK = 5
"""Maximum number of checkers drawn on a point."""
_FRAME = 1
RIM = 1
"""The row of numbers at either edge of the board."""
MIN_CHECKER = 4
SMALL_CHECKER = 2
"""Size of checkers in pictures that are too small to play on."""
_MAX_CHECKER = 30
_MIN_POINT_HEIGHT = 6
"""Minimum height of points in rows, for three of the smallest checkers."""
_MIN_BAND = 3
_SMALL_POINT = 5
"""Height of the points of a small picture, in rows."""
_NARROW_BAR = 7
"""Width of a bar that contains the trays, in columns."""
_MIN_TRAY = 5
_LABEL = 2
"""Height of a tray's label on the bar: one line for its name, one for its side."""


class StackArea(NamedTuple):
    """The area for the checkers of a place, in cells, as wide as a checker."""

    middle: int
    """Twice the column of its middle."""
    y: int
    rows: int
    from_top: bool
    """True if stacks start at the top."""

    def within(self, rect: Region) -> StackArea:
        return self._replace(middle=self.middle - 2 * rect.x, y=self.y - rect.y)

    def max_checkers(self, size: int, unit: int) -> int:
        """Return the number of checkers that fit, at most five.

        Their size is in half rows or in pixels; a row has `unit` of them.
        """
        return max(1, min(MAX_STACK, self.rows * unit // size))

    def start(self, index: int, size: int, unit: int) -> int:
        """Return the upper edge of the checker at an index, counted from the foot."""
        if self.from_top:
            return self.y * unit + index * size
        return (self.y + self.rows) * unit - (index + 1) * size

    def shown(self, index: int, size: int, unit: int) -> int:
        return self.start(max(0, min(index, self.max_checkers(size, unit) - 1)), size, unit)


class BoardMetrics(NamedTuple):
    """The measures that all parts of a board share."""

    checker: int
    """Size of a checker: cells across, which equals half rows down."""
    gap: int
    """Cells of felt between two points."""
    margin: int
    """Cells of felt between the points and the wood."""
    point_height: int
    """Height of a point in rows, without its number."""
    bar_width: int
    band_height: int
    """Rows between the two halves of the board, for dice and stages."""
    tray_width: int
    """Width of the trays beside the board; 0 if they are on the bar."""

    @property
    def half_width(self) -> int:
        return 6 * self.checker + 5 * self.gap + 2 * self.margin

    @property
    def right_half(self) -> int:
        """The first column of the right half, counted from the left half's."""
        return self.half_width + self.bar_width

    @property
    def width(self) -> int:
        beside = self.tray_width + _FRAME if self.tray_width else 0
        return 2 * _FRAME + 2 * self.half_width + self.bar_width + beside

    @property
    def height(self) -> int:
        return 2 * (RIM + self.point_height) + self.band_height


class Fixture(Enum):
    """A part of the board that is not a place."""

    TOP_CAP = 0
    """The upper end of the bar, between the numbers of the points."""
    BOTTOM_CAP = 1
    BAND = 2
    """The strip between the halves, including the middle of the bar."""


BoardPart = BoardPlace | Fixture


@dataclass(frozen=True)
class Layout:
    """Measures placed in an area, seen from a viewpoint."""

    metrics: BoardMetrics
    x: int
    y: int
    mirrored: bool
    """True if left and right are swapped."""
    runs_against: bool
    has_hands: bool

    @cached_property
    def frame(self) -> Region:
        return Region(self.x, self.y, self.metrics.width, self.metrics.height)

    def is_top(self, place: BoardPlace) -> bool:
        if isinstance(place, PointPlace):
            return place.slot > POINTS // 2
        return place.side is Side.BLACK

    def is_right(self, side: Side) -> bool:
        return (side is Side.WHITE) is not self.mirrored

    def column(self, slot: int) -> int:
        column = slot - 13 if slot > POINTS // 2 else 12 - slot
        return 11 - column if self.mirrored else column

    def is_odd(self, place: PointPlace) -> bool:
        return (self.column(place.slot) % 2 == 0) is self.is_top(place)

    def left_margin(self, slot: int) -> int:
        return self.metrics.margin if self.column(slot) % 6 == 0 else 0

    @cached_property
    def rects(self) -> Mapping[BoardPart, Region]:
        return {part: self._measure(part) for part in (*PLACES, *Fixture)}

    def _measure(self, part: BoardPart) -> Region:
        metrics, bar = self.metrics, self._inner_x + self.metrics.half_width
        match part:
            case Fixture.BAND:
                y, width = (
                    self.y + RIM + metrics.point_height,
                    2 * metrics.half_width + metrics.bar_width,
                )
                return Region(self._inner_x, y, width, metrics.band_height)
            case Fixture():
                is_top = part is Fixture.TOP_CAP
                y = self.y if is_top else self._lower_y + metrics.point_height
                return Region(bar, y, metrics.bar_width, RIM)
            case PointPlace():
                return self._point(part)
            case TrayPlace(Place.BAR):
                labels = 0 if metrics.tray_width else _LABEL * (1 + self.has_hands)
                y = self.y + RIM + labels if self.is_top(part) else self._lower_y
                return Region(bar, y, metrics.bar_width, metrics.point_height - labels)
        return self._side_tray(part) if metrics.tray_width else self._bar_tray(part)

    def stack_room(self, place: BoardPlace) -> StackArea:
        """Return the area for the checkers of a place, without its number or caption."""
        rect, is_top = self.rects[place], self.is_top(place)
        if isinstance(place, PointPlace):
            middle = 2 * (rect.x + self.left_margin(place.slot)) + self.metrics.checker
            taken, from_top = RIM, is_top
        else:
            middle, from_top = 2 * rect.x + rect.width, is_top is not (place.kind is Place.BAR)
            has_caption = place.kind is Place.BAR and rect.height > self.metrics.checker // 2 + 2
            taken = int(has_caption)
        return StackArea(middle, rect.y + taken * is_top, rect.height - taken, from_top)

    def runs_left(self, side: Side, *, is_top: bool) -> bool:
        white_left = is_top is not self.mirrored
        return white_left is not (side is Side.BLACK and self.runs_against)

    @cached_property
    def _inner_x(self) -> int:
        trays_are_on_left = self.metrics.tray_width and self.mirrored
        return self.x + _FRAME + (self.metrics.tray_width + _FRAME if trays_are_on_left else 0)

    @cached_property
    def _lower_y(self) -> int:
        return self.y + RIM + self.metrics.point_height + self.metrics.band_height

    def _point(self, place: PointPlace) -> Region:
        metrics, column = self.metrics, self.column(place.slot)
        start = self._inner_x + (0 if column < 6 else metrics.right_half)
        left_margin, pitch = self.left_margin(place.slot), metrics.checker + metrics.gap
        tail = metrics.margin if column % 6 == 5 else metrics.gap
        return Region(
            start + metrics.margin + column % 6 * pitch - left_margin,
            self.y if self.is_top(place) else self._lower_y,
            left_margin + metrics.checker + tail,
            RIM + metrics.point_height,
        )

    def _bar_tray(self, place: TrayPlace) -> Region:
        metrics, is_hand = self.metrics, place.kind is Place.HAND
        start, rows = _LABEL * is_hand, _LABEL * (self.has_hands or not is_hand)
        rim, end = self.y + RIM, self._lower_y + metrics.point_height
        y = rim + start if self.is_top(place) else end - start - rows
        return Region(self._inner_x + metrics.half_width, y, metrics.bar_width, rows)

    def _side_tray(self, place: TrayPlace) -> Region:
        """Return a tray beside the points: off at the rim, the hand towards the middle."""
        metrics = self.metrics
        hand = metrics.point_height // 2 if self.has_hands else 0
        rows = RIM + metrics.point_height
        top, is_hand = self.is_top(place), place.kind is Place.HAND
        y = self.y if top else self._lower_y
        if is_hand is top:
            y += rows - hand if top else hand
        inner = self._inner_x + metrics.right_half + metrics.half_width
        x = self._inner_x - metrics.tray_width - _FRAME if self.mirrored else inner
        return Region(x, y, metrics.tray_width + _FRAME, hand if is_hand else rows - hand)


@lru_cache(maxsize=64)
def lay_out(
    width: int,
    height: int,
    *,
    runs_against: bool = False,
    has_hands: bool = True,
    mirrored: bool = False,
    minimum: int = MIN_CHECKER,
) -> Layout | None:
    """Return the best layout for some columns and rows, or None if none fits.

    Prefers the largest checkers of which five fit on a point, then trays beside the board.
    """
    largest = min(_MAX_CHECKER, width // (POINTS // 2))  # Half of the points are side by side.
    for checker in range(largest, minimum - 1, -1):
        for metrics in _all_metrics(checker):
            if metrics.width <= width and metrics.height <= height:
                grown = _grow(metrics, width, height)
                x, y = (width - grown.width) // 2, (height - grown.height) // 2
                return Layout(grown, x, y, mirrored, runs_against, has_hands)
    return None


def _all_metrics(checker: int) -> Iterator[BoardMetrics]:
    if checker < MIN_CHECKER:
        if checker == SMALL_CHECKER:
            yield BoardMetrics(checker, 1, 0, _SMALL_POINT, _NARROW_BAR, 1, 0)
        return
    rows = (MAX_STACK * checker + 1) // 2
    band = _MIN_BAND if checker < 7 else checker - 2
    gap = checker // 5
    bar = checker + 2
    yield BoardMetrics(checker, max(1, gap), 0, rows, bar, band, max(_MIN_TRAY, checker - 1))
    if checker == MIN_CHECKER:
        yield BoardMetrics(checker, 0, 0, _MIN_POINT_HEIGHT, _NARROW_BAR, _MIN_BAND, 0)


def _grow(metrics: BoardMetrics, width: int, height: int) -> BoardMetrics:
    columns, lines = width - metrics.width, height - metrics.height
    checker = metrics.checker
    margin = min(columns // 4, 1 + checker // 6)
    columns -= 4 * margin
    gap = min(columns // 10, checker // 3) if metrics.gap else min(columns // 10, 1)
    columns -= 10 * gap
    tray = min(columns, checker // 2) if metrics.tray_width else 0
    columns -= tray
    bar = min(columns, checker // 2)
    bar -= (metrics.bar_width + bar - checker) % 2 if bar else 0
    full = (MAX_STACK * checker + 1) // 2 - metrics.point_height
    points = min(lines // 2, max(full, 0))
    lines -= 2 * points
    band = min(lines, checker if checker >= 5 else 1)
    lines -= band
    points += min(lines // 2, checker // 2)
    return metrics._replace(
        gap=metrics.gap + gap,
        margin=margin,
        point_height=metrics.point_height + points,
        bar_width=metrics.bar_width + bar,
        band_height=metrics.band_height + band,
        tray_width=metrics.tray_width + tray,
    )
