"""The game screen: two players at one table."""

from __future__ import annotations

from backgammon_tui.tui.modes.play.state import PlayState
from backgammon_tui.tui.panel.compose import header
from backgammon_tui.tui.panel.text import TextLine
from backgammon_tui.tui.screens.playing import PlayingScreen


class GameScreen(PlayingScreen):
    """A match on the board."""

    def header_lines(self, width: int) -> tuple[TextLine, ...]:
        """The line above the board, which also says if nothing is kept."""
        return header(self.state, width, self.glyphs, is_kept=self.is_kept)

    def _take(self, state: PlayState) -> None:
        """Show another state, and the result if the game has just ended."""
        was_over = self.state.game.is_over
        super()._take(state)
        if state.game.is_over and not was_over:
            self.show_result()
