"""Every legal play of a stage: the hot path of the program.

What makes it fast:

* A position is one integer (see `position`), so a checker's move is one addition, and a
  position is its own key where plays that lead to the same position are merged.
* What the search asks of a position is kept in masks with one bit for each place in the
  mover's numbering (bit 0 off, 1 to 24 the points, 25 hand, 26 bar), made from the bytes
  of the integer by `bytes.translate` and `int(…, 2)`. All checkers that can move by n are
  then `own & open << n`.
* What a move changes, hits and traps included, stands ready in tables by number, effect
  and origin. Moves that do the same to the opponent are kept together as one `Way`.
* The last number of a stage makes most of the positions. They need no masks any more and
  are made in one comprehension.
* The moves of a play are made from the farthest origin to the nearest, so that hardly any
  set of moves is met twice. Two different numbers may need the other order as well, and
  so does a blot that a trapper has just left: see `_play_two` and `Outcome`.
* Moves are kept as one integer of ten bits each and become `Move` values when looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final

from backgammon_tui.engine.lanes import (
    ANY,
    ANYWHERE,
    BAR,
    BEYOND_HOME,
    HAND,
    ON_POINTS,
    PLACES_IN,
    STUCK,
    Lane,
    Outcome,
    lane_of,
)
from backgammon_tui.engine.moves import SIDES, STEP_BITS, Move, pack, steps_of, unpack
from backgammon_tui.engine.position import PACKED_BYTES, PLACES, TRAPPED, Position, Side
from backgammon_tui.engine.rules import Rules

# Looking a member up in its class takes longer than reading a mask.
BLACK: Final = Side.BLACK


class Play(tuple[int, int]):
    """Everything done with the numbers of a stage: its moves and where they lead.

    A tuple of the packed position and the packed moves, because thousands are made for
    every one that is looked at.
    """

    __slots__ = ()

    @classmethod
    def of(cls, moves: Sequence[Move], position: Position) -> Play:
        """Return some moves, at least one, that lead to a position as a play."""
        path = 1 + SIDES.index(moves[0].side)
        for move in moves:
            path = path << STEP_BITS | pack(move)
        return cls((position.packed, path))

    @property
    def side(self) -> Side:
        """The side that plays."""
        return SIDES[self[1].bit_length() % STEP_BITS - 1]

    @property
    def position(self) -> Position:
        """The position after the play."""
        return Position(self[0])

    @property
    def moves(self) -> tuple[Move, ...]:
        """One sequence of moves that reaches the position; empty where none is possible."""
        side = self.side
        return tuple(unpack(side, step) for step in reversed(steps_of(self[1])))

    def __repr__(self) -> str:
        return f"<Play {self.side.value} {self.moves} to {self.position}>"


def legal_plays(
    rules: Rules, position: Position, side: Side, numbers: Sequence[int]
) -> Sequence[Play]:
    """Return all legal plays of `side` with the numbers of a stage, one for each position reached.

    As many of the numbers as possible are played, in any order; if only one of two can
    be, the higher where the rules ask for it. A play that bears off the last checker is
    full however many numbers it used.

    Args:
        numbers: Two different numbers from 1 to 6, or one to four equal ones.

    Returns:
        The plays, in an order that depends on the arguments alone; where no number can
        be played, one play without moves.

    Raises:
        ValueError: if the numbers are no stage's, or the position not of this game.
    """
    return list(map(Play, packed_plays(rules, position, side, numbers).items()))


def packed_plays(
    rules: Rules, position: Position, side: Side, numbers: Sequence[int]
) -> dict[int, int]:
    """Return the plays of `legal_plays`: packed positions, each with the packed moves to it."""
    stage = stage_numbers(numbers)
    board, start = read_board(rules, position, side)
    if stage[0] == stage[-1]:
        return _play_equal(board, start, stage)
    return _play_two(board, start, stage, rules.higher_number)


_MOST_NUMBERS: Final = 4
_STAGES: Final = {
    numbers: tuple(sorted(numbers, reverse=True))
    for numbers in [
        *((n,) * count for n in range(1, 7) for count in range(1, 1 + _MOST_NUMBERS)),
        *product(range(1, 7), repeat=2),
    ]
}


_WHOLE: Final = {int}
"""`True` and 2.0 are equal to numbers, but they are none."""


def stage_numbers(numbers: Sequence[int]) -> tuple[int, ...]:
    """Return the numbers of a stage, the higher first; `ValueError` if no stage has them."""
    try:
        if len(numbers) <= _MOST_NUMBERS and {*map(type, numbers)} == _WHOLE:
            return _STAGES[tuple(numbers)]
    except (KeyError, TypeError):
        pass
    raise ValueError("the numbers of a stage are two from 1 to 6 or up to four equal ones")


def without(numbers: tuple[int, ...], number: int) -> tuple[int, ...]:
    """Return the numbers that are left when one has been played."""
    index = numbers.index(number)
    return numbers[:index] + numbers[index + 1 :]


# ---- the search


StageBoard = tuple[Lane, int, int, bool]
"""The part of a position that stays the same throughout a stage.

