"""What all dialogs have in common: a box over the board, closed by Escape."""

from __future__ import annotations

from pathlib import Path, PurePath
from typing import ClassVar, Generic, TypeVar

from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

Answer = TypeVar("Answer")

DIALOG_STYLES = Path(__file__).with_name("dialog.tcss")


class Dialog(ModalScreen[Answer | None], Generic[Answer]):
    """A box over the board. Escape closes it without an answer."""

    CSS_PATH: ClassVar[list[str | PurePath]] = [DIALOG_STYLES]
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", "Close", show=False)]

    def action_close(self) -> None:
        """Close without an answer."""
        self.dismiss(None)
