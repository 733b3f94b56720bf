"""A small picture made of quarter cells and letters: its characters, colours and terminal text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property, lru_cache
from itertools import groupby, repeat
from operator import itemgetter
from typing import Final, NamedTuple, Self

from rich.color import Color
from rich.segment import Segment
from rich.style import Style

from backgammon_tui.engine import Side
from backgammon_tui.modes.board import CheckerState
from backgammon_tui.tui.board.geometry import BoardMetrics, Layout
from backgammon_tui.tui.textual_internals import ClearStyle

QUADRANTS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""Characters by the sum of the filled quarters: 1 and 2 at the top, 4 and 8 at the bottom."""

_SPLITS = (3, 5, 6, 1, 2, 4, 8)
"""Every way to split a cell into two groups, by the quarters of one of them."""
_QUARTERS = {mask: tuple(i for i in range(4) if mask >> i & 1) for mask in range(16)}
_HALF_AT_HEAD = (5, 6)
"""Splits with both foreground and background in the upper half."""
_INKED_AT_HEAD = {
    character: 0 if mask & 1 else 1
    for mask, character in enumerate(QUADRANTS)
    if mask & 3 in (1, 2)
}
"""Characters with foreground in exactly one upper quarter, and which one it is."""
_INVERSE = dict(zip(QUADRANTS, reversed(QUADRANTS), strict=True))
_ALIKE = 260
"""Squared distance above which two colours in a cell are worth a character."""


class Cell(NamedTuple):
    """A terminal cell; colours are 0xRRGGBB."""

    character: str
    ink: int
    ground: int
    is_bold: bool = False


@lru_cache(maxsize=2048)
def fit(a: int, b: int, c: int, d: int, blends: bool = True) -> Cell:
    """Return the cell closest to four colours: the upper two, then the lower two.

    Mirrored input gives a mirrored cell. The upper half is background if possible, because many
    terminals draw block characters a pixel too low, which exposes the background.
    """
    if a == b and c == d:
        return Cell("▄", c, a) if a != c else Cell(" ", a, a)
    if a == c and b == d:
        return Cell("▌", a, b) if a < b else Cell("▐", b, a)
    if (b, a, d, c) < (a, b, c, d):
        mirrored = fit(b, a, d, c, blends)
        mask = QUADRANTS.index(mirrored.character)
        swapped = (mask & 5) << 1 | (mask & 10) >> 1
        return mirrored._replace(character=QUADRANTS[swapped])
    if len({a, b, c, d}) == 2:
        other = d if d != a else c if c != a else b
        mask = (b == other) << 1 | (c == other) << 2 | (d == other) << 3
        if a == b or mask.bit_count() == 1 or other > a:
            return Cell(QUADRANTS[mask], other, a)
        return Cell(QUADRANTS[15 - mask], a, other)
    quarters = a, b, c, d
    best = _best_split(quarters)
    inked, left = _group(quarters, best, blends), _group(quarters, 15 - best, blends)
    if blends and distance(inked, left) < _ALIKE:
        whole = mix(inked, left, 128)
        return Cell(" ", whole, whole)
    if best & 3 == 3 or (best in _HALF_AT_HEAD and inked < left):
        best, inked, left = 15 - best, left, inked
    return Cell(QUADRANTS[best], inked, left)


@lru_cache(maxsize=2048)
def _below(cell: Cell, above: tuple[int, int]) -> Cell:
    """Swap foreground and background if that joins similar colours at the upper edge."""
    side = _INKED_AT_HEAD.get(cell.character)
    if side is None or distance(above[side], cell.ground) <= distance(above[1 - side], cell.ink):
        return cell
    return Cell(_INVERSE[cell.character], cell.ground, cell.ink)


def _best_split(quarters: tuple[int, int, int, int]) -> int:
    """Return the split with the least squared error; unrolled for speed."""
    gains = [0.0] * len(_SPLITS)
    upper_left, upper_right, lower_left, lower_right = quarters
    for shift in (0, 8, 16):
        a, b = upper_left >> shift & 255, upper_right >> shift & 255
        c, d = lower_left >> shift & 255, lower_right >> shift & 255
        whole = a + b + c + d
        for index, part in enumerate((a + b, a + c, b + c)):
            gains[index] += (part * part + (whole - part) ** 2) / 2
        for index, part in enumerate((a, b, c, d), 3):
            gains[index] += part * part + (whole - part) ** 2 / 3
    return _SPLITS[gains.index(max(gains))]


