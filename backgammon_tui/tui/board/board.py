"""The board: a wooden frame with points, bar, trays, dice and stages."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from operator import attrgetter
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from textual.app import ComposeResult
from textual.geometry import Size
from textual.message import Message
from textual.timer import Timer

from backgammon_tui.engine import POINTS
from backgammon_tui.modes.board import (
    PLACES,
    BoardPlace,
    BoardView,
    DiceView,
    PlaceView,
    PointPlace,
    Stages,
)
from backgammon_tui.tui.board import geometry, parts
from backgammon_tui.tui.board.band import BandView
from backgammon_tui.tui.board.canvas import Cell, ColorRole, Palette, RenderContext, RenderOptions
from backgammon_tui.tui.board.motion import Flying, Motion, cell_spot, motion, without

if TYPE_CHECKING:
    from backgammon_tui.tui.board.scene import BoardScene

_frame = attrgetter("runs_against", "has_hands", "mirrored")

EMPTY = BoardView({PointPlace(slot): PlaceView(str(slot)) for slot in range(1, POINTS + 1)})

_FRAME_SECONDS = 1 / 30
_PICTURE_SECONDS = 1 / 60
"""Seconds between two frames of a slide; pictures cost less than cells."""

_TURNS = 3
TURN_SECONDS = 0.04
"""Duration of a turn of tumbling dice; all are short enough for two key presses a second."""


class PixelLayer(Protocol):
    """The output of pictures under the boards of an app, if the terminal supports them."""

    def add(self, board: DrawnBoard) -> None:
        """Put pictures under a board whenever they are ready for its size and theme."""

    def flush(self) -> None: ...


class DrawnBoard(parts.Drawn):
    """A board as large as fits, drawn in cells or as text above pictures."""

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
        self._pictures: BoardScene | None = None
        """The last pictures that were ready, perhaps for another size or theme."""

    def view_of(self, place: BoardPlace) -> PlaceView:
        """Return a place as shown, without the checkers on their way."""
        return self.position.at(place)

    def layout_in(self, size: Size) -> geometry.Layout | None:
        """Return the layout of the parts in an area; None if they do not fit."""
        against, has_hands, mirrored = _frame(self.position)
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
        layout, palette = self.layout_in(self.outer_size), self._palette
        return RenderContext.for_look(layout, self._look, palette) if layout and palette else None

    @property
    def scene(self) -> BoardScene | None:
        """The pictures under the board; None if it is drawn in cells."""
        pictures = self._pictures
        return pictures if pictures and pictures.context == self.drawing else None

    @property
    def context(self) -> RenderContext | None:
        """The drawing of the text alone if there are pictures, else of everything."""
        drawing = self.drawing
        return drawing.text_only if drawing and self.scene else drawing

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
        return context.canvas(context.cut.width, context.cut.height, ColorRole.WOOD).cells()

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._palette = Palette(self.app.theme_variables)

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


class Board(DrawnBoard):
    """A board to play on: its parts are widgets, and checkers slide between them."""

    layout = parts.BoardLayout()

    class DiceRested(Message):
        """Posted when the dice have come to rest by themselves."""

    def __init__(self, look: RenderOptions, *, id: str | None = None) -> None:
        super().__init__(look, id=id)
        self._numbered = EMPTY
        """The view whose numbers are shown."""
        self.places: dict[BoardPlace, parts.PlacePart] = {
            place: (parts.Point(place) if isinstance(place, PointPlace) else parts.Tray(place))
            for place in PLACES
        }
        ends = (geometry.Fixture.TOP_CAP, geometry.Fixture.BOTTOM_CAP)
        self._ends = [parts.BarEnd(end) for end in ends]
        self._dice = parts.Dice()
        # Each kind of part has a view of its own type.
        self.parts: list[parts.Part[Any]] = [*self.places.values(), *self._ends, self._dice]
        self.is_animated = True
        """True if checkers slide when animations are on."""
        self._sliding: Timer | None = None
        self._tumbling: Timer | None = None
        self.motion: Motion | None = None
        self._began = 0.0
        self._show_places()

    def compose(self) -> ComposeResult:
        yield from self.parts

    # ---- the position

    def show(self, view: BoardView) -> None:
        """Show another position.

        If it differs by a few checkers and the board is animated, they slide. Showing another view
        ends a slide at once, so nothing ever waits for it.
        """
        before = self.position
        if before == view:
            return
        self.end_slide()
        self.position, context = view, self.context
        if _frame(before) != _frame(view):
            self.repaint_all()
        elif context and self.is_animated and self.app.animation_level == "full":
            spot = self.scene.spot if self.scene else partial(cell_spot, context)
            self.motion = motion(before, view, spot)
        self._show_places()
        for part in self.places.values():
            if part.mouse_hover:
                part.describe()
        if self.motion:
            self._began = monotonic()
            if self.scene:
                self.flying = self.motion.at(0.0)
            seconds = _PICTURE_SECONDS if self.scene else _FRAME_SECONDS
            self._sliding = self.set_interval(seconds, self.slide)

    def _show_places(self) -> None:
        """Show every place; numbers of another side appear only when nothing slides."""
        under_way = self.motion.arriving if self.motion else {}
        if not self.motion:
            self._numbered = self.position
            for end in self._ends:
                end.show(self.position.numbers)
        for place, part in self.places.items():
            view = self.position.at(place)
            if self._numbered is not self.position and isinstance(place, PointPlace):
                view = view._replace(label=self._numbered.at(place).label)
            if coming := under_way.get(place):
                view = without(view, coming)
            part.show(view)

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
        self.flying, context = flying, self.context
        if self.scene:
            if flying and self.underlay:
                self.underlay.flush()
        elif context:
            for part in self.parts:
                part.fly(flying, context)

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

    def end_motion(self) -> None:
        self.end_slide()
        self._stop_tumbling()
        self._show_band(self.band._replace(turns=0))

    def _show_band(self, band: BandView) -> None:
        self.band = band
        self._dice.show(band)

    # ---- the drawing

    def view_of(self, place: BoardPlace) -> PlaceView:
        return self.places[place].view

    def on_resize(self) -> None:
        self.end_slide()

    def show_pictures(self, scene: BoardScene | None) -> None:
        self.end_slide()
        super().show_pictures(scene)

    def repaint_all(self) -> None:
        super().repaint_all()
        for part in self.parts:
            part.refresh()
