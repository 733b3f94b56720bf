"""The distance and contrast of two colours, with and without colour blindness."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import cache

Channels = tuple[float, float, float]
Matrix = tuple[Channels, Channels, Channels]

_SAME: Matrix = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
_XYZ: Matrix = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
_D65 = (0.9505, 1.0, 1.089)


class Sight(Enum):
    """Kinds of colour vision, simulated after Machado, Oliveira and Fernandes, 2009."""

    NORMAL = "normal"
    PROTANOPIA = "protanopia"
    DEUTERANOPIA = "deuteranopia"
    TRITANOPIA = "tritanopia"


_SIMULATED: Mapping[Sight, Matrix] = {
    Sight.NORMAL: _SAME,
    Sight.PROTANOPIA: (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    Sight.DEUTERANOPIA: (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.01182, 0.04294, 0.968881),
    ),
    Sight.TRITANOPIA: (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.3039),
    ),
}


def contrast(color: int, other: int) -> float:
    """Return the contrast ratio of two colours by WCAG 2, from 1 to 21."""
    lighter, darker = sorted((luminance(color), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def distance(color: int, other: int, sight: Sight) -> float:
    """Return the CIE76 distance of two colours for a kind of colour vision."""
    first, second = _lab(color, sight), _lab(other, sight)
    return float(sum((a - b) ** 2 for a, b in zip(first, second, strict=True)) ** 0.5)


@cache
def luminance(color: int) -> float:
    """Return the relative luminance of 0xRRGGBB, from 0 to 1."""
    return _times(_XYZ, _linear(color))[1]


@cache
def _lab(color: int, sight: Sight) -> Channels:
    seen = [min(1.0, max(0.0, part)) for part in _times(_SIMULATED[sight], _linear(color))]
    x, y, z = (
        _cube_root(part / white)
        for part, white in zip(_times(_XYZ, (seen[0], seen[1], seen[2])), _D65, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _linear(color: int) -> Channels:
    red, green, blue = ((color >> shift & 255) / 255 for shift in (16, 8, 0))
    return _gamma(red), _gamma(green), _gamma(blue)


def _gamma(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _cube_root(part: float) -> float:
    return float(part ** (1 / 3)) if part > 0.008856 else 7.787 * part + 16 / 116


def _times(matrix: Matrix, channels: Channels) -> Channels:
    first, second, third = (
        sum(a * b for a, b in zip(row, channels, strict=True)) for row in matrix
    )
    return first, second, third
