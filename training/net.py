"""The network in training: weights as arrays, values of boards, and one training step.

Most checkers stay where they are from play to play. A table therefore holds the contribution of
each number of checkers on each place to the hidden layer, and a play costs a few additions.
"""

from __future__ import annotations

from math import exp
from typing import Final, NamedTuple

import numpy as np

from backgammon_tui.analysis.nets import (
    COUNTS,
    FIRST_DOUBLE,
    INPUTS,
    OUTCOMES,
    PENDING_CHOICE,
    PENDING_COMPLEMENT,
    SIDE_INPUTS,
)
from training import codes
from training.arrays import BOARD, SIDE, Array, Encoding
from training.compiling import compiled, inner, plain

DRAW: Final = 6
"""Index of the outcome without a winner."""


class Net(NamedTuple):
    """The weights of a network, as 32-bit floats."""

    hidden: Array
    """Weights by input and hidden unit."""

    hidden_bias: Array
    out: Array
    """Weights by hidden unit and outcome."""

    out_bias: Array


class State(NamedTuple):
    """A network's inputs other than the board."""

    due: int
    """The acting side's next action: `AGAIN_DUE` for a roll, a complement, or a choice."""

    first_double: bool
    """True if the acting side's next doubles are its first and the rules limit these."""

    other_first_double: bool


def fresh(seed: int, units: int = 128) -> Net:
    """Return a network with random weights and this number of hidden units."""
    random = np.random.default_rng(seed)
    return Net(
        random.uniform(-0.15, 0.15, (INPUTS, units)).astype(np.float32),
        np.zeros(units, np.float32),
        random.uniform(-0.05, 0.05, (units, OUTCOMES)).astype(np.float32),
        np.zeros(OUTCOMES, np.float32),
    )


def widened(net: Net, units: int, seed: int) -> Net:
    """Return a network with more hidden units, whose values are nearly the same.

    The new units begin with random weights and little influence, so that they can learn.
    """
    more = fresh(seed, units - len(net.hidden_bias))
    return Net(
        np.concatenate([net.hidden, more.hidden], axis=1),
        np.concatenate([net.hidden_bias, more.hidden_bias]),
        np.concatenate([net.out, more.out * np.float32(0.1)]),
        net.out_bias,
    )


def mean_of(nets: list[Net]) -> Net:
    """Return a network with the average weights of several."""
    return Net(*(np.mean(arrays, axis=0).astype(np.float32) for arrays in zip(*nets, strict=True)))


@plain()
def _row(at: int, count: int, opponent_acts: bool) -> int:
    """Return the table row of a number of checkers at a byte of the board."""
    if opponent_acts:
        at = at - SIDE if at >= SIDE else at + SIDE
    return at * COUNTS + count


