"""What all dialogs have in common: a box over the board, closed by Escape."""

from __future__ import annotations

from pathlib import Path, PurePath
from typing import ClassVar, Generic, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from backgammon_tui.tui.held_keys import HeldKeys

Answer = TypeVar("Answer")

DIALOG_STYLES = Path(__file__).with_name("dialog.tcss")


class Dialog(ModalScreen[Answer | None], Generic[Answer]):
    """A box over the board. Escape closes it without an answer."""

    CSS_PATH: ClassVar[list[str | PurePath]] = [DIALOG_STYLES]
    HORIZONTAL_BREAKPOINTS = [(0, "-tight"), (100, "-roomy")]  # noqa: RUF012 - so in Screen
    VERTICAL_BREAKPOINTS = [(0, "-low"), (26, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Close", show=False),
        Binding("space", "read_on", "Read on", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        # Keys may come before it is shown.
        self.on_screen_resume()

    def on_screen_resume(self) -> None:
        """Let the dialog be seen before a key decides anything."""
        self.held_keys = HeldKeys()
        self.held_keys.see_new_state()

    def ignores(self, key: str) -> bool:
        """Whether Enter or Space is held down, or pressed before the dialog could be seen."""
        return not isinstance(self.focused, Input) and self.held_keys.comes_too_soon(key)

    def action_read_on(self) -> None:
        """Go down a page, where there is a text to be read."""
        for page in self.query(VerticalScroll):
            page.scroll_page_down(animate=False)

    def action_close(self) -> None:
        """Close without an answer."""
        self.dismiss(None)


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
