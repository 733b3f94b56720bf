"""Moves and actions as text, and back: `hand/22`, `bar/20*`, `13/7/4`, `24/22(2)`, `6/off`.

`*` hits and `^` traps. Points are in the mover's own numbering, the highest origin first.
Reading is tolerant: case, `13-7` and `13 7`, `5/1*5/4`, `in` for the hand, `b` for the bar, any
order, no marks where only one thing can be meant, no stops where only one way leads there.
Where two numbers would bear off the same checker, `4/off=6` says which is used; without
that it is the smaller one that still lets the stage be played in full.

The line of an action (`W 24/20* 4`, `roll 5-3`, `B resigns 2`) says all that the action says, so
it is read without a game. The journal keeps these lines; lessons and transcripts, which have a
game beside them, leave some of it out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple, assert_never

from backgammon_tui.engine import actions
from backgammon_tui.engine.actions import Action
from backgammon_tui.engine.game import Game
from backgammon_tui.engine.legal import Path, PlayGraph, one_for_each_node
from backgammon_tui.engine.moves import Effect, Move, target_of
from backgammon_tui.engine.position import POINTS, Place, Side
from backgammon_tui.engine.reasons import Cause, NotAllowed, Reason, why_not


class Unreadable(ValueError):
    """Text that is no notation."""

    def __init__(self, text: str) -> None:
        super().__init__(f"not a move: {text[:40]!a}")
        self.text = text


class Ambiguous(ValueError):
    """Notation that fits several plays; `candidates` are moves for each of them."""

    def __init__(self, candidates: Sequence[tuple[Move, ...]]) -> None:
        super().__init__(f"may mean {len(candidates)} different plays")
        self.candidates = tuple(candidates)


# ---- the way of one checker as it is written, and the moves that lead along it


class Stop(NamedTuple):
    """A place where a checker touches down, with what it must do there if that is said."""

    place: int
    effect: Effect | None = None
    number: int | None = None
    """The number that brings it there, if that is said."""

    def is_reached_by(self, move: Move) -> bool:
        """Return True if a move leads here and does what is said."""
        return (
            move.target == self.place
            and self.effect in (None, move.effect)
            and self.number in (None, move.number)
        )


class Hop(NamedTuple):
    """One move of a route, the effect open unless it is said."""

    origin: int
    number: int
    effect: Effect | None = None


class Route(NamedTuple):
    """The origin of a checker and the stops where it touches down.

    Without stops it is any one move from the origin.
    """

    origin: int
    stops: tuple[Stop, ...]

    @property
    def fewest_moves(self) -> int:
        """The number of moves that it takes at least."""
        return len(self.stops) or 1

    def after(self, move: Move) -> tuple[Route, ...] | None:
        """Return the rest of the route after a move, empty at its end; None off the route."""
        if move.origin != self.origin:
            return None
        if not self.stops:
            return ()
        stop, *later = self.stops
        if move.target > stop.place:
            return (Route(move.target, self.stops),)
        if not stop.is_reached_by(move):
            return None
        return (Route(move.target, tuple(later)),) if later else ()

    def hops(self, numbers: Sequence[int]) -> Iterator[tuple[Hop, ...]]:
        """Yield the moves with some of the numbers that lead along the route, each way once."""
        for number in dict.fromkeys(numbers):
            target = target_of(self.origin, number)
            if not self.stops:
                yield (Hop(self.origin, number),)
                continue
            stop, *later = self.stops
            rest = list(numbers)
            rest.remove(number)
            if target > stop.place:
                hop, onward = Hop(self.origin, number), Route(target, self.stops)
            elif target == stop.place and stop.number in (None, number):
                hop = Hop(self.origin, number, stop.effect)
                if not later:
                    yield (hop,)
                    continue
                onward = Route(target, tuple(later))
            else:
                continue
            for hops in onward.hops(rest):
                yield (hop, *hops)


# ---- writing

_MARKS: Final = {Effect.NOTHING: "", Effect.HIT: "*", Effect.TRAP: "^"}


def place_label(place: int) -> str:
    """Return the label of a point or a `Place`."""
    return str(place) if 1 <= place <= POINTS else Place(place).word


def write_moves(moves: Iterable[Move]) -> str:
    """Return the moves of one side, those of one checker joined, the highest origin first.

    The first that is written to land on a blot has the mark. Where a checker hits or traps another
    that the play has freed, the moves stay in their order.
    """
    chains = _chains(tuple(moves))
    texts = Counter(map(_write_chain, chains))
    return " ".join(f"{text}({times})" if times > 1 else text for text, times in texts.items())


def _chains(moves: tuple[Move, ...]) -> list[list[Move]]:
    chains: list[list[Move]] = []
    for move in moves:
        chain = next((c for c in reversed(chains) if c[-1].target == move.origin), None)
        if chain:
            chain.append(move)
        else:
            chains.append([move])
    # Where a checker lands on a blot that another has left there, the order tells it.
    if any(
        later.effect is not Effect.NOTHING and later.target == move.origin
        for index, move in enumerate(moves)
        for later in moves[index + 1 :]
    ):
        return chains
    chains.sort(key=lambda c: (-c[0].origin, [move.target for move in c], -c[0].number))
    marks = {move.target: move.effect for move in moves if move.effect is not Effect.NOTHING}
    for move in moves:
        if marks.get(move.origin) is Effect.TRAP:
            del marks[move.origin]  # Who lands there next may do either.
    due = dict(marks)
    for chain in chains:
        for index, move in enumerate(chain):
            if move.target in marks:
                chain[index] = move._replace(effect=due.pop(move.target, Effect.NOTHING))
    return chains


def _write_chain(chain: Sequence[Move]) -> str:
    stops = (place_label(move.target) + _MARKS[move.effect] for move in chain)
    return "/".join((place_label(chain[0].origin), *stops))


# ---- reading

_MAX_TEXT_LENGTH: Final = 300
WORDS: Final = {
    **dict.fromkeys(("hand", "in", "han", "ha", "h"), Place.HAND),
    **dict.fromkeys(("bar", "ba", "b"), Place.BAR),
    **dict.fromkeys(("off", "of", "o"), Place.OFF),
}
"""The words for the hand, the bar and off, in full and begun."""

EFFECTS: Final = {"*": Effect.HIT, "^": Effect.TRAP}
"""The marks of moves."""
_BEGIN: Final = r"h(?:a(?:nd?)?)?|in|b(?:ar?)?"
"""The hand and the bar, in full and begun."""
_STOP: Final = rf"({_BEGIN}|o(?:ff?)?|\d{{1,2}})([*^]?)(?:=([1-6]))?"
"""A place, its mark and the number that leads there."""
_WAY: Final = (
    rf"\s*(?P<stops>{_STOP}(?:(?:\s*[/-]\s*{_STOP})+|\s+{_STOP}))"
    r"(?:\s*\((?P<times>[1-4])\)|(?=\s|\Z))\s*"
)
"""One checker's way, perhaps several times; two places with a blank between them are one, too."""
_NO_BLANK: Final = r"(?<=\w[*^]|\d\))(?=[\dhbi])"
_NO_SLASH: Final = rf"(?<![\w/-])({_BEGIN})(?=\d)"
_FLAGS: Final = re.ASCII | re.IGNORECASE


