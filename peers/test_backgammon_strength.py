"""The network of standard backgammon, compared with gnubg-nn at 0-ply and pubeval."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("numba", reason="numba is not installed (extra: train)")

import numpy as np

from backgammon_tui.engine import RULESETS, Side
from training.arrays import SIDE, Array, board_of
from training.games import bundled, choose
from training.judging import seat, win_class
from training.matches import Mean
from training.plays import BAR, OFF, find_plays, turned

gnubg: Any = pytest.importorskip("gnubg_nn", reason="gnubg-nn is not installed (extra: peers)")

GAMES = int(os.environ.get("STRENGTH_GAMES", "10000"))

Moves = list[tuple[int, int]]
"""From and to, in the mover's points; 25 is the bar, 0 or less is off."""


def by_gnubg(board: list[list[int]], high: int, low: int) -> Moves:
    return [(origin, target) for origin, target in gnubg.best_move(board, high, low, n=0)]


def by_pubeval(board: list[list[int]], high: int, low: int) -> Moves:
    flat = gnubg.pub_best_move(board, high, low)
    return [(flat[i] + 1, flat[i + 1] + 1) for i in range(0, len(flat), 2)]


def after(board: Array, moves: Moves) -> Array:
    """Return the board after the moves of another engine."""
    reached: Array = board.copy()
    for origin, target in moves:
        reached[BAR if origin == 25 else origin] -= 1
        if target <= 0:
            reached[OFF] += 1
            continue
        reached[target] += 1
        if reached[SIDE + 25 - target] == 1:
            reached[SIDE + 25 - target] = 0
            reached[SIDE + BAR] += 1
    return reached


def peer_plays(ask: Callable[..., Moves], board: Array, buffer: Array, dice: list[int]) -> Array:
    """Return the board that another engine chooses. It must be one of ours."""
    if len(buffer) == 1:
        return np.array(buffer[0])
    halves = [
        [*map(int, board[first + 1 : first + 25]), int(board[first + BAR])] for first in (SIDE, 0)
    ]
    moves = ask(halves, *dice)
    for order in (moves, moves[::-1]):
        reached = after(board, order)
        if (buffer == reached).all(axis=1).any():
            return reached
    raise AssertionError((halves, dice, moves))


def points_of(ask: Callable[..., Moves], games: int) -> Mean:
    """Return our network's points per game. Each sequence of rolls is played twice, with the sides
    exchanged.
    """
    rules, had = RULESETS["backgammon"], np.zeros(2, np.bool_)
    who = seat(rules, bundled(rules).player())
    plays = who.scratch.plays
    start, nothing = (
        board_of(rules.start.position, Side.WHITE),
        np.zeros(1, np.uint64),
    )
    points = []
    for game in range(games):
        chance = random.Random(1_000 + game // 2)
        ours = bool(game % 2)
        dice = chance.sample(range(1, 7), 2)
        board = start.copy()
        while True:
            dice.sort(reverse=True)
            times = 4 if dice[0] == dice[1] else 2
            n, used = find_plays(who.rules, board, dice[0], dice[1], times, plays)
            if ours:
                at = choose(who, board, n, used == times, 0, had, 0, nothing)
                board = plays.boards[at].copy()
            else:
                board = peer_plays(ask, board, plays.boards[:n], dice)
            if board[OFF] == 15:
                points.append(win_class(board) if ours else -win_class(board))
                break
            other = np.zeros_like(board)
            turned(board, other)
            board, ours = other, not ours
            dice = [chance.randint(1, 6), chance.randint(1, 6)]
    return Mean.from_samples(np.array(points))


@pytest.mark.long
@pytest.mark.parametrize(("ask", "minimum"), [(by_gnubg, -0.2), (by_pubeval, 0.4)])
def test_points_per_game_against_peers(ask: Callable[..., Moves], minimum: float) -> None:
    measured = points_of(ask, GAMES)
    print(ask.__name__, measured)
    assert measured.value - measured.margin > minimum
