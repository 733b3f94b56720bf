"""Legal plays of a stage, compiled: the same positions as `engine.legal_plays`."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from training.arrays import ALL, BOARD, SIDE, TRAPPED, WORDS, Array, RuleNumbers
from training.compiling import compiled, plain

MAX_PLAYS: Final = 1 << 15
_SLOTS: Final = 1 << 17
_MAX_SINGLE: Final = 64
"""Maximum number of moves by one number, without traps and hits."""

OFF, HAND, BAR, ENTRY = 0, 25, 26, 25

_NONE: Any = np.int64(0)
_ONE: Any = np.int64(1)
_OTHER: Any = np.int64(SIDE)
_UNORDERED: Any = np.bool_(False)
"""Empty arrays instead of literals, because numba compiles a function again for each literal."""


class Frontier(NamedTuple):
    """Boards, also viewed as 64-bit words, and the origins of their last moves."""

    boards: Array
    words: Array
    last: Array


class PlayBuffer(NamedTuple):
    boards: Array
    """Boards after each play."""

    words: Array
    """The same boards as 64-bit words."""

    values: Array
    """Values of the plays, for evaluators."""

    before: Frontier
    after: Frontier
    """Intermediate boards before and after a number."""

    won: Frontier
    slots: Array
    """Hash table of the boards found."""

    round: Array
    """Number of the search, which avoids clearing the hash table."""

    places: Array


def _frontier(size: int) -> Frontier:
    boards = np.zeros((size, BOARD), np.uint8)
    return Frontier(boards, boards.view(np.uint64), np.zeros(size, np.int64))


def play_buffer() -> PlayBuffer:
    """Return buffers for the plays of any stage."""
    frontier = _frontier(MAX_PLAYS)
    return PlayBuffer(
        frontier.boards,
        frontier.words,
        np.zeros(MAX_PLAYS, np.float32),
        _frontier(MAX_PLAYS),
        _frontier(MAX_PLAYS),
        _frontier(_MAX_SINGLE),
        np.zeros((_SLOTS, 2), np.int64),
        np.zeros(1, np.int64),
        np.zeros(32, np.int64),
    )


@plain()
def across(rules: RuleNumbers, point: int) -> int:
    """Return the byte of the opponent's checkers on a point in the mover's numbering."""
    return SIDE + (25 - point if rules.contrary else point)


@plain()
def _is_open(rules: RuleNumbers, boards: Array, i: int, first: int, point: int) -> bool:
    """Return True if checkers of the side whose bytes begin at `first` may land on a point."""
    theirs = boards[i, across(rules, point) - first]
    return (theirs <= 1 or theirs == TRAPPED) and boards[i, first + point] != TRAPPED


@plain()
def _may_leave(boards: Array, i: int, origin: int) -> bool:
    return 0 < boards[i, origin] < TRAPPED


@plain()
def _origins(rules: RuleNumbers, boards: Array, i: int, number: int, origins: Array) -> int:
    """Fill in the places from which a checker may move by the number, farthest first."""
    n = 0
    if boards[i, BAR] or boards[i, HAND]:
        if _is_open(rules, boards, i, _NONE, ENTRY - number):
            origins[0] = BAR if boards[i, BAR] else HAND
            n = 1
        if boards[i, BAR] or not rules.free_entry:
            return n
    for origin in range(24, number, -1):
        if _may_leave(boards, i, origin) and _is_open(rules, boards, i, _NONE, origin - number):
            origins[n] = origin
            n += 1
    if boards[i, HAND]:
        return n
    top = 24
    while top > 0 and boards[i, top] == 0:
        top -= 1
    if 0 < top <= 6:
        leaving = min(number, top)
        if _may_leave(boards, i, leaving):
            origins[n] = leaving
            n += 1
    return n


@plain()
def _move(rules: RuleNumbers, boards: Array, i: int, origin: int, number: int) -> bool:
    """Move a checker, hitting; return True if it landed on a blot."""
    boards[i, origin] -= 1
    if boards[i, origin] == 0 and origin < HAND and boards[i, across(rules, origin)] == TRAPPED:
        boards[i, across(rules, origin)] = 1
    target = min(origin, ENTRY) - number
    if target <= 0:
        boards[i, OFF] += 1
        return False
    boards[i, target] += 1
    there = across(rules, target)
    if boards[i, there] != 1:
        return False
    boards[i, there] = 0
    boards[i, SIDE + BAR] += 1
    return True


@plain()
def _step(
    rules: RuleNumbers,
    source: Frontier,
    first: int,
    until: int,
    number: int,
    ordered: bool,
    target: Frontier,
    n: int,
    places: Array,
) -> int:
    """Add all boards after one more number, and return the new count.

    If moves are ordered, a checker may only move from the last move's origin or from a nearer one,
    so each set of moves of equal numbers is found only once.
    """
    for i in range(first, until):
        ways = _origins(rules, source.boards, i, number, places)
        for j in range(ways):
            origin = places[j]
            if ordered and origin > source.last[i]:
                continue
            if n + 2 > len(target.last):
                raise ValueError("more plays than there is room for")
            for w in range(WORDS):
                target.words[n, w] = source.words[i, w]
            target.last[n] = origin
            hit = _move(rules, target.boards, n, origin, number)
            n += 1
            if hit and rules.trapping:
                for w in range(WORDS):
                    target.words[n, w] = target.words[n - 1, w]
                target.boards[n, across(rules, min(origin, ENTRY) - number)] = TRAPPED
                target.boards[n, SIDE + BAR] -= 1
                target.last[n] = origin
                n += 1
    return n


@plain()
def _add(work: PlayBuffer, words: Array, first: int, until: int, n: int) -> int:
    now = work.round[0]
    for i in range(first, until):
        key = np.uint64(0x9E3779B97F4A7C15)
        for w in range(WORDS):
            key = (key ^ words[i, w]) * np.uint64(0xBF58476D1CE4E5B9)
            key ^= key >> np.uint64(29)
        slot = np.int64(key & np.uint64(_SLOTS - 1))
        known = False
        while work.slots[slot, 0] == now:
            other = work.slots[slot, 1]
            known = True
            for w in range(WORDS):
                if work.words[other, w] != words[i, w]:
                    known = False
            if known:
                break
            slot = (slot + 1) & (_SLOTS - 1)
        if known:
            continue
        if n == MAX_PLAYS:
            raise ValueError("more plays than there is room for")
        work.slots[slot, 0] = now
        work.slots[slot, 1] = n
        for w in range(WORDS):
            work.words[n, w] = words[i, w]
        n += 1
    return n


@plain()
def _keep_wins(source: Frontier, count: int, won: Frontier, wins: int) -> int:
    """Keep the boards on which the mover has borne off everything, and return their count."""
    for i in range(count):
        if source.boards[i, OFF] == ALL and wins < _MAX_SINGLE:
            for w in range(WORDS):
                won.words[wins, w] = source.words[i, w]
            wins += 1
    return wins


@plain()
def _find_equal(rules: RuleNumbers, number: int, times: int, work: PlayBuffer) -> tuple[int, int]:
    before, after = work.before, work.after
    count = _ONE
    numbers_used = 0
    wins = _NONE
    while numbers_used < times:
        n = _step(
            rules, before, _NONE, count, number, not rules.trapping, after, _NONE, work.places
        )
        if n == 0:
            break
        numbers_used += 1
        if rules.trapping and numbers_used < times:
            work.round[0] += 1
            n = _add(work, after.words, _NONE, n, _NONE)
            for i in range(n):
                for w in range(WORDS):
                    after.words[i, w] = work.words[i, w]
        before, after = after, before
        count = n
        if numbers_used < times:
            wins = _keep_wins(before, count, work.won, wins)
    work.round[0] += 1
    n = _add(work, before.words, _NONE, count, _NONE)
    return _add(work, work.won.words, _NONE, wins, n), numbers_used


@plain()
def _find_two(rules: RuleNumbers, high: int, low: int, work: PlayBuffer) -> tuple[int, int]:
    before, after, ones = work.before, work.after, work.won
    work.round[0] += 1
    places, free = work.places, _UNORDERED
    by_high = _step(rules, before, _NONE, _ONE, high, free, ones, _NONE, places)
    by_both = _step(rules, before, _NONE, _ONE, low, free, ones, by_high, places)
    two = _step(rules, ones, _NONE, by_high, low, free, after, _NONE, places)
    two = _step(rules, ones, by_high, by_both, high, free, after, two, places)
    n = _add(work, after.words, _NONE, two, _NONE)
    if n:
        numbers_used = 2
    elif by_both:
        numbers_used = 1
        until = by_high if rules.higher_number and by_high else by_both
        n = _add(work, ones.words, _NONE, until, _NONE)
    else:
        return _add(work, before.words, _NONE, _ONE, _NONE), 0
    # A win with one number is as good as a full play.
    for i in range(by_both):
        if ones.boards[i, OFF] == ALL:
            n = _add(work, ones.words, i, i + 1, n)
    return n, numbers_used


@compiled(_nrt=False)
def find_plays(
    rules: RuleNumbers, board: Array, high: int, low: int, times: int, work: PlayBuffer
) -> tuple[int, int]:
    """Find all legal plays of a stage, as boards in `play_buffer.boards`.

    Returns:
        Number of plays, and number of dice numbers they use, not counting winning plays.
    """
    for at in range(BOARD):
        work.before.boards[0, at] = board[at]
    work.before.last[0] = BAR
    if high == low:
        return _find_equal(rules, high, times, work)
    return _find_two(rules, high, low, work)


@plain()
def can_move(rules: RuleNumbers, boards: Array, i: int, first: int) -> bool:
    """Return True if the side whose bytes begin at `first` could move with any number."""
    if boards[i, first + BAR] or boards[i, first + HAND]:
        for number in range(1, 7):
            if _is_open(rules, boards, i, first, ENTRY - number):
                return True
        if boards[i, first + BAR] or not rules.free_entry:
            return False
    standing = False
    for origin in range(24, 0, -1):
        standing = standing or (boards[i, first + origin] > 0 and origin > 6)
        if _may_leave(boards, i, first + origin):
            for target in range(max(origin - 6, 1), origin):
                if _is_open(rules, boards, i, first, target):
                    return True
            if not standing and not boards[i, first + HAND]:
                return True
    return False


@compiled(_nrt=False)
def turned(board: Array, target: Array) -> None:
    """Write the board in the numbering of the other side."""
    for i in range(SIDE):
        target[i] = board[SIDE + i]
        target[SIDE + i] = board[i]


@compiled(_nrt=False)
def is_dead(rules: RuleNumbers, boards: Array, i: int) -> bool:
    """Return True if no checker of either side could ever move."""
    return not (can_move(rules, boards, i, _NONE) or can_move(rules, boards, i, _OTHER))
