"""The options, changed in place."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter

from textual import on
from textual.widgets import OptionList

from backgammon_tui.engine import Side
from backgammon_tui.settings import MENU, SETTINGS, THEMES, Setting, Settings
from backgammon_tui.tui.dialogs.choose import Choose, Offer
from backgammon_tui.words.naming import STANDARD, Naming, sentence

_THEME = "theme"


class Options(Choose[Settings]):
    """Enter changes the highlighted option; Escape gives back all as they stand."""

    def __init__(
        self,
        settings: Settings,
        naming: Naming = STANDARD,
        people: frozenset[Side] = frozenset(Side),
    ) -> None:
        self._settings = settings
        self._naming = naming
        self._offered = [each for each in MENU if each.side is None or each.side in people]
        rows: list[Offer | str] = []
        for group, settings_of in groupby(self._offered, attrgetter("group")):
            rows += [group, *(Offer(each.name, self._tell(each)) for each in settings_of)]
        super().__init__(
            "Options", [*rows, Offer(_THEME, "")], hint="enter changes it, esc when done"
        )

    def about(self, index: int) -> str:
        """Describe the option."""
        theme = SETTINGS[_THEME].flag.partition(" (")[0]
        told = [*(setting.help for setting in self._offered), theme]
        return self._naming.of_sides(sentence(told[index]))

    def on_mount(self) -> None:
        self._tell_theme()

    def _tell(self, setting: Setting) -> str:
        return self._naming.of_sides(f"{setting.label}: {setting.state(self._settings)}")

    def _tell_theme(self, _: object = None) -> None:
        self.retell(len(self._offered), f"Colours: {self.app.theme}")

    def choose(self, index: int) -> None:
        """Give the option its next value; the theme is chosen from a list."""
        if index == len(self._offered):
            self.app.push_screen(Themes(self.app.theme), self._tell_theme)
            return
        changed = self._offered[index]
        self._settings = changed.change(self._settings)
        self.retell(index, self._tell(changed))

    def action_close(self) -> None:
        self.dismiss(self._settings)


class Themes(Choose[str]):
    """The themes, each shown while it is highlighted; Escape goes back to the first."""

    def __init__(self, present: str) -> None:
        self._present = present
        offers = [Offer(name, name) for name in THEMES]
        super().__init__(
            "Colours", offers, highlighted=present, hint="enter keeps it, esc goes back"
        )

    @on(OptionList.OptionHighlighted)
    def _preview(self, event: OptionList.OptionHighlighted) -> None:
        self.app.theme = THEMES[event.option_index]

    def action_close(self) -> None:
        self.app.theme = self._present
        self.dismiss(None)
