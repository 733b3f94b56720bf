"""What a net learns when it looks a throw ahead: the mean over all throws, free of their luck."""

from __future__ import annotations

import numpy as np

from backgammon_tui.training.board import Array
from backgammon_tui.training.compiling import compiled, inner
from backgammon_tui.training.judging import (
    Owed,
    Seat,
    four_of,
    thrown,
    what_follows,
    win_class,
    worth_of,
)
from backgammon_tui.training.net import (
    CHOICE_DUE,
    COMPLEMENT_DUE,
    DEAD,
    DRAW,
    PASS,
    WON,
    follow_hidden,
    outcomes,
)


@inner()
def _add_best(
    seat: Seat, board: Array, stage: Owed, had: Array, weight: float, target: Array
) -> float:
    """Add the chances that the best play of a stage leaves its side; what it is worth."""
    player, sheet = seat.player, seat.sheet
    found = sheet.behind.found
    value, best, full = worth_of(seat, board, stage, had, 0, sheet.behind)
    follows = what_follows(seat.rules, found, best, full, stage.due)
    if follows == WON:
        target[win_class(found[best]) - 1] += weight
    elif follows == DEAD:
        target[DRAW] += weight
    else:
        passes = follows == PASS
        base = sheet.theirs if passes else sheet.mine
        follow_hidden(player.table, board, found, best, passes, base, sheet.hidden)
        outcomes(player.net, sheet.hidden, sheet.chances)
        shift = 3 if passes else 0
        for k in range(DRAW):
            target[(k + shift) % DRAW] += weight * sheet.chances[k]
        target[DRAW] += weight * sheet.chances[DRAW]
    return float(value)


@compiled()
def chances_ahead(seat: Seat, board: Array, due: int, had: Array, target: Array) -> None:
    """The chances of the side that acts, after its next stage, played as the net thinks best.

    Args:
        seat: Who plays, with the table of its net as it is now.
        board: The board as the acting side sees it.
        had: Whether it, and its opponent, have had their first doublet.
        target: Filled with the chances of the outcomes.
    """
    target[:] = 0
    if due == CHOICE_DUE:
        four = np.zeros_like(target)
        worth = _add_best(seat, board, four_of(5), had, 1.0, four)
        if worth > _add_best(seat, board, four_of(6), had, 1.0, target):
            target[:] = four
    elif due > COMPLEMENT_DUE:
        _add_best(seat, board, four_of(due - COMPLEMENT_DUE), had, 1.0, target)
    else:
        now = had.copy()
        for high in range(1, 7):
            for low in range(1, high + 1):
                now[0] = had[0] or high == low
                weight = (1 if high == low else 2) / 36
                _add_best(
                    seat, board, thrown(seat.rules, high, low, not had[0]), now, weight, target
                )
