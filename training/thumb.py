"""A rule of thumb to measure nets by: pips, blots, points made and checkers hit."""

from __future__ import annotations

from training import codes
from training.arrays import ALL, SIDE, TRAPPED, Array, RuleNumbers
from training.compiling import plain
from training.plays import BAR, HAND, OFF, Desk, across, find_plays


@plain()
def thumb_value(rules: RuleNumbers, board: Array) -> float:
    """Return what a rule of thumb makes of a board after a play: pips, blots, points and hits.

    Every pip counts one; a blot costs four, twice as much where an opposing checker has
    yet to pass it; a point made is worth three, six at home or where the opponent enters;
    a checker that is hit or trapped costs its side ten more.
    """
    value = 0.0
    behind = 0
    for place in (24, 23, 22, 21, 20, 19):
        behind += board[SIDE + place]
    waiting = board[SIDE + HAND] + board[SIDE + BAR]
    for point in range(1, 25):
        mine = board[point]
        theirs = board[SIDE + point]
        if mine == TRAPPED:
            value -= point + 10
        else:
            value -= point * mine
        if theirs == TRAPPED:
            value += point + 10
        else:
            value += point * theirs
        if mine == 1:
            there = across(rules, point) - SIDE
            danger = waiting
            for place in range(there + 1, 25):
                danger += min(board[SIDE + place], 15)
            value -= 8 if danger else 1
        elif 1 < mine < TRAPPED:
            value += 6 if point <= 6 or across(rules, point) - SIDE >= 19 else 3
    value -= 25 * board[HAND] + 35 * board[BAR]
    value += 25 * board[SIDE + HAND] + 35 * board[SIDE + BAR]
    return value


@plain()
def best_by_thumb(rules: RuleNumbers, found: Array, count: int) -> tuple[int, float]:
    """Return the play that the rule of thumb likes best, and how much it does."""
    best = 0
    best_value = -1e30
    for i in range(count):
        value = 1e6 if found[i, OFF] == ALL else thumb_value(rules, found[i])
        if value > best_value:
            best, best_value = i, value
    return best, best_value


@plain()
def doublet_by_thumb(rules: RuleNumbers, board: Array, work: Desk) -> int:
    """Return 5 or 6, for the better board after four of them; another throw counts 20."""
    most = -1e30
    chosen = 6
    for number in (6, 5):
        n, used = find_plays(rules, board, number, number, codes.FOUR, work)
        value = best_by_thumb(rules, work.found, n)[1] + (20 if used == 4 else 0)
        if value > most:
            most, chosen = value, number
    return chosen
