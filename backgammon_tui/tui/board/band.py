"""The middle band: dice in one half, stages in the other."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from textual.message import Message
from textual.timer import Timer

from backgammon_tui.engine import Side
from backgammon_tui.modes.board import DiceView, Stages
from backgammon_tui.tui.board.canvas import OPAQUE, Canvas, Pixel, Sprite, contrast, mix
from backgammon_tui.tui.board.discs import SIDE_COLORS
from backgammon_tui.tui.board.geometry import Cut, Layout, Rect
from backgammon_tui.tui.board.pictures import draw_wood
from backgammon_tui.tui.board.places import Surface
from backgammon_tui.tui.board.rendering import ColorRole, RenderContext, RenderOptions
from backgammon_tui.tui.board.stages import draw_stages

_FLAT = (3, 7)
"""Rows and cells of a die without room for an edge."""
_GAP = 2
"""Cells between two dice."""
_MAX_SPOT = 3
"""The spot size of the largest dice, as counted by `_spot_size`."""
_OUTSTANDING = 3.0
"""Contrast with the felt above which a die needs no edge."""
_SPOTS = {
    1: ((1, 1),),
    2: ((0, 2), (2, 0)),
    3: ((0, 2), (1, 1), (2, 0)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}
"""Column and row of the spots of each number, in thirds."""
_FINE = 4
"""Samples per pixel of a spot, in each direction."""
_FADED = 150
"""Share of the felt in the colour of a played die."""


class BandView(NamedTuple):
    """The dice and the stages of the turn."""

    dice: DiceView = DiceView()
    stages: Stages = ()
    turns: int = 0
    """Number of frames before the dice come to rest; stages are only shown then."""


def draw_band(view: BandView, context: RenderContext) -> Canvas:
    """Draw the felt, the bar across it, the dice and the stages."""
    cut, (_, _, width, height) = context.cut, context.layout.band
    canvas = context.canvas(width, height, ColorRole.FELT)
    bar = draw_wood(cut.bar_width, height, context)
    for row, wood in zip(canvas.pixels, bar.pixels, strict=True):
        row[2 * cut.half_width : 2 * (cut.half_width + cut.bar_width)] = wood
    if not context.look.is_clear:
        for die in shown_dice(view, context):
            _draw_die(canvas, die, context)
    if view.dice.side is not None and not view.turns:
        is_right = context.layout.is_right(view.dice.side)
        draw_stages(canvas, view.stages, context, 0 if is_right else _right(cut))
    return canvas


class ShownDie(NamedTuple):
    """One die on the band."""

    side: Side
    column: int
    """The column where its half of the band begins."""
    before: int
    """Number of dice before it in its half."""
    total: int
    """Number of dice in its half."""
    number: int
    is_used: bool
    is_turning: bool


def shown_dice(view: BandView, context: RenderContext) -> Iterator[ShownDie]:
    """Yield the dice at rest or tumbling."""
    dice, right = view.dice, _right(context.cut)
    if dice.side is None:
        # White's die is always on the left, whatever the viewpoint, because dice are named and
        # saved in this order.
        halves = [(side, right * n, dice.numbers[n : n + 1]) for n, side in enumerate(Side)]
    else:
        column = right if context.layout.is_right(dice.side) else 0
        halves = [(dice.side, column, dice.numbers[:2])]
    for half, (side, column, numbers) in enumerate(halves):
        turns = view.turns and view.turns + half
        for index, number in enumerate(numbers):
            seen = (number - 1 + turns * (index + 2)) % 6 + 1
            is_used = index in dice.used and not turns
            yield ShownDie(side, column, index, len(numbers), seen, is_used, turns > 0)


def _right(cut: Cut) -> int:
    return cut.half_width + cut.bar_width


def _draw_die(canvas: Canvas, die: ShownDie, context: RenderContext) -> None:
    cut = context.cut
    spot = 0 if context.look.is_text else _spot_size(cut.checker, canvas.height)
    width = _width(spot) if spot else _FLAT[1]
    pitch = width + _GAP
    left = die.column + (cut.half_width - die.total * pitch + _GAP) // 2 + die.before * pitch
    colors = _die_colors(die.side, context, is_flat=not spot, is_used=die.is_used)
    if spot:
        _draw_square(canvas, left, spot, die.number, colors, context.look.blends)
    else:
        _draw_flat(canvas, left, die.number, colors, context.look)


def _spot_size(checker: int, rows: int) -> int:
    """Return 1 for the smallest square dice, more for larger ones, 0 if none fit."""
    fitting = [
        size
        for size in range(1, _MAX_SPOT + 1)
        if _width(size) <= 2 * rows and (size == 1 or _width(size) <= 1.7 * checker)
    ]
    return fitting[-1] if fitting else 0


def _width(spot: int) -> int:
    return 3 * (2 * spot - 1) + 6


def _die_colors(
    side: Side, context: RenderContext, *, is_flat: bool, is_used: bool
) -> tuple[int, int, int]:
    palette, colors = context.palette, SIDE_COLORS[side]
    face, edge, ink = (palette[role] for role in (colors.face, colors.rim, colors.ink))
    felt, hollow = palette[ColorRole.FELT], palette[ColorRole.HOLLOW]
    if not context.look.blends:
        is_hidden = contrast(edge, felt) < _OUTSTANDING
        return (felt, hollow, hollow) if is_used else (face, face if is_hidden else edge, ink)
    if contrast(face, felt) >= _OUTSTANDING:
        edge = mix(face, edge, 150)
    elif is_flat:
        # The edge takes just enough of the face's colour to be visible on the felt.
        tones = (mix(face, edge, part) for part in range(0, OPAQUE, 16))
        seen = next((tone for tone in tones if contrast(tone, felt) >= _OUTSTANDING), edge)
        face, ink = seen, max((face, ink), key=lambda color: contrast(color, edge))
    faded = _FADED if is_used else 0
    return mix(face, felt, faded), mix(edge, felt, faded), mix(ink, felt, faded)


def _draw_square(
    canvas: Canvas, x: int, spot: int, number: int, colors: tuple[int, int, int], blends: bool
) -> None:
    size, (face, edge, ink) = _width(spot), colors
    y = canvas.height - size // 2
    canvas.stamp(_body(size, size, face, edge, blends), 2 * x, y)
    for column, row in _SPOTS[number]:
        # Edge and margin come before the first spot, a margin before the others.
        down, across = (2 + 2 * spot * number for number in (row, column))
        canvas.stamp(_spot(2 * spot - 1, ink, blends), 2 * (x + across), y + down)


def _draw_flat(
    canvas: Canvas, x: int, number: int, colors: tuple[int, int, int], look: RenderOptions
) -> None:
    """Draw a die of whole rows; next to its edge there is only room for a number."""
    (height, width), (face, edge, ink) = _FLAT, colors
    y = (canvas.height - height + 1) // 2
    body = _body(width, 2 * height, face, face if look.blends else edge, look.blends)
    canvas.stamp(body, 2 * x, 2 * y)
    if not look.blends and not look.is_text:
        canvas.write(x + width // 2, y + height // 2, str(number), ink, bold=True)
        return
    for column, row in _SPOTS[number]:
        across = x + width // 2 + (column - 1) * (width // 3)
        canvas.write(across, y + row, look.signs.pip, ink, bold=True)


@lru_cache(maxsize=64)
def _body(width: int, height: int, face: int, edge: int, blends: bool) -> Sprite:
    """Return a rectangle with an edge and soft corners, in cells across and half rows down."""
    pixels = []
    for row in range(height):
        for column in range(2 * width):
            aside = min(column, 2 * width - 1 - column)
            is_end = row in (0, height - 1)
            cover = OPAQUE
            if is_end and aside < 2:
                cover = 130 if blends and aside else 0
            if cover:
                color = edge if is_end or aside < 2 else face
                pixels.append(Pixel(row, column, color, cover))
    return tuple(pixels)


_SQUARE_SPOT = 3
"""Maximum size of a square spot; with cut corners it would look like a club."""


@lru_cache(maxsize=32)
def _spot(size: int, ink: int, blends: bool) -> Sprite:
    if size == 1:
        return Pixel(0, 0, ink, OPAQUE), Pixel(0, 1, ink, OPAQUE)
    pixels = []
    for row in range(size):
        for column in range(2 * size):
            samples = [(i + 0.5) / _FINE for i in range(_FINE)]
            inside = [
                ((column + a) / 2 - size / 2) ** 2 + (row + b - size / 2) ** 2 < size * size / 4
                for a in samples
                for b in samples
            ]
            cover = sum(inside) / len(inside)
            if not blends or size <= _SQUARE_SPOT:
                cover = float(cover > (0.1 if size <= _SQUARE_SPOT else 0.4))
            if cover:
                pixels.append(Pixel(row, column, ink, int(OPAQUE * cover)))
    return tuple(pixels)


_TURNS = 3
TURN_SECONDS = 0.04
"""Duration of the tumbling in seconds; short enough for two key presses a second."""


class DiceBand(Surface[BandView]):
    """The dice in the half of the side that rolled them, and the stages in the other half."""

    class Rested(Message):
        """Posted when the dice have come to rest by themselves."""

    def __init__(self) -> None:
        super().__init__(BandView(), id="dice")
        self._turning: Timer | None = None

    def show_turn(self, dice: DiceView, stages: Stages, *, tumble: bool = False) -> None:
        """Show the state of a turn; its dice tumble first if `tumble`."""
        turns = self.view.turns if dice == self.view.dice else 0
        if tumble and self.app.animation_level == "full":
            turns = _TURNS
            self._stop()
            self._turning = self.set_interval(TURN_SECONDS, self._turn)
        elif not turns:
            self._stop()
        self.show(BandView(dice, stages, turns))

    @property
    def is_tumbling(self) -> bool:
        return self.view.turns > 0

    def rest(self) -> None:
        self._stop()
        self.show(self.view._replace(turns=0))

    def _stop(self) -> None:
        if self._turning is not None:
            self._turning.stop()
            self._turning = None

    def _turn(self) -> None:
        if self.view.turns <= 1:
            self.rest()
            self.post_message(self.Rested())
        else:
            self.show(self.view._replace(turns=self.view.turns - 1))

    def rect(self, layout: Layout) -> Rect:
        return layout.band

    def draw(self, context: RenderContext) -> Canvas:
        return draw_band(self.view, context)
