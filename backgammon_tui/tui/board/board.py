"""The board: a frame of wood with points, bar, trays, dice and stages in it."""

from __future__ import annotations

from dataclasses import dataclass

from rich.color import Color as RichColor
from rich.segment import Segment
from textual import events
from textual.app import ComposeResult
from textual.color import Color
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from backgammon_tui.tui.board.dice import Dice
from backgammon_tui.tui.board.geometry import (
    MIN_HEIGHT,
    MIN_WIDTH,
    POINTS,
    Layout,
    lay_out,
    places,
)
from backgammon_tui.tui.board.look import Look
from backgammon_tui.tui.board.paint import PAINTS, Paint
from backgammon_tui.tui.board.palette import Palette
from backgammon_tui.tui.board.places import Cap, Point, Tray
from backgammon_tui.tui.board.stage_strip import StageStrip
from backgammon_tui.tui.board.surface import Dress, Surface
from backgammon_tui.tui.board.view import (
    BoardView,
    DiceView,
    Place,
    PointPlace,
    PointView,
    StageStripView,
)

EMPTY = BoardView(tuple(PointView(str(slot)) for slot in range(1, POINTS + 1)))
"""A board without checkers."""

PLAIN_LOOK = Look()
"""The look of a terminal that has colours and characters enough."""


class Board(Widget):
    """Shows a position with its marks, and says which place was clicked."""

    @dataclass
    class PlaceClicked(Message):
        """A point or a tray was clicked."""

        place: Place

    def __init__(self, *, look: Look = PLAIN_LOOK, id: str | None = None) -> None:
        """Make an empty board.

        Args:
            look: The characters to draw with.
            id: The widget's id.

        """
        super().__init__(id=id)
        self._view = EMPTY
        self._look = look
        self._layout: Layout | None = None
        self._palette: Palette | None = None
        self._places: dict[Place, Point | Tray] = {
            place: Point(place) if isinstance(place, PointPlace) else Tray(place)
            for place in places()
        }
        self._dice = Dice()
        self._stages = StageStrip()
        self._caps = (Cap(top=True), Cap(top=False))

    def compose(self) -> ComposeResult:
        """Yield every part; they stay for the life of the board."""
        yield from self._surfaces

    def show(self, view: BoardView) -> None:
        """Show another position; only what differs is drawn again."""
        before, self._view = self._view, view
        for widget in self._places.values():
            if isinstance(widget, Point):
                widget.show(view.points[widget.place.slot - 1])
            else:
                widget.show(view.trays(widget.place.side).of(widget.place.kind))
        if (before.contrary, before.orientation) != (view.contrary, view.orientation):
            self._fit()

    def show_dice(self, view: DiceView, *, tumble: bool = False) -> None:
        """Show other dice.

        Args:
            view: What they show in the end.
            tumble: Whether they roll for a moment first, as far as animations are wanted.

        """
        self._dice.show(view)
        if tumble:
            self._dice.tumble()

    def show_stages(self, view: StageStripView) -> None:
        """Show how the turn stands."""
        self._stages.show(view)

    def use_look(self, look: Look) -> None:
        """Draw with other characters from now on."""
        self._look = look
        self._dress()

    def on_resize(self, event: events.Resize) -> None:
        """Cut the board anew for its room."""
        self._fit()

    def on_click(self, event: events.Click) -> None:
        """Say which place was clicked, if any."""
        if isinstance(event.widget, Surface) and event.widget.place is not None:
            self.post_message(self.PlaceClicked(event.widget.place))

    def notify_style_update(self) -> None:
        """Take the colours of another theme."""
        super().notify_style_update()
        if self.is_mounted:
            self._take_colors()

    def render_line(self, y: int) -> Strip:
        """Draw the wood that no other widget covers, or say that there is no room."""
        width, ground = self.size.width, self.rich_style
        if self._layout is None or self._palette is None:
            text = f"The board needs {MIN_WIDTH} by {MIN_HEIGHT} cells."
            line = text if y == self.size.height // 2 else ""
            return Strip([Segment(line[:width].center(width), ground)], width)
        frame = self._layout.frame
        if not frame.y <= y < frame.y + frame.height:
            return Strip.blank(width, ground)
        wood = self._palette.style(Paint.WOOD, Paint.WOOD, False)
        right = width - frame.x - frame.width
        segments = [
            Segment(" " * frame.x, ground),
            Segment(" " * frame.width, wood),
            Segment(" " * right, ground),
        ]
        return Strip(segments, width)

    @property
    def _surfaces(self) -> tuple[Point | Tray | Cap | Dice | StageStrip, ...]:
        return (*self._places.values(), *self._caps, self._dice, self._stages)

    def _fit(self) -> None:
        """Lay the board into the room there is."""
        self._layout = lay_out(
            *self.size, contrary=self._view.contrary, orientation=self._view.orientation
        )
        if self._layout is None:
            for surface in self._surfaces:
                surface.display = False
        if self._palette is None:
            self._take_colors()
        self._dress()

    def _take_colors(self) -> None:
        """Ask the theme for the colours, and draw anew if they are others."""
        variables = self.app.theme_variables
        colors: dict[Paint, RichColor] = {
            paint: Color.parse(variables[paint.variable]).rich_color for paint in PAINTS
        }
        if self._palette is None or self._palette.colors != colors:
            self._palette = Palette(colors)
            self._dress()

    def _dress(self) -> None:
        """Hand measures, characters and colours to every part."""
        if self._layout is None or self._palette is None:
            self.refresh()
            return
        dress = Dress(self._layout, self._look, self._palette)
        for surface in self._surfaces:
            surface.wear(dress)
        self.refresh()
