"""Sample boards for the eye: a small program for developers, not part of the game.

python -m tests.tui.board.gallery trap 120x36 lamplight          # look
python -m tests.tui.board.gallery trap 120x36 lamplight out.svg  # picture
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Static

from backgammon_tui.tui.board import BOARD_STYLES, Board, BoardLook
from backgammon_tui.tui.board.board import PLAIN_LOOK
from backgammon_tui.tui.themes import LAMPLIGHT, THEMES, ColorDepth, themes_for
from tests.tui.board.samples import SAMPLES


class Gallery(App[None]):
    """Shows one sample board after the other, with room for a panel beside it."""

    ALLOW_SELECT = False
    CSS_PATH = BOARD_STYLES
    CSS = """
    #head, #foot { height: 1; color: $text-muted; }
    #panel { width: 23; color: $text-muted; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "turn_over(1)", "next sample"),
        Binding("p", "turn_over(-1)", "sample before"),
        Binding("t", "other_theme", "theme"),
        Binding("space", "throw", "tumble"),
        Binding("q", "quit", "quit"),
    ]

    def __init__(self, name: str, theme: str, look: BoardLook = PLAIN_LOOK) -> None:
        """Start with a sample and a theme."""
        super().__init__()
        self._sample = name
        depth = ColorDepth.of(self.console.color_system)
        self._look = look._replace(
            letters=look.letters or depth is ColorDepth.ANSI,
            colorless=self.no_color,
            blends=depth is ColorDepth.FULL,
        )
        for each in themes_for(depth):
            self.register_theme(each)
        self.theme = theme

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Give themes that know nothing of boards the dark theme's."""
        return LAMPLIGHT.variables

    def compose(self) -> ComposeResult:
        """Lay out header, board, panel and footer as the game does."""
        yield Static("", id="head", markup=False)
        with Horizontal():
            yield Board(look=self._look, id="board")
            yield Static("panel", id="panel")
        yield Static(" n next   p before   t theme   q quit", id="foot")

    def on_mount(self) -> None:
        """Show the first sample."""
        width = self.size.width
        self.query_one("#panel").styles.width = 23 if width < 100 else 30 if width < 150 else 36
        self._show()

    def on_board_place_clicked(self, event: Board.PlaceClicked) -> None:
        """Tell what was clicked."""
        self.query_one("#panel", Static).update(repr(event.place))

    def action_turn_over(self, step: int) -> None:
        """Show another sample."""
        names = list(SAMPLES)
        self._sample = names[(names.index(self._sample) + step) % len(names)]
        self._show()

    def action_throw(self) -> None:
        """Let the dice tumble."""
        self.query_one(Board).dice.show_dice(SAMPLES[self._sample].dice, tumble=True)

    def action_other_theme(self) -> None:
        """Show another theme."""
        names = [theme.name for theme in THEMES]
        self.theme = names[(names.index(self.theme) + 1) % len(names)]

    def _show(self) -> None:
        sample = SAMPLES[self._sample]
        board = self.query_one(Board)
        board.show(sample.board)
        board.dice.show_dice(sample.dice)
        board.dice.show_stages(sample.stages)
        self.query_one("#head", Static).update(f" {self._sample} · {self.theme}")


async def picture(app: Gallery, size: tuple[int, int]) -> str:
    """What the gallery shows at a size, as SVG."""
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        return app.export_screenshot()


def main(arguments: list[str]) -> None:
    """Show a sample, or write it to a file."""
    flags = {argument for argument in arguments if argument.startswith("--")}
    words = [argument for argument in arguments if argument not in flags]
    defaults = ["start", "80x24", LAMPLIGHT.name]
    name, size, theme = words[:3] + defaults[len(words[:3]) :]
    look = BoardLook(ascii="--ascii" in flags, letters="--letters" in flags)
    app = Gallery(name, theme, look)
    if len(words) > 3:
        columns, rows = map(int, size.split("x"))
        svg = asyncio.run(picture(app, (columns, rows)))
        Path(words[3]).write_text(svg, encoding="utf-8")
    else:
        app.run()


if __name__ == "__main__":
    main(sys.argv[1:])
