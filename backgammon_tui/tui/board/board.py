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

from backgammon_tui.engine.position import POINTS
from backgammon_tui.tui.board.dice import Dice
from backgammon_tui.tui.board.geometry import (
    MIN_HEIGHT,
    MIN_WIDTH,
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

_SECOND_BUTTON = 3
"""The right one; terminals count the wheel before it."""

PLAIN_LOOK = Look()
"""The look of a terminal that has colours and characters enough."""


class Board(Widget):
    """Shows a position with its marks, and says which place was clicked."""

    @dataclass
    class PlaceClicked(Message):
        """A point or a tray was clicked."""

        place: Place

        is_second: bool = False
        """Whether it was the second button, or Shift was held."""

    def __init__(
        self,
        *,
        look: Look = PLAIN_LOOK,
        room: tuple[int, int] | None = None,
        id: str | None = None,
    ) -> None:
        """Make an empty board.

        Args:
            look: The characters to draw with.
            room: The columns and rows that it is going to have, where that is known: it is
                then drawn at the first paint and not only at the second.
            id: The widget's id.

        """
        super().__init__(id=id)
        self._view = EMPTY
        self._look = look
        self._room = room
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
            self._fit(*self.size)

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

    def on_mount(self) -> None:
        """Cut the board for the room that it is going to have."""
        if self._room:
            self._fit(*self._room)

    def on_resize(self, event: events.Resize) -> None:
        """Cut the board anew for its room."""
        if event.size != self._room:
            self._fit(*event.size)
        self._room = None

    def on_click(self, event: events.Click) -> None:
        """Say which place was clicked, if any."""
        if isinstance(event.widget, Surface) and event.widget.place is not None:
            is_second = event.button == _SECOND_BUTTON or event.shift
            self.post_message(self.PlaceClicked(event.widget.place, is_second))

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
        inside = Strip.blank(frame.width, self._palette.style(Paint.WOOD, Paint.WOOD, False))
        if not self._surfaces[-1].size:
            inside = self._whole_line(inside, y)
        right = width - frame.x - frame.width
        return Strip.join([Strip.blank(frame.x, ground), inside, Strip.blank(right, ground)])

    def _whole_line(self, wood: Strip, y: int) -> Strip:
        """A line with all parts in it, so that the board is seen before they are mounted."""
        assert self._layout
        left = self._layout.frame.x
        placed = ((surface, surface.rect(self._layout)) for surface in self._surfaces)
        crossed = [(s, rect) for s, rect in placed if rect.y <= y < rect.y + rect.height]
        strips = []
        x = 0
        for surface, rect in sorted(crossed, key=lambda piece: piece[1].x):
            strips += [wood.crop(x, rect.x - left), surface.line(y - rect.y)]
            x = rect.x - left + rect.width
        return Strip.join([*strips, wood.crop(x)])

    @property
    def _surfaces(self) -> tuple[Point | Tray | Cap | Dice | StageStrip, ...]:
        return (*self._places.values(), *self._caps, self._dice, self._stages)

    def _fit(self, width: int, height: int) -> None:
        """Lay the board into a room."""
        self._layout = lay_out(
            width, height, contrary=self._view.contrary, orientation=self._view.orientation
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
