"""The widgets for the places of the board: points, bar, hands and off trays."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

from textual.color import BLACK
from textual.geometry import Region, Size
from textual.reactive import Reactive
from textual.strip import Strip
from textual.widget import Widget

from backgammon_tui.engine import Place, Side
from backgammon_tui.modes.board import (
    BoardPlace,
    NumbersView,
    PlaceView,
    PointPlace,
)
from backgammon_tui.tui.board.canvas import Canvas, Sprite
from backgammon_tui.tui.board.geometry import Layout, Rect
from backgammon_tui.tui.board.pictures import (
    draw_bar,
    draw_bar_tray,
    draw_point,
    draw_side_tray,
    draw_wood,
    sign_of,
)
from backgammon_tui.tui.board.rendering import ColorRole, RenderContext, line_of

SurfaceView = TypeVar("SurfaceView")

Overlays = tuple[tuple[Sprite, int, int], ...]
"""Sprites with the quarter column and half row of their upper left in a widget."""


class Surface(Widget, Generic[SurfaceView]):
    """A widget that draws one frozen view, and redraws only if it changes."""

    place: BoardPlace | None = None
    """The place that a click here means, if any."""

    # Its size follows from the board's layout and never affects it, so no second layout is
    # needed.
    virtual_size: Reactive[Size] = Reactive(Size(0, 0))

    def __init__(self, view: SurfaceView, *, id: str | None) -> None:
        super().__init__(id=id)
        self.view = view
        self._render_context: RenderContext | None = None
        self._canvas: Canvas | None = None
        self._plain: list[Strip] = []
        """The picture without the sprites that pass over it."""
        self._strips: list[Strip] = []
        self._overlays: Overlays = ()

    def show(self, view: SurfaceView) -> None:
        """Draw another view, unless it equals the current one."""
        if view != self.view:
            self.view = view
            before, self._canvas, self._strips = self._strips, None, []
            now = self._lines() if self.is_mounted else []
            # Another game may have more rows on its rim before the widget has its new size.
            if now and len(before) == len(now) == self.size.height:
                self._refresh_rows(y for y, line in enumerate(now) if line != before[y])
            else:
                self.refresh()

    def render_with(self, context: RenderContext) -> None:
        """Apply other measures, characters or colours."""
        self._render_context = context
        self._canvas, self._strips = None, []
        self.refresh()

    def overlay(self, overlays: Overlays) -> None:
        """Show or remove the sprites that pass over this widget."""
        if overlays == self._overlays:
            return
        touched = _rows(self._overlays) | _rows(overlays)
        self._overlays = overlays
        self._strips = []
        self._refresh_rows(y for y in touched if 0 <= y < self.size.height)

    def _refresh_rows(self, rows: Iterable[int]) -> None:
        if regions := [Region(0, y, self.size.width, 1) for y in rows]:
            self.refresh(*regions)

    def rect(self, layout: Layout) -> Rect:
        assert self.place
        return layout.rect(self.place)

    def draw(self, context: RenderContext) -> Canvas:
        raise NotImplementedError

    def render_line(self, y: int) -> Strip:
        """Return one line of the picture, even before the widget is mounted.

        The mouse can request a line between a change of size and the new picture.
        """
        lines = self._lines()
        return lines[y] if y < len(lines) else Strip.blank(self.size.width)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the picture, or a part of it, without redrawing it.

        Every repaint requests the lines of all parts of the board, not only of those that changed.
        They have no border, padding or opacity, and skipping that machinery is several times
        faster.
        """
        lines = self._lines()
        if not lines:
            return [Strip.blank(crop.width)] * crop.height
        if crop.width == lines[0].cell_length and crop.height == len(lines):
            return lines
        return [line.crop(crop.x, crop.right) for line in lines[crop.y : crop.bottom]]

    def _lines(self) -> list[Strip]:
        if not self._strips and self._render_context is not None:
            if self._canvas is None:
                self._canvas = self.draw(self._render_context)
                self._plain = self._drawn(self._canvas, range(self._canvas.height))
            self._strips = self._plain
            if self._overlays:
                self._strips = self._crossed(self._canvas)
        return self._strips

    def _crossed(self, plain: Canvas) -> list[Strip]:
        """Return the picture with the sprites that pass over it; only their rows are redrawn."""
        canvas = plain.copy()
        for sprite, column, row in self._overlays:
            canvas.stamp(sprite, column, row)
        rows = [y for y in sorted(_rows(self._overlays)) if 0 <= y < canvas.height]
        strips = list(self._plain)
        for y, strip in zip(rows, self._drawn(canvas, rows), strict=True):
            strips[y] = strip
        return strips

    def _drawn(self, canvas: Canvas, rows: Iterable[int]) -> list[Strip]:
        strips = list(map(line_of, map(tuple, canvas.cells(rows))))
        for line_filter in self.get_line_filters():
            strips = [strip.apply_filter(line_filter, BLACK) for strip in strips]
        return strips


