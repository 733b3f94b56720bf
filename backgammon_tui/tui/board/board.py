"""The board: a wooden frame with points, bar, trays, dice and stages."""

from __future__ import annotations

from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any

from textual.app import ComposeResult
from textual.message import Message
from textual.timer import Timer

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
from backgammon_tui.tui.board.canvas import RenderOptions
from backgammon_tui.tui.board.drawn import EMPTY, DrawnBoard, frame_of
from backgammon_tui.tui.board.motion import Flying, Motion, cell_spot, motion, without

if TYPE_CHECKING:
    from backgammon_tui.tui.board.scene import BoardScene

_FRAME_SECONDS = 1 / 30
_PICTURE_SECONDS = 1 / 60
"""Seconds between two frames of a slide; pictures cost less than cells."""

_TURNS = 3
TURN_SECONDS = 0.04
"""Duration of a turn of tumbling dice; all are short enough for two key presses a second."""


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
        self._band = parts.DiceBand()
        # Each kind of part has a view of its own type.
        self.parts: list[parts.Part[Any]] = [*self.places.values(), *self._ends, self._band]
        self.is_animated = True
        """True if checkers slide when animations are on."""
        self._sliding: Timer | None = None
        self._tumbling: Timer | None = None
        self.motion: Motion | None = None
        self._began = 0.0

    def compose(self) -> ComposeResult:
        if self.position is EMPTY:
            self._show_places()
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
        if frame_of(before) != frame_of(view):
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
        turns = self.band.frames_left if dice == self.band.dice else 0
        if tumble and self.app.animation_level == "full":
            turns = _TURNS
            self._stop_tumbling()
            self._tumbling = self.set_interval(TURN_SECONDS, self._turn_dice)
        elif not turns:
            self._stop_tumbling()
        self._show_band(BandView(dice, stages, turns))

    @property
    def is_tumbling(self) -> bool:
        return self.band.frames_left > 0

    def _turn_dice(self) -> None:
        turns = self.band.frames_left - 1
        self._show_band(self.band._replace(frames_left=max(turns, 0)))
        if turns <= 0:
            self._stop_tumbling()
            self.post_message(self.DiceRested())

    def _stop_tumbling(self) -> None:
        if self._tumbling:
            self._tumbling.stop()
            self._tumbling = None

    def end_motion(self) -> None:
        self.end_slide()
        if self.is_tumbling:
            self._stop_tumbling()
            self._show_band(self.band._replace(frames_left=0))

    def _show_band(self, band: BandView) -> None:
        self.band = band
        self._band.show(band)

    # ---- the drawing

    def use_look(self, look: RenderOptions) -> None:
        self._look = look
        self.repaint_all()

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
