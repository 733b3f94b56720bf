"""The checkers that slide after a change, and their places on the way.

Screens need not announce a move; two views that differ by a few checkers are enough.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from backgammon_tui.engine import Place, Side
from backgammon_tui.modes.board import (
    PLACES,
    BoardPlace,
    BoardView,
    PlaceView,
    PointPlace,
    TrayPlace,
)
from backgammon_tui.tui.board.canvas import RenderContext

SLIDE_SECONDS = 0.24
APART_SECONDS = 0.05
"""Delay between the starts of two slides, in seconds."""
_MAX_MOVING = 8
"""Maximum number of checkers that slide; more are not a move but a different board."""


class Slide(NamedTuple):
    """One sliding checker, in the units of the drawing layer."""

    side: Side
    start: tuple[int, int]
    end: tuple[int, int]
    delay: float
    """Seconds until it starts."""

    def at(self, seconds: float) -> tuple[int, int]:
        """Return the place after a time; the slide starts and ends gently."""
        part = min(1.0, max(0.0, (seconds - self.delay) / SLIDE_SECONDS))
        eased = part * part * (3 - 2 * part)
        (x, y), (to_x, to_y) = self.start, self.end
        return round(x + (to_x - x) * eased), round(y + (to_y - y) * eased)


Flying = tuple[tuple[Side, int, int], ...]
"""Sliding checkers with their upper left corners."""


class Motion(NamedTuple):
    """All checkers that slide at the same time."""

    slides: tuple[Slide, ...]
    arriving: Counter[BoardPlace]
    """Number of checkers still on their way to each place."""

    def at(self, seconds: float) -> Flying:
        return tuple((slide.side, *slide.at(seconds)) for slide in self.slides)

    @property
    def seconds(self) -> float:
        return SLIDE_SECONDS + APART_SECONDS * (len(self.slides) - 1)


Locate = Callable[[BoardPlace, int], tuple[int, int]]
"""A function from a place and an index in its stack, 0 at the foot, to a place on the screen."""


def motion(before: BoardView, after: BoardView, spot: Locate) -> Motion | None:
    """Return the slides from one view to the next, or None if there are none."""
    slides: list[Slide] = []
    arriving: Counter[BoardPlace] = Counter()
    for side in Side:
        had, has = _checkers(before, side), _checkers(after, side)
        origins, targets = sorted((had - has).elements()), sorted((has - had).elements())
        if len(origins) != len(targets) or len(origins) > _MAX_MOVING:
            return None
        left: Counter[BoardPlace] = Counter()
        for (_, origin), (_, target) in zip(origins, targets, strict=True):
            left[origin] += 1
            arriving[target] += 1
            start = spot(origin, _total(before.at(origin)) - left[origin])
            end = spot(target, _total(after.at(target)) - arriving[target])
            slides.append(Slide(side, start, end, APART_SECONDS * len(slides)))
    return Motion(tuple(slides), arriving) if slides else None


def without(view: PlaceView, count: int) -> PlaceView:
    left = max(0, view.count - count)
    return view._replace(count=left, side=view.side if left else None, last_in=0)


def _checkers(view: BoardView, side: Side) -> Counter[tuple[float, BoardPlace]]:
    """Count a side's checkers on each place, with the place's rank on the way home."""
    counts: Counter[tuple[float, BoardPlace]] = Counter()
    for place in PLACES:
        seen = view.at(place)
        if isinstance(place, PointPlace):
            owner, rank = seen.side, float(place.slot)
        else:
            owner, rank = place.side, _RANKS[place]
        if count := seen.count * (owner is side) + (seen.trapped is side):
            counts[rank, place] = count
    return counts


_RANKS = {
    TrayPlace(Place.HAND, Side.WHITE): 26,
    TrayPlace(Place.HAND, Side.BLACK): -1,
    TrayPlace(Place.BAR, Side.WHITE): 25,
    TrayPlace(Place.BAR, Side.BLACK): 0,
    TrayPlace(Place.OFF, Side.WHITE): 0.5,
    TrayPlace(Place.OFF, Side.BLACK): 25.5,
}
"""The ranks of the trays on the way home; the ranks of points are their numbers."""


def _total(view: PlaceView) -> int:
    return view.count + (view.trapped is not None)


def cell_spot(context: RenderContext, place: BoardPlace, index: int) -> tuple[int, int]:
    room, size = context.layout.stack_room(place), context.metrics.checker
    return 2 * ((room.middle - size) // 2), room.shown(index, size, 2)
