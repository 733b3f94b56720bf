"""Pictures of the points and of the bar."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from backgammon_tui.engine.position import Side
from backgammon_tui.tui.board.canvas import OPAQUE, Canvas, Pixel, Sprite, distance, mix
from backgammon_tui.tui.board.discs import SIDE_COLORS, CheckerState
from backgammon_tui.tui.board.geometry import Cut
from backgammon_tui.tui.board.look import Look, RenderContext
from backgammon_tui.tui.board.palette import ColorRole
from backgammon_tui.tui.board.pile import Pile
from backgammon_tui.tui.board.view import Origin, PlaceView, Target

_TIP = 0.12
"""Width of a point's tip, as a part of its base."""
_LENGTH = 0.92
"""Length of a point, as a part of the room for it."""
_PALER = 90
"""How much of its tip's colour a point takes on at its end."""


class PointColors(NamedTuple):
    """What a point is painted with, as 0xRRGGBB."""

    wood: int
    felt: int
    face: int
    tip: int
    edge: int
    ink: int
    """Of the characters that stand for it."""


class PointShape(NamedTuple):
    """What of a point's picture stays the same from one turn to the next."""

    width: int
    lead: int
    top: bool
    odd: bool


def draw_point(view: PlaceView, shape: PointShape, context: RenderContext) -> Canvas:
    """Draw one point with its numbers, from its rim to its tip."""
    cut = context.cut
    canvas = _empty_point(shape, context.cut, context.look, _point_colors(view, shape, context))
    canvas = canvas.copy()
    first = cut.label_height if shape.top else 0
    rows = cut.point_height
    Pile(canvas, context, shape.lead, first, rows, shape.top).draw(view)
    _labels(canvas, view, shape, context)
    return canvas


def draw_bar(
    view: PlaceView, side: Side, context: RenderContext, rows: int, *, top: bool
) -> Canvas:
    """Draw one side's half of the bar, its checkers piled up from the middle."""
    cut, look = context.cut, context.look
    canvas = context.canvas(cut.bar_width, rows, ColorRole.WOOD)
    bevel(canvas, context)
    text, ink, ground = caption("bar", view, context)
    is_marked = view.count or ground is not None or text.strip() != "bar"
    is_roomy = rows > cut.checker // 2 + 2
    captioned = int(is_roomy)
    if captioned and (is_marked or look.is_text):
        x = (cut.bar_width - len(text)) // 2
        canvas.write(x, 0 if top else rows - 1, text, ink, ground, bold=view.count > 0)
    margin = (cut.bar_width - cut.checker) // 2
    pile = Pile(canvas, context, margin, captioned if top else 0, rows - captioned, not top)
    pile.draw(view._replace(side=side))
    return canvas


def bevel(canvas: Canvas, context: RenderContext, rows: tuple[int, int] | None = None) -> None:
    """Light the left edge of a piece of wood and darken its right one."""
    if context.look.is_text:
        return
    first, last = rows or (0, canvas.height)
    height, palette = 2 * (last - first), context.palette
    canvas.paint(0, 2 * first, 1, height, palette[ColorRole.WOOD_LIGHT])
    canvas.paint(2 * canvas.width - 1, 2 * first, 1, height, palette[ColorRole.WOOD_DARK])


def sign_of(side: Side, context: RenderContext) -> tuple[str, int, int | None]:
    """The character of a side on the wood, its ink and its ground."""
    look, palette = context.look, context.palette
    colors, wood = SIDE_COLORS[side], palette[ColorRole.WOOD]
    face, rim, ink = (palette[role] for role in (colors.face, colors.rim, colors.ink))
    if look.has_letters:
        return look.glyph(side), ink, face
    return ("●", face, None) if distance(face, wood) >= distance(rim, wood) else ("○", rim, None)


def caption(name: str, view: PlaceView, context: RenderContext) -> tuple[str, int, int | None]:
    """A tray's name with its marks, its ink and its ground."""
    look, palette = context.look, context.palette
    state = CheckerState.PLAIN
    ink = ColorRole.INK if view.count else ColorRole.INK_DIM
    if view.target is not Target.NONE or view.ghost_in:
        state, ink = CheckerState.TARGET, ColorRole.TARGET
    elif view.origin is not Origin.NONE:
        picked = view.origin is Origin.PICKED
        state, ink = CheckerState.PICKED if picked else CheckerState.LIT, ColorRole.LIT
    if view.cursor:
        state = CheckerState.PICKED
    text = name if state is CheckerState.PLAIN else name.join(look.brackets(state))
    if view.cursor:
        return text, palette[ColorRole.CURSOR_INK], palette[ColorRole.CURSOR]
    return text, palette[ink], None


