"""The rows of the list that hold what is typed, in whatever order their moves are made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from backgammon_tui.engine import Effect, Move
from backgammon_tui.engine.notation import EFFECTS, Numbering, Route, Stop
from backgammon_tui.modes.play.fragments import (
    begins_label,
    fits_target,
    place_named,
    stops_named,
)
from backgammon_tui.modes.play.rows import PlayRow


def rows_with(rows: Sequence[PlayRow], text: str, numbering: Numbering) -> tuple[int, ...] | None:
    """The rows that hit, trap, bear off or land as in `/16*`, if the text asks for just that."""
    if text.startswith("/"):
        return tuple(
            index
            for index, row in enumerate(rows)
            if any(fits_target(move, text[1:], numbering) for move in row.moves)
        )
    if text in EFFECTS:
        return tuple(index for index, row in enumerate(rows) if row.has(EFFECTS[text]))
    if "off".startswith(text):
        return tuple(index for index, row in enumerate(rows) if row.bears_off)
    return None


def rows_striking(rows: Sequence[PlayRow], text: str, numbering: Numbering) -> tuple[int, ...]:
    """The rows that hit or trap on a point typed alone, such as `16*`."""
    found = {
        index
        for index, row in enumerate(rows)
        for move in row.moves
        if move.effect is not Effect.NOTHING and fits_target(move, text, numbering)
    }
    return tuple(sorted(found))


def begins_at(row: PlayRow, place: int) -> bool:
    """Whether a checker that stands on a place moves in a row, none that only passes there."""
    leaving = sum(move.origin == place for move in row.moves)
    return leaving > sum(move.target == place for move in row.moves)


def rows_holding(rows: Sequence[PlayRow], routes: Sequence[Route]) -> set[int]:
    """The rows that hold these moves one by one, in whatever order they are typed."""
    wanted = _hops(routes)
    return {index for index, row in enumerate(rows) if _without(row, wanted) is not None}


def rows_holding_half(
    rows: Sequence[PlayRow], routes: Sequence[Route], fragment: str, numbering: Numbering
) -> set[int]:
    """The rows that hold these moves and one more that begins as the fragment does.

    So a move may be typed that cannot be made first, such as bearing off before the last
    checker is home.
    """
    origin, *stops = fragment.split("/")
    at, way = place_named(origin, numbering), stops_named(stops[:-1], numbering)
    wanted = _hops(routes)
    found = set()
    for index, row in enumerate(rows):
        rest = _without(row, wanted) or []
        if not stops:
            fits = any(begins_label(move.origin, origin, numbering) for move in rest)
        elif at is None or way is None:
            fits = False
        else:
            fits = any(fits_target(move, stops[-1], numbering) for move in _onward(rest, at, way))
        if fits:
            found.add(index)
    return found


def _onward(left: Sequence[Move], place: int, way: tuple[Stop, ...]) -> Iterator[Move]:
    """The moves with which a checker goes on from a place after its stops on the way."""
    for move in left:
        if move.origin != place:
            continue
        rest = [other for other in left if other is not move]
        if not way:
            yield move
            yield from _onward(rest, move.target, way)
        elif move.target == way[0].place and way[0].effect in (None, move.effect):
            yield from _onward(rest, move.target, way[1:])


_Hop = tuple[int, int, Effect | None]
"""A move as it is typed: origin, target, and the mark if there is one."""


def _hops(routes: Sequence[Route]) -> list[_Hop]:
    """The single moves that routes name, if each stop is one number away."""
    return [
        (origin, stop.place, stop.effect)
        for route in routes
        for origin, stop in zip(
            (route.origin, *(s.place for s in route.stops)), route.stops, strict=False
        )
    ]


def _without(row: PlayRow, wanted: Sequence[_Hop]) -> list[Move] | None:
    """The moves of a row without those that are wanted; None if it does not hold them all."""
    left = list(row.moves)
    for origin, target, effect in wanted:
        found = next(
            (
                move
                for move in left
                if (move.origin, move.target) == (origin, target) and effect in (None, move.effect)
            ),
            None,
        )
        if found is None:
            return None
        left.remove(found)
    return left
