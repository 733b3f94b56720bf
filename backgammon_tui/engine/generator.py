"""Fast generation of all legal plays of a stage. Most of the computer's time is spent here.

Why it is fast:

* A position is one integer (see `position`), so moving a checker is one addition, and equal
  positions are merged with the integer as dictionary key.
* The search uses bit masks with one bit for each place in the mover's numbering (bit 0 off, 1 to
  24 the points, 25 hand, 26 bar). `bytes.translate` and `int(…, 2)` make them from the bytes of
  the integer. The checkers that can move by n are then `own & open << n`.
* Tables by number, effect and origin list what a move changes, including hits and traps. Moves
  with the same effect on the opponent are handled together as one `MoveGroup`.
* The last number of a stage produces most of the positions. They need no masks, so one
  comprehension makes them.
* The moves of a play are made from the farthest origin to the nearest, so hardly any set of moves
  is found twice. Exceptions are two different numbers, which may need the other order as well,
  and blots that a trapper has just left: see `_play_two` and `Outcome`.
* Moves are packed into ten bits each and unpacked on demand, two at a time, through a table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import Final, assert_never

from backgammon_tui.engine.moves import (
    EFFECT_SHIFT,
    ENTRY,
    NOTHING,
    NUMBER_SHIFT,
    SIDES,
    STEP_BITS,
    TRAP,
    Move,
    pack,
    steps_of,
    target_of,
    unpack,
)
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
from backgammon_tui.engine.rules import Direction, Landing, Rules

# ---- tables: masks of places, and the changes that each move makes

HAND: Final = 1 << Place.HAND
BAR: Final = 1 << Place.BAR
ON_POINTS: Final = (1 << POINTS + 1) - 2
BEYOND_HOME: Final = 1 << 7
ANYWHERE: Final = -1


def _marks(counts: Iterable[int]) -> bytes:
    return bytes(ord("1") if byte in counts else ord("0") for byte in range(256))


ANY: Final = _marks(range(1, CHECKERS + 1))
STUCK: Final = _marks([TRAPPED])


class _PlacesByMask(dict[int, tuple[int, ...]]):
    """The places in each mask, high to low, computed on demand."""

    def __missing__(self, mask: int) -> tuple[int, ...]:
        if len(self) >= _MAX_MASKS:
            self.clear()
        places = tuple(place for place in range(PLACES - 1, -1, -1) if mask >> place & 1)
        self[mask] = places
        return places


_MAX_MASKS: Final = 1 << 16
"""Maximum number of cached masks; even a long search rarely exceeds it."""

PLACES_IN: Final = _PlacesByMask()


Outcome = tuple[int, int, int, int, int]
"""The effects of a move.

In order: the amount to add to the packed position; the places that stay in the mask of the mover's
checkers; the point to add to that mask; the changes to the mask of blots (see `SearchState`); and
the possible origins of the next move, which are this one and nearer ones. If the move frees a
trapped checker, that last mask also includes the origin from which the same number hits it.
"""

Outcomes = tuple[int, list[Outcome]]
"""A packed move without its origin, and its outcomes by origin.

