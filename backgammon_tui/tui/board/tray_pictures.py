"""Pictures of the hands and off trays: checkers lying on their edges, and their count."""

from __future__ import annotations

from backgammon_tui.engine import CHECKERS, Place, Side
from backgammon_tui.modes.board_view import PlaceView, TrayPlace
from backgammon_tui.tui.board.canvas import OPAQUE, Canvas, mix
from backgammon_tui.tui.board.discs import SIDE_COLORS
from backgammon_tui.tui.board.geometry import LEAST_CHECKER, Rect
from backgammon_tui.tui.board.look import RenderContext
from backgammon_tui.tui.board.palette import ColorRole
from backgammon_tui.tui.board.pictures import caption, draw_wood, sign_of

_ONE_LINE = 12
"""The least width of a tray whose longest label fits one line."""


def draw_bar_tray(view: PlaceView, place: TrayPlace, context: RenderContext) -> Canvas:
    """Draw a tray on the bar: its name, and below that its side and its count."""
    _, _, width, rows = context.layout.rect(place)
    canvas = draw_wood(width, rows, context)
    is_small = context.cut.checker < LEAST_CHECKER
    if _is_told(view, place) and (view.count or not is_small):
        _label(canvas, view, place, context, Rect(2, 0, width - 4, rows))  # Air beside the edges.
    return canvas


def draw_side_tray(view: PlaceView, place: TrayPlace, context: RenderContext) -> Canvas:
    """Draw a tray beside the board, with the wood between them; checkers lie from its label on."""
    outer = context.layout.rect(place)
    canvas = context.canvas(outer.width, outer.height, ColorRole.WOOD)
    inner, from_top = recess(view, place, context)
    if not inner:
        return canvas
    x, y = inner.x - outer.x, inner.y - outer.y
    if _is_told(view, place):
        lines = _lines(context)
        at = y - lines if y else inner.height
        _label(canvas, view, place, context, Rect(x, at, inner.width, lines))
    canvas.fill(x, y, inner.width, inner.height, context.palette[ColorRole.TRAY])
    if not context.look.is_clear:
        _draw_slabs(canvas, view, place.side, context, inner._replace(x=x, y=y), from_top)
    return canvas


def recess(view: PlaceView, place: TrayPlace, context: RenderContext) -> tuple[Rect | None, bool]:
    """Return the area of the checkers in a side tray, and True if they fill it from above."""
    layout, is_off = context.layout, place.kind is Place.OFF
    rect, from_top = layout.rect(place), layout.is_top(place) is is_off
    if not view.is_used or not rect.height:
        return None, from_top
    lines = _lines(context)
    labels = max(lines, context.cut.label_height) if is_off else lines
    labels *= _is_told(view, place)
    x, y = rect.x + (not layout.is_reversed), rect.y + labels * from_top
    return Rect(x, y, context.cut.tray_width, rect.height - labels), from_top


def _lines(context: RenderContext) -> int:
    return 1 if context.cut.tray_width >= _ONE_LINE else 2


def _label(
    canvas: Canvas, view: PlaceView, place: TrayPlace, context: RenderContext, room: Rect
) -> None:
    """Write a tray's name, side and count, with blanks between them if they fit."""
    sign, sign_ink, sign_ground = sign_of(place.side, context)
    number = view.count - view.ghost_out
    plain, total = f"{number}+{view.ghost_in}", f"{number + view.ghost_in}"
    name = place.kind.word
    before = f"{name} " if room.height == 1 else ""
    is_long = len(before) + len(plain) + 4 > room.width
    count, ink, ground = caption(total if is_long or not view.ghost_in else plain, view, context)
    blank = " " * (len(before) + len(count) + 2 <= room.width)
    length = 1 + len(blank) + len(before) + len(count)
    x = max(room.x + (room.width - length + 1) // 2, 0)
    y = room.y + room.height - 1
    above = room.x + (room.width - len(name) + 1) // 2
    at = x + 1 + len(blank) if before else above
    canvas.write(at, room.y, name, context.palette[ColorRole.INK_DIM])
    canvas.write(x, y, sign, sign_ink, sign_ground, bold=True)
    canvas.write(x + length - len(count), y, count, ink, ground, bold=view.count > 0)


def _is_told(view: PlaceView, place: TrayPlace) -> bool:
    """Return True if a tray shows its name: not an empty hand, which is never filled again."""
    return view.is_used and (place.kind is not Place.HAND or view != PlaceView(side=view.side))


def _draw_slabs(
    canvas: Canvas, view: PlaceView, side: Side, context: RenderContext, room: Rect, from_top: bool
) -> None:
    """Draw checkers seen from their edges, in one column or in two, as many as fit."""
    colors, palette, rows = SIDE_COLORS[side], context.palette, 2 * room.height
    columns = 1 if rows > CHECKERS else 2
    unit = max(1, min(4, (rows - 1) * columns // (CHECKERS + 1)))
    # Whole cells: the edges of a checker take both of the colours that a cell can have.
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
                # They touch, so every other one is shaded, but Black's not as pale as White's;
                # Black's first one is, for its face is as dark as the tray.
                foot = mix(face, palette[colors.rim], 128 if context.look.blends else OPAQUE)
            elif unit == 1:
                foot = face
        elif unit == 2:
            foot = palette[ColorRole.TRAY]
        canvas.paint(x, y, 2 * width, unit - 1, face)
        canvas.paint(x, y + unit - 1, 2 * width, 1, foot)


def slab_roles(view: PlaceView, side: Side) -> list[ColorRole]:
    """Return the colour of each checker in a tray, those to come and the marked ones at the end."""
    colors = SIDE_COLORS[side]
    roles = [colors.face] * view.count
    for index in range(min(view.last_in, view.count)):
        roles[-1 - index] = ColorRole.LAST
    for index in range(min(view.ghost_out, view.count)):
        roles[-1 - index] = ColorRole.HOLLOW
    at = view.count - 1 - view.ghost_out
    if view.origin is not None and at >= 0:
        roles[at] = ColorRole.LIT
    return (roles + [ColorRole.TARGET] * view.ghost_in)[:CHECKERS]
