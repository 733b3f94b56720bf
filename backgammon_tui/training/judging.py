"""What compiled players take plays to be worth: by a net, behind faces, a throw ahead."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numba import njit

from backgammon_tui.analysis.inputs import HIDDEN, OUTCOMES
from backgammon_tui.training.board import ALL, BOARD, SIDE, Array, RuleNumbers
from backgammon_tui.training.net import (
    AGAIN_DUE,
    CHOICE_DUE,
    COMPLEMENT_DUE,
    DEAD,
    FOUR,
    NO,
    NO_PLAY,
    PASS,
    WON,
    YES,
    Net,
    State,
    begin_hidden,
    follow_hidden,
    outcomes,
    points,
)
from backgammon_tui.training.plays import (
    BAR,
    HAND,
    MOST_PLAYS,
    OFF,
    Desk,
    desk,
    find_plays,
    is_dead,
    turned,
)

SURE: Final = 100
"""What a play that wins is worth beside its points."""


class Player(NamedTuple):
    """Who plays: a net, chance or the rule of thumb."""

    kind: int
    net: Net
    table: Array
    faces: int
    """Behind how many of the best faces of a doublet the complement is searched."""

    candidates: int
    """How many plays are looked at a throw ahead; 0 for none."""

    near: float
    """By how many points they may be worse than the best."""


class Paper(NamedTuple):
    """Room for what is worked out of a stage."""

    plays: Desk
    behind: Desk
    """The plays of a complement behind those of its face, or of throws ahead."""

    values: Array
    behind_values: Array
    searched: Array
    """Which faces have been looked behind, or which plays a throw ahead."""

    mine: Array
    """The hidden layer before the stage, if the same side acts after it."""

    theirs: Array
    """The same if the opponent does."""

    hidden: Array
    chances: Array
    boards: Array
    """Two boards on the way."""


def paper() -> Paper:
    """Room for any stage."""
    return Paper(
        desk(),
        desk(),
        np.zeros(MOST_PLAYS, np.float32),
        np.zeros(MOST_PLAYS, np.float32),
        np.zeros(MOST_PLAYS, np.bool_),
        np.zeros(HIDDEN, np.float32),
        np.zeros(HIDDEN, np.float32),
        np.zeros(HIDDEN, np.float32),
        np.zeros(OUTCOMES, np.float32),
        np.zeros((2, BOARD), np.uint8),
    )


@njit(cache=True)
def due_after_dice(rules: RuleNumbers, high: int, low: int, first_doublet: bool) -> int:
    """What a throw earns when its first stage has been played in full."""
    if high == low:
        if rules.complement and not (rules.first_doublet_face_only and first_doublet):
            return COMPLEMENT_DUE + 7 - high
    elif rules.one_two and high == 2 and low == 1:
        return CHOICE_DUE
    return PASS


@njit(cache=True)
def what_follows(rules: RuleNumbers, boards: Array, i: int, full: bool, due: int) -> int:
    """What follows a stage that led to a board.

    Args:
        rules: The rules as numbers.
        boards: Boards as the side sees them that has played.
        i: Which of them.
        full: Whether all numbers of the stage were played.
        due: What is due after the stage if it is.
    """
    if boards[i, OFF] == ALL:
        return WON
    if is_dead(rules, boards, i):
        return DEAD
    if not full:
        return PASS
    if (
        rules.entry_limits_complement
        and COMPLEMENT_DUE < due < CHOICE_DUE
        and boards[i, HAND] + boards[i, BAR] > 0
    ):
        return PASS
    return due


@njit(cache=True)
def win_class(board: Array) -> int:
    """What a win of the first side is worth, 1 to 3, before the scale is applied."""
    if board[SIDE + OFF]:
        return 1
    if board[SIDE + HAND] + board[SIDE + BAR] > 0:
        return 3
    for point in range(19, 25):
        if board[SIDE + point]:
            return 3
    return 2


@njit(cache=True)
def state_of(rules: RuleNumbers, due: int, had: Array, side: int) -> State:
    """What the net is told when `side` acts."""
    limited = rules.first_doublet_face_only
    return State(due, limited and not had[side], limited and not had[1 - side])


@njit(cache=True)
def value_plays(
    rules: RuleNumbers,
    player: Player,
    board: Array,
    found: Array,
    count: int,
    full: bool,
    due: int,
    had: Array,
    side: int,
    values: Array,
    sheet: Paper,
) -> int:
    """Fill in what each play is worth to the side that plays; the index of the best.

    A play that wins at once is worth `SURE` more.
    """
    net, table = player.net, player.table
    granted = state_of(rules, due, had, side)
    begin_hidden(net, table, board, YES, state_of(rules, PASS, had, 1 - side), sheet.theirs)
    if due != PASS:
        begin_hidden(net, table, board, NO, granted, sheet.mine)
    best = 0
    for i in range(count):
        follows = what_follows(rules, found, i, full, due)
        if follows == WON:
            values[i] = SURE + min(win_class(found[i]), rules.most)
        elif follows == DEAD:
            values[i] = 0
        else:
            passes = follows == PASS
            follow_hidden(
                table, board, found, i, passes, sheet.theirs if passes else sheet.mine, sheet.hidden
            )
            outcomes(net, sheet.hidden, sheet.chances)
            worth = points(sheet.chances, rules.most)
            values[i] = -worth if passes else worth
        if values[i] > values[best]:
            best = i
    return best


@njit(cache=True)
def chances_of(
    rules: RuleNumbers,
    player: Player,
    board: Array,
    due: int,
    had: Array,
    side: int,
    chances: Array,
    sheet: Paper,
) -> None:
    """The chances of the side that acts, which sees the board."""
    begin_hidden(player.net, player.table, board, NO, state_of(rules, due, had, side), sheet.hidden)
    outcomes(player.net, sheet.hidden, chances)


@njit(cache=True)
def worth_of(
    rules: RuleNumbers,
    player: Player,
    board: Array,
    high: int,
    low: int,
    times: int,
    due: int,
    had: Array,
    side: int,
    work: Desk,
    values: Array,
    sheet: Paper,
) -> tuple[float, int, bool]:
    """What the best play of a stage is worth to its side, which it is, and whether it is full."""
    n, used = find_plays(rules, board, high, low, times, work)
    best = value_plays(
        rules,
        player,
        board,
        work.found,
        n,
        used == times,
        due,
        had,
        side,
        values,
        sheet,
    )
    return values[best], best, used == times


@njit(cache=True)
def without_sure(value: float) -> float:
    """The points of a play, also of one that wins."""
    return value - SURE if value > SURE / 2 else value


@njit(cache=True)
def expected(
    rules: RuleNumbers, player: Player, board: Array, had: Array, side: int, sheet: Paper
) -> float:
    """The mean over all throws of what the best play is worth to the side that throws."""
    total = 0.0
    now = had.copy()
    for high in range(1, 7):
        for low in range(1, high + 1):
            times = 4 if high == low else 2
            due = due_after_dice(rules, high, low, not had[side])
            now[side] = had[side] or high == low
            value, _, _ = worth_of(
                rules,
                player,
                board,
                high,
                low,
                times,
                due,
                now,
                side,
                sheet.behind,
                sheet.behind_values,
                sheet,
            )
            total += without_sure(value) * (1 if high == low else 2)
    return total / 36


@njit(cache=True)
def behind_face(
    rules: RuleNumbers,
    player: Player,
    face: Array,
    complement: int,
    had: Array,
    side: int,
    sheet: Paper,
) -> tuple[float, int, bool]:
    """What the best complement behind a face is worth, which it is, and whether it is full."""
    return worth_of(
        rules,
        player,
        face,
        complement,
        complement,
        FOUR,
        AGAIN_DUE,
        had,
        side,
        sheet.behind,
        sheet.behind_values,
        sheet,
    )


@njit(cache=True)
def search_faces(
    rules: RuleNumbers,
    player: Player,
    count: int,
    due: int,
    had: Array,
    side: int,
    sheet: Paper,
) -> int:
    """Look behind the best faces, put down what they are worth, and return the best play."""
    values, found, searched = sheet.values, sheet.plays.found, sheet.searched
    for i in range(count):
        searched[i] = False
    for _ in range(min(player.faces, count)):
        face = NO_PLAY
        for i in range(count):
            if not searched[i] and (face < 0 or values[i] > values[face]):
                face = i
        searched[face] = True
        if what_follows(rules, found, face, YES, due) != due:
            continue
        values[face], _, _ = behind_face(
            rules, player, found[face], due - COMPLEMENT_DUE, had, side, sheet
        )
    best = 0
    for i in range(count):
        if values[i] > values[best]:
            best = i
    return best


@njit(cache=True)
def ahead(
    rules: RuleNumbers,
    player: Player,
    i: int,
    full: bool,
    due: int,
    had: Array,
    side: int,
    sheet: Paper,
) -> float:
    """What one of the plays is worth a throw ahead, the complement behind a face played first."""
    follows = what_follows(rules, sheet.plays.found, i, full, due)
    here = sheet.boards[0]
    for at in range(BOARD):
        here[at] = sheet.plays.found[i, at]
    if COMPLEMENT_DUE < follows < CHOICE_DUE:
        value, best, full = behind_face(
            rules, player, here, follows - COMPLEMENT_DUE, had, side, sheet
        )
        follows = what_follows(rules, sheet.behind.found, best, full, AGAIN_DUE)
        if follows in (WON, DEAD):
            return value
        for at in range(BOARD):
            here[at] = sheet.behind.found[best, at]
    elif follows in (WON, DEAD, CHOICE_DUE):
        return sheet.values[i]
    if follows == AGAIN_DUE:
        return expected(rules, player, here, had, side, sheet)
    there = sheet.boards[1]
    turned(here, there)
    return -expected(rules, player, there, had, 1 - side, sheet)


@njit(cache=True)
def best_ahead(
    rules: RuleNumbers,
    player: Player,
    count: int,
    full: bool,
    due: int,
    had: Array,
    side: int,
    best: int,
    sheet: Paper,
) -> int:
    """The best of the plays when those that come near are looked at a throw ahead."""
    values, looked_at = sheet.values, sheet.searched
    least = values[best] - player.near
    if values[best] > SURE / 2:
        return best
    for i in range(count):
        looked_at[i] = False
    chosen = best
    most = -1e30
    for _ in range(min(player.candidates, count)):
        one = NO_PLAY
        for i in range(count):
            if not looked_at[i] and values[i] > least and (one < 0 or values[i] > values[one]):
                one = i
        if one < 0:
            break
        looked_at[one] = True
        value = ahead(rules, player, one, full, due, had, side, sheet)
        if value > most:
            most, chosen = value, one
    return chosen
