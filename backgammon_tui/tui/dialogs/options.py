"""Dialogs whose lines change in place: options, the theme, the game and its house rules."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter

from textual import on
from textual.widgets import OptionList

from backgammon_tui.engine import RULESETS, Rules, Side
from backgammon_tui.settings import MENU, SETTINGS, THEMES, Setting, Settings
from backgammon_tui.tui.dialogs.choose import Choose, Offer
from backgammon_tui.words.naming import STANDARD, Naming, sentence
from backgammon_tui.words.rule_settings import (
    HOUSE_RULES,
    HouseRule,
    describe_changes,
    describe_effect,
    describe_value,
)

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
        self._offered = [
            setting for setting in MENU if setting.side is None or setting.side in people
        ]
        rows: list[Offer | str] = []
        for group, settings_of in groupby(self._offered, attrgetter("group")):
            rows += [group, *(Offer(setting.name, self._tell(setting)) for setting in settings_of)]
        super().__init__(
            "Options", [*rows, Offer(_THEME, "")], hint="enter changes it, esc when done"
        )

    def about(self, index: int) -> str:
        """Describe the option."""
        theme = SETTINGS[_THEME].flag.partition(" (")[0]
        texts = [*(setting.help for setting in self._offered), theme]
        return self._naming.of_sides(sentence(texts[index]))

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


class TableRules(Choose[Rules]):
    """Enter or Space changes the highlighted rule; Escape takes the rules as they stand."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._offered = [rule for rule in HOUSE_RULES if rule.makes_sense(rules)]
        offers = [Offer(rule, self._tell(rule)) for rule in self._offered]
        super().__init__("House rules", offers, hint="enter changes it, esc when done")

    def about(self, index: int) -> str:
        return describe_effect(self._rules, self._offered[index])

    def _tell(self, rule: HouseRule) -> str:
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
        offers = [Offer(ruleset, ruleset.title) for ruleset in RULESETS.values()]
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
