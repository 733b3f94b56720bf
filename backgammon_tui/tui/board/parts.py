"""The parts of a board as widgets: points, trays, the ends of the bar, and the band with the dice.

A place's state is in its classes, such as `-target`; style sheets give them colours.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

from textual import events
from textual.content import Content
from textual.geometry import NULL_OFFSET, NULL_SPACING, Size
from textual.layout import Layout, WidgetPlacement
from textual.message import Message
from textual.widget import Widget

from backgammon_tui.modes.board import (
    BoardPlace,
    CheckerState,
    NumbersView,
    PlaceView,
    PointPlace,
    TrayPlace,
)
from backgammon_tui.tui.board.band import BandView, draw_band
from backgammon_tui.tui.board.canvas import Canvas, Cell, RenderContext
from backgammon_tui.tui.board.discs import Checker, Disc, disc
from backgammon_tui.tui.board.drawn import Drawn, DrawnBoard
from backgammon_tui.tui.board.geometry import BoardPart, Fixture
from backgammon_tui.tui.board.motion import Flying
from backgammon_tui.tui.board.places import Lettering, draw_cap, draw_place

_SECOND_BUTTON = 3
"""The right mouse button, because terminals number the wheel before it."""

View = TypeVar("View", PlaceView, NumbersView, BandView)


class Part(Drawn, Generic[View], inherit_css=False):
    """A part of a board. It draws its view, and the checkers that slide across it."""

    @dataclass
    class Clicked(Message):
        part: BoardPart
        is_second: bool
        """True for the right button, and for a click with Shift."""

    def __init__(self, part: BoardPart, view: View, *, id: str, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.part = part
        self.view: View = view
        self._flying: Flying = ()
        """The checkers that slide across it, with their places on it."""

    def draw(self, context: RenderContext) -> Canvas:
        raise NotImplementedError

    def show(self, view: View) -> None:
        if view != self.view:
            self.view = view
            self.repaint()

    def fly(self, flying: Flying, context: RenderContext) -> None:
        """Show those checkers that are over this part."""
        x, y, width, height = context.layout.rects[self.part]
        left, top, size = 2 * x, 2 * y, context.metrics.checker
        over = tuple(
            (side, column - left, row - top)
            for side, column, row in flying
            if -2 * size < column - left < 2 * width and -size < row - top < 2 * height
        )
        if over != self._flying:
            self._flying = over
            self.repaint()

    @property
    def context(self) -> RenderContext | None:
        return cast(DrawnBoard, self.parent).context

    @property
    def inputs(self) -> tuple[object, ...]:
        return self.context, self.view, self._flying

    def rows(self) -> Iterable[Sequence[Cell]]:
        if (context := self.context) is None:
            return []
        canvas = self.draw(context)
        for side, column, row in self._flying:
            checker = Checker(side, CheckerState.PLAIN)
            canvas.stamp(disc(Disc.from_checker(checker, context)), column, row)
        return canvas.cells()

    def on_click(self, event: events.Click) -> None:
        is_second = event.button == _SECOND_BUTTON or event.shift
        self.post_message(self.Clicked(self.part, is_second))


class BarEnd(Part[NumbersView]):
    """The upper or lower end of the bar, between the numbers of the points."""

    def __init__(self, end: Fixture) -> None:
        super().__init__(end, NumbersView(), id=end.name.lower().replace("_", "-"))
        self.end = end

    def draw(self, context: RenderContext) -> Canvas:
        return draw_cap(self.view, self.end, context)


class DiceBand(Part[BandView]):
    """The band between the halves of the board, with the dice and the stages of the turn."""

    def __init__(self) -> None:
        super().__init__(Fixture.BAND, BandView(), id="dice")

    def draw(self, context: RenderContext) -> Canvas:
        return draw_band(self.view, context)


class PlacePart(Part[PlaceView]):
    """A point or a tray. Its own colour and background are those of its name."""

    def __init__(self, place: BoardPlace, *, id: str, classes: str | None = None) -> None:
        super().__init__(place, PlaceView(), id=id, classes=classes)
        self.place = place
        self._lettering: Lettering | None = None

    def draw(self, context: RenderContext) -> Canvas:
        return draw_place(self.view, self.place, context, self._lettering)

    @property
    def inputs(self) -> tuple[object, ...]:
        return self.context, self.view, self._flying, self._lettering

    def notify_style_update(self) -> None:
        super().notify_style_update()
        ink, ground = self.styles.color, self.styles.background
        self._lettering = Lettering(
            int.from_bytes(ink.rgb),
            int.from_bytes(ground.rgb) if ground.a else None,
            bool(self.styles.text_style.bold),
        )

    def show(self, view: PlaceView) -> None:
        if view != self.view:
            self.view = view
            # The classes of marks may change the lettering.
            marks = {f"-{mark}": is_set for mark, is_set in view.marks.items()}
            self.update_classes(marks, update=self.is_attached, animate=False)
            self.repaint()

    def on_enter(self) -> None:
        self.describe()

    def describe(self) -> None:
        """Put the place into words for a mouse that rests on it."""
        self.tooltip = Content(cast(DrawnBoard, self.parent).position.describe(self.place))


class Point(PlacePart):
    """A point, such as `point-13`, numbered as White counts."""

    def __init__(self, place: PointPlace) -> None:
        super().__init__(place, id=f"point-{place.slot}")


class Tray(PlacePart):
    """The bar, the hand or the off tray of a side, such as `bar-white`."""

    def __init__(self, place: TrayPlace) -> None:
        kind = place.kind.word
        super().__init__(place, id=f"{kind}-{place.side.name.lower()}", classes=f"{kind} -empty")


class BoardLayout(Layout):
    """Puts each part of a board where the geometry of the board has it."""

    name = "board"

    def arrange(
        self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True
    ) -> list[WidgetPlacement]:
        layout = cast(DrawnBoard, parent).layout_in(size)
        return [
            WidgetPlacement(rect, NULL_OFFSET, NULL_SPACING, part)
            for part in cast("list[Part[Any]]", children)  # Places, bar ends and dice.
            if layout and (rect := layout.rects[part.part])
        ]
