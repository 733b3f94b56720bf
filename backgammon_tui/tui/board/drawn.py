"""Widgets of rows of cells: the parts of a board, and the frame around them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, ClassVar, Protocol

from textual.color import BLACK
from textual.filter import LineFilter
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from backgammon_tui.engine import POINTS
from backgammon_tui.modes.board import BoardPlace, BoardView, PlaceView, PointPlace
from backgammon_tui.tui.board import geometry
from backgammon_tui.tui.board.band import BandView
from backgammon_tui.tui.board.canvas import (
    MARKS,
    Cell,
    ColorRole,
    Palette,
    RenderContext,
    RenderOptions,
    segments_of,
)
from backgammon_tui.tui.board.motion import Flying

if TYPE_CHECKING:
    from backgammon_tui.tui.board.scene import BoardScene

frame_of = attrgetter("runs_against", "has_hands", "mirrored")

EMPTY = BoardView({PointPlace(slot): PlaceView(str(slot)) for slot in range(1, POINTS + 1)})


@lru_cache(maxsize=512)
def strip_of(row: tuple[Cell, ...], filters: tuple[LineFilter, ...]) -> Strip:
    """Return a row for Textual; equal rows share a strip, because it remembers how it is cut."""
    segments = segments_of(row)
    for line_filter in filters:
        segments = line_filter.apply(segments, BLACK)
    return Strip(segments, len(row))


class Drawn(Widget):
    """A widget of rows of cells, which are drawn again only after a change."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._drawn_from: tuple[object, ...] = ()
        self._strips: list[Strip] = []

    @property
    def inputs(self) -> tuple[object, ...]:
        """Return everything on which the rows depend."""
        raise NotImplementedError

    def rows(self) -> Iterable[Sequence[Cell]]:
        raise NotImplementedError

    @property
    def strips(self) -> list[Strip]:
        if (now := self.inputs) != self._drawn_from:
            self._drawn_from, filters = now, tuple(self.get_line_filters())
            self._strips = [strip_of(tuple(row), filters) for row in self.rows()]
        return self._strips

    def render_lines(self, crop: Region) -> list[Strip]:
        strips = self.strips
        if crop.size == self.outer_size:
            return strips
        return [strip.crop(crop.x, crop.right) for strip in strips[crop.y : crop.bottom]]

    def repaint(self) -> None:
        """Repaint the rows that have changed."""
        if before := self._strips:
            rows = enumerate(zip(before, self.strips, strict=False))
            width = self.outer_size.width
            if changed := [Region(0, y, width, 1) for y, (was, now) in rows if was is not now]:
                self.refresh(*changed)


class PixelLayer(Protocol):
    """The output of pictures under the boards of an app, if the terminal supports them."""

    def add(self, board: DrawnBoard) -> None:
        """Put pictures under a board whenever they are ready for its size and theme."""

    def flush(self) -> None: ...


class DrawnBoard(Drawn):
    """A board as large as fits, drawn in cells or as text above pictures."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {*MARKS}
    min_checker: ClassVar = geometry.MIN_CHECKER
    """Minimum size of a checker, in cells across."""

    takes_pictures = True
    """True if pictures may be placed under it, which is impossible if it scrolls with a page."""

    def __init__(self, look: RenderOptions, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.position, self.band = EMPTY, BandView()
        self.flying: Flying = ()
        """The sliding checkers."""
        self._look = look
        self._palette: Palette | None = None
        self._context_for: tuple[object, ...] = ()
        self._kept_context: RenderContext | None = None
        self._pictures: BoardScene | None = None
        """The last pictures that were ready, perhaps for another size or theme."""

    def use_look(self, look: RenderOptions) -> None:
        self._look = look
        self.repaint_all()

    def view_of(self, place: BoardPlace) -> PlaceView:
        """Return a place as shown, without the checkers on their way."""
        return self.position.at(place)

    def layout_in(self, size: Size) -> geometry.Layout | None:
        """Return the layout of the parts in an area; None if they do not fit."""
        against, has_hands, mirrored = frame_of(self.position)
        return geometry.lay_out(
            *size,
            runs_against=against,
            has_hands=has_hands,
            mirrored=mirrored,
            minimum=self.min_checker,
        )

    @property
    def drawing(self) -> RenderContext | None:
        """The layout, look and colours of the board; None if it does not fit."""
        layout = self.layout_in(self.outer_size)
        return RenderContext.for_look(layout, self._look, self.palette) if layout else None

    @property
    def palette(self) -> Palette:
        if self._palette is None:
            styles = {role: self.get_component_styles(name) for name, role in MARKS.items()}
            marks = {role: int.from_bytes(style.color.rgb) for role, style in styles.items()}
            self._palette = Palette(self.app.theme_variables, marks)
        return self._palette

    @property
    def scene(self) -> BoardScene | None:
        """The pictures under the board; None if it is drawn in cells."""
        pictures = self._pictures
        return pictures if pictures and pictures.context == self.drawing else None

    @property
    def context(self) -> RenderContext | None:
        """The context for drawing only the text if there are pictures, otherwise everything."""
        # Each part asks for it before each paint.
        now = self.outer_size, self.position, self._palette, self._pictures
        if now != self._context_for:
            drawing = self.drawing
            self._kept_context = drawing.text_only if drawing and self.scene else drawing
            self._context_for = now
        return self._kept_context

    @property
    def inputs(self) -> tuple[object, ...]:
        return self.context, self.outer_size, self.styles.background

    def rows(self) -> list[Sequence[Cell]]:
        """Draw the frame, and the ground beside it."""
        context, (columns, lines) = self.context, self.outer_size
        ground = int.from_bytes(self.styles.background.rgb)
        blank = [Cell(" ", ground, ground)]
        if context is None:
            return [blank * columns] * lines
        x, y, width, height = context.layout.frame
        inside = [blank * x + row + blank * (columns - x - width) for row in self.framed(context)]
        return [*[blank * columns] * y, *inside, *[blank * columns] * (lines - y - height)]

    def framed(self, context: RenderContext) -> list[list[Cell]]:
        """Return the rows inside the frame."""
        return context.canvas(context.metrics.width, context.metrics.height, ColorRole.WOOD).cells()

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._palette = None  # The styles of its marks follow.

    @property
    def underlay(self) -> PixelLayer | None:
        return getattr(self.app, "underlay", None) if self.takes_pictures else None

    def on_mount(self) -> None:
        if self.underlay and not self._look.is_text:
            self.underlay.add(self)

    def show_pictures(self, scene: BoardScene | None) -> None:
        """Leave everything but the text to pictures below, or draw it in cells again."""
        if scene is not self._pictures:
            self._pictures = scene
            self.repaint_all()

    def repaint_all(self) -> None:
        self.refresh(layout=True)
