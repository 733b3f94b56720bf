"""What the 36 throws after a play would do: counted, not estimated.

Every throw is looked at as a whole, with all its stages: a hit by the complement is a hit. A
search of plays that ends with the first one that hits, and the first one that earns another
throw, needs a fraction of the time that listing them takes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from backgammon_tui.analysis.stages import CHOSEN, THROW, THROWS, to_play
from backgammon_tui.engine import Game, Move, Place, Position, Rules, Side, legal_plays
from backgammon_tui.engine.lanes import ANYWHERE, BAR, HAND, ON_POINTS, PLACES_IN
from backgammon_tui.engine.plays import (
    Board,
    State,
    deepest,
    origins_by,
    positions_after,
    read_board,
    ways_by,
)
from backgammon_tui.engine.position import CHECKERS, FIELD_BITS, PLACES
from backgammon_tui.engine.situation import Situation
from backgammon_tui.engine.steps import max_playable
from backgammon_tui.engine.turn import Outlook, Stage, plan, withheld_after


class Facts(NamedTuple):
    """What follows a play, in throws of 36 where it is a matter of the dice."""

    thrower: Side | None
    """Who throws next; None where a stage of the same throw comes first, or the game is over."""

    hits: int = 0
    """Throws with which that side can hit, or trap where it may choose."""

    shut_out: int = 0
    """Throws of which it can play nothing."""

    complement_lost: int = 0
    """Throws that go on after their first stage, but not all of which can be played.

    Doublets with a complement, and a 2-1 where it earns four 5s or 6s. What the rules do not
    grant is not lost.
    """

    another_throw: int = 0
    """Throws that earn another one if they are played for that."""

    outlook: Outlook | None = None
    """The complement of this throw, where it comes first."""


class ThrowFacts(NamedTuple):
    """What one throw can do, each by the play that is best in that respect."""

    hits: bool
    shut_out: bool
    complement_lost: bool
    another_throw: bool


class Played(Protocol):
    """A play: its moves and the position after them."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """Its moves."""

    @property
    def position(self) -> Position:
        """The position that it leads to."""


def facts(game: Game, play: Played) -> Facts:
    """What follows a play of the stage that a game waits for.

    What the opponent would complete, where the rules have it so, is left out of account.

    Raises:
        ValueError: if the game waits for no play.
    """
    stage = to_play(game)
    position = play.position
    if position.has_borne_off_all(stage.side):
        return Facts(None)
    full = len(play.moves) == len(stage.numbers)
    spot = stage.after(game.rules, position, full)
    if spot.owes != THROW:
        return Facts(None, outlook=game.outlook(position))
    return count_throws(game.rules, Situation(spot.position, spot.side, spot.had_doublet))


def count_throws(rules: Rules, situation: Situation) -> Facts:
    """How many of the 36 throws hit, are lost and earn another throw, for the side to throw.

    Raises:
        ValueError: if the position cannot stand on the board of these rules.
    """
    root = _State.read(rules, situation.position, situation.side)
    found = [(_look_at(root, situation.had_doublet, dice), weight) for dice, weight in THROWS]
    return Facts(
        situation.side,
        hits=sum(weight for throw, weight in found if throw.hits),
        shut_out=sum(weight for throw, weight in found if throw.shut_out),
        complement_lost=sum(weight for throw, weight in found if throw.complement_lost),
        another_throw=sum(weight for throw, weight in found if throw.another_throw),
    )


def look_at(rules: Rules, situation: Situation, dice: tuple[int, int]) -> ThrowFacts:
    """What one throw can do for the side to throw.

    Raises:
        ValueError: if the position cannot stand on the board of these rules.
    """
    root = _State.read(rules, situation.position, situation.side)
    return _look_at(root, situation.had_doublet, dice)


class _State(NamedTuple):
    """A position between two stages as the search for plays reads it."""

    rules: Rules
    position: Position
    side: Side
    board: Board
    start: State

    @classmethod
    def read(cls, rules: Rules, position: Position, side: Side) -> _State:
        return cls(rules, position, side, *read_board(rules, position, side))

    def after(self, packed: int, following: Stage) -> _State | None:
        """The state in which a stage follows; None where the game is over or it is not granted."""
        position = Position(packed)
        if position.has_borne_off_all(self.side):
            return None
        if withheld_after(self.rules, position, self.side, following):
            return None
        return _State.read(self.rules, position, self.side)


def _look_at(state: _State, had_doublet: frozenset[Side], dice: tuple[int, int]) -> ThrowFacts:
    rules, position, side, board, start = state
    thrown = plan(rules, position, side, dice, side not in had_doublet)
    due = [stage for stage in thrown.stages if not stage.withheld]
    goes_on = len(due) > 1
    if not any(origins_by(board, start[1], number) for number in dice):
        return ThrowFacts(False, True, goes_on, False)
    earns = goes_on and _can_earn(state, due)
    lost = goes_on and not earns and _is_lost(state, due)
    return ThrowFacts(_can_hit(state, due), False, lost, earns)


def _can_earn(state: _State, stages: Sequence[Stage]) -> bool:
    """Whether all of the stages can be played without ending the game."""
    stage, *later = stages
    for numbers in choices_of(stage):
        seen: set[int] = set()
        for packed in _plays(state, numbers, len(numbers)):
            if packed in seen:
                continue
            if not later:
                if not Position(packed).has_borne_off_all(state.side):
                    return True
                continue
            seen.add(packed)
            following = state.after(packed, later[0])
            if following and _can_earn(following, later):
                return True
    return False


def _is_lost(state: _State, stages: Sequence[Stage]) -> bool:
    """Whether numbers that cannot be played are what the throw fails at.

    Not a rule that grants no complement, and not the end of the game.
    """
    stage, following = stages[:2]
    rules, position, side = state.rules, state.position, state.side
    if _can_win(state, stages):
        return False
    may_wait = rules.entry_limits_complement and position.to_enter(side)
    if not may_wait or not _is_full(state, stage.numbers):
        return True
    plays = _plays(state, stage.numbers, len(stage.numbers))
    return any(not withheld_after(rules, Position(after), side, following) for after in plays)


def _can_win(state: _State, stages: Sequence[Stage]) -> bool:
    """Whether the last checker can be borne off."""
    stage, *later = stages
    off = state.position.count(state.side, Place.OFF)
    if off + sum(len(choices_of(each)[0]) for each in stages) < CHECKERS:
        return False
    for numbers in choices_of(stage):
        for play in legal_plays(state.rules, state.position, state.side, numbers):
            if play.position.has_borne_off_all(state.side):
                return True
            goes_on = later and len(play.moves) == len(numbers)
            following = state.after(play[0], later[0]) if goes_on else None
            if following and _can_win(following, later):
                return True
    return False


def _can_hit(state: _State, stages: Sequence[Stage]) -> bool:
    """Whether a play of the stages hits, the first of which is granted."""
    stage, *later = stages
    shift, before = _bar(state)
    for numbers in choices_of(stage):
        if not _may_reach(state, numbers, later):
            continue
        seen: set[int] = set()
        is_full = False
        for packed in _plays(state, numbers, len(numbers)):
            if packed >> shift & 0xFF > before:
                return True
            is_full = True
            if not later or packed in seen:
                continue
            seen.add(packed)
            following = state.after(packed, later[0])
            if following and _can_hit(following, later):
                return True
        owed = 0 if is_full else _playable(state, numbers)
        if any(packed >> shift & 0xFF > before for packed in _plays(state, numbers, owed)):
            return True
    return False


def _bar(state: _State) -> tuple[int, int]:
    """Where a packed position has the opponent's checkers on the bar, and how many."""
    shift = FIELD_BITS * (Place.BAR + (PLACES if state.side is Side.WHITE else 0))
    return shift, state.position.packed >> shift & 0xFF