def _rows(overlays: Overlays) -> set[int]:
    return {
        y for sprite, _, row in overlays for y in range(row // 2, (row + sprite[-1].row) // 2 + 1)
    }


class PlaceSurface(Surface[PlaceView]):
    """One of the 24 points with its number, or one side's hand, bar or off tray."""

    def __init__(self, place: BoardPlace) -> None:
        """Make the widget: `#point-n`, where n is White's number, or `#hand-white` and so on."""
        if isinstance(place, PointPlace):
            super().__init__(PlaceView(str(place.slot)), id=f"point-{place.slot}")
        else:
            super().__init__(PlaceView(), id=f"{place.kind.word}-{place.side.name.lower()}")
        self.place: BoardPlace = place

    def draw(self, context: RenderContext) -> Canvas:
        """Draw the place for the current layout."""
        if isinstance(self.place, PointPlace):
            return draw_point(self.view, self.place, context)
        if self.place.kind is Place.BAR:
            return draw_bar(self.view, self.place, context)
        draw = draw_side_tray if context.cut.tray_width else draw_bar_tray
        return draw(self.view, self.place, context)


class Cap(Surface[NumbersView]):
    """The end of the bar: the sides' directions, or the owner of the numbers beside it."""

    def __init__(self, *, top: bool) -> None:
        super().__init__(NumbersView(), id="cap-top" if top else "cap-bottom")
        self._top = top

    def rect(self, layout: Layout) -> Rect:
        return layout.cap(top=self._top)

    def draw(self, context: RenderContext) -> Canvas:
        """Draw an arrow with both sides' checkers; if they number differently, with a name."""
        _, _, width, height = self.rect(context.layout)
        canvas = draw_wood(width, height, context)
        if not self.view.numbers_differ:
            self._runner(canvas, tuple(Side), context)
        elif not self._owner(canvas, context):
            self._runner(canvas, (self.view.side,), context)
        return canvas

    def _owner(self, canvas: Canvas, context: RenderContext) -> bool:
        """Write the owner of the numbers and their direction, if the name fits."""
        name, look = self.view.names[self.view.side is Side.BLACK], context.look
        left = context.layout.runs_left(self.view.side, top=self._top)
        arrow = look.signs.arrows[not left]
        gap = " " * (len(name) + 4 <= canvas.width)
        text = f"{arrow}{gap}{name}" if left else f"{name}{gap}{arrow}"
        # The numbers on the left end at the cap; in small pictures those on the right begin
        # there.
        apart = 1 + (context.layout.cut.checker == 2)
        if len(text) + apart > canvas.width or not name.isascii():
            return False  # Characters outside ASCII may be wider than their count.
        ground = None if look.is_clear else context.palette[ColorRole.WOOD]
        x = (canvas.width - len(text) + 1) // 2
        canvas.write(x, 0, text, context.palette[ColorRole.INK], ground)
        return True

    def _runner(self, canvas: Canvas, sides: tuple[Side, ...], context: RenderContext) -> None:
        look, left = context.look, context.layout.runs_left(sides[0], top=self._top)
        shaft = look.signs.shaft * min(3, (canvas.width - 4) // 2)
        head = look.signs.arrows[not left]
        arrow = f"{head}{shaft}" if left else f"{shaft}{head}"
        x = (canvas.width - len(arrow) - len(sides)) // 2
        at = x if left else x + len(sides)
        canvas.write(at, 0, arrow, context.palette[ColorRole.INK_DIM])
        for column, side in enumerate(sides, x + len(arrow) * left):
            canvas.write(column, 0, *sign_of(side, context), bold=True)
