"""What a net learns when it looks a throw ahead: the mean over all throws, free of their luck."""

from __future__ import annotations

import numpy as np
from numba import njit

from backgammon_tui.training.board import Array, RuleNumbers
from backgammon_tui.training.judging import (
    Paper,
    Player,
    due_after_dice,
    value_plays,
    what_follows,
    win_class,
)
from backgammon_tui.training.net import (
    AGAIN_DUE,
    CHOICE_DUE,
    COMPLEMENT_DUE,
    DEAD,
    DRAW,
    FOUR,
    PASS,
    TWO,
    WON,
    follow_hidden,
    outcomes,
)
from backgammon_tui.training.plays import find_plays


@njit(cache=True)
def _add_best(
    rules: RuleNumbers,
    player: Player,
    board: Array,
    high: int,
    low: int,
    times: int,
    due: int,
    had: Array,
    weight: float,
    target: Array,
    sheet: Paper,
) -> float:
    """Add the chances that the best play of a stage leaves its side; what it is worth."""
    plays, values = sheet.behind, sheet.behind_values
    n, used = find_plays(rules, board, high, low, times, plays)
    full = used == times
    best = value_plays(rules, player, board, plays.found, n, full, due, had, 0, values, sheet)
    follows = what_follows(rules, plays.found, best, full, due)
    if follows == WON:
        target[win_class(plays.found[best]) - 1] += weight
    elif follows == DEAD:
        target[DRAW] += weight
    else:
        passes = follows == PASS
        base = sheet.theirs if passes else sheet.mine
        follow_hidden(player.table, board, plays.found, best, passes, base, sheet.hidden)
        outcomes(player.net, sheet.hidden, sheet.chances)
        shift = 3 if passes else 0
        for k in range(DRAW):
            target[(k + shift) % DRAW] += weight * sheet.chances[k]
        target[DRAW] += weight * sheet.chances[DRAW]
    return float(values[best])


@njit(cache=True)
def chances_ahead(
    rules: RuleNumbers,
    player: Player,
    board: Array,
    due: int,
    had: Array,
    target: Array,
    sheet: Paper,
) -> None:
    """The chances of the side that acts, after its next stage, played as the net thinks best.

    Args:
        rules: The rules as numbers.
        player: Who plays, with the table of its net as it is now.
        board: The board as the acting side sees it.
        due: What it owes: a throw, a complement, or the choice of a doublet.
        had: Whether it, and its opponent, have had their first doublet.
        target: Filled with the chances of the outcomes.
        sheet: Room to work in.
    """
    target[:] = 0
    if due == CHOICE_DUE:
        four = np.zeros_like(target)
        worth = _add_best(rules, player, board, 5, 5, FOUR, AGAIN_DUE, had, 1.0, four, sheet)
        other = _add_best(rules, player, board, 6, 6, FOUR, AGAIN_DUE, had, 1.0, target, sheet)
        if worth > other:
            target[:] = four
    elif due > COMPLEMENT_DUE:
        number = due - COMPLEMENT_DUE
        _add_best(rules, player, board, number, number, FOUR, AGAIN_DUE, had, 1.0, target, sheet)
    else:
        now = had.copy()
        for high in range(1, 7):
            for low in range(1, high + 1):
                doublet = high == low
                earned = due_after_dice(rules, high, low, not had[0])
                now[0] = had[0] or doublet
                times, weight = (FOUR, 1 / 36) if doublet else (TWO, 2 / 36)
                _add_best(
                    rules, player, board, high, low, times, earned, now, weight, target, sheet
                )
