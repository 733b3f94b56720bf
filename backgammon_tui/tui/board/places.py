"""The widgets for the places of the board: points, bar, hands and off trays."""

from __future__ import annotations

from backgammon_tui.engine.position import Side
from backgammon_tui.tui.board.canvas import Canvas
from backgammon_tui.tui.board.color_role import ColorRole
from backgammon_tui.tui.board.context import RenderContext
from backgammon_tui.tui.board.geometry import Layout, Rect
from backgammon_tui.tui.board.pictures import PointShape, bevel, draw_bar, draw_point, sign_of
from backgammon_tui.tui.board.surface import Surface
from backgammon_tui.tui.board.tray_pictures import draw_bar_tray, draw_side_tray
from backgammon_tui.tui.board.view import (
    NumbersView,
    PlaceView,
    PointPlace,
    TrayKind,
    TrayPlace,
)


class Point(Surface[PlaceView]):
    """One of the 24 points, with its numbers and its checkers."""

    def __init__(self, place: PointPlace) -> None:
        """Make the widget `#point-n`, where n is White's number."""
        super().__init__(PlaceView(str(place.slot)), id=f"point-{place.slot}")
        self.place: PointPlace = place

    def rect(self, layout: Layout) -> Rect:
        """Where in a layout the point lies."""
        return layout.rect(self.place)

    def draw(self, context: RenderContext, rect: Rect) -> Canvas:
        """Draw the point."""
        layout, slot = context.layout, self.place.slot
        top = layout.is_top(self.place)
        odd = (layout.column(slot) % 2 == 0) is top
        return draw_point(self.view, PointShape(rect.width, layout.lead(slot), top, odd), context)


class Tray(Surface[PlaceView]):
    """One side's hand, bar or off tray."""

    def __init__(self, place: TrayPlace) -> None:
        """Make the widget, `#hand-white` and so on."""
        super().__init__(PlaceView(), id=f"{place.kind.value}-{place.side.name.lower()}")
        self.place: TrayPlace = place

    def rect(self, layout: Layout) -> Rect:
        """Where in a layout the tray lies."""
        return layout.rect(self.place)

    def draw(self, context: RenderContext, rect: Rect) -> Canvas:
        """Draw the tray as it fits the layout."""
        place, top = self.place, context.layout.is_top(self.place)
        if place.kind is TrayKind.BAR:
            return draw_bar(self.view, place.side, context, rect.height, top=top)
        if context.cut.tray_width:
            return draw_side_tray(self.view, place, context, rect.height, top=top)
        return draw_bar_tray(self.view, place, context, rect.height)


class Cap(Surface[NumbersView]):
    """The end of the bar: in which direction the sides run, or whose the numbers beside it are."""

    def __init__(self, *, top: bool) -> None:
        """Make the upper or the lower cap."""
        super().__init__(NumbersView(), id="cap-top" if top else "cap-bottom")
        self._top = top

    def rect(self, layout: Layout) -> Rect:
        """Where in a layout the cap lies."""
        return layout.cap(top=self._top)

    def draw(self, context: RenderContext, rect: Rect) -> Canvas:
        """Draw an arrow with both sides' checkers; where they count apart, a name for each row."""
        canvas = context.canvas(rect.width, rect.height, ColorRole.WOOD)
        bevel(canvas, context)
        if not context.layout.contrary:
            self._runner(canvas, 0, tuple(Side), context)
            return canvas
        sides = (self.view.side,) if rect.height == 1 else tuple(Side)
        for row, side in enumerate(sides if self._top else reversed(sides)):
            if not self._owner(canvas, row, side, context):
                self._runner(canvas, row, (side,), context)
        return canvas

    def _owner(self, canvas: Canvas, row: int, side: Side, context: RenderContext) -> bool:
        """Write who counts so and runs where, if there is room for the name."""
        name, look = self.view.names[side is Side.BLACK], context.look
        left = context.layout.runs_left(side, top=self._top)
        arrow = look.arrow(left=left)
        gap = " " * (len(name) + 4 <= canvas.width)
        text = f"{arrow}{gap}{name}" if left else f"{name}{gap}{arrow}"
        if len(text) > canvas.width or not name.isascii():
            return False  # What is not ASCII may be wider than it is long.
        ink = ColorRole.INK if side is self.view.side else ColorRole.INK_DIM
        ground = context.palette[ColorRole.WOOD]
        canvas.write((canvas.width - len(text)) // 2, row, text, context.palette[ink], ground)
        return True

    def _runner(
        self, canvas: Canvas, row: int, sides: tuple[Side, ...], context: RenderContext
    ) -> None:
        """Write the glyphs of sides that run the same way, and an arrow before them."""
        look, palette = context.look, context.palette
        left = context.layout.runs_left(sides[0], top=self._top)
        shaft = look.shaft * min(3, (canvas.width - 4) // 2)
        arrow = look.arrow(left=True) + shaft if left else shaft + look.arrow(left=False)
        length = len(arrow) + len(sides)
        start = (canvas.width - length) // 2
        first = start + len(arrow) if left else start
        canvas.write(start if left else start + len(sides), row, arrow, palette[ColorRole.INK_DIM])
        for index, side in enumerate(sides):
            canvas.write(first + index, row, *sign_of(side, context), bold=True)
