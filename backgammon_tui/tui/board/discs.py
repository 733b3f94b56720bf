"""Checkers as shapes, round, lit from above, with a rim; and stacks of them on a canvas."""

from __future__ import annotations

from functools import lru_cache, partial
from math import hypot
from typing import NamedTuple

from backgammon_tui.engine import Side
from backgammon_tui.modes.board import HOLLOW, CheckerState, PlaceView
from backgammon_tui.modes.text import Glyphs
from backgammon_tui.tui.board.canvas import (
    OPAQUE,
    Canvas,
    ColorRole,
    Pixel,
    RenderContext,
    Sprite,
    average,
    distance,
    mix,
)
from backgammon_tui.tui.board.geometry import MIN_CHECKER, StackArea


class SideColors(NamedTuple):
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
    side: Side
    state: CheckerState

    @property
    def ring(self) -> ColorRole | None:
        colors = SIDE_COLORS[self.side]
        own = {CheckerState.GHOST_IN: colors.target}
        own |= dict.fromkeys((CheckerState.MOVABLE, CheckerState.PICKED), colors.lit)
        return own.get(self.state) or _RINGS.get(self.state)


_RINGS = {
    CheckerState.GHOST_OUT: ColorRole.HOLLOW,
    CheckerState.BLOCKED: ColorRole.BLOCKED,
    CheckerState.TRAPPED: ColorRole.TRAPPED,
    **dict.fromkeys((CheckerState.TARGET, CheckerState.HIT, CheckerState.TRAP), ColorRole.TARGET),
}
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
    dot: float
    """The radius of a dot in the middle, as a share of the checker's; 0 for none."""
    has_bars: bool
    """True if it has bars like those of a cage."""
    mark_color: int
    inside: int | None
    """The tint of the background seen through an outline; None for a whole checker."""
    gap: int | None
    """The colour of the gap around an outlined checker in flat colours; None for no gap."""
    blends: bool

    @classmethod
    def from_checker(cls, checker: Checker, context: RenderContext) -> Disc:
        palette, look, (side, state) = context.palette, context.look, checker
        face, light, dark, rim = map(palette.__getitem__, SIDE_COLORS[side][:4])
        size, ring, dot, has_bars = context.metrics.checker, checker.ring, 0.0, False
        inside = palette[ColorRole.HOLLOW_GROUND] if state in HOLLOW else None
        core = 0.52 if palette.blends else 0.6
        if not look.letters:
            dot = {CheckerState.LAST_IN: 0.3, CheckerState.PICKED: core}.get(state, 0.0)
            has_bars = state is CheckerState.TRAPPED
        mark_color = palette[ColorRole.LAST if ring is None else ring]
        if has_bars and size < MIN_GROOVED:
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
            dot, mark_color = core, face
        marks = has_ring, dot, has_bars, mark_color
        return cls(size, face, light, dark, rim, *marks, inside, gap, look.blends)


_INSIDE = -1
"""The sample of a place inside a hollow checker."""
_ACROSS, _DOWN = 2, 4
"""Samples per pixel, which is half a cell wide and half a row high."""
_SAMPLES = _ACROSS * _DOWN
HOLLOW_COVER = 150
"""Opacity of the tint inside an outline, relative to `OPAQUE`."""
MIN_GROOVED = 7
"""Minimum size of a checker with a groove and a shadow."""
_GROOVE = (0.30, 0.50)
"""The squared radii of the groove."""


