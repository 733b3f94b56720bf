"""Every legal play of a stage: the hot path of the program.

What makes it fast:

* A position is one integer (see `position`), so a checker's step is the addition of a
  delta found in a table, and a position is its own key when plays that lead to the same
  position are merged.
* What the search asks of a position is kept in masks with one bit for each place in the
  mover's numbering (bit 0 off, 1 to 24 the points, 25 hand, 26 bar), made from the bytes
  of the integer by `bytes.translate` and `int(…, 2)`. All checkers that can move by n are
  then `own & open << n`.
* The last number of a stage makes most of the positions. It is played in one
  comprehension for all checkers whose landing changes nothing but their own places;
  hits, traps and freed checkers take the slower way.
* The numbers are played from the farthest origin to the nearest, so that no set of moves
  is met twice: whatever can be played in another order can be played in this one. Only
  a checker that has been freed makes a farther origin worth a second look.
* Moves are kept as one integer of ten bits each and become `Move` values when looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import repeat
from typing import Final

from backgammon_tui.engine.position import (
    CHECKERS,
    FIELD_BITS,
    PACKED_BYTES,
    PLACES,
    POINTS,
    TRAPPED,
    Place,
    Position,
    Side,
    field,
)
from backgammon_tui.engine.rules import Direction, Rules


class Effect(Enum):
    """What a move does to an opposing checker that stands alone where it lands."""

    NOTHING = 0
    HIT = 1
    TRAP = 2


@dataclass(frozen=True, slots=True)
class Move:
    """One checker moved by one number."""

    side: Side

    origin: int
    """A point 1 to 24 in the mover's numbering, `Place.HAND` or `Place.BAR`."""

    target: int
    """A point 1 to 24 in the mover's numbering or `Place.OFF`."""

    number: int
    """The number that is used, 1 to 6."""

    effect: Effect = Effect.NOTHING


class Play(tuple[Side, int, int]):
    """Everything done with the numbers of a stage: its moves and where they lead.

    A tuple of side, packed position and packed moves, because thousands are made for
    every one that is looked at.
    """

    __slots__ = ()

    @property
    def side(self) -> Side:
        """The side that plays."""
        return self[0]

    @property
    def position(self) -> Position:
        """The position after the play."""
        return Position(self[1])

    @property
    def moves(self) -> tuple[Move, ...]:
        """One sequence of moves that reaches the position; empty where none is possible."""
        side, _, path = self
        moves = []
        while path:
            moves.append(_unpack(side, path & _STEP))
            path >>= _STEP_BITS
        return tuple(reversed(moves))

    def __repr__(self) -> str:
        return f"<Play {self.side.value} {self.moves} to {self.position}>"


def legal_plays(
    rules: Rules, position: Position, side: Side, numbers: Sequence[int]
) -> Sequence[Play]:
    """All legal plays of `side` with the numbers of a stage, one for each position reached.

    As many of the numbers as possible are played, in any order; if only one of two can
    be, the higher where the rules ask for it. A play that bears off the last checker is
    full however many numbers it used.

    Args:
        rules: The rules of the game.
        position: The position before the play.
        side: The side that plays.
        numbers: Two different numbers from 1 to 6, or one to four equal ones.

    Returns:
        The plays, in an order that depends on the arguments alone; where no number can
        be played, one play without moves.

    Raises:
        ValueError: if the numbers are no stage's, or the position not of this game.
    """
    stage = _stage(numbers)
    board, start = _read(rules, position, side)
    if len(stage) == 2 and stage[0] != stage[1]:
        found = _play_two(board, start, stage, rules.higher_number)
    else:
        found = _play_equal(board, start, stage[0], len(stage))
    if not found:
        found[position.packed] = 0
    return list(map(Play, zip(repeat(side), found, found.values())))


def legal_moves(
    rules: Rules,
    position: Position,
    side: Side,
    numbers: Sequence[int],
    made: Sequence[Move] = (),
) -> tuple[Move, ...]:
    """The moves that continue `made` towards a full legal play of the numbers.

    Args:
        rules: The rules of the game.
        position: The position before the first of the moves made.
        side: The side that plays.
        numbers: All numbers of the stage, as for `legal_plays`.
        made: Moves already made in this stage; each must have been legal.

    Returns:
        The next moves, far origins first; empty when the play is full.

    Raises:
        ValueError: as `legal_plays`.
    """
    stage = list(_stage(numbers))
    owed = most_playable(rules, position, side, stage)
    left = stage.copy()
    for move in made:
        position = after(rules, position, move)
        left.remove(move.number)
    if len(made) >= owed or position.has_borne_off_all(side):
        return ()
    candidates = single_moves(rules, position, side, left)
    if owed == 1 and rules.higher_number:
        highest = max(move.number for move in candidates)
        candidates = tuple(
            move
            for move in candidates
            if move.number == highest or after(rules, position, move).has_borne_off_all(side)
        )
    return tuple(
        move for move in candidates if _leads_on(rules, position, move, left, owed - len(made) - 1)
    )