@compiled(_nrt=False)
def table_of(net: Net, encoding: Encoding, table: Array) -> None:
    """Fill a table with the contribution of each count on each place to the hidden layer.

    It has a row for each byte of the board and each count, the acting side's first.
    """
    units = len(net.hidden_bias)
    for at in range(BOARD):
        place = at % SIDE
        for count in range(COUNTS):
            row = at * COUNTS + count
            for j in range(units):
                table[row, j] = 0
            for i in range(encoding.lengths[place, count]):
                which = encoding.inputs[place, count, i] + (at // SIDE) * SIDE_INPUTS
                value = encoding.values[place, count, i]
                for j in range(units):
                    table[row, j] += value * net.hidden[which, j]


@compiled(_nrt=False)
def begin_hidden(
    net: Net, table: Array, board: Array, opponent_acts: bool, state: State, hidden: Array
) -> None:
    """Fill in the hidden layer for a board."""
    units = len(net.hidden_bias)
    for j in range(units):
        hidden[j] = net.hidden_bias[j]
    for at in range(BOARD):
        if board[at]:
            row = _row(at, board[at], opponent_acts)
            for j in range(units):
                hidden[j] += table[row, j]
    if state.due > codes.AGAIN_DUE:
        which = (
            PENDING_CHOICE if state.due == codes.CHOICE_DUE else PENDING_COMPLEMENT + state.due - 1
        )
        for j in range(units):
            hidden[j] += net.hidden[which, j]
    if state.first_double:
        for j in range(units):
            hidden[j] += net.hidden[FIRST_DOUBLE, j]
    if state.other_first_double:
        for j in range(units):
            hidden[j] += net.hidden[FIRST_DOUBLE + 1, j]


@plain()
def follow_hidden(
    table: Array,
    board: Array,
    boards: Array,
    i: int,
    opponent_acts: bool,
    base: Array,
    hidden: Array,
) -> None:
    """Update the hidden layer after a play."""
    units = table.shape[1]
    for j in range(units):
        hidden[j] = base[j]
    for at in range(BOARD):
        if board[at] != boards[i, at]:
            old = _row(at, board[at], opponent_acts)
            new = _row(at, boards[i, at], opponent_acts)
            for j in range(units):
                hidden[j] += table[new, j] - table[old, j]


@plain()
def outcomes(net: Net, hidden: Array, active: Array, chances: Array) -> int:
    """Fill in the chances of the seven outcomes, and clip the hidden layer at 0.

    Args:
        active: Receives the indices of units above 0; needs one extra element.

    Returns:
        The number of units above 0.
    """
    n = 0
    for j in range(len(net.hidden_bias)):
        amount = hidden[j]
        active[n] = j
        n += amount > 0
        hidden[j] = amount if amount > 0 else np.float32(0)
    # Separate sums stay in registers; a row of an array would not.
    out, bias = net.out, net.out_bias
    w1, w2, w3, l1, l2, l3, draw = bias[0], bias[1], bias[2], bias[3], bias[4], bias[5], bias[6]
    for i in range(n):
        j = active[i]
        amount = hidden[j]
        w1 += amount * out[j, 0]
        w2 += amount * out[j, 1]
        w3 += amount * out[j, 2]
        l1 += amount * out[j, 3]
        l2 += amount * out[j, 4]
        l3 += amount * out[j, 5]
        draw += amount * out[j, 6]
    chances[0], chances[1], chances[2] = w1, w2, w3
    chances[3], chances[4], chances[5], chances[DRAW] = l1, l2, l3, draw
    maximum = chances[0]
    for k in range(1, OUTCOMES):
        maximum = max(maximum, chances[k])
    total = np.float32(0)
    for k in range(OUTCOMES):
        # Rounding from 64 bits makes the result independent of the mathematics library.
        chances[k] = np.float32(exp(np.float64(chances[k] - maximum)))
        total += chances[k]
    for k in range(OUTCOMES):
        chances[k] /= total
    return n


@compiled(_nrt=False)
def points(chances: Array, maximum: int) -> float:
    """Return the expected points of the acting side. `maximum` is the maximum points of a win."""
    total = np.float32(0)
    for k in range(3):
        total += min(k + 1, maximum) * (chances[k] - chances[3 + k])
    return float(total)


@plain()
def swap_sides(chances: Array) -> None:
    """Swap the chances to the other side's view."""
    for k in range(3):
        chances[k], chances[3 + k] = chances[3 + k], chances[k]


MAX_ACTIVE: Final = 192
"""Maximum number of inputs that are not 0."""


@plain()
def inputs_of_state(
    encoding: Encoding, board: Array, state: State, which: Array, value: Array
) -> int:
    """Fill in the inputs of a state that are not 0, and their values; return their number."""
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
        which[n] = (
            PENDING_CHOICE if state.due == codes.CHOICE_DUE else PENDING_COMPLEMENT + state.due - 1
        )
        value[n] = 1
        n += 1
    if state.first_double:
        which[n] = FIRST_DOUBLE
        value[n] = 1
        n += 1
    if state.other_first_double:
        which[n] = FIRST_DOUBLE + 1
        value[n] = 1
        n += 1
    return n


@inner()
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
    """Take one step of gradient descent towards the outcomes of a state.

    Args:
        net: The network, modified in place.
        board: The board in the numbering of the acting side.
        target: The target chances of the seven outcomes.
        hidden: Buffer for the hidden layer.
        slope: Buffer for its gradient.
    """
    which = np.empty(MAX_ACTIVE, np.int64)
    value = np.empty(MAX_ACTIVE, np.float32)
    n = inputs_of_state(encoding, board, state, which, value)
    units = len(net.hidden_bias)
    for j in range(units):
        hidden[j] = net.hidden_bias[j]
    for i in range(n):
        row = which[i]
        amount = value[i]
        for j in range(units):
            hidden[j] += amount * net.hidden[row, j]
    chances = np.empty(OUTCOMES, np.float32)
    active = np.empty(units + 1, np.int64)
    above = outcomes(net, hidden, active, chances)
    step = np.float32(rate)
    for k in range(OUTCOMES):
        chances[k] = step * (chances[k] - target[k])
        net.out_bias[k] -= chances[k]
    slope[:] = 0
    for i in range(above):
        j = active[i]
        amount = hidden[j]
        total = np.float32(0)
        for k in range(OUTCOMES):
            total += chances[k] * net.out[j, k]
            net.out[j, k] -= chances[k] * amount
        slope[j] = total
        net.hidden_bias[j] -= total
    for i in range(n):
        row = which[i]
        amount = value[i]
        for j in range(units):
            net.hidden[row, j] -= amount * slope[j]
