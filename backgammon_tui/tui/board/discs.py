"""Checkers as shapes: round, lit from above, with a rim."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from backgammon_tui.engine import Side
from backgammon_tui.tui.board.canvas import OPAQUE, Pixel, Sprite, average, distance, mix
from backgammon_tui.tui.board.geometry import LEAST_CHECKER
from backgammon_tui.tui.board.palette import ColorRole


class SideColors(NamedTuple):
    """The colours of one side's checkers."""

    face: ColorRole
    light: ColorRole
    dark: ColorRole
    rim: ColorRole
    ink: ColorRole
    lit: ColorRole
    target: ColorRole


SIDE_COLORS = {
    side: SideColors(*(ColorRole[f"{side.name}_{each.upper()}"] for each in SideColors._fields))
    for side in Side
}


class DiscMark(Enum):
    """A shape in the middle of a checker."""

    NONE = 0
    DOT = 1
    CORE = 2
    """A filled middle."""
    BARS = 3
    """As of a cage."""


class Disc(NamedTuple):
    """A checker to be painted; colours are 0xRRGGBB."""

    size: int
    """Cells across and half rows up."""
    face: int
    light: int
    dark: int
    rim: int
    has_ring: bool = False
    """True if the rim has a meaning and must be seen at every size."""
    gap: int | None = None
    """The colour of the gap around an outlined checker in flat colours; None without one."""
    is_hollow: bool = False
    mark: DiscMark = DiscMark.NONE
    mark_color: int = 0
    inside: int = 0
    """The tint of the ground seen through a hollow checker."""
    blends: bool = True


_INSIDE = -1
"""The sample of a place inside a hollow checker."""
_ACROSS, _DOWN = 2, 4
"""Samples of a pixel, which is half a cell wide and half a row high."""
_SAMPLES = _ACROSS * _DOWN
HOLLOW_COVER = 150
"""The cover of the tint inside an outline, of `OPAQUE`."""
GROOVED = 7
"""The size from which a checker has a groove and a shadow."""
_GROOVE = (0.30, 0.50)
"""The squared radii of the groove."""


