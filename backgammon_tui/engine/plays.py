"""Every legal play of a stage: the hot path of the program.

What makes it fast:

* A position is one integer (see `position`), so a checker's move is one addition, and a
  position is its own key where plays that lead to the same position are merged.
* What the search asks of a position is kept in masks with one bit for each place in the
  mover's numbering (bit 0 off, 1 to 24 the points, 25 hand, 26 bar), made from the bytes
  of the integer by `bytes.translate` and `int(…, 2)`. All checkers that can move by n are
  then `own & open << n`.
* What a move changes, hits and traps included, stands ready in tables by number, effect
  and origin. Moves that do the same to the opponent are kept together as one `_Way`.
* The last number of a stage makes most of the positions. They need no masks any more and
  are made in one comprehension.
* The moves of a play are made from the farthest origin to the nearest, so that hardly any
  set of moves is met twice. Two different numbers may need the other order as well, and
  so does a blot that a trapper has just left: see `_play_two` and `_Outcome`.
* Moves are kept as one integer of ten bits each and become `Move` values when looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import product
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


class Play(tuple[int, int]):
    """Everything done with the numbers of a stage: its moves and where they lead.

    A tuple of the packed position and the packed moves, because thousands are made for
    every one that is looked at.
    """

    __slots__ = ()

    @property
    def side(self) -> Side:
        """The side that plays."""
        return _SIDES[self[1].bit_length() % _STEP_BITS - 1]

    @property
    def position(self) -> Position:
        """The position after the play."""
        return Position(self[0])

    @property
    def moves(self) -> tuple[Move, ...]:
        """One sequence of moves that reaches the position; empty where none is possible."""
        path, side = self[1], self.side
        moves = []
        while path > _STEP:
            moves.append(_unpack(side, path))
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
    if stage[0] == stage[-1]:
        found = _play_equal(board, start, stage)
    else:
        found = _play_two(board, start, stage, rules.higher_number)
    return list(map(Play, found.items()))


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
    stage = _stage(numbers)
    owed = most_playable(rules, position, side, stage)
    left = stage
    for move in made:
        position = after(rules, position, move)
        left = _without(left, move.number)
    owed -= len(made)
    if owed <= 0 or position.has_borne_off_all(side):
        return ()
    following = _following(rules, position, side, left)
    allowed = set(left)
    if rules.higher_number and len(made) + owed == 1:
        allowed = {max(move.number for move, _ in following)}
    return tuple(
        move
        for move, reached in following
        if reached.has_borne_off_all(side)
        or (
            move.number in allowed
            and most_playable(rules, reached, side, _without(left, move.number)) >= owed - 1
        )
    )


def single_moves(
    rules: Rules, position: Position, side: Side, numbers: Iterable[int]
) -> tuple[Move, ...]:
    """All moves of one checker with one of the numbers, far origins first.

    Only what the checker itself may do is asked; whether the move fits into a full play
    is not.
    """
    return tuple(move for move, _ in _following(rules, position, side, numbers))


def most_playable(rules: Rules, position: Position, side: Side, numbers: Sequence[int]) -> int:
    """How many of a stage's numbers can be played, 0 to all of them.

    A play that bears off the last checker may use fewer than this.
    """
    if not numbers:
        return 0
    board, start = _read(rules, position, side)
    stage = _stage(numbers)
    return max(
        _depth(board, _ways(board, start, order[0]), order[1:])
        for order in dict.fromkeys((stage, stage[::-1]))
    )


def after(rules: Rules, position: Position, move: Move) -> Position:
    """The position after one move, which must be possible."""
    for possible, reached in _following(rules, position, move.side, [move.number]):
        if possible == move:
            return reached
    raise ValueError(f"{move} is not possible in {position}")


def can_move(rules: Rules, position: Position, side: Side) -> bool:
    """Whether any checker of `side` could make any move with any number."""
    board, start = _read(rules, position, side)
    return any(_origins(board, start[1], number) for number in range(1, 7))


def _following(
    rules: Rules, position: Position, side: Side, numbers: Iterable[int]
) -> list[tuple[Move, Position]]:
    """The moves of one checker and where they lead, far origins and high numbers first."""
    board, start = _read(rules, position, side)
    found = [
        (_unpack(side, path), Position(packed))
        for number in set(numbers)
        for packed, path in _reached(_ways(board, start, number)).items()
    ]
    return sorted(found, key=lambda one: (-one[0].origin, -one[0].number))


# ---- masks


_HAND: Final = 1 << Place.HAND
_BAR: Final = 1 << Place.BAR
_ON_POINTS: Final = (1 << POINTS + 1) - 2
_BEYOND_HOME: Final = 1 << 7
_ENTRY: Final = POINTS + 1
_ANYWHERE: Final = -1


def _marks(counts: Iterable[int]) -> bytes:
    """A translation that makes these bytes the digit 1 and all others 0."""
    return bytes(ord("1") if byte in counts else ord("0") for byte in range(256))


_ANY: Final = _marks(range(1, CHECKERS + 1))
_ONE: Final = _marks([1])
_MORE: Final = _marks(range(2, CHECKERS + 1))
_STUCK: Final = _marks([TRAPPED])


def _bits_by_mask(first: int, bits: int) -> list[tuple[int, ...]]:
    """For each mask of so many bits the places it holds, high to low, counted from first."""
    table: list[tuple[int, ...]] = [()]
    for place in range(first, first + bits):
        table += [(place, *places) for places in table]
    return table


# The places in a mask are `_HIGH_BITS[mask >> _HALF] + _LOW_BITS[mask & _LOW_MASK]`.
_HALF: Final = 14
_LOW_MASK: Final = (1 << _HALF) - 1
_LOW_BITS: Final = _bits_by_mask(0, _HALF)
_HIGH_BITS: Final = _bits_by_mask(_HALF, PLACES - _HALF)


# ---- moves


# Looking a member up in its class takes longer than reading a mask.
_BLACK: Final = Side.BLACK
_CONTRARY: Final = Direction.CONTRARY
_NOTHING, _HIT, _TRAP = (effect.value for effect in Effect)

# Packed moves are 1 for White or 2 for Black, and then for each move ten bits: from the
# highest, its effect, number and origin.
_SIDES: Final = (Side.WHITE, Side.BLACK)
_STEP_BITS: Final = 10
_STEP: Final = (1 << _STEP_BITS) - 1
_NUMBER_SHIFT: Final = 5
_EFFECT_SHIFT: Final = 8


def _unpack(side: Side, path: int) -> Move:
    """The last of some packed moves."""
    origin = path & 31
    number = path >> _NUMBER_SHIFT & 7
    effect = Effect((path & _STEP) >> _EFFECT_SHIFT)
    return Move(side, origin, _target(origin, number), number, effect)


def _target(origin: int, number: int) -> int:
    """Where a number leads from a place: a point, or 0 for off."""
    return max(min(origin, _ENTRY) - number, 0)


_Outcome = tuple[int, int, int, int, int]
"""What a move does.

