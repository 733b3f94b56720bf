"""Pictures of the hands and off trays: checkers lying on their edges, or a number."""

from __future__ import annotations

from backgammon_tui.engine import CHECKERS, Side
from backgammon_tui.tui.board.canvas import Canvas
from backgammon_tui.tui.board.discs import SIDE_COLORS
from backgammon_tui.tui.board.geometry import LEAST_CHECKER
from backgammon_tui.tui.board.look import RenderContext
from backgammon_tui.tui.board.palette import ColorRole
from backgammon_tui.tui.board.pictures import caption, draw_wood, sign_of
from backgammon_tui.tui.board.view import Origin, PlaceView, TrayKind, TrayPlace


def draw_bar_tray(view: PlaceView, place: TrayPlace, context: RenderContext, rows: int) -> Canvas:
    """A tray on the bar: its name, whose it is and how many are in it, in one line or two."""
    width = context.cut.bar_width
    canvas = draw_wood(width, rows, context)
    is_small = context.cut.checker < LEAST_CHECKER
    if not _is_told(view, place) or (is_small and not view.count):
        return canvas
    if rows > 1:
        _write_owned(canvas, view, place, context)
        return canvas
    name, count = _name(view, place, width - 1)
    text, ink, ground = _fitted(name + count, width, view, context)
    owned = min(width - len(text), 2)
    x = (width - len(text) - owned + 1) // 2 + owned
    canvas.fill(x - owned, 0, len(text) + owned, 1, context.palette[ColorRole.WOOD])
    canvas.write(x, 0, text, ink, ground, bold=view.count > 0)
    if text == name + count and ground is None:
        canvas.write(x, 0, name, context.palette[ColorRole.INK_DIM])
    if owned:
        sign, sign_ink, sign_ground = sign_of(place.side, context)
        canvas.write(x - owned, 0, sign, sign_ink, sign_ground, bold=True)
    return canvas


def _fitted(
    plain: str, width: int, view: PlaceView, context: RenderContext, *, glues: bool = True
) -> tuple[str, int, int | None]:
    """A caption without its blanks, or its marks, where it is too long with them."""
    text, ink, ground = caption(plain, view, context)
    if glues and len(text) > width:
        text = caption(plain.replace(" ", ""), view, context)[0]
    if len(text) <= width or context.look.is_text:
        return text[:width], ink, ground
    if ground is None:
        ink, ground = context.palette[ColorRole.LIT_INK], ink
    return plain, ink, ground


def _write_owned(canvas: Canvas, view: PlaceView, place: TrayPlace, context: RenderContext) -> None:
    """Write a tray's name, and below it whose checkers are in it and how many."""
    title, count = _name(view, place, 0)
    sign, sign_ink, sign_ground = sign_of(place.side, context)
    inner = canvas.width - 2
    plain = f"{sign} {count}" if len(count) + 2 <= inner else sign + count
    text, ink, ground = _fitted(plain, inner, view, context)
    x = (canvas.width - len(text) + 1) // 2
    canvas.write((canvas.width - len(title)) // 2, 0, title, context.palette[ColorRole.INK_DIM])
    canvas.write(x, 1, text, ink, ground, bold=view.count > 0)
    if text == plain and ground is None:
        canvas.write(x, 1, sign, sign_ink, sign_ground, bold=True)


def draw_side_tray(
    view: PlaceView, place: TrayPlace, context: RenderContext, rows: int, *, top: bool
) -> Canvas:
    """A tray beside the board, with the wood between them; off checkers lie from the rim on."""
    cut, palette = context.cut, context.palette
    canvas = context.canvas(cut.tray_width + 1, rows, ColorRole.WOOD)
    if not view.is_used:
        return canvas
    is_off, is_told = place.kind is TrayKind.OFF, _is_told(view, place)
    from_top = top is is_off
    name, count = _name(view, place, canvas.width)
    is_split = is_told and not is_off and not name.endswith(" ")
    labels = cut.label_height if is_off else 1 + is_split
    inner = 0 if context.layout.is_reversed else 1
    line = (labels - 1 if from_top else rows - labels) if is_off else top * (rows - labels)
    if is_told:
        dim = context.palette[ColorRole.INK_DIM]
        if is_split:
            canvas.write(inner, line, name, dim)
            name = ""
        text, ink, ground = _fitted(name + count, canvas.width, view, context, glues=False)
        # A hand shows by its checkers whose it is; off there may be none.
        owned = 2 if is_off and len(text) + 2 <= canvas.width else 0
        x = max(inner + (cut.tray_width - len(text) - owned) // 2, 0) + owned
        canvas.write(x, line + is_split, text, ink, ground, bold=view.count > 0)
        if owned:
            sign, sign_ink, sign_ground = sign_of(place.side, context)
            canvas.write(x - owned, line, sign, sign_ink, sign_ground, bold=True)
        if text == name + count and ground is None:
            canvas.write(x, line, name, dim)
    first = labels if line < labels else 0
    canvas.fill(inner, first, cut.tray_width, rows - labels, palette[ColorRole.TRAY])
    _Slabs(canvas, context, inner, first, rows - labels, from_top).draw(view, place.side)
    return canvas


def _name(view: PlaceView, place: TrayPlace, width: int) -> tuple[str, str]:
    """What a tray is called, and how many are in it and to come; apart if there is room."""
    coming = f"+{view.ghost_in}" if view.ghost_in else ""
    name, count = place.kind.value, f"{view.count - view.ghost_out}{coming}"
    return name + " " * (len(name) + 1 + len(count) <= width), count


def _is_told(view: PlaceView, place: TrayPlace) -> bool:
    """Whether a tray has its name: an empty hand has none, for nothing ever comes back to it."""
    return view.is_used and (place.kind is not TrayKind.HAND or view != PlaceView(side=view.side))


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
        for index, role in enumerate(_slabs(view, side)):
            down, across = divmod(index, self._columns)
            row = down * self._unit + 1 * (self._unit < 3)
            top = 2 * self._y + (row if self._from_top else 2 * self._rows - row - self._unit)
            self._slab(2 * (self._x + across * (self._width + 1)), top, role, side, down)

    def _slab(self, x: int, y: int, role: ColorRole, side: Side, index: int) -> None:
        colors, palette = SIDE_COLORS[side], self._context.palette
        foot = palette[colors.dark if role is colors.face else role]
        if self._unit == 1:
            # They touch, so every other one is shaded.
            shaded = role is colors.face and index % 2
            color = palette[colors.rim if shaded else role]
            self._canvas.paint(x, y, 2 * self._width, 1, color)
            return
        self._canvas.paint(x, y, 2 * self._width, self._unit - 1, palette[role])
        lower = foot if self._unit > 2 or role is colors.face else palette[ColorRole.TRAY]
        self._canvas.paint(x, y + self._unit - 1, 2 * self._width, 1, lower)


def _slabs(view: PlaceView, side: Side) -> list[ColorRole]:
    """The colour of each checker in a tray, those to come and the marked ones at the end."""
    colors = SIDE_COLORS[side]
    roles = [colors.face] * view.count
    for index in range(min(view.last_in, view.count)):
        roles[-1 - index] = ColorRole.LAST
    for index in range(min(view.ghost_out, view.count)):
        roles[-1 - index] = ColorRole.HOLLOW
    at = view.count - 1 - view.ghost_out
    if view.origin is not Origin.NONE and at >= 0:
        roles[at] = ColorRole.LIT
    return (roles + [ColorRole.TARGET] * view.ghost_in)[:CHECKERS]