The second `PLACES` outcomes apply when the last checker leaves an origin.
"""


class MoveTables:
    """The tables of one side in one direction."""

    def __init__(self, direction: Direction, landing: Landing, black: bool) -> None:
        self.side = SIDES[black]
        other = self.side.other
        self.path = 1 + black
        """The initial value of packed moves, which identifies the side."""
        self.shifts = [FIELD_BITS * (place + PLACES * black) for place in range(PLACES)]
        """The shift of each place's byte."""
        # In a position's bytes Black is first, and each side runs from the bar down to off.
        self.mine = slice(0, PLACES) if black else slice(PLACES, None)
        self.theirs = _opposing_bytes(direction, black)
        opposing = [field(other, direction.across(p)) if p else 0 for p in range(ENTRY)]
        self._own = [field(self.side, place) for place in range(PLACES)]
        self._effects = (
            [0] * ENTRY,
            [field(other, Place.BAR) - checker for checker in opposing],
            [(TRAPPED - 1) * checker for checker in opposing],
        )
        self.alone = _marks(range(1, landing.closed_by))
        self.closed = _marks(range(landing.closed_by, CHECKERS + 1))
        """Masks of opposing bytes: those that are blots, and those that close their point."""
        self.may_trap = landing.may_trap
        landings = [effect.value for effect in landing.effects]
        self.outcomes = self._by_number(landings, frees=False)
        """By number: outcomes on free or own points, and on blots."""
        self.freeing = self._by_number(landings, frees=True) if self.may_trap else self.outcomes
        """The same for moves that free a trapped checker."""

    def _by_number(
        self, landings: list[int], *, frees: bool
    ) -> dict[int, tuple[Outcomes, list[Outcomes]]]:
        return {
            number: (
                self._outcomes(number, NOTHING, frees),
                [self._outcomes(number, effect, frees) for effect in landings],
            )
            for number in range(1, 7)
        }

    def _outcomes(self, number: int, effect: int, frees: bool) -> Outcomes:
        step = number << NUMBER_SHIFT | effect << EFFECT_SHIFT
        return step, [
            self._outcome(origin, number, effect, last, frees)
            for last in (False, True)
            for origin in range(PLACES)
        ]

    def _outcome(self, origin: int, number: int, effect: int, last: bool, frees: bool) -> Outcome:
        bit = 1 << origin
        target = target_of(origin, number)
        landing = 1 << target & ON_POINTS
        added = self._own[target] - self._own[origin] + self._effects[effect][target]
        changed = (0, landing, landing | landing << PLACES)[effect]
        following = bit | bit - 1
        if frees and 0 < origin < ENTRY:
            added -= self._effects[TRAP][origin]
            changed ^= bit | bit << PLACES
            following |= bit << number
        return added, ~bit if last or frees else -1, landing, changed, following


def _opposing_bytes(direction: Direction, black: bool) -> slice:
    """Return the opponent's bytes of a position in the order of the mover's points."""
    match direction:
        case Direction.PARALLEL:
            return slice(PLACES, None) if black else slice(0, PLACES)
        case Direction.CONTRARY:
            return slice(None, PLACES, -1) if black else slice(PLACES - 1, 0, -1)
        case _:
            assert_never(direction)


tables_of = cache(MoveTables)
"""The cached tables of a side."""


# ---- plays

# Accessing an enum member is slower than reading a constant.
BLACK: Final = Side.BLACK


class _Unpacked(dict[int, tuple[Move, ...]]):
    """The moves of each packed path of one or two moves, computed on demand."""

    def __missing__(self, path: int) -> tuple[Move, ...]:
        if len(self) >= _MAX_MASKS:
            self.clear()
        side = SIDES[path.bit_length() % STEP_BITS - 1]
        moves = tuple(unpack(side, step) for step in reversed(steps_of(path)))
        self[path] = moves
        return moves


_UNPACKED: Final = _Unpacked()
_TWO_MOVES: Final = (1 << 2 * STEP_BITS) - 1
_THREE_MOVES: Final = 1 << 3 * STEP_BITS

# Bypasses the constructor, because creating a frozen dataclass takes twice as long.
_new: Final = object.__new__
_set_packed: Final = vars(Position)["packed"].__set__


