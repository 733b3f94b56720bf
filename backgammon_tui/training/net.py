"""The net while it learns: weights as arrays, values of boards, and one step of learning.

Where checkers stand changes little from play to play, so what each count on each place adds
to the hidden layer is laid up in a table before a game, and a play costs a few additions.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from backgammon_tui.analysis.features import (
    COUNTS,
    FIRST_DOUBLET,
    HIDDEN,
    INPUTS,
    OUTCOMES,
    OWES_CHOICE,
    OWES_COMPLEMENT,
    SIDE_INPUTS,
)
from backgammon_tui.training import codes
from backgammon_tui.training.arrays import BOARD, SIDE, Array, Encoding
from backgammon_tui.training.compiling import compiled, inner

DRAW: Final = 6
"""The index of the outcome without a winner."""


class Net(NamedTuple):
    """The weights of a net, 32-bit floats."""

    hidden: Array
    """Inputs by hidden units."""

    hidden_bias: Array
    out: Array
    """Outcomes by hidden units."""

    out_bias: Array


class State(NamedTuple):
    """What beside the board a net is told, as numbers."""

    due: int
    """What the acting side owes: `AGAIN_DUE` for a throw, a complement, or a choice."""

    first_doublet: bool
    """Whether the acting side's next doublet is its first, where that limits it."""

    other_first_doublet: bool


def fresh(seed: int) -> Net:
    """A net that knows nothing."""
    random = np.random.default_rng(seed)
    return Net(
        random.uniform(-0.15, 0.15, (INPUTS, HIDDEN)).astype(np.float32),
        np.zeros(HIDDEN, np.float32),
        random.uniform(-0.05, 0.05, (OUTCOMES, HIDDEN)).astype(np.float32),
        np.zeros(OUTCOMES, np.float32),
    )


def mean_of(nets: list[Net]) -> Net:
    """The net with the mean of the weights of several."""
    return Net(*(np.mean(arrays, axis=0).astype(np.float32) for arrays in zip(*nets, strict=True)))


@inner()
def _row(at: int, count: int, opponent_acts: bool) -> int:
    """The row of the table for so many checkers at a byte of the board."""
    if opponent_acts:
        at = at - SIDE if at >= SIDE else at + SIDE
    return at * COUNTS + count


