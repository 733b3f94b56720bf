"""Walking with the arrows: where places of the board lie, and what comes next."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TypeVar

from backgammon_tui.engine import POINTS, Place, Rules, Side
from backgammon_tui.tui.inputs import Key
from backgammon_tui.values import NamedTuple

Spot = tuple[float, float]
"""Where something lies on the screen, in points across and rows down."""

T = TypeVar("T")


def lit_after(lit: int | None, key: Key, many: int) -> int:
    """Which of many answers an arrow leads to; where none was lit the first, or the last."""
    by = 1 if key in (Key.DOWN, Key.RIGHT) else -1
    return min(by, 0) % many if lit is None else (lit + by) % many


def nearest(start: T, spots: Mapping[T, Spot], key: Key) -> T:
    """What lies nearest to something in the direction of an arrow; that itself if nothing does."""
    ahead = {other: _distance(spots[start], spots[other], key) for other in spots}
    near = {other: distance for other, distance in ahead.items() if distance is not None}
    return min(near, key=lambda other: near[other], default=start)


def _distance(start: Spot, end: Spot, key: Key) -> float | None:
    """How far a spot is in a direction; None if it lies the other way."""
    across, down = end[0] - start[0], end[1] - start[1]
    sideways = key in (Key.LEFT, Key.RIGHT)
    ahead, aside = (across, down) if sideways else (down, across)
    if key in (Key.LEFT, Key.UP):
        ahead = -ahead
    # Along a row the arrows stay in it as long as they can.
    return ahead + abs(aside) * (30 if sideways else 1) if ahead > 0 else None


class Ground(NamedTuple):
    """The board as one side sees its places on the screen."""

    rules: Rules
    side: Side
    turned: bool
    mirrored: bool

    def neighbour(self, place: int, places: Collection[int], key: Key) -> int:
        """The nearest of some places in the direction of an arrow; the place itself if none."""
        return nearest(place, {other: self.spot(other) for other in {*places, place}}, key)

    def spot(self, place: int) -> Spot:
        """Where a place lies."""
        if 1 <= place <= POINTS:
            slot = place if self.side is Side.WHITE else self.rules.across(place)
            column, y = (slot - 13, 0.0) if slot > 12 else (12 - slot, 1.0)
            x = column + (1.0 if column > 5 else 0.0)
        else:
            x = _TRAYS[Place(place)]
            y = 1.0 if self.side is Side.WHITE else 0.0
        if self.turned:
            x, y = 12.0 - x, 1.0 - y
        return (12.0 - x if self.mirrored else x), y


_TRAYS = {Place.HAND: -1.0, Place.BAR: 6.0, Place.OFF: 13.0}
"""Where the trays lie, in points from the left."""
