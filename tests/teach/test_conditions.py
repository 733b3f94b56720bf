"""Conditions on the rules in force."""

from __future__ import annotations

import pytest

from backgammon_tui.engine import RULESETS
from backgammon_tui.teach.rulebook.source import holds
from tests.engine.examples import rules_named


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("direction = parallel", {"russian", "falood"}),
        ("start = ace-point | standard", {"never-finishing", "backgammon"}),
        ("opening = choose | keep", {"russian", "french", "backgammon"}),
        ("scale = 1,2", {"never-finishing"}),
        ("one_two = on", {"falood"}),
        ("start = hand and direction = contrary", {"french"}),
        ("doublets = complement and higher_number = on", {"russian", "falood", "french"}),
    ],
)
def test_where_a_condition_holds(text: str, names: set[str]) -> None:
    assert {name for name, rules in RULESETS.items() if holds(rules, text)} == names


def test_what_a_table_has_changed_counts() -> None:
    assert holds(rules_named("russian-free"), "free_entry = on")
    assert not holds(RULESETS["russian"], "free_entry = on")


def test_no_condition_always_holds() -> None:
    assert all(holds(rules, "") for rules in RULESETS.values())


@pytest.mark.parametrize("text", ["free_entry", "free_entry=on", "start != hand"])
def test_what_is_no_condition(text: str) -> None:
    with pytest.raises(ValueError, match="is not a condition"):
        holds(RULESETS["russian"], text)