def single_moves(
    rules: Rules, position: Position, side: Side, numbers: Iterable[int]
) -> tuple[Move, ...]:
    """All moves of one checker with one of the numbers, far origins first.

    Only what the checker itself may do is asked; whether the move fits into a full play
    is not.
    """
    board, start = _read(rules, position, side)
    moves = [
        _unpack(side, state[5])
        for number in sorted(set(numbers), reverse=True)
        for state in _successors(board, start, number)
    ]
    return tuple(sorted(moves, key=lambda move: (-move.origin, -move.number)))


def most_playable(rules: Rules, position: Position, side: Side, numbers: Sequence[int]) -> int:
    """How many of a stage's numbers can be played, 0 to all of them.

    A play that bears off the last checker may use fewer than this.
    """
    if not numbers:
        return 0
    board, start = _read(rules, position, side)
    return _deepest(board, start, _stage(numbers))


def after(rules: Rules, position: Position, move: Move) -> Position:
    """The position after one move, which must be possible."""
    board, start = _read(rules, position, move.side)
    step = _pack(move.origin, move.number, move.effect)
    for state in _successors(board, start, move.number):
        if state[5] == step:
            return Position(state[0])
    raise ValueError(f"{move} is not possible in {position}")


def can_move(rules: Rules, position: Position, side: Side) -> bool:
    """Whether any checker of `side` could make any move with any number."""
    board, start = _read(rules, position, side)
    return any(_origins(board, start[1], number) for number in range(1, 7))


# ---- masks and tables


_BAR: Final = 1 << Place.BAR
_HAND: Final = 1 << Place.HAND
_ON_POINTS: Final = (1 << POINTS + 1) - 2
_BEYOND_HOME: Final = 1 << 7
_ENTRY: Final = POINTS + 1
_NOT_OFF: Final = ~1


def _marks(counts: Iterable[int]) -> bytes:
    """A translation that makes these bytes the digit 1 and all others 0."""
    return bytes(ord("1") if byte in counts else ord("0") for byte in range(256))


_ANY: Final = _marks(range(1, CHECKERS + 1))
_TWO_OR_MORE: Final = _marks(range(2, CHECKERS + 1))
_STUCK: Final = _marks([TRAPPED])

_HALF: Final = 14


def _bits_by_mask(first: int, bits: int) -> list[tuple[int, ...]]:
    """For each mask of so many bits the places it holds, high to low, counted from first."""
    table: list[tuple[int, ...]] = [()]
    for place in range(first, first + bits):
        table += [(place, *places) for places in table]
    return table


_LOW_BITS: Final = _bits_by_mask(0, _HALF)
_HIGH_BITS: Final = _bits_by_mask(_HALF, PLACES - _HALF)
_LOW_MASK: Final = (1 << _HALF) - 1


class _Lane:
    """The tables of one side in one direction: what each step adds to a position."""

    def __init__(self, direction: Direction, side: Side) -> None:
        def across(point: int) -> int:
            return field(
                side.other,
                point if direction is Direction.PARALLEL else _ENTRY - point,
            )

        points = range(1, POINTS + 1)
        own = [field(side, place) for place in range(PLACES)]
        self.shifts = [FIELD_BITS * (p + (side is Side.BLACK) * PLACES) for p in range(PLACES)]
        """How far right the byte of each place lies."""
        self.steps = [
            [0 if n == 0 or p == 0 else own[_target(p, n)] - own[p] for p in range(PLACES)]
            for n in range(7)
        ]
        """By number and origin: what moving adds, bearing off included."""
        self.hits = [0, *(field(side.other, Place.BAR) - across(p) for p in points)]
        """By target: what hitting the blot there adds."""
        self.traps = [0, *((TRAPPED - 1) * across(p) for p in points)]
        """By target: what trapping the blot there adds."""
        self.is_contrary = direction is Direction.CONTRARY
        self.is_black = side is Side.BLACK


def _target(origin: int, number: int) -> int:
    """Where a number leads from a place: a point, or 0 for off."""
    return max(min(origin, _ENTRY) - number, 0)


_LANES: Final = {
    direction: (_Lane(direction, Side.WHITE), _Lane(direction, Side.BLACK))
    for direction in Direction
}
_PARALLEL: Final = _LANES[Direction.PARALLEL]
_CONTRARY: Final = _LANES[Direction.CONTRARY]

