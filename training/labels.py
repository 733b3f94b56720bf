"""Positions of self-play with their values one roll ahead: the labels of supervised training.

A network is fitted to the results of its own search, so each new network is worth about a roll of
lookahead more than the last one.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from backgammon_tui.analysis.nets import OUTCOMES
from backgammon_tui.engine import Rules
from training import codes, judging
from training.arrays import BOARD, Array, RuleNumbers
from training.compiling import compiled, inner, plain
from training.games import below, seed_of, stories
from training.judging import Owed, Seat
from training.net import DRAW, swap_sides
from training.plays import find_plays, turned


class States(NamedTuple):
    """States in which a side acts, one a row."""

    boards: Array
    """Boards in the numbering of the side that acts."""

    dues: Array
    """Its next action, by code."""

    doubles: Array
    """True for the acting side, and for its opponent, if the next doubles are its first and the
    rules limit these."""

    def at(self, rows: Array) -> States:
        """Return the states of these rows."""
        return States(*(array[rows] for array in self))

    @classmethod
    def joined(cls, parts: list[States]) -> States:
        return cls(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


SECOND_CHOICES: Final = 0.4
"""Fraction of the states that follow a play which is not the best. Self-play alone seldom meets
the positions that mistakes lead to."""

NEAR: Final = 0.15
"""Maximum number of points by which such a play is worse than the best."""

_DRAWS: Final = np.int64(12)
"""Number of random draws for such a play."""

STATES_PER_GAME: Final = 40
"""Number of states taken from one game, at most, because neighbouring states are alike."""


@compiled()
def after_second_choices(seat: Seat, states: States, seed: int, after: States, kept: Array) -> None:
    """Follow each state by a random roll and a play that is not the best.

    Args:
        states: States before a roll.
        after: Receives the states after the play.
        kept: Receives True for each of them in which the game continues.
    """
    rules, plays = seat.rules, seat.scratch.plays
    random = np.zeros(1, np.uint64)
    had = np.zeros(2, np.bool_)
    side = int(np.int64(0))
    for i in range(len(states.boards)):
        random[0] = seed_of(seed, i)
        had[0], had[1] = not states.doubles[i, 0], not states.doubles[i, 1]
        first, second = 1 + below(random, 6), 1 + below(random, 6)
        stage = judging.rolled(rules, max(first, second), min(first, second), not had[0])
        had[0] = had[0] or first == second
        count, used = find_plays(rules, states.boards[i], stage.high, stage.low, stage.times, plays)
        full = used == stage.times
        best = judging.value_plays(seat, states.boards[i], plays, count, full, stage.due, had, side)
        at = best
        for _ in range(_DRAWS):
            drawn = below(random, count)
            if drawn != best and plays.values[drawn] > plays.values[best] - NEAR:
                at = drawn
                break
        follows = judging.code_after(rules, plays.boards, at, full, stage.due)
        kept[i] = follows not in (codes.WON, codes.DEAD) and plays.values[best] < judging.SURE / 2
        passes = follows == codes.PASS
        if passes:
            turned(plays.boards[at], after.boards[i])
            after.dues[i] = codes.AGAIN_DUE
        else:
            for place in range(BOARD):
                after.boards[i, place] = plays.boards[at, place]
            after.dues[i] = follows
        state = judging.state_of(rules, codes.PASS, had, 1 if passes else 0)
        after.doubles[i, 0], after.doubles[i, 1] = state.first_double, state.other_first_double


def collect(rules: Rules, who: Seat, seed: int, wanted: int) -> tuple[States, int]:
    """Return different states of self-play in random order, and the number of games.

    Args:
        who: The player, which evaluates plays without lookahead.
        wanted: Number of states. Repeated states count once, so slightly fewer are returned.
    """
    random = np.random.default_rng(seed)
    met: list[States] = []
    drawn, game = 0, 0
    while drawn < wanted:
        for record, _ in stories(rules, who, seed, range(game, game + 500)):
            rows = random.permutation(int(record.length[0]))[:STATES_PER_GAME]
            met.append(States(record.boards, record.dues, record.doubles).at(rows))
            drawn += len(rows)
        game += 500
    played = States.joined(met)
    rolls = played.at(np.flatnonzero(played.dues == codes.AGAIN_DUE))
    after, kept = States(*map(np.zeros_like, rolls)), np.zeros(len(rolls.boards), np.bool_)
    after_second_choices(who, rolls, seed, after, kept)
    strange = after.at(random.permutation(np.flatnonzero(kept))[: int(wanted * SECOND_CHOICES)])
    usual = played.at(random.permutation(len(played.boards))[: wanted - len(strange.boards)])
    states = States.joined([usual, strange])
    rows = np.concatenate([states.boards, states.dues[:, None], states.doubles], axis=1)
    keys = np.ascontiguousarray(rows, np.uint8).view([("", np.uint8)] * (BOARD + 3)).ravel()
    _, different = np.unique(keys, return_index=True)
    return states.at(random.permutation(different)), game


@plain()
def _add(sums: Array, chances: Array, weight: float, swaps: bool) -> None:
    """Add chances with a weight, as seen by the other side if `swaps`."""
    if swaps:
        swap_sides(chances)
    for k in range(OUTCOMES):
        sums[k] += np.float32(weight) * chances[k]


@inner()
def _play_owed(seat: Seat, board: Array, stage: Owed, had: Array, side: int) -> int:
    """Play a stage and everything owed after it by the best plays.

    Args:
        board: The board, changed in place and still in the numbering of the side.

    Returns:
        The code of the next event: a roll of either side, or the end of the game.
    """
    plays = seat.scratch.plays
    while True:
        _, best, full = judging.worth_of(seat, board, stage, had, side, plays)
        follows = judging.code_after(seat.rules, plays.boards, best, full, stage.due)
        for place in range(BOARD):
            board[place] = plays.boards[best, place]
        if follows in (codes.WON, codes.DEAD, codes.PASS, codes.AGAIN_DUE):
            return follows
        stage = judging.four_of(_number(seat, board, follows, had, side))


@inner()
def _number(seat: Seat, board: Array, due: int, had: Array, side: int) -> int:
    """Return the number that a side must play four times."""
    if due == codes.CHOICE_DUE:
        return judging.best_double(seat, board, had, side)
    return int(due - codes.COMPLEMENT_DUE)


@inner()
def _leaf(seat: Seat, board: Array, follows: int, had: Array, side: int, chances: Array) -> bool:
    """Fill in the chances after a stage; return True if they are those of the other side."""
    if follows in (codes.WON, codes.DEAD):
        for k in range(OUTCOMES):
            chances[k] = 0
        chances[DRAW if follows == codes.DEAD else judging.win_class(board) - 1] = 1
        return False
    if follows == codes.AGAIN_DUE:
        judging.chances_of(seat, board, codes.AGAIN_DUE, had, side, chances)
        return False
    other = seat.scratch.boards[1]
    turned(board, other)
    judging.chances_of(seat, other, codes.AGAIN_DUE, had, 1 - side, chances)
    return True


@inner()
def _over_rolls(
    seat: Seat, start: Array, had: Array, side: int, board: Array, chances: Array, sums: Array
) -> None:
    """Fill in the average chances after the best plays of all rolls, for the side that rolls."""
    now = had.copy()
    for k in range(OUTCOMES):
        sums[k] = 0
    for high in range(1, 7):
        for low in range(1, high + 1):
            stage = judging.rolled(seat.rules, high, low, not had[side])
            now[side] = had[side] or high == low
            for place in range(BOARD):
                board[place] = start[place]
            follows = _play_owed(seat, board, stage, now, side)
            swaps = _leaf(seat, board, follows, now, side, chances)
            _add(sums, chances, (1 if high == low else 2) / 36, swaps)


@compiled()
def look_ahead(seat: Seat, states: States, first: int, until: int, labels: Array) -> None:
    """Fill in the chances of the outcomes one roll ahead, for the side that acts in each state.

    A side that owes a stage plays it first.

    Args:
        first: Number of the first row.
        until: Number of the row after the last.
    """
    had = np.zeros(2, np.bool_)
    owner = int(np.int64(0))
    start, board = np.zeros(BOARD, np.uint8), np.zeros(BOARD, np.uint8)
    chances, sums = np.zeros(OUTCOMES, np.float32), np.zeros(OUTCOMES, np.float32)
    for i in range(first, until):
        had[0], had[1] = not states.doubles[i, 0], not states.doubles[i, 1]
        for place in range(BOARD):
            start[place] = states.boards[i, place]
        due, side = states.dues[i], owner
        for k in range(OUTCOMES):
            labels[i, k] = 0
        if due != codes.AGAIN_DUE:
            stage = judging.four_of(_number(seat, start, due, had, owner))
            due = _play_owed(seat, start, stage, had, owner)
            if due in (codes.WON, codes.DEAD):
                _leaf(seat, start, due, had, owner, chances)
                _add(labels[i], chances, 1.0, False)
                continue
            if due == codes.PASS:
                turned(start, board)
                for place in range(BOARD):
                    start[place] = board[place]
                side = 1 - owner
        _over_rolls(seat, start, had, side, board, chances, sums)
        _add(labels[i], sums, 1.0, side != owner)


@compiled()
def late_rows(rules: RuleNumbers, boards: Array, late: Array) -> None:
    """Fill in for each board whether it belongs to the network for late positions."""
    for i in range(len(boards)):
        late[i] = judging.is_late(rules, boards[i])


@compiled()
def without_lookahead(seat: Seat, states: States, values: Array) -> None:
    """Fill in the chances of the outcomes without lookahead."""
    had = np.zeros(2, np.bool_)
    side = int(np.int64(0))
    for i in range(len(states.boards)):
        had[0], had[1] = not states.doubles[i, 0], not states.doubles[i, 1]
        judging.chances_of(seat, states.boards[i], states.dues[i], had, side, values[i])
