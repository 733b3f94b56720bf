"""The middle band as a widget, with dice that tumble."""

from __future__ import annotations

from textual import events
from textual.message import Message
from textual.timer import Timer

from backgammon_tui.tui.board.band import BandView, draw_band
from backgammon_tui.tui.board.canvas import Canvas
from backgammon_tui.tui.board.context import RenderContext
from backgammon_tui.tui.board.geometry import Layout, Rect
from backgammon_tui.tui.board.surface import Surface
from backgammon_tui.tui.board.view import DiceView, StageStripView

_TURNS = 7
_TURN_SECONDS = 0.05


class Dice(Surface[BandView]):
    """The dice in the half of the side that threw them, and the stages in the other."""

    class Clicked(Message):
        """The dice, or the place where they will lie, were clicked."""

    class Rested(Message):
        """The dice have stopped tumbling by themselves."""

    def __init__(self) -> None:
        """Make the widget `#dice` without a throw."""
        super().__init__(BandView(), id="dice")
        self._turning: Timer | None = None

    def show_dice(self, view: DiceView) -> None:
        """Show other dice, at rest."""
        if view != self.view.dice:
            self.rest()
            self.show(self.view._replace(dice=view))

    def show_stages(self, view: StageStripView) -> None:
        """Show how the turn stands."""
        self.show(self.view._replace(stages=view))

    @property
    def is_tumbling(self) -> bool:
        """Whether what was thrown is not to be seen yet."""
        return self.view.turns > 0

    def tumble(self) -> None:
        """Roll for a moment before the faces shown come to rest."""
        self.rest()
        if self.app.animation_level == "full":
            self.show(self.view._replace(turns=_TURNS))
            self._turning = self.set_interval(_TURN_SECONDS, self._turn)

    def rest(self) -> None:
        """Lie still at once."""
        if self._turning is not None:
            self._turning.stop()
            self._turning = None
        self.show(self.view._replace(turns=0))

    def _turn(self) -> None:
        if self.view.turns <= 1:
            self.rest()
            self.post_message(self.Rested())
        else:
            self.show(self.view._replace(turns=self.view.turns - 1))

    def rect(self, layout: Layout) -> Rect:
        """The whole band, with the middle of the bar in it."""
        return layout.band

    def draw(self, context: RenderContext, rect: Rect) -> Canvas:
        """Draw dice and stages."""
        return draw_band(self.view, context, rect.width, rect.height)

    def on_click(self, event: events.Click) -> None:
        """Say that the dice were clicked."""
        event.stop()
        self.post_message(self.Clicked())
