"""The board: a wooden frame with points, bar, trays, dice and stages."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from operator import attrgetter
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, Protocol

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.color import BLACK
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from backgammon_tui.engine import POINTS
from backgammon_tui.modes.board import (
    PLACES,
    BoardPlace,
    BoardView,
    CheckerState,
    DiceView,
    PlaceView,
    PointPlace,
    Stages,
)
from backgammon_tui.tui.board.band import BandView, draw_band
from backgammon_tui.tui.board.canvas import (
    Canvas,
    Cell,
    ColorRole,
    Palette,
    RenderContext,
    RenderOptions,
    segments_of,
)
from backgammon_tui.tui.board.discs import Checker, Disc, disc
from backgammon_tui.tui.board.geometry import (
    MIN_CHECKER,
    MIN_HEIGHT,
    MIN_WIDTH,
    SMALL_CHECKER,
    BoardPart,
    Fixture,
    Layout,
    lay_out,
)
from backgammon_tui.tui.board.motion import Flying, Motion, cell_spot, motion, without
from backgammon_tui.tui.board.places import draw_cap, draw_place

if TYPE_CHECKING:
    from backgammon_tui.tui.board.scene import BoardScene, Placements


_frame = attrgetter("runs_against", "has_hands", "mirrored")

EMPTY = BoardView({PointPlace(slot): PlaceView(str(slot)) for slot in range(1, POINTS + 1)})

_SECOND_BUTTON = 3
"""The right mouse button, because terminals number the wheel before it."""

_FRAME_SECONDS = 1 / 30
_PICTURE_SECONDS = 1 / 60
"""Seconds between two frames of a slide; pictures cost less than cells."""

_TURNS = 3
TURN_SECONDS = 0.04
"""Duration of a turn of tumbling dice; all are short enough for two key presses a second."""


class PixelLayer(Protocol):
    """The output of pictures under the boards of an app, if the terminal supports them."""

    def prepare(self, board: Board, context: RenderContext) -> None:
        """Draw the pictures of a board, and show them when they are ready."""

    def flush(self) -> None: ...


class Board(Widget):
    """Shows a position with its marks, the dice and the stages, and reports clicks on places.

    Of a change only the parts that differ are drawn, and only the rows that differ are painted.
    """

    min_checker: ClassVar = MIN_CHECKER
    """Minimum size of a checker, in cells across."""

    too_small: ClassVar = f"The board needs at least {MIN_WIDTH} columns and {MIN_HEIGHT} rows."
    """The text displayed if the board does not fit."""

    takes_clicks: ClassVar = True

    takes_pictures = True
    """True if pictures may be placed under it, which is impossible if it scrolls with a page."""

    class PlaceClicked(Message):
        """A click on a point, a tray or the dice; for the dice the place is None."""

        def __init__(self, place: BoardPlace | None, is_second: bool = False) -> None:
            super().__init__()
            self.place = place
            self.is_second = is_second

    class DiceRested(Message):
        """Posted when the dice have come to rest by themselves."""

    def __init__(
        self, look: RenderOptions, *, room: tuple[int, int] | None = None, id: str | None = None
    ) -> None:
        """Make an empty board; if its size is known, the first paint already shows it."""
        super().__init__(id=id)
        self._view = EMPTY
        self._numbered = EMPTY
        """The view whose numbers are shown."""
        self.places: dict[BoardPlace, PlaceView] = {}
        """The places as shown, without the checkers on their way."""
        self.band = BandView()
        self._look = look
        self._room = room
        self._layout: Layout | None = None
        self._palette: Palette | None = None
        self._ground: Style | None = None
        self._drawing: RenderContext | None = None
        self._canvas: Canvas | None = None
        self._cells: list[list[Cell]] = []
        """The rows of the picture."""
        self._strips: dict[int, Strip] = {}
        self.is_animated = True
        """True if checkers slide when animations are on."""
        self._sliding: Timer | None = None
        self._tumbling: Timer | None = None
        self.motion: Motion | None = None
        self._began = 0.0
        self.scene: BoardScene | None = None
        """The pictures under the board; None if it is drawn in cells."""
        self._flying: Flying = ()
        self._crossed: list[Region] = []
        """The cells that sliding checkers cover."""
        self._pictured: tuple[object, ...] = ()
        """The inputs of the placements, to compute them only after a change."""
        self._placements: Placements = {}
        self._show_places()

    # ---- the position

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

    def _show_places(self) -> None:
        """Show every place; numbers of another side appear only when nothing slides."""
        under_way = self.motion.arriving if self.motion else {}
        changed: list[BoardPart] = []
        if not self.motion:
            if self._numbered.numbers != self._view.numbers:
                changed = [Fixture.TOP_CAP, Fixture.BOTTOM_CAP]
            self._numbered = self._view
        for place in PLACES:
            view = self._view.at(place)
            if self._numbered is not self._view and isinstance(place, PointPlace):
                view = view._replace(label=self._numbered.at(place).label)
            if coming := under_way.get(place):
                view = without(view, coming)
            if view != self.places.get(place):
                self.places[place] = view
                changed.append(place)
        self._draw(changed)

    def slide(self) -> None:
        if self.motion is None:
            return
        seconds = monotonic() - self._began
        if seconds >= self.motion.seconds:
            self.end_slide()
        else:
            self._fly(self.motion.at(seconds))

    def end_slide(self) -> None:
        if self._sliding:
            self._sliding.stop()
            self._sliding = self.motion = None
            self._fly(())
            self._show_places()

    def _fly(self, flying: Flying) -> None:
        """Show checkers on their way over the board."""
        self._flying, context, canvas = flying, self._drawing, self._canvas
        assert context
        assert canvas
        if self.scene:
            if flying and (underlay := self._underlay):
                underlay.flush()
            return
        frame, size, plain = context.layout.frame, context.cut.checker, CheckerState.PLAIN
        left, self._crossed = self._crossed, []
        if flying:
            canvas = canvas.copy()
        for side, x, y in flying:
            x, y = x - 2 * frame.x, y - 2 * frame.y
            canvas.stamp(disc(Disc.from_checker(Checker(side, plain), context)), x, y)
            self._crossed.append(Region(x // 2, y // 2, size + 1, size // 2 + 1))
        self._paint(canvas, (*left, *self._crossed))

    # ---- the dice

    def show_turn(self, dice: DiceView, stages: Stages, *, tumble: bool = False) -> None:
        """Show the state of a turn; its dice tumble first if `tumble`."""
        turns = self.band.turns if dice == self.band.dice else 0
        if tumble and self.app.animation_level == "full":
            turns = _TURNS
            self._stop_tumbling()
            self._tumbling = self.set_interval(TURN_SECONDS, self._turn_dice)
        elif not turns:
            self._stop_tumbling()
        self._show_band(BandView(dice, stages, turns))

    @property
    def is_tumbling(self) -> bool:
        return self.band.turns > 0

    def _turn_dice(self) -> None:
        turns = self.band.turns - 1
        self._show_band(self.band._replace(turns=max(turns, 0)))
        if turns <= 0:
            self._stop_tumbling()
            self.post_message(self.DiceRested())

    def _stop_tumbling(self) -> None:
        if self._tumbling:
            self._tumbling.stop()
            self._tumbling = None

    def _show_band(self, band: BandView) -> None:
        if band != self.band:
            self.band = band
            self._draw([Fixture.BAND])

    def end_motion(self) -> None:
        self.end_slide()
        self._stop_tumbling()
        self._show_band(self.band._replace(turns=0))

    # ---- pictures under the board

    @property
    def _underlay(self) -> PixelLayer | None:
        return getattr(self.app, "underlay", None) if self.takes_pictures else None

    def show_pictures(self, scene: BoardScene | None) -> None:
        """Leave everything but the text to pictures below, or draw it in cells again."""
        if scene is not self.scene and self._layout:  # They may be ready too late.
            self.end_slide()
            self.scene = scene
            self._draw_all()

    @property
    def placements(self) -> Placements:
        now = (self.scene, tuple(self.places.values()), self.band, self._flying)
        if now != self._pictured:
            self._pictured = now
            self._placements = self.placements_in(self.scene) if self.scene else {}
        return self._placements

    def placements_in(self, scene: BoardScene) -> Placements:
        return scene.placements(self.places.__getitem__, self.band, self._flying)

    # ---- events

    def on_mount(self) -> None:
        if self._room:
            self._fit(*self._room)

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
        """Report the place that was clicked, if any."""
        if not (self.takes_clicks and self._layout):
            return
        is_second = event.button == _SECOND_BUTTON or event.shift
        for part in (*PLACES, Fixture.BAND):
            if self._layout.rects[part].contains(event.x, event.y):
                place = None if isinstance(part, Fixture) else part
                self.post_message(self.PlaceClicked(place, is_second))

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._ground = None
        self._strips.clear()
        palette = Palette(self.app.theme_variables) if self.is_mounted else self._palette
        if self._palette != palette:
            self._palette = palette
            self._prepare()

    # ---- drawing

    def _fit(self, width: int, height: int) -> None:
        self.end_slide()
        self._layout = lay_out(
            width,
            height,
            runs_against=self._view.runs_against,
            has_hands=self._view.has_hands,
            mirrored=self._view.mirrored,
            minimum=self.min_checker,
        )
        self._palette = self._palette or Palette(self.app.theme_variables)
        self._prepare()

    def _prepare(self) -> None:
        self.scene = None  # The pictures have another size or theme.
        if self._layout is None or self._palette is None:
            self._drawing = self._canvas = None
            self.refresh()
            return
        self._draw_all()
        self.prepare_pictures()

    def prepare_pictures(self) -> None:
        if self._drawing and not self._drawing.look.is_text and (underlay := self._underlay):
            underlay.prepare(self, self._drawing)

    def _draw_all(self) -> None:
        assert self._layout
        assert self._palette
        blends = self._look.blends and self._palette.blends
        look = self._look._replace(blends=blends, is_transparent=self.scene is not None)
        self._drawing = RenderContext(self._layout, look, self._palette)
        _, _, width, height = self._layout.frame
        self._canvas = self._drawing.canvas(width, height, ColorRole.WOOD)
        self._cells = self._canvas.cells(0, 0, width, height)
        self._draw((*self.places, *Fixture))
        self._strips.clear()
        self.refresh()

    def _draw(self, parts: Iterable[BoardPart]) -> None:
        """Draw some parts whose view has changed."""
        context, canvas = self._drawing, self._canvas
        if context is None or canvas is None:
            return
        (left, top, _, _), areas = context.layout.frame, []
        for part in parts:
            x, y, width, height = context.layout.rects[part]
            if height:
                areas.append(Region(x - left, y - top, width, height))
                if part is Fixture.BAND:
                    picture = draw_band(self.band, context)
                elif isinstance(part, Fixture):
                    picture = draw_cap(self._numbered.numbers, part, context)
                else:
                    picture = draw_place(self.places[part], part, context)
                canvas.paste(picture, x - left, y - top)
        self._paint(canvas, areas)

    def _paint(self, canvas: Canvas, areas: Iterable[Region]) -> None:
        """Repaint the cells of some areas that differ from those shown."""
        assert self._layout
        frame, changed = self._layout.frame, set[int]()
        for area in areas:
            x, y, width, height = area.intersection(frame.reset_offset)
            for row, line in enumerate(canvas.cells(x, y, width, height), y):
                cells = slice(x, x + width)
                if self._cells[row][cells] != line:
                    self._cells[row][cells] = line
                    self._strips.pop(frame.y + row, None)
                    changed.add(frame.y + row)
        if changed:
            self.refresh(*(Region(frame.x, row, frame.width, 1) for row in changed))

    def render_line(self, y: int) -> Strip:
        """Draw the board, or the message that it does not fit."""
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
        if y not in frame.line_range:
            return Strip.blank(width, ground)
        if y not in self._strips:
            left, right = frame.x, width - frame.right
            inside = segments_of(self._cells[y - frame.y])
            strip = Strip([Segment(" " * left, ground), *inside, Segment(" " * right, ground)])
            for line_filter in self.get_line_filters():
                strip = strip.apply_filter(line_filter, BLACK)
            self._strips[y] = strip
        return self._strips[y]

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return a part of the picture, which has no border, padding or opacity."""
        lines = [self._strips.get(y) or self.render_line(y) for y in crop.line_range]
        if crop.width == self.size.width:
            return lines
        return [line.crop(crop.x, crop.right) for line in lines]


_SIZES = ((76, 29), (57, 19))
"""Sizes of a picture in a page, large and small."""


class StillBoard(Board):
    """Shows a position as large as possible; it does not react to the mouse."""

    can_focus = False
    min_checker: ClassVar = SMALL_CHECKER
    too_small: ClassVar = ""
    takes_clicks: ClassVar = False

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
