"""The menu: what can be done besides playing."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from backgammon_tui.settings import MENU, SETTINGS, Setting, Settings
from backgammon_tui.tui.modes.play.choices import MenuItem
from backgammon_tui.tui.modes.play.state import PlayState
from backgammon_tui.tui.screens.dialog import Dialog


class Menu(Dialog[tuple[MenuItem | None, Settings]]):
    """A list of things to do; Enter or a click does one. Options have a list of their own."""

    def __init__(self, state: PlayState) -> None:
        """Offer what makes sense at a state."""
        super().__init__()
        self._sitting = state
        self._chosen = state.options
        self._in_options = False

    def compose(self) -> ComposeResult:
        """Lay out the list."""
        with Vertical(classes="dialog menu"):
            yield Static("", classes="dialog-title", id="menu-title")
            yield OptionList(markup=False)
            yield Static("", classes="dialog-hint", id="menu-hint")

    def on_mount(self) -> None:
        """Fill the list."""
        self._fill()

    def _fill(self) -> None:
        """Show what can be done, or the options."""
        entries = self.query_one(OptionList)
        if self._in_options:
            entries.set_options(Option(self._state(setting), id=setting.name) for setting in MENU)
        else:
            items = (item for item in MenuItem if item.makes_sense(self._sitting.table))
            entries.set_options(Option(item.value, id=item.name) for item in items)
        entries.highlighted = 0
        title, hint = (
            ("Options", "enter changes, esc is done")
            if self._in_options
            else ("Menu", "enter chooses, esc closes")
        )
        self.query_one("#menu-title", Static).update(title)
        self.query_one("#menu-hint", Static).update(hint)

    def _state(self, setting: Setting) -> Content:
        return Content(f"{setting.label}: {setting.state(self._chosen)}")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Change an option, or give the entry back."""
        name = event.option_id
        if name in SETTINGS:
            self._chosen = SETTINGS[name].change(self._chosen)
            event.option_list.replace_option_prompt(name, self._state(SETTINGS[name]))
        elif name == MenuItem.OPTIONS.name:
            self._in_options = True
            self._fill()
        elif name:
            self.dismiss((MenuItem[name], self._chosen))

    def action_close(self) -> None:
        """Back from the options to the menu, or from the menu to the game."""
        if self._in_options:
            self._in_options = False
            self._fill()
        else:
            self.dismiss((None, self._chosen))
