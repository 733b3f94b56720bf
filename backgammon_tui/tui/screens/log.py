"""The whole game in words, turn by turn, and the match with its points."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from backgammon_tui.stats.summary import turns_of
from backgammon_tui.tui.modes.play.state import PlayState
from backgammon_tui.tui.screens.dialog import Dialog
from backgammon_tui.words.score import ScoredGame, describe_score_sheet
from backgammon_tui.words.turn_lines import describe_standing, describe_turn


class GameLog(Dialog[None]):
    """Every turn of the game, the last one in view."""

    def __init__(self, state: PlayState) -> None:
        """Tell the game of a state."""
        super().__init__()
        self._sitting = state

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        turns = turns_of(self._sitting.table.history)
        present = self._sitting.game.turn if not self._sitting.game.is_over else None
        lines = [
            f"{number:>3}  {describe_turn(turn, self._sitting.naming)}"
            f"{', being played' if turn is present else ''}"
            for number, turn in enumerate(turns, 1)
        ]
        with Vertical(classes="dialog page"):
            yield Static("The game so far", classes="dialog-title")
            with VerticalScroll() as scroll:
                yield Static(Content("\n".join(lines) or "Nothing has been played yet."))
            scroll.anchor()
            yield Static("arrows scroll, esc closes", classes="dialog-hint")


class ScoreSheet(Dialog[None]):
    """Who has won what in the match, and by which rules."""

    def __init__(self, state: PlayState) -> None:
        """Tell the match of a state."""
        super().__init__()
        self._sitting = state

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        table = self._sitting.table
        record = table.record
        games = [
            ScoredGame(result, game.starter)
            for game, result in zip(record.games, table.match.results, strict=False)
        ]
        awaited = "" if table.accepted else describe_standing(table.game)
        naming = self._sitting.naming
        sheet = describe_score_sheet(record.rules, naming, record.length, games, awaited)
        with Vertical(classes="dialog page"):
            yield Static("Score sheet", classes="dialog-title")
            with VerticalScroll():
                yield Static(Content("\n".join(sheet)))
            yield Static("arrows scroll, esc closes", classes="dialog-hint")
