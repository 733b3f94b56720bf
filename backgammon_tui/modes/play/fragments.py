"""Pieces of notation that are being typed, such as `2`, `24/2` or `h`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from backgammon_tui.engine import POINTS, Move, Place
from backgammon_tui.engine.notation import EFFECTS, WORDS, Numbering, place_label
from backgammon_tui.engine.routes import Route, Stop


def place_named(label: str, numbering: Numbering) -> int | None:
    """Return the place of a label, a word perhaps by its first letters; None if it names none."""
    word = next((w for w in WORDS if label and w.startswith(label)), None)
    return WORDS[word] if word else numbering.read(label)


def labels_of(place: int, numbering: Numbering) -> tuple[str, ...]:
    """Return the labels by which a place may be typed."""
    if 1 <= place <= POINTS:
        return (place_label(place, numbering).replace("·", "."),)
    return tuple(word for word, named in WORDS.items() if named == place)


def begins_label(place: int, fragment: str, numbering: Numbering) -> bool:
    """Return True if a place may be typed as something that begins so."""
    return any(label.startswith(fragment) for label in labels_of(place, numbering))


def fits_target(move: Move, typed: str, numbering: Numbering) -> bool:
    """Return True if a move's target, with its mark, is the text typed or begins with it."""
    effect = EFFECTS.get(typed[-1:])
    if effect:
        return move.effect is effect and typed[:-1] in labels_of(move.target, numbering)
    return begins_label(move.target, typed, numbering)


def routes_begun(fragment: str, numbering: Numbering) -> tuple[Route, ...]:
    """Return the routes that a half-typed move may become, or end with."""
    origin, *stops = fragment.split("/")
    if not stops:
        found = (place for place in _PLACES if begins_label(place, origin, numbering))
        return tuple(Route(place, ()) for place in found)
    at, way = place_named(origin, numbering), _stops_named(stops[:-1], numbering)
    if at is None or way is None:
        return ()
    return tuple(Route(at, (*way, last)) for last in _targets_begun(stops[-1], numbering))


_PLACES: Final = range(Place.BAR + 1)
"""The points, and the places besides them."""


def _targets_begun(typed: str, numbering: Numbering) -> list[Stop]:
    effect = EFFECTS.get(typed[-1:])
    if effect:
        return [Stop(p, effect) for p in _PLACES if typed[:-1] in labels_of(p, numbering)]
    return [Stop(p) for p in _PLACES if begins_label(p, typed, numbering)]


def _stops_named(texts: Sequence[str], numbering: Numbering) -> tuple[Stop, ...] | None:
    """Return the stops that are typed in full; None if one is not."""
    stops = []
    for text in texts:
        place = place_named(text.rstrip("*^"), numbering)
        if place is None:
            return None
        stops.append(Stop(place, EFFECTS.get(text[-1:])))
    return tuple(stops)
