"""Checkers as shapes: round, with a rim, a groove and a shaded lower edge."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from backgammon_tui.engine.position import Side
from backgammon_tui.tui.board.canvas import Sprite
from backgammon_tui.tui.board.paint import Paint


class Finish(Enum):
    """How a checker is shown."""

    PLAIN = 0
    LIT = 1
    PICKED = 2
    BLOCKED = 3
    LAST_IN = 4
    TRAPPED = 5
    GHOST_OUT = 6
    GHOST_IN = 7
    TARGET = 8
    HIT = 9
    TRAP = 10

    @property
    def is_hollow(self) -> bool:
        """Whether only an outline is drawn: there is no checker, or soon none."""
        return self in _HOLLOW


_HOLLOW = frozenset({Finish.GHOST_OUT, Finish.GHOST_IN, Finish.TARGET, Finish.HIT, Finish.TRAP})

RIMS = {
    Finish.LIT: Paint.LIT,
    Finish.PICKED: Paint.PICKED,
    Finish.BLOCKED: Paint.BLOCKED,
    Finish.GHOST_OUT: Paint.GHOST,
    Finish.GHOST_IN: Paint.TARGET,
    Finish.TARGET: Paint.TARGET,
    Finish.HIT: Paint.TARGET,
    Finish.TRAP: Paint.TARGET,
}
"""The paint of the rim where it is not the side's own."""


@dataclass(frozen=True)
class Coat:
    """The paints of one side's checkers."""

    face: Paint
    next: Paint
    """The face of every other checker where they touch without a rim."""
    rim: Paint
    shade: Paint
    ring: Paint
    ink: Paint


COATS = {
    Side.WHITE: Coat(
        Paint.WHITE_FACE,
        Paint.WHITE_NEXT,
        Paint.WHITE_RIM,
        Paint.WHITE_SHADE,
        Paint.WHITE_RING,
        Paint.WHITE_INK,
    ),
    Side.BLACK: Coat(
        Paint.BLACK_FACE,
        Paint.BLACK_NEXT,
        Paint.BLACK_RIM,
        Paint.BLACK_SHADE,
        Paint.BLACK_RING,
        Paint.BLACK_INK,
    ),
}

_ROUND, _LARGE_ROUND = 0.93, 0.98
"""Squared radius of the outline; a little under 1 keeps small discs from being square."""
_GROOVE = (0.2, 0.4)
"""Squared radii between which the groove lies."""
_SEED = 0.12
"""Squared radius of the dot of its colour in a checker that is yet to arrive."""
_SMALL_CORE = 0.37
"""Squared radius of the middle of a checker too small for a groove."""


@lru_cache(maxsize=1024)
def disc(width: int, height: int, side: Side, finish: Finish) -> Sprite:
    """Return the picture of one checker.

    Args:
        width: In cells.
        height: In rows.
        side: Whose checker it is.
        finish: How it is to be shown.

    """
    return _Checker(width, height, COATS[side], finish).sprite()


@dataclass(frozen=True)
class _Checker:
    """A checker to be painted, quarter cell by quarter cell."""

    width: int
    height: int
    coat: Coat
    finish: Finish

    def sprite(self) -> Sprite:
        rows = [bytearray(2 * self.width) for _ in range(2 * self.height)]
        for y, row in enumerate(rows):
            for x in range(2 * self.width):
                if self._covers(x, y):
                    row[x] = self._hollow(x, y) if self.finish.is_hollow else self._solid(x, y)
        return Sprite.of(rows)

    def _hollow(self, x: int, y: int) -> Paint:
        if self._is_edge(x, y):
            return RIMS.get(self.finish, self.coat.face)
        if self.finish is Finish.GHOST_IN and self._inner_radius(x, y) <= _SEED:
            return self.coat.face
        return Paint.CLEAR

    def _solid(self, x: int, y: int) -> Paint:
        return self._small(x, y) if self.height <= 2 else self._large(x, y)

    def _small(self, x: int, y: int) -> Paint:
        coat, finish, rim = self.coat, self.finish, RIMS.get(self.finish)
        radius = self._inner_radius(x, y)
        if radius > _SMALL_CORE:
            return rim or (coat.shade if y == 2 * self.height - 1 else coat.face)
        if finish is Finish.PICKED and abs(x + 0.5 - self.width) >= 1:
            return Paint.PICKED
        if finish is Finish.LAST_IN and radius <= _SEED:
            return Paint.LAST
        return coat.ring if rim is None else coat.face

    def _large(self, x: int, y: int) -> Paint:
        coat, finish = self.coat, self.finish
        radius = self._inner_radius(x, y)
        low, high = _GROOVE
        if finish is Finish.PICKED and radius > low:
            return Paint.PICKED
        if self._is_edge(x, y):
            return RIMS.get(finish) or (coat.shade if y >= self.height else coat.rim)
        if finish is Finish.LAST_IN and radius <= _SEED / 2:
            return Paint.LAST
        return coat.ring if low <= radius <= high else coat.face

    def _covers(self, x: int, y: int) -> bool:
        inside = 0 <= x < 2 * self.width and 0 <= y < 2 * self.height
        return inside and self._radius(x, y) <= (_ROUND if self.height < 5 else _LARGE_ROUND)

    def _is_edge(self, x: int, y: int) -> bool:
        """Whether the outside is near: half rows up and down, whole cells to the sides."""
        thick = 1 + self.height // 5
        near = ((2 * thick - 1, 0), (1 - 2 * thick, 0), (0, thick), (0, -thick))
        return not all(self._covers(x + columns, y + rows) for columns, rows in near)

    def _inner_radius(self, x: int, y: int) -> float:
        """The same for both quarters in a row of a cell, so that two colours do for it."""
        return self._radius(x | 1 if x < self.width else x & ~1, y)

    def _radius(self, x: int, y: int) -> float:
        """The squared distance from the middle, 1 at the outline."""
        u = (x + 0.5 - self.width) / self.width
        v = (y + 0.5 - self.height) / self.height
        return u * u + v * v
