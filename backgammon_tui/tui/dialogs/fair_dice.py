"""The fair dice of a game: what fixes them, and the players' words before the first throw."""

from __future__ import annotations

from typing import Final

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from backgammon_tui.dice import LONGEST_WORD
from backgammon_tui.storage.table import Table
from backgammon_tui.tui.dialogs.dialog import Dialog
from backgammon_tui.words.naming import Naming
from backgammon_tui.words.sentence import sentence

_TOLD: Final = (
    "A secret seed fixes every throw before the game begins, so nobody can change the dice. Each"
    " player may add a word, so nobody has chosen them alone. The seed is shown with the"
    " result, and backgammon-tui verify-dice checks each throw."
)


class FairDiceDialog(Dialog[Table]):
    """How the dice are fair; before the first throw Enter takes the players' words."""

    def __init__(self, table: Table) -> None:
        """Begin with the words there are."""
        super().__init__()
        self._table = table

    def compose(self) -> ComposeResult:
        """Lay out what is told, and the fields as long as words can be added."""
        dice, record = self._table.dice, self._table.record
        assert dice
        naming = Naming.of(record.white, record.black)
        with Vertical(classes="dialog"):
            yield Static("Fair dice", classes="dialog-title")
            yield Static(_TOLD)
            yield Static("\nSHA-256 of the seed", classes="dialog-hint")
            yield Static(f"{dice.commitment[:32]}\n{dice.commitment[32:]}", id="commitment")
            if self._table.takes_words:
                yield Static(Content(f"{naming.white}'s word, if you like"), classes="dialog-hint")
                yield Input(dice.white_word, max_length=LONGEST_WORD, id="white", compact=True)
                yield Static(Content(f"{naming.black}'s word, if you like"), classes="dialog-hint")
                yield Input(dice.black_word, max_length=LONGEST_WORD, id="black", compact=True)
                hint = "Enter takes the words, Esc leaves them as they are"
            else:
                words = [word or "none" for word in (dice.white_word, dice.black_word)]
                yield Static(Content(f"\nThe players' words: {words[0]}, {words[1]}"))
                hint = "Esc closes"
            yield Static(hint, id="words-said", classes="dialog-hint")

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
