"""The menu of the sandbox: all that can be done, and how to look at the board."""

from __future__ import annotations

from collections.abc import Iterator

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from backgammon_tui.settings import MENU, SETTINGS, Setting, Settings
from backgammon_tui.tui.modes.sandbox.state import Sandbox
from backgammon_tui.tui.screens.dialog import Dialog

LEAVE = "leave"
"""What the menu gives back to leave the sandbox; anything else is a key of it."""

_PLAY = "enter"
_WIDEST_KEY = 6


class SandboxMenu(Dialog[tuple[str, Settings]]):
    """Gives back the key of what was chosen, empty if nothing was, and the options."""

    def __init__(self, sandbox: Sandbox) -> None:
        """Offer what can be done in a sandbox."""
        super().__init__()
        self._sandbox = sandbox
        self._chosen = sandbox.options

    def compose(self) -> ComposeResult:
        """Lay out the list."""
        with Vertical(classes="dialog menu"):
            yield Static("Sandbox", classes="dialog-title")
            yield OptionList(*self._options(), markup=False)
            yield Static("enter chooses, esc closes", classes="dialog-hint")

    def _options(self) -> Iterator[Option | None]:
        if self._sandbox.playing is None:
            yield self._deed(_PLAY, "Play from here")
        for deed in self._sandbox.deeds:
            yield self._deed(deed.key, deed.text)
        yield self._deed("?", "Rules and keys")
        yield Option("Leave the sandbox", id=LEAVE)
        yield None
        yield from (Option(self._state(setting), id=setting.name) for setting in MENU)

    def _deed(self, key: str, text: str) -> Option:
        told = Content.assemble((f"{key:<{_WIDEST_KEY}}", "bold"), Content(text))
        return Option(told, id=key)

    def _state(self, setting: Setting) -> Content:
        return Content(f"{setting.label}: {setting.state(self._chosen)}")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Change an option, or give back what was chosen."""
        chosen = event.option_id or ""
        if chosen in SETTINGS:
            self._chosen = SETTINGS[chosen].change(self._chosen)
            event.option_list.replace_option_prompt(chosen, self._state(SETTINGS[chosen]))
        else:
            self.dismiss((chosen, self._chosen))

    def action_close(self) -> None:
        """Close with the options as they stand."""
        self.dismiss(("", self._chosen))
