"""Rollouts by compiled players: the same idea as `analysis.rollout`, fifty times as fast."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numba import njit

from backgammon_tui.analysis.rollout import Unit
from backgammon_tui.engine import Rules
from backgammon_tui.training.board import BOARD, Array, RuleNumbers, board_of, numbers_of
from backgammon_tui.training.chance import below, seed_of
from backgammon_tui.training.export import unpacked
from backgammon_tui.training.judging import (
    Paper,
    Player,
    chances_of,
    due_after_dice,
    paper,
    what_follows,
    without_sure,
    worth_of,
)
from backgammon_tui.training.net import (
    AGAIN_DUE,
    CHOICE_DUE,
    COMPLEMENT_DUE,
    DEAD,
    PASS,
    WON,
    points,
)
from backgammon_tui.training.playing import net_player
from backgammon_tui.training.plays import turned


@njit(cache=True)
def _play_stage(
    rules: RuleNumbers,
    player: Player,
    board: Array,
    high: int,
    low: int,
    times: int,
    due: int,
    had: Array,
    side: int,
    sheet: Paper,
) -> tuple[float, int]:
    """Make the best play on the board; what it is worth, and what follows it."""
    value, best, full = worth_of(
        rules, player, board, high, low, times, due, had, side, sheet.plays, sheet.values, sheet
    )
    follows = what_follows(rules, sheet.plays.found, best, full, due)
    for at in range(BOARD):
        board[at] = sheet.plays.found[best, at]
    return without_sure(value), follows


@njit(cache=True)
def _play_what_is_due(
    rules: RuleNumbers, player: Player, board: Array, due: int, had: Array, side: int, sheet: Paper
) -> tuple[float, int]:
    """Play the complement or the doublet that a side owes; what it is worth, what follows."""
    number = due - COMPLEMENT_DUE
    if due == CHOICE_DUE:
        worth = np.zeros(2)
        for i in range(2):
            value, _, _ = worth_of(
                rules,
                player,
                board,
                5 + i,
                5 + i,
                4,
                AGAIN_DUE,
                had,
                side,
                sheet.plays,
                sheet.values,
                sheet,
            )
            worth[i] = value
        number = 5 if worth[0] > worth[1] else 6
    return _play_stage(rules, player, board, number, number, 4, AGAIN_DUE, had, side, sheet)


@njit(cache=True)
def _luck(
    rules: RuleNumbers,
    player: Player,
    board: Array,
    thrown: tuple[int, int],
    had: Array,
    side: int,
    sheet: Paper,
) -> float:
    """What the best play of a throw is worth, less the mean over all throws."""
    total = 0.0
    here = 0.0
    now = had.copy()
    for high in range(1, 7):
        for low in range(1, high + 1):
            due = due_after_dice(rules, high, low, not had[side])
            now[side] = had[side] or high == low
            value, _, _ = worth_of(
                rules,
                player,
                board,
                high,
                low,
                4 if high == low else 2,
                due,
                now,
                side,
                sheet.behind,
                sheet.behind_values,
                sheet,
            )
            value = without_sure(value)
            total += value * (1 if high == low else 2)
            if high == thrown[0] and low == thrown[1]:
                here = value
    return here - total / 36


@njit(cache=True)
def play_on(
    rules: RuleNumbers,
    player: Player,
    start: Array,
    due: int,
    had: Array,
    seed: int,
    first: int,
    cut: int,
    results: Array,
    sheet: Paper,
) -> None:
    """Play on from a state, less the luck of the dice.

    Args:
        rules: The rules as numbers.
        player: Who plays both sides; it must not look behind faces or a throw ahead.
        start: The board as the side sees it that acts.
        due: What that side owes.
        had: Who has thrown a first doublet; the side that acts comes first.
        seed: Where chance begins.
        first: The number of the first game; the first throws of 36 games are all different.
        cut: After how many throws the net judges.
        results: Filled with the points of each game for the side that acts at first.
        sheet: Room to work in.
    """
    random = np.zeros(1, np.uint64)
    for i in range(len(results)):
        game = first + i
        random[0] = seed_of(seed, game)
        board, now, side, owed = start.copy(), had.copy(), 0, due
        luck = 0.0
        throws = 0
        while True:
            sign = 1 if side == 0 else -1
            if owed > COMPLEMENT_DUE:
                value, owed = _play_what_is_due(rules, player, board, owed, now, side, sheet)
            elif throws == cut:
                chances_of(rules, player, board, AGAIN_DUE, now, side, sheet.chances, sheet)
                results[i] = sign * points(sheet.chances, rules.most) - luck
                break
            else:
                one, other = 1 + below(random, 6), 1 + below(random, 6)
                if throws == 0:
                    one, other = 1 + game % 6, 1 + game // 6 % 6
                throws += 1
                high, low = max(one, other), min(one, other)
                luck += sign * _luck(rules, player, board, (high, low), now, side, sheet)
                earned = due_after_dice(rules, high, low, not now[side])
                if high == low:
                    now[side] = True
                times = 4 if high == low else 2
                value, owed = _play_stage(
                    rules, player, board, high, low, times, earned, now, side, sheet
                )
            if owed in (WON, DEAD):
                results[i] = sign * value - luck
                break
            if owed == PASS:
                turned(board, sheet.boards[0])
                for at in range(BOARD):
                    board[at] = sheet.boards[0, at]
                side, owed = 1 - side, AGAIN_DUE


def play_unit(unit: Unit) -> tuple[float, ...]:
    """What `analysis.rollout.play_unit` does, by the compiled player."""
    rules, player, sheet = _room(unit.net, unit.rules)
    spot = unit.spot
    had = np.array([side in spot.had_doublet for side in (spot.side, spot.side.other)])
    results = np.zeros(len(unit.games))
    play_on(
        rules,
        player,
        board_of(spot.position, spot.side),
        AGAIN_DUE + spot.owes,
        had,
        unit.seed,
        unit.games.start,
        unit.cut,
        results,
        sheet,
    )
    return tuple(map(float, results))


@lru_cache(maxsize=4)
def _room(net: bytes, rules: Rules) -> tuple[RuleNumbers, Player, Paper]:
    return numbers_of(rules), net_player(unpacked(net), faces=0), paper()
