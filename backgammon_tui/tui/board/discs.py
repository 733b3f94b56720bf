"""Checkers as round shapes with a rim, lit from above."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from math import hypot
from typing import NamedTuple

from backgammon_tui.engine import Side
from backgammon_tui.modes.board import CheckerState
from backgammon_tui.tui.board.canvas import OPAQUE, Pixel, Sprite, average, distance, mix
from backgammon_tui.tui.board.geometry import MIN_CHECKER
from backgammon_tui.tui.board.rendering import ColorRole, RenderContext


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
    side: SideColors(*(ColorRole[f"{side.name}_{field.upper()}"] for field in SideColors._fields))
    for side in Side
}


class Checker(NamedTuple):
    """A checker, or the outline of one."""

    side: Side
    state: CheckerState

    @property
    def ring(self) -> ColorRole | None:
        """The colour of a rim that shows a state."""
        match self.state:
            case CheckerState.MOVABLE | CheckerState.PICKED:
                return SIDE_COLORS[self.side].lit
            case CheckerState.GHOST_IN:
                return SIDE_COLORS[self.side].target
            case CheckerState.TARGET | CheckerState.HIT | CheckerState.TRAP:
                return ColorRole.TARGET
            case CheckerState.GHOST_OUT:
                return ColorRole.HOLLOW
            case CheckerState.BLOCKED:
                return ColorRole.BLOCKED
            case CheckerState.TRAPPED:
                return ColorRole.TRAPPED
            case CheckerState.PLAIN | CheckerState.LAST_IN:
                return None


class DiscMark(Enum):
    """A shape in the middle of a checker."""

    NONE = 0
    DOT = 1
    CORE = 2
    """A filled middle."""
    BARS = 3
    """Bars, like those of a cage."""


_MARKS = {
    CheckerState.LAST_IN: DiscMark.DOT,
    CheckerState.PICKED: DiscMark.CORE,
    CheckerState.TRAPPED: DiscMark.BARS,
}
"""The shapes that show a state."""
PALER = 96
"""The share of the target's colour in an arriving checker."""


class Disc(NamedTuple):
    """A checker to paint; colours are 0xRRGGBB."""

    size: int
    """In cells across, which equals half rows down."""
    face: int
    light: int
    dark: int
    rim: int
    has_ring: bool
    """True if the rim has a meaning and must be visible at every size."""
    mark: DiscMark
    mark_color: int
    inside: int | None
    """The tint of the background seen through an outline; None for a whole checker."""
    gap: int | None
    """The colour of the gap around an outlined checker in flat colours; None for no gap."""
    blends: bool

    @classmethod
    def from_checker(cls, checker: Checker, context: RenderContext) -> Disc:
        """Return the disc of a checker in its state."""
        palette, look, (side, state) = context.palette, context.look, checker
        face, light, dark, rim = map(palette.__getitem__, SIDE_COLORS[side][:4])
        size, ring, mark = context.cut.checker, checker.ring, _MARKS.get(state, DiscMark.NONE)
        inside = palette[ColorRole.HOLLOW_GROUND] if state.is_hollow else None
        if look.letters:
            mark = DiscMark.NONE
        mark_color = palette[ColorRole.LAST if ring is None else ring]
        if mark is DiscMark.BARS and size < GROOVED:
            ring = None  # A ring and bars would hide the side's own colours.
        # Without shades, only an outline separates checkers.
        has_ring = face == light == dark or (rim > face and not look.blends)
        gap = None
        if not palette.blends:
            # Points are outlines too, so only a gap separates checkers from them and each other.
            rim, has_ring, gap = max(face, rim), True, palette[ColorRole.FELT]
        if ring is not None:
            rim, has_ring = palette[ring], True
        if state is CheckerState.GHOST_IN and look.blends:
            pale = palette[ColorRole.TARGET]
            face, light, dark = (mix(color, pale, PALER) for color in (face, light, dark))
        elif state is CheckerState.GHOST_IN:
            inside = None if look.letters else palette[ColorRole.HOLLOW_GROUND]
            mark, mark_color = DiscMark.CORE, face
        return cls(
            size, face, light, dark, rim, has_ring, mark, mark_color, inside, gap, look.blends
        )


_INSIDE = -1
"""The sample of a place inside a hollow checker."""
_ACROSS, _DOWN = 2, 4
"""Samples per pixel, which is half a cell wide and half a row high."""
_SAMPLES = _ACROSS * _DOWN
HOLLOW_COVER = 150
"""The cover of the tint inside an outline, relative to `OPAQUE`."""
GROOVED = 7
"""Minimum size of a checker with a groove and a shadow."""
_GROOVE = (0.30, 0.50)
"""The squared radii of the groove."""
_MARKED = {DiscMark.DOT: 0.3, DiscMark.CORE: 0.52}
"""The radius of a mark as a share of the checker's."""
_MARKED_FLAT = {DiscMark.DOT: 0.3, DiscMark.CORE: 0.6}


