"""Pictures of the points and of the bar."""

from __future__ import annotations

from functools import lru_cache

from backgammon_tui.engine import Side
from backgammon_tui.modes.board_view import CheckerState, PlaceView, PointPlace, TrayPlace
from backgammon_tui.tui.board.canvas import OPAQUE, Canvas, Pixel, Sprite, distance, mix
from backgammon_tui.tui.board.discs import SIDE_COLORS
from backgammon_tui.tui.board.look import RenderContext
from backgammon_tui.tui.board.palette import ColorRole, Palette
from backgammon_tui.tui.board.pile import StackPainter

_TIP = 0.12
"""Width of a point's tip, as a part of its base."""
_LENGTH = 0.92
"""Length of a point, as a part of the room for it."""
_PALER = 90
"""The part of the tip's colour at the end of a point."""


def draw_point(view: PlaceView, place: PointPlace, context: RenderContext) -> Canvas:
    """Draw one point with its numbers, from its rim to its tip."""
    layout, slot = context.layout, place.slot
    rect, lead, top = layout.rect(place), layout.lead(slot), layout.is_top(place)
    odd = layout.is_odd(place)
    canvas = _empty_point(rect.width, lead, top, odd, view.cursor, context).copy()
    StackPainter(canvas, context, layout.stack_room(place).within(rect)).draw(view)
    _labels(canvas, view, lead, top, context)
    return canvas


def draw_bar(view: PlaceView, place: TrayPlace, context: RenderContext) -> Canvas:
    """Draw one side's half of the bar, its checkers piled up from the middle."""
    layout, look = context.layout, context.look
    rect, top = layout.rect(place), layout.is_top(place)
    canvas = draw_wood(rect.width, rect.height, context)
    text, ink, ground = caption("bar", view, context)
    is_marked = view.count or ground is not None or text.strip() != "bar"
    has_caption = layout.has_caption(rect.height)
    if has_caption and (is_marked or look.is_text):
        x = (rect.width - len(text)) // 2
        canvas.write(x, 0 if top else rect.height - 1, text, ink, ground, bold=view.count > 0)
    if view.cursor and not has_caption:
        for x, end in zip((0, rect.width - 1), look.brackets(CheckerState.PICKED), strict=True):
            canvas.write(x, rect.height - 1 if top else 0, end, ink, ground, bold=True)
    room = layout.stack_room(place).within(rect)
    StackPainter(canvas, context, room).draw(view._replace(side=place.side))
    return canvas


def draw_wood(width: int, rows: int, context: RenderContext) -> Canvas:
    """Draw a piece of wood, its left edge lit and its right one dark."""
    canvas, palette = context.canvas(width, rows, ColorRole.WOOD), context.palette
    if not context.look.is_text:
        canvas.paint(0, 0, 1, 2 * rows, palette[ColorRole.WOOD_LIGHT])
        canvas.paint(2 * width - 1, 0, 1, 2 * rows, palette[ColorRole.WOOD_DARK])
    return canvas


def sign_of(side: Side, context: RenderContext) -> tuple[str, int, int | None]:
    """Return the character of a side on the wood, its ink and its ground."""
    look, palette, colors = context.look, context.palette, SIDE_COLORS[side]
    face, rim, wood = (palette[role] for role in (colors.face, colors.rim, ColorRole.WOOD))
    if look.has_letters:
        return look.core(side, CheckerState.PLAIN), palette[colors.ink], face
    is_face = distance(face, wood) >= distance(rim, wood)
    return ("●", face, None) if is_face else ("○", palette[ColorRole.INK], None)


def caption(name: str, view: PlaceView, context: RenderContext) -> tuple[str, int, int | None]:
    """Return a tray's name with its marks, its ink and its ground."""
    look, palette = context.look, context.palette
    state = CheckerState.PLAIN
    ink = ColorRole.INK if view.count else ColorRole.INK_DIM
    if view.target is not None or view.ghost_in:
        state, ink = CheckerState.TARGET, ColorRole.TARGET
    elif view.origin is not None:
        state, ink = view.origin, ColorRole.LIT
    if view.cursor:
        state = CheckerState.PICKED
    text = name if state is CheckerState.PLAIN else name.join(look.brackets(state))
    if view.cursor:
        return text, palette[ColorRole.CURSOR_INK], palette[ColorRole.CURSOR]
    return text, palette[ink], None


