"""Evaluation of plays by compiled players: by network, after complements, one roll ahead."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from backgammon_tui.analysis.nets import OUTCOMES
from backgammon_tui.engine import Rules
from training import codes
from training.arrays import ALL, BOARD, SIDE, Array, RuleNumbers, numbers_of
from training.compiling import compiled, inner, plain
from training.net import Net, State, begin_hidden, follow_hidden, outcomes, points
from training.plays import (
    BAR,
    HAND,
    MAX_PLAYS,
    OFF,
    PlayBuffer,
    find_plays,
    is_dead,
    play_buffer,
    turned,
)

_OTHER: Any = np.int64(SIDE)

SURE: Final = 100
"""Value added to a winning play, in points."""


class Player(NamedTuple):
    """A player: a network, random play or the heuristic."""

    kind: int
    net: Net
    table: Array
    has_late: bool
    late: Net
    """The network for late positions, see `is_late`; if there is none, `net` again."""

    late_table: Array
    max_doubles_searched: int
    """Maximum number of plays of doubles whose complement is searched."""

    candidates: int
    """Maximum number of plays searched one roll ahead; 0 for none."""

    near: float
    """Maximum number of points behind the best for such a search."""


class Scratch(NamedTuple):
    """Buffers for the evaluation of a stage."""

    plays: PlayBuffer
    behind: PlayBuffer
    """Plays of a complement after doubles, or of a roll ahead."""

    searched: Array
    """True for plays whose complement, or next rolls, were searched."""

    mine: Array
    """The hidden layer before the stage, if the same side acts after it."""

    theirs: Array
    """The hidden layer before the stage, if the opponent acts after it."""

    mine_late: Array
    theirs_late: Array
    """The same for the late network."""

    hidden: Array
    active: Array
    """Indices of the hidden units above 0."""

    chances: Array
    boards: Array
    """Buffers for two intermediate boards."""


class Seat(NamedTuple):
    """A player with the rules and its buffers."""

    rules: RuleNumbers
    player: Player
    scratch: Scratch


class Owed(NamedTuple):
    """The numbers that a side must play, and the reward for playing all of them."""

    high: int
    low: int
    times: int
    due: int


def seat(rules: Rules, player: Player) -> Seat:
    """Return a player with its own buffers."""
    units = max(len(player.net.hidden_bias), len(player.late.hidden_bias))
    scratch = Scratch(
        play_buffer(),
        play_buffer(),
        np.zeros(MAX_PLAYS, np.bool_),
        np.zeros(units, np.float32),
        np.zeros(units, np.float32),
        np.zeros(units, np.float32),
        np.zeros(units, np.float32),
        np.zeros(units, np.float32),
        np.zeros(units + 1, np.int64),
        np.zeros(OUTCOMES, np.float32),
        np.zeros((2, BOARD), np.uint8),
    )
    return Seat(numbers_of(rules), player, scratch)


@compiled(_nrt=False)
def rolled(rules: RuleNumbers, high: int, low: int, first_double: bool) -> Owed:
    """Return the first stage of a roll."""
    due = codes.PASS
    if high == low:
        if rules.complement and not (rules.first_double_face_only and first_double):
            due = codes.COMPLEMENT_DUE + 7 - high
    elif rules.one_two and high == 2 and low == 1:
        due = codes.CHOICE_DUE
    return Owed(high, low, codes.FOUR if high == low else codes.TWO, due)


@plain()
def four_of(number: int) -> Owed:
    """Return the stage of a complement, or of doubles chosen after a 2-1."""
    return Owed(number, number, codes.FOUR, codes.AGAIN_DUE)


@plain()
def code_after(rules: RuleNumbers, boards: Array, i: int, full: bool, due: int) -> int:
    """Return the code of the next stage after one with these resulting boards."""
    if boards[i, OFF] == ALL:
        return codes.WON
    if is_dead(rules, boards, i):
        return codes.DEAD
    if not full:
        return codes.PASS
    if (
        rules.entry_limits_complement
        and codes.COMPLEMENT_DUE < due < codes.CHOICE_DUE
        and boards[i, HAND] + boards[i, BAR] > 0
    ):
        return codes.PASS
    return due


@compiled(_nrt=False)
def win_class(board: Array) -> int:
    """Return the points, 1 to 3, of a win by the first side, before scoring limits apply."""
    if board[SIDE + OFF]:
        return 1
    if board[SIDE + HAND] + board[SIDE + BAR] > 0:
        return 3
    for point in range(19, 25):
        if board[SIDE + point]:
            return 3
    return 2


@plain()
def state_of(rules: RuleNumbers, due: int, had: Array, side: int) -> State:
    """Return a network's inputs other than the board, if `side` acts."""
    limited = rules.first_double_face_only
    return State(due, limited and not had[side], limited and not had[1 - side])