@lru_cache(maxsize=512)
def disc(shape: Disc) -> Sprite:
    """Return the picture of a checker."""
    if shape.size < MIN_CHECKER:
        return _coin(shape)
    if shape.gap is not None:
        return _outlined(shape, shape.gap)
    pixels = []
    for row in range(shape.size):
        for column in range(2 * shape.size):
            samples = [
                _sample(shape, (column + (i + 0.5) / _ACROSS) / 2, row + (j + 0.5) / _DOWN)
                for i in range(_ACROSS)
                for j in range(_DOWN)
            ]
            colors = [color for color in samples if color is not None and color != _INSIDE]
            inside = samples.count(_INSIDE)
            # Small checkers get less antialiasing than the samples give.
            cover = max(0, min(OPAQUE, OPAQUE * (len(colors) - 1) // (_SAMPLES - 3)))
            if not shape.blends:
                inside = _SAMPLES if 2 * inside >= _SAMPLES else 0
                cover = OPAQUE if 2 * cover >= OPAQUE else 0
            if inside and shape.inside is not None:
                most = HOLLOW_COVER if shape.blends else OPAQUE
                pixels.append(Pixel(row, column, shape.inside, most * inside // _SAMPLES))
            if cover:
                color = average(colors)
                color = color if shape.blends else _nearest(shape, color)
                pixels.append(Pixel(row, column, color, cover))
    return tuple(pixels)


def _coin(shape: Disc) -> Sprite:
    """Return a small checker, light at the top and dark at the bottom, to make stacks countable."""
    upper, lower = shape.face, mix(shape.face, shape.dark, 160) if shape.blends else shape.rim
    if sum(shape.rim.to_bytes(3)) > sum(shape.face.to_bytes(3)):
        upper, lower = mix(shape.face, shape.rim, 130) if shape.blends else shape.rim, shape.face
    return tuple(
        Pixel(row, column, upper if row < shape.size // 2 else lower, OPAQUE)
        for row in range(shape.size)
        for column in range(2 * shape.size)
    )


_SQUARE = 2.6
"""The exponent of an outlined checker's curve: rounder than a square, fuller than a disc."""


def _outlined(shape: Disc, gap: int) -> Sprite:
    """Draw a checker as an outline and its inside, with a gap to its neighbours."""
    size = shape.size
    wide, high = size - 1.0, (size - 1) / 2
    inner_wide, inner_high = wide - (1 if size < GROOVED else 2), high - 1
    pixels = []
    for row in range(size):
        for column in range(2 * size):
            x, y = abs(column + 0.5 - size), abs(row + 0.5 - high)
            if (x / wide) ** _SQUARE + (y / high) ** _SQUARE > 1:
                color = gap
            elif _is_barred(shape, x / 2):
                color = shape.mark_color
            elif (x / inner_wide) ** _SQUARE + (y / inner_high) ** _SQUARE > 1:
                color = shape.rim
            elif x / inner_wide < _MARKED_FLAT.get(shape.mark, 0):
                color = shape.mark_color
            else:
                color = shape.face if shape.inside is None else shape.inside
            pixels.append(Pixel(row, column, color, OPAQUE))
    return tuple(pixels)


def _is_barred(shape: Disc, aside: float) -> bool:
    """Return True for the bars of a cage at a distance from the middle.

    On a small checker they are half a cell wide, to leave most of it in its own colour.
    """
    if shape.mark is not DiscMark.BARS:
        return False
    if shape.size < GROOVED:
        return 0 < aside - (shape.size // 2 - 1) / 2 < 0.5
    return 0.18 < 2 * aside / shape.size < 0.42


def _nearest(shape: Disc, color: int) -> int:
    tones = {shape.face, shape.light, shape.dark, shape.rim}
    if shape.mark is not DiscMark.NONE:
        tones.add(shape.mark_color)
    return min(tones, key=lambda tone: (distance(tone, color), tone))


def _sample(shape: Disc, x: float, y: float) -> int | None:
    size, radius, is_small = shape.size, shape.size / 2, shape.size < GROOVED
    u, v = (x - radius) / radius, (y - radius) / radius
    far = u * u + v * v
    if far > (1.0 if size > 4 else 1.1):
        return None
    if _is_barred(shape, abs(x - radius)):
        return shape.mark_color
    # Lit from the upper left; flat colours omit the sideways part.
    light = 0.5 - 0.5 * ((0.3 if shape.blends else 0.0) * u + 0.9 * v)
    ring = max(0.62, 0.15 * size) if shape.has_ring else 0.3 if is_small else 0.09 * size
    # Nothing but their sides parts dark checkers that lie next to each other.
    is_pale = is_small and shape.rim > shape.face and abs(u) > 0.7
    if is_pale or far > (1 - ring / radius) ** 2:
        part = 0 if shape.has_ring else int((40 if is_pale else 150) * (1 - light))
        return mix(shape.rim, shape.dark, part)
    if hypot(u, v) < _MARKED.get(shape.mark, 0):
        return shape.mark_color
    if shape.inside is not None:
        return _INSIDE
    if not is_small and _GROOVE[0] < far < _GROOVE[1]:
        return mix(shape.face, shape.dark, int(200 * light))
    if light > 0.5:
        return mix(shape.face, shape.light, int(430 * (light - 0.5)))
    return mix(shape.face, shape.dark, int(330 * (0.5 - light)))


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
