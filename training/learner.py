"""Training by self-play: updates from finished games, and the schedule of learning rates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from backgammon_tui.analysis.nets import OUTCOMES
from backgammon_tui.engine import Rules
from training import codes
from training.arrays import Array, Encoding, encoding
from training.compiling import compiled, inner
from training.games import Story, beginning, net_player, play_game, story
from training.judging import Seat, seat
from training.net import Net, State, begin_hidden, learn, swap_sides, table_of


@inner()
def learn_from(
    net: Net,
    code: Encoding,
    record: Story,
    result: Array,
    rate: float,
    lambda_: float,
    hidden: Array,
    slope: Array,
) -> None:
    """Train on the states of a game, last state first."""
    target = np.empty(OUTCOMES, np.float32)
    last = record.length[0] - 1
    for k in range(OUTCOMES):
        target[k] = result[k]
    if record.sides[last] == 1:
        swap_sides(target)
    for i in range(last, -1, -1):
        state = State(record.dues[i], record.doubles[i, 0], record.doubles[i, 1])
        learn(net, code, record.boards[i], state, target, rate, hidden, slope)
        for k in range(OUTCOMES):
            target[k] = lambda_ * target[k] + (1 - lambda_) * record.chances[i, k]
        if i and record.sides[i] != record.sides[i - 1]:
            swap_sides(target)


@compiled()
def learn_games(
    start: Array,
    seat: Seat,
    code: Encoding,
    seed: int,
    first: int,
    rates: Array,
    lambda_: float,
    record: Story,
) -> int:
    """Train on games of self-play; return their number of stages."""
    units = len(seat.player.net.hidden_bias)
    hidden = np.zeros(units, np.float32)
    slope = np.zeros(units, np.float32)
    result = np.zeros(OUTCOMES, np.float32)
    stages = 0
    for i in range(len(rates)):
        table_of(seat.player.net, code, seat.player.table)
        stages += play_game(start, seat, seat, seed, first + i, codes.YES, record, result)
        learn_from(seat.player.net, code, record, result, rates[i], lambda_, hidden, slope)
    return stages


_SELF_PLAY_FACES: Final = 0
"""Self-play does not search complements, so the network learns to evaluate states with a pending
complement."""


class Learner:
    """A network in training, with its buffers."""

    def __init__(self, rules: Rules, net: Net) -> None:
        self.start = beginning(rules)
        own = Net(*(array.copy() for array in net))
        self.seat = seat(rules, net_player(own, _SELF_PLAY_FACES))
        self._code = encoding()
        self._story = story()

    @property
    def net(self) -> Net:
        return self.seat.player.net

    def play(self, seed: int, first: int, count: int, schedule: Schedule) -> int:
        """Play games of self-play and train on them; `first` is the number of the first game.

        Returns:
            Number of stages played.
        """
        games = range(first, first + count)
        rates = np.array([schedule.rate(game) for game in games], np.float32)
        stages: int = learn_games(
            self.start, self.seat, self._code, seed, first, rates, schedule.lambda_, self._story
        )
        return stages

    def states(self, seed: int, game: int) -> Iterator[tuple[Array, State]]:
        """Yield the states of a self-play game with the current network."""
        result = np.zeros(OUTCOMES, np.float32)
        record, who = self._story, self.seat
        table_of(who.player.net, self._code, who.player.table)
        play_game(self.start, who, who, seed, game, True, record, result)
        for i in range(int(record.length[0])):
            state = State(int(record.dues[i]), *map(bool, record.doubles[i]))
            yield record.boards[i], state


def net_after(rules: Rules, net: Net, seed: int, first: int, count: int, schedule: Schedule) -> Net:
    """Return the network after some games: the work of one worker in one round."""
    learner = Learner(rules, net)
    learner.play(seed, first, count, schedule)
    return learner.net


def greatest_hidden(learner: Learner, games: int) -> float:
    """Return the maximum input of a hidden unit in some games, before it is clipped."""
    hidden = np.zeros(len(learner.net.hidden_bias), np.float32)
    maximum = 0.0
    for game in range(games):
        for board, state in learner.states(0, game):
            begin_hidden(learner.net, learner.seat.player.table, board, False, state, hidden)
            maximum = max(maximum, float(np.abs(hidden).max()))
    return maximum


# ---- the pace of a course


@dataclass(frozen=True)
class Schedule:
    """The games of a training and their learning rates.

    The rate is constant during the first part of the games, then falls by the same factor with
    every game. If the training is shorter than `pace`, the rate falls faster in the last games.
    """

    games: int
    """Number of games of the training."""

    first_rate: float = 0.03
    last_rate: float = 0.001
    steady: float = 0.1
    """Fraction of the games with the initial rate."""

    lambda_: float = 0.7
    """Weight, from 0 to 1, of the further course of the game in a state's target."""

    begin: int = 0
    """Number of games already played by the initial network."""

    pace: int = 0
    """Number of games over which the rate would fall to its final value; 0 for all games."""

    cool: int = 0
    """Number of games at the end in which the rate falls faster."""

    @property
    def total_games(self) -> int:
        """Total number of games, including those before this training."""
        return self.begin + self.games

    def rate(self, game: int) -> float:
        """Return the learning rate of one game, counted from 0."""
        done = game - self.begin
        warm = self.games - self.cool
        if self.cool and done >= warm:
            return self._falling(self._slow(warm), (done - warm) / self.cool)
        return self._slow(done)

    def _slow(self, done: int) -> float:
        part = max(done / (self.pace or self.games) - self.steady, 0) / (1 - self.steady)
        return self._falling(self.first_rate, part)

    def _falling(self, rate: float, part: float) -> float:
        return float(rate * (self.last_rate / rate) ** min(part, 1))