def _labels(canvas: Canvas, view: PlaceView, shape: PointShape, context: RenderContext) -> None:
    """Write the numbers; of two rows White's stands at the edge, Black's next to the point."""
    cut, palette = context.cut, context.palette
    y = 0 if shape.top else cut.point_height
    lines = [(view.label, not view.other_bright), (view.other_label, view.other_bright)]
    if cut.label_height == 1:
        lines = [(text, bright) for text, bright in lines if bright]
    elif not shape.top:
        lines.reverse()
    for row, (text, bright) in enumerate(lines, y):
        ink, ground, is_marked = _label_colors(view, bright)
        if view.cursor and bright:
            text = _enclosed(text, cut.checker, context.look)
        x = shape.lead + (cut.checker - len(text) + 1) // 2
        if ground is not None:
            canvas.fill(shape.lead, row, cut.checker, 1, palette[ground])
        canvas.write(x, row, text, palette[ink], bold=is_marked)


def _enclosed(text: str, width: int, look: Look) -> str:
    """The number of the point where the cursor is, to be seen without colours, too."""
    return text.join(look.brackets(CheckerState.PICKED))[:width]


def _label_colors(view: PlaceView, bright: bool) -> tuple[ColorRole, ColorRole | None, bool]:
    """The ink, the ground if it has one, and whether it is bold."""
    if not bright:
        return ColorRole.INK_DIM, None, False
    if view.cursor:
        return ColorRole.CURSOR_INK, ColorRole.CURSOR, True
    if view.blocked:
        return ColorRole.BLOCKED_INK, ColorRole.BLOCKED, True
    if view.target is not Target.NONE or view.ghost_in:
        return ColorRole.TARGET, None, True
    if view.origin is not Origin.NONE:
        return ColorRole.LIT, None, True
    return ColorRole.INK, None, False


def _point_colors(view: PlaceView, shape: PointShape, context: RenderContext) -> PointColors:
    role = ColorRole.POINT_ODD if shape.odd else ColorRole.POINT_EVEN
    palette = context.palette
    return PointColors(
        palette[ColorRole.WOOD],
        palette[ColorRole.FELT],
        palette[ColorRole.POINT_CURSOR if view.cursor else role],
        palette[ColorRole.POINT_TIP],
        palette[ColorRole.POINT_EDGE],
        palette[ColorRole.BAND_DIM],
    )


@lru_cache(maxsize=128)
def _empty_point(shape: PointShape, cut: Cut, look: Look, colors: PointColors) -> Canvas:
    """A point without numbers and checkers; most of a board is made of equal ones."""
    rows, labels = cut.point_height, cut.label_height
    canvas = Canvas(
        shape.width, labels + rows, colors.felt, blends=look.blends, blocks=not look.is_text
    )
    first = labels if shape.top else 0
    canvas.paint(0, 0 if shape.top else 2 * rows, 2 * shape.width, 2 * labels, colors.wood)
    taper = _triangle(cut.checker, rows, shape.top, colors, look.blends)
    if not look.is_text or colors.edge == colors.felt:  # Outlines would fill whole cells.
        canvas.stamp(taper, 2 * shape.lead, 2 * first)
    if look.is_text:
        x = shape.lead + (cut.checker - 1) // 2
        for row in range(first, first + rows):
            canvas.write(x, row, "::" if shape.odd else "..", colors.ink)
    return canvas


def _outlined(colors: PointColors, inside: float, aside: float) -> int:
    """A pixel of an outlined point; one of the outline's own colour has a line in its middle.

    Filled with it, checkers of that colour would not be seen.
    """
    if inside < 1.5:
        return colors.edge
    is_filled = colors.face != colors.edge or aside < 1
    return colors.face if is_filled else colors.felt


@lru_cache(maxsize=64)
def _triangle(width: int, rows: int, top: bool, colors: PointColors, blends: bool) -> Sprite:
    """The long triangle of a point: a little paler towards its tip, soft at its edges."""
    length = 2 * round(rows * _LENGTH)
    pixels = []
    for from_rim in range(length):
        half = width * (1 - (1 - _TIP) * (from_rim + 0.5) / length)
        paler = _PALER * (from_rim // 2) * 2 // length if blends else 0
        face = mix(colors.face, colors.tip, paler)
        row = from_rim if top else 2 * rows - 1 - from_rim
        for column in range(2 * width):
            inside = half - abs(column + 0.5 - width) + 0.5
            if inside >= (0.05 if blends else 0.5):
                cover = OPAQUE * min(1.0, inside) if blends else OPAQUE
                color = face
                if colors.edge != colors.felt:
                    color = _outlined(colors, inside, abs(column + 0.5 - width))
                pixels.append(Pixel(row, column, color, int(cover)))
    return tuple(pixels)
