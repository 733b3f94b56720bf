"""The widgets for the places of the board: points, bar, hands and off trays."""

from __future__ import annotations

from backgammon_tui.engine.position import Side
from backgammon_tui.tui.board.canvas import Canvas
from backgammon_tui.tui.board.discs import COATS
from backgammon_tui.tui.board.geometry import Layout, Rect
from backgammon_tui.tui.board.look import Look
from backgammon_tui.tui.board.paint import Paint
from backgammon_tui.tui.board.pictures import PointShape, draw_bar, draw_point
from backgammon_tui.tui.board.surface import Dress, Surface
from backgammon_tui.tui.board.tray_pictures import draw_end_tray, draw_side_tray
from backgammon_tui.tui.board.view import PointPlace, PointView, TrayKind, TrayPlace, TrayView


class Point(Surface[PointView]):
    """One of the 24 points, with its numbers and its checkers."""

    def __init__(self, place: PointPlace) -> None:
        """Make the widget `#point-n`, where n is White's number."""
        super().__init__(PointView(str(place.slot)), id=f"point-{place.slot}")
        self.place: PointPlace = place

    def rect(self, layout: Layout) -> Rect:
        """Where in a layout the point lies."""
        return layout.rect(self.place)

    def draw(self, dress: Dress, rect: Rect) -> Canvas:
        """Draw the point."""
        layout, slot = dress.layout, self.place.slot
        top = layout.is_top(self.place)
        odd = (layout.column(slot) % 2 == 0) is top
        shape = PointShape(layout.cut, layout.lead(slot), top, odd)
        return draw_point(self.view, shape, dress.look)


class Tray(Surface[TrayView]):
    """One side's hand, bar or off tray."""

    def __init__(self, place: TrayPlace) -> None:
        """Make the widget, `#hand-white` and so on."""
        super().__init__(TrayView(), id=f"{place.kind.value}-{place.side.name.lower()}")
        self.place: TrayPlace = place

    def rect(self, layout: Layout) -> Rect:
        """Where in a layout the tray lies."""
        return layout.rect(self.place)

    def draw(self, dress: Dress, rect: Rect) -> Canvas:
        """Draw the tray as it fits the layout."""
        place, cut, look = self.place, dress.layout.cut, dress.look
        top = dress.layout.is_top(place)
        if place.kind is TrayKind.BAR:
            return draw_bar(self.view, place.side, cut, look, top=top)
        if cut.tray_width:
            return draw_side_tray(self.view, place, cut, look, top=top)
        return draw_end_tray(self.view, place, cut, look)


class Cap(Surface[None]):
    """The end of the bar, with the direction of both sides in that row."""

    def __init__(self, *, top: bool) -> None:
        """Make the upper or the lower cap."""
        super().__init__(None, id="cap-top" if top else "cap-bottom")
        self._top = top

    def rect(self, layout: Layout) -> Rect:
        """Where in a layout the cap lies."""
        return layout.cap(top=self._top)

    def draw(self, dress: Dress, rect: Rect) -> Canvas:
        """Draw an arrow beside each side's glyph."""
        look, layout = dress.look, dress.layout
        canvas = Canvas(rect.width, rect.height, Paint.WOOD)
        if rect.height == 1:
            self._runner(canvas, 0, tuple(Side), layout, look)
        else:
            for row, side in enumerate(Side):
                self._runner(canvas, row, (side,), layout, look)
        return canvas

    def _runner(
        self, canvas: Canvas, row: int, sides: tuple[Side, ...], layout: Layout, look: Look
    ) -> None:
        """Write the glyphs of sides that run the same way, and an arrow before them."""
        left = layout.runs_left(sides[0], top=self._top)
        shaft = look.shaft * min(4, (canvas.width - 5) // 2)
        arrow = look.arrow(left=True) + shaft if left else shaft + look.arrow(left=False)
        length = len(arrow) + 2 * len(sides)
        start = (canvas.width - length) // 2
        first = start + len(arrow) + 1 if left else start
        canvas.write(start if left else start + length - len(arrow), row, arrow, Paint.INK)
        for index, side in enumerate(sides):
            coat = COATS[side]
            paints = (coat.ink, coat.face) if look.has_letters else (coat.face, Paint.CLEAR)
            canvas.write(first + 2 * index, row, look.glyph(side), *paints, bold=True)