@compiled(fastmath=True)
def table_of(net: Net, encoding: Encoding, table: Array) -> None:
    """Fill a table with what each count on each place adds to the hidden layer.

    It has a row for each byte of the board and each count, the acting side's first.
    """
    for at in range(BOARD):
        place = at % SIDE
        for count in range(COUNTS):
            row = at * COUNTS + count
            for j in range(HIDDEN):
                table[row, j] = 0
            for i in range(encoding.lengths[place, count]):
                which = encoding.inputs[place, count, i] + (at // SIDE) * SIDE_INPUTS
                value = encoding.values[place, count, i]
                for j in range(HIDDEN):
                    table[row, j] += value * net.hidden[which, j]


@compiled(fastmath=True)
def begin_hidden(
    net: Net, table: Array, board: Array, opponent_acts: bool, state: State, hidden: Array
) -> None:
    """The hidden layer for a board before anything on it moves."""
    for j in range(HIDDEN):
        hidden[j] = net.hidden_bias[j]
    for at in range(BOARD):
        if board[at]:
            row = _row(at, board[at], opponent_acts)
            for j in range(HIDDEN):
                hidden[j] += table[row, j]
    if state.due > codes.AGAIN_DUE:
        which = OWES_CHOICE if state.due == codes.CHOICE_DUE else OWES_COMPLEMENT + state.due - 1
        for j in range(HIDDEN):
            hidden[j] += net.hidden[which, j]
    if state.first_doublet:
        for j in range(HIDDEN):
            hidden[j] += net.hidden[FIRST_DOUBLET, j]
    if state.other_first_doublet:
        for j in range(HIDDEN):
            hidden[j] += net.hidden[FIRST_DOUBLET + 1, j]


@inner(fastmath=True)
def follow_hidden(
    table: Array,
    board: Array,
    boards: Array,
    i: int,
    opponent_acts: bool,
    base: Array,
    hidden: Array,
) -> None:
    """The hidden layer after the play to one of some boards, from the one before it."""
    for j in range(HIDDEN):
        hidden[j] = base[j]
    for at in range(BOARD):
        if board[at] != boards[i, at]:
            old = _row(at, board[at], opponent_acts)
            new = _row(at, boards[i, at], opponent_acts)
            for j in range(HIDDEN):
                hidden[j] += table[new, j] - table[old, j]


@inner(fastmath=True)
def outcomes(net: Net, hidden: Array, chances: Array) -> None:
    """The chances of the seven outcomes for a hidden layer, which is cut off at 0."""
    for j in range(HIDDEN):
        hidden[j] = max(hidden[j], np.float32(0))
    most = np.float32(-1e30)
    for k in range(OUTCOMES):
        total = net.out_bias[k]
        for j in range(HIDDEN):
            total += hidden[j] * net.out[k, j]
        chances[k] = total
        most = max(most, total)
    total = np.float32(0)
    for k in range(OUTCOMES):
        chances[k] = np.exp(chances[k] - most)
        total += chances[k]
    for k in range(OUTCOMES):
        chances[k] /= total


@compiled(fastmath=True)
def points(chances: Array, most: int) -> float:
    """The points that the acting side may expect where a win is worth at most so many."""
    total = np.float32(0)
    for k in range(3):
        total += min(k + 1, most) * (chances[k] - chances[3 + k])
    return float(total)


@inner()
def swap_sides(chances: Array) -> None:
    """The same chances as the other side sees them."""
    for k in range(3):
        chances[k], chances[3 + k] = chances[3 + k], chances[k]


@inner(fastmath=True)
def learn(
    net: Net,
    encoding: Encoding,
    board: Array,
    state: State,
    target: Array,
    rate: float,
    hidden: Array,
    slope: Array,
) -> None:
    """One step of gradient descent towards the outcomes that a state led to.

    Args:
        net: The net, which is changed.
        board: The board as the acting side sees it.
        target: The chances of the seven outcomes to come nearer to.
        hidden: Room for the hidden layer.
        slope: Room for its gradient.
    """
    which = np.empty(192, np.int64)
    value = np.empty(192, np.float32)
    n = 0
    for at in range(BOARD):
        count = board[at]
        if count:
            place = at % SIDE
            for i in range(encoding.lengths[place, count]):
                which[n] = encoding.inputs[place, count, i] + (at >= SIDE) * SIDE_INPUTS
                value[n] = encoding.values[place, count, i]
                n += 1
    if state.due > codes.AGAIN_DUE:
        which[n] = OWES_CHOICE if state.due == codes.CHOICE_DUE else OWES_COMPLEMENT + state.due - 1
        value[n] = 1
        n += 1
    if state.first_doublet:
        which[n] = FIRST_DOUBLET
        value[n] = 1
        n += 1
    if state.other_first_doublet:
        which[n] = FIRST_DOUBLET + 1
        value[n] = 1
        n += 1
    for j in range(HIDDEN):
        hidden[j] = net.hidden_bias[j]
    for i in range(n):
        weights = net.hidden[which[i]]
        amount = value[i]
        for j in range(HIDDEN):
            hidden[j] += amount * weights[j]
    chances = np.empty(OUTCOMES, np.float32)
    outcomes(net, hidden, chances)
    step = np.float32(rate)
    for j in range(HIDDEN):
        slope[j] = 0
    for k in range(OUTCOMES):
        error = chances[k] - target[k]
        weights = net.out[k]
        for j in range(HIDDEN):
            slope[j] += error * weights[j]
            weights[j] -= step * error * hidden[j]
        net.out_bias[k] -= step * error
    for j in range(HIDDEN):
        slope[j] = step * slope[j] if hidden[j] > 0 else np.float32(0)
        net.hidden_bias[j] -= slope[j]
    for i in range(n):
        weights = net.hidden[which[i]]
        amount = value[i]
        for j in range(HIDDEN):
            weights[j] -= amount * slope[j]
