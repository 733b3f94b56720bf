"""Games between compiled players: nets, chance, and a rule of thumb."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numba import njit

from backgammon_tui.analysis.inputs import COUNTS, HIDDEN, OUTCOMES
from backgammon_tui.training.board import BOARD, CHOOSE, KEEP, Array, RuleNumbers, encoding
from backgammon_tui.training.chance import below, seed_of
from backgammon_tui.training.judging import (
    Paper,
    Player,
    best_ahead,
    chances_of,
    due_after_dice,
    search_faces,
    state_of,
    value_plays,
    what_follows,
    win_class,
    worth_of,
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
    YES,
    Net,
    points,
    swap_sides,
    table_of,
)
from backgammon_tui.training.plays import find_plays, turned
from backgammon_tui.training.thumb import best_by_thumb, doublet_by_thumb

NET, CHANCE, THUMB = range(3)

MOST_STATES: Final = 4000
"""A game that reaches so many stages is broken off and judged by its last value."""


class Story(NamedTuple):
    """The states of a game, for learning."""

    boards: Array
    dues: Array
    doublets: Array
    sides: Array
    """Who acts: 0 or 1."""

    chances: Array
    """What the net thought."""

    length: Array


def story() -> Story:
    """Room for the longest game."""
    return Story(
        np.zeros((MOST_STATES, BOARD), np.uint8),
        np.zeros(MOST_STATES, np.int64),
        np.zeros((MOST_STATES, 2), np.bool_),
        np.zeros(MOST_STATES, np.int64),
        np.zeros((MOST_STATES, OUTCOMES), np.float32),
        np.zeros(1, np.int64),
    )


def net_player(net: Net, faces: int = 8, candidates: int = 0, near: float = 0.12) -> Player:
    """A player that follows a net."""
    table = np.zeros((BOARD * COUNTS, HIDDEN), np.float32)
    table_of(net, encoding(), table)
    return Player(NET, net, table, faces, candidates, near)


def simple_player(kind: int, net: Net) -> Player:
    """A player of another kind; the net only fills its place."""
    return Player(kind, net, np.zeros((BOARD * COUNTS, HIDDEN), np.float32), 0, 0, 0.0)


@njit(cache=True)
def choose(
    rules: RuleNumbers,
    player: Player,
    board: Array,
    count: int,
    full: bool,
    due: int,
    had: Array,
    side: int,
    random: Array,
    sheet: Paper,
) -> int:
    """Which of the plays found a player chooses."""
    if count == 1:
        return 0
    found, values = sheet.plays.found, sheet.values
    if player.kind == CHANCE:
        return below(random, count)
    if player.kind == THUMB:
        return best_by_thumb(rules, found, count)[0]
    best = value_plays(rules, player, board, found, count, full, due, had, side, values, sheet)
    if player.faces and full and COMPLEMENT_DUE < due < CHOICE_DUE:
        best = search_faces(rules, player, count, due, had, side, sheet)
    if player.candidates:
        return best_ahead(rules, player, count, full, due, had, side, best, sheet)
    return best


@njit(cache=True)
def _chosen_doublet(
    rules: RuleNumbers,
    player: Player,
    board: Array,
    had: Array,
    side: int,
    random: Array,
    sheet: Paper,
) -> int:
    """Four 5s or four 6s after a 1-2."""
    if player.kind == CHANCE:
        return 5 + below(random, 2)
    if player.kind == THUMB:
        return doublet_by_thumb(rules, board, sheet.plays)
    plays, values = sheet.plays, sheet.values
    worth = np.zeros(7)
    for number in range(5, 7):
        worth[number], _, _ = worth_of(
            rules, player, board, number, number, FOUR, AGAIN_DUE, had, side, plays, values, sheet
        )
    return 5 if worth[5] > worth[6] else 6


@njit(cache=True)
def _keeps(
    rules: RuleNumbers,
    player: Player,
    board: Array,
    high: int,
    low: int,
    had: Array,
    side: int,
    random: Array,
    sheet: Paper,
) -> bool:
    """Whether the opener keeps its two numbers."""
    if rules.opening != CHOOSE:
        return rules.opening == KEEP
    if player.kind == CHANCE:
        return below(random, 2) == 0
    if player.kind == THUMB:
        return high + low >= 8
    due = due_after_dice(rules, high, low, YES)
    kept, _, _ = worth_of(
        rules, player, board, high, low, TWO, due, had, side, sheet.plays, sheet.values, sheet
    )
    chances_of(rules, player, board, AGAIN_DUE, had, side, sheet.chances, sheet)
    return kept > points(sheet.chances, rules.most)


@njit(cache=True)
def _note(
    rules: RuleNumbers,
    player: Player,
    board: Array,
    due: int,
    had: Array,
    side: int,
    told: Story,
    sheet: Paper,
) -> None:
    """Write down the state in which a side acts."""
    n = told.length[0]
    for i in range(BOARD):
        told.boards[n, i] = board[i]
    told.dues[n] = due
    told.sides[n] = side
    state = state_of(rules, due, had, side)
    told.doublets[n, 0] = state.first_doublet
    told.doublets[n, 1] = state.other_first_doublet
    chances_of(rules, player, board, due, had, side, told.chances[n], sheet)
    told.length[0] = n + 1


@njit(cache=True)
def play_game(
    rules: RuleNumbers,
    start: Array,
    white: Player,
    black: Player,
    seed: int,
    game: int,
    learns: bool,
    told: Story,
    sheet: Paper,
    result: Array,
) -> int:
    """Play one game.

    Args:
        rules: The rules as numbers.
        start: The board before the first throw.
        white: Who plays side 0.
        black: Who plays side 1.
        seed: Where the chance of a series of games begins.
        game: The number of the game in it.
        learns: Whether the states are to be written down.
        told: Where they are.
        sheet: Room to work in.
        result: Filled with the chances of the outcomes as side 0 sees them, one of them 1
            unless the game was broken off.

    Returns:
        How many stages were played.
    """
    random = np.zeros(1, np.uint64)
    random[0] = seed_of(seed, game)
    told.length[0] = 0
    result[:] = 0
    board = start.copy()
    other = np.zeros(BOARD, np.uint8)
    had = np.zeros(2, np.bool_)
    # Where the last winner starts, one game in fifteen or so begins with nobody before it.
    if rules.winner_starts and below(random, 16):
        side = below(random, 2)
        kept = False
        first = second = 0
    else:
        first = second = 0
        while first == second:
            first = 1 + below(random, 6)
            second = 1 + below(random, 6)
        side = 0 if first > second else 1
        kept = _keeps(
            rules,
            white if side == 0 else black,
            board,
            max(first, second),
            min(first, second),
            had,
            side,
            random,
            sheet,
        )
    if learns:
        _note(rules, white, board, AGAIN_DUE, had, side, told, sheet)
    stages = 0
    while True:
        player = white if side == 0 else black
        if not kept:
            first = 1 + below(random, 6)
            second = 1 + below(random, 6)
        kept = False
        high, low = max(first, second), min(first, second)
        times = 4 if high == low else 2
        due = due_after_dice(rules, high, low, not had[side])
        if high == low:
            had[side] = True
        while True:
            n, used = find_plays(rules, board, high, low, times, sheet.plays)
            full = used == times
            at = choose(rules, player, board, n, full, due, had, side, random, sheet)
            follows = what_follows(rules, sheet.plays.found, at, full, due)
            for i in range(BOARD):
                board[i] = sheet.plays.found[at, i]
            stages += 1
            if follows == WON:
                result[(0 if side == 0 else 3) + win_class(board) - 1] = 1
                return stages
            if follows == DEAD:
                result[DRAW] = 1
                return stages
            if follows == PASS:
                turned(board, other)
                board, other = other, board
                side = 1 - side
            if learns:
                due_now = AGAIN_DUE if follows == PASS else follows
                _note(rules, white, board, due_now, had, side, told, sheet)
            if stages >= MOST_STATES - 2:
                chances_of(rules, player, board, AGAIN_DUE, had, side, result, sheet)
                if side == 1:
                    swap_sides(result)
                return stages
            if follows in (PASS, AGAIN_DUE):
                break
            if follows == CHOICE_DUE:
                high = low = _chosen_doublet(rules, player, board, had, side, random, sheet)
            else:
                high = low = follows - COMPLEMENT_DUE
            times = 4
            due = AGAIN_DUE
