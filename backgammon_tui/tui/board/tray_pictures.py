"""Pictures of the hands and off trays: checkers standing or lying on their edges."""

from __future__ import annotations

from functools import lru_cache

from backgammon_tui.engine.position import CHECKERS, Side
from backgammon_tui.tui.board.canvas import Canvas, Sprite
from backgammon_tui.tui.board.discs import COATS
from backgammon_tui.tui.board.geometry import Cut
from backgammon_tui.tui.board.look import Look
from backgammon_tui.tui.board.paint import Paint
from backgammon_tui.tui.board.pictures import caption
from backgammon_tui.tui.board.view import Origin, TrayPlace, TrayView

_NAME = 6
"""Cells of a tray's name with the brackets around it."""
_NUMBER = 4
"""Cells of a tray's number."""


def draw_end_tray(view: TrayView, place: TrayPlace, cut: Cut, look: Look) -> Canvas:
    """Draw a tray that lies above or below the board."""
    width, height = cut.half_width, cut.tray_height
    if not view.is_used:
        return Canvas(width, height, Paint.WOOD, blocks=not look.ascii)
    canvas = Canvas(width, height, Paint.TRAY, blocks=not look.ascii)
    text, ink, ground = caption(place.kind.value, view, look)
    canvas.write(0, height // 2, text, ink, ground, bold=view.count > 0)
    unit = max(1, (width - _NAME - _NUMBER) // CHECKERS)
    for index, paint in enumerate(_slabs(view, place.side)):
        x = _NAME + index * unit
        canvas.stamp(_slab(2 * unit, 2 * height, paint, True), x, 0)
        if look.has_letters:
            canvas.write(
                x + unit - 1, height // 2, look.glyph(place.side), _letter(paint, place.side), paint
            )
    number = f" {view.count:>2} "
    coat = COATS[place.side]
    x = _NAME + unit * CHECKERS
    canvas.write(x, height // 2, number, coat.ink, coat.face, bold=True)
    return canvas


def draw_side_tray(view: TrayView, place: TrayPlace, cut: Cut, look: Look, *, top: bool) -> Canvas:
    """Draw a tray that stands beside the board."""
    width, rows = cut.tray_width, cut.point_height
    if not view.is_used:
        return Canvas(width, cut.label_height + rows, Paint.WOOD, blocks=not look.ascii)
    canvas = Canvas(width, cut.label_height + rows, Paint.TRAY, blocks=not look.ascii)
    first = cut.label_height if top else 0
    edge = 0 if top else rows
    canvas.fill(0, edge, width, cut.label_height, Paint.WOOD)
    text, ink, ground = caption(place.kind.value, view, look)
    line = edge if top else edge + cut.label_height - 1
    canvas.write((width - len(text)) // 2, line, text, ink, ground, bold=view.count > 0)
    room = 2 * (rows - 2)
    unit = max(1, min(room // CHECKERS, 4))
    slabs = _slabs(view, place.side)
    for index, paint in enumerate(slabs):
        half = index * unit if top else 2 * rows - (index + 1) * unit
        sprite = _slab(2 * width - 4, unit, _striped(paint, index, unit, place.side), False)
        canvas.stamp(sprite, 1, 2 * first + half)
    coat = COATS[place.side]
    used = (len(slabs) * unit + 1) // 2
    row = first + used + 0 if top else first + rows - used - 1
    glyph = look.glyph(place.side) if look.has_letters else " "
    canvas.write((width - 4) // 2, row, f" {view.count:>2}{glyph}", coat.ink, coat.face, bold=True)
    return canvas


def _slabs(view: TrayView, side: Side) -> list[Paint]:
    """The paint of each checker in a tray, ghosts and marks at the end."""
    paints = [COATS[side].face] * view.count
    for index in range(min(view.last_in, view.count)):
        paints[-1 - index] = Paint.LAST
    for index in range(min(view.ghost_out, view.count)):
        paints[-1 - index] = Paint.GHOST
    at = view.count - 1 - view.ghost_out
    if view.origin is not Origin.NONE and at >= 0:
        paints[at] = Paint.PICKED if view.origin is Origin.PICKED else Paint.LIT
    return (paints + [Paint.TARGET] * view.ghost_in)[:CHECKERS]


def _letter(paint: Paint, side: Side) -> Paint:
    return COATS[side].ink if paint is COATS[side].face else Paint.LIT_INK


def _striped(paint: Paint, index: int, unit: int, side: Side) -> Paint:
    """Thin slabs touch, so every other one is shaded."""
    coat = COATS[side]
    return coat.shade if unit == 1 and index % 2 and paint is coat.face else paint


@lru_cache(maxsize=64)
def _slab(width: int, height: int, paint: Paint, standing: bool) -> Sprite:
    """A checker seen from its edge, with a gap to the next; sizes in quarter cells."""
    gap = 1 if standing or height > 1 else 0
    rows = [bytearray(width) for _ in range(height)]
    for row in rows[: height if standing else height - gap]:
        start = gap if standing else 0
        row[start:] = bytes([paint]) * (width - start)
    return Sprite.of(rows)