@compiled(_nrt=False)
def is_late(rules: RuleNumbers, board: Array) -> bool:
    """Return True for the positions that have a network of their own.

    If the sides move in opposite directions, these are the positions in which they have passed each
    other; otherwise those in which all checkers are home.
    """
    last = 0
    for first in (codes.PASS, _OTHER):
        if board[first + HAND] or board[first + BAR]:
            return False
        point = 24
        while point > 0 and board[first + point] == 0:
            point -= 1
        if rules.contrary:
            last += point
        elif point > 6:
            return False
    return last <= 24


@plain()
def value_plays(
    seat: Seat,
    board: Array,
    work: PlayBuffer,
    count: int,
    full: bool,
    due: int,
    had: Array,
    side: int,
) -> int:
    """Fill in the value of each play for its side; return the index of the best.

    A winning play is worth `SURE` more.
    """
    rules, player, scratch = seat
    net, table, boards, values = player.net, player.table, work.boards, work.values
    granted = state_of(rules, due, had, side)
    passed = state_of(rules, codes.PASS, had, 1 - side)
    begin_hidden(net, table, board, codes.YES, passed, scratch.theirs)
    if due != codes.PASS:
        begin_hidden(net, table, board, codes.NO, granted, scratch.mine)
    knows_late = codes.NO
    best = 0
    for i in range(count):
        follows = code_after(rules, boards, i, full, due)
        if follows == codes.WON:
            values[i] = SURE + min(win_class(boards[i]), rules.maximum)
        elif follows == codes.DEAD:
            values[i] = 0
        else:
            passes = follows == codes.PASS
            if player.has_late and is_late(rules, boards[i]):
                if not knows_late:
                    late, rows = player.late, player.late_table
                    begin_hidden(late, rows, board, codes.YES, passed, scratch.theirs_late)
                    begin_hidden(late, rows, board, codes.NO, granted, scratch.mine_late)
                    knows_late = codes.YES
                base = scratch.theirs_late if passes else scratch.mine_late
                follow_hidden(player.late_table, board, boards, i, passes, base, scratch.hidden)
                outcomes(player.late, scratch.hidden, scratch.active, scratch.chances)
            else:
                base = scratch.theirs if passes else scratch.mine
                follow_hidden(table, board, boards, i, passes, base, scratch.hidden)
                outcomes(net, scratch.hidden, scratch.active, scratch.chances)
            worth = points(scratch.chances, rules.maximum)
            values[i] = -worth if passes else worth
        if values[i] > values[best]:
            best = i
    return best


@plain()
def chances_of(seat: Seat, board: Array, due: int, had: Array, side: int, chances: Array) -> None:
    """Fill in the chances of the side that acts. The board is in its numbering."""
    rules, player, scratch = seat
    state = state_of(rules, due, had, side)
    if player.has_late and is_late(rules, board):
        begin_hidden(player.late, player.late_table, board, codes.NO, state, scratch.hidden)
        outcomes(player.late, scratch.hidden, scratch.active, chances)
    else:
        begin_hidden(player.net, player.table, board, codes.NO, state, scratch.hidden)
        outcomes(player.net, scratch.hidden, scratch.active, chances)


@plain()
def worth_of(
    seat: Seat, board: Array, stage: Owed, had: Array, side: int, work: PlayBuffer
) -> tuple[float, int, bool]:
    """Return the value of a stage's best play, its index, and True if it uses all numbers."""
    count, used = find_plays(seat.rules, board, stage.high, stage.low, stage.times, work)
    full = used == stage.times
    best = value_plays(seat, board, work, count, full, stage.due, had, side)
    return work.values[best], best, full


@compiled()
def leads(seat: Seat, board: Array, had: Array, margins: Array) -> None:
    """Fill in the points by which the best play of each roll exceeds the second best.

    The value is 0 if the best play wins at once or is the only one.

    Args:
        board: The board in the numbering of the side that rolls.
        had: True for a side that has rolled its first doubles, the rolling side first.
        margins: Receives the points by higher and lower number.
    """
    plays, values = seat.scratch.plays, seat.scratch.plays.values
    side = int(np.int64(0))  # A literal 0 would make numba compile all called functions again.
    now = had.copy()
    for high in range(1, 7):
        for low in range(1, high + 1):
            stage = rolled(seat.rules, high, low, not had[side])
            now[side] = had[side] or high == low
            count, used = find_plays(seat.rules, board, high, low, stage.times, plays)
            full = used == stage.times
            best = value_plays(seat, board, plays, count, full, stage.due, now, side)
            margins[high, low] = 0
            if count > 1 and values[best] < SURE / 2:
                second = np.float32(-SURE)
                for i in range(count):
                    if i != best:
                        second = max(second, values[i])
                margins[high, low] = values[best] - second


