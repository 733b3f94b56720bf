"""Legal moves one at a time, and the graph of all ways to play a stage.

A node is a position with the remaining numbers; an edge is a move. The legal plays are the paths
from the root to nodes without edges, one for each position there. Typed text, a picked checker, a
marked target and a preview are all represented by one or more paths. A double can have 700 nodes
and 2,000 final positions, so nodes compute their edges and plays on demand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
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


def after_legal(
    rules: Rules, position: Position, side: Side, numbers: Sequence[int], move: Move
) -> Position | None:
    """Return the position after a move; None unless it is a legal next move of the stage."""
    steps = legal_steps(rules, position, side, numbers, move)
    return next((reached for _, reached in steps), None)


def legal_steps(
    rules: Rules,
    position: Position,
    side: Side,
    numbers: Sequence[int],
    wanted: Move | None = None,
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


def unconstrained_moves(
    rules: Rules, position: Position, side: Side, numbers: Iterable[int]
) -> tuple[Move, ...]:
    """Return all moves of single checkers by the numbers, farthest origins first.

    Moves that would prevent a full play are included.
    """
    return tuple(move for move, _ in unconstrained_steps(rules, position, side, numbers))


def after(rules: Rules, position: Position, move: Move) -> Position:
    """Return the position after a move; raise `ValueError` if the checker cannot make it."""
    for possible, reached in unconstrained_steps(rules, position, move.side, [move.number]):
        if possible == move:
            return reached
    raise ValueError(f"{move} is not possible in {position}")


def is_dead(rules: Rules, position: Position) -> bool:
    """Return True if no checker of either side can move by any number."""
    return not any(can_move(rules, position, side) for side in Side)


def can_move(rules: Rules, position: Position, side: Side) -> bool:
    """Return True if some checker of `side` can move by some number."""
    board, start = read_board(rules, position, side)
    return any(origins_by(board, start[1], number) for number in range(1, 7))


def unconstrained_steps(
    rules: Rules, position: Position, side: Side, numbers: Iterable[int]
) -> list[tuple[Move, Position]]:
    """Return moves of single checkers with the positions reached, farthest origins first."""
    board, start = read_board(rules, position, side)
    steps = [
        (unpack(play >> MOVES_SHIFT), Position(play & POSITION))
        for number in set(numbers)
        for play in plays_of(moves_with(board, start, number))
    ]
    return sorted(steps, key=lambda step: (-step[0].origin, -step[0].number))


# ---- the graph


class Edge(NamedTuple):
    """A move and the resulting node."""

    move: Move
    node: Node


class Node:
    """A position within a stage and the numbers left."""

    __slots__ = ("_edges", "_graph", "_plays", "left", "position")

    def __init__(self, graph: PlayGraph, position: Position, left: tuple[int, ...]) -> None:
        self._graph = graph
        self._edges: tuple[Edge, ...] | None = None
        self._plays: Mapping[int, Play] | None = None
        self.position: Final = position
        self.left: Final = left
        """The numbers left, highest first."""

    def __repr__(self) -> str:
        return f"<Node {self.position} with {self.left} left>"

    def __eq__(self, other: object) -> bool:
        """Compare by value, because a resumed match must equal the match that was left."""
        if self is other or not isinstance(other, Node):
            return self is other
        is_here = (self.position, self.left) == (other.position, other.left)
        return is_here and self._graph.stage == other._graph.stage

    def __hash__(self) -> int:
        return hash((self.position.packed, self.left))

    @property
    def edges(self) -> tuple[Edge, ...]:
        """The legal next moves, far origins and high numbers first."""
        if self._edges is None:
            self._edges = tuple(self._graph.edges_from(self))
        return self._edges

    @property
    def plays(self) -> Mapping[int, Play]:
        """The packed final positions reachable from here, each with the play to it."""
        if self._plays is None:
            self._plays = self._graph.plays_from(self)
        return self._plays

    def moves_to(self, end: int) -> tuple[Move, ...]:
        """Return the moves that lead from here to a final position."""
        return self.plays[end].moves


class Path(NamedTuple):
    """Moves from the start of a stage and the resulting node."""

    moves: tuple[Move, ...]
    node: Node

    @property
    def pips(self) -> int:
        """The sum of the numbers used."""
        return sum(move.number for move in self.moves)

    def onward(self, edge: Edge) -> Path:
        """Return the path extended by one move."""
        return Path((*self.moves, edge.move), edge.node)

    def runs(self, place: int) -> Iterator[Path]:
        """Yield the paths on which the checker at `place` makes one or more moves in a row."""
        for edge in self.node.edges:
            if edge.move.origin == place:
                path = self.onward(edge)
                yield path
                if edge.move.target:
                    yield from path.runs(edge.move.target)


def unique_by_node(paths: Iterable[Path]) -> tuple[Path, ...]:
    """Return the first path to each node."""
    by_node: dict[Node, Path] = {}
    for path in paths:
        by_node.setdefault(path.node, path)
    return tuple(by_node.values())


class PlayGraph:
    """All ways to play the rest of a stage.

    While the opponent completes a stage, each single move is a play and the graph ends after it.
    """

    def __init__(
        self,
        rules: Rules,
        position: Position,
        side: Side,
        left: tuple[int, ...],
        *,
        is_single: bool = False,
    ) -> None:
        self._rules: Final = rules
        self._side: Final = side
        self._is_single: Final = is_single
        self._nodes: dict[tuple[int, tuple[int, ...]], Node] = {}
        self.root: Final = Node(self, position, left)
        self.start: Final = Path((), self.root)

    @property
    def stage(self) -> tuple[Rules, Side, bool]:
        """The inputs besides position and remaining numbers that determine the graph."""
        return self._rules, self._side, self._is_single

    def list_plays(self) -> list[Play]:
        """Return one play for each final position, or the single moves."""
        if self._is_single:
            return [Play.from_moves([edge.move], edge.node.position) for edge in self.root.edges]
        return [play for play in self.root.plays.values() if play.moves]

    def edges_from(self, node: Node) -> Iterator[Edge]:
        """Yield the legal moves at a node."""
        if not node.left or (self._is_single and node is not self.root):
            return
        steps = unconstrained_steps if self._is_single else legal_steps
        for move, position in steps(self._rules, node.position, self._side, node.left):
            left = without(node.left, move.number)
            key = position.packed, left
            if key not in self._nodes:
                self._nodes[key] = Node(self, position, left)
            yield Edge(move, self._nodes[key])

    def plays_from(self, node: Node) -> Mapping[int, Play]:
        """Return the packed final positions reachable from a node, each with the play to it."""
        if not node.left or self._is_single:
            return {node.position.packed: Play(node.position.packed)}
        plays = legal_plays(self._rules, node.position, self._side, node.left)
        return {play.packed: play for play in plays}