What it adds to the packed position, the places that stay in the mask of the mover's
checkers, the point that joins them, what begins or ceases to stand alone (see `_State`),
and the origins for the next move: this one and nearer ones, and where a trapped checker
is freed also the one from which the same number reaches it.
"""

_Outcomes = tuple[int, list[_Outcome]]
"""A packed move without its origin, and its outcomes by origin.

Another `PLACES` of them follow for the last checker to leave an origin.
"""


class _Lane:
    """The tables of one side in one direction."""

    def __init__(self, contrary: bool, black: bool, trapping: bool) -> None:
        self.side = _SIDES[black]
        other = self.side.other
        self.path = 1 + black
        """What packed moves begin with."""
        self.shifts = [FIELD_BITS * (place + PLACES * black) for place in range(PLACES)]
        """How far right the byte of each place lies."""
        # A position's bytes have Black first, and of each side the bar first and off last.
        # The opponent's are read so that its points come to lie on the mover's.
        self.mine = slice(0, PLACES) if black else slice(PLACES, None)
        self.theirs = slice(PLACES, None) if black else slice(0, PLACES)
        if contrary:
            self.theirs = slice(None, PLACES, -1) if black else slice(PLACES - 1, 0, -1)
        opposing = [field(other, _ENTRY - p if contrary else p) for p in range(_ENTRY)]
        self._own = [field(self.side, place) for place in range(PLACES)]
        self._effects = (
            [0] * _ENTRY,
            [field(other, Place.BAR) - checker for checker in opposing],
            [(TRAPPED - 1) * checker for checker in opposing],
        )
        landings = (_HIT, _TRAP) if trapping else (_HIT,)
        self.outcomes, self.freeing = (
            {
                number: (
                    self._outcomes(number, _NOTHING, frees),
                    [self._outcomes(number, effect, frees) for effect in landings],
                )
                for number in range(1, 7)
            }
            for frees in (False, True)
        )
        """By number: on free or own points and on blots, first without freeing a checker."""

    def _outcomes(self, number: int, effect: int, frees: bool) -> _Outcomes:
        step = number << _NUMBER_SHIFT | effect << _EFFECT_SHIFT
        return step, [
            self._outcome(origin, number, effect, last, frees)
            for last in (False, True)
            for origin in range(PLACES)
        ]

    def _outcome(self, origin: int, number: int, effect: int, last: bool, frees: bool) -> _Outcome:
        bit = 1 << origin
        target = _target(origin, number)
        landing = 1 << target & _ON_POINTS
        added = self._own[target] - self._own[origin] + self._effects[effect][target]
        changed = (0, landing, landing | landing << PLACES)[effect]
        following = bit | bit - 1
        if frees and 0 < origin < _ENTRY:
            added -= self._effects[_TRAP][origin]
            changed ^= bit | bit << PLACES
            following |= bit << number
        return added, ~bit if last or frees else -1, landing, changed, following


_lane = cache(_Lane)

_MOST_NUMBERS: Final = 4
"""How many numbers a stage has at most."""

_STAGES: Final = {
    numbers: tuple(sorted(numbers, reverse=True))
    for numbers in [
        *((n,) * count for n in range(1, 7) for count in range(1, 1 + _MOST_NUMBERS)),
        *product(range(1, 7), repeat=2),
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


def _without(numbers: tuple[int, ...], number: int) -> tuple[int, ...]:
    """The numbers that are left when one has been played."""
    index = numbers.index(number)
    return numbers[:index] + numbers[index + 1 :]


# ---- the search


_Board = tuple[_Lane, int, int, bool]
"""What stays the same throughout a stage.