class Play(tuple[int, int]):
    """A full play of a stage: its moves and the resulting position.

    A tuple of the packed position and the packed moves, because thousands of plays are made for
    each one that is displayed.
    """

    __slots__ = ()

    @classmethod
    def from_moves(cls, moves: Sequence[Move], position: Position) -> Play:
        """Make a play from at least one move and the resulting position."""
        path = 1 + SIDES.index(moves[0].side)
        for move in moves:
            path = path << STEP_BITS | pack(move)
        return cls((position.packed, path))

    @property
    def side(self) -> Side:
        return SIDES[self[1].bit_length() % STEP_BITS - 1]

    @property
    def position(self) -> Position:
        """The position after the play."""
        position = _new(Position)
        _set_packed(position, self[0])
        return position

    @property
    def moves(self) -> tuple[Move, ...]:
        """One sequence of moves that reaches the position; empty if no move is possible."""
        path = self[1]
        if path < _THREE_MOVES:
            return _UNPACKED[path]
        first = path >> 2 * STEP_BITS
        side = first >> 2 * STEP_BITS or first >> STEP_BITS
        return _UNPACKED[first] + _UNPACKED[path & _TWO_MOVES | side << 2 * STEP_BITS]

    def __repr__(self) -> str:
        return f"<Play {self.side.value} {self.moves} to {self.position}>"


def legal_plays(
    rules: Rules, position: Position, side: Side, numbers: Sequence[int]
) -> Sequence[Play]:
    """Return all legal plays of a stage, one for each resulting position.

    A play uses as many numbers as possible, in any order. If only one of two numbers can be played,
    some rules require the higher. A play that bears off the last checker is legal however many
    numbers it uses.

    Args:
        numbers: Two different numbers from 1 to 6, or one to four equal ones.

    Returns:
        The plays, always in the same order for the same arguments. If no number can be played, the
        only play has no moves.

    Raises:
        ValueError: if the numbers cannot be a stage, or the position is impossible in this game.
    """
    return list(map(Play, packed_plays(rules, position, side, numbers).items()))


def packed_plays(
    rules: Rules, position: Position, side: Side, numbers: Sequence[int]
) -> dict[int, int]:
    """Return the plays of `legal_plays` as packed positions, each with its packed moves."""
    stage = stage_numbers(numbers)
    board, start = read_board(rules, position, side)
    if stage[0] == stage[-1]:
        return _play_equal(board, start, stage)
    return _play_two(board, start, stage, rules.higher_number)


_MAX_NUMBERS: Final = 4
_STAGES: Final = {
    numbers: tuple(sorted(numbers, reverse=True))
    for numbers in [
        *((n,) * count for n in range(1, 7) for count in range(1, 1 + _MAX_NUMBERS)),
        *product(range(1, 7), repeat=2),
    ]
}


def stage_numbers(numbers: Sequence[int]) -> tuple[int, ...]:
    """Return a stage's numbers, the higher first; raise `ValueError` if they cannot be a stage."""
    try:
        if len(numbers) <= _MAX_NUMBERS:
            for number in numbers:
                # `True` and 2.0 equal valid numbers but must be rejected.
                if type(number) is not int:
                    raise TypeError
            return _STAGES[tuple(numbers)]
    except (KeyError, TypeError):
        pass
    raise ValueError("a stage has two numbers from 1 to 6, or up to four equal ones")


def without(numbers: tuple[int, ...], number: int) -> tuple[int, ...]:
    """Return the numbers left after one is played."""
    index = numbers.index(number)
    return numbers[:index] + numbers[index + 1 :]


# ---- search for all plays


StageBoard = tuple[MoveTables, int, int, bool]
"""The part of a position that does not change during a stage.

The tables, the points open to the mover, the points with trapped checkers of the mover, and whether
entry is free.
"""

SearchState = tuple[int, int, int, int]
"""The part of a position that changes with every move.

The packed position; the places from which the mover can move a checker; the single opposing
checkers (blots at the bits of their points, those trapped by the mover `PLACES` bits higher); and
the packed moves so far, shifted to make room for the next one.
"""

MoveGroup = tuple[int, int, int, int, list[Outcome], int]
"""Moves by one number with the same effect on the opponent.

The state before them (its packed moves already include the number and effect of this one); the
outcomes; and the origins.
"""


