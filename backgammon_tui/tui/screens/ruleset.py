"""Which game, and which table rules."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from backgammon_tui.engine.rules import RULESETS, Rules
from backgammon_tui.tui.screens.dialog import Dialog
from backgammon_tui.words.rule_settings import describe_changes

_TABLE_RULES = "table rules"


class RulesetScreen(Dialog[Rules]):
    """Enter takes the game that is lit, or goes on to the table rules of this one."""

    def __init__(self, rules: Rules) -> None:
        """Begin with the rules as they are."""
        super().__init__()
        self._rules = rules

    def compose(self) -> ComposeResult:
        """Lay out the list."""
        changes = describe_changes(self._rules) or "as usual"
        with Vertical(classes="dialog"):
            yield Static("Which game?", classes="dialog-title")
            yield OptionList(
                *(Option(Content(rules.title), id=name) for name, rules in RULESETS.items()),
                None,
                Option(Content(f"Table rules: {changes}"), id=_TABLE_RULES),
                markup=False,
            )
            yield Static("enter chooses, esc closes", classes="dialog-hint")

    def on_mount(self) -> None:
        """Stand on the game as it is."""
        games = self.query_one(OptionList)
        games.highlighted = games.get_option_index(self._rules.name)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take a game, or change the table rules of this one."""
        if event.option_id != _TABLE_RULES:
            self.dismiss(RULESETS[event.option_id or self._rules.name])
            return
        from backgammon_tui.tui.screens.table_rules import TableRules

        def take(rules: Rules | None) -> None:
            self.dismiss(rules)

        self.app.push_screen(TableRules(self._rules), take)
