"""The menu: what can be done besides playing."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from backgammon_tui.engine.notation import Numbering
from backgammon_tui.tui.screens.dialog import Dialog
from backgammon_tui.tui.sitting import Options, Sitting


class MenuItem(Enum):
    """An entry of the menu; the value is its text."""

    RULES = "Rules and keys"
    TAKE_BACK = "Take back the last throw"
    RESIGN = "Resign"
    DRAW = "Offer a draw"
    RESULT = "Result"
    FORCED = "Play forced plays by themselves"
    NUMBERING = "Number the points"
    MIRRORED = "Mirror the board"
    TURNING = "Turn the board to the side to play"
    TUMBLING = "Let the dice tumble"
    BIG = "Big view for projectors"
    LEAVE = "Leave"

    def change(self, options: Options) -> Options:
        """The options after this entry was chosen."""
        match self:
            case MenuItem.FORCED:
                return replace(options, plays_forced=not options.plays_forced)
            case MenuItem.NUMBERING:
                order = tuple(Numbering)
                after = order[(order.index(options.numbering) + 1) % len(order)]
                return replace(options, numbering=after)
            case MenuItem.MIRRORED:
                return replace(options, mirrored=not options.mirrored)
            case MenuItem.TURNING:
                return replace(options, turning=not options.turning)
            case MenuItem.TUMBLING:
                return replace(options, tumbling=not options.tumbling)
            case MenuItem.BIG:
                return replace(options, big=not options.big)
            case _:
                return options

    def state(self, options: Options) -> str:
        """How an option stands, if this entry is one."""
        match self:
            case MenuItem.FORCED:
                return _on(options.plays_forced)
            case MenuItem.NUMBERING:
                return options.numbering.value
            case MenuItem.MIRRORED:
                return _on(options.mirrored)
            case MenuItem.TURNING:
                return _on(options.turning)
            case MenuItem.TUMBLING:
                return _on(options.tumbling)
            case MenuItem.BIG:
                return _on(options.big)
            case _:
                return ""


def _on(value: bool) -> str:
    return "on" if value else "off"


class Menu(Dialog[MenuItem]):
    """A list of things to do; Enter or a click does one."""

    def __init__(self, sitting: Sitting) -> None:
        """Offer what makes sense at a sitting."""
        super().__init__()
        self._sitting = sitting

    def compose(self) -> ComposeResult:
        """Lay out the list."""
        with Vertical(classes="dialog"):
            yield Static("Menu", classes="dialog-title")
            yield OptionList(*self._options(), markup=False)
            yield Static("enter chooses, esc closes", classes="dialog-hint")

    def _options(self) -> list[Option]:
        is_over = self._sitting.game.is_over
        hidden = {MenuItem.RESIGN, MenuItem.DRAW} if is_over else {MenuItem.RESULT}
        if self._sitting.table.accepted:
            hidden.add(MenuItem.TAKE_BACK)
        return [Option(self._text(item), id=item.name) for item in MenuItem if item not in hidden]

    def _text(self, item: MenuItem) -> Content:
        state = item.state(self._sitting.options)
        return Content(f"{item.value}: {state}" if state else item.value)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Give the entry back."""
        self.dismiss(MenuItem[event.option_id] if event.option_id else None)