_STEP_BITS: Final = 10
_STEP: Final = (1 << _STEP_BITS) - 1
_NUMBER_SHIFT: Final = 5
_EFFECT_SHIFT: Final = 8
_HIT: Final = Effect.HIT.value << _EFFECT_SHIFT
_TRAP: Final = Effect.TRAP.value << _EFFECT_SHIFT


def _pack(origin: int, number: int, effect: Effect) -> int:
    return origin | number << _NUMBER_SHIFT | effect.value << _EFFECT_SHIFT


def _unpack(side: Side, step: int) -> Move:
    origin = step & 31
    number = step >> _NUMBER_SHIFT & 7
    return Move(side, origin, _target(origin, number), number, Effect(step >> _EFFECT_SHIFT))


_STAGES: Final = {
    numbers: tuple(sorted(numbers, reverse=True))
    for numbers in [
        *((n,) * count for n in range(1, 7) for count in range(1, 5)),
        *((a, b) for a in range(1, 7) for b in range(1, 7)),
    ]
}


def _stage(numbers: Sequence[int]) -> tuple[int, ...]:
    try:
        return _STAGES[tuple(numbers)]
    except (KeyError, TypeError):
        raise ValueError(
            "the numbers of a stage are two from 1 to 6 or up to four equal ones,"
            f" not {ascii(numbers)[:60]}"
        ) from None


_Board = tuple[_Lane, int, int, bool, bool]
"""What stays the same throughout a stage.

The lane, the points that the mover may land on, the points where it has a trapped
checker, free entry, and trapping.
"""

_State = tuple[int, int, int, int, int, int]
"""What changes with every move.

The packed position, the places from which the mover has a checker to move, the points
where a free opposing checker stands alone, the points where the mover traps one, the
origins that are still to be looked at, and the moves so far, the last in the lowest bits.
"""


def _read(rules: Rules, position: Position, side: Side) -> tuple[_Board, _State]:
    """The masks of a position, refusing one that is not of this game."""
    lanes = _CONTRARY if rules.direction is Direction.CONTRARY else _PARALLEL
    packed = position.packed
    lane = lanes[side is Side.BLACK]
    raw = packed.to_bytes(PACKED_BYTES, "big")
    mine, theirs = raw[PLACES:], raw[:PLACES]
    if lane.is_black:
        mine, theirs = theirs, mine
    back = 0
    if lane.is_contrary:
        theirs = theirs[::-1]
        back = 1
    own = int(mine.translate(_ANY), 2) & ~1
    many = int(theirs.translate(_TWO_OR_MORE), 2) >> back & _ON_POINTS
    blots = int(theirs.translate(_ANY), 2) >> back & _ON_POINTS ^ many
    stuck = held = 0
    if TRAPPED in raw:
        stuck = int(mine.translate(_STUCK), 2)
        held = int(theirs.translate(_STUCK), 2) >> back
        if not rules.trapping or stuck & ~(many | blots) or held & ~own or stuck & held:
            rules.check(position)
        blots &= ~stuck
    if own & (many | blots):
        rules.check(position)
    board = (lane, _ON_POINTS & ~(many | stuck), stuck, rules.free_entry, rules.trapping)
    return board, (packed, own, blots, held, -1, 0)


# ---- the search


def _origins(board: _Board, own: int, number: int) -> int:
    """The places from which a checker may move by the number."""
    _, open_, stuck, free_entry, _ = board
    if own >= _HAND:
        if own >= _BAR:
            return _BAR if open_ >> _ENTRY - number & 1 else 0
        if not free_entry:
            return _HAND & open_ << number
        return own & open_ << number
    origins = own & open_ << number
    standing = own | stuck
    if standing < _BEYOND_HOME and own:
        origins |= own & 1 << number
        if standing >> number == 0:
            origins |= own & 1 << standing.bit_length() - 1
    return origins


def _successors(board: _Board, state: _State, number: int) -> list[_State]:
    """The states after one move by the number, origins from the farthest."""
    packed, own, blots, held, cursor, path = state
    origins = _origins(board, own, number) & cursor
    if not origins:
        return []
    special = origins & (blots << number | held | _BAR)
    if special:
        found = _special_successors(board, state, number, special)
        origins ^= special
    else:
        found = []
    lane = board[0]
    shifts = lane.shifts
    steps = lane.steps[number]
    path = path << _STEP_BITS | number << _NUMBER_SHIFT
    for origin in _HIGH_BITS[origins >> _HALF] + _LOW_BITS[origins & _LOW_MASK]:
        bit = 1 << origin
        left = own if packed >> shifts[origin] & 0xFF != 1 else own ^ bit
        landing = bit >> number & _NOT_OFF
        found.append(
            (packed + steps[origin], left | landing, blots, held, bit | bit - 1, path | origin)
        )
    return found


