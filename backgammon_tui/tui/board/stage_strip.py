"""The strip in the middle of the board that shows how the turn stands."""

from __future__ import annotations

from backgammon_tui.tui.board.canvas import Canvas
from backgammon_tui.tui.board.dice import dice_width
from backgammon_tui.tui.board.geometry import Layout, Rect
from backgammon_tui.tui.board.paint import Paint
from backgammon_tui.tui.board.stage_text import fitted_spans
from backgammon_tui.tui.board.surface import Dress, Surface
from backgammon_tui.tui.board.view import StageStripView, StepStatus

_INKS = {
    None: Paint.BAND_DIM,
    StepStatus.DONE: Paint.DONE,
    StepStatus.BY_OPPONENT: Paint.DONE,
    StepStatus.CURRENT: Paint.LIT_INK,
    StepStatus.DUE: Paint.BAND_INK,
    StepStatus.LOST: Paint.LOST,
    StepStatus.NOT_GRANTED: Paint.BAND_DIM,
}


class StageStrip(Surface[StageStripView]):
    """The numbers of the turn: done, in play, to come, lost or not granted."""

    def __init__(self) -> None:
        """Make the widget `#stages` without a turn."""
        super().__init__(StageStripView(), id="stages")

    def rect(self, layout: Layout) -> Rect:
        """What the dice leave of the band."""
        band, taken = layout.band, dice_width(layout.cut.band_height)
        return Rect(band.x + taken, band.y, band.width - taken, band.height)

    def draw(self, dress: Dress, rect: Rect) -> Canvas:
        """Write the line, in the middle of its room while it fits."""
        canvas = Canvas(rect.width, rect.height, Paint.BAND, blocks=not dress.look.ascii)
        spans = fitted_spans(self.view, rect.width - 2, dress.look)
        length = sum(len(span.text) for span in spans)
        x, y = 1 + (rect.width - 2 - length) // 2, (rect.height - 1) // 2
        for text, status in spans:
            current = status is StepStatus.CURRENT
            ground = Paint.LIT if current else Paint.CLEAR
            bold = current or status is StepStatus.DUE
            canvas.write(x, y, text, _INKS[status], ground, bold=bold)
            x += len(text)
        return canvas
