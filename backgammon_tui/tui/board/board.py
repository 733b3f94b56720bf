"""The board: a wooden frame with points, bar, trays, dice and stages."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, Protocol

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import NULL_OFFSET, NULL_SPACING, Region, Size
from textual.layout import Layout as Arrangement
from textual.layout import WidgetPlacement
from textual.message import Message
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from backgammon_tui.engine import POINTS
from backgammon_tui.modes.board import (
    BoardPlace,
    BoardView,
    CheckerState,
    PlaceView,
    PointPlace,
    places,
)
from backgammon_tui.tui.board.band import DiceBand
from backgammon_tui.tui.board.canvas import CLEAR
from backgammon_tui.tui.board.discs import Checker, Disc, disc
from backgammon_tui.tui.board.geometry import (
    MIN_CHECKER,
    MIN_HEIGHT,
    MIN_WIDTH,
    SMALL_CHECKER,
    Layout,
    lay_out,
)
from backgammon_tui.tui.board.motion import Flying, Motion, cell_spot, motion, without
from backgammon_tui.tui.board.places import Cap, Overlays, PlaceSurface
from backgammon_tui.tui.board.rendering import (
    ColorRole,
    Palette,
    RenderContext,
    RenderOptions,
    style,
)

if TYPE_CHECKING:
    from backgammon_tui.tui.board.scene import BoardScene, Placements


EMPTY = BoardView(tuple(PlaceView(str(slot)) for slot in range(1, POINTS + 1)))
AnyPart = PlaceSurface | Cap | DiceBand

_SECOND_BUTTON = 3
"""The right mouse button, because terminals number the wheel before it."""

_FRAME_SECONDS = 1 / 30
_PICTURE_SECONDS = 1 / 60
"""Seconds between two frames of a slide; pictures cost less than cells."""


class PixelLayer(Protocol):
    """The layer that puts pictures under the boards of an app, if the terminal supports them."""

    def prepare(self, board: Board, context: RenderContext) -> None:
        """Draw the pictures of a board and notify it when they are ready."""

    def flush(self) -> None: ...


class _Cutting(Arrangement):
    """Places the parts of a board according to its layout."""

    name = "cutting"

    def arrange(
        self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True
    ) -> list[WidgetPlacement]:
        assert isinstance(parent, Board)
        return [
            WidgetPlacement(region, NULL_OFFSET, NULL_SPACING, part)
            for part, region in parent.cut
            if region.height > 0
        ]


class Board(Widget):
    """Shows a position with its marks, and reports clicks on places."""

    least_checker: ClassVar = MIN_CHECKER
    """Minimum size of a checker, in cells across."""

    too_small: ClassVar = f"The board needs {MIN_WIDTH} by {MIN_HEIGHT} cells."
    """The text displayed if the board does not fit."""

    has_parts: ClassVar = True
    """True if its parts are widgets, which can be clicked and are redrawn one by one."""

    takes_pictures = True
    """True if pictures may be placed under it, which is impossible if it scrolls with a page."""

    layout = _Cutting()

    class PlaceClicked(Message):
        """A click on a point, a tray or the dice; for the dice the place is None."""

        def __init__(self, place: BoardPlace | None, is_second: bool = False) -> None:
            super().__init__()
            self.place = place
            self.is_second = is_second

    def __init__(
        self, look: RenderOptions, *, room: tuple[int, int] | None = None, id: str | None = None
    ) -> None:
        """Make an empty board; if its size is known, the first paint already shows it."""
        super().__init__(id=id)
        self._view = EMPTY
        self._numbered = EMPTY
        """The view whose numbers are shown."""
        self._look = look
        self._room = room
        self._layout: Layout | None = None
        self.cut: tuple[tuple[AnyPart, Region], ...] = ()
        """The layout of its parts; None until its size is known."""
        self._palette: Palette | None = None
        self._ground: Style | None = None
        self._drawing: RenderContext | None = None
        self._places = {place: PlaceSurface(place) for place in places()}
        self.dice = DiceBand()
        self.is_animated = True
        """True if checkers slide when animations are on."""
        self._sliding: Timer | None = None
        self.motion: Motion | None = None
        self._began = 0.0
        self.scene: BoardScene | None = None
        """The pictures under the board; None if it is drawn in cells."""
        self._flying: Flying = ()
        self._pictured: tuple[object, ...] = ()
        """The inputs of the placements, to compute them only after a change."""
        self._placements: Placements = {}
        self._caps = (Cap(top=True), Cap(top=False))

    def show(self, view: BoardView) -> None:
        """Show another position, redrawing only the differences.

        If it differs by a few checkers and the board is animated, they slide. Showing another view
        ends a slide at once, so nothing ever waits for it.
        """
        before, self._view = self._view, view
        if before == view:
            return
        self.end_slide()
        if self._palette and (self._layout is None or _frame(before) != _frame(view)):
            self._fit(*self.size)
        elif self._drawing and self.is_animated and self.app.animation_level == "full":
            cells = partial(cell_spot, self._drawing)
            spot = self.scene.spot if self.scene else cells
            self.motion = motion(before, view, spot)
        self._show_places()
        if self.motion:
            self._began = monotonic()
            if self.scene:
                self._flying = self.motion.at(0.0)
            seconds = _PICTURE_SECONDS if self.scene else _FRAME_SECONDS
            self._sliding = self.set_interval(seconds, self.slide)

    def end_slide(self) -> None:
        if self._sliding:
            self._sliding.stop()
            self._sliding = self.motion = None
            self._pass_over(())
            self._show_places()

    def end_motion(self) -> None:
        self.end_slide()
        self.dice.rest()

    def _show_places(self) -> None:
        """Show every place; numbers of another side appear only when nothing slides."""
        under_way = self.motion.arriving if self.motion else {}
        if not self.motion:
            self._numbered = self._view
        for place, widget in self._places.items():
            view = self._view.at(place)
            if isinstance(place, PointPlace):
                view = view._replace(label=self._numbered.at(place).label)
            widget.show(without(view, under_way[place]) if under_way.get(place) else view)
        for cap in self._caps:
            cap.show(self._numbered.numbers)

    def slide(self) -> None:
        if self.motion is None:
            return
        seconds = monotonic() - self._began
        if seconds >= self.motion.seconds:
            self.end_slide()
            return
        self._pass_over(self.motion.at(seconds))

    def _pass_over(self, flying: Flying) -> None:
        assert self._drawing
        self._flying = flying
        if self.scene:
            if flying and (underlay := self._underlay):
                underlay.flush()
            return
        plain = CheckerState.PLAIN
        overlays: Overlays = tuple(
            (disc(Disc.from_checker(Checker(side, plain), self._drawing)), x, y)
            for side, x, y in flying
        )
        size = self._drawing.cut.checker
        for surface in self._surfaces:
            x, y, width, height = surface.rect(self._drawing.layout)
            surface.overlay(
                tuple(
                    (sprite, column - 2 * x, row - 2 * y)
                    for sprite, column, row in overlays
                    if 2 * x - 2 * size < column < 2 * (x + width)
                    and 2 * y - size < row < 2 * (y + height)
                )
            )

    @property
    def _underlay(self) -> PixelLayer | None:
        return getattr(self.app, "underlay", None) if self.takes_pictures else None

    def show_pictures(self, scene: BoardScene | None) -> None:
        """Leave everything but the text to pictures below, or draw it in cells again."""
        if scene is not self.scene:
            self.end_slide()
            self.scene = scene
            self._hand_out()

    @property
    def placements(self) -> Placements:
        views = tuple(widget.view for widget in self._places.values())
        now = (self.scene, views, self.dice.view, self._flying)
        if now != self._pictured:
            self._pictured = now
            self._placements = self.placements_in(self.scene) if self.scene else {}
        return self._placements

    def placements_in(self, scene: BoardScene) -> Placements:
        view_of = {place: widget.view for place, widget in self._places.items()}.__getitem__
        return scene.placements(view_of, self.dice.view, self._flying)

    def on_mount(self) -> None:
        if self._room:
            self._fit(*self._room)
        if self.has_parts:
            # The first frame shows the board in one piece, before its parts are mounted.
            self.call_after_refresh(self.mount_all, self._surfaces)

    def on_resize(self, event: events.Resize) -> None:
        if event.size != self._room:
            self._fit(*event.size)
        self._room = None

    def _fit_without_event(self) -> None:
        """Lay out the board for its size if no resize event has arrived.

        Textual omits the event if its map of the screen was requested between mount and layout.
        """
        if self._palette is None:
            self._fit(*self.size)

    def on_click(self, event: events.Click) -> None:
        """Report the place that was clicked, if any; its part may not be mounted yet."""
        at = event.screen_offset - self.region.offset
        part = next((part for part, region in self.cut if region.contains_point(at)), None)
        if self.has_parts and part and (part.place or part is self.dice):
            is_second = event.button == _SECOND_BUTTON or event.shift
            self.post_message(self.PlaceClicked(part.place, is_second))

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._ground = None
        palette = Palette(self.app.theme_variables) if self.is_mounted else self._palette
        if self._palette != palette:
            self._palette = palette
            self._render_parts()

    def render_line(self, y: int) -> Strip:
        """Draw the wood that no other widget covers, or the message that the board does not fit."""
        width = self.size.width
        ground = self._ground = self._ground or self.rich_style
        if self._palette is None:
            if y == 0:
                self.call_later(self._fit_without_event)
            return Strip.blank(width, ground)  # The size is not known yet.
        if self._layout is None:
            line = self.too_small if y == self.size.height // 2 else ""
            return Strip([Segment(line[:width].center(width), ground)], width)
        frame = self._layout.frame
        if not frame.y <= y < frame.y + frame.height:
            return Strip.blank(width, ground)
        wood = CLEAR if self.scene else self._palette[ColorRole.WOOD]
        inside = Strip.blank(frame.width, style(wood, wood))
        if not self._surfaces[-1].size:
            inside = self._whole_line(inside, y)
        right = width - frame.x - frame.width
        return Strip.join([Strip.blank(frame.x, ground), inside, Strip.blank(right, ground)])

    def _whole_line(self, wood: Strip, y: int) -> Strip:
        """Return a line with all parts in it, to show the board before they are mounted."""
        assert self._layout
        left = self._layout.frame.x
        strips, x = [], 0
        for part, region in self.cut:
            if region.y <= y < region.bottom:
                strips += [wood.crop(x, region.x - left), part.render_line(y - region.y)]
                x = region.right - left
        return Strip.join([*strips, wood.crop(x)])

    @property
    def _surfaces(self) -> tuple[AnyPart, ...]:
        return (*self._places.values(), *self._caps, self.dice)

    def _fit(self, width: int, height: int) -> None:
        self.end_slide()
        self._layout = lay_out(
            width,
            height,
            runs_against=self._view.runs_against,
            has_hands=self._view.has_hands,
            mirrored=self._view.mirrored,
            least=self.least_checker,
        )
        self.cut = ()
        if self._layout:
            parts = self._surfaces
            cut = [(part, Region(*part.rect(self._layout))) for part in parts]
            self.cut = tuple(sorted(cut, key=lambda piece: piece[1].x))
        self._palette = self._palette or Palette(self.app.theme_variables)
        self._render_parts()
        self.dice.refresh(layout=True)  # A part may ask Textual for a new layout.

    def _render_parts(self) -> None:
        if self._layout is None or self._palette is None:
            self.refresh()
            return
        look = self._look._replace(blends=self._look.blends and self._palette.blends)
        self._drawing = RenderContext(self._layout, look, self._palette)
        self.scene = None  # The pictures have another size or theme.
        self._hand_out()
        self.prepare_pictures()

    def prepare_pictures(self) -> None:
        if self._drawing and not self._drawing.look.is_text and (underlay := self._underlay):
            underlay.prepare(self, self._drawing)

    def _hand_out(self) -> None:
        assert self._drawing
        look = self._drawing.look._replace(is_clear=self.scene is not None)
        context = replace(self._drawing, look=look)
        for surface in self._surfaces:
            surface.render_with(context)
        self.refresh()


def _frame(view: BoardView) -> tuple[object, ...]:
    return view.runs_against, view.has_hands, view.mirrored


_SIZES = ((76, 29), (57, 19))
"""Sizes of a picture in a page, large and small."""


class StillBoard(Board):
    """Shows a position as large as possible; it does not react to the mouse."""

    can_focus = False
    least_checker: ClassVar = SMALL_CHECKER
    too_small: ClassVar = ""
    has_parts: ClassVar = False

    def __init__(
        self,
        view: BoardView,
        look: RenderOptions,
        size: tuple[int, int] | None = None,
        *,
        id: str | None = None,
    ) -> None:
        """Draw a position; without a size, the style sheet gives it."""
        super().__init__(look, room=size, id=id)
        self.is_animated = False
        self.takes_pictures = size is None
        if size:
            self.styles.width, self.styles.height = size
        self.show(view)

    def show(self, view: BoardView) -> None:
        super().show(view)
        self.refresh()


def picture_size(room: tuple[int, int]) -> tuple[int, int] | None:
    """Return the columns and rows of a picture in a page, or None if the page is too narrow.

    Some rows of the page stay free beside a picture.
    """
    width, height = room
    for columns, rows in _SIZES:
        is_last = (columns, rows) == _SIZES[-1]
        if columns <= width and (rows + 4 <= height or is_last):
            layout = lay_out(columns, rows - 2)
            assert layout
            return layout.cut.width, layout.cut.height
    return None
