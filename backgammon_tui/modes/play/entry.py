"""What a text typed so far can mean: the plays that contain it and the moves it names.

Typing is read as moves, not compared with the list's text. A text is accepted while some
legal play, in any order and by any route, contains it; the last move may be half typed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from backgammon_tui.engine import Effect, Game, Move, Play, Position, legal_plays
from backgammon_tui.engine.notation import (
    Numbering,
    PartialPlay,
    Route,
    Stop,
    Unreadable,
    make,
    moves_after,
    outcomes,
    read_routes,
)
from backgammon_tui.modes.play.fragments import (
    begins_label,
    fits_target,
    place_named,
    stops_named,
)
from backgammon_tui.modes.play.holding import (
    begins_at,
    rows_holding,
    rows_holding_half,
    rows_striking,
    rows_with,
)
from backgammon_tui.modes.play.rows import PlayRow

NOTATION: Final = "0123456789/-*^().=handbrofi"
"""The characters that go to the entry line from anywhere on the board."""

BETWEEN: Final = "/- "
"""What ends a point."""


def typed_on(kept: str, refused: str, character: str = "") -> str:
    """The text that is typed on: what was refused too, as soon as a point of that has ended."""
    is_going_on = refused and {*refused[len(kept) :], character} & {*BETWEEN}
    return refused if is_going_on else kept


class Way(NamedTuple):
    """What is typed with what it still leads to: one way to play a row."""

    begun: PartialPlay
    rest: Play | None
    """What is played of the numbers left; None where nothing is."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """All its moves."""
        return (*self.begun.moves, *(self.rest.moves if self.rest else ()))


class EntryReading(NamedTuple):
    """What a text can mean in a stage of a game."""

    shown: tuple[int, ...]
    """The rows that contain it."""

    moves: tuple[Move, ...] = ()
    """The moves that it names, if it names whole moves and they lead to one position."""

    choices: tuple[tuple[Move, ...], ...] = ()
    """Moves that it may name, where they lead to different positions."""

    made: tuple[PartialPlay, ...] = ()
    """Where the whole moves typed before the last one may have led."""

    picked: int | None = None
    """The checker whose way is being typed."""

    landings: frozenset[int] = frozenset()
    """Where that may land as far as its way is typed; nowhere once the way is whole."""

    ways: Mapping[int, Way] = MappingProxyType({})
    """How what is typed leads to rows, so that they are spelled as it is."""


def read_entry(
    game: Game, rows: Sequence[PlayRow], text: str, numbering: Numbering
) -> EntryReading | None:
    """What a text means among the rows of a stage; None if no legal play contains it."""
    start = PartialPlay((), game.position, game.left)
    if not text.strip():
        return EntryReading(tuple(range(len(rows))), made=(start,))
    filtered = rows_with(rows, text.strip().lower(), numbering)
    if filtered is not None:
        return EntryReading(filtered, made=(start,)) if filtered else None
    items, is_open = _items(text.lower())
    before = _routes(items[:-1] if is_open else items, numbering)
    if before is None:
        return None
    made = outcomes(game, before)
    last = items[-1] if is_open else ""
    whole = _whole(game, items, numbering)
    counted = _counted(items)
    continued = [outcome for each in counted for outcome in _whole(game, each, numbering)]
    onward = []
    if is_open and not continued:
        onward = list(_continuations(game, made, last, numbering))
        continued = [outcome for _, outcome in onward]
    routes = _routes(items, numbering)
    held = rows_holding(rows, routes) if routes else set()
    half = rows_holding_half(rows, before, last, numbering) if is_open else set()
    for each in filter(None, (_routes(each, numbering) for each in counted)):
        half |= rows_holding(rows, each)
    picked = _picked(last, numbering) if is_open else None
    spelled = {index for index in half if picked is None or begins_at(rows[index], picked)}
    led_to = _ways(game, rows, continued)
    led_to = {index: way for index, way in led_to.items() if index not in spelled}
    ways = {**led_to, **_ways(game, rows, whole)}
    shown = ways.keys() | held | half
    if not shown:
        struck = rows_striking(rows, text.strip().lower(), numbering)
        return EntryReading(struck, made=(start,)) if struck else None
    positions = {outcome.position for outcome in whole}
    moves: tuple[Move, ...] = ()
    if len(positions) == 1:
        moves = min(whole, key=lambda o: sum(move.number for move in o.moves)).moves
    elif not whole and len(held) == 1:
        moves = rows[next(iter(held))].moves
    choices = tuple(o.moves for o in whole) if len(positions) > 1 else ()
    read = made if is_open else whole
    landings = frozenset[int]() if moves else frozenset(move.target for move, _ in onward)
    return EntryReading(tuple(sorted(shown)), moves, choices, read, picked, landings, ways)


def _items(text: str) -> tuple[list[str], bool]:
    """The moves typed, bare pairs joined, and whether the last may still be typed on."""
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


def _routes(items: Sequence[str], numbering: Numbering) -> tuple[Route, ...] | None:
    try:
        return read_routes(" ".join(items), numbering)
    except Unreadable:
        return None


def _whole(game: Game, items: Sequence[str], numbering: Numbering) -> tuple[PartialPlay, ...]:
    routes = _routes(items, numbering)
    return outcomes(game, routes) if routes else ()


def _picked(fragment: str, numbering: Numbering) -> int | None:
    """The checker that a half-typed move starts with, if that much is typed."""
    if "/" not in fragment:
        return None
    return place_named(fragment.split("/")[0], numbering)


def begun(text: str, places: Iterable[int], numbering: Numbering) -> int | None:
    """The place from which the last move of a text starts, if it is clear which one is meant.

    The text need not be possible; the places are those where the side that types has checkers.
    """
    items, is_open = _items(text.lower())
    if not items or not is_open:
        return None
    origin, slash, _ = items[-1].partition("/")
    meant = [place for place in places if begins_label(place, origin, numbering)]
    if slash or (not meant and len(origin) > 1):
        return place_named(origin, numbering)
    return meant[0] if len(meant) == 1 else None


def _continuations(
    game: Game, made: Sequence[PartialPlay], fragment: str, numbering: Numbering
) -> Iterator[tuple[Move, PartialPlay]]:
    """The moves that a half-typed one may still be, or end with, and where they lead."""
    origin, *stops = fragment.split("/")
    if not stops:
        for outcome in made:
            for move in moves_after(game, outcome):
                if begins_label(move.origin, origin, numbering):
                    yield move, make(game, outcome, move)
        return
    *touched, typed = stops
    at = place_named(origin, numbering)
    way = stops_named(touched, numbering)
    if at is None or way is None:
        return
    for outcome in made:
        for place, reached in _after_way(game, outcome, at, way):
            for move, onward in _ways_on(game, reached, place):
                if fits_target(move, typed, numbering):
                    yield move, onward


def _counted(items: Sequence[str]) -> list[list[str]]:
    """What the moves typed may become where a count is being typed, such as that of `24/20(`."""
    *before, last = items
    route, bracket, digit = last.partition("(")
    counts = [count for count in "234" if bracket and count.startswith(digit)]
    return [[*before, f"{route}({count})"] for count in counts]


def _after_way(
    game: Game, outcome: PartialPlay, origin: int, way: tuple[Stop, ...]
) -> Iterator[tuple[int, PartialPlay]]:
    """The outcomes after a checker has touched down at all its stops."""
    reached = [(origin, outcome)]
    for stop in way:
        reached = [
            (move.target, onward)
            for place, before in reached
            for move, onward in _ways_on(game, before, place)
            if move.target == stop.place and stop.effect in (None, move.effect)
        ]
    yield from reached


def _ways_on(game: Game, outcome: PartialPlay, place: int) -> Iterator[tuple[Move, PartialPlay]]:
    """All that one checker can reach from a place with one number or several."""
    for move in moves_after(game, outcome):
        if move.origin == place:
            onward = make(game, outcome, move)
            yield move, onward
            if move.target:
                yield from _ways_on(game, onward, move.target)


def _ways(game: Game, rows: Sequence[PlayRow], found: Sequence[PartialPlay]) -> dict[int, Way]:
    """The rows whose position can still be reached from an outcome, each by the first way to it."""
    ways: dict[Position, Way] = {}
    for outcome in {(each.position, each.left): each for each in reversed(found)}.values():
        ways[outcome.position] = Way(outcome, None)
        if outcome.left and game.actor:
            plays = legal_plays(game.rules, outcome.position, game.actor, outcome.left)
            ways.update((play.position, Way(outcome, play)) for play in plays)
    return {index: ways[row.position] for index, row in enumerate(rows) if row.position in ways}


def origins(game: Game, reading: EntryReading) -> frozenset[int]:
    """The places from which a checker may move next, after what has been typed."""
    return frozenset(
        move.origin for outcome in reading.made[:1] for move in moves_after(game, outcome)
    )


def targets(game: Game, reading: EntryReading) -> dict[int, frozenset[Effect]]:
    """What the picked checker can reach, with one number or several, and what it may do there."""
    found: dict[int, frozenset[Effect]] = {}
    if reading.picked is None:
        return found
    for outcome in reading.made:
        for move, _ in _ways_on(game, outcome, reading.picked):
            found[move.target] = found.get(move.target, frozenset()) | {move.effect}
    return found
