"""The strength of the nets: 10,000 games of each match, the lower end of the 95 % interval.

What is measured is written to the file that `STRENGTH` names in the environment, if it does.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="numba is not installed (extra: train)")

import itertools

from backgammon_tui.analysis.nets import Grade
from backgammon_tui.engine import RULESETS
from tests.analysis.test_network import data_of
from training.games import net_player
from training.judging import Player
from training.matches import SEED, calibration_gap, match, score_entry, scores
from training.net_files import unpacked

GAMES = int(os.environ.get("STRENGTH_GAMES", "10000"))

NEEDED = {
    "russian": (0.97, 0.64, 0.63),
    "falood": (0.95, 0.63, 0.61),
    "french": (0.97, 0.64, 0.63),
    "never-finishing": (0.999, 0.87, 0.70),
    "backgammon": (0.99, 0.76, 0.60),
}
"""The parts of games to be won against chance, the rule of thumb, and the early net."""

LEVELS = ("beginner", "easy", "medium", "strong", "strongest")


def players(name: str) -> dict[str, Player]:
    """All levels; the compiled strongest one looks one throw ahead, not two."""
    grades = (Grade.FIRST, Grade.YOUNG, Grade.EARLY, Grade.ADVANCED)
    nets = [unpacked(data_of(name, grade)) for grade in grades]
    strongest = net_player(unpacked(data_of(name)), candidates=5)
    return dict(zip(LEVELS, (*map(net_player, nets), strongest), strict=True))


def note(name: str, key: str, entry: object) -> None:
    """Write down what was measured, if anybody wants to know."""
    print(name, key, entry)
    if "STRENGTH" in os.environ:
        path = Path(os.environ["STRENGTH"])
        known = json.loads(path.read_text()) if path.exists() else {}
        known.setdefault(name, {})[key] = entry
        path.write_text(json.dumps(known, indent=1))


@pytest.mark.long
@pytest.mark.parametrize("name", RULESETS)
def test_against_others(name: str) -> None:
    full, early = (unpacked(data_of(name, grade)) for grade in (Grade.FULL, Grade.EARLY))
    measured = scores(RULESETS[name], full, early, GAMES)
    for (opponent, score), needed in zip(measured, NEEDED[name], strict=True):
        note(name, opponent, score_entry(score))
        assert score.wins.value - score.wins.margin > needed


@pytest.mark.long
@pytest.mark.parametrize("name", RULESETS)
def test_win_chances_hold(name: str) -> None:
    gap = calibration_gap(RULESETS[name], net_player(unpacked(data_of(name))), GAMES, SEED)
    note(name, "calibration gap", round(gap, 4))
    assert gap < 0.01


@pytest.mark.long
@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize(("lower", "higher"), [*itertools.pairwise(LEVELS)])
def test_each_level_beats_the_next_lower_one(name: str, lower: str, higher: str) -> None:
    games = GAMES // 10 if higher == "strongest" else GAMES // 4
    who = players(name)
    score = match(RULESETS[name], who[higher], who[lower], games, SEED)
    note(name, f"{higher} against {lower}", score_entry(score))
    assert 0.62 - score.wins.margin < score.wins.value < 0.72 + score.wins.margin
