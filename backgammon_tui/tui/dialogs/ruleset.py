"""Which game, and which house rules."""

from __future__ import annotations

from backgammon_tui.engine.rules import RULESETS, Rules
from backgammon_tui.tui.dialogs.choose import Choose, Offer
from backgammon_tui.tui.dialogs.table_rules import TableRules
from backgammon_tui.words.rule_settings import describe_changes


class ChooseRuleset(Choose[Rules]):
    """Enter takes the game that is lit, or goes on to the house rules of this one."""

    def __init__(self, rules: Rules) -> None:
        """Begin with the rules as they are."""
        self._rules = rules
        changes = describe_changes(rules) or "as usual"
        offers = [Offer(each, each.title) for each in RULESETS.values()]
        house_rules = Offer(None, f"House rules: {changes}")
        super().__init__("Which game?", [*offers, None, house_rules], lit=RULESETS[rules.name])

    def choose(self, index: int) -> None:
        """Take a game, or change the house rules of this one."""
        rules = self.offers[index].value
        if isinstance(rules, Rules):
            self.dismiss(rules)
        else:
            self.app.push_screen(TableRules(self._rules), self._take)

    def _take(self, rules: Rules | None) -> None:
        self.dismiss(rules)