def choices_of(stage: Stage) -> list[tuple[int, ...]]:
    """The numbers of a stage, or those of which the side chooses after a 2-1."""
    return [stage.numbers] if stage.numbers else [(number,) * 4 for number in CHOSEN]


def _may_reach(state: _State, numbers: tuple[int, ...], later: Sequence[Stage]) -> bool:
    """Whether a checker could reach a blot if it had the numbers for itself.

    Where it could not, nothing needs to be searched.
    """
    open_ = state.board[1]
    _, own, alone, _ = state.start
    # A blot that is freed on the way can be hit, too.
    blots = (alone | alone >> PLACES) & ON_POINTS
    if not blots:
        return False
    if own >= BAR:
        own = own & ~BAR | HAND
    targets = 0
    for stage in reversed(later):
        for choice in choices_of(stage):
            targets |= _origins(blots | targets, open_, choice)
    return bool(own & (targets | _origins(blots | targets, open_, numbers)))


def _origins(targets: int, open_: int, numbers: tuple[int, ...]) -> int:
    """The places from which some of the numbers lead to one of the targets over open points."""
    if numbers[0] != numbers[-1]:
        first, second = numbers
        near, far = targets << first, targets << second
        return near | far | (near & open_) << second | (far & open_) << first
    found = step = targets << numbers[0]
    for number in numbers[1:]:
        step = (step & open_) << number
        found |= step
    return found


