"""The pictures of the places of the board: points, bar, hands, off trays, ends of the bar."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from textual.geometry import Region

from backgammon_tui.engine import CHECKERS, Place, Side
from backgammon_tui.modes.board import (
    BoardPlace,
    CheckerState,
    NumbersView,
    PlaceView,
    PointPlace,
    TrayPlace,
)
from backgammon_tui.modes.text import Glyphs
from backgammon_tui.tui.board.canvas import (
    OPAQUE,
    Canvas,
    ColorRole,
    Palette,
    Pixel,
    RenderContext,
    RenderOptions,
    Sprite,
    contrast,
    mix,
)
from backgammon_tui.tui.board.discs import SIDE_COLORS, StackPainter, checker_states
from backgammon_tui.tui.board.geometry import MIN_CHECKER, RIM, Fixture

_TIP = 0.12
"""Width of a point's tip relative to its base."""
_LENGTH = 0.92
"""Length of a point relative to its area."""
_PALER = 90
"""The share of the tip's colour at the end of a point."""


class Lettering(NamedTuple):
    """The colours of a place's name; without a ground it is written on what is below it."""

    ink: int
    ground: int | None = None
    is_bold: bool = False


def draw_place(
    view: PlaceView, place: BoardPlace, context: RenderContext, name: Lettering | None = None
) -> Canvas:
    """Draw a point or a tray; without a lettering, its name shows no marks."""
    rect = context.layout.rects[place]
    if name is None:
        is_empty = not isinstance(place, PointPlace) and not view.count
        name = Lettering(context.palette[ColorRole.INK_DIM if is_empty else ColorRole.INK])
    if isinstance(place, PointPlace):
        return _draw_point(view, place, context, rect, name)
    if place.kind is Place.BAR:
        return _draw_bar(view, place, context, rect, name)
    draw = _draw_side_tray if context.metrics.tray_width else _draw_bar_tray
    return draw(view, place, context, rect, name)


def _draw_point(
    view: PlaceView, place: PointPlace, context: RenderContext, rect: Region, name: Lettering
) -> Canvas:
    layout = context.layout
    left_margin, is_top, is_odd = (
        layout.left_margin(place.slot),
        layout.is_top(place),
        layout.is_odd(place),
    )
    canvas = _empty_point(rect.width, left_margin, is_top, is_odd, view.has_cursor, context).copy()
    StackPainter(canvas, context, layout.stack_room(place).within(rect)).draw(view)
    metrics, row, text = context.metrics, 0 if is_top else context.metrics.point_height, view.label
    if view.has_cursor:
        text = text.join(context.look.brackets(CheckerState.PICKED))[: metrics.checker]
    if name.ground is not None:
        canvas.write(left_margin, row, " " * metrics.checker, name.ground, name.ground)
    x = left_margin + (metrics.checker - len(text) + 1) // 2
    canvas.write(x, row, text, name.ink, name.ground, bold=name.is_bold)
    return canvas


def _draw_bar(
    view: PlaceView, place: TrayPlace, context: RenderContext, rect: Region, name: Lettering
) -> Canvas:
    layout, look, is_top = context.layout, context.look, context.layout.is_top(place)
    canvas = draw_wood(rect.width, rect.height, context)
    text = _bracketed("bar", view, look)
    is_marked = view.count or name.ground is not None or text != "bar"
    room = layout.stack_room(place).within(rect)
    has_caption = room.rows < rect.height
    if has_caption and (is_marked or look.is_text):
        x = (rect.width - len(text)) // 2
        y = 0 if is_top else rect.height - 1
        canvas.write(x, y, text, name.ink, name.ground, bold=view.count > 0)
    if view.has_cursor and not has_caption:
        for x, end in zip((0, rect.width - 1), look.brackets(CheckerState.PICKED), strict=True):
            y = rect.height - 1 if is_top else 0
            canvas.write(x, y, end, name.ink, name.ground, bold=True)
    StackPainter(canvas, context, room).draw(view._replace(side=place.side))
    return canvas


