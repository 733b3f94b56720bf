"""The nine rules that a table may change before the first throw of a match."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from backgammon_tui.engine.rules import RULESETS, Rules
from backgammon_tui.tui.screens.dialog import Dialog
from backgammon_tui.words.rule_settings import TABLE_RULES, TableRule, write_value


class TableRules(Dialog[Rules]):
    """Enter or Space changes the rule that is lit; Escape takes the rules as they stand."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("space", "change", "Change", show=False)]

    def __init__(self, rules: Rules) -> None:
        """Begin with the rules as they are."""
        super().__init__()
        self._rules = rules
        self._offered = [rule for rule in TABLE_RULES if rule.makes_sense(rules)]

    def compose(self) -> ComposeResult:
        """Lay out the list and the sentence about the rule that is lit."""
        with Vertical(classes="dialog"):
            yield Static("Table rules", classes="dialog-title")
            yield OptionList(*(self._option(rule) for rule in self._offered))
            yield Static("", id="rule-sentence")
            yield Static("enter changes, esc is done", classes="dialog-hint")

    def _option(self, rule: TableRule) -> Option:
        return Option(self._text(rule), id=rule.field)

    def _text(self, rule: TableRule) -> Content:
        value = rule.value(self._rules)
        mark = "" if value == rule.value(RULESETS[self._rules.name]) else "  changed"
        return Content(f"{rule.title}: {write_value(value)}{mark}")

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Explain the rule."""
        rule = self._offered[event.option_index]
        self.query_one("#rule-sentence", Static).update(Content(rule.sentence))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Set the rule to its next value."""
        rule = self._offered[event.option_index]
        values = rule.values
        after = values[(values.index(rule.value(self._rules)) + 1) % len(values)]
        self._rules = rule.change(self._rules, after)
        event.option_list.replace_option_prompt(rule.field, self._text(rule))

    def action_change(self) -> None:
        """Change the rule that is lit."""
        self.query_one(OptionList).action_select()

    def action_close(self) -> None:
        """Give the rules back."""
        self.dismiss(self._rules)
