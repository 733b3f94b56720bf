"""All rulesets beside standard backgammon, rule by rule, made from the rules themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from backgammon_tui.engine.rules import (
    RULESETS,
    Direction,
    Doublets,
    Landing,
    Opening,
    Rules,
    Start,
)
from backgammon_tui.words.rules import TABLE_RULES, changed_rules, write_value

_STANDARD: Final = RULESETS["backgammon"]


@dataclass(frozen=True)
class Cell:
    """What one ruleset has for one rule."""

    text: str

    differs: bool
    """Whether standard backgammon has it otherwise."""

    changed: bool = False
    """Whether it is a table rule that was changed for the present game."""


@dataclass(frozen=True)
class Row:
    """One rule in all rulesets."""

    field: str
    """The field of `Rules`."""

    label: str
    cells: tuple[Cell, ...]
    """One for each of the table's columns."""


@dataclass(frozen=True)
class Comparison:
    """The table: rulesets side by side, standard backgammon first."""

    columns: tuple[Rules, ...]
    rows: tuple[Row, ...]


def compare(rules: Rules | None = None) -> Comparison:
    """All rulesets rule by rule, the present game's with the table rules that it has.

    Args:
        rules: The rules of the present game, which take the place of the ruleset of the
            same name; None if there is none.
    """
    usual = (_STANDARD, *(each for each in RULESETS.values() if each is not _STANDARD))
    columns = tuple(rules if rules and rules.name == each.name else each for each in usual)
    changed = {rule.field for rule in changed_rules(rules)} if rules else set()
    rows = []
    for field, label in LABELS.items():
        cells = (
            Cell(
                _tell(each, field),
                getattr(each, field) != getattr(_STANDARD, field),
                each is rules and field in changed,
            )
            for each in columns
        )
        rows.append(Row(field, label, tuple(cells)))
    return Comparison(columns, tuple(rows))


LABELS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "title": "game",
        "name": "on the command line",
        "direction": "direction",
        "start": "start",
        "doublets": "doublet",
        "landing": "landing on a blot",
        **{rule.field: rule.title for rule in TABLE_RULES},
    }
)
"""What the rows are called, by the field of `Rules`: what a game is, then the table rules."""

_TEXTS: Final[Mapping[str, Mapping[object, str]]] = MappingProxyType(
    {
        "direction": {
            Direction.PARALLEL: "both the same way",
            Direction.CONTRARY: "against each other",
        },
        "start": {
            Start.HAND: "all in hand",
            Start.ACE_POINT: "all on the 24",
            Start.STANDARD: "on 24, 13, 8 and 6",
        },
        "doublets": {
            Doublets.FACE: "four times",
            Doublets.COMPLEMENT: "four times on both faces, then again",
        },
        "landing": {Landing.HIT: "hit", Landing.HIT_OR_TRAP: "hit or trap"},
        "opening": {
            Opening.CHOOSE: "keep or throw again",
            Opening.AGAIN: "throw again",
            Opening.KEEP: "keep",
        },
    }
)

_SENSELESS: Final = "-"
"""What stands in the place of a table rule that a game has no room for."""


def _tell(rules: Rules, field: str) -> str:
    """What a ruleset has for a rule, in a few words."""
    value = getattr(rules, field)
    if isinstance(value, str):
        return value
    if field in _TEXTS:
        return _TEXTS[field][value]
    rule = next(rule for rule in TABLE_RULES if rule.field == field)
    return write_value(value) if rule.makes_sense(rules) else _SENSELESS
