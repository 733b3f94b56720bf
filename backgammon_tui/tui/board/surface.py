"""What all the widgets of the board have in common."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

from textual.color import BLACK
from textual.geometry import Region, Size
from textual.reactive import Reactive
from textual.strip import Strip
from textual.widget import Widget

from backgammon_tui.tui.board.canvas import Canvas, Sprite
from backgammon_tui.tui.board.context import RenderContext
from backgammon_tui.tui.board.geometry import Layout, Rect
from backgammon_tui.tui.board.palette import line_of
from backgammon_tui.tui.board.view import Place

View = TypeVar("View")

Overlays = tuple[tuple[Sprite, int, int], ...]
"""Sprites with the quarter column and the half row of their upper left in a widget."""


class Surface(Widget, Generic[View]):
    """A widget that draws one frozen view, and draws again only if that changes."""

    place: Place | None = None
    """What a click here points at."""

    # Its size follows from the board's layout and never changes that: no second layout.
    virtual_size: Reactive[Size] = Reactive(Size(0, 0))

    def __init__(self, view: View, *, id: str | None = None) -> None:
        """Start with a view; nothing is drawn before `render_with`."""
        super().__init__(id=id)
        self.view = view
        self._render_context: RenderContext | None = None
        self._canvas: Canvas | None = None
        self._plain: list[Strip] = []
        """The picture without what passes over it."""
        self._strips: list[Strip] = []
        self._overlays: Overlays = ()
        self.display = False  # Until it has been given its place.

    def show(self, view: View) -> None:
        """Draw another view, unless it is equal to the one shown."""
        if view != self.view:
            self.view = view
            self._forget()

    def render_with(self, context: RenderContext) -> None:
        """Take other measures, characters or colours, and the place that goes with them."""
        self._render_context = context
        rect = self.rect(context.layout)
        self.styles.width, self.styles.height = rect.width, rect.height
        self.styles.offset = (rect.x, rect.y)
        self.display = rect.height > 0
        self._forget()

    def overlay(self, overlays: Overlays) -> None:
        """Show what passes over this widget, or no longer does."""
        if overlays == self._overlays:
            return
        touched = _rows(self._overlays) | _rows(overlays)
        self._overlays = overlays
        self._strips = []
        width, height = self.size
        rows = [Region(0, y, width, 1) for y in sorted(touched) if 0 <= y < height]
        if rows:
            self.refresh(*rows)

    def rect(self, layout: Layout) -> Rect:
        """Where in a layout this widget lies."""
        raise NotImplementedError

    def draw(self, context: RenderContext, rect: Rect) -> Canvas:
        """Draw the view."""
        raise NotImplementedError

    def line(self, y: int) -> Strip:
        """One line of the picture, also before the widget is mounted."""
        return self._lines()[y]

    def render_line(self, y: int) -> Strip:
        """Return one line of the picture."""
        lines = self._lines()
        if y < len(lines):
            return lines[y]
        return Strip.blank(self.size.width, self.rich_style)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the picture, or a part of it, without drawing it anew.

        Every repaint asks all parts of the board for their lines, not only those that
        changed. They have neither border nor padding nor opacity, and the way past the
        machinery for those is several times shorter.
        """
        lines = self._lines()
        if not lines:
            return [Strip.blank(crop.width)] * crop.height
        if crop.width == lines[0].cell_length and crop.height == len(lines):
            return lines
        return [line.crop(crop.x, crop.right) for line in lines[crop.y : crop.bottom]]

    def _lines(self) -> list[Strip]:
        """The picture as the terminal is to get it, kept until something changes."""
        if not self._strips and self._render_context is not None:
            if self._canvas is None:
                context = self._render_context
                self._canvas = self.draw(context, self.rect(context.layout))
                self._plain = self._drawn(self._canvas, range(self._canvas.height))
            self._strips = self._plain
            if self._overlays:
                self._strips = self._crossed(self._canvas)
        return self._strips

    def _crossed(self, plain: Canvas) -> list[Strip]:
        """The picture with what passes over it; only those rows are drawn anew."""
        canvas = plain.copy()
        for sprite, column, row in self._overlays:
            canvas.stamp(sprite, column, row)
        rows = [y for y in sorted(_rows(self._overlays)) if 0 <= y < canvas.height]
        strips = list(self._plain)
        for y, strip in zip(rows, self._drawn(canvas, rows), strict=True):
            strips[y] = strip
        return strips

    def _drawn(self, canvas: Canvas, rows: Iterable[int]) -> list[Strip]:
        strips = [line_of(tuple(canvas.row(y))) for y in rows]
        for line_filter in self.get_line_filters():
            strips = [strip.apply_filter(line_filter, BLACK) for strip in strips]
        return strips

    def _forget(self) -> None:
        self._canvas = None
        self._strips = []
        self.refresh()


def _rows(overlays: Overlays) -> set[int]:
    """The rows of cells that overlays touch."""
    return {
        y for sprite, _, row in overlays for y in range(row // 2, (row + sprite[-1].row) // 2 + 1)
    }