def draw_wood(width: int, rows: int, context: RenderContext) -> Canvas:
    """Draw a piece of wood with a lit left edge and a dark right one."""
    canvas, palette = context.canvas(width, rows, ColorRole.WOOD), context.palette
    if not context.look.is_text:
        for line in (canvas.above, *canvas.pixels):
            line[0], line[-1] = palette[ColorRole.WOOD_LIGHT], palette[ColorRole.WOOD_DARK]
    return canvas


_CLEAR = 3.0
"""Contrast of White's checkers with the wood above which a filled disc looks white."""


def _sign_of(side: Side, context: RenderContext) -> tuple[str, int, int | None]:
    look, palette, colors = context.look, context.palette, SIDE_COLORS[side]
    face = palette[colors.face]
    if look.has_letters:
        return look.core(side, CheckerState.PLAIN), palette[colors.ink], face
    if contrast(palette[ColorRole.WHITE_FACE], palette[ColorRole.WOOD]) < _CLEAR:
        # On light wood an outline looks white, and a filled disc looks black.
        return Glyphs().disc(side.other), palette[ColorRole.INK], None
    return Glyphs().disc(side), face if side is Side.WHITE else palette[ColorRole.INK], None


def _bracketed(name: str, view: PlaceView, look: RenderOptions) -> str:
    """Return the name of a tray between the brackets of its mark, if it has one."""
    if view.has_cursor:
        return name.join(look.brackets(CheckerState.PICKED))
    if view.is_blocked:
        return name.join(look.brackets(CheckerState.BLOCKED))
    if view.is_target:
        return name.join(look.brackets(CheckerState.TARGET))
    return name if view.origin is None else name.join(look.brackets(view.origin))


@lru_cache(maxsize=128)
def _empty_point(
    width: int,
    left_margin: int,
    is_top: bool,
    is_odd: bool,
    has_cursor: bool,
    context: RenderContext,
) -> Canvas:
    """Return a point without number and checkers; cached, because most points are equal."""
    metrics, look, palette = context.metrics, context.look, context.palette
    rows = metrics.point_height
    canvas = context.canvas(width, RIM + rows, ColorRole.FELT)
    first = RIM if is_top else 0
    canvas.paint(0, 0 if is_top else 2 * rows, 2 * width, 2 * RIM, palette[ColorRole.WOOD])
    if not look.is_text:  # Colours below the characters would make them illegible.
        face = point_color(is_odd, has_cursor, palette)
        canvas.stamp(_triangle(face, is_top, context), 2 * left_margin, 2 * first)
    if look.is_text:
        x = left_margin + (metrics.checker - 1) // 2
        for row in range(first, first + rows):
            canvas.write(x, row, "::" if is_odd else "..", palette[ColorRole.BAND_DIM])
    return canvas


def point_color(is_odd: bool, has_cursor: bool, palette: Palette) -> int:
    role = ColorRole.POINT_ODD if is_odd else ColorRole.POINT_EVEN
    return palette[ColorRole.POINT_CURSOR if has_cursor else role]


