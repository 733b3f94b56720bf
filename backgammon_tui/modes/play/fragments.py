"""What pieces of notation name, such as `2`, `24/2` or `h`, while they are being typed."""

from __future__ import annotations

from collections.abc import Sequence

from backgammon_tui.engine import POINTS, Move
from backgammon_tui.engine.notation import EFFECTS, WORDS, Numbering, Stop, place_label


def place_named(label: str, numbering: Numbering) -> int | None:
    """The place that a label names, a word perhaps by its first letters; None if it names none."""
    word = next((w for w in WORDS if label and w.startswith(label)), None)
    return WORDS[word] if word else numbering.read(label)


def labels_of(place: int, numbering: Numbering) -> tuple[str, ...]:
    """What a place may be typed as."""
    if 1 <= place <= POINTS:
        return (place_label(place, numbering).replace("·", "."),)
    return tuple(word for word, named in WORDS.items() if named == place)


def begins_label(place: int, fragment: str, numbering: Numbering) -> bool:
    """Whether a place may be typed as something that begins so."""
    return any(label.startswith(fragment) for label in labels_of(place, numbering))


def fits_target(move: Move, typed: str, numbering: Numbering) -> bool:
    """Whether a move's target, with its mark, is what has been typed or begins so."""
    effect = EFFECTS.get(typed[-1:])
    if effect:
        return move.effect is effect and typed[:-1] in labels_of(move.target, numbering)
    return begins_label(move.target, typed, numbering)


def stops_named(texts: Sequence[str], numbering: Numbering) -> tuple[Stop, ...] | None:
    """The stops that have been typed in full, or None if one is none."""
    stops = []
    for text in texts:
        place = place_named(text.rstrip("*^"), numbering)
        if place is None:
            return None
        stops.append(Stop(place, EFFECTS.get(text[-1:])))
    return tuple(stops)
