"""What may be played: single moves, and the ways to play a stage as a graph.

A node is a position with the numbers left there, an edge is a move. The legal plays are the paths
from the root to where no edge leads on, one for each position there. What is typed, clicked,
marked as a target or previewed is a path, or a few. A double may have 700 nodes before 2,000
ends, so a node works out its edges and plays only when they are first asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from backgammon_tui.engine.generator import (
    Play,
    max_playable,
    moves_with,
    origins_by,
    packed_plays,
    positions_after,
    read_board,
    stage_numbers,
    without,
)
from backgammon_tui.engine.moves import STEP, Move, unpack
from backgammon_tui.engine.position import Position, Side
from backgammon_tui.engine.rules import Rules

# ---- move by move


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
    steps = legal_steps(rules, position, side, numbers, move)
    return next((reached for _, reached in steps), None)


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
    must_be_higher = rules.higher_number and owed == 1
    tried = {*left} if asked is None or must_be_higher else {*left} & {asked.number}
    following = unconstrained_steps(rules, position, side, tried)
    allowed = {max(move.number for move, _ in following)} if must_be_higher else tried
    for move, reached in following:
        if asked and move != asked:
            continue
        if reached.has_borne_off_all(side) or (
            move.number in allowed
            and max_playable(rules, reached, side, without(left, move.number)) >= owed - 1
        ):
            yield move, reached


def unconstrained_moves(
    rules: Rules, position: Position, side: Side, numbers: Iterable[int]
) -> tuple[Move, ...]:
    """Return all moves of one checker with one of the numbers, far origins first.

    Only what the checker itself may do is asked; whether the move fits into a full play
    is not.
    """
    return tuple(move for move, _ in unconstrained_steps(rules, position, side, numbers))


def after(rules: Rules, position: Position, move: Move) -> Position:
    """Return the position after one move, which must be possible."""
    for possible, reached in unconstrained_steps(rules, position, move.side, [move.number]):
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


def unconstrained_steps(
    rules: Rules, position: Position, side: Side, numbers: Iterable[int]
) -> list[tuple[Move, Position]]:
    """Return the moves of one checker and where they lead, far origins and high numbers first."""
    board, start = read_board(rules, position, side)
    steps = [
        (unpack(side, path), Position(packed))
        for number in set(numbers)
        for packed, path in positions_after(moves_with(board, start, number)).items()
    ]
    return sorted(steps, key=lambda step: (-step[0].origin, -step[0].number))


# ---- the graph


class Edge(NamedTuple):
    """A move and the node that it leads to."""

    move: Move
    node: Node


class Node:
    """A position within a stage, with the numbers left there."""

    __slots__ = ("_edges", "_graph", "_plays", "left", "position")

    def __init__(self, graph: PlayGraph, position: Position, left: tuple[int, ...]) -> None:
        self._graph = graph
        self._edges: tuple[Edge, ...] | None = None
        self._plays: Mapping[int, int] | None = None
        self.position: Final = position
        self.left: Final = left
        """The numbers left, the higher first."""

    def __repr__(self) -> str:
        return f"<Node {self.position} with {self.left} left>"

    def __eq__(self, other: object) -> bool:
        """Compare by value: a match that is resumed is in the state in which it was left."""
        if self is other or not isinstance(other, Node):
            return self is other
        is_here = (self.position, self.left) == (other.position, other.left)
        return is_here and self._graph.stage == other._graph.stage

    def __hash__(self) -> int:
        return hash((self.position.packed, self.left))

    @property
    def edges(self) -> tuple[Edge, ...]:
        """The moves that may be next, far origins and high numbers first."""
        if self._edges is None:
            self._edges = tuple(self._graph.edges_from(self))
        return self._edges

    @property
    def plays(self) -> Mapping[int, int]:
        """The packed ends of the plays from here, each with packed moves to it."""
        if self._plays is None:
            self._plays = self._graph.plays_from(self)
        return self._plays

    def moves_to(self, end: int) -> tuple[Move, ...]:
        """Return the moves from here to an end, as a list of plays has them."""
        return Play((end, self.plays[end])).moves


class Path(NamedTuple):
    """Moves from the start of a stage, and the node that they lead to."""

    moves: tuple[Move, ...]
    node: Node

    @property
    def pips(self) -> int:
        """The sum of the numbers used."""
        return sum(move.number for move in self.moves)

    def onward(self, edge: Edge) -> Path:
        """Return the path with one more move."""
        return Path((*self.moves, edge.move), edge.node)

    def runs(self, place: int) -> Iterator[Path]:
        """Yield all that the checker on a place can do next, with one number or several."""
        for edge in self.node.edges:
            if edge.move.origin == place:
                path = self.onward(edge)
                yield path
                if edge.move.target:
                    yield from path.runs(edge.move.target)


def one_for_each_node(paths: Iterable[Path]) -> tuple[Path, ...]:
    """Return the first of the paths to each node."""
    by_node: dict[Node, Path] = {}
    for path in paths:
        by_node.setdefault(path.node, path)
    return tuple(by_node.values())


class PlayGraph:
    """The ways to play what is left of a stage.

    While the opponent completes a stage each of its single moves is a play, and the graph ends
    after it.
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
        """All that decides, beside position and numbers left, how a stage can be played."""
        return self._rules, self._side, self._is_single

    def list_plays(self) -> list[Play]:
        """Return the plays, one for each position reached, or the single moves."""
        if self._is_single:
            return [Play.of([edge.move], edge.node.position) for edge in self.root.edges]
        return [Play(play) for play in self.root.plays.items() if play[1] > STEP]

    def edges_from(self, node: Node) -> Iterator[Edge]:
        """Yield the moves that may follow at a node."""
        if not node.left or (self._is_single and node is not self.root):
            return
        steps = unconstrained_steps if self._is_single else legal_steps
        for move, position in steps(self._rules, node.position, self._side, node.left):
            left = without(node.left, move.number)
            key = position.packed, left
            if key not in self._nodes:
                self._nodes[key] = Node(self, position, left)
            yield Edge(move, self._nodes[key])

    def plays_from(self, node: Node) -> Mapping[int, int]:
        """Return the packed ends of the plays from a node, each with packed moves to it."""
        if not node.left or self._is_single:
            return {node.position.packed: 0}
        return packed_plays(self._rules, node.position, self._side, node.left)
