"""Names to be typed: of both players of a match, or of one player everywhere."""

from __future__ import annotations

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.suggester import SuggestFromList
from textual.widgets import Input, Static

from backgammon_tui.names import LONGEST_NAME, check_name, check_names
from backgammon_tui.tui.dialogs.dialog import Dialog
from backgammon_tui.words.sentence import sentence


class Names(Dialog[tuple[str, ...]]):
    """A field for each name; Enter in the last one takes them."""

    def __init__(self, title: str, names: Sequence[str], offers: Sequence[str]) -> None:
        """Begin with names.

        Args:
            title: What they are asked for.
            names: One name, or White's and Black's.
            offers: Names to be offered.
        """
        super().__init__()
        self._title = title
        self._names = names
        self._offers = offers

    def compose(self) -> ComposeResult:
        """Lay out the fields."""
        labels = ("White", "Black") if len(self._names) > 1 else ("Name",)
        with Vertical(classes="dialog"):
            yield Static(Content(self._title), classes="dialog-title")
            for label, name in zip(labels, self._names, strict=True):
                yield Static(label, classes="dialog-hint")
                offers = SuggestFromList(self._offers, case_sensitive=False)
                yield Input(name, max_length=LONGEST_NAME, suggester=offers, compact=True)
            yield Static("enter saves, esc cancels", id="names-said", classes="dialog-hint")

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        fields = list(self.query(Input))
        if event.input is not fields[-1]:
            self.focus_next()
            return
        values = [field.value for field in fields]
        try:
            names = check_names(*values) if len(values) > 1 else (check_name(values[0]),)
        except ValueError as error:
            self.query_one("#names-said", Static).update(Content(sentence(error)))
            return
        self.dismiss(tuple(names))
