"""Rollouts by compiled players: like `analysis.rollout`, but fifty times as fast."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from backgammon_tui.analysis.nets import endings_for
from backgammon_tui.analysis.rollout import Unit
from backgammon_tui.engine import Rules
from training import codes, judging
from training.arrays import BOARD, Array, board_of
from training.compiling import compiled, inner
from training.games import NetFiles, below, seed_of
from training.judging import Seat, seat
from training.net import points
from training.plays import turned


@inner()
def _play_stage(
    seat: Seat, board: Array, stage: judging.Owed, had: Array, side: int
) -> tuple[float, int]:
    """Make the best play on the board; return its value and the next stage."""
    plays = seat.scratch.plays
    value, best, full = judging.worth_of(seat, board, stage, had, side, plays)
    follows = judging.code_after(seat.rules, plays.boards, best, full, stage.due)
    for at in range(BOARD):
        board[at] = plays.boards[best, at]
    return judging.without_sure(value), follows


@compiled()
def play_on(
    seat: Seat, start: Array, due: int, had: Array, seed: int, first: int, cut: int, results: Array
) -> None:
    """Play on from a state; fill in the points without the luck of the dice.

    Args:
        seat: The player of both sides. It must not search complements or one roll ahead.
        start: The board in the numbering of the side that acts.
        had: True for a side that has rolled its first doubles, the acting side first.
        first: Number of the first game; 36 consecutive games have different first rolls.
        cut: Number of rolls after which the network evaluates the position.
        results: Receives the points of each game for the side that acts first.
    """
    rules, _, scratch = seat
    random = np.zeros(1, np.uint64)
    for i in range(len(results)):
        game = first + i
        random[0] = seed_of(seed, game)
        board, now, side, owed = start.copy(), had.copy(), 0, due
        luck = 0.0
        rolls = 0
        while True:
            sign = 1 if side == 0 else -1
            if owed > codes.COMPLEMENT_DUE:
                number = owed - codes.COMPLEMENT_DUE
                if owed == codes.CHOICE_DUE:
                    number = judging.best_double(seat, board, now, side)
                stage = judging.four_of(number)
            elif rolls == cut:
                judging.chances_of(seat, board, codes.AGAIN_DUE, now, side, scratch.chances)
                results[i] = sign * points(scratch.chances, rules.maximum) - luck
                break
            else:
                first_die, second_die = 1 + below(random, 6), 1 + below(random, 6)
                if rolls == 0:
                    first_die, second_die = 1 + game % 6, 1 + game // 6 % 6
                rolls += 1
                high, low = max(first_die, second_die), min(first_die, second_die)
                mean, here = judging.over_rolls(seat, board, now, side, high, low)
                luck += sign * (here - mean)
                stage = judging.rolled(rules, high, low, not now[side])
                now[side] = now[side] or high == low
            value, owed = _play_stage(seat, board, stage, now, side)
            if owed in (codes.WON, codes.DEAD):
                results[i] = sign * value - luck
                break
            if owed == codes.PASS:
                turned(board, scratch.boards[0])
                for at in range(BOARD):
                    board[at] = scratch.boards[0, at]
                side, owed = 1 - side, codes.AGAIN_DUE


def play_unit(unit: Unit) -> tuple[float, ...]:
    """Do the work of `analysis.rollout.play_unit` with the compiled player."""
    spot = unit.spot
    had = np.array([side in spot.had_double for side in (spot.side, spot.side.other)])
    results = np.zeros(len(unit.games))
    start, due = board_of(spot.position, spot.side), codes.AGAIN_DUE + spot.pending
    who = _seat(unit.net, unit.rules)
    play_on(who, start, due, had, unit.seed, unit.games.start, unit.cut, results)
    return tuple(map(float, results))


@lru_cache(maxsize=4)
def _seat(net: bytes, rules: Rules) -> Seat:
    ending = endings_for(rules)
    return seat(
        rules, NetFiles(net, ending.data if ending else None).player(max_doubles_searched=0)
    )
