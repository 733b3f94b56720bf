"""The middle band: the dice in one half, the stages of the turn in the other."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from textual.message import Message
from textual.timer import Timer

from backgammon_tui.engine import Side, Status
from backgammon_tui.modes.board_view import DiceView, Stages
from backgammon_tui.tui.board.canvas import OPAQUE, Canvas, Pixel, Sprite, mix
from backgammon_tui.tui.board.discs import SIDE_COLORS
from backgammon_tui.tui.board.geometry import Layout, Rect
from backgammon_tui.tui.board.look import RenderContext
from backgammon_tui.tui.board.palette import ColorRole
from backgammon_tui.tui.board.pictures import draw_wood
from backgammon_tui.tui.board.places import Surface
from backgammon_tui.tui.board.stage_text import StagePiece, stage_lines

_LARGE, _SMALL = (7, 13), (3, 7)
"""Rows and cells of a die."""
_LARGE_CHECKER = 9
"""From checkers so many cells across on the dice are large; they are as large as those."""
_SPOTS = {
    1: ((1, 1),),
    2: ((0, 2), (2, 0)),
    3: ((0, 2), (1, 1), (2, 0)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}
"""Column and row of the spots of each number, in threes."""
_FINE = 4
"""Samples of a pixel of a spot, across and down."""
_FADED = 150
"""How much of the felt a die takes on that has been played."""


class BandView(NamedTuple):
    """The dice, and how the turn stands."""

    dice: DiceView = DiceView()
    stages: Stages = ()
    turns: int = 0
    """How often the dice turn yet before they rest; the stages are told only then."""


def draw_band(view: BandView, context: RenderContext, width: int, height: int) -> Canvas:
    """Draw the felt, the bar across it, the dice and the stages."""
    cut = context.cut
    canvas = context.canvas(width, height, ColorRole.FELT)
    bar = draw_wood(cut.bar_width, height, context)
    for row, wood in zip(canvas.pixels, bar.pixels, strict=True):
        row[2 * cut.half_width : 2 * (cut.half_width + cut.bar_width)] = wood
    right = cut.half_width + cut.bar_width
    dice = view.dice
    if dice.side is None:
        # White's lies left wherever White plays from: so the two are told, and so they are kept.
        for index, (number, side) in enumerate(zip(dice.numbers, Side, strict=False)):
            at = right if index else 0
            single = dice._replace(numbers=(number,), side=side, used=frozenset())
            _draw_dice(canvas, single, context, at, view.turns and view.turns + index)
        return canvas
    is_right = context.layout.is_right(dice.side)
    _draw_dice(canvas, dice, context, right if is_right else 0, view.turns)
    if not view.turns:
        _draw_stages(canvas, view.stages, context, 0 if is_right else right)
    return canvas


def _draw_dice(canvas: Canvas, view: DiceView, context: RenderContext, x: int, turns: int) -> None:
    """Draw dice into the middle of a half of the band."""
    assert view.side
    cut, blends = context.cut, context.look.blends
    is_large = cut.checker >= _LARGE_CHECKER and canvas.height > _LARGE[0]
    height, width = _LARGE if is_large else _SMALL
    gap = 2
    left = x + (cut.half_width - len(view.numbers) * (width + gap) + gap) // 2
    top = (canvas.height - height + 1) // 2
    edges = int(canvas.height > top + height)  # Else there is room for none above either.
    for index, number in enumerate(view.numbers[:2]):
        is_used = index in view.used and not turns
        face, edge, ink = _die_colors(view.side, context, is_used=is_used)
        body = _body(width, 2 * (height + edges), face, edge, edges, blends)
        at = left + index * (width + gap)
        canvas.stamp(body, 2 * at, 2 * top - edges)
        for column, row in _SPOTS[(number - 1 + turns * (index + 2)) % 6 + 1]:
            if is_large and not context.look.is_text:
                down = 2 * top + 1 + 4 * row + (row > 0)
                canvas.stamp(_spot(ink, blends), 2 * (at + 1 + 4 * column), down)
            else:
                across = at + width // 2 + (column - 1) * (width // 3)
                down = top + height // 2 + (row - 1) * (height // 2)
                canvas.write(across, down, context.look.signs.pip, ink, bold=True)


def _die_colors(side: Side, context: RenderContext, *, is_used: bool) -> tuple[int, int, int]:
    """The colours of a die's face, edge and spots; one that was played is dimmed."""
    palette, colors = context.palette, SIDE_COLORS[side]
    face, edge, ink = (palette[role] for role in (colors.face, colors.rim, colors.ink))
    felt, hollow = palette[ColorRole.FELT], palette[ColorRole.HOLLOW]
    if not is_used:
        return face, edge, ink
    if not context.look.blends:
        return felt, hollow, hollow
    return mix(face, felt, _FADED), mix(edge, felt, _FADED), mix(ink, felt, _FADED)


