"""Sides, places and positions, and the text form of a position.

A position lists all thirty checkers. Each side numbers the points by the pips left to bear off: 24
is the farthest, 1 the last. Positions do not depend on the direction in which the sides move; that
is part of `Rules`.
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
    """One of the two players. The value is the letter in position lines."""

    WHITE = "W"
    BLACK = "B"

    @property
    def other(self) -> Side:
        return Side.BLACK if self is Side.WHITE else Side.WHITE


class Place(IntEnum):
    """The places for checkers besides points 1 to 24."""

    OFF = 0
    """Borne off."""

    HAND = 25
    """Not yet entered, 25 pips from off."""

    BAR = 26
    """Hit and waiting to enter, 25 pips from off."""

    @property
    def word(self) -> str:
        """The name in position lines and notation: `off`, `hand` or `bar`."""
        return self.name.lower()


def place_label(place: int) -> str:
    return str(place) if 1 <= place <= POINTS else Place(place).word


# A position is packed into one integer with one byte for each place of each side: White's 27
# places, then Black's. Moving a checker is one addition, and the integer serves as a dictionary
# key. A trapped checker is stored as 17 instead of 1.
PLACES: Final = 27
FIELD_BITS: Final = 8
TRAPPED: Final = 17
_TRAPPED, _FREE = bytes([TRAPPED]), bytes([1])
PACKED_BYTES: Final = 2 * PLACES


def field(side: Side, place: int) -> int:
    """Return the value of one checker of `side` on `place` in a packed position."""
    index = place if side is Side.WHITE else place + PLACES
    return 1 << FIELD_BITS * index


# Counts of free checkers never have this bit.
_TRAPPED_BITS: Final = {
    side: sum(16 * field(side, point) for point in range(1, POINTS + 1)) for side in Side
}

_MAX_LINE_LENGTH: Final = 500
_WORDS: Final = {place.word: place for place in Place}
_ITEM: Final = re.compile(r"(hand|bar|off|[0-9]{1,2}):([0-9]{1,2})(!?)", re.ASCII)
_LINE: Final = re.compile(r"\s*W(\s[^/]*)?/\s*B(\s[^/]*)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Position:
    """All checkers of both sides, immutable and hashable.

    Create it with `parse` or `of`, or take it from a `Play`. Each side always has exactly fifteen
    checkers.
    """

    packed: int
    """The counts of both sides in one integer; internal to the engine."""

    @classmethod
    def parse(cls, line: str) -> Position:
        """Parse a position line such as `W 24:2 13:5 8:3 hand:4 off:1 / B hand:15`.

        The places of a side may be in any order. Whether the two sides are compatible depends on
        the direction of play: see `Rules.check`.

        Raises:
            ValueError: with an explanation if the line is malformed.
        """
        if len(line) > _MAX_LINE_LENGTH:
            raise ValueError(
                f"a position line has at most {_MAX_LINE_LENGTH} characters, not {len(line)}"
            )
        line = line.rstrip("\r\n")
        if not line.isprintable():
            raise ValueError(f"a position line must not contain invisible characters: {line!a}")
        parts = _LINE.fullmatch(line)
        if parts is None and line[:2] in ("W ", "B ") and "/" not in line:
            side = Side(line[0]).other
            name, example = side.name.capitalize(), f"{side.value} hand:15"
            raise ValueError(f"{name}'s checkers are missing; add them, as in {example!r}")
        if parts is None:
            raise ValueError(
                f"a position line looks like 'W 24:2 hand:13 / B hand:15', not {line!a}"
            )
        white, black = (
            _parse_side(side, text or "") for side, text in zip(Side, parts.groups(), strict=True)
        )
        return cls(white + black)

    @classmethod
    def from_counts(cls, white: Mapping[int, int], black: Mapping[int, int]) -> Position:
        """Make a position without trapped checkers from each side's counts.

        Raises:
            ValueError: if a place or count is impossible, or a side does not have fifteen checkers.
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
        sides = []
        for side in Side:
            counts, items = self.counts(side), [side.value]
            for place in (*range(POINTS, 0, -1), Place.HAND, Place.BAR, Place.OFF):
                if byte := counts[place]:
                    items.append(f"{place_label(place)}:{'1!' if byte == TRAPPED else byte}")
            sides.append(" ".join(items))
        return " / ".join(sides)

    def __repr__(self) -> str:
        return f"Position.parse({str(self)!r})"

    def counts(self, side: Side) -> bytes:
        """Return the count on each place of `side`; a trapped checker is `TRAPPED`."""
        first = 0 if side is Side.WHITE else PLACES
        return self.packed.to_bytes(PACKED_BYTES, "little")[first : first + PLACES]

    def count(self, side: Side, place: int) -> int:
        """Return the number of checkers of `side` on `place` (a point or a `Place`)."""
        at = place if side is Side.WHITE else place + PLACES
        byte = self.packed >> FIELD_BITS * at & 0xFF
        return 1 if byte == TRAPPED else byte

    def is_trapped(self, side: Side, point: int) -> bool:
        at = point if side is Side.WHITE else point + PLACES
        return self.packed >> FIELD_BITS * at & 0xFF == TRAPPED

    def trapped(self, side: Side) -> tuple[int, ...]:
        """Return the points with trapped checkers of `side`, high to low."""
        if not self.has_trapped(side):
            return ()
        return tuple(p for p in range(POINTS, 0, -1) if self.is_trapped(side, p))

    def has_trapped(self, side: Side) -> bool:
        return bool(self.packed & _TRAPPED_BITS[side])

    def points(self, side: Side) -> tuple[int, ...]:
        """Return the points with checkers of `side`, including trapped ones, high to low."""
        counts = self.counts(side)
        return tuple([p for p in range(POINTS, 0, -1) if counts[p]])

    def to_enter(self, side: Side) -> int:
        """Return the number of checkers of `side` in hand or on the bar."""
        return self.count(side, Place.HAND) + self.count(side, Place.BAR)

    def pips(self, side: Side) -> int:
        """Return the pip count, 0 to 375; a checker in hand or on the bar counts 25."""
        counts = self.counts(side).replace(_TRAPPED, _FREE)
        on_points = sum([point * counts[point] for point in range(1, POINTS + 1)])
        return on_points + 25 * (counts[Place.HAND] + counts[Place.BAR])

    def has_borne_off_all(self, side: Side) -> bool:
        return self.count(side, Place.OFF) == CHECKERS


