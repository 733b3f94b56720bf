"""Stacks of checkers drawn on a canvas."""

from __future__ import annotations

from dataclasses import dataclass

from backgammon_tui.tui.board.canvas import LEFT_HALF, RIGHT_HALF, Canvas
from backgammon_tui.tui.board.discs import COATS, RIMS, Finish, disc
from backgammon_tui.tui.board.geometry import Rect
from backgammon_tui.tui.board.look import Look
from backgammon_tui.tui.board.paint import Paint
from backgammon_tui.tui.board.stack import Disc, Stack

_CHIPS = {
    Finish.HIT: (Paint.TARGET_INK, Paint.TARGET),
    Finish.TRAP: (Paint.TARGET_INK, Paint.TARGET),
    Finish.TRAPPED: (Paint.TRAPPED_INK, Paint.TRAPPED),
    Finish.BLOCKED: (Paint.BLOCKED_INK, Paint.BLOCKED),
}
"""TextStyle and ground of the signs on large discs."""


@dataclass(frozen=True)
class Pile:
    """Draws a stack into its place on a canvas, from the foot up."""

    canvas: Canvas
    place: Rect
    """As wide as a checker."""
    height: int
    """Rows of a checker."""
    look: Look
    ground: Paint
    """What is written beside the stack stands on."""
    from_top: bool

    def draw(self, stack: Stack, left: int) -> None:
        """Draw the stack, its number, and the marks of those that left."""
        for index, item in enumerate(stack.discs):
            self._disc(item, index * stack.pitch, index)
        row = self._row(stack.rows(self.height), 1)
        if stack.count:
            self.canvas.fill(self.place.x, row, self.place.width, 1, self.ground)
            self._write(f"{self.look.times}{stack.count}", row, Paint.INK)
        elif stack.left_mark and stack.rows(self.height) < self.place.height:
            self._write(self.look.left * min(left, 3), row, Paint.LAST)

    def _row(self, offset: int, height: int) -> int:
        if self.from_top:
            return self.place.y + offset
        return self.place.y + self.place.height - height - offset

    def _write(self, text: str, row: int, ink: Paint, ground: Paint = Paint.CLEAR) -> None:
        x = self.place.x + (self.place.width - len(text)) // 2
        self.canvas.write(x, row, text, ink, ground, bold=True)

    def _disc(self, item: Disc, offset: int, index: int) -> None:
        """Draw a disc that lies so many half rows from the foot."""
        x, width, height = self.place.x, self.place.width, self.height
        half_row = 2 * self._row(0, height) + (offset if self.from_top else -offset)
        row = half_row // 2
        self.canvas.wipe(x, row, width, height + half_row % 2)
        if height == 1:
            self._flat(item, row, index)
            return
        self.canvas.stamp(disc(width, height, item.side, item.finish), x, half_row)
        if self.look.ascii:
            self._letters(item, row)
        self._sign(item, (half_row + height) // 2 - (height % 2 == 0 and self.from_top))

    def _sign(self, item: Disc, row: int) -> None:
        """Write what a large disc says in its middle."""
        look, finish = self.look, item.finish
        core = look.core(item.side, finish)
        if look.has_letters:
            ground = self.ground if finish.is_hollow else Paint.CLEAR
            self._write(_framed(look.brackets(finish), core), row, _ink(item), ground)
        elif finish in _CHIPS:
            small = not finish.is_hollow and self.height <= 2
            width = 1 if small else 2 + self.place.width % 2
            self._write(core.center(width), row, *_CHIPS[finish])

    def _flat(self, item: Disc, y: int, index: int) -> None:
        """A checker of one row: a middle, and brackets for its rim."""
        canvas, look, finish = self.canvas, self.look, item.finish
        coat = COATS[item.side]
        brackets = look.brackets(finish)
        core = look.core(item.side, finish)
        rim = RIMS.get(finish)
        if finish.is_hollow:
            ink = rim or Paint.TARGET
            canvas.write(self.place.x, y, _framed(brackets, core), ink, bold=True)
            return
        face = coat.face if index % 2 == 0 else coat.next
        right = self.place.x + self.place.width - 1
        if rim is not None:
            canvas.write(self.place.x, y, brackets[0], Paint.LIT_INK, rim, bold=True)
            canvas.write(right, y, brackets[1], Paint.LIT_INK, rim, bold=True)
        elif brackets.strip():
            ink = Paint.LAST if finish is Finish.LAST_IN else coat.ink
            canvas.write(self.place.x, y, brackets[0], ink, face, bold=True)
            canvas.write(right, y, brackets[1], ink, face, bold=True)
        else:
            canvas.edge(self.place.x, y, RIGHT_HALF, face)
            canvas.edge(right, y, LEFT_HALF, face)
        x = self.place.x + 1
        if finish is Finish.TRAPPED:
            canvas.write(x, y, core, Paint.TRAPPED_INK, Paint.TRAPPED, bold=True)
        elif look.has_letters:
            canvas.write(x, y, core, coat.ink, face, bold=True)
        else:
            canvas.write(x, y, core, coat.ring, face)

    def _letters(self, item: Disc, y: int) -> None:
        """Fill a large checker with characters, for terminals without blocks."""
        fill = " " if item.finish.is_hollow else self.look.glyph(item.side)
        width, last, ink = self.place.width, self.height - 1, _ink(item)
        for row in range(self.height):
            ends = ".." if row == 0 else "''" if row == last else "()"
            inner = "-" if row in (0, last) and item.finish.is_hollow else fill
            self.canvas.write(self.place.x, y + row, ends[0] + inner * (width - 2) + ends[1], ink)


def _framed(brackets: str, core: str) -> str:
    return brackets[0] + core + brackets[1]


def _ink(item: Disc) -> Paint:
    if item.finish.is_hollow:
        return RIMS.get(item.finish, Paint.TARGET)
    return COATS[item.side].ink
