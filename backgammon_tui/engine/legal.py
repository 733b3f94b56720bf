"""Legal moves one at a time, and all ways to play the rest of a stage.

The legal plays are the paths of steps that leave no further step, one for each position there.
Typed text, a picked checker, a marked target and a preview are all one or more paths. Doubles can
have 700 intermediate positions and 2,000 final ones, so steps and plays are computed on demand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from backgammon_tui.engine.generator import (
    MOVES_SHIFT,
    POSITION,
    Play,
    legal_plays,
    max_playable,
    moves_with,
    origins_by,
    plays_of,
    read_board,
    stage_numbers,
    without,
)
from backgammon_tui.engine.moves import Move, unpack
from backgammon_tui.engine.position import Position, Side
from backgammon_tui.engine.rules import Rules

# ---- single moves


def legal_moves(
    rules: Rules, position: Position, side: Side, numbers: Sequence[int]
) -> tuple[Move, ...]:
    """Return the legal next moves of a stage with these numbers left, farthest origins first.

    Returns nothing when the play is complete. Raises the same errors as `legal_plays`.
    """
    return tuple(move for move, _ in legal_steps(rules, position, side, numbers))


def legal_steps(
    rules: Rules, position: Position, side: Side, numbers: Sequence[int], wanted: Move | None = None
) -> Iterator[tuple[Move, Position]]:
    """Yield the legal next moves, or only `wanted` if it is one, with the resulting positions."""
    left = stage_numbers(numbers)
    owed = max_playable(rules, position, side, left)
    if not owed or position.has_borne_off_all(side):
        return
    must_be_higher = rules.higher_number and owed == 1
    tried = {*left} if wanted is None or must_be_higher else {*left} & {wanted.number}
    following = unconstrained_steps(rules, position, side, tried)
    allowed = {max(move.number for move, _ in following)} if must_be_higher else tried
    for move, reached in following:
        if wanted and move != wanted:
            continue
        if reached.has_borne_off_all(side) or (
            move.number in allowed
            and max_playable(rules, reached, side, without(left, move.number)) >= owed - 1
        ):
            yield move, reached


def unconstrained_steps(
    rules: Rules, position: Position, side: Side, numbers: Iterable[int], wanted: Move | None = None
) -> list[tuple[Move, Position]]:
    """Return all moves of single checkers, or only `wanted`, with the resulting positions.

    Moves that would prevent a full play are included. Farthest origins come first.
    """
    board, start = read_board(rules, position, side)
    steps = [
        (move, Position(play & POSITION))
        for number in set(numbers)
        for play in plays_of(moves_with(board, start, number))
        if (move := unpack(play >> MOVES_SHIFT)) == wanted or not wanted
    ]
    return sorted(steps, key=lambda step: (-step[0].origin, -step[0].number))


def is_dead(rules: Rules, position: Position) -> bool:
    """Return True if no checker of either side can move by any number."""
    for side in Side:
        board, start = read_board(rules, position, side)
        for number in range(1, 7):
            if origins_by(board, start[1], number):
                return False
    return True


# ---- the rest of a stage


class LegalStep(NamedTuple):
    """A move, and the rest of the stage after it."""

    move: Move
    rest: RestOfStage


class RestOfStage:
    """A position within a stage and the numbers left, highest first.

    While the opponent completes a stage, each single move is a play, and no step follows it.
    """

    def __init__(
        self,
        rules: Rules,
        position: Position,
        side: Side,
        left: tuple[int, ...],
        *,
        is_single: bool = False,
        before: RestOfStage | None = None,
    ) -> None:
        self.position: Final = position
        self.left: Final = left
        self._stage: Final = rules, side, is_single
        self._is_over: Final = not left or bool(before and is_single)
        # Steps in another order lead to the same object.
        self._known: dict[tuple[int, tuple[int, ...]], RestOfStage] = (
            before._known if before else {}
        )

    def __repr__(self) -> str:
        return f"<RestOfStage {self.position} with {self.left} left>"

    def __eq__(self, other: object) -> bool:
        """Compare by value, because a resumed match must equal the match that was left."""
        if self is other or not isinstance(other, RestOfStage):
            return self is other
        is_here = (self.position, self.left) == (other.position, other.left)
        return is_here and self._stage == other._stage

    def __hash__(self) -> int:
        return hash((self.position.packed, self.left))

    @cached_property
    def steps(self) -> tuple[LegalStep, ...]:
        """The legal next moves, far origins and high numbers first."""
        if self._is_over:
            return ()
        rules, side, is_single = self._stage
        find = unconstrained_steps if is_single else legal_steps
        steps = []
        for move, position in find(rules, self.position, side, self.left):
            left = without(self.left, move.number)
            key = position.packed, left
            if key not in self._known:
                rest = RestOfStage(rules, position, side, left, is_single=is_single, before=self)
                self._known[key] = rest
            steps.append(LegalStep(move, self._known[key]))
        return tuple(steps)

    @cached_property
    def plays(self) -> Mapping[int, Play]:
        """The packed final positions reachable from here, each with the play to it."""
        rules, side, is_single = self._stage
        if self._is_over or is_single:
            return {self.position.packed: Play(self.position.packed)}
        return {play.packed: play for play in legal_plays(rules, self.position, side, self.left)}

    def list_plays(self) -> list[Play]:
        """Return one play for each final position; while the opponent completes, single moves."""
        if self._stage[2]:
            return [Play.from_moves([step.move], step.rest.position) for step in self.steps]
        return [play for play in self.plays.values() if play.moves]


class Path(NamedTuple):
    """Moves of a stage, and the rest of the stage after them."""

    moves: tuple[Move, ...]
    rest: RestOfStage

    @property
    def pips(self) -> int:
        """The sum of the numbers used."""
        return sum(move.number for move in self.moves)

    def onward(self, step: LegalStep) -> Path:
        """Return the path extended by one move."""
        return Path((*self.moves, step.move), step.rest)

    def runs(self, place: int) -> Iterator[Path]:
        """Yield the paths on which the checker at `place` makes one or more moves in a row."""
        for step in self.rest.steps:
            if step.move.origin == place:
                path = self.onward(step)
                yield path
                if step.move.target:
                    yield from path.runs(step.move.target)


def unique_by_rest(paths: Iterable[Path]) -> tuple[Path, ...]:
    """Return the first path to each rest of the stage."""
    by_rest: dict[RestOfStage, Path] = {}
    for path in paths:
        by_rest.setdefault(path.rest, path)
    return tuple(by_rest.values())
