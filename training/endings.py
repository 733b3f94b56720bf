"""Starting positions for training ending networks.

If both sides bear off from the same points, endings are the positions in which all checkers are
home and may still hit each other. If the sides move in opposite directions, a table covers those,
so endings are the races before them: the sides have passed each other, but not all checkers are
home.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from backgammon_tui.engine import Rules, Side
from training.arrays import ALL, SIDE, TRAPPED, Array, board_of
from training.games import Beginnings, net_player, stories
from training.judging import seat
from training.net import Net
from training.plays import BAR, HAND, OFF

HOME: Final = 6
GAMES: Final = 4_000
"""Number of self-play games from which endings are collected."""

DRAWN: Final = 20_000
"""Number of endings drawn at random in addition."""


def endings(
    rules: Rules, net: Net, seed: int, games: int = GAMES, drawn: int = DRAWN
) -> Beginnings:
    """Return endings collected from self-play, and others drawn at random."""
    random = np.random.default_rng(seed)
    by_lot = (_drawn(rules, random)[None] for _ in range(drawn))
    boards = np.concatenate([*_met(rules, net, seed, games), *by_lot])
    boards = boards[is_ending(rules, boards)]
    # A side that is this far ahead has usually rolled a double.
    had = random.random((len(boards), 2)) < 0.9
    return Beginnings(np.ascontiguousarray(boards, np.uint8), had, False)


def is_ending(rules: Rules, boards: Array) -> Array:
    """Return for each board whether it is an ending that the network is trained for."""
    mine, theirs = boards[:, :SIDE], boards[:, SIDE:]
    free = np.ones(len(boards), np.bool_)
    highest = []
    for side in (mine, theirs):
        points = side[:, 1:HAND]
        free &= (points != TRAPPED).all(axis=1)
        free &= (side[:, HAND] == 0) & (side[:, BAR] == 0) & (side[:, OFF] < ALL)
        highest.append(np.where(points > 0, np.arange(1, HAND), 0).max(axis=1))
    home = (highest[0] <= HOME) & (highest[1] <= HOME)
    if not rules.direction.runs_against:
        return np.array(free & home)
    return np.array(free & ~home & (highest[0] + highest[1] < HAND))


def _met(rules: Rules, net: Net, seed: int, games: int) -> Iterator[Array]:
    """Yield the endings of each game in which a roll comes next."""
    for story, _ in stories(rules, seat(rules, net_player(net)), seed, range(games)):
        length = int(story.length[0])
        boards = story.boards[:length][story.dues[:length] == 1]
        yield boards[is_ending(rules, boards)]


def _drawn(rules: Rules, random: np.random.Generator) -> Array:
    """Draw a random position of both sides, not necessarily an ending."""
    board = board_of(rules.start.position, Side.WHITE)
    board[:] = 0
    if rules.direction.runs_against:
        reach = int(random.integers(HOME + 1, 19))
        reaches = [reach, int(random.integers(1, HAND - reach))]
        random.shuffle(reaches)
        points = [np.arange(1, maximum + 1) for maximum in reaches]
    else:
        owners = random.integers(0, 2, HOME)
        points = [np.flatnonzero(owners == side) + 1 for side in range(2)]
    for first, where in zip((0, SIDE), points, strict=True):
        off = 0
        if len(where) == 0:
            off = ALL
        elif where[-1] <= HOME:
            off = int(random.integers(0, ALL))
        board[first + OFF] = off
        for point in random.choice(where, ALL - off) if len(where) else ():
            board[first + point] += 1
    return board
