"""A position searched for plays one by one, for questions that one play may answer.

Listing all plays of a throw with `legal_plays` takes many times as long as finding the first one
that hits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from backgammon_tui.engine.lanes import ANYWHERE, BAR, HAND, ON_POINTS, PLACES_IN
from backgammon_tui.engine.plays import (
    SearchState,
    StageBoard,
    origins_by,
    positions_after,
    read_board,
    ways_by,
)
from backgammon_tui.engine.position import FIELD_BITS, PLACES, Place, Position, Side
from backgammon_tui.engine.rules import Rules
from backgammon_tui.engine.steps import most_playable


class Search:
    """The plays of one side from a position."""

    def __init__(self, rules: Rules, position: Position, side: Side) -> None:
        self.rules: Final = rules
        self.position: Final = position
        self.side: Final = side
        self._board, self._start = read_board(rules, position, side)
        self._bar: Final = FIELD_BITS * (Place.BAR + (PLACES if side is Side.WHITE else 0))
        self._on_bar: Final = position.packed >> self._bar & 0xFF

    def can_play(self, number: int) -> bool:
        """Return True if some checker can move by a number."""
        return bool(origins_by(self._board, self._start[1], number))

    def ends(self, numbers: tuple[int, ...]) -> Iterator[int]:
        """Yield the packed positions after all of a stage's numbers; one may come twice."""
        return self._ends(numbers, len(numbers))

    def short_ends(self, numbers: tuple[int, ...]) -> Iterator[int]:
        """Yield the packed positions after as many of a stage's numbers as can be played.

        Plays that end the game with fewer are left out.
        """
        highest_first = tuple(sorted(numbers, reverse=True))
        return self._ends(numbers, most_playable(self._board, self._start, highest_first))

    def has_hit(self, end: int) -> bool:
        """Return True if the opponent has more checkers on the bar than before."""
        return end >> self._bar & 0xFF > self._on_bar

    def may_reach_blot(
        self, numbers: tuple[int, ...], later: Sequence[Iterable[tuple[int, ...]]]
    ) -> bool:
        """Return False if no checker could reach a blot even with all the numbers for itself.

        Nothing needs to be searched then. `later` has the numbers that each stage to come may have.
        """
        open_ = self._board[1]
        _, own, alone, _ = self._start
        # A blot that is freed on the way can be hit, too.
        blots = (alone | alone >> PLACES) & ON_POINTS
        if not blots:
            return False
        if own >= BAR:
            own = own & ~BAR | HAND
        targets = 0
        for stage in reversed(later):
            for each in stage:
                targets |= _origins(blots | targets, open_, each)
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
                yield from positions_after(ways_by(board, start, number))
            return
        for first, second in ((high, low), (low, high)):
            for between, _ in _moves(board, start, first, ANYWHERE):
                yield from positions_after(ways_by(board, between, second))


def _origins(targets: int, open_: int, numbers: tuple[int, ...]) -> int:
    """Return the places from which some of the numbers lead over open points to a target."""
    if numbers[0] != numbers[-1]:
        first, second = numbers
        near, far = targets << first, targets << second
        return near | far | (near & open_) << second | (far & open_) << first
    found = step = targets << numbers[0]
    for number in numbers[1:]:
        step = (step & open_) << number
        found |= step
    return found


def _equal(
    board: StageBoard, state: SearchState, numbers: tuple[int, ...], among: int
) -> Iterator[int]:
    """Yield the positions after moves by one number, from the farthest origin to the nearest."""
    if len(numbers) == 1:
        yield from positions_after(ways_by(board, state, numbers[0], among))
        return
    for following, origins in _moves(board, state, numbers[0], among):
        yield from _equal(board, following, numbers[1:], origins)


def _moves(
    board: StageBoard, state: SearchState, number: int, among: int
) -> Iterator[tuple[SearchState, int]]:
    """Yield the state after each move by a number, and the origins that may follow in order."""
    shifts = board[0].shifts
    for packed, own, alone, path, outcomes, origins in ways_by(board, state, number, among):
        for origin in PLACES_IN[origins]:
            is_last = packed >> shifts[origin] & 0xFF == 1
            added, stay, landing, changed, following = outcomes[origin + PLACES * is_last]
            yield (packed + added, own & stay | landing, alone ^ changed, path), following
