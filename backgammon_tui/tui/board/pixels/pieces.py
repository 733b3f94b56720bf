"""Checkers, dice and digits as sprites."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from backgammon_tui.tui.board.pixels.turning import (
    Band,
    Bitmap,
    Color,
    Ramp,
    mix,
    over,
    ramp,
    relief,
    ring_tones,
    split,
    turned,
)

Stroke = tuple[tuple[float, float], ...]
"""A line through places in units of a digit's size, from its middle."""


class SidePaint(NamedTuple):
    """The colours of the checkers and dice of one side."""

    face: Color
    light: Color
    dark: Color
    rim: Color
    ink: Color

    @property
    def is_flat(self) -> bool:
        return self.face == self.light == self.dark

    @property
    def outline(self) -> Color:
        return max(self.face, self.rim)

    @property
    def is_dark(self) -> bool:
        return sum(split(self.face)) < 300


def _gloss(paint: SidePaint) -> Ramp:
    glint = mix(paint.light, 0xFFFFFF, 0.35 if paint.is_dark else 0.8)
    deep, low = mix(paint.dark, 0, 0.35), 64 if paint.is_dark else 44
    return ramp((0, deep), (low, paint.dark), (128, paint.face), (200, paint.light), (255, glint))


def pad_of(size: int) -> int:
    return max(2, round(size * 0.15))


def checker(
    size: int,
    paint: SidePaint,
    ring: Color | None = None,
    core: tuple[float, Color] | None = None,
    bars: Color | None = None,
) -> Bitmap:
    """Draw a checker; a ring, a core of a relative size or bars show its state."""
    if paint.is_flat:  # An outline, and a gap to its neighbours.
        bands = [_flat(0.17, paint.outline if ring is None else ring)]
        bands += [_flat(0.25, 0)] * (ring is not None)
        bands += (
            [_flat(1 - core[0], paint.face), _flat(1.0, core[1])]
            if core
            else [_flat(1.0, paint.face)]
        )
        inner, air, darkness = size - 4, pad_of(size) + 2, 0
    else:
        bands = _turned_bands(size, paint, ring, core)
        inner, air, darkness = size, pad_of(size), 165
    sprite = turned(relief(inner, inner, inner / 2, air), inner / 2, bands, darkness)
    if bars is None:
        return sprite
    return inked(sprite, [((x, -0.3), (x, 0.3)) for x in (-0.21, 0.0, 0.21)], inner, 0.055, bars)


def _turned_bands(
    size: int, paint: SidePaint, ring: Color | None, core: tuple[float, Color] | None
) -> list[Band]:
    face, line = _gloss(paint), max(0.055, 3.1 / size)  # The rim is at least a visible width.
    rim, dome = (152, 64) if paint.is_dark else (112, 48)
    bands = [
        Band(line, ring_tones(paint.rim), (rim, 30), (rim, 20)),
        Band(0.17, face, (150, 95), (146, 52)),  # A rounded edge,
        Band(0.225, face, (120, 0), (92, -86)),  # the step down from it,
        Band(0.41, face, (116, -38), (136, -6)),  # a hollow,
        Band(0.445, face, (84, -40), (70, -30)),  # a groove,
        Band(0.49, face, (112, 60), (150, 96)),
        Band(1.0, face, (138, dome), (138, 0)),  # and a boss.
    ]
    if ring is not None:
        gap = ramp((0, mix(ring, 0, 0.6)))
        bands[:2] = [
            Band(0.05, ring_tones(ring), (120, 20), (128, 60)),
            Band(0.20, ring_tones(ring), (136, 50), (120, 10)),
            Band(0.25, gap, (90, 0), (90, 0)),
        ]
    if core is not None:
        part, color = core
        bands = [band for band in bands if band.end < 1 - part]
        bands.append(Band(1 - part, face, (116, -30), (136, -6)))
        bands.append(Band(1.0, ring_tones(color), (140, 40), (132, 0)))
    return bands


def _flat(end: float, color: Color) -> Band:
    return Band(end, ramp((0, color)), (128, 0), (128, 0))


