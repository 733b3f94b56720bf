"""Conditions on the rules in force."""

from __future__ import annotations

import pytest

from backgammon_tui.engine import RULESETS
from backgammon_tui.teach.source import Condition, read_condition
from tests.engine.examples import rules_named


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("direction = parallel", {"russian", "falood"}),
        ("start != hand", {"never-finishing", "backgammon"}),
        ("start = ace-point | standard", {"never-finishing", "backgammon"}),
        ("opening = choose | keep", {"russian", "french", "backgammon"}),
        ("scale = 1,2", {"never-finishing"}),
        ("one_two = on", {"falood"}),
        ("start = hand and direction = contrary", {"french"}),
        ("doublets=complement and higher_number!=off", {"russian", "falood", "french"}),
    ],
)
def test_where_a_condition_holds(text: str, names: set[str]) -> None:
    condition = read_condition(text)
    assert {name for name, rules in RULESETS.items() if condition.holds(rules)} == names


def test_what_a_table_has_changed_counts() -> None:
    condition = read_condition("free_entry = on")
    assert condition.holds(rules_named("russian-free"))
    assert not condition.holds(RULESETS["russian"])


def test_no_condition_always_holds() -> None:
    assert all(Condition().holds(rules) for rules in RULESETS.values())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("free_entry", "not a condition"),
        ("", "not a condition"),
        ("free_entry = on, start = hand", "free_entry can be off, on"),
        ("free_entry = perhaps", "can be off, on, not 'perhaps'"),
        ("opening = off", "can be again, choose, keep"),
        ("cube = on", "'cube' is no rule that can be asked"),
        # A page asks what is in force, never which ruleset it is.
        ("name = russian", "'name' is no rule that can be asked"),
    ],
)
def test_what_is_no_condition(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read_condition(text)