# ---- plays, one by one


def _playable(state: _State, numbers: tuple[int, ...]) -> int:
    """How many of a stage's numbers can be played."""
    if numbers[0] != numbers[-1]:
        return max_playable(state.rules, state.position, state.side, numbers)
    return deepest(state.board, ways_by(state.board, state.start, numbers[0]), numbers[1:])


def _is_full(state: _State, numbers: tuple[int, ...]) -> bool:
    """Whether all numbers of a stage can be played."""
    return _playable(state, numbers) == len(numbers)


def _plays(state: _State, numbers: tuple[int, ...], owed: int) -> Iterator[int]:
    """The packed positions after legal plays of a stage, one by one; one may come twice.

    Plays that end the game with fewer numbers are left out.
    """
    board, start = state.board, state.start
    if not owed:
        return
    if numbers[0] == numbers[-1]:
        yield from _equal(board, start, numbers[:owed], ANYWHERE)
        return
    high, low = max(numbers), min(numbers)
    if owed == 1:
        singles = [number for number in (high, low) if origins_by(board, start[1], number)]
        for number in singles[:1] if state.rules.higher_number else singles:
            yield from positions_after(ways_by(board, start, number))
        return
    for first, second in ((high, low), (low, high)):
        for between, _ in _moves(board, start, first, ANYWHERE):
            yield from positions_after(ways_by(board, between, second))


def _equal(board: Board, state: State, numbers: tuple[int, ...], among: int) -> Iterator[int]:
    """The positions after moves by the same number, from the farthest origin to the nearest."""
    if len(numbers) == 1:
        yield from positions_after(ways_by(board, state, numbers[0], among))
        return
    for following, origins in _moves(board, state, numbers[0], among):
        yield from _equal(board, following, numbers[1:], origins)


def _moves(board: Board, state: State, number: int, among: int) -> Iterator[tuple[State, int]]:
    """Each move by a number: the state after it, and the origins that may follow in order."""
    shifts = board[0].shifts
    for packed, own, alone, path, outcomes, origins in ways_by(board, state, number, among):
        for origin in PLACES_IN[origins]:
            is_last = packed >> shifts[origin] & 0xFF == 1
            added, stay, landing, changed, following = outcomes[origin + PLACES * is_last]
            yield (packed + added, own & stay | landing, alone ^ changed, path), following
