from __future__ import annotations

from dataclasses import replace

import pytest

from backgammon_tui.analysis.value import error_of
from backgammon_tui.engine import RULESETS
from tests.engine.examples import rules_named


@pytest.mark.parametrize("name", RULESETS)
def test_error_grows_with_cost_and_without_lookahead(name: str) -> None:
    rules = RULESETS[name]
    small, large = (error_of(rules, cost, is_ahead=True) for cost in (0.0, 0.3))
    assert 0 < small < large < 0.3
    assert error_of(rules, 0.3, is_ahead=False) > large


@pytest.mark.parametrize("name", RULESETS)
def test_error_without_lookahead_is_larger_by_three_tenths(name: str) -> None:
    rules = RULESETS[name]
    for cost in (0.0, 0.1, -0.1):
        ahead = error_of(rules, cost, is_ahead=True)
        assert error_of(rules, cost, is_ahead=False) == pytest.approx(1.3 * ahead)


@pytest.mark.parametrize(("cost", "error"), [(0.0, 0.02), (0.1, 0.06), (-0.1, 0.06)])
def test_error_of_unmeasured_game(cost: float, error: float) -> None:
    rules = replace(rules_named("russian"), name="ours")
    assert error_of(rules, cost, is_ahead=True) == pytest.approx(error)