def read_board(rules: Rules, position: Position, side: Side) -> tuple[StageBoard, SearchState]:
    """Return the masks of a position; raise `ValueError` if it is impossible in this game."""
    if type(side) is not Side:
        raise ValueError("a side is Side.WHITE or Side.BLACK")
    tables = tables_of(rules.direction, rules.landing, side is BLACK)
    packed = position.packed
    raw = packed.to_bytes(PACKED_BYTES, "big")
    mine, theirs = raw[tables.mine], raw[tables.theirs]
    own = int(mine.translate(ANY), 2) & ~1
    alone = int(theirs.translate(tables.alone), 2) & ON_POINTS
    closed = int(theirs.translate(tables.closed), 2) & ON_POINTS
    stuck = held = 0
    if TRAPPED in raw:
        stuck = int(mine.translate(STUCK), 2)
        held = int(theirs.translate(STUCK), 2)
        if not tables.may_trap or stuck & ~(alone | closed) or held & ~own or stuck & held:
            rules.check(position)
    if own & (alone | closed):
        rules.check(position)
    board = (tables, ON_POINTS & ~(closed | stuck), stuck, rules.free_entry)
    return board, (packed, own, alone & ~stuck | held << PLACES, tables.path << STEP_BITS)


def origins_by(board: StageBoard, own: int, number: int) -> int:
    """Return the places from which a checker can move by the number."""
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


def moves_with(
    board: StageBoard, state: SearchState, number: int, among: int = ANYWHERE
) -> list[MoveGroup]:
    """Return the moves by the number from the allowed origins, grouped by their effect."""
    _, own, alone, _ = state
    tables = board[0]
    origins = origins_by(board, own, number) & among
    if not origins:
        return []
    blots = alone << number + (own >= BAR)
    if alone > ON_POINTS:
        freeing = _freeing(tables, state, origins)
        if freeing:
            plain = _grouped(state, tables.outcomes[number], origins ^ freeing, blots)
            return plain + _grouped(state, tables.freeing[number], freeing, blots)
    return _grouped(state, tables.outcomes[number], origins, blots)


def _grouped(
    state: SearchState, outcomes: tuple[Outcomes, list[Outcomes]], origins: int, blots: int
) -> list[MoveGroup]:
    packed, own, alone, path = state
    (step, plain), landings = outcomes
    groups: list[MoveGroup] = []
    blots &= origins
    if origins ^ blots:
        groups.append((packed, own, alone, path | step, plain, origins ^ blots))
    if blots:
        for mark, table in landings:
            groups.append((packed, own, alone, path | mark, table, blots))
    return groups


def _freeing(tables: MoveTables, state: SearchState, origins: int) -> int:
    """Return the origins whose last checker frees an opposing checker that it trapped."""
    packed, _, alone, _ = state
    freeing = 0
    for origin in PLACES_IN[origins & alone >> PLACES]:
        if packed >> tables.shifts[origin] & 0xFF == 1:
            freeing |= 1 << origin
    return freeing


def _follow(
    board: StageBoard, groups: list[MoveGroup], number: int, farther: int = 0
) -> list[MoveGroup]:
    """Return the moves by the number that can follow the others, from the same or a nearer origin.

    `farther` is a mask of additional origins.
    """
    tables, open_, _, _ = board
    shifts = tables.shifts
    (plain_step, plain), landings = tables.outcomes[number]
    reaching = open_ << number
    further: list[MoveGroup] = []
    add = further.append
    for packed, own, alone, path, outcomes, origins in groups:
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
                further += moves_with(board, (moved, left, loose, so_far), number, following)
                continue
            # A faster version of `moves_with` for when nothing is entered, borne off or freed.
            following &= left & reaching
            blots = following & loose << number
            if blots:
                for step, table in landings:
                    add((moved, left, loose, so_far | step, table, blots))
                following ^= blots
            if following:
                add((moved, left, loose, so_far | plain_step, plain, following))
    return further


def positions_after(groups: list[MoveGroup]) -> dict[int, int]:
    """Return the packed positions after the moves, each with all moves that led to it."""
    return {
        packed + outcomes[origin][0]: path | origin
        for packed, _, _, path, outcomes, origins in groups
        for origin in PLACES_IN[origins]
    }