@plain()
def without_sure(value: float) -> float:
    """Return the points of a play without the bonus of a win."""
    return value - SURE if value > SURE / 2 else value


@inner()
def over_rolls(
    seat: Seat, board: Array, had: Array, side: int, rolled_high: int, rolled_low: int
) -> tuple[float, float]:
    """Return the average value of the best plays over all rolls, and the value for one roll."""
    total = here = 0.0
    now = had.copy()
    for high in range(1, 7):
        for low in range(1, high + 1):
            stage = rolled(seat.rules, high, low, not had[side])
            now[side] = had[side] or high == low
            value = without_sure(worth_of(seat, board, stage, now, side, seat.scratch.behind)[0])
            total += value * (1 if high == low else 2)
            if high == rolled_high and low == rolled_low:
                here = value
    return total / 36, here


@compiled()
def expected(seat: Seat, board: Array, had: Array, side: int) -> float:
    """Return the average value of the best plays over all rolls, for the side that rolls."""
    return over_rolls(seat, board, had, side, codes.PASS, codes.PASS)[0]


@plain()
def best_double(seat: Seat, board: Array, had: Array, side: int) -> int:
    """Return 5 or 6, the doubles chosen after a 2-1."""
    plays = seat.scratch.plays
    fives, _, _ = worth_of(seat, board, four_of(5), had, side, plays)
    sixes, _, _ = worth_of(seat, board, four_of(6), had, side, plays)
    return 5 if fives > sixes else 6


@plain()
def search_doubles(seat: Seat, count: int, due: int, had: Array, side: int) -> int:
    """Search the complements of the best plays of doubles, store their values, and return the
    best."""
    rules, player, scratch = seat
    values, boards, searched = scratch.plays.values, scratch.plays.boards, scratch.searched
    for i in range(count):
        searched[i] = False
    for _ in range(min(player.max_doubles_searched, count)):
        face = codes.NO_PLAY
        for i in range(count):
            if not searched[i] and (face < 0 or values[i] > values[face]):
                face = i
        searched[face] = True
        if code_after(rules, boards, face, codes.YES, due) == due:
            complement = four_of(due - codes.COMPLEMENT_DUE)
            values[face] = worth_of(seat, boards[face], complement, had, side, scratch.behind)[0]
    best = 0
    for i in range(count):
        if values[i] > values[best]:
            best = i
    return best


@inner()
def ahead(seat: Seat, i: int, full: bool, due: int, had: Array, side: int) -> float:
    """Return the value of a play one roll ahead; the best complement follows doubles."""
    rules, _, scratch = seat
    follows = code_after(rules, scratch.plays.boards, i, full, due)
    here = scratch.boards[0]
    for at in range(BOARD):
        here[at] = scratch.plays.boards[i, at]
    if codes.COMPLEMENT_DUE < follows < codes.CHOICE_DUE:
        complement = four_of(follows - codes.COMPLEMENT_DUE)
        value, best, full = worth_of(seat, here, complement, had, side, scratch.behind)
        follows = code_after(rules, scratch.behind.boards, best, full, codes.AGAIN_DUE)
        if follows in (codes.WON, codes.DEAD):
            return value
        for at in range(BOARD):
            here[at] = scratch.behind.boards[best, at]
    elif follows in (codes.WON, codes.DEAD, codes.CHOICE_DUE):
        return scratch.plays.values[i]
    if follows == codes.AGAIN_DUE:
        return expected(seat, here, had, side)
    there = scratch.boards[1]
    turned(here, there)
    return -expected(seat, there, had, 1 - side)


@inner()
def best_ahead(
    seat: Seat, count: int, full: bool, due: int, had: Array, side: int, best: int
) -> int:
    """Return the best play after a search of the close candidates one roll ahead."""
    values, looked_at = seat.scratch.plays.values, seat.scratch.searched
    minimum = values[best] - seat.player.near
    if values[best] > SURE / 2:
        return best
    for i in range(count):
        looked_at[i] = False
    chosen = best
    maximum = -1e30
    for _ in range(min(seat.player.candidates, count)):
        top = codes.NO_PLAY
        for i in range(count):
            if not looked_at[i] and values[i] > minimum and (top < 0 or values[i] > values[top]):
                top = i
        if top < 0:
            break
        looked_at[top] = True
        value = ahead(seat, top, full, due, had, side)
        if value > maximum:
            maximum, chosen = value, top
    return chosen
