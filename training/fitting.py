"""Supervised training: a network fitted to labels, by batches with Adam.

Sums run in a fixed order, so the same labels give the same network.
"""

from __future__ import annotations

from math import cos, pi
from typing import Final, NamedTuple

import numpy as np

from backgammon_tui.analysis.nets import OUTCOMES
from training.arrays import Array, Encoding
from training.compiling import compiled, inner, plain
from training.labels import States
from training.net import MAX_ACTIVE, Net, State, inputs_of_state, outcomes

BATCH: Final = 128
"""Number of states between two steps."""

_BATCH: Final = np.int64(BATCH)

LAST_SHARE: Final = 0.01
"""The last learning rate as a fraction of the first."""


class Moments(NamedTuple):
    """The buffers of Adam."""

    slope: Net
    """The gradient summed over a batch."""

    mean: Net
    square: Net
    """Running means of the gradient and of its square."""


def at_rest(net: Net) -> Moments:
    """Return buffers for a network before its first step."""
    return Moments(*(Net(*map(np.zeros_like, net)) for _ in Moments._fields))


@plain()
def _step(
    weights: Array,
    slope: Array,
    mean: Array,
    square: Array,
    rate: float,
    first: float,
    second: float,
) -> None:
    """Move weights against their gradient, and clear it.

    Args:
        first: Correction of the running mean, which began at 0.
        second: The same for the running mean of squares.
    """
    keep, keep_square, least = np.float32(0.9), np.float32(0.999), np.float32(1e-8)
    add, add_square = np.float32(0.1), np.float32(0.001)
    pace, by_first, by_second = np.float32(rate), np.float32(first), np.float32(second)
    for i in range(len(weights)):
        g = slope[i]
        m = keep * mean[i] + add * g
        s = keep_square * square[i] + add_square * g * g
        mean[i], square[i], slope[i] = m, s, np.float32(0)
        weights[i] -= pace * (m * by_first) / (np.sqrt(s * by_second) + least)


@inner()
def _steps(net: Net, moments: Moments, pace: tuple[float, float, float]) -> None:
    g, m, s = moments
    _step(net.hidden.ravel(), g.hidden.ravel(), m.hidden.ravel(), s.hidden.ravel(), *pace)
    _step(net.hidden_bias, g.hidden_bias, m.hidden_bias, s.hidden_bias, *pace)
    _step(net.out.ravel(), g.out.ravel(), m.out.ravel(), s.out.ravel(), *pace)
    _step(net.out_bias, g.out_bias, m.out_bias, s.out_bias, *pace)


@plain()
def _predict(
    net: Net, n: int, which: Array, value: Array, hidden: Array, active: Array, chances: Array
) -> int:
    """Fill in the hidden layer and the chances; return the number of active units."""
    units = len(net.hidden_bias)
    for j in range(units):
        hidden[j] = net.hidden_bias[j]
    for i in range(n):
        row, amount = which[i], value[i]
        for j in range(units):
            hidden[j] += amount * net.hidden[row, j]
    return outcomes(net, hidden, active, chances)


@compiled()
def fit_rows(
    net: Net,
    moments: Moments,
    code: Encoding,
    states: States,
    labels: Array,
    rows: Array,
    worth: Array,
    rate: float,
    done: int,
    steps: int,
) -> None:
    """Take steps that reduce cross-entropy plus half the squared error of the points.

    Args:
        rows: The rows of the states, in the order of training; each batch takes the next ones.
        worth: Points of each outcome.
        rate: The initial learning rate; it falls along a cosine.
        done: Number of steps before these.
        steps: Number of steps of the whole fit.
    """
    units = len(net.hidden_bias)
    slope = moments.slope
    which, value = np.zeros(MAX_ACTIVE, np.int64), np.zeros(MAX_ACTIVE, np.float32)
    hidden, back = np.zeros(units, np.float32), np.zeros(units, np.float32)
    active = np.zeros(units + 1, np.int64)
    error = np.zeros(OUTCOMES, np.float32)
    for batch in range(len(rows) // _BATCH):
        for at in range(batch * _BATCH, (batch + 1) * _BATCH):
            row = rows[at]
            state = State(states.dues[row], states.doubles[row, 0], states.doubles[row, 1])
            n = inputs_of_state(code, states.boards[row], state, which, value)
            above = _predict(net, n, which, value, hidden, active, error)
            points = target = np.float32(0)
            for k in range(OUTCOMES):
                points += error[k] * worth[k]
                target += labels[row, k] * worth[k]
            miss = points - target
            for k in range(OUTCOMES):
                chance = error[k]
                error[k] = chance - labels[row, k] + miss * chance * (worth[k] - points)
                error[k] /= np.float32(_BATCH)
                slope.out_bias[k] += error[k]
            for j in range(units):
                back[j] = 0
            for i in range(above):
                j = active[i]
                amount, total = hidden[j], np.float32(0)
                for k in range(OUTCOMES):
                    total += error[k] * net.out[j, k]
                    slope.out[j, k] += error[k] * amount
                back[j] = total
                slope.hidden_bias[j] += total
            for i in range(n):
                row_in, amount = which[i], value[i]
                for j in range(units):
                    slope.hidden[row_in, j] += amount * back[j]
        step = done + batch
        pace = rate * (LAST_SHARE + (1 - LAST_SHARE) * (1 + cos(pi * step / steps)) / 2)
        corrections = 1 / (1 - 0.9 ** (step + 1)), 1 / (1 - 0.999 ** (step + 1))
        _steps(net, moments, (pace, *corrections))


@compiled()
def errors_of(
    net: Net,
    code: Encoding,
    states: States,
    labels: Array,
    rows: Array,
    worth: Array,
    errors: Array,
) -> float:
    """Fill in the error of the points for each row; return the mean cross-entropy."""
    units = len(net.hidden_bias)
    which, value = np.zeros(MAX_ACTIVE, np.int64), np.zeros(MAX_ACTIVE, np.float32)
    hidden, active = np.zeros(units, np.float32), np.zeros(units + 1, np.int64)
    chances = np.zeros(OUTCOMES, np.float32)
    entropy = 0.0
    for at in range(len(rows)):
        row = rows[at]
        state = State(states.dues[row], states.doubles[row, 0], states.doubles[row, 1])
        n = inputs_of_state(code, states.boards[row], state, which, value)
        _predict(net, n, which, value, hidden, active, chances)
        errors[at] = 0
        for k in range(OUTCOMES):
            errors[at] += (chances[k] - labels[row, k]) * worth[k]
            entropy -= labels[row, k] * np.log(chances[k] + np.float32(1e-9))
    return entropy / len(rows)


@compiled()
def greatest_input(net: Net, code: Encoding, states: States, rows: Array) -> float:
    """Return the maximum input of a hidden unit in these states, before it is clipped."""
    units = len(net.hidden_bias)
    which, value = np.zeros(MAX_ACTIVE, np.int64), np.zeros(MAX_ACTIVE, np.float32)
    hidden = np.zeros(units, np.float32)
    greatest = np.float32(0)
    for at in range(len(rows)):
        row = rows[at]
        state = State(states.dues[row], states.doubles[row, 0], states.doubles[row, 1])
        n = inputs_of_state(code, states.boards[row], state, which, value)
        for j in range(units):
            hidden[j] = net.hidden_bias[j]
        for i in range(n):
            at_row, amount = which[i], value[i]
            for j in range(units):
                hidden[j] += amount * net.hidden[at_row, j]
        for j in range(units):
            greatest = max(greatest, abs(hidden[j]))
    return float(greatest)