def _play_equal(board: StageBoard, start: SearchState, numbers: tuple[int, ...]) -> dict[int, int]:
    groups = moves_with(board, start, numbers[0])
    shorter: list[MoveGroup] = []
    for number in numbers[1:]:
        following = _follow(board, groups, number)
        if not following:
            break
        shorter += groups
        groups = following
    return _full(board, start, groups, shorter)


def _play_two(
    board: StageBoard, start: SearchState, numbers: tuple[int, ...], higher_number: bool
) -> dict[int, int]:
    """Return the positions after playing two different numbers, or one if both are impossible."""
    high, low = numbers
    _, own, alone, _ = start
    by_high = moves_with(board, start, high)
    outside = own // BEYOND_HOME
    if own < HAND and outside & outside - 1:
        # Nothing is entered or borne off, so the order hardly matters. Try every checker with the
        # higher number first. The lower number goes first only for a checker that then continues
        # with the higher one and either could not do so in the other order or hits on the way,
        # and for one that leaves or joins a trapper.
        both = _follow(board, by_high, low, ANYWHERE)
        reached, held = board[1] << high, alone >> PLACES
        twice = reached << low & (~reached | alone << low | alone << high)
        among = own & (twice | held | held << low)
        if among:
            both += _follow(board, moves_with(board, start, low, among), high, ANYWHERE)
        if both:
            return positions_after(both)
    by_low = moves_with(board, start, low)
    # A move that frees a checker may be followed by a hit on it from farther away.
    farther = ANYWHERE if alone > ON_POINTS else 0
    both = _follow(board, by_high, low, farther) + _follow(board, by_low, high, farther)
    single = by_high + by_low
    return _full(board, start, both or (by_high if higher_number else []) or single, single)


def _full(
    board: StageBoard, start: SearchState, groups: list[MoveGroup], shorter: list[MoveGroup]
) -> dict[int, int]:
    """Return the positions after the longest plays, and after shorter plays that win."""
    packed, own, _, path = start
    ends = positions_after(groups) or {packed: path >> STEP_BITS}
    if own.bit_count() < _MAX_NUMBERS:
        side = board[0].side
        for packed, path in positions_after(shorter).items():
            if Position(packed).has_borne_off_all(side):
                ends[packed] = path
    return ends


def longest_sequence(board: StageBoard, groups: list[MoveGroup], numbers: tuple[int, ...]) -> int:
    """Return how many numbers can be played: one by these groups, then `numbers` in order.

    Stops at the first full play.
    """
    if not groups or not numbers:
        return len(groups[:1])
    best = 1
    for group in groups:
        following = _follow(board, [group], numbers[0])
        best = max(best, 1 + longest_sequence(board, following, numbers[1:]))
        if best > len(numbers):
            break
    return best


def max_playable(rules: Rules, position: Position, side: Side, numbers: Sequence[int]) -> int:
    """Return how many of a stage's numbers can be played.

    A play that bears off the last checker may use fewer.
    """
    if not numbers:
        return 0
    return max_playable_from(*read_board(rules, position, side), stage_numbers(numbers))


def max_playable_from(board: StageBoard, start: SearchState, stage: tuple[int, ...]) -> int:
    """As `max_playable`, for a prepared board and sorted numbers."""
    maximum = longest_sequence(board, moves_with(board, start, stage[0]), stage[1:])
    if maximum == len(stage) or stage[0] == stage[-1]:
        return maximum
    return max(maximum, longest_sequence(board, moves_with(board, start, stage[1]), stage[:1]))


# ---- lazy search


