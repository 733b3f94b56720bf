"""All that decides how a view is drawn."""

from __future__ import annotations

from typing import NamedTuple

from backgammon_tui.tui.board.canvas import Canvas
from backgammon_tui.tui.board.color_role import ColorRole
from backgammon_tui.tui.board.geometry import Cut, Layout
from backgammon_tui.tui.board.look import Look
from backgammon_tui.tui.board.palette import Palette


class RenderContext(NamedTuple):
    """Measures, characters and colours."""

    layout: Layout
    look: Look
    palette: Palette

    @property
    def cut(self) -> Cut:
        """The measures alone."""
        return self.layout.cut

    def canvas(self, width: int, height: int, ground: ColorRole) -> Canvas:
        """An empty picture."""
        look, color = self.look, self.palette[ground]
        return Canvas(width, height, color, blends=look.blends, blocks=not look.is_text)