@lru_cache(maxsize=512)
def disc(shape: Disc) -> Sprite:
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
                maximum = HOLLOW_COVER if shape.blends else OPAQUE
                pixels.append(Pixel(row, column, shape.inside, maximum * inside // _SAMPLES))
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
    inner_wide, inner_high = wide - (1 if size < MIN_GROOVED else 2), high - 1
    pixels = []
    for row in range(size):
        for column in range(2 * size):
            x, y = abs(column + 0.5 - size), abs(row + 0.5 - high)
            if (x / wide) ** _SQUARE + (y / high) ** _SQUARE > 1:
                color = gap
            elif shape.has_bars and _is_barred(shape, x / 2):
                color = shape.mark_color
            elif (x / inner_wide) ** _SQUARE + (y / inner_high) ** _SQUARE > 1:
                color = shape.rim
            elif x / inner_wide < shape.dot:
                color = shape.mark_color
            else:
                color = shape.face if shape.inside is None else shape.inside
            pixels.append(Pixel(row, column, color, OPAQUE))
    return tuple(pixels)


def _is_barred(shape: Disc, distance: float) -> bool:
    """Return True for the bars of a cage at a distance from the middle.

    On a small checker they are half a cell wide, to leave most of it in its own colour.
    """
    if shape.size < MIN_GROOVED:
        return 0 < distance - (shape.size // 2 - 1) / 2 < 0.5
    return 0.18 < 2 * distance / shape.size < 0.42


def _nearest(shape: Disc, color: int) -> int:
    tones = {shape.face, shape.light, shape.dark, shape.rim}
    if shape.dot or shape.has_bars:
        tones.add(shape.mark_color)
    return min(tones, key=lambda tone: (distance(tone, color), tone))


def _sample(shape: Disc, x: float, y: float) -> int | None:
    size, radius, is_small = shape.size, shape.size / 2, shape.size < MIN_GROOVED
    u, v = (x - radius) / radius, (y - radius) / radius
    far = u * u + v * v
    if far > (1.0 if size > 4 else 1.1):
        return None
    if shape.has_bars and _is_barred(shape, abs(x - radius)):
        return shape.mark_color
    # Lit from the upper left; flat colours omit the sideways part.
    light = 0.5 - 0.5 * ((0.3 if shape.blends else 0.0) * u + 0.9 * v)
    ring = max(0.62, 0.15 * size) if shape.has_ring else 0.3 if is_small else 0.09 * size
    # Only their sides separate adjacent dark checkers.
    is_pale = is_small and shape.rim > shape.face and abs(u) > 0.7
    if is_pale or far > (1 - ring / radius) ** 2:
        part = 0 if shape.has_ring else int((40 if is_pale else 150) * (1 - light))
        return mix(shape.rim, shape.dark, part)
    if hypot(u, v) < shape.dot:
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


_MAX_COUNTABLE = 5
"""Maximum number of checkers that can be counted at a glance; larger stacks get a number."""


class Stack(NamedTuple):
    """Checkers from the foot up, without overlaps."""

    checkers: tuple[Checker, ...]
    number: int
    """The number of checkers after any previewed play, written on the last one without a mark; 0 if
    they can be counted.
    """
    has_left_mark: bool
    """True if checkers that left in the last turn are to be marked."""


def stack_up(view: PlaceView, maximum: int, readable: int = _MAX_COUNTABLE) -> Stack:
    """Return the visible checkers of a place.

    If not all fit, some plain ones at the foot are omitted first, then some of those that arrive or
    leave; a number gives the count.
    """
    trapped = [Checker(view.trapped, CheckerState.TRAPPED)] if view.trapped else []
    side = view.side or view.ghost_side or Side.WHITE
    free = [Checker(side, state) for state in checker_states(view)]
    coming = [Checker(view.ghost_side or side, CheckerState.GHOST_IN)] * view.ghost_in
    if view.target is not None and not coming:
        coming = [Checker(side, view.target)]
    coming = coming[: max(1, maximum - len(trapped) - bool(free))]
    free = _selected(free, max(1, maximum - len(trapped) - len(coming)))
    if len(trapped) + len(free) + len(coming) > maximum:
        free = []
    number, owner = view.count_after, view.ghost_side or view.side
    visible = [c for c in (*free, *coming) if c.side is owner and c.state not in HOLLOW]
    if len(visible) == number <= readable:
        number = 0
    left = view.last_out > 0 and not coming
    return Stack((*trapped, *free, *coming), number, left)


def _selected(checkers: list[Checker], maximum: int) -> list[Checker]:
    shown = checkers[:]
    while len(shown) > maximum:
        plain = next((c for c in shown if c.state is CheckerState.PLAIN), None)
        leaving = sum(c.state is CheckerState.GHOST_OUT for c in shown)
        if plain is not None:
            shown.remove(plain)
        else:
            shown.pop(-1 if leaving > 1 else 0)
    return shown


def checker_states(view: PlaceView) -> list[CheckerState]:
    """Return the states of the free checkers on a place from the foot up."""
    states = [CheckerState.PLAIN] * view.count
    marked = [(CheckerState.LAST_IN, index) for index in range(view.last_in)]
    marked += [(CheckerState.BLOCKED, 0)] * view.is_blocked
    marked += [(CheckerState.GHOST_OUT, index) for index in range(view.ghost_out)]
    marked += [(view.origin, view.ghost_out)] if view.origin is not None else []
    for state, from_top in marked:
        if from_top < view.count:
            states[-1 - from_top] = state
    return states


_COUNTED = {*CheckerState} - {CheckerState.TRAPPED, *HOLLOW}
"""The checkers that a number counts."""


def numbered(stack: Stack) -> int:
    """Return the index of the checker that bears the number."""
    there = [i for i, c in enumerate(stack.checkers) if c.state in _COUNTED]
    # A mark next to a number would look like part of it.
    plain = [i for i in there if stack.checkers[i].state is not CheckerState.LAST_IN]
    return [len(stack.checkers) - 1, *there, *plain][-1]


class StackPainter:
    def __init__(self, canvas: Canvas, context: RenderContext, room: StackArea) -> None:
        self._canvas, self._context, self._room = canvas, context, room
        self._size = size = context.metrics.checker
        self._x = (room.middle - size) // 2
        self._height = size if not context.look.is_text else 2 if size < 6 else size // 2 * 2
        """The height of a checker in half rows."""
        self._start = partial(room.start, size=self._height, unit=2)

    def draw(self, view: PlaceView) -> None:
        look = self._context.look
        if look.is_transparent:
            return
        # Outlines are harder to count than discs.
        readable = _MAX_COUNTABLE if self._context.palette.blends or look.is_text else 1
        stack = stack_up(view, self._room.max_checkers(self._height, 2), readable)
        if look.is_text:
            for index, checker in enumerate(stack.checkers):
                self._spell(checker, self._start(index) // 2)
        else:
            self._stamp(stack)
        if stack.number:
            self._number(stack)
        above = len(stack.checkers)
        if stack.has_left_mark and (above + 1) * self._height <= 2 * self._room.rows:
            text = Glyphs().left * min(view.last_out, 3)
            palette = self._context.palette
            self._write(text, above, palette[ColorRole.LAST], palette[ColorRole.FELT])

    def _stamp(self, stack: Stack) -> None:
        size, look = self._size, self._context.look
        if size >= MIN_GROOVED and look.blends:
            for index, checker in enumerate(stack.checkers):
                if checker.state not in HOLLOW:
                    self._canvas.stamp(shadow(size), 2 * self._x, self._start(index))
        for index, checker in enumerate(stack.checkers):
            shape = Disc.from_checker(checker, self._context)
            self._canvas.stamp(disc(shape), 2 * self._x, self._start(index))
            sign = look.core(checker.side, checker.state)
            if checker.state is CheckerState.BLOCKED and not look.letters:
                sign = "✗"  # Prevents the checker from looking movable.
            if look.letters and checker.state is not CheckerState.PLAIN:
                sign = sign.strip() and sign.join(look.brackets(checker.state))
            if sign.strip():
                if look.letters and len(sign) == 1 and size % 2 == 0:
                    sign += " "  # Includes the face to the right, or the disc would be lopsided.
                self._write(sign, index, self._ink(checker), self._ground(checker))

    def _number(self, stack: Stack) -> None:
        index, text, look = numbered(stack), str(stack.number), self._context.look
        checker = stack.checkers[index]
        if look.is_text:
            text = text.center(max(2, len(text)))  # Leaves no half checker next to a digit.
        elif checker.state is CheckerState.BLOCKED and not look.letters:
            text = f"✗{text}"
        elif (self._size - len(text)) % 2:
            text += " "  # As wide as the checker's middle.
        self._write(text, index, self._ink(checker), self._ground(checker))

    def _write(self, text: str, index: int, ink: int, ground: int | None = None) -> None:
        from_top = self._room.from_top
        # In flat colours, the last half row is the gap.
        down = self._height - 1 + (from_top and self._context.palette.blends)
        row = (self._start(index) + down // 2) // 2
        x = self._x + (self._size - len(text) + from_top) // 2
        self._canvas.write(x, row, text, ink, ground, bold=True)

    def _ground(self, checker: Checker) -> int | None:
        is_small = self._size < MIN_GROOVED or self._context.look.letters
        if not is_small:
            return None
        if checker.state in HOLLOW:  # The outline of a small disc would be below its sign.
            return self._context.palette[ColorRole.HOLLOW_GROUND]
        return Disc.from_checker(checker, self._context).face

    def _ink(self, checker: Checker) -> int:
        palette, colors = self._context.palette, SIDE_COLORS[checker.side]
        if checker.state is CheckerState.GHOST_OUT:
            return palette[ColorRole.HOLLOW]
        return palette[ColorRole.TARGET if checker.state in HOLLOW else colors.ink]

    def _spell(self, checker: Checker, y: int) -> None:
        look, palette, state = self._context.look, self._context.palette, checker.state
        width, height = self._size, self._height // 2
        ends, core = look.brackets(state), look.core(checker.side, state)
        ink = self._ink(checker)
        ground = None if state in HOLLOW else palette[SIDE_COLORS[checker.side].face]
        for row in range(height):
            fill = core if state not in HOLLOW or row == height // 2 else " "
            is_narrow = width == len("".join(ends)) and core.strip() and state not in HOLLOW
            text = core * width if is_narrow else ends[0] + fill * (width - 2) + ends[1]
            self._canvas.write(self._x, y + row, text, ink, ground, bold=True)
