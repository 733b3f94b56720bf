"""Sides, places and positions, and the position line that writes them down.

A position is where all thirty checkers are. Each side counts its own points by the
pips still to go: 24 is the farthest, 1 the last before bearing off. A position does
not know in which direction the sides move; `Rules` does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Final

CHECKERS: Final = 15
POINTS: Final = 24


class Side(Enum):
    """One of the two players; the value is the letter of position lines."""

    WHITE = "W"
    BLACK = "B"

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side.BLACK if self is Side.WHITE else Side.WHITE


class Place(IntEnum):
    """The places of a checker besides the points 1 to 24."""

    OFF = 0
    """Borne off: no pips to go."""

    HAND = 25
    """Not yet entered: 25 pips to go."""

    BAR = 26
    """Hit, waiting to enter again: 25 pips to go, like the hand."""

    @property
    def word(self) -> str:
        """The name in position lines and notation: `off`, `hand` or `bar`."""
        return self.name.lower()


# A position is packed into one integer, one byte for each place of each side: White's
# 27 places first, then Black's. A checker's step is one addition, and the integer is
# the position's own dictionary key. A trapped checker is the byte 17 instead of 1.
PLACES: Final = 27
FIELD_BITS: Final = 8
TRAPPED: Final = 17
_TRAPPED, _FREE = bytes([TRAPPED]), bytes([1])
PACKED_BYTES: Final = 2 * PLACES


def field(side: Side, place: int) -> int:
    """Return the value of one checker of `side` on `place` in a packed position."""
    index = place if side is Side.WHITE else place + PLACES
    return 1 << FIELD_BITS * index


# No count of free checkers has this bit.
_TRAPPED_BITS: Final = {
    side: sum(16 * field(side, point) for point in range(1, POINTS + 1)) for side in Side
}

_MAX_LINE_LENGTH: Final = 500
_WORDS: Final = {place.word: place for place in Place}
_ITEM: Final = re.compile(r"(hand|bar|off|[0-9]{1,2}):([0-9]{1,2})(!?)", re.ASCII)
_LINE: Final = re.compile(r"\s*W(\s[^/]*)?/\s*B(\s[^/]*)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Position:
    """All checkers of both sides; immutable, hashable, cheap to compare.

    Made by `parse` or `of`, or found in a `Play`. Every position holds exactly fifteen
    checkers of each side.
    """

    packed: int
    """The counts of both sides in one integer: an implementation detail of the engine."""

    @classmethod
    def parse(cls, line: str) -> Position:
        """Read a position line such as `W 24:2 13:5 8:3 hand:4 off:1 / B hand:15`.

        The places of a side may stand in any order. Whether the two sides get on with
        each other depends on the direction of play: see `Rules.check`.

        Raises:
            ValueError: saying what is wrong with the line.
        """
        if len(line) > _MAX_LINE_LENGTH:
            raise ValueError(
                f"a position line has at most {_MAX_LINE_LENGTH} characters, not {len(line)}"
            )
        line = line.rstrip("\r\n")
        if not line.isprintable():
            raise ValueError(f"a position line has no invisible characters: {line!a}")
        parts = _LINE.fullmatch(line)
        if parts is None:
            raise ValueError(
                f"a position line looks like 'W 24:2 hand:13 / B hand:15', not {line!a}"
            )
        white, black = (
            _parse_side(side, text or "") for side, text in zip(Side, parts.groups(), strict=True)
        )
        return cls(white + black)

    @classmethod
    def of(cls, white: Mapping[int, int], black: Mapping[int, int]) -> Position:
        """Make a position from the counts on each side's places, none of them trapped.

        Raises:
            ValueError: if a place or a count is not possible, or a side has not fifteen.
        """
        packed = 0
        for side, counts in ((Side.WHITE, white), (Side.BLACK, black)):
            for place, count in counts.items():
                if not 0 <= place < PLACES or not 0 <= count <= CHECKERS:
                    raise ValueError(f"no position has {count} checkers on place {place}")
                packed += count * field(side, place)
            _check_fifteen(side, sum(counts.values()))
        return cls(packed)

    def __str__(self) -> str:
        return " / ".join(" ".join((side.value, *self._items(side))) for side in Side)

    def __repr__(self) -> str:
        return f"Position.parse({str(self)!r})"

    def _items(self, side: Side) -> list[str]:
        items = []
        counts = self.counts(side)
        for place in (*range(POINTS, 0, -1), Place.HAND, Place.BAR, Place.OFF):
            byte = counts[place]
            word = place.word if isinstance(place, Place) else str(place)
            if byte == TRAPPED:
                items.append(f"{word}:1!")
            elif byte:
                items.append(f"{word}:{byte}")
        return items

    def counts(self, side: Side) -> bytes:
        """Return the number of checkers on each place of `side`; a trapped one is `TRAPPED`."""
        first = 0 if side is Side.WHITE else PLACES
        return self.packed.to_bytes(PACKED_BYTES, "little")[first : first + PLACES]

    def count(self, side: Side, place: int) -> int:
        """Return how many checkers `side` has on `place` (a point 1 to 24 or a `Place`)."""
        at = place if side is Side.WHITE else place + PLACES
        byte = self.packed >> FIELD_BITS * at & 0xFF
        return 1 if byte == TRAPPED else byte

    def is_trapped(self, side: Side, point: int) -> bool:
        """Return True if `side` has a trapped checker on its `point`."""
        at = point if side is Side.WHITE else point + PLACES
        return self.packed >> FIELD_BITS * at & 0xFF == TRAPPED

    def trapped(self, side: Side) -> tuple[int, ...]:
        """Return the points on which `side` has a trapped checker, high to low."""
        if not self.has_trapped(side):
            return ()
        return tuple(p for p in range(POINTS, 0, -1) if self.is_trapped(side, p))

    def has_trapped(self, side: Side) -> bool:
        """Return True if `side` has a trapped checker anywhere."""
        return bool(self.packed & _TRAPPED_BITS[side])

    def points(self, side: Side) -> tuple[int, ...]:
        """Return the points on which `side` has checkers, trapped ones too, high to low."""
        counts = self.counts(side)
        return tuple([p for p in range(POINTS, 0, -1) if counts[p]])

    def to_enter(self, side: Side) -> int:
        """Return how many checkers of `side` are in hand or on the bar."""
        return self.count(side, Place.HAND) + self.count(side, Place.BAR)

    def pips(self, side: Side) -> int:
        """Return the pip count of `side`, 0 to 375; hand and bar count 25 for each checker."""
        counts = self.counts(side).replace(_TRAPPED, _FREE)
        on_points = sum([point * counts[point] for point in range(1, POINTS + 1)])
        return on_points + 25 * (counts[Place.HAND] + counts[Place.BAR])

    def has_borne_off_all(self, side: Side) -> bool:
        """Return True if `side` has won by bearing off its fifteenth checker."""
        return self.count(side, Place.OFF) == CHECKERS


def _parse_side(side: Side, text: str) -> int:
    packed = 0
    total = 0
    seen = set()
    for item in text.split():
        parts = _ITEM.fullmatch(item)
        if parts is None:
            raise ValueError(f"{_name(side)}: {item!a} is not a place with a count")
        word, count, mark = parts[1], int(parts[2]), parts[3]
        place = _WORDS[word] if word in _WORDS else int(word)
        if word not in _WORDS and not 1 <= place <= POINTS:
            raise ValueError(f"{_name(side)}: there is no point {place}, only 1 to {POINTS}")
        if place in seen:
            raise ValueError(f"{_name(side)}: {word} is named twice")
        seen.add(place)
        if not 1 <= count <= CHECKERS:
            raise ValueError(f"{_name(side)}: {count} checkers on {word}; 1 to {CHECKERS} can be")
        if mark and (count > 1 or word in _WORDS):
            raise ValueError(f"{_name(side)}: {item} cannot be; one checker on a point is trapped")
        total += count
        packed += (TRAPPED if mark else count) * field(side, place)
    _check_fifteen(side, total)
    return packed


def _check_fifteen(side: Side, total: int) -> None:
    if total != CHECKERS:
        plural = "" if total == 1 else "s"
        raise ValueError(f"{_name(side)} has {total} checker{plural}, not {CHECKERS}")


def _name(side: Side) -> str:
    return side.name.capitalize()
