"""The keys of a mode, and the rules of the game that is played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

from backgammon_tui.engine import Rules
from backgammon_tui.modes.windows import Rulebook
from backgammon_tui.tui.dialogs.dialog import TextPage
from backgammon_tui.tui.terminal_look import written
from backgammon_tui.tui.widgets.key_words import clickable
from backgammon_tui.words.columns import wrap
from backgammon_tui.words.naming import Naming
from backgammon_tui.words.rules_in_brief import describe_rules


class Help(TextPage[None]):
    """Keys, each with its effect."""

    is_short = True

    def __init__(self, title: str, keys: Sequence[tuple[str, str]]) -> None:
        super().__init__(title)
        self._keys = keys

    def on_resize(self) -> None:
        self.call_after_refresh(lambda: self.show(self.told()))

    def told(self) -> Content:
        """Return the keys, each with its effect, in the characters that the terminal has."""
        width = max(len(key) for key, _ in self._keys) + 1
        # A bar beside the text may take one, and has air.
        room = max(self.query_one("#text").size.width - width - 2, width)
        hanging = f"\n{' ' * width}".join
        return Content("\n").join(
            Content.assemble(
                (written(f"{key:<{width}}", self.app), "$accent"),
                hanging(wrap(written(text, self.app), room)),
            )
            for key, text in self._keys
        )


class RulesAndKeys(Help):
    """The keys of a mode, and below them the rules of its game in short."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("r", "open_rulebook")]
    is_short = False

    def __init__(
        self, title: str, keys: Sequence[tuple[str, str]], rules: Rules, naming: Naming
    ) -> None:
        super().__init__(title, keys)
        self._rules = rules
        self._in_short = describe_rules(rules, naming)

    def told(self) -> Content:
        """Return the keys, then the rules."""
        head = ("\n\nThe rules in short\n\n", "bold $accent")
        return Content.assemble(super().told(), head, Content(self._in_short))

    def on_mount(self) -> None:
        self.say(clickable(Content("r the whole rulebook    esc closes"), "open_rulebook"))

    def action_open_rulebook(self) -> None:
        """Open all rules of the game; this page is still there afterwards."""
        self.app.open_window(Rulebook(self._rules))
