from __future__ import annotations

from dataclasses import replace

import pytest

from backgammon_tui.analysis.value import error_of
from backgammon_tui.engine import RULESETS
from tests.engine.examples import rules_named


@pytest.mark.parametrize("name", RULESETS)
def test_error_grows_with_cost_and_without_lookahead(name: str) -> None:
    rules, costs = RULESETS[name], (0.0, 0.1, -0.1, 0.3)
    ahead = [error_of(rules, cost, is_ahead=True) for cost in costs]
    assert 0 < ahead[0] < ahead[1] == ahead[2] < ahead[3] < 0.3
    at_once = [error_of(rules, cost, is_ahead=False) for cost in costs]
    assert at_once == pytest.approx([1.3 * error for error in ahead])


@pytest.mark.parametrize(("cost", "error"), [(0.0, 0.02), (0.1, 0.06), (-0.1, 0.06)])
def test_unmeasured_game_has_a_default_error(cost: float, error: float) -> None:
    rules = replace(rules_named("russian"), name="ours")
    assert error_of(rules, cost, is_ahead=True) == pytest.approx(error)
