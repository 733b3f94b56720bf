"""Moves that are being typed, such as `2`, `24/2` or `h`: text as routes, the last half typed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from backgammon_tui.engine import POINTS, Move
from backgammon_tui.engine.notation import (
    EFFECTS,
    WORDS,
    Numbering,
    Unreadable,
    place_label,
    read_routes,
)
from backgammon_tui.engine.routes import Route, Stop

NOTATION: Final = "0123456789/-*^().=handbrofic"
"""The characters that go to the entry line from anywhere on the board."""

BETWEEN: Final = "/- "
"""Characters that end a point."""


def typed_on(kept: str, refused: str, character: str = "") -> str:
    """Return the text that is typed on: a refused one too, as soon as a point in it has ended."""
    is_going_on = refused and {*refused[len(kept) :], character} & {*BETWEEN}
    return refused if is_going_on else kept


class TypedMoves(NamedTuple):
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


def parse(text: str, numbering: Numbering) -> TypedMoves | None:
    """Return the moves of a text; None if one before the last is not typed in full."""
    items, is_open = _items(text)
    before = _routes(items[:-1] if is_open else items, numbering)
    if before is None:
        return None
    counted = (_routes(each, numbering) for each in _counted(items))
    return TypedMoves(
        before,
        _routes(items, numbering) or (),
        tuple(filter(None, counted)),
        _routes_begun(items[-1], numbering) if is_open else (),
        _picked(items[-1], numbering) if is_open else None,
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


def _routes(items: Sequence[str], numbering: Numbering) -> tuple[Route, ...] | None:
    try:
        return read_routes(" ".join(items), numbering)
    except Unreadable:
        return None


def _picked(fragment: str, numbering: Numbering) -> int | None:
    """Return the checker that a half-typed move starts with, if that much is typed."""
    if "/" not in fragment:
        return None
    return place_named(fragment.split("/")[0], numbering)


def origin_begun(text: str, places: Iterable[int], numbering: Numbering) -> int | None:
    """Return the place from which the last move of a text starts, if it is clear which is meant.

    The text need not be possible; the places are those where the side that types has checkers.
    """
    items, is_open = _items(text.lower())
    if not items or not is_open:
        return None
    origin, slash, _ = items[-1].partition("/")
    begun = places_begun(origin, numbering)
    meant = [place for place in places if place in begun]
    if slash or (not meant and len(origin) > 1):
        return place_named(origin, numbering)
    return meant[0] if len(meant) == 1 else None


def _counted(items: Sequence[str]) -> list[list[str]]:
    """Return the moves typed with each count that they may get, such as that of `24/20(`."""
    *before, last = items
    route, bracket, digit = last.partition("(")
    counts = [count for count in "234" if bracket and count.startswith(digit)]
    return [[*before, f"{route}({count})"] for count in counts]


# ---- labels


def place_named(label: str, numbering: Numbering) -> int | None:
    """Return the place of a label, a word perhaps by its first letters; None if it names none."""
    word = next((w for w in WORDS if label and w.startswith(label)), None)
    return WORDS[word] if word else numbering.read(label)


@lru_cache(maxsize=len(Numbering))
def _labels(numbering: Numbering) -> tuple[tuple[str, int], ...]:
    points = [
        (place_label(point, numbering).replace("·", "."), point) for point in range(1, POINTS + 1)
    ]
    return (*points, *WORDS.items())


def places_begun(fragment: str, numbering: Numbering) -> list[int]:
    """Return the places that may be typed as something that begins so."""
    return sorted({at for label, at in _labels(numbering) if label.startswith(fragment)})


def landing_on(typed: str, numbering: Numbering) -> Callable[[Move], bool]:
    """Return a test of moves: that the target, with its mark, is the text or begins with it."""
    stops = _targets_begun(typed, numbering)
    return lambda move: any(stop.is_reached_by(move) for stop in stops)


def _routes_begun(fragment: str, numbering: Numbering) -> tuple[Route, ...]:
    origin, *stops = fragment.split("/")
    if not stops:
        return tuple([Route(place, ()) for place in places_begun(origin, numbering)])
    at, way = place_named(origin, numbering), _stops_named(stops[:-1], numbering)
    if at is None or way is None:
        return ()
    return tuple([Route(at, (*way, last)) for last in _targets_begun(stops[-1], numbering)])


def _targets_begun(typed: str, numbering: Numbering) -> list[Stop]:
    effect = EFFECTS.get(typed[-1:])
    if effect:
        return [Stop(at, effect) for label, at in _labels(numbering) if label == typed[:-1]]
    return [Stop(place) for place in places_begun(typed, numbering)]


def _stops_named(texts: Sequence[str], numbering: Numbering) -> tuple[Stop, ...] | None:
    """Return the stops that are typed in full; None if one is not."""
    stops = []
    for text in texts:
        place = place_named(text.rstrip("*^"), numbering)
        if place is None:
            return None
        stops.append(Stop(place, EFFECTS.get(text[-1:])))
    return tuple(stops)
