"""Learning from self-play: from how games went on."""

from __future__ import annotations

from collections.abc import Iterator
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
from training.schedule import Schedule


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
        state = State(told.dues[i], told.doublets[i, 0], told.doublets[i, 1])
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


class Pupil:
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
            self.start,
            self.seat,
            self._code,
            seed,
            first,
            rates,
            schedule.lambda_,
            self._story,
        )
        return stages

    def states(self, seed: int, game: int) -> Iterator[tuple[Array, State]]:
        """Give the states of a game of the net against itself, as it is now."""
        result = np.zeros(OUTCOMES, np.float32)
        told, who = self._story, self.seat
        table_of(who.player.net, self._code, who.player.table)
        play_game(self.start, who, who, seed, game, True, told, result)
        for i in range(int(told.length[0])):
            state = State(int(told.dues[i]), *map(bool, told.doublets[i]))
            yield told.boards[i], state


def lesson(
    rules: Rules,
    net: Net,
    start: Beginnings,
    seed: int,
    first: int,
    count: int,
    schedule: Schedule,
) -> Net:
    """Return a net as it is after some games: the work of one worker in one round."""
    pupil = Pupil(rules, net, start)
    pupil.play(seed, first, count, schedule)
    return pupil.net


def greatest_hidden(pupil: Pupil, games: int) -> float:
    """Return the greatest amount that a hidden unit reaches in some games, before it is cut off."""
    hidden = np.zeros(HIDDEN, np.float32)
    most = 0.0
    for game in range(games):
        for board, state in pupil.states(0, game):
            begin_hidden(pupil.net, pupil.seat.player.table, board, False, state, hidden)
            most = max(most, float(np.abs(hidden).max()))
    return most