@lru_cache(maxsize=64)
def _body(width: int, height: int, face: int, edge: int, edges: int, blends: bool) -> Sprite:
    """A square with soft corners, cells across and half rows up; `edges` above and below it."""
    pixels = []
    border = mix(face, edge, 150) if blends else edge
    for row in range(height):
        for column in range(2 * width):
            is_end, is_side = row in (0, height - 1), column in (0, 2 * width - 1)
            is_near_side = min(column, 2 * width - 1 - column) < 2
            # Where nothing can be mixed, brackets close what has no edge above and below.
            is_edge = is_side or (is_end and (edges or (is_near_side and not blends)))
            is_corner = is_end and (is_near_side if edges else is_side and blends)
            if is_corner and (column in (0, 2 * width - 1) or not blends):
                continue
            pixels.append(
                Pixel(row, column, border if is_edge else face, 130 if is_corner else OPAQUE)
            )
    return tuple(pixels)


@lru_cache(maxsize=32)
def _spot(ink: int, blends: bool) -> Sprite:
    pixels = []
    size = 3
    for row in range(size):
        for column in range(2 * size):
            samples = [(i + 0.5) / _FINE for i in range(_FINE)]
            inside = [
                ((column + a) / 2 - size / 2) ** 2 + (row + b - size / 2) ** 2 < size * size / 4
                for a in samples
                for b in samples
            ]
            cover = sum(inside) / len(inside)
            if not blends:
                cover = float(cover > 0.4)
            if cover:
                pixels.append(Pixel(row, column, ink, int(OPAQUE * cover)))
    return tuple(pixels)


# ---- the stages

_INKS: dict[Status | None, ColorRole] = {
    Status.DONE: ColorRole.DONE,
    Status.COMPLETED_BY_OPPONENT: ColorRole.DONE,
    Status.CURRENT: ColorRole.LIT_INK,
    Status.DUE: ColorRole.BAND_INK,
    Status.LOST: ColorRole.LOST,
}


def _draw_stages(canvas: Canvas, view: Stages, context: RenderContext, x: int) -> None:
    """Write the stages into the middle of a half of the band."""
    width = context.cut.half_width - 2
    lines = stage_lines(view, width, canvas.height, context.look)
    step = 2 if 2 * len(lines) - 1 <= canvas.height - 2 else 1
    top = (canvas.height - step * (len(lines) - 1) - 1) // 2
    for index, line in enumerate(lines):
        at = x + 1 + (width - sum(len(span.text) for span in line)) // 2
        for span in line:
            ink, ground = _colors(span, context)
            bold = span.status in (Status.CURRENT, Status.LOST) or span.is_chip
            canvas.write(at, top + index * step, span.text, ink, ground, bold=bold)
            at += len(span.text)


def _colors(span: StagePiece, context: RenderContext) -> tuple[int, int | None]:
    palette = context.palette
    if not span.is_chip:
        return palette[_INKS.get(span.status, ColorRole.BAND_DIM)], None
    if span.status is Status.CURRENT:
        return palette[ColorRole.LIT_INK], palette[ColorRole.LIT]
    return palette[ColorRole.CHIP_INK], palette[ColorRole.CHIP]


_TURNS = 3
_TURN_SECONDS = 0.04
"""They rest so soon that two presses in a second are never too soon, also on a busy machine."""


class Dice(Surface[BandView]):
    """The dice in the half of the side that threw them, and the stages in the other."""

    class Rested(Message):
        """The dice have stopped tumbling by themselves."""

    def __init__(self) -> None:
        super().__init__(BandView(), id="dice")
        self._turning: Timer | None = None

    def show_dice(self, view: DiceView, *, tumble: bool = False) -> None:
        """Show other dice, which may roll for a moment first, where animations are wanted."""
        if view != self.view.dice:
            self.rest()
            self.show(self.view._replace(dice=view))
        if tumble and self.app.animation_level == "full":
            self.rest()
            self.show(self.view._replace(turns=_TURNS))
            self._turning = self.set_interval(_TURN_SECONDS, self._turn)

    def show_stages(self, view: Stages) -> None:
        """Show how the turn stands."""
        self.show(self.view._replace(stages=view))

    @property
    def is_tumbling(self) -> bool:
        """Whether what was thrown is not to be seen yet."""
        return self.view.turns > 0

    def rest(self) -> None:
        """Lie still at once."""
        if self._turning is not None:
            self._turning.stop()
            self._turning = None
        self.show(self.view._replace(turns=0))

    def _turn(self) -> None:
        if self.view.turns <= 1:
            self.rest()
            self.post_message(self.Rested())
        else:
            self.show(self.view._replace(turns=self.view.turns - 1))

    def rect(self, layout: Layout) -> Rect:
        """The whole band, with the middle of the bar in it."""
        return layout.band

    def draw(self, context: RenderContext, rect: Rect) -> Canvas:
        """Draw dice and stages."""
        return draw_band(self.view, context, rect.width, rect.height)
