"""A sample board in an app of its own, with room for a panel beside it."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.containers import Horizontal
from textual.widgets import Static

from backgammon_tui.tui.board import BOARD_STYLES, Board, RenderOptions
from backgammon_tui.tui.themes import LAMPLIGHT, ColorDepth, themes_for
from tests.tui.board.samples import SAMPLES


class Gallery(App[None]):
    """Shows a sample board."""

    CSS_PATH = BOARD_STYLES
    CSS = "#panel { width: 23; }"

    def __init__(
        self, name: str, theme: str = LAMPLIGHT.name, look: RenderOptions | None = None
    ) -> None:
        """Take a sample, a theme and what the terminal can draw, apart from its colours."""
        super().__init__()
        self._sample = SAMPLES[name]
        depth = ColorDepth.from_name(self.console.color_system)
        look = look or RenderOptions()
        self._look = look._replace(
            letters=look.letters or depth is ColorDepth.ANSI,
            colorless=self.no_color,
            blends=look.blends and depth is ColorDepth.FULL,
        )
        for offered in themes_for(depth):
            self.register_theme(offered)
        self.theme = theme

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Give themes that know nothing of boards the dark theme's."""
        return LAMPLIGHT.variables

    def compose(self) -> ComposeResult:
        """Lay out the board between the rows of a header and a footer."""
        yield Static(" ")
        with Horizontal():
            yield Board(self._look, id="board")
            yield Static("panel", id="panel")
        yield Static(" ")

    def on_mount(self) -> None:
        """Show the sample."""
        board = self.query_one(Board)
        board.show(self._sample.board)
        board.dice.show_turn(self._sample.dice, self._sample.stages)
