"""The keys of a mode, and the rules of the game that is played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from backgammon_tui.engine.rules import Rules
from backgammon_tui.tui import openings
from backgammon_tui.tui.commands import Command, help_lines
from backgammon_tui.tui.dialogs.dialog import Dialog
from backgammon_tui.tui.panel.text import seven_bit
from backgammon_tui.words.naming import Naming
from backgammon_tui.words.rules_in_brief import describe_rules


class Help(Dialog[None]):
    """One page that scrolls: the keys, and the rules below them where there are some to be told.

    Args:
        title: What stands above the page.
        keys: Keys, and what each does.
        rules: The game, whose rulebook can be opened from here; None where only keys are told.
        text: Its rules in short.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "open_rulebook", "The whole rulebook", show=False)
    ]

    def __init__(
        self,
        title: str,
        keys: Sequence[tuple[str, str]],
        rules: Rules | None = None,
        text: str = "",
    ) -> None:
        super().__init__()
        self._title = title
        self._keys = keys
        self._rules = rules
        self._text = text

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        with Vertical(classes="dialog page" if self._text else "dialog page short"):
            yield Static(Content(self._title), classes="dialog-title")
            with VerticalScroll(id="keys-and-rules"):
                width = max(len(key) for key, _ in self._keys) + 1
                write = seven_bit if self.app.has_class("-ascii") else str
                for key, text in self._keys:
                    told = Content.assemble((f"{key:<{width}}", "$accent"), Content(write(text)))
                    yield Static(told, classes="key-line")
                if self._text:
                    yield Static(Content("\nThe rules in short"), classes="dialog-title")
                    yield Static(Content(self._text))
            yield _Hint("esc closes", classes="dialog-hint")

    def on_mount(self) -> None:
        """Say what else there is to be read, as long as it is out of sight."""
        if self._rules:
            self.watch(self.query_one("#keys-and-rules"), "scroll_y", self._tell_the_rest)
            self.call_after_refresh(self._tell_the_rest)

    def _tell_the_rest(self) -> None:
        page = self.query_one("#keys-and-rules")
        rest = "space the rules in short    " if page.scroll_y < page.max_scroll_y else ""
        self.query_one(_Hint).update(f"{rest}r the whole rulebook    esc closes")

    def action_open_rulebook(self) -> None:
        """Open all rules of the game; this page is still there afterwards."""
        if self._rules:
            self.app.push_screen(openings.RulebookScreen(self._rules))


def rules_and_keys(
    commands: Sequence[Command[Any]], mode: object, rules: Rules, naming: Naming
) -> Help:
    """The rules of a game in short, and the keys."""
    keys = list(help_lines(commands, mode))
    return Help(f"{rules.title}: keys and rules", keys, rules, describe_rules(rules, naming))


class _Hint(Static):
    """The last line, which can be clicked."""

    async def on_click(self) -> None:
        """Open the rulebook."""
        await self.run_action("screen.open_rulebook")
