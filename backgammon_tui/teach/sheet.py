"""A handout: what a beginner needs at the board, on one page."""

from __future__ import annotations

from collections.abc import Iterable

from backgammon_tui.engine.game import Game
from backgammon_tui.engine.rules import Rules
from backgammon_tui.teach.sections import Listing, PageSection, Paragraph, Picture
from backgammon_tui.words.rule_settings import TABLE_RULES, describe_setting
from backgammon_tui.words.rules_in_brief import describe_rules


def sheet(rules: Rules, keys: Iterable[tuple[str, str]]) -> tuple[PageSection, ...]:
    """The sections of a handout.

    Args:
        rules: The game, with the house rules in force.
        keys: Keys, and what each does.
    """
    about, *told = describe_rules(rules).split("\n")
    start = Picture(Game.start(rules).position)
    in_force = "; ".join(
        describe_setting(rules, rule) for rule in TABLE_RULES if rule.makes_sense(rules)
    )
    listed = tuple(f"{key}{_between(does)}{does}" for key, does in keys)
    return (
        PageSection("start", "The start", (Paragraph(about), start)),
        PageSection("rules", "The rules in short", (Listing(tuple(told)),)),
        PageSection("table-rules", "House rules in force", (Paragraph(f"{in_force}."),)),
        PageSection("keys", "Keys", (Listing(listed),)),
    )


def _between(does: str) -> str:
    return ", " if does.startswith("or ") else ": "
