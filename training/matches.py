"""Matches between compiled players, how well win chances hold, and how strong a net is by both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import sqrt

import numpy as np

from backgammon_tui.analysis.features import OUTCOMES
from backgammon_tui.engine import Rules
from training import codes
from training.arrays import Array
from training.compiling import compiled
from training.games import (
    CHANCE,
    THUMB,
    Beginnings,
    Story,
    beginning,
    net_player,
    play_game,
    simple_player,
    stories,
    story,
)
from training.judging import Player, Seat, seat
from training.net import Net, points

_SURE = 1.96
"""The deviations to either side of an interval of 95 %."""


@dataclass(frozen=True)
class Mean:
    """A mean with the half width of its 95 % interval."""

    value: float
    margin: float

    @classmethod
    def of(cls, samples: Array) -> Mean:
        """Return the mean of some samples."""
        return cls(float(samples.mean()), float(_SURE * samples.std() / sqrt(len(samples))))


@dataclass(frozen=True)
class Score:
    """The result of one player against another."""

    games: int
    wins: Mean
    """The part of the games won, draws counting half."""

    points: Mean
    """Points a game."""


@compiled()
def _play(
    start: Beginnings, one: Seat, other: Seat, seed: int, results: Array, told: Story
) -> None:
    """Play games, each roll sequence twice with the sides exchanged; the chances of `one`."""
    result = np.zeros(OUTCOMES, np.float32)
    for i in range(len(results)):
        white, black = (one, other) if i % 2 == 0 else (other, one)
        play_game(start, white, black, seed, i // 2, codes.NO, told, result)
        for k in range(3):
            results[i, k] = result[k] if i % 2 == 0 else result[3 + k]
            results[i, 3 + k] = result[3 + k] if i % 2 == 0 else result[k]
        results[i, 6] = result[6]


def match(rules: Rules, one: Player, other: Player, games: int, seed: int) -> Score:
    """Play a match and say how `one` did.

    The two games with the same rolls are one sample: the luck of the one is in part that of the
    other turned round.

    Args:
        one: The player whose score it is.
        games: Number of games, half of them on each side; one more if it is odd.
    """
    games += games % 2
    results = np.zeros((games, OUTCOMES), np.float32)
    start = beginning(rules)
    _play(start, seat(rules, one), seat(rules, other), seed, results, story())
    pairs = results.reshape(-1, 2, OUTCOMES).mean(axis=1)
    won = pairs[:, :3].sum(axis=1) + pairs[:, 6] / 2
    gained = np.array([points(row, rules.scale.most) for row in pairs])
    return Score(games, Mean.of(won), Mean.of(gained))


def calibration_gap(rules: Rules, player: Player, games: int, seed: int) -> float:
    """Return the mean distance of win chances from the games won, 0 to 1.

    The mean over all states of games of a net against itself, put together in twenty
    groups by the chance that it gave.
    """
    given, came = [], []
    for told, result in stories(rules, seat(rules, player), seed, range(games)):
        states = int(told.length[0])
        given.append(told.chances[:states, :3].sum(axis=1))
        white, black = result[:3].sum(), result[3:6].sum()
        came.append(np.where(told.sides[:states] == 0, white, black))
    chance, won = np.concatenate(given), np.concatenate(came)
    groups = np.minimum((chance * 20).astype(int), 19)
    gaps = [
        (np.sum(groups == group), abs(chance[groups == group].mean() - won[groups == group].mean()))
        for group in np.unique(groups)
    ]
    return float(sum(count * gap for count, gap in gaps) / len(chance))


# ---- the strength of a net

SEED = 7


def scores(rules: Rules, net: Net, early: Net | None, games: int) -> Iterator[tuple[str, Score]]:
    """Give the scores of a net that looks behind faces, against each opponent.

    Args:
        early: The same net after 10,000 games, if it is known.
        games: Number of games of each match, half of them on each side.
    """
    player = net_player(net)
    opponents = {"random": simple_player(CHANCE, net), "rule of thumb": simple_player(THUMB, net)}
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