def hollow(size: int, ring: Color, inside: Color, alpha: int = 115) -> Bitmap:
    """Draw the outline of a target, or of a checker about to leave."""
    bands = [
        Band(0.06, ring_tones(ring), (112, 20), (128, 60)),
        Band(0.19, ring_tones(ring), (138, 50), (116, 0)),
        Band(1.0, ramp((0, inside), alpha=alpha), (128, 0), (128, 0)),
    ]
    return turned(relief(size, size, size / 2, pad_of(size)), size / 2, bands, 60)


def slab(width: int, height: int, paint: SidePaint) -> Bitmap:
    """Draw a checker on edge."""
    if paint.is_flat:
        bands = [_flat(0.4, paint.outline), _flat(1.0, paint.face)]
        return turned(relief(width, height - 2, 1, 3), height / 2, bands, 0)
    bands = [
        Band(0.22, ring_tones(paint.rim), (122, 40), (122, 30)),
        Band(0.6, _gloss(paint), (150, 70), (140, 40)),
        Band(1.0, _gloss(paint), (138, 24), (128, 0)),
    ]
    return turned(relief(width, height, height * 0.36, 2), height / 2, bands, 120)


_CORNERS = ((-1, -1), (1, 1), (-1, 1), (1, -1))
_PIPS = {
    1: ((0, 0),),
    2: _CORNERS[2:],
    3: ((0, 0), *_CORNERS[2:]),
    4: _CORNERS,
    5: ((0, 0), *_CORNERS),
    6: ((-1, 0), (1, 0), *_CORNERS),
}
_APART = 0.245
"""Distance of pips from the middle of a die, relative to its size."""


def die_pad_of(size: int) -> int:
    return round(size * 0.22)


@lru_cache(maxsize=16)
def _die_body(size: int, paint: SidePaint, darkness: int, angle: float) -> Bitmap:
    face, rim = _gloss(paint), ring_tones(mix(paint.face, paint.rim, 0.7))
    shape = relief(size, size, size * 0.2, die_pad_of(size), size * 0.08, angle)
    if paint.is_flat:
        return turned(shape, size / 2, [_flat(0.12, paint.outline), _flat(1.0, paint.face)], 0)
    bands = [
        Band(0.045, rim, (124, 20), (128, 20)),
        Band(0.10, face, (158, 80), (150, 50)),
        Band(0.16, face, (146, 40), (140, 26)),
        Band(1.0, face, (143, 24), (143, 24)),
    ]
    return turned(shape, size / 2, bands, darkness)


def die(
    size: int,
    paint: SidePaint,
    number: int,
    faded: tuple[Color, float] | None = None,
    angle: float = 0.0,
) -> Bitmap:
    """Draw a die with a number, optionally faded into the background or rotated."""
    if faded is not None:
        paint = SidePaint(*(mix(color, *faded) for color in paint))
    body = _die_body(size, paint, 70 if faded else 170, angle)
    cos, sin = math.cos(angle), math.sin(angle)
    spots = [(_APART * (x * cos - y * sin), _APART * (x * sin + y * cos)) for x, y in _PIPS[number]]
    glint = mix(paint.face, paint.light, 0.9)
    body = inked(body, [((x + 0.008, y + 0.016),) * 2 for x, y in spots], size, 0.092, glint)
    return inked(body, [(spot, spot) for spot in spots], size, 0.086, paint.ink)


def _arc(x: float, y: float, across: float, down: float, start: int, end: int) -> Stroke:
    """Return a piece of an ellipse between two angles in degrees, clockwise from the right."""
    count = (end - start) // 20
    turns = [math.radians(start + (end - start) * at / count) for at in range(count + 1)]
    return tuple((x + across * math.cos(turn), y + down * math.sin(turn)) for turn in turns)


