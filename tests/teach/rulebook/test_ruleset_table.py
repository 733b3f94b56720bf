"""The games side by side, as the rules themselves have them."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given

from backgammon_tui.engine import RULESETS, Rules
from backgammon_tui.teach.rulebook.tables import TableRow, compare
from backgammon_tui.words.rule_settings import TABLE_RULES, change_rule, changed_rules
from tests.engine.strategies import table_rules

STANDARD = RULESETS["backgammon"]


def row(field: str, rules: Rules | None = None) -> TableRow:
    return next(row for row in compare(rules).rows if row.field == field)


def test_every_field_of_the_rules_has_a_row() -> None:
    fields = [row.field for row in compare().rows]
    texts = {"aliases", "short_title", "summary", "description"}
    assert sorted(fields) == sorted({field.name for field in dataclasses.fields(Rules)} - texts)


def test_every_ruleset_has_a_column_the_standard_one_first() -> None:
    columns = compare().columns
    assert columns[0] == STANDARD
    assert sorted(rules.name for rules in columns) == sorted(RULESETS)
    assert all(len(row.cells) == len(columns) for row in compare().rows)


@given(table_rules())
def test_different_values_never_read_alike(rules: Rules) -> None:
    """Two games with the same words in a row have the same rule there."""
    comparison = compare(rules)
    for row in comparison.rows:
        values: dict[str, object] = {}
        for column, cell in zip(comparison.columns, row.cells, strict=True):
            value = getattr(column, row.field)
            assert values.setdefault(cell.text, value) == value


@given(table_rules())
def test_what_was_changed_is_marked_in_the_games_own_column(rules: Rules) -> None:
    comparison = compare(rules)
    changed = {rule.field for rule in changed_rules(rules)}
    for row in comparison.rows:
        for column, cell in zip(comparison.columns, row.cells, strict=True):
            assert cell.changed == (column is rules and row.field in changed)


def test_some_cells() -> None:
    assert [cell.text for cell in row("direction").cells] == [
        "in opposite directions",
        "both the same way",
        "both the same way",
        "in opposite directions",
        "in opposite directions",
    ]
    assert [cell.text for cell in row("one_two").cells] == ["-", "off", "on", "off", "-"]
    changed = change_rule(RULESETS["russian"], "one_two=on")
    assert [cell.text for cell in row("one_two", changed).cells] == ["-", "on", "on", "off", "-"]


@pytest.mark.parametrize("rule", TABLE_RULES, ids=lambda rule: rule.field)
def test_a_table_rule_has_no_value_where_it_makes_no_sense(rule: object) -> None:
    (found,) = (each for each in TABLE_RULES if each is rule)
    for rules, cell in zip(compare().columns, row(found.field).cells, strict=True):
        assert (cell.text == "-") == (not found.makes_sense(rules))