def _special_successors(board: _Board, state: _State, number: int, origins: int) -> list[_State]:
    """The states after moves that hit, trap or free a checker, or enter from the bar."""
    packed, own, blots, held, _, path = state
    lane = board[0]
    path = path << _STEP_BITS | number << _NUMBER_SHIFT
    found = []
    for origin in _HIGH_BITS[origins >> _HALF] + _LOW_BITS[origins & _LOW_MASK]:
        bit = 1 << origin
        target = _target(origin, number)
        landing = 1 << target & _NOT_OFF
        moved = packed + lane.steps[number][origin]
        left, loose, pinned, cursor = own | landing, blots, held, bit | bit - 1
        if packed >> lane.shifts[origin] & 0xFF == 1:
            left ^= bit
            if held & bit:
                moved -= lane.traps[origin]
                loose, pinned, cursor = blots | bit, held ^ bit, -1
        step = path | origin
        if not loose & landing:
            found.append((moved, left, loose, pinned, cursor, step))
            continue
        loose ^= landing
        found.append((moved + lane.hits[target], left, loose, pinned, cursor, step | _HIT))
        if board[4]:
            trapped = moved + lane.traps[target]
            found.append((trapped, left, loose, pinned | landing, cursor, step | _TRAP))
    return found


def _play_last(board: _Board, states: Iterable[tuple[_State, int]]) -> dict[int, int]:
    """Every position after one more move, by the number beside each state."""
    lane_steps = board[0].steps
    open_ = board[1]
    found: dict[int, int] = {}
    lasts = []
    for state, number in states:
        packed, own, blots, held, cursor, path = state
        if _BEYOND_HOME <= own < _HAND:
            origins = own & open_ << number & cursor
        else:
            origins = _origins(board, own, number) & cursor
        if origins:
            special = origins & (blots << number | held | _BAR)
            if special:
                for other in _special_successors(board, state, number, special):
                    found[other[0]] = other[5]
                origins ^= special
            path = path << _STEP_BITS | number << _NUMBER_SHIFT
            lasts.append((packed, lane_steps[number], origins, path))
    found.update(
        {
            packed + steps[origin]: path | origin
            for packed, steps, origins, path in lasts
            for origin in _HIGH_BITS[origins >> _HALF] + _LOW_BITS[origins & _LOW_MASK]
        }
    )
    return found


def _play_equal(board: _Board, start: _State, number: int, count: int) -> dict[int, int]:
    """The positions after up to `count` moves by the same number."""
    finished: dict[int, int] = {}
    states = [start]
    for _ in range(count - 1):
        following = [after for state in states for after in _successors(board, state, number)]
        if not following:
            break
        states = _merge(following) if board[4] else following
        if not board[2]:
            finished.update((state[0], state[5]) for state in states if not state[1])
    found = _play_last(board, zip(states, repeat(number)))
    if not found and states != [start]:
        found = {state[0]: state[5] for state in states}
    found.update(finished)
    return found


def _merge(states: list[_State]) -> list[_State]:
    """Keep of each position the state with the most origins still to be looked at."""
    best: dict[int, _State] = {}
    for state in states:
        other = best.setdefault(state[0], state)
        if other[4] != -1 and (state[4] == -1 or state[4] > other[4]):
            best[state[0]] = state
    return list(best.values())


def _play_two(
    board: _Board, start: _State, numbers: tuple[int, ...], higher_number: bool
) -> dict[int, int]:
    """The positions after both of two different numbers, or the one that can be played."""
    high, low = numbers
    high_first = _successors(board, start, high)
    low_first = _successors(board, start, low)
    found = _play_last(board, [*zip(high_first, repeat(low)), *zip(low_first, repeat(high))])
    if not found:
        singles = high_first if high_first and higher_number else high_first + low_first
        found = {state[0]: state[5] for state in singles}
    if not start[1] & start[1] - 1 and not board[2]:
        found.update((state[0], state[5]) for state in high_first + low_first if not state[1])
    return found


def _deepest(board: _Board, state: _State, numbers: Sequence[int]) -> int:
    """How many of the numbers can be played from here; stops at the first full play."""
    best = 0
    for number in dict.fromkeys(numbers):
        rest = list(numbers)
        rest.remove(number)
        for following in _successors(board, state, number):
            reached = 1 + (_deepest(board, following, rest) if rest else 0)
            best = max(best, reached)
            if best == len(numbers):
                return best
    return best


def _leads_on(rules: Rules, position: Position, move: Move, left: Sequence[int], owed: int) -> bool:
    """Whether after `move` as many more numbers can be played as are owed."""
    following = after(rules, position, move)
    if following.has_borne_off_all(move.side):
        return True
    rest = list(left)
    rest.remove(move.number)
    return most_playable(rules, following, move.side, rest) >= owed
