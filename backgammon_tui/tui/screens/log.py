"""The whole game in words, turn by turn."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from backgammon_tui.figures.summary import turns_of
from backgammon_tui.tui.screens.dialog import Dialog
from backgammon_tui.tui.sitting import Sitting
from backgammon_tui.words.turn import tell_turn


class GameLog(Dialog[None]):
    """Every turn of the game, the last one in view."""

    def __init__(self, sitting: Sitting) -> None:
        """Tell the game of a sitting."""
        super().__init__()
        self._sitting = sitting

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        turns = turns_of(self._sitting.table.history)
        present = self._sitting.game.turn if not self._sitting.game.is_over else None
        lines = [
            f"{number:>3}  {tell_turn(turn, self._sitting.speaker)}"
            f"{', being played' if turn is present else ''}"
            for number, turn in enumerate(turns, 1)
        ]
        with Vertical(classes="dialog page"):
            yield Static("The game so far", classes="dialog-title")
            with VerticalScroll() as scroll:
                yield Static(Content("\n".join(lines) or "Nothing has been played yet."))
            scroll.anchor()
            yield Static("arrows scroll, esc closes", classes="dialog-hint")
