"""A question that only y answers with yes; Space and Enter answer nothing."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from backgammon_tui.tui.dialogs.dialog import Dialog

_ANSWERS = "y  yes    n  no"


class Consent(Dialog[bool]):
    """Whether something is to be done."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", "Yes", show=False),
        Binding("n", "answer(False)", "No", show=False),
    ]

    def __init__(self, question: str) -> None:
        """Ask a question."""
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        """Lay out the question and its answers."""
        with Vertical(classes="dialog"):
            yield Static(Content(self._question))
            yield Static(_ANSWERS, id="consent-answers", classes="dialog-hint")

    def on_click(self, event: events.Click) -> None:
        """The answers can be clicked."""
        if event.widget and event.widget.id == "consent-answers":
            self.dismiss(event.x < _ANSWERS.index("n  no"))

    def action_answer(self, yes: bool) -> None:
        """Give the answer."""
        self.dismiss(yes)