@lru_cache(maxsize=64)
def _triangle(color: int, is_top: bool, context: RenderContext) -> Sprite:
    """Draw the triangle of a point, a little paler towards its tip, with soft edges."""
    palette, blends = context.palette, context.look.blends
    width, rows = context.metrics.checker, context.metrics.point_height
    length = 2 * round(rows * _LENGTH)
    pixels = []
    for from_rim in range(length):
        half = width * (1 - (1 - _TIP) * (from_rim + 0.5) / length)
        paler = _PALER * (from_rim // 2) * 2 // length if blends else 0
        face = mix(color, palette[ColorRole.POINT_TIP], paler)
        row = from_rim if is_top else 2 * rows - 1 - from_rim
        for column in range(2 * width):
            aside = abs(column + 0.5 - width)
            inside = half - aside + 0.5
            if inside >= (0.05 if blends else 0.5):
                cover = OPAQUE * min(1.0, inside) if blends else OPAQUE
                is_edge = not palette.blends and inside < 1.5
                painted = palette[ColorRole.POINT_EDGE] if is_edge else face
                pixels.append(Pixel(row, column, painted, int(cover)))
    return tuple(pixels)


# ---- hands and off trays

_MIN_ONE_LINE_WIDTH = 12
"""Minimum width of a tray whose longest label fits on one line."""


def _draw_bar_tray(
    view: PlaceView, place: TrayPlace, context: RenderContext, rect: Region, name: Lettering
) -> Canvas:
    canvas = draw_wood(rect.width, rect.height, context)
    is_small = context.metrics.checker < MIN_CHECKER
    if _is_labelled(view, place) and (view.count or not is_small):
        # Leave space beside the edges.
        room = Region(2, 0, rect.width - 4, rect.height)
        _label(canvas, view, place, context, room, name)
    return canvas


def _draw_side_tray(
    view: PlaceView, place: TrayPlace, context: RenderContext, rect: Region, name: Lettering
) -> Canvas:
    """Draw a tray beside the board, with the wood between them; checkers start at its label."""
    canvas = context.canvas(rect.width, rect.height, ColorRole.WOOD)
    inner, from_top = recess(view, place, context)
    if not inner:
        return canvas
    inner -= rect.offset
    if _is_labelled(view, place):
        lines = _lines(context)
        at = inner.y - lines if inner.y else inner.height
        room = Region(inner.x, at, inner.width, lines)
        _label(canvas, view, place, context, room, name)
    x, y, width, height = inner
    canvas.paint(2 * x, 2 * y, 2 * width, 2 * height, context.palette[ColorRole.TRAY])
    if not context.look.is_transparent:
        _draw_slabs(canvas, view, place.side, context, inner, from_top)
    return canvas


def recess(view: PlaceView, place: TrayPlace, context: RenderContext) -> tuple[Region | None, bool]:
    """Return the area of the checkers in a side tray, and True if they fill it from above."""
    layout, is_off = context.layout, place.kind is Place.OFF
    rect, from_top = layout.rects[place], layout.is_top(place) is is_off
    if not view.is_used or not rect.height:
        return None, from_top
    labels = _lines(context) * _is_labelled(view, place)
    x, y = rect.x + (not layout.mirrored), rect.y + labels * from_top
    return Region(x, y, context.metrics.tray_width, rect.height - labels), from_top


def _lines(context: RenderContext) -> int:
    return 1 if context.metrics.tray_width >= _MIN_ONE_LINE_WIDTH else 2


def _label(
    canvas: Canvas,
    view: PlaceView,
    place: TrayPlace,
    context: RenderContext,
    room: Region,
    name: Lettering,
) -> None:
    word = place.kind.word
    before = f"{word} " if room.height == 1 else ""
    count = _bracketed(str(view.count_after), view, context.look)
    blank = " " * (len(before) + len(count) + 2 <= room.width)
    length = 1 + len(blank) + len(before) + len(count)
    x = max(room.x + (room.width - length + 1) // 2, 0)
    y = room.y + room.height - 1
    above = room.x + (room.width - len(word) + 1) // 2
    at = x + 1 + len(blank) if before else above
    canvas.write(at, room.y, word, context.palette[ColorRole.INK_DIM])
    canvas.write(x, y, *_sign_of(place.side, context), bold=True)
    x += length - len(count)
    canvas.write(x, y, count, name.ink, name.ground, bold=view.count > 0)


def _is_labelled(view: PlaceView, place: TrayPlace) -> bool:
    return view.is_used and (place.kind is not Place.HAND or view != PlaceView(side=view.side))


def _draw_slabs(
    canvas: Canvas,
    view: PlaceView,
    side: Side,
    context: RenderContext,
    room: Region,
    from_top: bool,
) -> None:
    """Draw checkers on edge, in one column or two, as many as fit."""
    colors, palette, rows = SIDE_COLORS[side], context.palette, 2 * room.height
    columns = 1 if rows > CHECKERS else 2
    unit = max(1, min(4, (rows - 1) * columns // (CHECKERS + 1)))
    # Whole cells, because the edges of a checker take both colours of a cell.
    width = room.width - 2 if columns == 1 else (room.width - 1) // 2
    left = room.x + (room.width - columns * (width + 1) + 1) // 2
    for index, role in enumerate(slab_roles(view, side)[-columns * (rows // unit - 1) :]):
        down, across = divmod(index, columns)
        row = down * unit + (unit < 3)
        x, y = 2 * (left + across * (width + 1)), 2 * room.y
        y += row if from_top else rows - row - unit
        face = foot = palette[role]
        if role is colors.face:
            foot = palette[colors.dark]
            if unit == 1 and down % 2 == (side is Side.WHITE):
                # The checkers touch, so every other one is shaded, Black's darker than White's.
                # Black's first one is shaded because its face is as dark as the tray.
                foot = mix(face, palette[colors.rim], 128 if context.look.blends else OPAQUE)
            elif unit == 1:
                foot = face
        elif unit == 2:
            foot = palette[ColorRole.TRAY]
        canvas.paint(x, y, 2 * width, unit - 1, face)
        canvas.paint(x, y + unit - 1, 2 * width, 1, foot)


def slab_roles(view: PlaceView, side: Side) -> list[ColorRole]:
    roles = {
        CheckerState.PLAIN: SIDE_COLORS[side].face,
        CheckerState.LAST_IN: ColorRole.LAST,
        CheckerState.GHOST_OUT: ColorRole.HOLLOW,
    }
    there = [roles.get(state, ColorRole.LIT) for state in checker_states(view)]
    return (there + [ColorRole.TARGET] * view.ghost_in)[:CHECKERS]


# ---- the ends of the bar


def draw_cap(view: NumbersView, fixture: Fixture, context: RenderContext) -> Canvas:
    """Draw an arrow with both sides' checkers, and a name if they number the points differently."""
    is_top, (_, _, width, height) = fixture is Fixture.TOP_CAP, context.layout.rects[fixture]
    canvas = draw_wood(width, height, context)
    if not view.numbers_differ:
        _draw_runner(canvas, tuple(Side), is_top, context)
    elif not _write_owner(canvas, view, is_top, context):
        _draw_runner(canvas, (view.side,), is_top, context)
    return canvas


def _write_owner(canvas: Canvas, view: NumbersView, is_top: bool, context: RenderContext) -> bool:
    """Write the owner of the numbers beside the arrow of their direction, if both fit."""
    name, look = view.names[view.side is Side.BLACK], context.look
    left = context.layout.runs_left(view.side, is_top=is_top)
    arrow = "▸◂"[left]
    texts = ("".join((arrow, gap, name) if left else (name, gap, arrow)) for gap in (" ", ""))
    # The edges of the bar remain visible.
    text = next((text for text in texts if len(text) + 2 <= canvas.width), "")
    if not text or not name.isascii():
        return False  # Characters outside ASCII may be wider than their count.
    ground = None if look.is_transparent else context.palette[ColorRole.WOOD]
    x = (canvas.width - len(text) + (not left)) // 2
    canvas.write(x, 0, text, context.palette[ColorRole.INK], ground)
    return True


def _draw_runner(
    canvas: Canvas, sides: tuple[Side, ...], is_top: bool, context: RenderContext
) -> None:
    left = context.layout.runs_left(sides[0], is_top=is_top)
    head, shaft = "▸◂"[left], "─" * min(3, (canvas.width - 4) // 2)
    arrow = f"{head}{shaft}" if left else f"{shaft}{head}"
    x = (canvas.width - len(arrow) - len(sides)) // 2
    at = x if left else x + len(sides)
    canvas.write(at, 0, arrow, context.palette[ColorRole.INK_DIM])
    for column, side in enumerate(sides, x + len(arrow) * left):
        canvas.write(column, 0, *_sign_of(side, context), bold=True)
