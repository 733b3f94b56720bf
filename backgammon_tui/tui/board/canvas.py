"""A small picture made of quarter cells, and the cells a terminal shows for it.

A terminal cell holds one character in two colours. Quadrant characters cut it in
four, so that shapes can be painted at twice the resolution of the text; where more
than two paints meet in a cell, the two that cover most of it win.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from backgammon_tui.tui.board.paint import Paint

QUADRANTS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""Characters by the sum of the quarters filled: 1 and 2 above, 4 and 8 below."""


EIGHTHS = " ▏▎▍▌▋▊▉█"
"""Characters by the eighths of a cell that they fill from the left."""
LEFT_HALF, RIGHT_HALF = "▌▐"


class Cell(NamedTuple):
    """One terminal cell."""

    character: str
    ink: Paint
    ground: Paint
    bold: bool = False


@dataclass(frozen=True)
class Sprite:
    """A shape to be stamped on a canvas: for each row, runs of opaque quarter cells."""

    runs: tuple[tuple[int, int, bytes], ...]
    """Row, first column and paints of each run."""

    @classmethod
    def of(cls, rows: list[bytearray]) -> Sprite:
        """Make a sprite of rows of paints, `CLEAR` where it is see-through."""
        runs: list[tuple[int, int, bytes]] = []
        for y, row in enumerate(rows):
            x = 0
            while x < len(row):
                end = x
                while end < len(row) and row[end]:
                    end += 1
                if end > x:
                    runs.append((y, x, bytes(row[x:end])))
                x = end + 1
        return cls(tuple(runs))


class Canvas:
    """A picture under construction; sizes and places are in cells."""

    def __init__(self, width: int, height: int, ground: Paint, *, blocks: bool = True) -> None:
        """Start with a plain ground.

        Args:
            width: In cells.
            height: In rows.
            ground: What everything is painted with at first.
            blocks: Whether quadrant characters may be used; if not, each cell takes
                the one paint that covers most of it.

        """
        self.width = width
        self.height = height
        self.blocks = blocks
        self._pixels = [bytearray([ground]) * (2 * width) for _ in range(2 * height)]
        self._texts: dict[tuple[int, int], Cell] = {}

    def fill(self, x: int, y: int, width: int, height: int, paint: Paint) -> None:
        """Paint a rectangle, and wipe what was written there."""
        for row in self._pixels[2 * y : 2 * (y + height)]:
            row[2 * x : 2 * (x + width)] = bytes([paint]) * (2 * width)
        self.wipe(x, y, width, height)

    def wipe(self, x: int, y: int, width: int, height: int) -> None:
        """Take the writing out of a rectangle."""
        for place in [
            (column, row)
            for column, row in self._texts
            if x <= column < x + width and y <= row < y + height
        ]:
            del self._texts[place]

    def stamp(self, sprite: Sprite, x: int, half_row: int) -> None:
        """Paint a sprite with its upper left corner at a cell, in half rows from above."""
        left, top = 2 * x, half_row
        for row, column, paints in sprite.runs:
            start = left + column
            self._pixels[top + row][start : start + len(paints)] = paints

    def write(
        self,
        x: int,
        y: int,
        text: str,
        ink: Paint,
        ground: Paint = Paint.CLEAR,
        *,
        bold: bool = False,
    ) -> None:
        """Write a line of single-cell characters; spaces too replace what is there."""
        if ground is not Paint.CLEAR:
            self.fill(x, y, len(text), 1, ground)
        for column, character in enumerate(text, x):
            self._texts[column, y] = Cell(character, ink, Paint.CLEAR, bold)

    def edge(self, x: int, y: int, character: str, ink: Paint) -> None:
        """Draw a character that leaves part of what is painted in its cell to be seen."""
        self.put(x, y, Cell(character, ink, _ground(*self._quarters(x, y))))

    def put(self, x: int, y: int, cell: Cell) -> None:
        """Set a whole cell, whatever is painted there."""
        self._texts[x, y] = cell

    def rows(self) -> list[list[Cell]]:
        """Return the picture as terminal cells, row by row."""
        width, texts, blocks = self.width, self._texts, self.blocks
        result: list[list[Cell]] = []
        for y in range(self.height):
            upper, lower = self._pixels[2 * y], self._pixels[2 * y + 1]
            row = [
                _cell(upper[x], upper[x + 1], lower[x], lower[x + 1], blocks)
                for x in range(0, 2 * width, 2)
            ]
            result.append(row)
        for (x, y), cell in texts.items():
            ground = cell.ground or _ground(*self._quarters(x, y))
            result[y][x] = cell._replace(ground=ground)
        return result

    def _quarters(self, x: int, y: int) -> tuple[int, int, int, int]:
        upper, lower = self._pixels[2 * y], self._pixels[2 * y + 1]
        return upper[2 * x], upper[2 * x + 1], lower[2 * x], lower[2 * x + 1]


@lru_cache(maxsize=4096)
def _ground(*quarters: int) -> Paint:
    """The paint that covers most of a cell."""
    return Paint(Counter(quarters).most_common(1)[0][0])


@lru_cache(maxsize=4096)
def _cell(a: int, b: int, c: int, d: int, blocks: bool) -> Cell:
    quarters = _two_paints((a, b, c, d))
    common = Counter(sorted(quarters)).most_common(2)
    ground = Paint(common[0][0])
    if len(common) == 1 or not blocks:
        return Cell(" ", ground, ground)
    ink = Paint(common[1][0])
    mask = sum(1 << bit for bit, quarter in enumerate(quarters) if quarter != ground)
    return Cell(QUADRANTS[mask], ink, ground)


def _two_paints(quarters: tuple[int, ...]) -> tuple[int, ...]:
    """Merge what lies below and what lies above, so that outlines stay sharp."""
    if len(set(quarters)) <= 2:
        return quarters
    below = Counter(quarter for quarter in quarters if quarter <= Paint.BAND)
    above = Counter(quarter for quarter in quarters if quarter > Paint.BAND)
    if not below or not above:
        return quarters
    return tuple(
        (below if quarter <= Paint.BAND else above).most_common(1)[0][0] for quarter in quarters
    )
