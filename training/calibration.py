"""Calibration: winning chances made to agree with the results of the networks' own games.

A network that learns from its own search can play well and yet underrate the side that is ahead in
nearly all positions. Scaling its last layer by a single factor corrects that.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from backgammon_tui.engine import Rules
from training.arrays import Array, numbers_of
from training.games import NetFiles, stories
from training.judging import seat
from training.labels import late_rows
from training.net import Net
from training.net_files import most_hidden_of, packed, unpacked

WIN, LOSS = slice(0, 3), slice(3, 6)
"""The outcomes of a win and of a loss, by points."""

_TINY: Final = np.float32(1e-30)

_STEPS: Final = 30
"""Steps of Newton's method, more than enough: it needs about five."""


class Predictions(NamedTuple):
    """Predicted chances and actual results of states of self-play, for the side that acts."""

    win: Array
    loss: Array
    lead: Array
    """Logarithm of the ratio of the chances of a single win and a single loss."""

    result: Array
    """1 after a win, -1 after a loss, 0 after a draw."""

    late: Array
    """True for the states of the network for late positions."""

    def at(self, rows: Array) -> Predictions:
        """Return the predictions of these rows."""
        return Predictions(*(array[rows] for array in self))


def predictions(rules: Rules, files: NetFiles, seed: int, games: int) -> Predictions:
    """Let networks play against themselves without lookahead, and return all their predictions."""
    parts = []
    for record, result in stories(rules, seat(rules, files.player()), seed, range(games)):
        states = int(record.length[0])
        chances = record.chances[:states]
        late = np.zeros(states, np.bool_)
        late_rows(numbers_of(rules), record.boards[:states], late)
        single = np.maximum(chances[:, [0, 3]], _TINY)
        gained = result[WIN].sum() - result[LOSS].sum()
        parts.append(
            Predictions(
                chances[:, WIN].sum(axis=1),
                chances[:, LOSS].sum(axis=1),
                np.log(single[:, 0] / single[:, 1]),
                np.where(record.sides[:states] == 0, gained, -gained),
                late,
            )
        )
    return Predictions(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def factor_of(made: Predictions) -> float:
    """Return the factor of the lead that minimizes the cross-entropy of the predictions."""
    win, loss, lead, result = (array.astype(np.float64) for array in made[:4])
    other, more = 1 - win - loss, 0.0
    for _ in range(_STEPS):
        won, lost = win * np.exp(more * lead / 2), loss * np.exp(-more * lead / 2)
        total = won + lost + other
        expected = (won - lost) / total
        slope = lead * (expected - result) / 2
        curve = lead**2 * ((won + lost) / total - expected**2) / 4
        more -= slope.sum() / curve.sum()
    return float(1 + more)


def with_factor(net: Net, factor: float) -> Net:
    """Return a network whose lead is multiplied by a factor.

    The ratios of the chances of one, two and three points stay the same, for wins as for losses.
    """
    more = np.float32((factor - 1) / 2)

    def changed(weights: Array) -> Array:
        lead = weights[..., :1] - weights[..., 3:4]
        out = weights.copy()
        out[..., WIN] += more * lead
        out[..., LOSS] -= more * lead
        return out

    return net._replace(out=changed(net.out), out_bias=changed(net.out_bias))


def calibrated(data: bytes, made: Predictions) -> tuple[bytes, float]:
    """Return a network's file that agrees better with the results, and the factor of its lead.

    Args:
        made: Predictions of this network.
    """
    factor = factor_of(made)
    return packed(with_factor(unpacked(data), factor), most_hidden_of(data)), factor
