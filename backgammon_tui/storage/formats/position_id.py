"""The Position ID of GNU Backgammon, by which other programs set up a position.

An ID is made of eighty bits. First come the 25 places of the player who is not on roll:
its ace point to its 24 point, as that player counts, then its bar. Each place is as many
ones as it has checkers, then a zero. The same 25 places of the player on roll follow, and
zeros fill up what is left; checkers that are borne off are not written. The bits go into
ten bytes, the first bit as the lowest of the first byte, and the bytes are written in
Base64 without the `==` at the end. The start, with nobody on points 1 to 5, five checkers
on 6, three on 8 and five on 13, begins with 00000111 11001110 00001111: the bytes e0 73 f0,
the letters 4HPw.

The manual of GNU Backgammon lets the player on roll come first. The program itself writes
the other one first, and what it writes is what other programs read.
"""

from __future__ import annotations

from binascii import Error as Unbased
from binascii import a2b_base64, b2a_base64
from collections.abc import Mapping
from typing import Final

from backgammon_tui.engine.position import CHECKERS, POINTS, Place, Position, Side
from backgammon_tui.engine.rules import Direction, Doublets, Landing, Rules, Start

_BYTES: Final = 10
_LETTERS: Final = 14


def has_position_id(rules: Rules) -> bool:
    """Return True if a game is standard backgammon, as far as it matters to a position.

    Positions of other games may have the same form, but who reads their ID would play on
    by other rules. How a game opens and what a win is worth make no difference.
    """
    return (
        rules.start is Start.STANDARD
        and rules.direction is Direction.CONTRARY
        and rules.doublets is Doublets.FACE
        and rules.landing is Landing.HIT
        and rules.higher_number
        and not rules.opponent_completes
    )


def position_id(position: Position, on_roll: Side) -> str:
    """Return the 14 characters for a position with `on_roll` to throw or to play.

    Raises:
        ValueError: if checkers are in hand or trapped, or both sides stand on one point.
    """
    _check(position)
    bits = at = 0
    for side in (on_roll.other, on_roll):
        for place in (*range(1, POINTS + 1), Place.BAR):
            checkers = position.count(side, place)
            bits |= ((1 << checkers) - 1) << at
            at += checkers + 1
    return b2a_base64(bits.to_bytes(_BYTES, "little")).decode("ascii")[:_LETTERS]


def read_position_id(text: str, on_roll: Side) -> Position:
    """Return the position that an ID tells, with `on_roll` to act; else raise `ValueError`."""
    bits = unbased(text, "position ID")
    found: dict[Side, dict[int, int]] = {}
    for side in (on_roll.other, on_roll):
        counts: dict[int, int] = {}
        for place in (*range(1, POINTS + 1), Place.BAR):
            while bits & 1:
                counts[place] = counts.get(place, 0) + 1
                bits >>= 1
            bits >>= 1
        found[side] = with_off(counts)
    if bits:
        raise ValueError("this is no position ID")
    position = Position.of(found[Side.WHITE], found[Side.BLACK])
    _check(position)
    return position


def unbased(text: str, what: str) -> int:
    """Return the bits of an ID, the lowest of each byte first; `ValueError` if it is none."""
    try:
        data = a2b_base64(text + "=" * (-len(text) % 4), strict_mode=True)
    except Unbased:
        raise ValueError(f"this is no {what}") from None
    return int.from_bytes(data, "little")


def with_off(counts: Mapping[int, int]) -> dict[int, int]:
    """Return the counts of a side with those borne off, which codes leave out."""
    left = CHECKERS - sum(counts.values())
    if left < 0:
        raise ValueError(f"a side has {CHECKERS} checkers, not {CHECKERS - left}")
    return {**counts, Place.OFF: left}


def _check(position: Position) -> None:
    if any(position.count(side, Place.HAND) for side in Side):
        raise ValueError("a position with checkers in hand has no Position ID")
    if any(map(position.has_trapped, Side)):
        raise ValueError("a position with trapped checkers has no Position ID")
    white, black = (position.points(side) for side in Side)
    if any(POINTS + 1 - point in black for point in white):
        raise ValueError("a position with both sides on one point has no Position ID")
