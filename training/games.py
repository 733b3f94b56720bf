"""Games between compiled players: networks, random play, and a simple heuristic for comparison."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

import numpy as np

from backgammon_tui.analysis.nets import COUNTS, OUTCOMES, Grade, NetChoice, NoNet, chosen, manifest
from backgammon_tui.engine import Rules, Side
from training import codes, judging
from training.arrays import (
    ALL,
    BOARD,
    CHOOSE,
    KEEP,
    SIDE,
    TRAPPED,
    Array,
    RuleNumbers,
    board_of,
    encoding,
)
from training.compiling import compiled, inner, plain
from training.judging import Player, Seat
from training.net import DRAW, Net, points, swap_sides, table_of
from training.net_files import unpacked
from training.plays import BAR, HAND, OFF, PlayBuffer, across, find_plays, turned

NET, CHANCE, THUMB = range(3)

MAX_STATES: Final = 4000
"""Maximum number of stages of a game; a longer one ends with its last value."""


@inner()
def _next(random: Array) -> np.uint64:
    """Return the next number of a splitmix64 sequence."""
    random[0] += np.uint64(0x9E3779B97F4A7C15)
    z = random[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.uint64(z ^ (z >> np.uint64(31)))


@inner()
def below(random: Array, limit: int) -> int:
    """Return a random number from 0 to below `limit`, uniform to one part in 2**32."""
    high = _next(random) >> np.uint64(32)
    return int(np.int64(high * np.uint64(limit) >> np.uint64(32)))


@inner()
def seed_of(seed: int, game: int) -> np.uint64:
    """Return the initial random state of one game."""
    return np.uint64(seed) * np.uint64(0xD1342543DE82EF95) + np.uint64(game) * np.uint64(
        0xDA942042E4DD58B5
    )


class Story(NamedTuple):
    """The states of a game, recorded for training."""

    boards: Array
    dues: Array
    doubles: Array
    sides: Array
    """Number of the side that acts: 0 or 1."""

    chances: Array
    """Chances predicted by the network."""

    length: Array


def story() -> Story:
    """Return an empty story with room for the longest game."""
    return Story(
        np.zeros((MAX_STATES, BOARD), np.uint8),
        np.zeros(MAX_STATES, np.int64),
        np.zeros((MAX_STATES, 2), np.bool_),
        np.zeros(MAX_STATES, np.int64),
        np.zeros((MAX_STATES, OUTCOMES), np.float32),
        np.zeros(1, np.int64),
    )


def beginning(rules: Rules) -> Array:
    """Return the board at the start of a game."""
    return board_of(rules.start.position, Side.WHITE)


def net_player(
    net: Net,
    max_doubles_searched: int = 8,
    candidates: int = 0,
    near: float = 0.12,
    late: Net | None = None,
) -> Player:
    """Return a player that uses a network, and another for late positions if given."""
    table = _table(net)
    late_table = table if late is None else _table(late)
    return Player(
        NET,
        net,
        table,
        late is not None,
        late or net,
        late_table,
        max_doubles_searched,
        candidates,
        near,
    )


class NetFiles(NamedTuple):
    """The file of a network, and that of the network for late positions if there is one."""

    main: bytes
    late: bytes | None = None

    def player(self, max_doubles_searched: int = 8, candidates: int = 0) -> Player:
        """Return a player that uses these networks."""
        late = None if self.late is None else unpacked(self.late)
        return net_player(unpacked(self.main), max_doubles_searched, candidates, late=late)


def files_of(rules: Rules, grade: Grade, choices: Sequence[NetChoice]) -> NetFiles:
    """Return the networks among `choices` that play a game."""
    ending = None
    if grade is Grade.FULL:
        with suppress(NoNet):
            ending = chosen(choices, rules, Grade.ENDING).data
    return NetFiles(chosen(choices, rules, grade).data, ending)


def bundled(rules: Rules, grade: Grade = Grade.FULL) -> NetFiles:
    """Return the networks with which the program plays a game."""
    return files_of(rules, grade, manifest())


def _table(net: Net) -> Array:
    table = np.zeros((BOARD * COUNTS, len(net.hidden_bias)), np.float32)
    table_of(net, encoding(), table)
    return table


def simple_player(kind: int, net: Net) -> Player:
    """Return a player that uses no network; `net` only fills the field."""
    table = np.zeros((1, 1), np.float32)
    return Player(kind, net, table, False, net, table, 0, 0, 0.0)


@compiled()
def choose(
    seat: Seat, board: Array, count: int, full: bool, due: int, had: Array, side: int, random: Array
) -> int:
    """Return the index of the play that a player chooses."""
    player, plays = seat.player, seat.scratch.plays
    if count == 1:
        return 0
    if player.kind == CHANCE:
        return below(random, count)
    if player.kind == THUMB:
        return best_by_thumb(seat.rules, plays.boards, count)[0]
    best = judging.value_plays(seat, board, plays, count, full, due, had, side)
    if player.max_doubles_searched and full and codes.COMPLEMENT_DUE < due < codes.CHOICE_DUE:
        best = judging.search_doubles(seat, count, due, had, side)
    if player.candidates:
        return judging.best_ahead(seat, count, full, due, had, side, best)
    return best


@inner()
def _chosen_double(seat: Seat, board: Array, had: Array, side: int, random: Array) -> int:
    if seat.player.kind == CHANCE:
        return 5 + below(random, 2)
    if seat.player.kind == THUMB:
        return double_by_thumb(seat.rules, board, seat.scratch.plays)
    return judging.best_double(seat, board, had, side)


@inner()
def _keeps(
    seat: Seat, board: Array, high: int, low: int, had: Array, side: int, random: Array
) -> bool:
    """Return True if the opener keeps the roll."""
    rules, player, scratch = seat
    if rules.opening != CHOOSE:
        return rules.opening == KEEP
    if player.kind == CHANCE:
        return below(random, 2) == 0
    if player.kind == THUMB:
        return high + low >= 8
    stage = judging.rolled(rules, high, low, codes.YES)
    kept, _, _ = judging.worth_of(seat, board, stage, had, side, scratch.plays)
    judging.chances_of(seat, board, codes.AGAIN_DUE, had, side, scratch.chances)
    return kept > points(scratch.chances, rules.maximum)


@inner()
def _note(seat: Seat, board: Array, due: int, had: Array, side: int, record: Story) -> None:
    """Record the state in which a side acts."""
    n = record.length[0]
    for i in range(BOARD):
        record.boards[n, i] = board[i]
    record.dues[n] = due
    record.sides[n] = side
    state = judging.state_of(seat.rules, due, had, side)
    record.doubles[n, 0] = state.first_double
    record.doubles[n, 1] = state.other_first_double
    judging.chances_of(seat, board, due, had, side, record.chances[n])
    record.length[0] = n + 1


@compiled()
def play_game(
    start: Array,
    white: Seat,
    black: Seat,
    seed: int,
    game: int,
    learns: bool,
    record: Story,
    result: Array,
) -> int:
    """Play one game.

    Args:
        learns: True to record the states.
        record: The story to record them in.
        result: Receives the chances of the outcomes for side 0. One of them is 1 unless the
            game was cut short.

    Returns:
        Number of stages played.
    """
    rules = white.rules
    random = np.zeros(1, np.uint64)
    random[0] = seed_of(seed, game)
    record.length[0] = 0
    result[:] = 0
    board = start.copy()
    other = np.zeros(BOARD, np.uint8)
    had = np.zeros(2, np.bool_)
    # If the last winner starts, about one game in fifteen begins without a previous winner.
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
        opener = white if side == 0 else black
        high, low = max(first, second), min(first, second)
        kept = _keeps(opener, board, high, low, had, side, random)
    if learns:
        _note(white, board, codes.AGAIN_DUE, had, side, record)
    stages = 0
    while True:
        actor = white if side == 0 else black
        if not kept:
            first = 1 + below(random, 6)
            second = 1 + below(random, 6)
        kept = False
        stage = judging.rolled(rules, max(first, second), min(first, second), not had[side])
        had[side] = had[side] or first == second
        while True:
            plays = actor.scratch.plays
            n, used = find_plays(rules, board, stage.high, stage.low, stage.times, plays)
            full = used == stage.times
            at = choose(actor, board, n, full, stage.due, had, side, random)
            follows = judging.code_after(rules, plays.boards, at, full, stage.due)
            for i in range(BOARD):
                board[i] = plays.boards[at, i]
            stages += 1
            if follows == codes.WON:
                result[(0 if side == 0 else 3) + judging.win_class(board) - 1] = 1
                return stages
            if follows == codes.DEAD:
                result[DRAW] = 1
                return stages
            if follows == codes.PASS:
                turned(board, other)
                board, other = other, board
                side = 1 - side
            if learns:
                due_now = codes.AGAIN_DUE if follows == codes.PASS else follows
                _note(white, board, due_now, had, side, record)
            if stages >= MAX_STATES - 2:
                judging.chances_of(actor, board, codes.AGAIN_DUE, had, side, result)
                if side == 1:
                    swap_sides(result)
                return stages
            if follows in (codes.PASS, codes.AGAIN_DUE):
                break
            number = follows - codes.COMPLEMENT_DUE
            if follows == codes.CHOICE_DUE:
                number = _chosen_double(actor, board, had, side, random)
            stage = judging.four_of(number)


def stories(
    rules: Rules, who: Seat, seed: int, games: Iterable[int]
) -> Iterator[tuple[Story, Array]]:
    """Play games of one player against itself; yield the story and result of each.

    Each story is overwritten by the next.
    """
    record, result, start = story(), np.zeros(OUTCOMES, np.float32), beginning(rules)
    for game in games:
        play_game(start, who, who, seed, game, codes.YES, record, result)
        yield record, result


# ---- the simple heuristic


@plain()
def thumb_value(rules: RuleNumbers, board: Array) -> float:
    """Return the value of a board by a simple heuristic: pips, blots, points and hits.

    Every pip counts one. A blot costs four, or eight if an opposing checker has yet to pass it. A
    closed point is worth three, or six in the home board and where the opponent enters. A hit or
    trapped checker costs its side ten more.
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
def best_by_thumb(rules: RuleNumbers, boards: Array, count: int) -> tuple[int, float]:
    """Return the best play by the heuristic, and its value."""
    best = 0
    best_value = -1e30
    for i in range(count):
        value = 1e6 if boards[i, OFF] == ALL else thumb_value(rules, boards[i])
        if value > best_value:
            best, best_value = i, value
    return best, best_value


@plain()
def double_by_thumb(rules: RuleNumbers, board: Array, work: PlayBuffer) -> int:
    """Return 5 or 6: the doubles with the better board by the heuristic, in which an extra roll
    counts 20."""
    maximum = -1e30
    chosen = 6
    for number in (6, 5):
        n, used = find_plays(rules, board, number, number, codes.FOUR, work)
        value = best_by_thumb(rules, work.boards, n)[1] + (20 if used == 4 else 0)
        if value > maximum:
            maximum, chosen = value, number
    return chosen