def separated(text: str) -> str:
    """Return a text with the blanks and slashes that it leaves out: `8/5*6/3`, `h20`.

    A blank goes where a move follows a mark or a count, a slash between a word and a point.
    """
    return re.sub(_NO_SLASH, r"\1/", re.sub(_NO_BLANK, " ", text, flags=_FLAGS), flags=_FLAGS)


_POINTS: Final = {str(point): point for point in range(1, POINTS + 1)}


def read_point(label: str) -> int | None:
    """Return the point that a label names, or None if it names none."""
    return _POINTS.get(label)


def read_routes(text: str) -> tuple[Route, ...]:
    """Return what a text of notation says, legal or not; `Unreadable` if it is none."""
    if len(text) > _MAX_TEXT_LENGTH:
        raise Unreadable(text)
    routes: list[Route] = []
    text, at = separated(text.strip()), 0
    while at < len(text):
        way = re.compile(_WAY, _FLAGS).match(text, at)
        if way is None:
            raise Unreadable(text)
        route = _read_route(text, way["stops"])
        # A blot is hit or trapped once: of 23/20*(2) only the first checker does it.
        again = Route(route.origin, tuple(stop._replace(effect=None) for stop in route.stops))
        routes += [route, *[again] * (int(way["times"] or 1) - 1)]
        at = way.end()
    return tuple(routes)


