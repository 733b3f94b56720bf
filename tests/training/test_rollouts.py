"""Compiled rollouts: what they find is what those of the game find."""

from __future__ import annotations

from math import hypot

import pytest

pytest.importorskip("numba", reason="numba is not installed (extra: train)")

from backgammon_tui.analysis.rollout import Rolled, Unit, play_unit
from backgammon_tui.analysis.stages import THROW, BetweenStages
from backgammon_tui.engine import RULESETS, Position
from tests.analysis.test_network import data_of
from tests.engine.examples import W
from training import rollouts


def unit(name: str, line: str, games: int) -> Unit:
    spot = BetweenStages(Position.parse(line), W, THROW, frozenset())
    return Unit(data_of(name), RULESETS[name], spot, 1, range(games))


@pytest.mark.long
def test_a_certain_end_is_counted() -> None:
    """31 of 36 throws take White's last checker off; if not, Black wins."""
    points = rollouts.play_unit(unit("backgammon", "W 5:1 off:14 / B 1:1 off:14", 72))
    assert sum(points) / 72 == pytest.approx((31 - 5) / 36)


@pytest.mark.long
@pytest.mark.parametrize("name", RULESETS)
def test_both_come_to_the_same_but_for_chance(name: str) -> None:
    ending = unit(name, "W 6:2 4:1 1:1 off:11 / B 5:2 2:2 off:11", 72)
    one, other = (Rolled(None, play(ending)) for play in (play_unit, rollouts.play_unit))  # type: ignore[arg-type]
    assert abs(one.mean - other.mean) < 4 * hypot(one.error, other.error) + 0.01