def _labels(canvas: Canvas, view: PlaceView, lead: int, top: bool, context: RenderContext) -> None:
    """Write the numbers; of two rows White's stands at the edge, Black's next to the point."""
    cut, palette = context.cut, context.palette
    y = 0 if top else cut.point_height
    lines = [(view.label, not view.other_bright), (view.other_label, view.other_bright)]
    if cut.label_height == 1:
        lines = [(text, bright) for text, bright in lines if bright]
    elif not top:
        lines.reverse()
    for row, (text, bright) in enumerate(lines, y):
        ink, ground, is_marked = _label_colors(view, bright)
        if view.cursor and bright:
            text = text.join(context.look.brackets(CheckerState.PICKED))[: cut.checker]
        x = lead + (cut.checker - len(text) + 1) // 2
        under = None if ground is None else palette[ground]
        if under is not None:
            canvas.write(lead, row, " " * cut.checker, under, under)
        canvas.write(x, row, text, palette[ink], under, bold=is_marked)


def _label_colors(view: PlaceView, bright: bool) -> tuple[ColorRole, ColorRole | None, bool]:
    """Return the ink, the ground if there is one, and True for bold."""
    if not bright:
        return ColorRole.INK_DIM, None, False
    if view.cursor:
        return ColorRole.CURSOR_INK, ColorRole.CURSOR, True
    if view.blocked:
        return ColorRole.BLOCKED_INK, ColorRole.BLOCKED, True
    if view.target is not None or view.ghost_in:
        return ColorRole.TARGET, None, True
    if view.origin is not None:
        return ColorRole.LIT, None, True
    return ColorRole.INK, None, False


@lru_cache(maxsize=128)
def _empty_point(
    width: int, lead: int, top: bool, odd: bool, has_cursor: bool, context: RenderContext
) -> Canvas:
    """Return a point without numbers and checkers; cached, as most points of a board are equal."""
    cut, look, palette = context.cut, context.look, context.palette
    rows, labels = cut.point_height, cut.label_height
    canvas = context.canvas(width, labels + rows, ColorRole.FELT)
    first = labels if top else 0
    canvas.fill(0, 0 if top else rows, width, labels, palette[ColorRole.WOOD])
    if not look.is_text or palette.blends:  # Outlines would fill whole cells.
        face = point_color(odd, has_cursor, palette)
        canvas.stamp(_triangle(face, top, context), 2 * lead, 2 * first)
    if look.is_text:
        x = lead + (cut.checker - 1) // 2
        for row in range(first, first + rows):
            canvas.write(x, row, "::" if odd else "..", palette[ColorRole.BAND_DIM])
    return canvas


def point_color(odd: bool, has_cursor: bool, palette: Palette) -> int:
    """Return the colour of a point."""
    role = ColorRole.POINT_ODD if odd else ColorRole.POINT_EVEN
    return palette[ColorRole.POINT_CURSOR if has_cursor else role]


@lru_cache(maxsize=64)
def _triangle(color: int, top: bool, context: RenderContext) -> Sprite:
    """Draw the long triangle of a point: a little paler towards its tip, soft at its edges."""
    palette, blends = context.palette, context.look.blends
    width, rows = context.cut.checker, context.cut.point_height
    length = 2 * round(rows * _LENGTH)
    pixels = []
    for from_rim in range(length):
        half = width * (1 - (1 - _TIP) * (from_rim + 0.5) / length)
        paler = _PALER * (from_rim // 2) * 2 // length if blends else 0
        face = mix(color, palette[ColorRole.POINT_TIP], paler)
        row = from_rim if top else 2 * rows - 1 - from_rim
        for column in range(2 * width):
            aside = abs(column + 0.5 - width)
            inside = half - aside + 0.5
            if inside >= (0.05 if blends else 0.5):
                cover = OPAQUE * min(1.0, inside) if blends else OPAQUE
                is_edge = not palette.blends and inside < 1.5
                painted = palette[ColorRole.POINT_EDGE] if is_edge else face
                pixels.append(Pixel(row, column, painted, int(cover)))
    return tuple(pixels)
