"""The players' words for the fair dice, before the first throw of a game."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from backgammon_tui.dice import LONGEST_WORD
from backgammon_tui.storage.table import Table
from backgammon_tui.tui.dialogs.dialog import Dialog
from backgammon_tui.words.sentence import sentence


class Words(Dialog[Table]):
    """Two fields; Enter goes on, Escape leaves the words as they are."""

    def __init__(self, table: Table) -> None:
        """Begin with the words there are."""
        super().__init__()
        self._table = table

    def compose(self) -> ComposeResult:
        """Lay out the fields."""
        dice = self._table.dice
        assert dice
        record = self._table.record
        with Vertical(classes="dialog"):
            yield Static("Words for the dice", classes="dialog-title")
            yield Static(
                "The dice are fixed already. With a word of your own nobody else has chosen"
                " them, neither the other player nor the program. Until the result is accepted"
                " the seed lies in the folder where this machine keeps its games.",
            )
            yield Static(Content(f"{record.white}'s word"), classes="dialog-hint")
            yield Input(dice.white_word, max_length=LONGEST_WORD, id="white", compact=True)
            yield Static(Content(f"{record.black}'s word"), classes="dialog-hint")
            yield Input(dice.black_word, max_length=LONGEST_WORD, id="black", compact=True)
            yield Static("enter goes on, esc leaves them", id="words-said", classes="dialog-hint")

    @on(Input.Submitted, "#white")
    def _next(self) -> None:
        self.query_one("#black").focus()

    @on(Input.Submitted, "#black")
    def _take(self) -> None:
        white, black = (self.query_one(f"#{side}", Input).value for side in ("white", "black"))
        try:
            table = self._table.with_words(white.strip(), black.strip())
        except ValueError as error:
            self.query_one("#words-said", Static).update(Content(sentence(error)))
            return
        self.dismiss(table)
