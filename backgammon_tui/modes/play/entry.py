"""The meaning of a text typed so far: the plays that contain it and the moves it names.

Typing is read as moves, not compared with the list's text. A text is accepted while some
legal play, in any order and by any route, contains it; the last move may be half typed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, product
from types import MappingProxyType
from typing import Final, NamedTuple

from backgammon_tui.engine import Effect, Move
from backgammon_tui.engine.play_graph import Path, one_for_each_node
from backgammon_tui.engine.routes import Hop, Route
from backgammon_tui.modes.play.partial_notation import TypedMoves, parse
from backgammon_tui.modes.play.play_list import PlayList


class EntryReading(NamedTuple):
    """The meaning of a text in a stage of a game."""

    shown: tuple[int, ...]
    """The rows that contain it."""

    moves: tuple[Move, ...] = ()
    """The moves that it names, if it names whole moves and they lead to one position."""

    choices: tuple[tuple[Move, ...], ...] = ()
    """Moves that it may name, where they lead to different positions."""

    made: tuple[Path, ...] = ()
    """The paths of the whole moves typed before the last one."""

    picked: int | None = None
    """The checker whose way is being typed."""

    landings: frozenset[int] = frozenset()
    """Points where that may land as far as its way is typed; none once the way is whole."""

    respelled: Mapping[int, Path] = MappingProxyType({})
    """The rows in whose listed moves it does not stand, each with a path that it begins."""

    @property
    def origins(self) -> frozenset[int]:
        """The places from which a checker may move after the typed text."""
        return frozenset(edge.move.origin for path in self.made[:1] for edge in path.node.edges)

    @property
    def targets(self) -> dict[int, frozenset[Effect]]:
        """The places that the picked checker can reach, with the effect of landing there."""
        found: dict[int, frozenset[Effect]] = {}
        if self.picked is None:
            return found
        for path in self.made:
            for run in path.runs(self.picked):
                move = run.moves[-1]
                found[move.target] = found.get(move.target, frozenset()) | {move.effect}
        return found


def read_entry(plays: PlayList, text: str) -> EntryReading | None:
    """Read a text among the plays of a stage; None if no legal play contains it.

    A play contains what can be made first on the way to it, and what stands in its listed moves.
    """
    text = text.lower()
    start, only = (plays.graph.start,), text.strip()
    if not only:
        return EntryReading(tuple(range(len(plays.rows))), made=start)
    rows = plays.filtered(only)
    if rows is None:
        typed = parse(text, plays.numbering)
        if typed is None:
            return None
        reading = _read(plays, typed)
        if reading:
            return reading
        rows = plays.striking(only)
    return EntryReading(tuple(sorted(rows)), made=start) if rows else None


def _read(plays: PlayList, typed: TypedMoves) -> EntryReading | None:
    graph = plays.graph
    made = graph.paths(typed.before)
    whole = graph.paths(typed.named) if typed.named else ()
    begun = [path for routes in typed.counted for path in graph.paths(routes)]
    landings: frozenset[int] = frozenset()
    if not begun:
        begun = [onward for path in made for route in typed.last for onward in path.along(route)]
        landings = frozenset(path.moves[-1].target for path in begun)
    named = _listed(plays, typed.named) if typed.named else _NO_ROWS
    half = [*typed.counted, *((*typed.before, route) for route in typed.last)]
    listed = named.union(*(_listed(plays, routes) for routes in half))
    reached = plays.reached_by((*whole, *begun))
    if not (reached or listed):
        return None
    moves: tuple[Move, ...] = ()
    choices: tuple[tuple[Move, ...], ...] = ()
    if len({path.node.position for path in whole}) > 1:
        choices = tuple(path.moves for path in one_for_each_node(whole))
    elif whole:
        # Two ways can lead to the same position: prefer the one in the list.
        moves = min(whole, key=lambda path: (path.pips, not _as_listed(plays, path))).moves
    elif len(named) == 1:
        moves = plays.rows[next(iter(named))].moves
    return EntryReading(
        tuple(sorted(reached | listed)),
        moves,
        choices,
        made=made if typed.is_open else whole,
        picked=typed.picked,
        landings=frozenset() if moves else landings,
        respelled={
            row: next(path for path in (*whole, *begun) if plays.rows[row].end in path.node.plays)
            for row in reached - _spelled_so(plays, typed, whole, listed)
        },
    )


_NO_ROWS: Final = frozenset[int]()


def _listed(plays: PlayList, routes: Iterable[Route]) -> frozenset[int]:
    """Return the rows in whose listed moves all of some routes stand."""
    ways = product(*(list(route.hops(plays.graph.root.left)) for route in routes))
    return _NO_ROWS.union(*(plays.with_hops(chain.from_iterable(way)) for way in ways))


def _as_listed(plays: PlayList, path: Path) -> frozenset[int]:
    """Return the rows that a path leads to and in whose listed moves its own stand."""
    hops = (Hop(move.origin, move.number, move.effect) for move in path.moves)
    return plays.with_hops(hops) & plays.reached_by([path])


def _spelled_so(
    plays: PlayList, typed: TypedMoves, whole: Sequence[Path], listed: frozenset[int]
) -> frozenset[int]:
    """Return the rows whose listed moves are those of the text, by the same checkers."""
    half = listed - plays.reached_by(whole)
    if typed.picked is not None:
        half = _begun(plays, half, Counter([typed.picked]))
    stops = sum(len(route.stops) for route in typed.named)
    # A play typed in full, stop by stop, keeps its typed form.
    open_ = (path for path in whole if path.node.edges or len(path.moves) > stops)
    found = _NO_ROWS.union(*(_as_listed(plays, path) for path in open_))
    return half | _begun(plays, found, Counter(route.origin for route in typed.named))


def _begun(plays: PlayList, rows: frozenset[int], origins: Counter[int]) -> frozenset[int]:
    """Return the rows in which checkers that stand on these places move, not passing ones."""
    passing = rows & plays.with_move(lambda move: move.target in origins)
    return rows - {row for row in passing if not plays.rows[row].begins_at(origins)}
