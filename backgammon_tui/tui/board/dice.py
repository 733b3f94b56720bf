"""The dice on the board."""

from __future__ import annotations

from textual import events
from textual.message import Message
from textual.timer import Timer

from backgammon_tui.engine.position import Side
from backgammon_tui.tui.board.canvas import Canvas, Sprite
from backgammon_tui.tui.board.discs import COATS
from backgammon_tui.tui.board.geometry import Layout, Rect
from backgammon_tui.tui.board.look import Look
from backgammon_tui.tui.board.paint import Paint
from backgammon_tui.tui.board.surface import Dress, Surface
from backgammon_tui.tui.board.view import DiceView

_SIZES = ((7, 15), (5, 11), (3, 7))
"""Rows and cells of a die, the largest first."""
_TURNS = 8
_TURN_SECONDS = 0.05
_SPOTS = {
    1: ((1, 1),),
    2: ((0, 2), (2, 0)),
    3: ((0, 2), (1, 1), (2, 0)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}
"""Column and row of the spots of each number, in threes."""
_SPOT = {
    ink: Sprite.of([bytearray([0, *[ink] * 4, 0])] * 2)
    for ink in (Paint.WHITE_INK, Paint.BLACK_INK, Paint.BAND)
}


def die_size(band_height: int) -> tuple[int, int]:
    """Return rows and cells of the largest die for a band."""
    return next(size for size in _SIZES if size[0] <= max(3, band_height - 2))


def dice_width(band_height: int) -> int:
    """Return the cells that two dice with the felt around them take."""
    return 2 * die_size(band_height)[1] + 4


class Dice(Surface[DiceView]):
    """Two dice in the left of the band."""

    class Clicked(Message):
        """The dice, or the place where they will lie, were clicked."""

    def __init__(self) -> None:
        """Make the widget `#dice` without a throw."""
        super().__init__(DiceView(), id="dice")
        self._turns_left = 0
        self._turning: Timer | None = None

    def show(self, view: DiceView) -> None:
        """Show other dice, at rest."""
        self._rest()
        super().show(view)

    def tumble(self) -> None:
        """Roll for a moment before the faces shown come to rest."""
        self._rest()
        if self.app.animation_level == "full":
            self._turns_left = _TURNS
            self._turning = self.set_interval(_TURN_SECONDS, self._turn)

    def _turn(self) -> None:
        self._turns_left -= 1
        if self._turns_left <= 0:
            self._rest()
        self._forget()

    def _rest(self) -> None:
        self._turns_left = 0
        if self._turning is not None:
            self._turning.stop()
            self._turning = None
            self._forget()

    def rect(self, layout: Layout) -> Rect:
        """The left end of the band."""
        return layout.band._replace(width=dice_width(layout.cut.band_height))

    def draw(self, dress: Dress, rect: Rect) -> Canvas:
        """Draw every die that has a number."""
        canvas = Canvas(rect.width, rect.height, Paint.BAND, blocks=not dress.look.ascii)
        height, width = die_size(rect.height)
        for index, number in enumerate(self.view.numbers[:2]):
            side = self.view.side or (Side.WHITE, Side.BLACK)[index]
            x = 1 + index * (width + 1)
            y = (rect.height - height) // 2
            used = index in self.view.used
            face = (number - 1 + self._turns_left * (index + 2)) % 6 + 1
            draw_die(canvas, Rect(x, y, width, height), face, side, dress.look, used=used)
        return canvas

    def on_click(self, event: events.Click) -> None:
        """Say that the dice were clicked."""
        event.stop()
        self.post_message(self.Clicked())


def draw_die(
    canvas: Canvas, rect: Rect, number: int, side: Side, look: Look, *, used: bool
) -> None:
    """Draw one die; a used one is only an outline's shade of itself."""
    coat = COATS[side]
    face = Paint.GHOST if used else coat.face
    ink = Paint.BAND if used else coat.ink
    canvas.stamp(_body(rect.width, rect.height, face), rect.x, 2 * rect.y)
    for column, row in _SPOTS[number]:
        x = rect.x + rect.width // 2 + (column - 1) * (rect.width // 3)
        y = rect.y + rect.height // 2 + (row - 1) * (rect.height // 3)
        if rect.height < 5 or look.ascii:
            canvas.write(x, y, look.pip, ink, bold=True)
        else:
            canvas.stamp(_SPOT[ink], x - 1, 2 * y)


def _body(width: int, height: int, paint: Paint) -> Sprite:
    """A rectangle with rounded corners."""
    rows = [bytearray([paint]) * (2 * width) for _ in range(2 * height)]
    if height > 1:
        for row in (rows[0], rows[-1]):
            row[0] = row[-1] = Paint.CLEAR
    return Sprite.of(rows)
