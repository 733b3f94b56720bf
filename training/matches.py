"""Matches between compiled players, the calibration of winning chances, and network strength."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import sqrt

import numpy as np

from backgammon_tui.analysis.nets import OUTCOMES
from backgammon_tui.engine import Rules
from training import codes
from training.arrays import Array
from training.compiling import compiled
from training.games import (
    CHANCE,
    THUMB,
    Story,
    beginning,
    play_game,
    simple_player,
    stories,
    story,
)
from training.judging import Player, Seat, seat
from training.net import points

_SURE = 1.96
"""Number of standard errors on either side of a 95 % interval."""


@dataclass(frozen=True)
class Mean:
    """A mean with the half width of its 95 % interval."""

    value: float
    margin: float

    @classmethod
    def from_samples(cls, samples: Array) -> Mean:
        return cls(float(samples.mean()), float(_SURE * samples.std() / sqrt(len(samples))))


@dataclass(frozen=True)
class Score:
    """The result of one player against another."""

    games: int
    wins: Mean
    """Fraction of games won; draws count half."""

    points: Mean
    """Average points per game."""


@compiled()
def _play(
    start: Array, player: Seat, opponent: Seat, seed: int, results: Array, record: Story
) -> None:
    """Play games, each sequence of rolls twice with sides exchanged; fill in the chances of the
    first player."""
    result = np.zeros(OUTCOMES, np.float32)
    for i in range(len(results)):
        white, black = (player, opponent) if i % 2 == 0 else (opponent, player)
        play_game(start, white, black, seed, i // 2, codes.NO, record, result)
        for k in range(3):
            results[i, k] = result[k] if i % 2 == 0 else result[3 + k]
            results[i, 3 + k] = result[3 + k] if i % 2 == 0 else result[k]
        results[i, 6] = result[6]


def match(rules: Rules, player: Player, opponent: Player, games: int, seed: int) -> Score:
    """Play a match and return the first player's score.

    The two games with the same rolls are one sample, because their luck partly cancels out.

    Args:
        player: The player whose score is returned.
        games: Number of games, half of them on each side; one more if it is odd.
    """
    games += games % 2
    results = np.zeros((games, OUTCOMES), np.float32)
    start = beginning(rules)
    _play(start, seat(rules, player), seat(rules, opponent), seed, results, story())
    pairs = results.reshape(-1, 2, OUTCOMES).mean(axis=1)
    won = pairs[:, :3].sum(axis=1) + pairs[:, 6] / 2
    gained = np.array([points(row, rules.scale.max_points) for row in pairs])
    return Score(games, Mean.from_samples(won), Mean.from_samples(gained))


def calibration_gap(rules: Rules, player: Player, games: int, seed: int) -> float:
    """Return the mean distance between predicted and actual win rates, from 0 to 1.

    The mean is over all states of self-play games, in twenty groups by predicted chance.
    """
    predicted, actual = [], []
    for record, result in stories(rules, seat(rules, player), seed, range(games)):
        states = int(record.length[0])
        predicted.append(record.chances[:states, :3].sum(axis=1))
        white, black = result[:3].sum(), result[3:6].sum()
        actual.append(np.where(record.sides[:states] == 0, white, black))
    chance, won = np.concatenate(predicted), np.concatenate(actual)
    groups = np.minimum((chance * 20).astype(int), 19)
    gaps = [
        (np.sum(groups == group), abs(chance[groups == group].mean() - won[groups == group].mean()))
        for group in np.unique(groups)
    ]
    return float(sum(count * gap for count, gap in gaps) / len(chance))


# ---- the strength of a net

SEED = 7


def scores(
    rules: Rules, player: Player, early: Player | None, games: int
) -> Iterator[tuple[str, Score]]:
    """Yield the scores of a player against each opponent.

    Args:
        early: A player with the same network after 10,000 games, if available.
        games: Number of games of each match, half of them on each side.
    """
    net = player.net
    opponents = {"random": simple_player(CHANCE, net), "rule of thumb": simple_player(THUMB, net)}
    if early is not None:
        opponents["own net after 10,000 games"] = early
    for name, opponent in opponents.items():
        yield name, match(rules, player, opponent, games, SEED)


def strengths(rules: Rules, player: Player, early: Player | None, games: int) -> dict[str, object]:
    """Return the manifest's entry for a player's strength: means with 95 % intervals.

    Wins are fractions of 1 and points are per game. The calibration gap is the mean distance
    between predicted and actual win rates.
    """
    measured: dict[str, object] = {
        name: score_entry(score) for name, score in scores(rules, player, early, games)
    }
    gap = calibration_gap(rules, player, max(games // 4, 1), SEED)
    return {**measured, "calibration gap": round(gap, 4)}


def score_entry(score: Score) -> Mapping[str, object]:
    """Return a score in the form of the manifest."""
    return {
        "games": score.games,
        "wins": _mean_entry(score.wins),
        "points": _mean_entry(score.points),
    }


def _mean_entry(mean: Mean) -> list[float]:
    return [round(mean.value, 4), round(mean.margin, 4)]