def _read_route(text: str, way: str) -> Route:
    stops = []
    for written, mark, number in re.findall(_STOP, way, _FLAGS):
        place = WORDS.get(written.lower(), read_point(written))
        if place is None:
            raise Unreadable(text)
        stops.append(Stop(place, EFFECTS.get(mark), int(number) if number else None))
    origin, *onward = stops
    is_strange = origin.place == Place.OFF or origin.effect or origin.number
    if is_strange or any(stop.place > POINTS for stop in onward):
        raise Unreadable(text)
    return Route(origin.place, tuple(onward))


def extensions(path: Path, route: Route) -> Iterator[Path]:
    """Yield the ways to go on with all of a route and nothing else."""
    for edge in path.node.edges:
        if edge.move.origin == route.origin:
            rest = route.after(edge.move)
            if rest is not None:
                further = path.onward(edge)
                yield from extensions(further, rest[0]) if rest else [further]


def paths_along(graph: PlayGraph, routes: Iterable[Route]) -> tuple[Path, ...]:
    """Return the ways to make all of the routes before anything else.

    The moves may be made in any order, and between two stops by any way. One path stands for
    all orders of the same moves.
    """
    paths: list[Path] = []
    seen = set()
    stack = [(graph.start, tuple(routes))]
    while stack:
        path, wanted = stack.pop()
        state = path.node, frozenset(path.moves), frozenset(Counter(wanted).items())
        # Without the second test a long line would be searched for nothing.
        if state in seen or sum(route.fewest_moves for route in wanted) > len(path.node.left):
            continue
        seen.add(state)
        if not wanted:
            paths.append(path)
            continue
        # The last on the stack is followed first: moves in the order in which they stand.
        for route in reversed(dict.fromkeys(wanted)):
            at = wanted.index(route)
            others = wanted[:at] + wanted[at + 1 :]
            for edge in path.node.edges:
                rest = route.after(edge.move)
                if rest is not None:
                    stack.append((path.onward(edge), others + rest))
    return tuple(paths)


def read_moves(game: Game, text: str) -> tuple[Move, ...]:
    """Return the moves that a text asks for in the present stage of a game.

    They need not use all numbers of the stage.

    Raises:
        Unreadable: if it is no notation.
        NotAllowed: if it cannot be played, with the reason.
        Ambiguous: if it fits plays that lead to different positions.
    """
    routes = read_routes(text)
    if not routes:
        raise Unreadable(text)
    return resolve(game, routes)


def resolve(game: Game, routes: Sequence[Route]) -> tuple[Move, ...]:
    """Return the moves that routes ask for in the present stage; raise as `read_moves` does."""
    if game.stage is None:
        raise NotAllowed(Reason(Cause.NOT_NOW, game.actor or Side.WHITE))
    graph = game.graph()
    paths = paths_along(graph, routes)
    if not paths:
        raise NotAllowed(_why_not_routes(game, graph, routes))
    # As it stands, stop by stop, before any way round: 4/off with a 6 needs no 4/1/off.
    stops = sum(len(route.stops) for route in routes)
    paths = tuple(path for path in paths if len(path.moves) == stops) or paths
    if len({path.node.position for path in paths}) > 1:
        raise Ambiguous([path.moves for path in one_for_each_node(paths)])
    return min(paths, key=lambda path: path.pips).moves


def _why_not_routes(game: Game, graph: PlayGraph, routes: Sequence[Route]) -> Reason:
    """Return the reason against the first route that cannot be played after those before it."""
    assert game.actor
    made: Sequence[Path] = [graph.start]
    for index, route in enumerate(routes):
        following = paths_along(graph, routes[: index + 1])
        if following:
            made = following
            continue
        reasons = [_why_not_route(game, path, route) for path in made]
        # Each number alone could be played, so it is that a stage is completed move by move.
        return _counted(game, _first(reasons)) or Reason(Cause.NOT_NOW, game.actor)
    raise AssertionError("all routes can be played")


def _counted(game: Game, reason: Reason | None) -> Reason | None:
    """Add the number of checkers to a reason if all that stood there have been moved."""
    if reason is None or reason.cause is not Cause.NO_CHECKER:
        return reason
    count = game.position.count(reason.side, reason.points[0])
    return reason._replace(numbers=(count,)) if count else reason


