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


def draw_bar_tray(view: PlaceView, place: TrayPlace, context: RenderContext, rows: int) -> Canvas:
    """Draw a tray on the bar: its name, and below that its side and its count."""
    width = context.cut.bar_width
    canvas = draw_wood(width, rows, context)
    is_small = context.cut.checker < LEAST_CHECKER
    if _is_told(view, place) and (view.count or not is_small):
        _label(canvas, view, place, context, Rect(2, 0, width - 4, rows))  # Air beside the edges.
    return canvas


def draw_side_tray(
    view: PlaceView, place: TrayPlace, context: RenderContext, rows: int, *, top: bool
) -> Canvas:
    """Draw a tray beside the board, with the wood between them; checkers lie from its label on."""
    cut, palette = context.cut, context.palette
    canvas = context.canvas(cut.tray_width + 1, rows, ColorRole.WOOD)
    if not view.is_used:
        return canvas
    x, y, width, height = inner = _inner(view, place, context, rows, top)
    if _is_told(view, place):
        lines = _lines(context)
        at = y - lines if y else height
        _label(canvas, view, place, context, Rect(x, at, width, lines))
    canvas.fill(*inner, palette[ColorRole.TRAY])
    if not context.look.is_clear:
        _Slabs(canvas, context, x, y, height, _from_top(place, top)).draw(view, place.side)
    return canvas


def recess(
    view: PlaceView, place: TrayPlace, context: RenderContext, rect: Rect
) -> tuple[Rect | None, bool]:
    """Return the area of the checkers in a side tray, and True if they fill it from above."""
    top = context.layout.is_top(place)
    if not view.is_used or not rect.height:
        return None, top
    inner = _inner(view, place, context, rect.height, top)
    return inner._replace(x=rect.x + inner.x, y=rect.y + inner.y), _from_top(place, top)


def _inner(view: PlaceView, place: TrayPlace, context: RenderContext, rows: int, top: bool) -> Rect:
    """Return the part of a tray without its label and the wood."""
    is_off = place.kind is Place.OFF
    lines = _lines(context)
    labels = max(lines, context.cut.label_height) if is_off else lines
    labels *= _is_told(view, place)
    first = labels if _from_top(place, top) else 0
    x = 0 if context.layout.is_reversed else 1
    return Rect(x, first, context.cut.tray_width, rows - labels)


def _lines(context: RenderContext) -> int:
    return 1 if context.cut.tray_width >= _ONE_LINE else 2


def _from_top(place: TrayPlace, top: bool) -> bool:
    return top is (place.kind is Place.OFF)


_ONE_LINE = 12
"""The least width of a tray whose longest label fits one line."""


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


class _Slabs:
    """Checkers seen from their edges, in one column or in two."""

    def __init__(
        self, canvas: Canvas, context: RenderContext, x: int, y: int, rows: int, from_top: bool
    ) -> None:
        self._canvas, self._context = canvas, context
        self._x, self._y, self._rows, self._from_top = x, y, rows, from_top
        tray = context.cut.tray_width
        self._columns = 1 if 2 * rows >= CHECKERS + 1 else 2
        self._unit = max(1, min(4, (2 * rows - 1) * self._columns // (CHECKERS + 1)))
        # Whole cells: the edges of a checker take both of the colours that a cell can have.
        self._width = (tray - 2) if self._columns == 1 else (tray - 1) // 2
        self._x += (tray - self._columns * (self._width + 1) + 1) // 2

    def draw(self, view: PlaceView, side: Side) -> None:
        """Draw those that are there, those that leave or arrive and the marked ones."""
        most = self._columns * (2 * self._rows // self._unit - 1)
        for index, role in enumerate(slab_roles(view, side)[-most:]):
            down, across = divmod(index, self._columns)
            row = down * self._unit + 1 * (self._unit < 3)
            top = 2 * self._y + (row if self._from_top else 2 * self._rows - row - self._unit)
            self._slab(2 * (self._x + across * (self._width + 1)), top, role, side, down)

    def _slab(self, x: int, y: int, role: ColorRole, side: Side, index: int) -> None:
        colors, palette = SIDE_COLORS[side], self._context.palette
        foot = palette[colors.dark if role is colors.face else role]
        if self._unit == 1:
            # They touch, so every other one is shaded, but Black's not as pale as White's; Black's
            # first one is, for its face is as dark as the tray.
            color = palette[role]
            if role is colors.face and index % 2 == (side is Side.WHITE):
                color = mix(
                    color, palette[colors.rim], 128 if self._context.look.blends else OPAQUE
                )
            self._canvas.paint(x, y, 2 * self._width, 1, color)
            return
        self._canvas.paint(x, y, 2 * self._width, self._unit - 1, palette[role])
        lower = foot if self._unit > 2 or role is colors.face else palette[ColorRole.TRAY]
        self._canvas.paint(x, y + self._unit - 1, 2 * self._width, 1, lower)


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