def _group(quarters: tuple[int, int, int, int], mask: int, blends: bool) -> int:
    """Return one colour for a group: the most common one, because a mean would look muddy."""
    colors = tuple(map(quarters.__getitem__, _QUARTERS[mask]))
    common = most_common(colors)
    if not blends or colors.count(common) * 2 > len(colors):
        return common
    return average(colors)


def most_common(colors: Sequence[int]) -> int:
    common = max(colors)
    for color in colors:
        if (colors.count(color), color) > (colors.count(common), common):
            common = color
    return common


def average(colors: Sequence[int]) -> int:
    count, red, green, blue = len(colors), 0, 0, 0
    for color in colors:
        red += color >> 16
        green += color >> 8 & 255
        blue += color & 255
    return red // count << 16 | green // count << 8 | blue // count


@lru_cache(maxsize=2048)
def mix(under: int, over: int, part: int) -> int:
    """Mix two colours; `part`, from 0 to 256, is the weight of the second."""
    rest = 256 - part
    odd = (under & 0xFF00FF) * rest + (over & 0xFF00FF) * part
    even = (under & 0x00FF00) * rest + (over & 0x00FF00) * part
    return (odd >> 8 & 0xFF00FF) | (even >> 8 & 0x00FF00)


def distance(color: int, other: int) -> int:
    red, green = (color >> 16) - (other >> 16), (color >> 8 & 255) - (other >> 8 & 255)
    blue = (color & 255) - (other & 255)
    return red * red + green * green + blue * blue


def contrast(color: int, other: int) -> float:
    """Return the contrast of two colours from 1 to 21, as defined by WCAG 2."""
    luminances = []
    for bytes_of_color in (color.to_bytes(3), other.to_bytes(3)):
        luminance = 0.0
        for byte, weight in zip(bytes_of_color, (0.2126, 0.7152, 0.0722), strict=True):
            part = byte / 255
            luminance += weight * (
                part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
            )
        luminances.append(luminance)
    darker, lighter = sorted(luminances)
    return (lighter + 0.05) / (darker + 0.05)


OPAQUE = 256
"""The cover of a pixel that hides everything below it."""


class Pixel(NamedTuple):
    """A coloured quarter of a cell, counted from the upper left of its sprite."""

    row: int
    column: int
    color: int
    cover: int
    """Share of the pixel below that is hidden, from 1 to `OPAQUE`."""


Sprite = tuple[Pixel, ...]

Letter = tuple[str, int, int | None, bool]
"""A character in a cell, its foreground, its background if any, and True for bold."""


CLEAR = -1
"""The background of a transparent cell."""
_NOTHING = Cell(" ", CLEAR, CLEAR)


