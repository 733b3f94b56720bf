"""Dialogs for the game and for house rules, which may change before the first throw."""

from __future__ import annotations

from backgammon_tui.engine import RULESETS, Rules
from backgammon_tui.tui.dialogs.choose import Choose, Offer
from backgammon_tui.words.rule_settings import (
    TABLE_RULES,
    TableRule,
    describe_changes,
    describe_effect,
    describe_value,
)


class TableRules(Choose[Rules]):
    """Enter or Space changes the highlighted rule; Escape takes the rules as they stand."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._offered = [rule for rule in TABLE_RULES if rule.makes_sense(rules)]
        offers = [Offer(rule, self._tell(rule)) for rule in self._offered]
        super().__init__("House rules", offers, hint="enter changes it, esc when done")

    def about(self, index: int) -> str:
        """Describe the effect of the rule as it is set."""
        return describe_effect(self._rules, self._offered[index])

    def _tell(self, rule: TableRule) -> str:
        value = rule.value(self._rules)
        mark = "" if value == rule.value(RULESETS[self._rules.name]) else "  changed"
        return f"{rule.title}: {describe_value(value)}{mark}"

    def choose(self, index: int) -> None:
        """Set the rule to its next value."""
        rule = self._offered[index]
        values = rule.values
        after = values[(values.index(rule.value(self._rules)) + 1) % len(values)]
        self._rules = rule.change(self._rules, after)
        self.retell(index, self._tell(rule))

    def action_close(self) -> None:
        self.dismiss(self._rules)


class ChooseRuleset(Choose[Rules]):
    """Enter takes the highlighted game, or goes on to the house rules of this one."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        changes = describe_changes(rules) or "as usual"
        offers = [Offer(each, each.title) for each in RULESETS.values()]
        house_rules = Offer(None, f"House rules: {changes}")
        super().__init__(
            "Which game?", [*offers, None, house_rules], highlighted=RULESETS[rules.name]
        )

    def choose(self, index: int) -> None:
        """Take a game, or change the house rules of this one."""
        rules = self.offers[index].value
        if isinstance(rules, Rules):
            self.dismiss(rules)
        else:
            self.app.push_screen(TableRules(self._rules), self._take)

    def _take(self, rules: Rules | None) -> None:
        self.dismiss(rules)


def choose_quiz_games(games: tuple[Rules, ...]) -> Choose[tuple[Rules, ...]]:
    """Ask for the games of a quiz."""
    every = tuple(RULESETS.values())
    offers = [Offer((rules,), rules.title) for rules in every]
    highlighted = games if len(games) == 1 else every
    return Choose(
        "Questions on which game?", [*offers, Offer(every, "All games")], highlighted=highlighted
    )
