"""The menu: what can be done besides playing."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from backgammon_tui.tui.keys import Options
from backgammon_tui.tui.modes.play.choices import MenuItem
from backgammon_tui.tui.modes.play.state import PlayState
from backgammon_tui.tui.screens.dialog import Dialog


class Menu(Dialog[tuple[MenuItem | None, Options]]):
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
        table, entries = self._sitting.table, self.query_one(OptionList)
        entries.set_options(
            Option(self._text(item), id=item.name)
            for item in MenuItem
            if item.is_option is self._in_options and item.makes_sense(table)
        )
        entries.highlighted = 0
        title, hint = (
            ("Options", "enter changes, esc is done")
            if self._in_options
            else ("Menu", "enter chooses, esc closes")
        )
        self.query_one("#menu-title", Static).update(title)
        self.query_one("#menu-hint", Static).update(hint)

    def _text(self, item: MenuItem) -> Content:
        state = item.state(self._chosen)
        return Content(f"{item.value}: {state}" if state else item.value)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Change an option, or give the entry back."""
        if event.option_id is None:
            return
        item = MenuItem[event.option_id]
        if item.is_option:
            self._chosen = item.change(self._chosen)
            event.option_list.replace_option_prompt(item.name, self._text(item))
        elif item is MenuItem.OPTIONS:
            self._in_options = True
            self._fill()
        else:
            self.dismiss((item, self._chosen))

    def action_close(self) -> None:
        """Back from the options to the menu, or from the menu to the game."""
        if self._in_options:
            self._in_options = False
            self._fill()
        else:
            self.dismiss((None, self._chosen))
