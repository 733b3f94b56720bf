"""The options, each of which changes where it stands."""

from __future__ import annotations

from backgammon_tui.settings import MENU, Setting, Settings
from backgammon_tui.tui.dialogs.choose import Choose, Offer


class Options(Choose[Settings]):
    """Enter changes the option that is lit; Escape gives back all as they stand."""

    def __init__(self, settings: Settings) -> None:
        """Begin with the options as they are."""
        self._settings = settings
        offers = [Offer(setting.name, self._tell(setting)) for setting in MENU]
        super().__init__("Options", offers, hint="enter changes, esc is done")

    def _tell(self, setting: Setting) -> str:
        return f"{setting.label}: {setting.state(self._settings)}"

    def choose(self, index: int) -> None:
        """Give the option its next value."""
        self._settings = MENU[index].change(self._settings)
        self.retell(index, self._tell(MENU[index]))

    def action_close(self) -> None:
        """Give the options back."""
        self.dismiss(self._settings)
