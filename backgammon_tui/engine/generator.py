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
* Equal numbers move checkers from the farthest origin to the nearest, so no play is found twice
  unless a trapper leaves a blot (see `Outcome`). Two different numbers may need both orders (see
  `_play_two`).
* A play is one integer too: the position it reaches and, above it, eleven bits for each move. The
  addition that moves a checker also records the move. Moves are unpacked on demand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import product
from typing import Final, TypeVar, assert_never

from backgammon_tui.engine.moves import (
    ENTRY,
    NOTHING,
    SIDES,
    STEP_BITS,
    TRAP,
    Effect,
    Move,
    pack,
    step_order,
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

# ---- tables of masks and changes

HAND: Final = 1 << Place.HAND
BAR: Final = 1 << Place.BAR
ON_POINTS: Final = (1 << POINTS + 1) - 2
BEYOND_HOME: Final = 1 << 7
ANYWHERE: Final = -1

MAX_NUMBERS: Final = 4
"""Maximum count of numbers in a stage."""

MOVES_SHIFT: Final = FIELD_BITS * PACKED_BYTES
"""The lowest bit of the moves in a packed play, above the position that they reach."""

POSITION: Final = (1 << MOVES_SHIFT) - 1


def _marks(counts: Iterable[int]) -> bytes:
    return bytes(ord("1") if byte in counts else ord("0") for byte in range(256))


ANY: Final = _marks(range(1, CHECKERS + 1))
STUCK: Final = _marks([TRAPPED])


_Value = TypeVar("_Value")


class _OnDemand(dict[int, _Value]):
    """A dictionary that computes its values when they are first needed."""

    def __init__(self, compute: Callable[[int], _Value]) -> None:
        super().__init__()
        self._compute = compute

    def __missing__(self, key: int) -> _Value:
        if len(self) >= _MAX_VALUES:
            self.clear()
        self[key] = value = self._compute(key)
        return value


_MAX_VALUES: Final = 1 << 16
"""Maximum number of values; even a long search rarely exceeds it."""

PLACES_IN: Final = _OnDemand(
    lambda mask: tuple(place for place in range(PLACES - 1, -1, -1) if mask >> place & 1)
)
"""The places in each mask, high to low."""

Outcome = tuple[int, int, int, int, int]
"""The effects of a move.

In order: the amount to add to the packed play; the places that stay in the mask of the mover's
checkers; the point to add to that mask; the changes to the mask of blots (see `SearchState`); and
the possible origins of the next move, which are this one and nearer ones. If the move frees a
trapped checker, that last mask also includes the origin from which the same number hits it.
"""

Outcomes = list[Outcome]
"""The outcomes by origin. The second `PLACES` apply when the last checker leaves an origin."""


class MoveTables:
    """The tables of one side in one direction."""

    def __init__(self, direction: Direction, landing: Landing, black: bool) -> None:
        side = SIDES[black]
        other = side.other
        self.black = black
        self.shifts = [FIELD_BITS * (place + PLACES * black) for place in range(PLACES)]
        """The shift of each place's byte."""
        # In a position's bytes Black is first, and each side runs from the bar down to off.
        self.mine = slice(0, PLACES) if black else slice(PLACES, None)
        self.theirs = _opposing_bytes(direction, black)
        opposing = [field(other, direction.across(p)) if p else 0 for p in range(ENTRY)]
        self._own = [field(side, place) for place in range(PLACES)]
        self._effects = (
            [0] * ENTRY,
            [field(other, Place.BAR) - checker for checker in opposing],
            [(TRAPPED - 1) * checker for checker in opposing],
        )
        self.alone = _marks(range(1, landing.closed_by))
        self.closed = _marks(range(landing.closed_by, CHECKERS + 1))
        """Masks of opposing bytes: those that are blots, and those that close their point."""
        self.may_trap = landing.may_trap
        self._landings = [effect.value for effect in landing.effects]
        self.outcomes, self.freeing = (
            [_OnDemand(partial(self._by_effect, i, frees)) for i in range(MAX_NUMBERS)]
            for frees in (False, True)
        )
        """By the index of a move in its play and its number: the outcomes on free or own points,
        and on blots with each effect. `freeing` is for moves that free a trapped checker.
        """

    def _by_effect(self, index: int, frees: bool, number: int) -> tuple[Outcomes, list[Outcomes]]:
        plain, *landings = (
            [
                self._outcome(origin, number, index, effect, last, frees)
                for last in (False, True)
                for origin in range(PLACES)
            ]
            for effect in (NOTHING, *self._landings)
        )
        return plain, landings

    def _outcome(
        self, origin: int, number: int, index: int, effect: int, is_last: bool, frees: bool
    ) -> Outcome:
        bit = 1 << origin
        target = target_of(origin, number)
        landing = 1 << target & ON_POINTS
        step = pack(self.black, origin, number, effect) << MOVES_SHIFT + STEP_BITS * index
        added = step + self._own[target] - self._own[origin] + self._effects[effect][target]
        changed = (0, landing, landing | landing << PLACES)[effect]
        following = bit | bit - 1
        if frees and 0 < origin < ENTRY:
            added -= self._effects[TRAP][origin]
            changed ^= bit | bit << PLACES
            following |= bit << number
        return added, ~bit if is_last or frees else -1, landing, changed, following


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

_STEP: Final = (1 << STEP_BITS) - 1
_TWO_STEPS: Final = (1 << 2 * STEP_BITS) - 1


def _unpacked(path: int) -> tuple[Move, ...]:
    """Unpack up to two moves."""
    if path <= _STEP:
        return (unpack(path),) if path else ()
    first, second = unpack(path & _STEP), unpack(path >> STEP_BITS)
    # 17/12 and 19/17 are the same as 19/17/12.
    joins = second.target == first.origin and second.effect is Effect.NOTHING
    return (second, first) if joins else (first, second)


# Bypasses the constructor, because creating a frozen dataclass takes twice as long.
_new: Final = object.__new__
_set_packed: Final = vars(Position)["packed"].__set__


class Play(int):
    """A full play of a stage: its moves and the resulting position.

    One integer, because thousands of plays are made for each one that is displayed: the packed
    position, and above it the packed moves, the first in the lowest bits.
    """

    __slots__ = ()

    @classmethod
    def from_moves(cls, moves: Sequence[Move], position: Position) -> Play:
        """Make a play from moves and the resulting position."""
        path = 0
        for move in reversed(moves):
            step = pack(move.side is BLACK, move.origin, move.number, move.effect.value)
            path = path << STEP_BITS | step
        return cls(path << MOVES_SHIFT | position.packed)

    @property
    def packed(self) -> int:
        """The packed position after the play."""
        return self & POSITION

    @property
    def position(self) -> Position:
        """The position after the play."""
        position = _new(Position)
        _set_packed(position, self & POSITION)
        return position

    @property
    def steps(self) -> list[int]:
        """The packed moves, the first one first."""
        steps = []
        path = self >> MOVES_SHIFT
        while path:
            steps.append(path & _STEP)
            path >>= STEP_BITS
        return steps

    @property
    def moves(self) -> tuple[Move, ...]:
        """One sequence of moves that reaches the position; empty if no move is possible."""
        path = self >> MOVES_SHIFT
        if path <= _TWO_STEPS:
            return _unpacked(path)
        return _unpacked(path & _TWO_STEPS) + _unpacked(path >> 2 * STEP_BITS)

    @property
    def order(self) -> list[int]:
        """The sort key of the play: its moves from the farthest origin to the nearest."""
        return sorted(map(step_order, self.steps))

    def __repr__(self) -> str:
        return f"<Play {self.moves} to {self.position}>"


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
    stage = stage_numbers(numbers)
    board, start = read_board(rules, position, side)
    if stage[0] == stage[-1]:
        plays = _play_equal(board, start, stage)
    else:
        plays = _play_two(board, start, stage, rules.higher_number)
    return list(map(Play, plays))


_STAGES: Final = {
    numbers: tuple(sorted(numbers, reverse=True))
    for numbers in [
        *((n,) * count for n in range(1, 7) for count in range(1, 1 + MAX_NUMBERS)),
        *product(range(1, 7), repeat=2),
    ]
}


def stage_numbers(numbers: Sequence[int]) -> tuple[int, ...]:
    """Return a stage's numbers, the higher first; raise `ValueError` if they cannot be a stage."""
    try:
        if len(numbers) <= MAX_NUMBERS:
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

SearchState = tuple[int, int, int]
"""The part of a position that changes with every move.

The packed play so far; the places from which the mover can move a checker; and the single opposing
checkers (blots at the bits of their points, those trapped by the mover `PLACES` bits higher).
"""

MoveGroup = tuple[int, int, int, Outcomes, int]
"""Moves by one number with the same effect on the opponent.

The state before them, their outcomes and their origins.
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
    return board, (packed, own, alone & ~stuck | held << PLACES)


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
    board: StageBoard, state: SearchState, number: int, index: int = 0, among: int = ANYWHERE
) -> list[MoveGroup]:
    """Return the moves by the number from the allowed origins, grouped by their effect.

    Args:
        index: The index of these moves in their play.
        among: The allowed origins, as a mask.
    """
    _, own, alone = state
    tables = board[0]
    origins = origins_by(board, own, number) & among
    if not origins:
        return []
    blots = alone << number + (own >= BAR)
    if alone > ON_POINTS and (freeing := _freeing(tables, state, origins)):
        plain = _grouped(state, tables.outcomes[index][number], origins ^ freeing, blots)
        return plain + _grouped(state, tables.freeing[index][number], freeing, blots)
    return _grouped(state, tables.outcomes[index][number], origins, blots)


def _grouped(
    state: SearchState, outcomes: tuple[Outcomes, list[Outcomes]], origins: int, blots: int
) -> list[MoveGroup]:
    made, own, alone = state
    plain, landings = outcomes
    groups: list[MoveGroup] = []
    blots &= origins
    if origins ^ blots:
        groups.append((made, own, alone, plain, origins ^ blots))
    if blots:
        for table in landings:
            groups.append((made, own, alone, table, blots))
    return groups


def _freeing(tables: MoveTables, state: SearchState, origins: int) -> int:
    """Return the origins whose last checker frees an opposing checker that it trapped."""
    made, _, alone = state
    freeing = 0
    for origin in PLACES_IN[origins & alone >> PLACES]:
        if made >> tables.shifts[origin] & 0xFF == 1:
            freeing |= 1 << origin
    return freeing


def _follow(
    board: StageBoard,
    groups: list[MoveGroup],
    number: int,
    index: int,
    among: int = 0,
    replaced: int = 0,
) -> list[MoveGroup]:
    """Return the moves by the number that can follow the others, at an index of their play.

    `among` are the allowed origins; 0 means the same one and nearer ones. A checker from the
    origins in `replaced` does not continue itself.
    """
    tables, shifts, reaching = board[0], board[0].shifts, board[1] << number
    plain, landings = tables.outcomes[index][number]
    further: list[MoveGroup] = []
    add = further.append
    for made, own, alone, outcomes, origins in groups:
        for origin in PLACES_IN[origins]:
            at = origin if made >> shifts[origin] & 0xFF != 1 else origin + PLACES
            added, stay, landing, changed, following = outcomes[at]
            reached, left, loose = made + added, own & stay | landing, alone ^ changed
            following = among or following
            if replaced and replaced >> origin & 1:
                following &= ~landing
            if not BEYOND_HOME <= left < HAND or (
                loose > ON_POINTS and left & following & loose >> PLACES
            ):
                further += moves_with(board, (reached, left, loose), number, index, following)
                continue
            # A faster version of `moves_with` for when nothing is entered, borne off or freed.
            following &= left & reaching
            if blots := following & loose << number:
                for table in landings:
                    add((reached, left, loose, table, blots))
                following ^= blots
            if following:
                add((reached, left, loose, plain, following))
    return further


def plays_of(groups: list[MoveGroup]) -> list[int]:
    """Return the packed plays that end with these moves."""
    return [
        made + outcomes[origin][0]
        for made, _, _, outcomes, origins in groups
        for origin in PLACES_IN[origins]
    ]


def unique(plays: Iterable[int]) -> list[int]:
    """Return one packed play for each position."""
    return list({play & POSITION: play for play in plays}.values())


def _play_equal(board: StageBoard, start: SearchState, numbers: tuple[int, ...]) -> list[int]:
    groups = moves_with(board, start, numbers[0])
    shorter: list[MoveGroup] = []
    for index, number in enumerate(numbers[1:], 1):
        following = _follow(board, groups, number, index)
        if not following:
            break
        shorter += groups
        groups = following
    plays = _full(board, start, groups, shorter)
    return unique(plays) if board[0].may_trap else plays


def _play_two(
    board: StageBoard, start: SearchState, numbers: tuple[int, ...], higher_number: bool
) -> list[int]:
    """Return the plays of two different numbers, or of one if both are impossible."""
    high, low = numbers
    _, own, alone = start
    by_high = moves_with(board, start, high)
    outside = own // BEYOND_HOME
    if own < HAND and outside & outside - 1:
        # Nothing is entered or borne off, so every checker can move by the higher number first. The
        # lower one goes first only for a checker that continues with the higher one and either
        # could not in the other order or hits on the way. With a 5-2, 17/12 and 19/17 reach the
        # same position as 19/14/12, so the checker from 19 continues only if it hits on 14.
        quiet, held = board[1] & ~alone, alone >> PLACES
        both = _follow(board, by_high, low, 1, ANYWHERE, (own & ~held) << low & quiet << high)
        first = own & board[1] << low & ~(own << low) & ~(quiet << high & quiet << low)
        both += _follow(board, moves_with(board, start, low, 0, first), high, 1, ~own)
        if held:
            # A trapper can leave before another checker hits, or be joined before it leaves.
            first = own & (held | held << low)
            both += _follow(board, moves_with(board, start, low, 0, first), high, 1, ANYWHERE)
        if both:
            plays = plays_of(both)
            return unique(plays) if board[0].may_trap else plays
    by_low = moves_with(board, start, low)
    # A move that frees a checker may be followed by a hit on it from farther away.
    among = ANYWHERE if alone > ON_POINTS else 0
    both = _follow(board, by_high, low, 1, among) + _follow(board, by_low, high, 1, among)
    single = by_high + by_low
    longest = both or (by_high if higher_number else []) or single
    return unique(_full(board, start, longest, single))


def _full(
    board: StageBoard, start: SearchState, groups: list[MoveGroup], shorter: list[MoveGroup]
) -> list[int]:
    """Return the longest plays and shorter plays that win."""
    plays = plays_of(groups) or [start[0]]
    if start[1].bit_count() < MAX_NUMBERS:
        side = SIDES[board[0].black]
        plays += [p for p in plays_of(shorter) if Position(p & POSITION).has_borne_off_all(side)]
    return plays


def longest_sequence(
    board: StageBoard, groups: list[MoveGroup], numbers: tuple[int, ...], index: int = 1
) -> int:
    """Return how many numbers can be played: one by these groups, then `numbers` in order.

    Stops at the first full play.
    """
    if not groups or not numbers:
        return len(groups[:1])
    best = 1
    for group in groups:
        following = _follow(board, [group], numbers[0], index)
        best = max(best, 1 + longest_sequence(board, following, numbers[1:], index + 1))
        if best > len(numbers):
            break
    return best


def max_playable(rules: Rules, position: Position, side: Side, numbers: Sequence[int]) -> int:
    """Return how many of a stage's numbers can be played.

    A play that bears off the last checker may use fewer.
    """
    if not numbers:
        return 0
    stage = stage_numbers(numbers)
    board, start = read_board(rules, position, side)
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

    def ends(self, numbers: tuple[int, ...], *, short: bool = False) -> Iterator[int]:
        """Yield the packed positions after all numbers of a stage, possibly with repetitions.

        Args:
            short: True for as many numbers as can be played. Plays that end the game with fewer
                are omitted.
        """
        high, low = max(numbers), min(numbers)
        count = len(numbers)
        if short:
            count = max_playable(self.rules, self.position, self.side, numbers)
        orders: list[tuple[int, ...]] = [numbers[:count]]
        if high > low and count == 2:
            orders = [(high, low), (low, high)]
        elif high > low and count:
            orders = [(number,) for number in (high, low) if self.can_play(number)]
            orders = orders[:1] if self.rules.higher_number else orders
        among = 0 if high == low else ANYWHERE
        for first, *later in filter(None, orders):
            groups = moves_with(self._board, self._start, first)
            yield from _ends_one_by_one(self._board, groups, later, among)

    def has_hit(self, end: int) -> bool:
        """Return True if the play that ends here hit a checker."""
        return end >> self._bar & 0xFF > self._on_bar

    def may_reach_blot(self, numbers: tuple[int, ...], later: Sequence[tuple[int, ...]]) -> bool:
        """Return False if no checker could reach a blot even with all the numbers to itself.

        If False, there is nothing to search. `later` lists the possible numbers of a later stage.
        """
        open_ = self._board[1]
        _, own, alone = self._start
        # Include checkers that are freed on the way, because they can be hit too.
        blots = (alone | alone >> PLACES) & ON_POINTS
        if not blots:
            return False
        if own >= BAR:
            own = own & ~BAR | HAND
        targets = 0
        for possible in later:
            targets |= _origins(blots, open_, possible)
        return bool(own & (targets | _origins(blots | targets, open_, numbers)))


def _ends_one_by_one(
    board: StageBoard, groups: list[MoveGroup], later: Sequence[int], among: int
) -> Iterator[int]:
    """Yield the packed positions after one of these moves and the later numbers, in order."""
    if not later:
        yield from (play & POSITION for play in plays_of(groups))
        return
    for group in groups:
        following = _follow(board, [group], later[0], 0, among)
        yield from _ends_one_by_one(board, following, later[1:], among)


def _origins(targets: int, open_: int, numbers: tuple[int, ...]) -> int:
    """Return the places from which a checker can reach a target with some of the numbers."""
    if numbers[0] != numbers[-1]:
        first, second = numbers
        near, far = targets << first, targets << second
        return near | far | (near & open_) << second | (far & open_) << first
    origins = step = targets << numbers[0]
    for number in numbers[1:]:
        step = (step & open_) << number
        origins |= step
    return origins
