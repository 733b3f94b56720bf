"""The questions that have been collected: data files of items, `pool.txt` and `best.txt`."""

from __future__ import annotations

from functools import cache
from itertools import chain
from typing import Final

from backgammon_tui.engine.rules import RULESETS, Rules
from backgammon_tui.teach.blocks import FaultyPage, read_blocks, read_data_file
from backgammon_tui.teach.quiz.asking import ask
from backgammon_tui.teach.quiz.item import FaultyItem, Item

_FILES: Final = ("pool.txt", "best.txt")
"""The questions on the rules, and the puzzles."""


@cache
def pool(rules: Rules) -> tuple[Item, ...]:
    """The items of a ruleset that make a question under the rules of a table."""
    items = tuple(item for item in _all_items() if item.ruleset == rules.name)
    if rules == RULESETS[rules.name]:
        return items  # All of them do: it is for these rules that they were collected.
    return tuple(item for item in items if _makes_question(item, rules))


def _makes_question(item: Item, rules: Rules) -> bool:
    try:
        ask(item, rules)
    except FaultyItem:
        return False
    return True


@cache
def _all_items() -> tuple[Item, ...]:
    return tuple(
        item for file in _FILES for item in read_pool(file, read_data_file(f"quiz/{file}"))
    )


def read_pool(file: str, text: str) -> tuple[Item, ...]:
    """The items of a data file, one in each line that is not blank and no remark."""
    items: dict[Item, int] = {}
    for number, line in chain.from_iterable(read_blocks(text)):
        try:
            item = Item.parse(line)
        except FaultyItem as error:
            raise FaultyPage(file, number, str(error)) from None
        if items.setdefault(item, number) != number:
            raise FaultyPage(file, number, f"this stands in line {items[item]} already")
    return tuple(items)
