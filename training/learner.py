"""Learning from self-play, from how games went on, and the pace of a course."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from backgammon_tui.analysis.features import HIDDEN, OUTCOMES
from backgammon_tui.engine import Rules
from training import codes
from training.arrays import Array, Encoding, encoding
from training.compiling import compiled, inner
from training.games import Beginnings, Story, beginning, net_player, play_game, story
from training.judging import Seat, seat
from training.net import Net, State, begin_hidden, learn, swap_sides, table_of


@inner()
def learn_from(
    net: Net,
    code: Encoding,
    told: Story,
    result: Array,
    rate: float,
    lambda_: float,
    hidden: Array,
    slope: Array,
) -> None:
    """Learn from a game, its last state first."""
    target = np.empty(OUTCOMES, np.float32)
    last = told.length[0] - 1
    for k in range(OUTCOMES):
        target[k] = result[k]
    if told.sides[last] == 1:
        swap_sides(target)
    for i in range(last, -1, -1):
        state = State(told.dues[i], told.doubles[i, 0], told.doubles[i, 1])
        learn(net, code, told.boards[i], state, target, rate, hidden, slope)
        for k in range(OUTCOMES):
            target[k] = lambda_ * target[k] + (1 - lambda_) * told.chances[i, k]
        if i and told.sides[i] != told.sides[i - 1]:
            swap_sides(target)


@compiled()
def learn_games(
    start: Beginnings,
    seat: Seat,
    code: Encoding,
    seed: int,
    first: int,
    rates: Array,
    lambda_: float,
    told: Story,
) -> int:
    """Play games of a net against itself, learn from each, and return their number of stages."""
    hidden = np.zeros(HIDDEN, np.float32)
    slope = np.zeros(HIDDEN, np.float32)
    result = np.zeros(OUTCOMES, np.float32)
    stages = 0
    for i in range(len(rates)):
        table_of(seat.player.net, code, seat.player.table)
        stages += play_game(start, seat, seat, seed, first + i, codes.YES, told, result)
        learn_from(seat.player.net, code, told, result, rates[i], lambda_, hidden, slope)
    return stages


_SELF_PLAY_FACES: Final = 0
"""Self-play goes by what the net thinks of owing a complement, which is learnt that way."""


class Learner:
    """A net that learns, with the room it works in."""

    def __init__(self, rules: Rules, net: Net, start: Beginnings | None = None) -> None:
        self.start = start or beginning(rules)
        own = Net(*(array.copy() for array in net))
        self.seat = seat(rules, net_player(own, _SELF_PLAY_FACES))
        self._code = encoding()
        self._story = story()

    @property
    def net(self) -> Net:
        """The net as it is now."""
        return self.seat.player.net

    def play(self, seed: int, first: int, count: int, schedule: Schedule) -> int:
        """Play and learn from some games, of which `first` is the number of the first.

        Returns:
            How many stages they had.
        """
        games = range(first, first + count)
        rates = np.array([schedule.rate(game) for game in games], np.float32)
        stages: int = learn_games(
            self.start, self.seat, self._code, seed, first, rates, schedule.lambda_, self._story
        )
        return stages

    def states(self, seed: int, game: int) -> Iterator[tuple[Array, State]]:
        """Give the states of a game of the net against itself, as it is now."""
        result = np.zeros(OUTCOMES, np.float32)
        told, who = self._story, self.seat
        table_of(who.player.net, self._code, who.player.table)
        play_game(self.start, who, who, seed, game, True, told, result)
        for i in range(int(told.length[0])):
            state = State(int(told.dues[i]), *map(bool, told.doubles[i]))
            yield told.boards[i], state


def lesson(
    rules: Rules, net: Net, start: Beginnings, seed: int, first: int, count: int, schedule: Schedule
) -> Net:
    """Return a net as it is after some games: the work of one worker in one round."""
    learner = Learner(rules, net, start)
    learner.play(seed, first, count, schedule)
    return learner.net


def greatest_hidden(learner: Learner, games: int) -> float:
    """Return the greatest amount that a hidden unit reaches in some games, before it is cut off."""
    hidden = np.zeros(HIDDEN, np.float32)
    most = 0.0
    for game in range(games):
        for board, state in learner.states(0, game):
            begin_hidden(learner.net, learner.seat.player.table, board, False, state, hidden)
            most = max(most, float(np.abs(hidden).max()))
    return most


# ---- the pace of a course


@dataclass(frozen=True)
class Schedule:
    """The games of a course and the rates of learning.

    The rate stands still for the first part of the games and then falls by the same
    factor with every game. A course may be shorter than its pace would have it: then the
    rate falls faster in its last games.
    """

    games: int
    """The games of the course."""

    first_rate: float = 0.03
    last_rate: float = 0.001
    steady: float = 0.1
    """The part of the games at the first rate."""

    lambda_: float = 0.7
    """The part of a state's target that is the game's further course, 0 to 1."""

    begin: int = 0
    """The games behind the net that the course begins with."""

    pace: int = 0
    """The games over which the rate would fall to the last; 0 for those of the course."""

    cool: int = 0
    """The last games, in which it falls from wherever it is."""

    @property
    def in_all(self) -> int:
        """All games when the course is over, those before it included."""
        return self.begin + self.games

    def rate(self, game: int) -> float:
        """Return the learning rate of one game, the first of all being 0."""
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
