"""The ways to play a stage, as a graph that is found out as far as it is asked.

A node is a position with the numbers left there, an edge is a move. The legal plays are the paths
from the root to where no edge leads on, one for each position there. What is typed, clicked,
marked as a target or previewed is a path, or a few. A doublet may have 700 nodes before 2,000
ends, so that each node finds its edges, and the plays from it, when they are first looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from backgammon_tui.engine.moment import GameState
from backgammon_tui.engine.moves import STEP, Move, Route
from backgammon_tui.engine.plays import Play, packed_plays, without
from backgammon_tui.engine.position import Position, Side
from backgammon_tui.engine.rules import Rules
from backgammon_tui.engine.steps import legal_steps, single_steps
from backgammon_tui.engine.turn import Phase


class Edge(NamedTuple):
    """A move and the node that it leads to."""

    move: Move
    node: Node


class Node:
    """A position within a stage, with the numbers left there."""

    __slots__ = ("_edges", "_graph", "_plays", "left", "position")

    def __init__(self, graph: PlayGraph, position: Position, left: tuple[int, ...]) -> None:
        """Take a place in the graph; it looks around when it is asked."""
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

    def along(self, route: Route) -> Iterator[Path]:
        """Yield the ways to go on with all of a route and nothing else."""
        for edge in self.node.edges:
            if edge.move.origin == route.origin:
                rest = route.after(edge.move)
                if rest is not None:
                    yield from self.onward(edge).along(rest[0]) if rest else [self.onward(edge)]

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
    found: dict[Node, Path] = {}
    for path in paths:
        found.setdefault(path.node, path)
    return tuple(found.values())


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
        """Take what is left of a stage; without numbers no edge leads on."""
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

    @classmethod
    def of(cls, game: GameState) -> PlayGraph:
        """Return the graph of the present stage of a game."""
        side, is_single = game.actor or Side.WHITE, game.phase is Phase.COMPLETE
        return cls(game.rules, game.position, side, game.left, is_single=is_single)

    def list_plays(self) -> list[Play]:
        """Return the plays, one for each position reached, or the single moves."""
        if self._is_single:
            return [Play.of([edge.move], edge.node.position) for edge in self.root.edges]
        return [Play(play) for play in self.root.plays.items() if play[1] > STEP]

    def edges_from(self, node: Node) -> Iterator[Edge]:
        """Yield the moves that may follow at a node."""
        if not node.left or (self._is_single and node is not self.root):
            return
        steps = single_steps if self._is_single else legal_steps
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

    def paths(self, routes: Iterable[Route]) -> tuple[Path, ...]:
        """Return the ways to make all of the routes before anything else.

        The moves may be made in any order, and between two stops by any way. One path stands for
        all orders of the same moves.
        """
        found: list[Path] = []
        seen = set()
        stack = [(self.start, tuple(routes))]
        while stack:
            path, wanted = stack.pop()
            state = path.node, frozenset(path.moves), frozenset(Counter(wanted).items())
            # Without the second test a long line would be searched for nothing.
            if state in seen or sum(route.fewest_moves for route in wanted) > len(path.node.left):
                continue
            seen.add(state)
            if not wanted:
                found.append(path)
                continue
            # The last on the stack is followed first: moves in the order in which they stand.
            for route in reversed(dict.fromkeys(wanted)):
                at = wanted.index(route)
                others = wanted[:at] + wanted[at + 1 :]
                for edge in path.node.edges:
                    rest = route.after(edge.move)
                    if rest is not None:
                        stack.append((path.onward(edge), others + rest))
        return tuple(found)