class Canvas:
    """A picture under construction; places and sizes are in cells, colours 0xRRGGBB."""

    __slots__ = (
        "above",
        "blends",
        "blocks",
        "height",
        "is_transparent",
        "letters",
        "pixels",
        "width",
    )

    def __init__(self, width: int, height: int, ground: int, *, blends: bool, blocks: bool) -> None:
        """Start with a plain background.

        `blends` is False if colours must not be mixed; `blocks` is True if a cell can have only one
        colour.
        """
        self.width, self.height = width, height
        self.blends, self.blocks = blends, blocks
        self.is_transparent = False
        """True if only letters are drawn, on top of pictures under the cells."""
        self.pixels = [[ground] * (2 * width) for _ in range(2 * height)]
        self.above = [ground] * (2 * width)
        """The pixels that the first row is drawn to join, whatever is really above it."""
        self.letters: dict[tuple[int, int], Letter] = {}

    def copy(self) -> Canvas:
        """Copy the picture; what is above it stays the same."""
        other = copy(self)
        other.pixels, other.letters = [*map(list.copy, self.pixels)], {**self.letters}
        return other

    def paint(self, column: int, row: int, width: int, height: int, color: int) -> None:
        for line in self.pixels[row : row + height]:
            line[column : column + width] = [color] * width

    def stamp(self, sprite: Sprite, column: int, row: int) -> None:
        """Paint a sprite with its upper left corner at a quarter cell, clipped to the canvas."""
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
        for column, character in enumerate(text, x):
            self.letters[column, y] = character, ink, ground, bold

    def cells(self) -> list[list[Cell]]:
        """Return the picture as rows of cells."""
        pixels, above = [*map(tuple, self.pixels)], tuple(self.above)
        if self.is_transparent:
            rows = [[_NOTHING] * self.width for _ in range(self.height)]
        else:
            joined = (above, *pixels[1:-1:2]) if self.blocks else [()] * self.height
            halves = joined, pixels[::2], pixels[1::2], repeat(self.blends), repeat(self.blocks)
            rows = [*map(list, map(_row, *halves))]
        for (column, row), (character, ink, ground, is_bold) in self.letters.items():
            if 0 <= column < self.width and 0 <= row < self.height:
                if ground is None:
                    at = slice(2 * column, 2 * column + 2)
                    below = pixels[2 * row][at] + pixels[2 * row + 1][at]
                    ground = CLEAR if self.is_transparent else most_common(below)
                rows[row][column] = Cell(character, ink, ground, is_bold)
        return rows


@lru_cache(maxsize=1024)
def _row(
    above: tuple[int, ...],
    upper: tuple[int, ...],
    lower: tuple[int, ...],
    blends: bool,
    blocks: bool,
) -> tuple[Cell, ...]:
    """Return a row without letters, from its quarters and those just above it.

    Cached, because most rows of a board equal others.
    """
    quarters = upper[::2], upper[1::2], lower[::2], lower[1::2]
    if not blocks:
        grounds = map(most_common, zip(*quarters, strict=True))
        return tuple(Cell(" ", ground, ground) for ground in grounds)
    line = map(fit, *quarters, repeat(blends))
    if above:
        line = map(_below, line, zip(above[::2], above[1::2], strict=True))
    return tuple(line)


# ---- the terminal and the theme


_LETTERS = {Side.WHITE: "O", Side.BLACK: "X"}

_BRACKETS = {
    CheckerState.MOVABLE: "‹›",
    CheckerState.PICKED: "«»",
    CheckerState.BLOCKED: "##",
    CheckerState.LAST_IN: "··",
    CheckerState.TRAPPED: "!!",
    CheckerState.GHOST_OUT: "()",
    CheckerState.PLAIN: "()",
}
_SIGNS = {
    CheckerState.HIT: "*",
    CheckerState.TRAP: "^",
    CheckerState.TARGET: " ",
    CheckerState.GHOST_OUT: " ",
}


class RenderOptions(NamedTuple):
    """The characters and colours that the terminal supports."""

    ascii: bool = False
    """True if only ASCII characters may be used, which the app writes for other signs."""
    letters: bool = False
    """True if every checker shows its side's letter, O or X.

    For 16 colours, because faces alone are not distinct enough.
    """
    colorless: bool = False
    """True without colours, so shapes must be characters."""
    blends: bool = True
    """True if colours may be mixed, which requires true colour."""
    is_transparent: bool = False
    """True if pictures are under the text and everything else is transparent."""

    @property
    def is_text(self) -> bool:
        return self.ascii or self.colorless

    @property
    def has_letters(self) -> bool:
        return self.letters or self.is_text

    def brackets(self, state: CheckerState) -> str:
        is_dotted = state is CheckerState.LAST_IN and self.ascii
        return ".." if is_dotted else _BRACKETS.get(state, "[]")

    def core(self, side: Side, state: CheckerState) -> str:
        plain = _LETTERS[side] if self.has_letters else " "
        return _SIGNS.get(state) or plain