@lru_cache(maxsize=512)
def disc(shape: Disc) -> Sprite:
    """Return the picture of one checker."""
    if shape.size < LEAST_CHECKER:
        return _coin(shape)
    if shape.gap is not None:
        return _outlined(shape, shape.gap)
    pixels = []
    for row in range(shape.size):
        for column in range(2 * shape.size):
            samples = _samples(shape, row, column)
            colors = [color for color in samples if color is not None and color != _INSIDE]
            inside = samples.count(_INSIDE)
            if not shape.blends and inside:
                inside = _SAMPLES if 2 * inside >= _SAMPLES else 0
            if inside:
                cover = HOLLOW_COVER if shape.blends else OPAQUE
                pixels.append(Pixel(row, column, shape.inside, cover * inside // _SAMPLES))
            cover = _sharpened(len(colors))
            if not shape.blends:
                cover = OPAQUE if 2 * cover >= OPAQUE else 0
            if cover:
                color = average(colors) if shape.blends else _nearest(shape, average(colors))
                pixels.append(Pixel(row, column, color, cover))
    return tuple(pixels)


def _coin(shape: Disc) -> Sprite:
    """Return a small checker, light above and dark below, so that stacks can be counted."""
    upper, lower = shape.face, mix(shape.face, shape.dark, 160) if shape.blends else shape.rim
    if sum(shape.rim.to_bytes(3)) > sum(shape.face.to_bytes(3)):
        upper, lower = mix(shape.face, shape.rim, 130) if shape.blends else shape.rim, shape.face
    return tuple(
        Pixel(row, column, upper if row < shape.size // 2 else lower, OPAQUE)
        for row in range(shape.size)
        for column in range(2 * shape.size)
    )


_SQUARE = 2.6
"""The exponent of the curve around an outlined checker: rounder than a square, fuller than a
disc."""


def _outlined(shape: Disc, gap: int) -> Sprite:
    """Draw a checker as an outline and its inside, with a gap to all its neighbours."""
    size = shape.size
    wide, high = size - 1.0, (size - 1) / 2
    inner_wide, inner_high = wide - (1 if size < GROOVED else 2), high - 1
    pixels = []
    for row in range(size):
        for column in range(2 * size):
            x, y = abs(column + 0.5 - size), abs(row + 0.5 - high)
            color = gap
            if _curve(x / wide, y / high) <= 1:
                far = _curve(x / inner_wide, y / inner_high)
                is_marked = far <= 1 and _is_marked_flat(shape.mark, x / inner_wide)
                inside = shape.inside if shape.is_hollow else shape.face
                color = shape.mark_color if is_marked else inside if far <= 1 else shape.rim
            pixels.append(Pixel(row, column, color, OPAQUE))
    return tuple(pixels)


def _curve(x: float, y: float) -> float:
    return float(x**_SQUARE + y**_SQUARE)


def _is_marked_flat(mark: DiscMark, aside: float) -> bool:
    match mark:
        case DiscMark.NONE:
            return False
        case DiscMark.DOT:
            return aside < 0.3
        case DiscMark.CORE:
            return aside < 0.6
        case DiscMark.BARS:
            return 0.3 < aside < 0.8


def _sharpened(samples: int) -> int:
    """Return the cover of a pixel, with less of a veil around small checkers than samples give."""
    return max(0, min(OPAQUE, OPAQUE * (samples - 1) // (_SAMPLES - 3)))


def _nearest(shape: Disc, color: int) -> int:
    tones = {shape.face, shape.light, shape.dark, shape.rim}
    if shape.mark is not DiscMark.NONE:
        tones.add(shape.mark_color)
    return min(tones, key=lambda tone: (distance(tone, color), tone))


def _samples(shape: Disc, row: int, column: int) -> list[int | None]:
    return [
        _sample(shape, (column + (i + 0.5) / _ACROSS) / 2, row + (j + 0.5) / _DOWN)
        for i in range(_ACROSS)
        for j in range(_DOWN)
    ]


def _sample(shape: Disc, x: float, y: float) -> int | None:
    """Return the colour at a place in cells and half rows, or None outside."""
    radius = shape.size / 2
    u, v = (x - radius) / radius, (y - radius) / radius
    far = u * u + v * v
    if far > (1.0 if shape.size > 4 else 1.1):
        return None
    if shape.mark is DiscMark.BARS and shape.size < GROOVED:
        # A ring and bars would leave nothing of the side's own colour.
        return shape.mark_color if 0.25 < abs(u) < 0.75 else _face(shape, u, v, far)
    ring = (
        max(0.62, 0.15 * shape.size)
        if shape.has_ring
        else (0.3 if shape.size < GROOVED else 0.09 * shape.size)
    )
    if far > (1 - ring / radius) ** 2:
        return shape.rim if shape.has_ring else _rim(shape, u, v)
    if shape.mark is not DiscMark.NONE and _is_marked(shape.mark, u, v, far):
        return shape.mark_color
    return _INSIDE if shape.is_hollow else _face(shape, u, v, far)


def _rim(shape: Disc, u: float, v: float) -> int:
    light = _light(shape, u, v)
    return mix(shape.rim, shape.dark, int(150 * (1 - light)))


def _face(shape: Disc, u: float, v: float, far: float) -> int:
    light = _light(shape, u, v)
    if shape.size >= GROOVED and _GROOVE[0] < far < _GROOVE[1]:
        return mix(shape.face, shape.dark, int(200 * light))
    if light > 0.5:
        return mix(shape.face, shape.light, int(430 * (light - 0.5)))
    return mix(shape.face, shape.dark, int(330 * (0.5 - light)))


def _light(shape: Disc, u: float, v: float) -> float:
    """Return the light from above left at a place; flat colours leave out its sideways part."""
    return 0.5 - 0.5 * ((0.3 if shape.blends else 0.0) * u + 0.9 * v)


def _is_marked(mark: DiscMark, u: float, v: float, far: float) -> bool:
    match mark:
        case DiscMark.NONE:
            return False
        case DiscMark.DOT:
            return far < 0.09
        case DiscMark.CORE:
            return far < 0.27
        case DiscMark.BARS:
            return 0.18 < abs(u) < 0.42


@lru_cache(maxsize=32)
def shadow(size: int) -> Sprite:
    """Return the shadow of a large checker, below it and to its right."""
    radius = size / 2
    pixels = []
    for row in range(size + 2):
        for column in range(2 * size + 3):
            x, y = column / 2 + 0.25 - radius - 0.3, row + 0.5 - radius - 0.6
            depth = radius + 0.35 - (x * x + y * y) ** 0.5
            cover = int(110 * min(1.0, max(0.0, depth / 1.1)))
            if cover:
                pixels.append(Pixel(row, column, 0, cover))
    return tuple(pixels)
