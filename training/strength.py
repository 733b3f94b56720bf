"""The strength of a net: against chance, the rule of thumb, and its own early state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from backgammon_tui.engine import Rules
from training.games import CHANCE, THUMB, net_player, simple_player
from training.matches import Mean, Score, calibration_gap, match
from training.net import Net

SEED = 7


def scores(rules: Rules, net: Net, early: Net | None, games: int) -> Iterator[tuple[str, Score]]:
    """Give the scores of a net that looks behind faces, against each opponent.

    Args:
        early: The same net after 10,000 games, if it is known.
        games: Number of games of each match, half of them on each side.
    """
    player = net_player(net)
    opponents = {
        "random": simple_player(CHANCE, net),
        "rule of thumb": simple_player(THUMB, net),
    }
    if early is not None:
        opponents["own net after 10,000 games"] = net_player(early)
    for name, opponent in opponents.items():
        yield name, match(rules, player, opponent, games, SEED)


def strengths(rules: Rules, net: Net, early: Net | None, games: int) -> dict[str, object]:
    """Return the manifest's entry for a net's strength: means with 95 % intervals.

    Wins are parts of 1, points are points a game; the calibration gap is how far win
    chances are from what came of them, on the average.
    """
    measured: dict[str, object] = {
        name: score_entry(score) for name, score in scores(rules, net, early, games)
    }
    gap = calibration_gap(rules, net_player(net, faces=0), max(games // 4, 1), SEED)
    return {**measured, "calibration gap": round(gap, 4)}


def score_entry(score: Score) -> Mapping[str, object]:
    """Return a score as the manifest has it."""
    return {
        "games": score.games,
        "wins": _mean_entry(score.wins),
        "points": _mean_entry(score.points),
    }


def _mean_entry(mean: Mean) -> list[float]:
    return [round(mean.value, 4), round(mean.margin, 4)]
