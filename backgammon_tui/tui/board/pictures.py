"""Pictures of the points and of the bar."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from backgammon_tui.engine.position import Side
from backgammon_tui.tui.board.canvas import EIGHTHS, Canvas, Cell, Sprite
from backgammon_tui.tui.board.discs import RIMS, Finish
from backgammon_tui.tui.board.geometry import Cut, Rect
from backgammon_tui.tui.board.look import Look
from backgammon_tui.tui.board.paint import Paint
from backgammon_tui.tui.board.pile import Pile
from backgammon_tui.tui.board.stack import stack_up
from backgammon_tui.tui.board.view import Origin, PointView, Target, TrayView

_TIP = 0.16
"""Width of a point's tip, as a part of its base."""
_LENGTH = 0.94
"""Length of a point, as a part of the room for it."""


class PointShape(NamedTuple):
    """What of a point's picture stays the same from one turn to the next."""

    cut: Cut
    lead: int
    top: bool
    odd: bool


def draw_point(view: PointView, shape: PointShape, look: Look) -> Canvas:
    """Draw one point with its numbers, from its rim to its tip."""
    cut = shape.cut
    width = shape.lead + cut.checker_width + cut.gap
    canvas = Canvas(width, cut.label_height + cut.point_height, Paint.FELT, blocks=not look.ascii)
    first = cut.label_height if shape.top else 0
    paint = Paint.POINT_ODD if shape.odd else Paint.POINT_EVEN
    if view.cursor:
        paint = Paint.POINT_CURSOR
    _taper(canvas, Rect(shape.lead, first, cut.checker_width, cut.point_height), paint, shape.top)
    if look.ascii:
        middle = shape.lead + cut.checker_width // 2
        for row in range(first, first + cut.point_height):
            canvas.write(middle, row, ":" if shape.odd else ".", Paint.BAND_DIM)
    place = Rect(shape.lead, first, cut.checker_width, cut.point_height)
    pile = Pile(canvas, place, cut.checker_height, look, Paint.FELT, from_top=shape.top)
    pile.draw(stack_up(view, cut.point_height, cut.checker_height), view.last_out)
    _labels(canvas, view, shape)
    return canvas


def draw_bar(view: TrayView, side: Side, cut: Cut, look: Look, *, top: bool) -> Canvas:
    """Draw one side's half of the bar, its checkers piled up from the middle."""
    canvas = Canvas(cut.bar_width, cut.point_height, Paint.WOOD, blocks=not look.ascii)
    margin = (cut.bar_width - cut.checker_width) // 2
    row = 0 if top else cut.point_height - 1
    text, ink, ground = caption("bar", view, look)
    canvas.write((cut.bar_width - len(text)) // 2, row, text, ink, ground, bold=view.count > 0)
    as_point = PointView(
        label="",
        side=side,
        count=view.count,
        origin=view.origin,
        target=view.target,
        ghost_out=view.ghost_out,
        ghost_in=view.ghost_in,
        last_out=view.last_out,
        last_in=view.last_in,
    )
    rows = cut.point_height - 1
    place = Rect(margin, int(top), cut.checker_width, rows)
    pile = Pile(canvas, place, cut.checker_height, look, Paint.WOOD, from_top=not top)
    pile.draw(stack_up(as_point, rows, cut.checker_height), view.last_out)
    return canvas


def caption(name: str, view: TrayView, look: Look) -> tuple[str, Paint, Paint]:
    """Return a tray's name with its marks, its ink and its ground."""
    finish = Finish.PLAIN
    ink = Paint.INK if view.count else Paint.INK_DIM
    if view.target is not Target.NONE or view.ghost_in:
        finish, ink = Finish.TARGET, Paint.TARGET
    elif view.origin is not Origin.NONE:
        picked = view.origin is Origin.PICKED
        finish = Finish.PICKED if picked else Finish.LIT
        ink = RIMS[finish]
    brackets = "  " if finish is Finish.PLAIN else look.brackets(finish)
    text = brackets[0] + name + brackets[1]
    if view.cursor:
        return text, Paint.CURSOR_INK, Paint.CURSOR
    return text, ink, Paint.CLEAR


def _labels(canvas: Canvas, view: PointView, shape: PointShape) -> None:
    """Write the numbers: White's at the edge, Black's next to the point."""
    cut = shape.cut
    y = 0 if shape.top else cut.point_height
    canvas.fill(0, y, canvas.width, cut.label_height, Paint.WOOD)
    lines = [(view.label, not view.other_bright), (view.other_label, view.other_bright)]
    if not shape.top:
        lines = lines[cut.label_height - 1 :: -1]
    for row, (text, bright) in enumerate(lines[: cut.label_height], y):
        ink, ground = _label_paints(view, bright)
        x = shape.lead + (cut.checker_width - len(text)) // 2
        if bright and ground is not Paint.CLEAR:
            canvas.fill(shape.lead, row, cut.checker_width, 1, ground)
        canvas.write(x, row, text, ink, bold=bright)


def _label_paints(view: PointView, bright: bool) -> tuple[Paint, Paint]:
    if not bright:
        return Paint.INK_DIM, Paint.CLEAR
    if view.cursor:
        return Paint.CURSOR_INK, Paint.CURSOR
    if view.blocked:
        return Paint.BLOCKED_INK, Paint.BLOCKED
    if view.target is not Target.NONE or view.ghost_in:
        return Paint.TARGET, Paint.CLEAR
    if view.origin is not Origin.NONE:
        return Paint.LIT, Paint.CLEAR
    return Paint.INK, Paint.CLEAR


def _taper(canvas: Canvas, rect: Rect, paint: Paint, top: bool) -> None:
    """Paint the long triangle of a point.

    Its edges are drawn in eighths of a cell; the quarter cells below them are what is
    seen where a checker takes the edge's cell.
    """
    length = round(rect.height * _LENGTH)
    canvas.stamp(_triangle(rect.width, rect.height, length, paint, top), rect.x, 2 * rect.y)
    if not canvas.blocks:
        return
    for from_rim in range(length):
        row = from_rim if top else rect.height - 1 - from_rim
        blank = round(4 * rect.width * (1 - _TIP) * (from_rim + 0.5) / length)
        whole, eighths = divmod(blank, 8)
        if not eighths:
            continue
        left, right = rect.x + whole, rect.x + rect.width - 1 - whole
        y = rect.y + row
        if left < right:
            canvas.put(left, y, Cell(EIGHTHS[eighths], Paint.FELT, paint))
            canvas.put(right, y, Cell(EIGHTHS[8 - eighths], paint, Paint.FELT))


@lru_cache(maxsize=64)
def _triangle(width: int, height: int, length: int, paint: Paint, top: bool) -> Sprite:
    rows = [bytearray(2 * width) for _ in range(2 * height)]
    for y, row in enumerate(rows[: 2 * length]):
        half = round(width * (1 - (1 - _TIP) * (y + 0.5) / (2 * length)))
        row[width - half : width + half] = bytes([paint]) * (2 * half)
    return Sprite.of(rows if top else rows[::-1])
