"""The meaning of a text typed so far: the plays that contain it and the moves it names.

Typing is read as moves, not compared with the list's text. A text is accepted while some
legal play, in any order and by any route, contains it; the last move may be half typed, such as
`2`, `24/2` or `h`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, product
from types import MappingProxyType
from typing import Final, NamedTuple

from backgammon_tui.engine import POINTS, Effect, Move, Place
from backgammon_tui.engine.legal import Path, one_for_each_node
from backgammon_tui.engine.notation import (
    EFFECTS,
    WORDS,
    Hop,
    Route,
    Stop,
    Unreadable,
    extensions,
    paths_along,
    read_point,
    read_routes,
)
from backgammon_tui.modes.play.play_list import PlayList

NOTATION: Final = "0123456789/-*^()=handbrofic"
"""The characters that go to the entry line from anywhere on the board."""

BETWEEN: Final = "/- ("
"""Characters that end a point; the last begins a count of checkers."""


def typed_on(kept: str, refused: str, character: str = "") -> str:
    """Return the text that is typed on: a refused one too, as soon as a point in it has ended."""
    is_going_on = refused.strip("(") and {*refused[len(kept) :], character} & {*BETWEEN}
    return refused if is_going_on else kept


class _TypedMoves(NamedTuple):
    """The moves of a text, the last one perhaps half typed."""

    before: tuple[Route, ...]
    """All moves, or those before one that may still be typed on."""

    named: tuple[Route, ...]
    """All moves as they stand; none where one is not typed in full."""

    counted: tuple[tuple[Route, ...], ...]
    """The moves that a count may make of them which is being typed."""

    last: tuple[Route, ...]
    """The routes that the last move may become."""

    picked: int | None
    """The checker that the last move begins with, if that much is typed."""

    is_open: bool
    """True if the last move may still be typed on."""


def _parse(text: str) -> _TypedMoves | None:
    """Return the moves of a text; None if one before the last is not typed in full."""
    items, is_open = _items(text)
    before = _routes(items[:-1] if is_open else items)
    if before is None:
        return None
    counted = map(_routes, _counted(items))
    return _TypedMoves(
        before,
        _routes(items) or (),
        tuple(filter(None, counted)),
        _routes_begun(items[-1]) if is_open else (),
        _picked(items[-1]) if is_open else None,
        is_open,
    )


def _items(text: str) -> tuple[list[str], bool]:
    """Return the moves typed, bare pairs joined, and True if the last may still be typed on."""
    items: list[str] = []
    is_paired = True
    for word in text.split():
        if "/" in word or "-" in word or "(" in word:
            items.append(word.replace("-", "/"))
            is_paired = True
        elif is_paired:
            items.append(word)
            is_paired = False
        else:
            items[-1] += f"/{word}"
            is_paired = True
    closed = text[-1:].isspace()
    if closed and not is_paired:
        items[-1] += "/"
    return items, not closed or not is_paired


def _routes(items: Sequence[str]) -> tuple[Route, ...] | None:
    try:
        return read_routes(" ".join(items))
    except Unreadable:
        return None


def _picked(fragment: str) -> int | None:
    """Return the checker that a half-typed move starts with, if that much is typed."""
    if "/" not in fragment:
        return None
    return _place_named(fragment.split("/")[0])


def origin_begun(text: str, places: Iterable[int]) -> int | None:
    """Return the place from which the last move of a text starts, if it is clear which is meant.

    The text need not be possible; the places are those where the side that types has checkers.
    """
    items, is_open = _items(text.lower())
    if not items or not is_open:
        return None
    origin, slash, _ = items[-1].partition("/")
    begun = _places_begun(origin)
    meant = [place for place in places if place in begun]
    if slash or (not meant and len(origin) > 1):
        return _place_named(origin)
    return meant[0] if len(meant) == 1 else None


def _counted(items: Sequence[str]) -> list[list[str]]:
    """Return the moves typed with each count that they may get, such as that of `24/20(`."""
    *before, last = items
    route, bracket, digit = last.partition("(")
    counts = [count for count in "234" if bracket and count.startswith(digit)]
    return [[*before, f"{route}({count})"] for count in counts]


# ---- labels


def _place_named(label: str) -> int | None:
    """Return the place of a label, a word perhaps by its first letters; None if it names none."""
    word = next((w for w in WORDS if label and w.startswith(label)), None)
    return WORDS[word] if word else read_point(label)


_LABELS: Final = (*((str(point), point) for point in range(1, POINTS + 1)), *WORDS.items())


def _places_begun(fragment: str) -> list[int]:
    """Return the places that may be typed as something that begins so."""
    return sorted({at for label, at in _LABELS if label.startswith(fragment)})


def _landing_on(typed: str) -> Callable[[Move], bool]:
    """Return a test of moves: that the target, with its mark, is the text or begins with it."""
    stops = _targets_begun(typed)
    return lambda move: any(stop.is_reached_by(move) for stop in stops)


def _routes_begun(fragment: str) -> tuple[Route, ...]:
    origin, *stops = fragment.split("/")
    if not stops:
        return tuple([Route(place, ()) for place in _places_begun(origin)])
    at, way = _place_named(origin), _stops_named(stops[:-1])
    if at is None or way is None:
        return ()
    return tuple([Route(at, (*way, last)) for last in _targets_begun(stops[-1])])


def _targets_begun(typed: str) -> list[Stop]:
    effect = EFFECTS.get(typed[-1:])
    if effect:
        return [Stop(at, effect) for label, at in _LABELS if label == typed[:-1]]
    return [Stop(place) for place in _places_begun(typed)]


def _stops_named(texts: Sequence[str]) -> tuple[Stop, ...] | None:
    """Return the stops that are typed in full; None if one is not."""
    stops = []
    for text in texts:
        place = _place_named(text.rstrip("*^"))
        if place is None:
            return None
        stops.append(Stop(place, EFFECTS.get(text[-1:])))
    return tuple(stops)


# ---- the plays that contain it


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
    rows = filtered(plays, only)
    if rows is None:
        typed = _parse(text)
        if typed is None:
            return None
        reading = _read(plays, typed)
        if reading:
            return reading
        fits = _landing_on(only)
        rows = plays.with_move(lambda move: move.effect is not Effect.NOTHING and fits(move))
    return EntryReading(tuple(sorted(rows)), made=start) if rows else None


def filtered(plays: PlayList, text: str) -> frozenset[int] | None:
    """Return the rows of a filter; None for other texts.

    `*` hits, `^` traps, `off` bears off, `/16*` lands, and `c` keeps most of the complement.
    """
    if text == "c":
        return plays.keeping_most()
    if text.startswith("/"):
        return plays.with_move(_landing_on(text[1:]))
    if text in EFFECTS:
        return plays.with_effect(EFFECTS[text])
    if "off".startswith(text):
        return plays.with_move(lambda move: move.target == Place.OFF)
    return None


def _read(plays: PlayList, typed: _TypedMoves) -> EntryReading | None:
    graph = plays.graph
    made = paths_along(graph, typed.before)
    whole = paths_along(graph, typed.named) if typed.named else ()
    begun = [path for routes in typed.counted for path in paths_along(graph, routes)]
    landings: frozenset[int] = frozenset()
    if not begun:
        begun = [
            longer for path in made for route in typed.last for longer in extensions(path, route)
        ]
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
    plays: PlayList, typed: _TypedMoves, whole: Sequence[Path], listed: frozenset[int]
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
