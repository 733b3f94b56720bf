"""A question that is answered with yes or no, where no is lit at first."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from backgammon_tui.tui.dialogs.choose import Choose, Offer


class Consent(Choose[bool]):
    """Whether something is to be done that may not be undone."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", "Yes", show=False),
        Binding("n", "answer(False)", "No", show=False),
    ]

    def __init__(self, question: str) -> None:
        """Ask a question."""
        super().__init__(question, [Offer(False, "no", "n"), Offer(True, "yes", "y")])

    def action_answer(self, yes: bool) -> None:
        """Give the answer."""
        self.dismiss(yes)