class Search:
    """A search that yields plays one at a time, for questions that a single play can answer.

    Finding the first play that hits is many times faster than listing all plays.
    """

    def __init__(self, rules: Rules, position: Position, side: Side) -> None:
        self.rules: Final = rules
        self.position: Final = position
        self.side: Final = side
        self._board, self._start = read_board(rules, position, side)
        self._bar: Final = FIELD_BITS * (Place.BAR + (PLACES if side is Side.WHITE else 0))
        self._on_bar: Final = position.packed >> self._bar & 0xFF

    def can_play(self, number: int) -> bool:
        return bool(origins_by(self._board, self._start[1], number))

    def ends(self, numbers: tuple[int, ...]) -> Iterator[int]:
        """Yield the packed positions after all numbers of a stage, possibly with repetitions."""
        return self._ends(numbers, len(numbers))

    def short_ends(self, numbers: tuple[int, ...]) -> Iterator[int]:
        """Yield the packed positions after as many of a stage's numbers as can be played.

        Omits plays that end the game with fewer numbers.
        """
        highest_first = tuple(sorted(numbers, reverse=True))
        return self._ends(numbers, max_playable_from(self._board, self._start, highest_first))

    def has_hit(self, end: int) -> bool:
        """Return True if the play that ends here hit a checker."""
        return end >> self._bar & 0xFF > self._on_bar

    def may_reach_blot(
        self, numbers: tuple[int, ...], later: Sequence[Iterable[tuple[int, ...]]]
    ) -> bool:
        """Return False if no checker could reach a blot even with all the numbers to itself.

        If False, there is nothing to search. `later` lists the possible numbers of each later
        stage.
        """
        open_ = self._board[1]
        _, own, alone, _ = self._start
        # Include checkers that are freed on the way, because they can be hit too.
        blots = (alone | alone >> PLACES) & ON_POINTS
        if not blots:
            return False
        if own >= BAR:
            own = own & ~BAR | HAND
        targets = 0
        for stage in reversed(later):
            for possible in stage:
                targets |= _origins(blots | targets, open_, possible)
        return bool(own & (targets | _origins(blots | targets, open_, numbers)))

    def _ends(self, numbers: tuple[int, ...], count: int) -> Iterator[int]:
        board, start = self._board, self._start
        if not count:
            return
        if numbers[0] == numbers[-1]:
            yield from _equal(board, start, numbers[:count], ANYWHERE)
            return
        high, low = max(numbers), min(numbers)
        if count == 1:
            singles = [number for number in (high, low) if self.can_play(number)]
            for number in singles[:1] if self.rules.higher_number else singles:
                yield from positions_after(moves_with(board, start, number))
            return
        for first, second in ((high, low), (low, high)):
            for between, _ in _moves(board, start, first, ANYWHERE):
                yield from positions_after(moves_with(board, between, second))


def _origins(targets: int, open_: int, numbers: tuple[int, ...]) -> int:
    """Return the places from which some of the numbers lead to a target over open points."""
    if numbers[0] != numbers[-1]:
        first, second = numbers
        near, far = targets << first, targets << second
        return near | far | (near & open_) << second | (far & open_) << first
    origins = step = targets << numbers[0]
    for number in numbers[1:]:
        step = (step & open_) << number
        origins |= step
    return origins


def _equal(
    board: StageBoard, state: SearchState, numbers: tuple[int, ...], among: int
) -> Iterator[int]:
    """Yield the positions after moves by equal numbers, from the farthest origin to the nearest."""
    if len(numbers) == 1:
        yield from positions_after(moves_with(board, state, numbers[0], among))
        return
    for following, origins in _moves(board, state, numbers[0], among):
        yield from _equal(board, following, numbers[1:], origins)


def _moves(
    board: StageBoard, state: SearchState, number: int, among: int
) -> Iterator[tuple[SearchState, int]]:
    """Yield the state after each move by a number, with the origins that may follow in order."""
    shifts = board[0].shifts
    for packed, own, alone, path, outcomes, origins in moves_with(board, state, number, among):
        for origin in PLACES_IN[origins]:
            is_last = packed >> shifts[origin] & 0xFF == 1
            added, stay, landing, changed, following = outcomes[origin + PLACES * is_last]
            yield (packed + added, own & stay | landing, alone ^ changed, path), following
