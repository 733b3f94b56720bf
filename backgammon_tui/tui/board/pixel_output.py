"""Pictures under the boards of an app: whether there are any, and when they are sent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from textual.app import App
from textual.screen import Screen

from backgammon_tui.settings import BoardStyle
from backgammon_tui.tui.board.canvas import RenderContext
from backgammon_tui.tui.board.drawn import DrawnBoard
from backgammon_tui.tui.terminal_answers import CELL_QUESTION, Terminal, question
from backgammon_tui.tui.textual_internals import SYNC_END, SYNC_START

if TYPE_CHECKING:
    from backgammon_tui.tui.board.layer import Layer, Sheet


class PixelOutput:
    """Puts pictures under all boards of an app once the terminal has reported support."""

    def __init__(self, app: App[None], style: Callable[[], BoardStyle]) -> None:
        self._app = app
        self._style = style
        self._terminal = Terminal()
        self._asked = BoardStyle.TEXT
        """The style for which the terminal was last queried."""
        self._layer: Layer | None = None
        self._boards: WeakKeyDictionary[DrawnBoard, RenderContext | None] = WeakKeyDictionary()
        """The boards, with the drawing of their last pictures, ready or not."""
        self._has_painted = asyncio.Event()
        """Set by the first paint, which drawing in a thread would delay."""

    def question(self) -> str:
        self._asked = self._style()
        return question(self._asked)

    def use_terminal(self, terminal: Terminal) -> None:
        """Use the capabilities that a terminal has reported."""
        self._terminal = terminal
        cell = terminal.cell_size if terminal.can_draw(self._style()) else None
        if cell == (self._layer and self._layer.cell_size):
            return
        self._write(self.clear_codes())
        self._layer = None
        if cell:
            from backgammon_tui.tui.board.layer import Layer

            self._layer = Layer(cell)
        for board in [*self._boards]:
            board.show_pictures(None)
            self._boards[board] = None
        self._draw_boards()

    def ask_for_cell(self) -> None:
        if self._layer:
            self._write(CELL_QUESTION)

    def _ask_again(self) -> None:
        if self._style() is not self._asked:
            self._write(self.question())
            self.use_terminal(self._terminal)

    def add(self, board: DrawnBoard) -> None:
        """Put pictures under a board whenever they are ready for its size and theme."""
        self._boards.setdefault(board, None)

    def _draw_boards(self) -> None:
        """Draw pictures in a thread for boards whose size or theme has changed."""
        for board, drawn in [*self._boards.items()] if self._layer else ():
            drawing = board.drawing
            if self._layer and drawing and drawing != drawn and board.is_attached:
                self._boards[board] = drawing
                work = self._draw(board, drawing, self._layer)
                board.run_worker(work, group="pictures", exclusive=True)

    async def _draw(self, board: DrawnBoard, context: RenderContext, layer: Layer) -> None:
        await self._has_painted.wait()
        from backgammon_tui.tui.board.layer import picture
        from backgammon_tui.tui.board.scene import BoardScene

        scene = BoardScene(context, layer.cell_size)
        drawings = [placed.drawing for placed in scene.placements_on(board).values()]
        await asyncio.to_thread(lambda: [picture(drawing) for drawing in drawings])
        if layer is self._layer:
            board.show_pictures(scene)

    def changes(self) -> str:
        """Return the codes that show the current pictures under the boards."""
        self._has_painted.set()
        if self._style() is not self._asked:
            self._app.call_later(self._ask_again)
        self._draw_boards()
        return self._layer.changes(self._sheets()) if self._layer else ""

    def flush(self) -> None:
        if changes := self.changes():
            self._write(f"{SYNC_START}{changes}{SYNC_END}")

    def clear_codes(self) -> str:
        return self._layer.release_codes() if self._layer else ""

    def _write(self, text: str) -> None:
        driver = self._app._driver
        if text and driver:
            driver.write(text)
            driver.flush()

    def _sheets(self) -> Iterator[Sheet]:
        from backgammon_tui.tui.board.layer import Sheet

        clear = 1.0
        for screen in reversed(self._app.screen_stack):
            for board in self._boards:
                if (scene := board.scene) and board.is_attached and board.screen is screen:
                    veil = None if clear == 1.0 else self._veil(clear)
                    if board.region.area:
                        yield Sheet(board.region, scene.placements_on(board), veil)
            clear *= 1 - screen.styles.background.a
            if not (screen.is_modal and clear):
                return  # An opaque veil would also cover the boards above it.

    def _veil(self, clarity: float) -> tuple[int, int]:
        top: Screen[object] = self._app.screen
        red, green, blue = top.styles.background.rgb
        return red << 16 | green << 8 | blue, round(255 * (1 - clarity))
