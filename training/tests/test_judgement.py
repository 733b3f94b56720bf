"""Values and hints in endings, and errors of costs, compared with rollouts.

The environment variable `JUDGED` is the number of positions of each kind, and `STRENGTH`
a file for the measurements.
"""

from __future__ import annotations

import itertools
import json
import os
import random
from pathlib import Path

import pytest

from backgammon_tui.analysis.nets import Grade
from backgammon_tui.analysis.value import error_of
from backgammon_tui.engine import RULESETS

pytest.importorskip("numba", reason="numba is not installed (extra: train)")

import numpy as np

from training.games import bundled
from training.judging import Player
from training.matches import SEED, Mean, calibration_gap, match, score_entry, scores
from training.tests.judgement import (
    Wanted,
    after,
    is_home,
    is_race,
    is_trapped,
    judged,
    positions_met,
    roll_out_spot,
    value_of,
)

POSITIONS = int(os.environ.get("JUDGED", "400"))

KINDS: list[tuple[str, Wanted]] = [
    *((name, is_home) for name in RULESETS),
    *((name, is_race) for name in ("french", "never-finishing", "backgammon")),
    ("never-finishing", is_trapped),
]


@pytest.mark.long
@pytest.mark.parametrize(("name", "wanted"), KINDS)
def test_values_of_endings_match_rollouts(name: str, wanted: Wanted) -> None:
    rules = RULESETS[name]
    off, errors = [], []
    for spot in positions_met(rules, wanted, POSITIONS, seed=31):
        result = roll_out_spot(rules, spot, 216, seed=32)
        off.append(abs(value_of(rules, spot) - result.mean))
        errors.append(result.error)
    mean, error = Mean.from_samples(np.array(off)), float(np.mean(errors))
    text = {"off": mean.value, "margin": mean.margin, "most": max(off), "rollout": error}
    note(name, f"value, {wanted.__name__}", text)
    assert mean.value - mean.margin < 0.03


@pytest.mark.long
@pytest.mark.parametrize(("name", "wanted"), KINDS)
def test_hints_in_endings_match_rollouts(name: str, wanted: Wanted) -> None:
    """Some rollouts choose the best of five plays; others compare the hint with it."""
    rules, chance = RULESETS[name], random.Random(33)
    lost = []
    for spot in positions_met(rules, wanted, POSITIONS, seed=34):
        game, plays = judged(rules, spot, (chance.randint(1, 6), chance.randint(1, 6)))
        near = [
            other_play.play
            for other_play in plays[:5]
            if other_play.cost < 0.15 and not plays[0].wins
        ]
        means = [after(rules, game, play, games=108, seed=35).mean for play in near]
        best = max(range(len(near)), key=means.__getitem__, default=0)
        lost.append(0.0)
        if best:
            hint, other = (after(rules, game, near[i], games=216, seed=36).mean for i in (0, best))
            lost[-1] = other - hint
    mean = Mean.from_samples(np.array(lost))
    note(name, f"hint, {wanted.__name__}", {"loss": mean.value, "margin": mean.margin})
    assert mean.value - mean.margin < 0.004


@pytest.mark.long
@pytest.mark.parametrize("name", RULESETS)
def test_two_thirds_of_costs_are_within_their_error(name: str) -> None:
    rules, chance = RULESETS[name], random.Random(37)
    pairs = []
    for spot in positions_met(rules, lambda spot: True, POSITIONS, seed=38):
        game, plays = judged(rules, spot, (chance.randint(1, 6), chance.randint(1, 6)))
        near = [play for play in plays[1:5] if play.cost < 0.3 and not plays[0].wins]
        if not near:
            continue
        other = chance.choice(near)
        best, worse = (
            after(rules, game, play.play, games=216, seed=39, cut=11).mean
            for play in (plays[0], other)
        )
        pairs.append((other.cost, best - worse))
    within = [abs(cost - came) <= error_of(rules, cost, is_ahead=True) for cost, came in pairs]
    note(name, "costs", pairs)
    assert 0.55 < np.mean(within) < 0.8


GAMES = int(os.environ.get("STRENGTH_GAMES", "10000"))

NEEDED = {
    "russian": (0.97, 0.64, 0.63),
    "falood": (0.95, 0.63, 0.61),
    "french": (0.97, 0.64, 0.63),
    "never-finishing": (0.999, 0.87, 0.70),
    "backgammon": (0.99, 0.76, 0.60),
}
"""Minimum win rates against random play, the rule of thumb, and the early network."""

LEVELS = ("beginner", "easy", "medium", "strong", "strongest")


def players(name: str) -> dict[str, Player]:
    """Return a player for each level. The compiled `strongest` looks one roll ahead instead of
    two.
    """
    grades = (Grade.FIRST, Grade.YOUNG, Grade.EARLY, Grade.ADVANCED)
    rules = RULESETS[name]
    lower = [bundled(rules, grade).player() for grade in grades]
    return dict(zip(LEVELS, (*lower, bundled(rules).player(candidates=5)), strict=True))


def note(name: str, key: str, entry: object) -> None:
    """Print a measurement, and add it to the file in `STRENGTH`."""
    print(name, key, entry)
    if "STRENGTH" in os.environ:
        path = Path(os.environ["STRENGTH"])
        known = json.loads(path.read_text()) if path.exists() else {}
        known.setdefault(name, {})[key] = entry
        path.write_text(json.dumps(known, indent=1))


@pytest.mark.long
@pytest.mark.parametrize("name", RULESETS)
def test_strength_against_other_players(name: str) -> None:
    full, early = (bundled(RULESETS[name], grade).player() for grade in (Grade.FULL, Grade.EARLY))
    measured = scores(RULESETS[name], full, early, GAMES)
    for (opponent, score), needed in zip(measured, NEEDED[name], strict=True):
        note(name, opponent, score_entry(score))
        assert score.wins.value - score.wins.margin > needed


@pytest.mark.long
@pytest.mark.parametrize("name", RULESETS)
def test_win_chances_are_calibrated(name: str) -> None:
    gap = calibration_gap(RULESETS[name], bundled(RULESETS[name]).player(), GAMES, SEED)
    note(name, "calibration gap", round(gap, 4))
    assert gap < 0.01


@pytest.mark.long
@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize(("lower", "higher"), [*itertools.pairwise(LEVELS)])
def test_each_level_beats_the_one_below(name: str, lower: str, higher: str) -> None:
    games = GAMES // 10 if higher == "strongest" else GAMES // 4
    who = players(name)
    score = match(RULESETS[name], who[higher], who[lower], games, SEED)
    note(name, f"{higher} against {lower}", score_entry(score))
    assert 0.62 - score.wins.margin < score.wins.value < 0.72 + score.wins.margin
