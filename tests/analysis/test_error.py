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
    ("name", "at_0", "at_a_tenth"),
    [
        ("russian", 0.017, 0.037),
        ("falood", 0.02, 0.07),
        ("french", 0.008, 0.043),
        ("never-finishing", 0.02, 0.07),
        ("backgammon", 0.02, 0.055),
    ],
)
def test_the_error_is_as_it_was_measured(name: str, at_0: float, at_a_tenth: float) -> None:
    rules = rules_named(name)
    for cost, error in ((0.0, at_0), (0.1, at_a_tenth), (-0.1, at_a_tenth)):
        assert error_of(rules, cost, is_ahead=True) == pytest.approx(error)
        assert error_of(rules, cost, is_ahead=False) == pytest.approx(1.3 * error)
