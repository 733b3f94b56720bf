"""All rulesets beside standard backgammon, rule by rule, made from the rules themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, assert_never

from backgammon_tui.engine import RULESETS, Direction, Doubles, Landing, Rules, Start
from backgammon_tui.words.rule_settings import TABLE_RULES, changed_rules, describe_value, striking

_STANDARD: Final = RULESETS["backgammon"]


@dataclass(frozen=True)
class TableCell:
    """The entry of one ruleset for one rule."""

    text: str

    changed: bool = False
    """True if it is a table rule that was changed for the present game."""


@dataclass(frozen=True)
class TableRow:
    """One rule in all rulesets."""

    field: str
    """The field of `Rules`."""

    label: str
    cells: tuple[TableCell, ...]
    """One for each of the table's columns."""

    @property
    def shortened(self) -> tuple[TableCell, ...]:
        """The cells, with a sign for those equal to the first."""
        first, *others = self.cells
        same = {first.text} - {SENSELESS}
        cut = (replace(cell, text=SAME) if cell.text in same else cell for cell in others)
        return (first, *cut)


@dataclass(frozen=True)
class Comparison:
    """The table: rulesets side by side, standard backgammon first."""

    columns: tuple[Rules, ...]
    rows: tuple[TableRow, ...]


def compare(rules: Rules | None = None) -> Comparison:
    """Compare all rulesets rule by rule, the present game with its table rules.

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
            TableCell(_describe(each, field), each is rules and field in changed)
            for each in columns
        )
        rows.append(TableRow(field, label, tuple(cells)))
    return Comparison(columns, tuple(rows))


LABELS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "title": "game",
        "name": "on the command line",
        "direction": "direction",
        "start": "start",
        "doubles": "double",
        "landing": "landing on a blot",
        **{rule.field: rule.title for rule in TABLE_RULES},
    }
)
"""The labels of the rows, by the field of `Rules`: the game itself, then the table rules."""

SAME: Final = "="
"""The sign for a value as in the first column."""

COMPLEMENT: Final = "complement: 7 minus the number"

SENSELESS: Final = "-"
"""The sign for a table rule that does not apply to a game."""


def _describe(rules: Rules, field: str) -> str:
    match getattr(rules, field):
        case str(text):
            return text
        case Direction() | Start() | Doubles() | Landing() as kind:
            return _describe_kind(kind)
        case value:
            rule = next(rule for rule in TABLE_RULES if rule.field == field)
            return describe_value(value) if rule.makes_sense(rules) else SENSELESS


def _describe_kind(kind: Direction | Start | Doubles | Landing) -> str:
    match kind:
        case Direction.PARALLEL:
            return "both the same way"
        case Direction.CONTRARY:
            return "in opposite directions"
        case Start.HAND:
            return "all in hand"
        case Start.ACE_POINT:
            return "all on point 24"
        case Start.STANDARD:
            return "on 24, 13, 8 and 6"
        case Doubles.FACE:
            return "four times"
        case Doubles.COMPLEMENT:
            return "four times, complement four times, an extra roll"
        case Landing():
            return striking(kind)
        case _:
            assert_never(kind)