The lane, the points that the mover may land on, the points where it has a trapped
checker, and free entry.
"""

SearchState = tuple[int, int, int, int]
"""The part of a position that changes with every move.

The packed position, the places from which the mover has a checker to move, the opposing
checkers that stand alone (blots at the bits of their points, those that the mover traps
`PLACES` higher), and the moves so far, with room for the next.
"""

Way = tuple[int, int, int, int, list[Outcome], int]
"""Moves by one number that do the same to the opponent.

The state before them, with the move but its origin among the moves so far; the outcomes;
and the origins.
"""


def read_board(rules: Rules, position: Position, side: Side) -> tuple[StageBoard, SearchState]:
    """Return the masks of a position, refusing one that is not of this game."""
    if type(side) is not Side:
        raise ValueError("a side is Side.WHITE or Side.BLACK")
    lane = lane_of(rules.direction, rules.landing, side is BLACK)
    packed = position.packed
    raw = packed.to_bytes(PACKED_BYTES, "big")
    mine, theirs = raw[lane.mine], raw[lane.theirs]
    own = int(mine.translate(ANY), 2) & ~1
    alone = int(theirs.translate(lane.alone), 2) & ON_POINTS
    closed = int(theirs.translate(lane.closed), 2) & ON_POINTS
    stuck = held = 0
    if TRAPPED in raw:
        stuck = int(mine.translate(STUCK), 2)
        held = int(theirs.translate(STUCK), 2)
        if not lane.may_trap or stuck & ~(alone | closed) or held & ~own or stuck & held:
            rules.check(position)
    if own & (alone | closed):
        rules.check(position)
    board = (lane, ON_POINTS & ~(closed | stuck), stuck, rules.free_entry)
    return board, (packed, own, alone & ~stuck | held << PLACES, lane.path << STEP_BITS)


def origins_by(board: StageBoard, own: int, number: int) -> int:
    """Return the places from which a checker may move by the number."""
    _, open_, stuck, free_entry = board
    if own >= BAR:
        return BAR & open_ << number + 1
    if own >= HAND and not free_entry:
        return HAND & open_ << number
    origins = own & open_ << number
    standing = own | stuck
    if standing < BEYOND_HOME and own:
        origins |= own & 1 << number
        if standing >> number == 0:
            origins |= own & 1 << standing.bit_length() - 1
    return origins


def ways_by(board: StageBoard, state: SearchState, number: int, among: int = ANYWHERE) -> list[Way]:
    """Return the moves by the number from some origins, sorted by what they do."""
    packed, own, alone, path = state
    lane = board[0]
    origins = origins_by(board, own, number) & among
    freeing = 0
    if alone > ON_POINTS:
        held = origins & alone >> PLACES
        for origin in PLACES_IN[held]:
            if packed >> lane.shifts[origin] & 0xFF == 1:
                freeing |= 1 << origin
    blots = alone << number + (own >= BAR)
    found = []
    for some, outcomes in (origins ^ freeing, lane.outcomes), (freeing, lane.freeing):
        if some:
            (step, plain), landings = outcomes[number]
            if some & ~blots:
                found.append((packed, own, alone, path | step, plain, some & ~blots))
            if some & blots:
                found += [
                    (packed, own, alone, path | step, table, some & blots)
                    for step, table in landings
                ]
    return found


def _follow(board: StageBoard, ways: list[Way], number: int, farther: int = 0) -> list[Way]:
    """Return the moves by the number that can follow others, from the same origin or a nearer one.

    With `farther` they may also be made from these origins.
    """
    lane, open_, _, _ = board
    shifts = lane.shifts
    (plain_step, plain), landings = lane.outcomes[number]
    reaching = open_ << number
    found: list[Way] = []
    add = found.append
    for packed, own, alone, path, outcomes, origins in ways:
        for origin in PLACES_IN[origins]:
            added, stay, landing, changed, following = outcomes[
                origin if packed >> shifts[origin] & 0xFF != 1 else origin + PLACES
            ]
            moved = packed + added
            left = own & stay | landing
            loose = alone ^ changed
            so_far = (path | origin) << STEP_BITS
            following |= farther
            if not BEYOND_HOME <= left < HAND or (
                loose > ON_POINTS and left & following & loose >> PLACES
            ):
                found += ways_by(board, (moved, left, loose, so_far), number, following)
                continue
            # What `ways_by` does, where nothing is entered, borne off or freed.
            following &= left & reaching
            blots = following & loose << number
            if blots:
                for step, table in landings:
                    add((moved, left, loose, so_far | step, table, blots))
                following ^= blots
            if following:
                add((moved, left, loose, so_far | plain_step, plain, following))
    return found


def positions_after(ways: list[Way]) -> dict[int, int]:
    """Return the packed positions after the moves, each with all the moves that led to it."""
    return {
        packed + outcomes[origin][0]: path | origin
        for packed, _, _, path, outcomes, origins in ways
        for origin in PLACES_IN[origins]
    }


def _play_equal(board: StageBoard, start: SearchState, numbers: tuple[int, ...]) -> dict[int, int]:
    """Return the positions after as many moves by the same number as can be made."""
    ways = ways_by(board, start, numbers[0])
    shorter: list[Way] = []
    for number in numbers[1:]:
        following = _follow(board, ways, number)
        if not following:
            break
        shorter += ways
        ways = following
    return _full(board, start, ways, shorter)


def _play_two(
    board: StageBoard, start: SearchState, numbers: tuple[int, ...], higher_number: bool
) -> dict[int, int]:
    """Return the positions after both of two different numbers, or the one that can be played."""
    high, low = numbers
    _, own, alone, _ = start
    by_high = ways_by(board, start, high)
    outside = own // BEYOND_HOME
    if own < HAND and outside & outside - 1:
        # Nothing is entered or borne off, so the order hardly matters. Everything is tried
        # with the higher number first. The lower one is played first only by a checker
        # that moves on with the higher and could not the other way round or hits on one
        # of the ways, and by one that leaves or joins a trapper.
        both = _follow(board, by_high, low, ANYWHERE)
        reached, held = board[1] << high, alone >> PLACES
        twice = reached << low & (~reached | alone << low | alone << high)
        among = own & (twice | held | held << low)
        if among:
            both += _follow(board, ways_by(board, start, low, among), high, ANYWHERE)
        if both:
            return positions_after(both)
    by_low = ways_by(board, start, low)
    # What frees a checker may be followed by a move from farther away that hits it.
    farther = ANYWHERE if alone > ON_POINTS else 0
    both = _follow(board, by_high, low, farther) + _follow(board, by_low, high, farther)
    one = by_high + by_low
    return _full(board, start, both or (by_high if higher_number else []) or one, one)


def _full(
    board: StageBoard, start: SearchState, ways: list[Way], shorter: list[Way]
) -> dict[int, int]:
    """Return the positions after the longest plays, and after shorter ones that win."""
    packed, own, _, path = start
    found = positions_after(ways) or {packed: path >> STEP_BITS}
    if own.bit_count() < _MOST_NUMBERS:
        side = board[0].side
        for packed, path in positions_after(shorter).items():
            if Position(packed).has_borne_off_all(side):
                found[packed] = path
    return found


def deepest(board: StageBoard, ways: list[Way], numbers: tuple[int, ...]) -> int:
    """Return how many numbers can be played, one by these ways and then the others in order.

    Stops at the first full play.
    """
    if not ways or not numbers:
        return len(ways[:1])
    best = 1
    for way in ways:
        following = _follow(board, [way], numbers[0])
        best = max(best, 1 + deepest(board, following, numbers[1:]))
        if best > len(numbers):
            break
    return best