def _why_not_route(game: Game, path: Path, route: Route) -> Reason | None:
    side, node = game.actor, path.node
    assert side
    first, *later = route.stops
    reason = why_not(
        game.rules, node.position, side, node.left, route.origin, first.place, first.effect
    )
    if reason is None:
        return _why_not_onward(game, path, Route(route.origin, (first,)), tuple(later))
    if reason.cause is not Cause.NUMBER_NOT_THERE:
        return reason
    if not _is_sum(first.place, route.origin, node.left):
        return reason
    ways = [
        Route(route.origin, (Stop(target), *route.stops))
        for number in dict.fromkeys(node.left)
        if (target := target_of(route.origin, number)) > first.place
    ]
    return _first([_why_not_route(game, path, way) for way in ways])


def _why_not_onward(
    game: Game, path: Path, begun: Route, onward: tuple[Stop, ...]
) -> Reason | None:
    """Return the reason against the rest of a way whose first stop is one number away."""
    if not onward:
        return None
    rest = Route(begun.stops[0].place, onward)
    reached = (edge for edge in path.node.edges if begun.after(edge.move) == ())
    return _first([_why_not_route(game, path.onward(edge), rest) for edge in reached])


def _first(reasons: Sequence[Reason | None]) -> Reason | None:
    """Return the reason that says most: that a number is missing only where nothing else is."""
    found = [reason for reason in reasons if reason]
    nearer = [reason for reason in found if reason.cause is not Cause.NUMBER_NOT_THERE]
    return next(iter(nearer or found), None)


def _is_sum(target: int, origin: int, numbers: Sequence[int]) -> bool:
    """Return True if several of the numbers together lead from origin to target."""
    distance = min(origin, POINTS + 1) - target
    several = (c for size in range(2, len(numbers) + 1) for c in combinations(numbers, size))
    return any(sum(c) == distance or (not target and sum(c) > distance) for c in several)


def write_action(action: Action) -> str:
    """Return an action as one line."""
    match action:
        case Move():
            return f"{action.side.value} {write_moves([action])} {action.number}"
        case actions.Roll():
            return f"roll {action.first}-{action.second}"
        case actions.OpeningRoll():
            return f"opening {action.white}-{action.black}"
        case actions.KeepOpening():
            return "keeps"
        case actions.RerollOpening():
            return "rolls again"
        case actions.ChooseDoubles():
            return f"double {action.number}"
        case actions.Resign():
            return f"{action.side.value} resigns {action.points}"
        case actions.AgreeDraw():
            return "draw agreed"
        case _:
            assert_never(action)


def read_action(text: str) -> Action | None:
    """Return the action that a line says, as `write_action` writes it or as it is typed, or None.

    Whether the action is allowed, only a game tells: a lesson explains why four 4s are not.
    """
    for pattern, read in _LINES:
        parts = pattern.fullmatch(text)
        if parts:
            return read(parts)
    return None


def _read_move(parts: re.Match[str]) -> Move:
    origin, target = (WORDS[name] if name in WORDS else int(name) for name in parts.group(2, 3))
    effect = EFFECTS.get(parts[4], Effect.NOTHING)
    return Move(Side(parts[1]), origin, target, int(parts[5]), effect)


_POINT: Final = "[1-9]|1[0-9]|2[0-4]"
_READERS: Final[dict[str, Callable[[re.Match[str]], Action]]] = {
    rf"([WB]) (bar|hand|{_POINT})/(off|{_POINT})([*^]?) ([1-6])": _read_move,
    "roll ([1-6])-([1-6])": lambda parts: actions.Roll(int(parts[1]), int(parts[2])),
    "opening ([1-6])-([1-6])": lambda parts: actions.OpeningRoll(int(parts[1]), int(parts[2])),
    "k|keeps?": lambda _: actions.KeepOpening(),
    "r|reroll|again|rolls again": lambda _: actions.RerollOpening(),
    "double ([1-6])": lambda parts: actions.ChooseDoubles(int(parts[1])),
    "([WB]) resigns? ([1-9])": lambda parts: actions.Resign(Side(parts[1]), int(parts[2])),
    "draw(?: agreed)?": lambda _: actions.AgreeDraw(),
}
_LINES: Final = tuple((re.compile(pattern), read) for pattern, read in _READERS.items())
