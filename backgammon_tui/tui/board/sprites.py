"""Sprites of the board in pixels: checkers, dice and figures, points, felt and wood.

A relief gives each pixel of a shape its distance from the edge and its slope towards the light.
Bands give each distance its material and slope. One look-up per pixel makes a sprite of both.
"""

from __future__ import annotations

import math
import random
from array import array
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from backgammon_tui.tui.board.band import SPOTS

Color = int
"""0xRRGGBB."""
Ramp = tuple[bytes, ...]
"""The 256 tones of a material from the deepest shade to a glint, each as RGBA."""


class Bitmap(NamedTuple):
    """A picture: rows of RGB or RGBA from the top."""

    width: int
    height: int
    pixels: bytes

    @property
    def channels(self) -> int:
        return len(self.pixels) // (self.width * self.height)


class Band(NamedTuple):
    """A ring of a shape, down to a depth relative to its radius.

    Each edge has a tone and a slope: how much the direction of the light changes the tone.
    """

    end: float
    ramp: Ramp
    outer: tuple[float, float]
    inner: tuple[float, float]


class Relief(NamedTuple):
    """The measurements of a shape of one size."""

    width: int
    height: int
    depths: array[int]
    """Quarters of a pixel below the edge; the last value is outside, the shadow."""
    turns: array[float]
    """The slope of a pixel towards the light, from -1 to 1; outside the shape, its shadow's
    strength.
    """
    edges: list[tuple[int, float, int]]
    """The pixels on the edge: index, covered share, and the shadow there."""


_OUTSIDE = -1
_FINE = 4
_LIGHT_X, _LIGHT_Y = -0.6, -0.8


def split(color: Color) -> bytes:
    return color.to_bytes(3)


def mix(a: Color, b: Color, part: float) -> Color:
    red, green, blue = (round(x + (y - x) * part) for x, y in zip(split(a), split(b), strict=True))
    return red << 16 | green << 8 | blue


@lru_cache(maxsize=128)
def ramp(*stops: tuple[int, Color], alpha: int = 255) -> Ramp:
    """Return the tones that interpolate some given colours."""
    tones: list[bytes] = []
    for (start, a), (end, b) in pairwise(((0, stops[0][1]), *stops, (256, stops[-1][1]))):
        span = range(end - start)
        tones += (bytes((*split(mix(a, b, at / len(span))), alpha)) for at in span)
    return tuple(tones)


@lru_cache(maxsize=64)
def _between(a: Ramp, b: Ramp, part: float) -> Ramp:
    return tuple(
        bytes(int(x + (y - x) * part) for x, y in zip(*pair, strict=True))
        for pair in zip(a, b, strict=True)
    )


def ring_tones(color: Color) -> Ramp:
    black, dark, white = mix(color, 0, 0.6), mix(color, 0, 0.12), mix(color, 0xFFFFFF, 0.5)
    return ramp((0, black), (96, dark), (128, color), (255, white))