The lane, the points that the mover may land on, the points where it has a trapped
checker, and free entry.
"""

_State = tuple[int, int, int, int]
"""What changes with every move.

The packed position, the places from which the mover has a checker to move, the opposing
checkers that stand alone (blots at the bits of their points, those that the mover traps
`PLACES` higher), and the moves so far, with room for the next.
"""

_Way = tuple[int, int, int, int, list[_Outcome], int]
"""Moves by one number that do the same to the opponent.

The state before them, with the move but its origin among the moves so far; the outcomes;
and the origins.
"""


def _read(rules: Rules, position: Position, side: Side) -> tuple[_Board, _State]:
    """The masks of a position, refusing one that is not of this game."""
    trapping = rules.trapping
    lane = _lane(rules.direction is _CONTRARY, side is _BLACK, trapping)
    packed = position.packed
    raw = packed.to_bytes(PACKED_BYTES, "big")
    mine, theirs = raw[lane.mine], raw[lane.theirs]
    own = int(mine.translate(_ANY), 2) & ~1
    alone = int(theirs.translate(_ONE), 2) & _ON_POINTS
    closed = int(theirs.translate(_MORE), 2) & _ON_POINTS
    stuck = held = 0
    if TRAPPED in raw:
        stuck = int(mine.translate(_STUCK), 2)
        held = int(theirs.translate(_STUCK), 2)
        if not trapping or stuck & ~(alone | closed) or held & ~own or stuck & held:
            rules.check(position)
    if own & (alone | closed):
        rules.check(position)
    board = (lane, _ON_POINTS & ~(closed | stuck), stuck, rules.free_entry)
    return board, (packed, own, alone & ~stuck | held << PLACES, lane.path << _STEP_BITS)


def _origins(board: _Board, own: int, number: int) -> int:
    """The places from which a checker may move by the number."""
    _, open_, stuck, free_entry = board
    if own >= _BAR:
        return _BAR & open_ << number + 1
    if own >= _HAND and not free_entry:
        return _HAND & open_ << number
    origins = own & open_ << number
    standing = own | stuck
    if standing < _BEYOND_HOME and own:
        origins |= own & 1 << number
        if standing >> number == 0:
            origins |= own & 1 << standing.bit_length() - 1
    return origins


def _ways(board: _Board, state: _State, number: int, among: int = _ANYWHERE) -> list[_Way]:
    """The moves by the number from some origins, sorted by what they do."""
    packed, own, alone, path = state
    lane = board[0]
    origins = _origins(board, own, number) & among
    freeing = 0
    if alone > _ON_POINTS:
        held = origins & alone >> PLACES
        for origin in _HIGH_BITS[held >> _HALF] + _LOW_BITS[held & _LOW_MASK]:
            if packed >> lane.shifts[origin] & 0xFF == 1:
                freeing |= 1 << origin
    blots = alone << number + (own >= _BAR)
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


def _follow(board: _Board, ways: list[_Way], number: int, farther: int = 0) -> list[_Way]:
    """The moves by the number that can follow others, from the same origin or a nearer one.

    With `farther` they may also be made from these origins.
    """
    lane, open_, _, _ = board
    shifts = lane.shifts
    (plain_step, plain), landings = lane.outcomes[number]
    reaching = open_ << number
    found: list[_Way] = []
    add = found.append
    for packed, own, alone, path, outcomes, origins in ways:
        for origin in _HIGH_BITS[origins >> _HALF] + _LOW_BITS[origins & _LOW_MASK]:
            added, stay, landing, changed, following = outcomes[
                origin if packed >> shifts[origin] & 0xFF != 1 else origin + PLACES
            ]
            moved = packed + added
            left = own & stay | landing
            loose = alone ^ changed
            so_far = (path | origin) << _STEP_BITS
            following |= farther
            if not _BEYOND_HOME <= left < _HAND or (
                loose > _ON_POINTS and left & following & loose >> PLACES
            ):
                found += _ways(board, (moved, left, loose, so_far), number, following)
                continue
            # What `_ways` does, where nothing is entered, borne off or freed.
            following &= left & reaching
            blots = following & loose << number
            if blots:
                for step, table in landings:
                    add((moved, left, loose, so_far | step, table, blots))
                following ^= blots
            if following:
                add((moved, left, loose, so_far | plain_step, plain, following))
    return found


def _reached(ways: list[_Way]) -> dict[int, int]:
    """The packed positions after the moves, each with all the moves that led to it."""
    return {
        packed + outcomes[origin][0]: path | origin
        for packed, _, _, path, outcomes, origins in ways
        for origin in _HIGH_BITS[origins >> _HALF] + _LOW_BITS[origins & _LOW_MASK]
    }


def _play_equal(board: _Board, start: _State, numbers: tuple[int, ...]) -> dict[int, int]:
    """The positions after as many moves by the same number as can be made."""
    ways = _ways(board, start, numbers[0])
    shorter: list[_Way] = []
    for number in numbers[1:]:
        following = _follow(board, ways, number)
        if not following:
            break
        shorter += ways
        ways = following
    return _full(board, start, ways, shorter)


def _play_two(
    board: _Board, start: _State, numbers: tuple[int, ...], higher_number: bool
) -> dict[int, int]:
    """The positions after both of two different numbers, or the one that can be played."""
    high, low = numbers
    _, own, alone, _ = start
    by_high = _ways(board, start, high)
    outside = own // _BEYOND_HOME
    if own < _HAND and outside & outside - 1:
        # Nothing is entered or borne off, so the order hardly matters. Everything is tried
        # with the higher number first. The lower one is played first only by a checker
        # that moves on with the higher and could not the other way round or hits on one
        # of the ways, and by one that leaves or joins a trapper.
        both = _follow(board, by_high, low, _ANYWHERE)
        reached, held = board[1] << high, alone >> PLACES
        twice = reached << low & (~reached | alone << low | alone << high)
        among = own & (twice | held | held << low)
        if among:
            both += _follow(board, _ways(board, start, low, among), high, _ANYWHERE)
        if both:
            return _reached(both)
    by_low = _ways(board, start, low)
    # What frees a checker may be followed by a move from farther away that hits it.
    farther = _ANYWHERE if alone > _ON_POINTS else 0
    both = _follow(board, by_high, low, farther) + _follow(board, by_low, high, farther)
    one = by_high + by_low
    return _full(board, start, both or (by_high if higher_number else []) or one, one)


def _full(board: _Board, start: _State, ways: list[_Way], shorter: list[_Way]) -> dict[int, int]:
    """The positions after the longest plays, and after shorter ones that win."""
    packed, own, _, path = start
    found = _reached(ways) or {packed: path >> _STEP_BITS}
    if own.bit_count() < _MOST_NUMBERS:
        side = board[0].side
        for packed, path in _reached(shorter).items():
            if Position(packed).has_borne_off_all(side):
                found[packed] = path
    return found


def _depth(board: _Board, ways: list[_Way], numbers: tuple[int, ...]) -> int:
    """How many numbers can be played, one by these ways and then the others in order.

    Stops at the first full play.
    """
    if not ways or not numbers:
        return len(ways[:1])
    best = 1
    for way in ways:
        following = _follow(board, [way], numbers[0])
        best = max(best, 1 + _depth(board, following, numbers[1:]))
        if best > len(numbers):
            break
    return best
