"""The backgrounds of checkers: points, felt, wood and sunken trays."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from functools import lru_cache

from backgammon_tui.tui.board.pixels.turning import Bitmap, Color, mix, split

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
    """Draw felt: one colour with a barely visible nap."""
    source, low, high = random.Random(seed), mix(color, 0, 0.012), mix(color, 0xFFFFFF, 0.009)
    tones = [split(tone) for tone in (low, color, color, color, high)]
    thread = b"".join(source.choices(tones, k=89)) * (width // 89 + 2)
    starts = (3 * source.randrange(89) for _ in range(12))  # Few rows, so that they compress well.
    rows = [thread[start : start + 3 * width] for start in starts]
    return Bitmap(width, height, b"".join(source.choices(rows, k=height)))


def wood(width: int, height: int, color: Color, light: Color, dark: Color, seed: int = 1) -> Bitmap:
    """Draw wood with its grain along the longer side, and pores."""
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
    """Draw wood with bevelled long edges."""
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
    """Draw one colour with a line along the longer edges."""
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
