"""The judge beside rollouts: values and hints in endings, and the errors of its costs.

`JUDGED` in the environment says how many positions of each kind; `STRENGTH` names a file.
"""

from __future__ import annotations

import os
import random

import pytest

pytest.importorskip("numba", reason="numba is not installed (extra: train)")

import numpy as np

from backgammon_tui.analysis.error import error_of
from backgammon_tui.engine import RULESETS
from tests.training.judgement import (
    Wanted,
    after,
    is_home,
    is_race,
    is_trapped,
    judged,
    met,
    rolled,
    value_of,
)
from tests.training.test_strength import note
from training.matches import Mean

POSITIONS = int(os.environ.get("JUDGED", "400"))

KINDS: list[tuple[str, Wanted]] = [
    *((name, is_home) for name in RULESETS),
    *((name, is_race) for name in ("french", "never-finishing", "backgammon")),
    ("never-finishing", is_trapped),
]


@pytest.mark.long
@pytest.mark.parametrize(("name", "wanted"), KINDS)
def test_values_of_endings(name: str, wanted: Wanted) -> None:
    rules = RULESETS[name]
    off, errors = [], []
    for spot in met(rules, wanted, POSITIONS, seed=31):
        found = rolled(rules, spot, 216, seed=32)
        off.append(abs(value_of(rules, spot) - found.mean))
        errors.append(found.error)
    mean, error = Mean.of(np.array(off)), float(np.mean(errors))
    told = {"off": mean.value, "margin": mean.margin, "most": max(off), "rollout": error}
    note(name, f"value, {wanted.__name__}", told)
    assert mean.value - mean.margin < 0.03


@pytest.mark.long
@pytest.mark.parametrize(("name", "wanted"), KINDS)
def test_hints_in_endings(name: str, wanted: Wanted) -> None:
    """The best of five plays by some rollouts against the hint, by others."""
    rules, chance = RULESETS[name], random.Random(33)
    lost = []
    for spot in met(rules, wanted, POSITIONS, seed=34):
        game, plays = judged(rules, spot, (chance.randint(1, 6), chance.randint(1, 6)))
        near = [one.play for one in plays[:5] if one.cost < 0.15 and not plays[0].wins]
        means = [after(rules, game, play, games=108, seed=35).mean for play in near]
        best = max(range(len(near)), key=means.__getitem__, default=0)
        lost.append(0.0)
        if best:
            hint, other = (after(rules, game, near[i], games=216, seed=36).mean for i in (0, best))
            lost[-1] = other - hint
    mean = Mean.of(np.array(lost))
    note(name, f"hint, {wanted.__name__}", {"loss": mean.value, "margin": mean.margin})
    assert mean.value - mean.margin < 0.004


@pytest.mark.long
@pytest.mark.parametrize("name", RULESETS)
def test_two_in_three_costs_are_within_their_error(name: str) -> None:
    rules, chance = RULESETS[name], random.Random(37)
    pairs = []
    for spot in met(rules, lambda spot: True, POSITIONS, seed=38):
        game, plays = judged(rules, spot, (chance.randint(1, 6), chance.randint(1, 6)))
        near = [one for one in plays[1:5] if one.cost < 0.3 and not plays[0].wins]
        if not near:
            continue
        other = chance.choice(near)
        best, worse = (
            after(rules, game, each.play, games=216, seed=39, cut=11).mean
            for each in (plays[0], other)
        )
        pairs.append((other.cost, best - worse))
    within = [abs(cost - came) <= error_of(rules, cost, is_ahead=True) for cost, came in pairs]
    note(name, "costs", pairs)
    assert 0.55 < np.mean(within) < 0.8
