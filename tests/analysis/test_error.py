"""The error of a cost: larger for large costs, for a first look and where the net is weak."""

from __future__ import annotations

import pytest

from backgammon_tui.analysis.error import error_of
from backgammon_tui.engine import RULESETS
from tests.engine.examples import rules_named


@pytest.mark.parametrize("name", RULESETS)
def test_the_error_grows_with_the_cost_and_without_a_look_ahead(name: str) -> None:
    rules = RULESETS[name]
    small, large = (error_of(rules, cost, is_ahead=True) for cost in (0.0, 0.3))
    assert 0 < small < large < 0.3
    assert error_of(rules, 0.3, is_ahead=False) > large


@pytest.mark.parametrize(
    ("name", "within", "beyond"), [("backgammon", 0.03, 0.031), ("never-finishing", 0.04, 0.041)]
)
def test_from_some_cost_on_it_is_larger_than_its_error(
    name: str, within: float, beyond: float
) -> None:
    rules = rules_named(name)
    assert within <= error_of(rules, within, is_ahead=True)
    assert beyond > error_of(rules, beyond, is_ahead=True)
