"""Questions made from items, under the rules of a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from backgammon_tui.engine.rules import RULESETS, Rules
from backgammon_tui.teach.quiz.best import ask_best
from backgammon_tui.teach.quiz.follows import ask_follows
from backgammon_tui.teach.quiz.item import FaultyItem, Item, Kind
from backgammon_tui.teach.quiz.legal import ask_legal
from backgammon_tui.teach.quiz.lost import ask_why
from backgammon_tui.teach.quiz.pips import ask_pips
from backgammon_tui.teach.quiz.playable import ask_playable
from backgammon_tui.teach.quiz.points import ask_points
from backgammon_tui.teach.quiz.question import QuizQuestion
from backgammon_tui.teach.quiz.traps import ask_trap

_ASKING: Final[Mapping[Kind, Callable[[Item, Rules], QuizQuestion]]] = MappingProxyType(
    {
        Kind.LEGAL: ask_legal,
        Kind.PLAYABLE: ask_playable,
        Kind.PIPS: ask_pips,
        Kind.FOLLOWS: ask_follows,
        Kind.WHY: ask_why,
        Kind.TRAP: ask_trap,
        Kind.POINTS: ask_points,
        Kind.BEST: ask_best,
    }
)


def ask(item: Item, rules: Rules | None = None) -> QuizQuestion:
    """The question that an item asks, with its answers worked out by the engine.

    Args:
        rules: The rules of the table; None for the item's ruleset as it usually is. Under
            changed table rules the same item may have another right answer.
    """
    rules = rules or RULESETS[item.ruleset]
    if rules.name != item.ruleset:
        raise FaultyItem(f"the item is about {item.ruleset}, not {rules.name}")
    return _ASKING[item.kind](item, rules)
