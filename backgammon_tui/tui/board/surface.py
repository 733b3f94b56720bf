"""What all the widgets of the board have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from textual.color import BLACK
from textual.geometry import Region, Size
from textual.reactive import Reactive
from textual.strip import Strip
from textual.widget import Widget

from backgammon_tui.tui.board.canvas import Canvas
from backgammon_tui.tui.board.geometry import Layout, Rect
from backgammon_tui.tui.board.look import Look
from backgammon_tui.tui.board.palette import Palette
from backgammon_tui.tui.board.view import Place

View = TypeVar("View")


@dataclass(frozen=True)
class Dress:
    """All that decides how a view is drawn."""

    layout: Layout
    look: Look
    palette: Palette


class Surface(Widget, Generic[View]):
    """A widget that draws one frozen view, and draws again only if that changes."""

    place: Place | None = None
    """What a click here points at."""

    # Its size follows from the board's layout and never changes that: no second layout.
    virtual_size: Reactive[Size] = Reactive(Size(0, 0))

    def __init__(self, view: View, *, id: str | None = None) -> None:
        """Start with a view; nothing is drawn before `wear`."""
        super().__init__(id=id)
        self.view = view
        self._dress: Dress | None = None
        self._strips: list[Strip] = []
        self.display = False  # Until it has been given its place.

    def show(self, view: View) -> None:
        """Draw another view, unless it is equal to the one shown."""
        if view != self.view:
            self.view = view
            self._forget()

    def wear(self, dress: Dress) -> None:
        """Take other measures, characters or colours, and the place that goes with them."""
        self._dress = dress
        rect = self.rect(dress.layout)
        self.styles.width, self.styles.height = rect.width, rect.height
        self.styles.offset = (rect.x, rect.y)
        self.display = True
        self._forget()

    def rect(self, layout: Layout) -> Rect:
        """Where in a layout this widget lies."""
        raise NotImplementedError

    def draw(self, dress: Dress, rect: Rect) -> Canvas:
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
        if not self._strips and self._dress is not None:
            canvas = self.draw(self._dress, self.rect(self._dress.layout))
            strips = self._dress.palette.strips(canvas)
            for line_filter in self.get_line_filters():
                strips = [strip.apply_filter(line_filter, BLACK) for strip in strips]
            self._strips = strips
        return self._strips

    def _forget(self) -> None:
        self._strips = []
        self.refresh()
