"""The menu: what can be done besides playing."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from backgammon_tui.tui.screens.dialog import Dialog
from backgammon_tui.tui.sitting import Options, Sitting
from backgammon_tui.tui.sitting.choices import MenuItem


class Menu(Dialog[tuple[MenuItem | None, Options]]):
    """A list of things to do; Enter or a click does one. Options change where they stand."""

    def __init__(self, sitting: Sitting) -> None:
        """Offer what makes sense at a sitting."""
        super().__init__()
        self._sitting = sitting
        self._chosen = sitting.options

    def compose(self) -> ComposeResult:
        """Lay out the list."""
        with Vertical(classes="dialog"):
            yield Static("Menu", classes="dialog-title")
            yield OptionList(*self._options(), markup=False)
            yield Static("enter chooses, esc closes", classes="dialog-hint")

    def _options(self) -> list[Option]:
        table = self._sitting.table
        return [
            Option(self._text(item), id=item.name) for item in MenuItem if item.makes_sense(table)
        ]

    def _text(self, item: MenuItem) -> Content:
        state = item.state(self._chosen)
        return Content(f"{item.value}: {state}" if state else item.value)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Change an option, or give the entry back."""
        if event.option_id is None:
            return
        item = MenuItem[event.option_id]
        if item.state(self._chosen):
            self._chosen = item.change(self._chosen)
            event.option_list.replace_option_prompt(item.name, self._text(item))
        else:
            self.dismiss((item, self._chosen))

    def action_close(self) -> None:
        """Close with the options as they stand."""
        self.dismiss((None, self._chosen))
