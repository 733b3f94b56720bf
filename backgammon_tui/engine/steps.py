"""Moves made one by one: which may be next, and where they lead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from backgammon_tui.engine.moves import Move, unpack
from backgammon_tui.engine.plays import (
    SearchState,
    StageBoard,
    deepest,
    origins_by,
    positions_after,
    read_board,
    stage_numbers,
    ways_by,
    without,
)
from backgammon_tui.engine.position import Position, Side
from backgammon_tui.engine.rules import Rules


def legal_moves(
    rules: Rules, position: Position, side: Side, numbers: Sequence[int]
) -> tuple[Move, ...]:
    """Return the next moves towards a full legal play of what is left of a stage's numbers.

    Far origins stand first; there are none when the play is full. It raises as `legal_plays` does.
    """
    return tuple(move for move, _ in legal_steps(rules, position, side, numbers))


def after_legal(
    rules: Rules, position: Position, side: Side, numbers: Sequence[int], move: Move
) -> Position | None:
    """Return the position after a move, if it may be the next one towards a full legal play."""
    found = legal_steps(rules, position, side, numbers, move)
    return next((reached for _, reached in found), None)


def legal_steps(
    rules: Rules,
    position: Position,
    side: Side,
    numbers: Sequence[int],
    asked: Move | None = None,
) -> Iterator[tuple[Move, Position]]:
    """Yield the moves that `legal_moves` gives, or the one asked for, and where they lead."""
    left = stage_numbers(numbers)
    owed = max_playable(rules, position, side, left)
    if not owed or position.has_borne_off_all(side):
        return
    following = single_steps(rules, position, side, left)
    allowed = set(left)
    if rules.higher_number and owed == 1:
        allowed = {max(move.number for move, _ in following)}
    for move, reached in following:
        if asked and move != asked:
            continue
        if reached.has_borne_off_all(side) or (
            move.number in allowed
            and max_playable(rules, reached, side, without(left, move.number)) >= owed - 1
        ):
            yield move, reached


def single_moves(
    rules: Rules, position: Position, side: Side, numbers: Iterable[int]
) -> tuple[Move, ...]:
    """Return all moves of one checker with one of the numbers, far origins first.

    Only what the checker itself may do is asked; whether the move fits into a full play
    is not.
    """
    return tuple(move for move, _ in single_steps(rules, position, side, numbers))


def max_playable(rules: Rules, position: Position, side: Side, numbers: Sequence[int]) -> int:
    """Return how many of a stage's numbers can be played, 0 to all of them.

    A play that bears off the last checker may use fewer than this.
    """
    if not numbers:
        return 0
    return most_playable(*read_board(rules, position, side), stage_numbers(numbers))


def most_playable(board: StageBoard, start: SearchState, stage: tuple[int, ...]) -> int:
    """Return the same of a position that has been read, and numbers with the higher first."""
    most = deepest(board, ways_by(board, start, stage[0]), stage[1:])
    if most == len(stage) or stage[0] == stage[-1]:
        return most
    return max(most, deepest(board, ways_by(board, start, stage[1]), stage[:1]))


def after(rules: Rules, position: Position, move: Move) -> Position:
    """Return the position after one move, which must be possible."""
    for possible, reached in single_steps(rules, position, move.side, [move.number]):
        if possible == move:
            return reached
    raise ValueError(f"{move} is not possible in {position}")


def is_dead(rules: Rules, position: Position) -> bool:
    """Return True if no checker of either side could make any move with any number."""
    return not any(can_move(rules, position, side) for side in Side)


def can_move(rules: Rules, position: Position, side: Side) -> bool:
    """Return True if some checker of `side` could make a move with some number."""
    board, start = read_board(rules, position, side)
    return any(origins_by(board, start[1], number) for number in range(1, 7))


def single_steps(
    rules: Rules, position: Position, side: Side, numbers: Iterable[int]
) -> list[tuple[Move, Position]]:
    """Return the moves of one checker and where they lead, far origins and high numbers first."""
    board, start = read_board(rules, position, side)
    found = [
        (unpack(side, path), Position(packed))
        for number in set(numbers)
        for packed, path in positions_after(ways_by(board, start, number)).items()
    ]
    return sorted(found, key=lambda one: (-one[0].origin, -one[0].number))
