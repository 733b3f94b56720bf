"""Targets of learning a throw ahead: the mean over all throws, free of their luck."""

from __future__ import annotations

import numpy as np

from backgammon_tui.analysis.features import OUTCOMES
from training import codes, judging
from training.arrays import Array
from training.compiling import compiled, inner
from training.judging import Seat
from training.net import DRAW, follow_hidden, outcomes


@inner()
def _add_best(
    seat: Seat, board: Array, stage: judging.Owed, had: Array, weight: float, target: Array
) -> float:
    """Add the chances after the best play of a stage, and return its value."""
    player, sheet = seat.player, seat.sheet
    found = sheet.behind.found
    side = int(np.int64(0))  # With a literal 0 all that is called would be compiled again.
    value, best, full = judging.worth_of(seat, board, stage, had, side, sheet.behind)
    follows = judging.what_follows(seat.rules, found, best, full, stage.due)
    if follows == codes.WON:
        target[judging.win_class(found[best]) - 1] += weight
    elif follows == codes.DEAD:
        target[DRAW] += weight
    else:
        passes = follows == codes.PASS
        base = sheet.theirs if passes else sheet.mine
        follow_hidden(player.table, board, found, best, passes, base, sheet.hidden)
        outcomes(player.net, sheet.hidden, sheet.active, sheet.chances)
        shift = 3 if passes else 0
        for k in range(DRAW):
            target[(k + shift) % DRAW] += weight * sheet.chances[k]
        target[DRAW] += weight * sheet.chances[DRAW]
    return float(value)


@compiled()
def chances_ahead(seat: Seat, board: Array, due: int, had: Array, target: Array) -> None:
    """Fill in the chances of the side that acts, its next stage played as the net thinks best.

    Args:
        seat: The player, with the table of its net as it is now.
        board: The board as the acting side sees it.
        had: True for a side that has had its first doublet, the acting side first.
        target: Filled with the chances of the outcomes.
    """
    # Each place where `_add_best` is called costs seconds when this is compiled.
    if due > codes.COMPLEMENT_DUE:
        low = high = due - codes.COMPLEMENT_DUE
        if due == codes.CHOICE_DUE:
            low, high = 5, 6
        one, most = np.empty(OUTCOMES, np.float32), -np.inf
        for number in range(low, high + 1):
            one[:] = 0
            worth = _add_best(seat, board, judging.four_of(number), had, 1.0, one)
            if worth >= most:
                most = worth
                for k in range(OUTCOMES):
                    target[k] = one[k]
        return
    target[:] = 0
    now = had.copy()
    for high in range(1, 7):
        for low in range(1, high + 1):
            now[0] = had[0] or high == low
            weight = (1 if high == low else 2) / 36
            stage = judging.thrown(seat.rules, high, low, not had[0])
            _add_best(seat, board, stage, now, weight, target)
