"""The whole game in words, turn by turn, and the match with its points."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from backgammon_tui.stats.summary import turns_of
from backgammon_tui.storage.table import Table
from backgammon_tui.tui.dialogs.dialog import Dialog
from backgammon_tui.words.naming import Naming
from backgammon_tui.words.score import ScoredGame, describe_score_sheet
from backgammon_tui.words.turn_lines import describe_standing, describe_turn


class GameLog(Dialog[None]):
    """Every turn of the game, the first one on top."""

    def __init__(self, table: Table, naming: Naming) -> None:
        """Tell the present game of a table."""
        super().__init__()
        self._table = table
        self._speaker = naming

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        turns = turns_of(self._table.history)
        present = self._table.game.turn if not self._table.game.is_over else None
        lines = [
            f"{number:>3}  {describe_turn(turn, self._speaker)}"
            f"{', being played' if turn is present else ''}"
            for number, turn in enumerate(turns, 1)
        ]
        with Vertical(classes="dialog page"):
            yield Static("The game so far", classes="dialog-title")
            with VerticalScroll():
                yield Static(Content("\n".join(lines) or "Nothing has been played yet."))
            yield Static("arrows scroll, esc closes", classes="dialog-hint")


class ScoreSheet(Dialog[None]):
    """Who has won what in the match, and by which rules."""

    def __init__(self, table: Table, naming: Naming) -> None:
        """Tell the match of a table."""
        super().__init__()
        self._table = table
        self._speaker = naming

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        table = self._table
        record = table.record
        games = [
            ScoredGame(result, game.starter)
            for game, result in zip(record.games, table.match.results, strict=False)
        ]
        awaited = "" if table.accepted else describe_standing(table.game, self._speaker)
        sheet = describe_score_sheet(
            record.rules, self._speaker, record.length, games, awaited, record.hints
        )
        with Vertical(classes="dialog page"):
            yield Static("Score sheet", classes="dialog-title")
            with VerticalScroll():
                yield Static(Content("\n".join(sheet)))
            yield Static("arrows scroll, esc closes", classes="dialog-hint")
