"""The board: a wooden frame with points, bar, trays, dice and stages."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from operator import attrgetter
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from textual.app import ComposeResult
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

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
from backgammon_tui.tui.board.band import BandView
from backgammon_tui.tui.board.canvas import (
    Cell,
    ColorRole,
    Palette,
    RenderContext,
    RenderOptions,
)
from backgammon_tui.tui.board.geometry import (
    MIN_CHECKER,
    MIN_HEIGHT,
    MIN_WIDTH,
    Fixture,
    Layout,
    lay_out,
)
from backgammon_tui.tui.board.motion import Flying, Motion, cell_spot, motion, without
from backgammon_tui.tui.board.parts import (
    Band,
    BarEnd,
    BoardLayout,
    Drawn,
    Part,
    PlacePart,
    Point,
    Tray,
)

if TYPE_CHECKING:
    from backgammon_tui.tui.board.scene import BoardScene, Placements


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


class DrawnBoard(Drawn):
    """A board as large as fits, drawn in cells, or as text above pictures."""

    min_checker: ClassVar = MIN_CHECKER
    """Minimum size of a checker, in cells across."""

    takes_pictures = True
    """True if pictures may be placed under it, which is impossible if it scrolls with a page."""

    def __init__(self, look: RenderOptions, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.position = EMPTY
        self._look = look
        self._palette: Palette | None = None
        self._pictures: BoardScene | None = None
        """The last pictures that were ready, perhaps of another size or theme."""
        self._placed_for: tuple[object, ...] = ()
        """The inputs of the placements, to compute them only after a change."""
        self._placements: Placements = {}

    def view_of(self, place: BoardPlace) -> PlaceView:
        """Return a place as shown, without the checkers on their way."""
        return self.position.at(place)

    @property
    def band(self) -> BandView:
        return BandView()

    @property
    def flying(self) -> Flying:
        """The sliding checkers."""
        return ()

    def layout_in(self, size: Size) -> Layout | None:
        """Return the layout of the parts in an area; None if they do not fit."""
        return lay_out(
            *size,
            runs_against=self.position.runs_against,
            has_hands=self.position.has_hands,
            mirrored=self.position.mirrored,
            minimum=self.min_checker,
        )

    @property
    def drawing(self) -> RenderContext | None:
        """The layout, look and colours of the board; None if it does not fit."""
        layout, palette = self.layout_in(self.outer_size), self._palette
        if layout is None or palette is None:
            return None
        look = self._look._replace(blends=self._look.blends and palette.blends)
        return RenderContext(layout, look, palette)

    @property
    def scene(self) -> BoardScene | None:
        """The pictures under the board; None if it is drawn in cells."""
        if self._pictures and self._pictures.context == self.drawing:
            return self._pictures
        return None

    @property
    def context(self) -> RenderContext | None:
        """The drawing of the text alone if there are pictures, else of everything."""
        drawing = self.drawing
        return drawing.text_only() if drawing and self.scene else drawing

    @property
    def inputs(self) -> tuple[object, ...]:
        return self.context, self.outer_size, self.styles.background

    def rows(self) -> list[Sequence[Cell]]:
        """Draw the frame, and the ground beside it."""
        if (context := self.context) is None:
            return []
        x, y, width, height = context.layout.frame
        ground = int.from_bytes(self.styles.background.rgb)
        columns, lines = self.outer_size
        beside = Cell(" ", ground, ground)
        left, right = (beside,) * x, (beside,) * (columns - x - width)
        blank = (beside,) * columns
        inside = ((*left, *row, *right) for row in self.framed(context))
        return [*[blank] * y, *inside, *[blank] * (lines - y - height)]

    def framed(self, context: RenderContext) -> list[list[Cell]]:
        """Return the rows inside the frame."""
        return context.canvas(context.cut.width, context.cut.height, ColorRole.WOOD).cells()

    def render_lines(self, crop: Region) -> list[Strip]:
        return super().render_lines(crop) if self.context else Widget.render_lines(self, crop)

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._palette = Palette(self.app.theme_variables)

    # ---- pictures under the board

    def on_mount(self) -> None:
        if self._underlay and not self._look.is_text:
            self._underlay.add(self)

    @property
    def _underlay(self) -> PixelLayer | None:
        return getattr(self.app, "underlay", None) if self.takes_pictures else None

    def show_pictures(self, scene: BoardScene | None) -> None:
        """Leave everything but the text to pictures below, or draw it in cells again."""
        if scene is not self._pictures:
            self._pictures = scene
            self._repaint()

    def _repaint(self, *, layout: bool = False) -> None:
        self.refresh(layout=layout)

    @property
    def placements(self) -> Placements:
        """The pictures in their places, none if the board is drawn in cells."""
        views = tuple(map(self.view_of, PLACES))
        now = (self.scene, views, self.band, self.flying)
        if now != self._placed_for:
            self._placed_for = now
            self._placements = self.placements_in(self.scene) if self.scene else {}
        return self._placements

    def placements_in(self, scene: BoardScene) -> Placements:
        return scene.placements(self.view_of, self.band, self.flying)


class Board(DrawnBoard):
    """A board to play on: its parts are widgets, and checkers slide between them."""

    layout = BoardLayout()

    class DiceRested(Message):
        """Posted when the dice have come to rest by themselves."""

    def __init__(self, look: RenderOptions, *, id: str | None = None) -> None:
        super().__init__(look, id=id)
        self._numbered = EMPTY
        """The view whose numbers are shown."""
        self.places: dict[BoardPlace, PlacePart] = {
            place: Point(place) if isinstance(place, PointPlace) else Tray(place)
            for place in PLACES
        }
        self._ends = [BarEnd(Fixture.TOP_CAP), BarEnd(Fixture.BOTTOM_CAP)]
        self._band = Band()
        self.parts: list[Part[Any]] = [*self.places.values(), *self._ends, self._band]
        self.is_animated = True
        """True if checkers slide when animations are on."""
        self._sliding: Timer | None = None
        self._tumbling: Timer | None = None
        self.motion: Motion | None = None
        self._began = 0.0
        self._flying: Flying = ()
        self._show_places()
        self._describe()

    def compose(self) -> ComposeResult:
        yield from self.parts

    def render(self) -> str:
        return f"The board needs at least {MIN_WIDTH} columns and {MIN_HEIGHT} rows."

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
            self._repaint(layout=True)
        elif context and self.is_animated and self.app.animation_level == "full":
            spot = self.scene.spot if self.scene else partial(cell_spot, context)
            self.motion = motion(before, view, spot)
        self._show_places()
        self._describe(before)
        if self.motion:
            self._began = monotonic()
            if self.scene:
                self._flying = self.motion.at(0.0)
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

    def _describe(self, before: BoardView | None = None) -> None:
        """Put the places into words, all of them or those that have changed."""
        is_known = before is not None and before.numbers == self.position.numbers
        for place, part in self.places.items():
            if not (is_known and before and before.at(place) == self.position.at(place)):
                part.tooltip = Content(self.position.describe(place))

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
        self._flying, context = flying, self.context
        if self.scene:
            if flying and self._underlay:
                self._underlay.flush()
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
        self._band.show(BandView(dice, stages, turns))

    @property
    def is_tumbling(self) -> bool:
        return self.band.turns > 0

    def _turn_dice(self) -> None:
        turns = self.band.turns - 1
        self._band.show(self.band._replace(turns=max(turns, 0)))
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
        self._band.show(self.band._replace(turns=0))

    # ---- the drawing

    def view_of(self, place: BoardPlace) -> PlaceView:
        return self.places[place].view

    @property
    def band(self) -> BandView:
        return self._band.view

    @property
    def flying(self) -> Flying:
        return self._flying

    def on_resize(self) -> None:
        self.end_slide()

    def show_pictures(self, scene: BoardScene | None) -> None:
        self.end_slide()
        super().show_pictures(scene)

    def _repaint(self, *, layout: bool = False) -> None:
        super()._repaint(layout=layout)
        for part in self.parts:
            part.refresh()
