"""A sentence that the players must have seen."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from backgammon_tui.tui.dialogs.dialog import Dialog


class Say(Dialog[None]):
    """Enter, Escape or a click goes on."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "close", "Close", show=False)]

    def __init__(self, text: str) -> None:
        """Say a text."""
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        """Lay out the text."""
        with Vertical(classes="dialog"):
            yield Static(Content(self._text))
            yield Static("enter closes", classes="dialog-hint")

    def on_click(self) -> None:
        """Go on."""
        self.dismiss(None)