FIGURES: dict[str, tuple[Stroke, ...]] = {
    "0": (_arc(0, 0, 0.27, 0.43, 0, 360),),
    "1": (((-0.2, -0.24), (0.03, -0.43), (0.03, 0.43)),),
    "2": ((*_arc(0, -0.19, 0.26, 0.25, 190, 395), (-0.27, 0.43), (0.28, 0.43)),),
    "3": (_arc(0, -0.22, 0.23, 0.22, 200, 450), _arc(0, 0.21, 0.27, 0.22, 270, 515)),
    "4": (((0.09, -0.43), (-0.29, 0.19), (0.3, 0.19)), ((0.12, -0.12), (0.12, 0.43))),
    "5": (((0.24, -0.43), (-0.2, -0.43), (-0.23, -0.05), *_arc(0, 0.15, 0.27, 0.28, 222, 505)),),
    "6": (_arc(0, 0.17, 0.26, 0.26, 0, 360), _arc(0.24, 0.17, 0.5, 0.6, 180, 258)),
    "7": (((-0.26, -0.43), (0.27, -0.43), (-0.07, 0.43)),),
    "8": (_arc(0, -0.22, 0.22, 0.21, 0, 360), _arc(0, 0.2, 0.27, 0.23, 0, 360)),
    "9": (_arc(0, -0.17, 0.26, 0.26, 0, 360), _arc(-0.24, -0.17, 0.5, 0.6, 0, 78)),
    "*": (((0, -0.3), (0, 0.3)), ((-0.26, -0.15), (0.26, 0.15)), ((-0.26, 0.15), (0.26, -0.15))),
    "×": (((-0.26, -0.26), (0.26, 0.26)), ((0.26, -0.26), (-0.26, 0.26))),
    "+": (((-0.27, 0), (0.27, 0)), ((0, -0.27), (0, 0.27))),
    "^": (((-0.26, 0.14), (0, -0.2), (0.26, 0.14)),),
}
"""The characters on checkers, in units of their height and about half as wide."""


def number(text: str, room: int, size: int, ink: Color, ground: Color | None = None) -> Bitmap:
    """Write digits into a square area, with an optional background just around them."""
    sprite, pitch = Bitmap(room, room, bytes(4 * room * room)), round(size * 0.68)
    strokes = []
    for at, character in enumerate(text):
        x = (at - (len(text) - 1) / 2) * pitch / size
        strokes += [tuple((p + x, q) for p, q in stroke) for stroke in FIGURES[character]]
    if ground is not None:
        sprite = inked(sprite, strokes, size, 0.16, ground)
    return inked(sprite, strokes, size, 0.075, ink)


def inked(
    sprite: Bitmap, strokes: Iterable[Stroke], size: float, half: float, ink: Color
) -> Bitmap:
    """Draw lines about the middle of a sprite; `size` is that of its digit, `half` that of the
    line.
    """
    covers: dict[int, float] = {}
    width, height, thick = sprite.width, sprite.height, half * size + 0.5
    for stroke in strokes:
        spots = [(x * size + width / 2, y * size + height / 2) for x, y in stroke]
        for (ax, ay), (bx, by) in pairwise(spots):
            dx, dy = bx - ax, by - ay
            length = dx * dx + dy * dy or 1.0
            columns = _reach(ax, bx, thick, width)
            for row in _reach(ay, by, thick, height):
                y = row + 0.5 - ay
                for column in columns:
                    x = column + 0.5 - ax
                    part = min(1.0, max(0.0, (x * dx + y * dy) / length))
                    cover = thick - math.hypot(x - part * dx, y - part * dy)
                    if cover > covers.get(row * width + column, 0.0):
                        covers[row * width + column] = cover
    pixels, color = bytearray(sprite.pixels), split(ink) + b"\xff"
    for index, cover in covers.items():
        place = slice(4 * index, 4 * index + 4)
        pixels[place] = color if cover >= 1 else over(color, cover, bytes(pixels[place]))
    return sprite._replace(pixels=bytes(pixels))


def _reach(a: float, b: float, thick: float, end: int) -> range:
    return range(max(0, int(min(a, b) - thick)), min(end, int(max(a, b) + thick) + 1))
