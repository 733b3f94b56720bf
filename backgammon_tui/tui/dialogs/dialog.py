"""What all dialogs have in common: a box over the board, closed by Escape."""

from __future__ import annotations

from pathlib import PurePath
from typing import ClassVar, Generic, TypeVar

from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

Answer = TypeVar("Answer")


class Dialog(ModalScreen[Answer | None], Generic[Answer]):
    """A box over the board. Escape closes it without an answer."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["dialog.tcss"]
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", "Close", show=False)]

    def action_close(self) -> None:
        """Close without an answer."""
        self.dismiss(None)
