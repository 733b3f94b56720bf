from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given

from backgammon_tui.analysis.evaluator import ROLLS
from backgammon_tui.engine import RULESETS, Rules
from backgammon_tui.teach.rulebook import (
    TableRow,
    compare,
    opening_lines,
    pages,
)
from backgammon_tui.words.rule_settings import HOUSE_RULES, change_rule, changed_rules
from tests.engine.examples import rules_named
from tests.engine.strategies import house_rules

# ---- all games compared

STANDARD = RULESETS["backgammon"]


def row(field: str, rules: Rules | None = None) -> TableRow:
    return next(row for row in compare(rules).rows if row.field == field)


def test_every_field_of_the_rules_has_a_row() -> None:
    fields = [row.field for row in compare().rows]
    texts = {"aliases", "short_title", "summary", "description"}
    assert sorted(fields) == sorted({field.name for field in dataclasses.fields(Rules)} - texts)


def test_standard_ruleset_is_first_column() -> None:
    columns = compare().columns
    assert columns[0] == STANDARD
    assert sorted(rules.name for rules in columns) == sorted(RULESETS)
    assert all(len(row.cells) == len(columns) for row in compare().rows)


@given(house_rules())
def test_different_values_never_read_alike(rules: Rules) -> None:
    """Two games with the same words in a row have the same rule."""
    comparison = compare(rules)
    for row in comparison.rows:
        values: dict[str, object] = {}
        for column, cell in zip(comparison.columns, row.cells, strict=True):
            value = getattr(column, row.field)
            assert values.setdefault(cell.text, value) == value


@given(house_rules())
def test_changes_are_marked_in_the_games_column(rules: Rules) -> None:
    comparison = compare(rules)
    changed = {rule.field for rule in changed_rules(rules)}
    for row in comparison.rows:
        for column, cell in zip(comparison.columns, row.cells, strict=True):
            assert cell.changed == (column is rules and row.field in changed)


def test_sample_cells_are_correct() -> None:
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


@pytest.mark.parametrize("rule", HOUSE_RULES, ids=lambda rule: rule.field)
def test_inapplicable_house_rule_has_no_value(rule: object) -> None:
    (result,) = (item for item in HOUSE_RULES if item is rule)
    for rules, cell in zip(compare().columns, row(result.field).cells, strict=True):
        assert (cell.text == "-") == (not result.makes_sense(rules))


# ---- opening rolls


@pytest.mark.parametrize("name", RULESETS)
def test_page_explains_a_line_for_each_roll(name: str) -> None:
    about, *lines = opening_lines(RULESETS[name])
    rolls = [f"{high}-{low}" for (high, low), _ in ROLLS]
    assert [line[:3] for line in lines if line[1] == "-"] == rolls
    assert "The computer estimated these values" in about
    assert any(section.id == "openings" for section in pages(RULESETS[name]))


def test_house_rules_have_no_table() -> None:
    rules = rules_named("russian", free_entry=True)
    assert not opening_lines(rules)
    (section,) = (section for section in pages(rules) if section.id == "openings")
    assert "not been rolled out" in str(section.blocks)
