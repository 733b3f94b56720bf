"""Reading and writing of moves and actions: `hand/22`, `bar/20*`, `13/7/4`, `24/22(2)`, `6/off`.

`*` hits and `^` traps. Points are in the mover's numbering, the highest origin first. The reader is
tolerant: it ignores case and order and accepts `13-7`, `13 7`, `5/1*5/4`, `in` for the hand and `b`
for the bar. Marks and stops are optional if only one move fits. If two numbers could bear off the
same checker, `4/off=6` chooses one; otherwise the smaller number that still allows a full play is
used.

The line of an action (`W 24/20* 4`, `roll 5-3`, `B resigns 2`) is complete, so it can be read
without a game. The journal stores these lines. Lessons and transcripts omit whatever their game
implies.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import combinations
from typing import Final, NamedTuple, assert_never

from backgammon_tui.engine.game import Game
from backgammon_tui.engine.legal import Path, RestOfStage, unique_by_rest
from backgammon_tui.engine.moves import (
    Action,
    AgreeDraw,
    ChooseDoubles,
    Double,
    Effect,
    KeepOpening,
    Move,
    OpeningRoll,
    Pass,
    RerollOpening,
    Resign,
    Roll,
    Take,
    target_of,
)
from backgammon_tui.engine.position import POINTS, Place, Position, Side, place_label
from backgammon_tui.engine.reasons import Cause, NotAllowed, Reason, why_not
from backgammon_tui.engine.rules import HOME_BOARD


class Unreadable(ValueError):
    """Text that is not valid notation."""

    def __init__(self, text: str) -> None:
        super().__init__(f"not a move: {text[:40]!a}")
        self.text = text


class Ambiguous(ValueError):
    """Notation that fits several plays; `candidates` lists the moves of each."""

    def __init__(self, candidates: Sequence[tuple[Move, ...]]) -> None:
        super().__init__(f"may mean {len(candidates)} different plays")
        self.candidates = tuple(candidates)


# ---- routes


class Stop(NamedTuple):
    """A place where a checker stops, with the effect and number if they are written."""

    place: int
    effect: Effect | None = None
    number: int | None = None
    """The number used to get there, if it is written."""

    def is_reached_by(self, move: Move) -> bool:
        """Return True if the move leads here with the written effect and number."""
        return (
            move.target == self.place
            and self.effect in (None, move.effect)
            and self.number in (None, move.number)
        )


class Hop(NamedTuple):
    """One move of a route; the effect is None if it is not written."""

    origin: int
    number: int
    effect: Effect | None = None


class Route(NamedTuple):
    """The origin of a checker and the places where it stops.

    Without stops, the route is any single move from the origin.
    """

    origin: int
    stops: tuple[Stop, ...]

    def after(self, move: Move) -> tuple[Route, ...] | None:
        """Return the rest of the route: `()` if finished, None if the move leaves it."""
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
        """Yield each way to travel the route with some of the numbers."""
        stop = self.stops[0] if self.stops else None
        for number in dict.fromkeys(numbers):
            target = target_of(self.origin, number)
            effect = stop.effect if stop and stop.place == target else None
            move = Move(Side.WHITE, self.origin, target, number, effect or Effect.NOTHING)
            onward, hop = self.after(move), Hop(self.origin, number, effect)
            if onward == ():
                yield (hop,)
            elif onward:
                rest = list(numbers)
                rest.remove(number)
                for hops in onward[0].hops(rest):
                    yield (hop, *hops)


# ---- writing

_MARKS: Final = {Effect.NOTHING: "", Effect.HIT: "*", Effect.TRAP: "^"}


def write_moves(moves: Iterable[Move]) -> str:
    """Write the moves of one side, joining the moves of each checker, highest origin first.

    The first move written onto a blot gets the mark. If a checker hits or traps one that the same
    play has freed, the moves keep their order.
    """
    chains = _chains(tuple(moves))
    texts = Counter(map(_write_chain, chains))
    return " ".join(f"{text}({times})" if times > 1 else text for text, times in texts.items())


def keeps_order(moves: Sequence[Move]) -> bool:
    """Return True if a checker hits or traps one that another move of the play has freed."""
    return any(
        later.effect is not Effect.NOTHING and later.target == move.origin
        for index, move in enumerate(moves)
        for later in moves[index + 1 :]
    )


def _chains(moves: tuple[Move, ...]) -> list[list[Move]]:
    chains: list[list[Move]] = []
    for move in moves:
        chain = next((c for c in reversed(chains) if c[-1].target == move.origin), None)
        if chain:
            chain.append(move)
        else:
            chains.append([move])
    if keeps_order(moves):
        return chains
    chains.sort(key=lambda c: (-c[0].origin, [move.target for move in c], -c[0].number))
    marks = {move.target: move.effect for move in moves if move.effect is not Effect.NOTHING}
    for move in moves:
        if marks.get(move.origin) is Effect.TRAP:
            del marks[move.origin]  # The next checker to land there may hit or trap.
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
"""The words for hand, bar and off, complete and abbreviated."""

POINT_LABELS: Final = {str(point): point for point in range(1, POINTS + 1)}
_PLACES: Final = POINT_LABELS | WORDS

EFFECTS: Final = {"*": Effect.HIT, "^": Effect.TRAP}
_BEGIN: Final = r"h(?:a(?:nd?)?)?|in|b(?:ar?)?"
"""Hand or bar, complete or abbreviated."""
_STOP: Final = rf"({_BEGIN}|o(?:ff?)?|\d{{1,2}})([*^]?)(?:=([1-6]))?"
"""A place with its optional mark and number."""
_WAY: Final = (
    rf"\s*(?P<stops>{_STOP}(?:(?:\s*[/-]\s*{_STOP})+|\s+{_STOP}))"
    r"(?:\s*\((?P<times>[1-4])\)|(?=\s|\Z))\s*"
)
"""The path of one checker with an optional count. Two places separated by a space are a path too.
"""
_NO_BLANK: Final = r"(?<=\w[*^]|\d\))(?=[\dhbi])"
_NO_SLASH: Final = rf"(?<![\w/-])({_BEGIN})(?=\d)"
_FLAGS: Final = re.ASCII | re.IGNORECASE


def separated(text: str) -> str:
    """Insert the spaces and slashes that a text omits, as in `8/5*6/3` and `h20`.

    A space is inserted after a mark or a count, a slash between a word and a point. A comma counts
    as a space.
    """
    text = text.replace(",", " ")
    return re.sub(_NO_SLASH, r"\1/", re.sub(_NO_BLANK, " ", text, flags=_FLAGS), flags=_FLAGS)


def read_routes(text: str) -> tuple[Route, ...]:
    """Parse notation into routes without checking that they are legal; may raise `Unreadable`."""
    if len(text) > _MAX_TEXT_LENGTH:
        raise Unreadable(text)
    routes: list[Route] = []
    text, at = separated(text.strip()), 0
    while at < len(text):
        way = re.compile(_WAY, _FLAGS).match(text, at)
        if way is None:
            raise Unreadable(text)
        route = _read_route(text, way["stops"])
        # Only one checker can hit or trap a blot: of 23/20*(2), the first.
        again = Route(route.origin, tuple(stop._replace(effect=None) for stop in route.stops))
        routes += [route, *[again] * (int(way["times"] or 1) - 1)]
        at = way.end()
    return tuple(routes)


def _read_route(text: str, stops_text: str) -> Route:
    stops = []
    for written, mark, number in re.findall(_STOP, stops_text, _FLAGS):
        place = _PLACES.get(written.lower())
        if place is None:
            raise Unreadable(text)
        stops.append(Stop(place, EFFECTS.get(mark), int(number) if number else None))
    origin, *onward = stops
    is_strange = origin.place == Place.OFF or origin.effect or origin.number
    if is_strange or any(stop.place > POINTS for stop in onward):
        raise Unreadable(text)
    return Route(origin.place, tuple(onward))


def extensions(path: Path, route: Route) -> Iterator[Path]:
    """Yield the extensions of a path along the whole route and no further."""
    for step in path.rest.steps:
        if step.move.origin == route.origin:
            onward = route.after(step.move)
            if onward is not None:
                extended = path.onward(step)
                yield from extensions(extended, onward[0]) if onward else [extended]


def paths_along(start: RestOfStage, routes: Iterable[Route]) -> tuple[Path, ...]:
    """Return the ways to travel all the routes before anything else.

    The moves may come in any order, and between two stops by any way. One path represents all
    orders of the same moves.
    """
    paths: list[Path] = []
    seen = set()
    stack = [(Path((), start), tuple(routes))]
    while stack:
        path, wanted = stack.pop()
        state = path.rest, frozenset(path.moves), frozenset(Counter(wanted).items())
        # The second condition avoids a useless search for long lines.
        if state in seen or sum(len(route.stops) or 1 for route in wanted) > len(path.rest.left):
            continue
        seen.add(state)
        if not wanted:
            paths.append(path)
            continue
        # The stack is last in, first out, so reversing keeps the written order.
        for route in reversed(dict.fromkeys(wanted)):
            at = wanted.index(route)
            others = wanted[:at] + wanted[at + 1 :]
            for step in path.rest.steps:
                onward = route.after(step.move)
                if onward is not None:
                    stack.append((path.onward(step), others + onward))
    return tuple(paths)


def read_moves(game: Game, text: str) -> tuple[Move, ...]:
    """Parse the moves that a text describes in the current stage of a game.

    They may use only some of the stage's numbers.

    Raises:
        Unreadable: if the text is not valid notation.
        NotAllowed: if it cannot be played, with the reason.
        Ambiguous: if it fits plays that lead to different positions.
    """
    routes = read_routes(text)
    if not routes:
        raise Unreadable(text)
    return resolve(game, routes)


def read_whole_play(game: Game, text: str) -> tuple[Move, ...]:
    """Parse moves like `read_moves`, or the whole play of which a part has been made.

    In both cases, the moves to make next are returned.
    """
    try:
        return read_moves(game, text)
    except NotAllowed:
        if start := game.stage_start:
            with suppress(NotAllowed, ValueError, StopIteration):
                *_, end = _positions(start, read_moves(start, text))
                return next(play.moves for play in game.legal_plays() if play.position == end)
        raise


def _positions(game: Game, moves: Iterable[Move]) -> Iterator[Position]:
    for move in moves:
        game = game.apply(move)
        yield game.position


def resolve(game: Game, routes: Sequence[Route]) -> tuple[Move, ...]:
    """Return the moves for routes in the current stage; raise the same errors as `read_moves`."""
    if game.stage is None:
        raise NotAllowed(Reason(Cause.NOT_NOW, game.actor or Side.WHITE))
    paths = paths_along(game.rest_of_stage, routes)
    if not paths:
        raise NotAllowed(_why_not_routes(game, routes))
    # Prefer exactly the written stops: 4/off with a 6 does not mean 4/1/off.
    stops = sum(len(route.stops) for route in routes)
    paths = tuple(path for path in paths if len(path.moves) == stops) or paths
    if len({path.rest.position for path in paths}) > 1:
        raise Ambiguous([path.moves for path in unique_by_rest(paths)])
    return min(paths, key=lambda path: path.pips).moves


def _why_not_routes(game: Game, routes: Sequence[Route]) -> Reason:
    """Find the first route that cannot be played after those before it, and return the reason."""
    assert game.actor
    made: Sequence[Path] = [Path((), game.rest_of_stage)]
    for index, route in enumerate(routes):
        following = paths_along(game.rest_of_stage, routes[: index + 1])
        if following:
            made = following
            continue
        reason = _first([_why_not_route(game, path, route) for path in made])
        if reason is None:
            # Each number can be played alone, so the stage is being completed move by move.
            return Reason(Cause.NOT_NOW, game.actor)
        # All checkers of an origin may have already been moved.
        is_empty = reason.cause is Cause.NO_CHECKER
        count = is_empty and game.position.count(reason.side, reason.points[0])
        return reason._replace(numbers=(count,)) if count else reason
    raise AssertionError("all routes can be played")


def _why_not_route(game: Game, path: Path, route: Route) -> Reason | None:
    side, rest = game.actor, path.rest
    assert side
    first, *later = route.stops
    reason = why_not(
        game.rules, rest.position, side, rest.left, route.origin, first.place, first.effect
    )
    if reason is None:
        # The first stop is one number away, so the reason concerns the stops after it.
        begun, onward = Route(route.origin, (first,)), Route(first.place, tuple(later))
        reached = [step for step in rest.steps if later and begun.after(step.move) == ()]
        return _first([_why_not_route(game, path.onward(step), onward) for step in reached])
    is_sum = _is_sum(first.place, route.origin, rest.left)
    if reason.cause is Cause.HIGHER_STANDS or (
        reason.cause is Cause.NOT_ALL_HOME
        and any(move.origin not in HOME_BOARD for move in path.moves)
    ):
        return reason._replace(after=path.moves)  # It is true only after these moves.
    if reason.cause is not Cause.NUMBER_NOT_THERE or not is_sum:
        return reason
    ways = [
        Route(route.origin, (Stop(target), *route.stops))
        for number in dict.fromkeys(rest.left)
        if (target := target_of(route.origin, number)) > first.place
    ]
    return _first([_why_not_route(game, path, way) for way in ways])


def _first(reasons: Sequence[Reason | None]) -> Reason | None:
    """Return the most specific reason: a missing number only if there is no other reason."""
    known = [reason for reason in reasons if reason]
    specific = [reason for reason in known if reason.cause is not Cause.NUMBER_NOT_THERE]
    return next(iter(specific or known), None)


def _is_sum(target: int, origin: int, numbers: Sequence[int]) -> bool:
    """Return True if a sum of several of the numbers leads from origin to target."""
    distance = min(origin, POINTS + 1) - target
    several = (c for size in range(2, len(numbers) + 1) for c in combinations(numbers, size))
    return any(sum(c) == distance or (not target and sum(c) > distance) for c in several)


def write_action(action: Action) -> str:
    """Write an action as one line."""
    match action:
        case Move():
            return f"{action.side.value} {_write_chain([action])} {action.number}"
        case Roll():
            return f"roll {action.first}-{action.second}"
        case OpeningRoll():
            return f"opening {action.white}-{action.black}"
        case KeepOpening():
            return "keeps"
        case RerollOpening():
            return "rolls again"
        case ChooseDoubles():
            return f"double {action.number}"
        case Double():
            return "doubles"
        case Take():
            return "takes"
        case Pass():
            return "passes"
        case Resign():
            return f"{action.side.value} resigns {action.points}"
        case AgreeDraw():
            return "draw agreed"
        case _:
            assert_never(action)


def read_action(text: str) -> Action | None:
    """Parse the line of an action, as written by `write_action` or typed; None if it is not one.

    Whether the action is legal depends on a game; a lesson explains why four 4s are not.
    """
    for pattern, read in _LINES:
        parts = pattern.fullmatch(text)
        if parts:
            return read(parts)
    return None


def _read_move(parts: re.Match[str]) -> Move:
    origin, target = (_PLACES[name] for name in parts.group(2, 3))
    effect = EFFECTS.get(parts[4], Effect.NOTHING)
    return Move(Side(parts[1]), origin, target, int(parts[5]), effect)


_POINT: Final = "[1-9]|1[0-9]|2[0-4]"
_READERS: Final[dict[str, Callable[[re.Match[str]], Action]]] = {
    rf"([WB]) (bar|hand|{_POINT})/(off|{_POINT})([*^]?) ([1-6])": _read_move,
    "roll ([1-6])-([1-6])": lambda parts: Roll(int(parts[1]), int(parts[2])),
    "opening ([1-6])-([1-6])": lambda parts: OpeningRoll(int(parts[1]), int(parts[2])),
    "k|keeps?": lambda _: KeepOpening(),
    "r|reroll|again|rolls again": lambda _: RerollOpening(),
    "double ([1-6])": lambda parts: ChooseDoubles(int(parts[1])),
    "doubles?": lambda _: Double(),
    "takes?": lambda _: Take(),
    "pass(?:es)?": lambda _: Pass(),
    "([WB]) resigns? ([1-9][0-9]{0,3})": lambda parts: Resign(Side(parts[1]), int(parts[2])),
    "draw(?: agreed)?": lambda _: AgreeDraw(),
}
_LINES: Final = tuple((re.compile(pattern), read) for pattern, read in _READERS.items())
