"""Table rules as players read and write them."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.engine import RULESETS, Rules
from backgammon_tui.words.rule_settings import (
    TABLE_RULES,
    change_rule,
    changed_rules,
    describe_changes,
    describe_rules,
    read_value,
    write_value,
)
from tests.engine.strategies import table_rules


def test_every_table_rule_is_a_field_of_the_rules() -> None:
    fields = {field.name for field in dataclasses.fields(Rules)}
    assert {rule.field for rule in TABLE_RULES} <= fields
    assert len(TABLE_RULES) == 9


@pytest.mark.parametrize("name", RULESETS)
def test_every_change_that_makes_sense_can_be_written_and_read(name: str) -> None:
    for rule in TABLE_RULES:
        if rule.makes_sense(RULESETS[name]):
            for value in rule.values:
                changed = change_rule(RULESETS[name], f"{rule.field}={write_value(value)}")
                assert rule.value(changed) == value
                assert read_value(rule, write_value(value)) == value


@given(table_rules())
def test_what_was_changed_makes_the_same_rules_again(rules: Rules) -> None:
    again = RULESETS[rules.name]
    for rule in changed_rules(rules):
        again = change_rule(again, f"{rule.field} = {write_value(rule.value(rules))}")
    assert again == rules
    assert bool(describe_changes(rules)) == (rules != RULESETS[rules.name])
    assert describe_rules(rules).isascii()


@pytest.mark.parametrize("setting", ["Free-Entry=ON", " free_entry = on ", "free_entry=on"])
def test_case_blanks_and_hyphens_do_not_matter(setting: str) -> None:
    assert change_rule(RULESETS["russian"], setting).free_entry


@given(st.text(max_size=40))
def test_any_other_setting_is_refused_in_a_line(setting: str) -> None:
    try:
        change_rule(RULESETS["russian"], setting)
    except ValueError as error:
        message = str(error)
    else:
        return
    assert message.isprintable()


def test_a_rule_that_makes_no_sense_is_named() -> None:
    with pytest.raises(ValueError, match="one_two: makes no sense"):
        change_rule(RULESETS["backgammon"], "one_two=on")