def _parse_side(side: Side, text: str) -> int:
    name = side.name.capitalize()
    packed = total = 0
    seen = set()
    for item in text.split():
        parts = _ITEM.fullmatch(item)
        if parts is None:
            raise ValueError(f"{name}: {item!a} is not a place with a count")
        word, count, mark = parts[1], int(parts[2]), parts[3]
        place = _WORDS[word] if word in _WORDS else int(word)
        if word not in _WORDS and not 1 <= place <= POINTS:
            raise ValueError(f"{name}: there is no point {place}, only 1 to {POINTS}")
        if place in seen:
            raise ValueError(f"{name}: {word} is named twice")
        seen.add(place)
        if not 1 <= count <= CHECKERS:
            raise ValueError(f"{name}: {count} checkers on {word}; 1 to {CHECKERS} are possible")
        if mark and (count > 1 or word in _WORDS):
            raise ValueError(f"{name}: {item} is impossible; only a single checker can be trapped")
        total += count
        packed += (TRAPPED if mark else count) * field(side, place)
    _check_fifteen(side, total)
    return packed


def _check_fifteen(side: Side, total: int) -> None:
    if total != CHECKERS:
        plural = "" if total == 1 else "s"
        raise ValueError(f"{side.name.capitalize()} has {total} checker{plural}, not {CHECKERS}")
