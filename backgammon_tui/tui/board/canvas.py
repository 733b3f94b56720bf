"""A small picture of quarter cells, and the characters that are written on it."""

from __future__ import annotations

from typing import NamedTuple

from backgammon_tui.tui.board.fit import Cell, fit, mix

OPAQUE = 256
"""How much a pixel covers at most."""


class Pixel(NamedTuple):
    """A coloured quarter of a cell, counted from the upper left of its sprite."""

    row: int
    column: int
    color: int
    cover: int
    """How much of what lies below is hidden, from 1 to `OPAQUE`."""


Sprite = tuple[Pixel, ...]
"""A shape to be stamped on a canvas."""


class Letter(NamedTuple):
    """A character written into a cell."""

    character: str
    ink: int
    ground: int | None
    """None for what is painted there."""
    bold: bool


class Canvas:
    """A picture under construction; places and sizes are in cells, colours 0xRRGGBB."""

    __slots__ = ("blends", "blocks", "height", "letters", "pixels", "width")

    def __init__(
        self, width: int, height: int, ground: int, *, blends: bool = True, blocks: bool = True
    ) -> None:
        """Start with a plain ground.

        Where colours may not be mixed `blends` is false, where a cell has one colour `blocks`.
        """
        self.width, self.height = width, height
        self.blends, self.blocks = blends, blocks
        self.pixels = [[ground] * (2 * width) for _ in range(2 * height)]
        self.letters: dict[tuple[int, int], Letter] = {}

    def copy(self) -> Canvas:
        """The same picture, to paint more on it."""
        other = Canvas(0, 0, 0, blends=self.blends, blocks=self.blocks)
        other.width, other.height = self.width, self.height
        other.pixels = [row[:] for row in self.pixels]
        other.letters = dict(self.letters)
        return other

    def fill(self, x: int, y: int, width: int, height: int, color: int) -> None:
        """Paint a rectangle of cells, over what was written there, too."""
        self.paint(2 * x, 2 * y, 2 * width, 2 * height, color)
        for column in range(x, x + width):
            for row in range(y, y + height):
                self.letters.pop((column, row), None)

    def paint(self, column: int, row: int, width: int, height: int, color: int) -> None:
        """Paint a rectangle of quarter cells."""
        for line in self.pixels[row : row + height]:
            line[column : column + width] = [color] * width

    def stamp(self, sprite: Sprite, column: int, row: int) -> None:
        """Paint a sprite with its upper left at a quarter cell; what lies outside is lost."""
        pixels, width, height = self.pixels, 2 * self.width, 2 * self.height
        for down, across, color, cover in sprite:
            x, y = column + across, row + down
            if 0 <= x < width and 0 <= y < height:
                line = pixels[y]
                line[x] = color if cover == OPAQUE else mix(line[x], color, cover)
        if self.letters:
            for down, across, _, _ in sprite:
                self.letters.pop((column + across >> 1, row + down >> 1), None)

    def write(
        self, x: int, y: int, text: str, ink: int, ground: int | None = None, *, bold: bool = False
    ) -> None:
        """Write a line of single-cell characters; spaces replace what is there, too."""
        for column, character in enumerate(text, x):
            self.letters[column, y] = Letter(character, ink, ground, bold)

    def row(self, y: int) -> list[Cell]:
        """One row as terminal cells."""
        upper, lower, blends, letters = (
            self.pixels[2 * y],
            self.pixels[2 * y + 1],
            self.blends,
            self.letters,
        )
        quarters = zip(upper[::2], upper[1::2], lower[::2], lower[1::2], strict=True)
        if self.blocks:
            cells = [fit(a, b, c, d, blends) for a, b, c, d in quarters]
        else:
            cells = [Cell(" ", ground, ground) for ground in map(_ground, quarters)]
        if letters:
            for x in range(self.width):
                letter = letters.get((x, y))
                if letter is not None:
                    ground = letter.ground
                    if ground is None:
                        at = 2 * x
                        ground = _ground((upper[at], upper[at + 1], lower[at], lower[at + 1]))
                    cells[x] = Cell(letter.character, letter.ink, ground, letter.bold)
        return cells

    def rows(self) -> list[list[Cell]]:
        """The whole picture as terminal cells."""
        return [self.row(y) for y in range(self.height)]


def _ground(quarters: tuple[int, int, int, int]) -> int:
    """What a letter stands on: the colour of most of its cell, or the brightest."""
    return max(quarters, key=lambda color: (quarters.count(color), color))
