"""Questions made of items, and those that have been collected, in `pool.txt` and `best.txt`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from itertools import chain
from types import MappingProxyType
from typing import Final

from backgammon_tui.engine import RULESETS, Rules
from backgammon_tui.teach.blocks import (
    read_blocks,
    read_data_file,
)
from backgammon_tui.teach.quiz.best import ask_best
from backgammon_tui.teach.quiz.counts import ask_pips, ask_playable, ask_points
from backgammon_tui.teach.quiz.follows import ask_follows
from backgammon_tui.teach.quiz.item import FaultyItem, Item, Kind
from backgammon_tui.teach.quiz.legal import ask_legal
from backgammon_tui.teach.quiz.lost import ask_why
from backgammon_tui.teach.quiz.question import QuizQuestion
from backgammon_tui.teach.quiz.traps import ask_trap
from backgammon_tui.text_file import LineError

_FILES: Final = ("pool.txt", "best.txt")
"""The questions on the rules, and the puzzles."""


def pool(ruleset: str) -> tuple[Item, ...]:
    """Return the items of a ruleset; under house rules some of them make no question."""
    return tuple(item for item in _all_items() if item.ruleset == ruleset)


@cache
def _all_items() -> tuple[Item, ...]:
    return tuple(item for file in _FILES for item in read_pool(read_data_file(f"quiz/{file}")))


def read_pool(text: str) -> tuple[Item, ...]:
    """Return the items of a data file, one for each line that is neither blank nor a comment."""
    numbered = chain.from_iterable(read_blocks(text))
    return tuple(LineError.read(number, Item.parse, line) for number, line in numbered)


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
    """Return the question of an item, with its answers worked out by the engine.

    Args:
        rules: The rules of the table; None for the item's ruleset without changes. Under
            changed table rules the same item may have another right answer.
    """
    rules = rules or RULESETS[item.ruleset]
    if rules.name != item.ruleset:
        raise FaultyItem(f"the item is about {item.ruleset}, not {rules.name}")
    return _ASKING[item.kind](item, rules)