@lru_cache(maxsize=16)
def _shadow(darkness: int) -> Ramp:
    return tuple(bytes((0, 0, 0, darkness * tone // 255)) for tone in range(256))


@lru_cache(maxsize=8)
def relief(
    width: int, height: int, radius: float, pad: int, bevel: float = math.inf, angle: float = 0.0
) -> Relief:
    """Measure a rounded rectangle, which is flat below the bevel, and its soft shadow."""
    cos, sin = math.cos(angle), math.sin(angle)
    flat_x, flat_y, soft = width / 2 - radius, height / 2 - radius, max(2.0, height * 0.15)
    shift = max(1.0, height * 0.065)
    measured = Relief(width + 2 * pad, height + 2 * pad, array("h"), array("f"), [])

    def below(x: float, y: float) -> tuple[float, float]:
        """Return the depth of a place below the edge, and the edge's slope towards the light."""
        u, v = x * cos + y * sin, y * cos - x * sin
        p, q = abs(u) - flat_x, abs(v) - flat_y
        if p > 0 and q > 0:
            far = math.hypot(p, q)
            depth, p, q = radius - far, math.copysign(p / far, u), math.copysign(q / far, v)
        else:
            depth = radius - max(p, q)
            p, q = (math.copysign(1, u), 0.0) if p > q else (0.0, math.copysign(1, v))
        return depth, (p * cos - q * sin) * _LIGHT_X + (p * sin + q * cos) * _LIGHT_Y

    for row in range(measured.height):
        y = row + 0.5 - measured.height / 2
        for column in range(measured.width):
            x = column + 0.5 - measured.width / 2
            depth, turn = below(x, y)
            if depth < 0.5:
                near = below(x - shift * 0.3, y - shift)[0] / soft + 0.5
                near = min(1.0, max(0.0, near))
                shade = int(255 * near * near * (3 - 2 * near))
                if depth > -0.5:
                    measured.edges.append((len(measured.depths), depth + 0.5, shade))
                else:
                    turn = shade
            elif depth > bevel:
                turn = max(-1.0, min(1.0, (x * _LIGHT_X + y * _LIGHT_Y) * 1.6 / height))
            measured.depths.append(_OUTSIDE if depth <= -0.5 else max(0, int(depth * _FINE)))
            measured.turns.append(turn)
    return measured


def turned(shape: Relief, radius: float, bands: Sequence[Band], darkness: int) -> Bitmap:
    """Render a shape in its material."""
    remaining, start = list(bands), 0.0
    profile: list[tuple[Ramp, float, float]] = []
    for step in range(int(radius * _FINE) + _FINE):
        depth = (step + 0.5) / _FINE / radius
        while len(remaining) > 1 and depth > remaining[0].end:
            start = remaining.pop(0).end
        band = remaining[0]
        part = min(1.0, (depth - start) / (band.end - start))
        tone, slope = (a + (b - a) * part for a, b in zip(band.outer, band.inner, strict=True))
        profile.append((band.ramp, tone, slope))
    ramps, tones, slopes = [], [], []
    for step in range(len(profile)):  # Each pixel covers an area as wide as itself.
        seen = profile[max(0, step - _FINE // 2) : step + _FINE // 2]
        first, last = seen[0][0], seen[-1][0]
        share = sum(ramp is last for ramp, _, _ in seen) / len(seen)
        ramps.append(last if first is last else _between(first, last, share))
        slope = sum(slope for _, _, slope in seen) / len(seen)
        tone = sum(tone for _, tone, _ in seen) / len(seen)
        tones.append(min(255 - abs(slope), max(abs(slope), tone)))
        slopes.append(slope)
    shadow = _shadow(darkness)
    ramps, tones, slopes = [*ramps, shadow], [*tones, 0.0], [*slopes, 1.0]
    cells = [
        ramps[depth][int(tones[depth] + slopes[depth] * turn)]
        for depth, turn in zip(shape.depths, shape.turns, strict=True)
    ]
    for index, cover, shade in shape.edges:
        cells[index] = over(cells[index], cover, shadow[shade])
    return Bitmap(shape.width, shape.height, b"".join(cells))


def over(top: bytes, cover: float, bottom: bytes) -> bytes:
    upper = cover * top[3]
    lower = bottom[3] * (1 - upper / 255)
    alpha = upper + lower or 1.0
    colors = ((t * upper + b * lower) / alpha for t, b in zip(top[:3], bottom[:3], strict=True))
    return bytes(int(channel + 0.5) for channel in (*colors, upper + lower))


Stroke = tuple[tuple[float, float], ...]
"""A line through places in units of a digit's size, from its middle."""


class SidePaint(NamedTuple):
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
    face, line = _gloss(paint), max(0.055, 3.1 / size)  # The rim is always visible.
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
    bands = [
        Band(0.06, ring_tones(ring), (112, 20), (128, 60)),
        Band(0.19, ring_tones(ring), (138, 50), (116, 0)),
        Band(1.0, ramp((0, inside), alpha=alpha), (128, 0), (128, 0)),
    ]
    return turned(relief(size, size, size / 2, pad_of(size)), size / 2, bands, 60)


def slab(width: int, height: int, paint: SidePaint) -> Bitmap:
    if paint.is_flat:
        bands = [_flat(0.4, paint.outline), _flat(1.0, paint.face)]
        return turned(relief(width, height - 2, 1, 3), height / 2, bands, 0)
    bands = [
        Band(0.22, ring_tones(paint.rim), (122, 40), (122, 30)),
        Band(0.6, _gloss(paint), (150, 70), (140, 40)),
        Band(1.0, _gloss(paint), (138, 24), (128, 0)),
    ]
    return turned(relief(width, height, height * 0.36, 2), height / 2, bands, 120)


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
    pips = [(_APART * (column - 1), _APART * (row - 1)) for column, row in SPOTS[number]]
    spots = [(x * cos - y * sin, x * sin + y * cos) for x, y in pips]
    glint = mix(paint.face, paint.light, 0.9)
    body = inked(body, [((x + 0.008, y + 0.016),) * 2 for x, y in spots], size, 0.092, glint)
    return inked(body, [(spot, spot) for spot in spots], size, 0.086, paint.ink)


def cube(size: int, face: Color, ink: Color, value: int, is_flat: bool) -> Bitmap:
    """Draw a doubling cube with its value."""
    light, dark = (face, face) if is_flat else (mix(face, 0xFFFFFF, 0.25), mix(face, 0, 0.25))
    paint = SidePaint(face, light, dark, ink if is_flat else dark, ink)
    body, text = _die_body(size, paint, 170, 0.0), str(value)
    height = size * (0.56 if len(text) == 1 else min(0.5, 1.16 / len(text)))
    pitch, strokes = 0.68, []
    for at, digit in enumerate(text):
        x = (at - (len(text) - 1) / 2) * pitch
        strokes += [tuple((p + x, q) for p, q in stroke) for stroke in FIGURES[digit]]
    return inked(body, strokes, height, max(0.075, 1.2 / height), ink)


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


_STEPS = 48
"""Tones of a point from its rim to its tip."""
_SOLID = b"\xff"


def point(width: int, height: int, color: Color, tip: Color, is_up: bool) -> Bitmap:
    rows = _point_rows(width, height, color, tip)
    return Bitmap(width, height, b"".join(rows[::-1] if is_up else rows))


@lru_cache(maxsize=8)
def _point_rows(width: int, height: int, color: Color, tip: Color) -> list[bytes]:
    faces = [mix(mix(color, 0, 0.06), mix(color, tip, 0.30), at / _STEPS) for at in range(_STEPS)]
    lit = [[split(mix(face, 0xFFFFFF, 0.085 * at)) + _SOLID for at in range(5)] for face in faces]
    dim = [[split(mix(face, 0, 0.07 * at)) + _SOLID for at in range(5)] for face in faces]
    rows = []
    for row in range(height):
        half = max(0.35, (width / 2 - 0.5) * (1 - 0.985 * (row + 0.5) / height))
        left, right, tone = width / 2 - half, width / 2 + half, row * _STEPS // height
        first, last = int(left), int(right)
        covered, bright, dark = first + 1 - left, lit[tone], dim[tone]
        body = [bright[0]] * (last - first + 1)
        body[0] = bright[4][:3] + bytes((int(255 * covered),))
        if last - first > 3:
            body[1] = bright[round(4 * min(1.0, 1.5 - covered))]
            body[-2] = dark[round(4 * min(1.0, 1.2 - (right - last)))]
        body[-1] = dark[4][:3] + bytes((int(255 * (right - last)),))
        rows.append(bytes(4 * first) + b"".join(body) + bytes(4 * (width - 1 - last)))
    return rows


def outline(width: int, height: int, color: Color, edge: Color, is_up: bool) -> Bitmap:
    """Draw a long triangle with an edge all around."""
    thick = max(2, width // 18)
    rows = []
    for row in range(height):
        half = max(thick, round(width / 2 * (1 - row / height)))
        inside = 2 * half - 2 * thick if thick <= row < height - thick else 0
        side = (split(edge) + _SOLID) * (half - inside // 2)
        blank = bytes(4 * (width // 2 - half))
        rows.append(blank + side + (split(color) + _SOLID) * inside + side + blank)
    return Bitmap(width, height, b"".join(rows[::-1] if is_up else rows))


def felt(width: int, height: int, color: Color, seed: int = 1) -> Bitmap:
    source, low, high = random.Random(seed), mix(color, 0, 0.012), mix(color, 0xFFFFFF, 0.009)
    tones = [split(tone) for tone in (low, color, color, color, high)]
    thread = b"".join(source.choices(tones, k=89)) * (width // 89 + 2)
    starts = (3 * source.randrange(89) for _ in range(12))  # Few rows, so that they compress well.
    rows = [thread[start : start + 3 * width] for start in starts]
    return Bitmap(width, height, b"".join(source.choices(rows, k=height)))


def wood(width: int, height: int, color: Color, light: Color, dark: Color, seed: int = 1) -> Bitmap:
    """Draw wood with pores, and with its grain along the longer side."""
    if width > height:
        return _transposed(wood(height, width, color, light, dark, seed))
    source, sway, fine = random.Random(seed), 12, 0.0
    count, streaks = width + 2 * sway, []
    broad = [source.uniform(-0.6, 0.6) for _ in range(count // 9 + 2)]
    for at in range(count):
        fine = fine * 0.55 + source.gauss(0, 0.22)
        wide = broad[at // 9] + (broad[at // 9 + 1] - broad[at // 9]) * (at % 9 / 9)
        streaks.append(max(-1.0, min(1.0, fine + wide)))
    phases = []
    for phase in range(4):  # The grain wavers by quarters of a pixel.
        tones = [a + (b - a) * phase / 4 for a, b in zip(streaks, [*streaks[1:], 0.0], strict=True)]
        colors = (mix(color, light if tone > 0 else dark, abs(tone) * 0.5) for tone in tones)
        phases.append(b"".join(split(color) for color in colors))
    start, pixels = source.uniform(0, 9), bytearray()
    for row in range(height):
        place = sway + 4 * math.sin(row / 97 + start) + 2 * math.sin(row / 41 + 2 * start)
        first = int(place)
        pixels += phases[int(4 * (place - first))][3 * first : 3 * (first + width)]
    for _ in range(width * height // 560):
        top, length = 3 * source.randrange(width * height), 3 * width * source.randrange(4, 16)
        table = _scaled(source.choice((0.87, 0.93)))
        for index in range(top, min(len(pixels), top + length), 3 * width):
            pixels[index : index + 3] = pixels[index : index + 3].translate(table)
    return Bitmap(width, height, bytes(pixels))


def plank(width: int, height: int, color: Color, light: Color, dark: Color, seed: int) -> Bitmap:
    ends = (
        {"top": _BRIGHT, "bottom": _DARK} if width > height else {"left": _BRIGHT, "right": _DARK}
    )
    return _edged(wood(width, height, color, light, dark, seed), **ends)


def sunk(width: int, height: int, color: Color, light: Color, dark: Color, shade: int) -> Bitmap:
    deep = _soft(shade, 0.5), _soft(2 * shade, 0.55), *[_soft(shade // 2, 0.4)] * 2
    return _edged(wood(width, height, color, light, dark, 8), *deep)


def lined(width: int, height: int, color: Color, shade: int) -> Bitmap:
    deep = (_soft(length, 0.45) for length in (shade, 2 * shade, shade * 2 // 3, shade))
    return _edged(felt(width, height, color), *deep)


def plain(width: int, height: int, color: Color, line: Color) -> Bitmap:
    if width > height:
        pixels = bytearray(split(color) * (width * height))
        pixels[: 3 * width] = pixels[-3 * width :] = split(line) * width
        return Bitmap(width, height, bytes(pixels))
    row = split(line) + split(color) * (width - 2) + split(line)
    return Bitmap(width, height, row * height)


def _edged(
    sprite: Bitmap,
    left: Sequence[float] = (),
    top: Sequence[float] = (),
    right: Sequence[float] = (),
    bottom: Sequence[float] = (),
) -> Bitmap:
    """Lighten or darken the pixels along the edges, by a list of factors from the edge inwards."""
    pixels, stride, rows = bytearray(sprite.pixels), 3 * sprite.width, sprite.height
    columns = [*enumerate(left), *((sprite.width - 1 - at, f) for at, f in enumerate(right))]
    for column, factor in columns:
        for channel in range(3 * column, 3 * column + 3):
            pixels[channel::stride] = pixels[channel::stride].translate(_scaled(factor))
    for row, factor in (*enumerate(top), *((rows - 1 - at, f) for at, f in enumerate(bottom))):
        place = slice(stride * row, stride * (row + 1))
        pixels[place] = pixels[place].translate(_scaled(factor))
    return sprite._replace(pixels=bytes(pixels))


_BRIGHT, _DARK = (1.22, 1.11), (0.58, 0.80)


def _soft(length: int, depth: float) -> list[float]:
    return [1 - depth * (1 - (at + 0.5) / length) ** 2 for at in range(length)]


@lru_cache(maxsize=256)
def _scaled(factor: float) -> bytes:
    lift = max(0.0, factor - 1) * 60
    return bytes(min(255, round(channel * factor + lift)) for channel in range(256))


def _transposed(sprite: Bitmap) -> Bitmap:
    pixels, stride, length = bytearray(len(sprite.pixels)), 3 * sprite.height, 3 * sprite.width
    for row in range(sprite.height):
        line = sprite.pixels[length * row : length * (row + 1)]
        for channel in range(3):
            pixels[3 * row + channel :: stride] = line[channel::3]
    return Bitmap(sprite.height, sprite.width, bytes(pixels))