ColorRole = IntEnum(
    "ColorRole",
    "WOOD WOOD_LIGHT WOOD_DARK FELT POINT_ODD POINT_EVEN POINT_TIP POINT_EDGE POINT_CURSOR TRAY"
    " INK INK_DIM WHITE_FACE WHITE_LIGHT WHITE_DARK WHITE_RIM WHITE_INK WHITE_LIT WHITE_TARGET"
    " BLACK_FACE BLACK_LIGHT BLACK_DARK BLACK_RIM BLACK_INK BLACK_LIT BLACK_TARGET LIT LIT_INK"
    " TARGET HOLLOW HOLLOW_GROUND LAST BLOCKED TRAPPED BAND_INK BAND_DIM CHIP CHIP_INK DONE LOST",
    start=0,
)
"""A colour by its use, with a theme variable of the same name, such as `board-wood`.

The edge of points is invisible if it has the felt's colour. Lit is what can move now, a target is
where it can go; a hollow checker is about to leave; last is what moved in the last turn; a chip is
a number yet to be played.
"""

MARKS: Final = {
    "board--white-origin": ColorRole.WHITE_LIT,
    "board--black-origin": ColorRole.BLACK_LIT,
    "board--white-target": ColorRole.WHITE_TARGET,
    "board--black-target": ColorRole.BLACK_TARGET,
    "board--target": ColorRole.TARGET,
    "board--leaving": ColorRole.HOLLOW,
    "board--last": ColorRole.LAST,
    "board--blocked": ColorRole.BLOCKED,
    "board--trapped": ColorRole.TRAPPED,
    "board--cursor": ColorRole.POINT_CURSOR,
}
"""The component classes whose `color` marks checkers and points."""

_VARIABLES: Final = [f"board-{role.name.lower().replace('_', '-')}" for role in ColorRole]
_CHARACTER, _STYLE = itemgetter(0), itemgetter(1, 2, 3)


class Palette(tuple[int, ...]):
    """A colour for every use, as 0xRRGGBB."""

    def __new__(cls, variables: Mapping[str, str], marks: Mapping[ColorRole, int] = {}) -> Self:
        """Take the colours of a theme, and those of marks from a style sheet."""
        theme = (int(variables[name][1:], 16) for name in _VARIABLES)
        return super().__new__(cls, map(marks.get, ColorRole, theme))

    @cached_property
    def blends(self) -> bool:
        return self[ColorRole.POINT_EDGE] == self[ColorRole.FELT]


def segments_of(row: Sequence[Cell]) -> list[Segment]:
    return [
        Segment("".join(map(_CHARACTER, cells)), style(*key)) for key, cells in groupby(row, _STYLE)
    ]


@lru_cache(maxsize=512)  # Each takes 2 kB, and sliding checkers mix many colours.
def style(ink: int, ground: int, bold: bool = False) -> Style:
    """Return the terminal style of a foreground on a background, or on a transparent cell."""
    if ground == CLEAR:
        color = None if ink == CLEAR else Color.from_rgb(*ink.to_bytes(3))
        return ClearStyle(color=color, bgcolor=Color.default(), bold=bold or None)
    color, bgcolor = Color.from_rgb(*ink.to_bytes(3)), Color.from_rgb(*ground.to_bytes(3))
    colors = Style.from_color(color, bgcolor)
    # Terminals with 16 colours show bold black as grey.
    return colors + Style(bold=True) if bold and ink != 0 else colors


@dataclass(frozen=True)
class RenderContext:
    layout: Layout
    look: RenderOptions
    palette: Palette

    @classmethod
    @lru_cache(maxsize=8)  # Parts compare it before each paint; one object compares fastest.
    def for_look(cls, layout: Layout, look: RenderOptions, palette: Palette) -> RenderContext:
        """Return the context of a look, which mixes no colours if the palette has flat ones."""
        return cls(layout, look._replace(blends=look.blends and palette.blends), palette)

    @cached_property
    def text_only(self) -> RenderContext:
        """The same context for drawing only the text, above pictures that show the rest."""
        return replace(self, look=self.look._replace(is_transparent=True))

    @cached_property
    def metrics(self) -> BoardMetrics:
        return self.layout.metrics

    def canvas(self, width: int, height: int, ground: ColorRole) -> Canvas:
        look, color = self.look, self.palette[ground]
        canvas = Canvas(width, height, color, blends=look.blends, blocks=not look.is_text)
        canvas.is_transparent = look.is_transparent
        return canvas
