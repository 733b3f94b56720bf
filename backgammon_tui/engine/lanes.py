"""Masks of places, and the tables that say what each move of a side adds to a position."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final, assert_never

from backgammon_tui.engine.moves import (
    EFFECT_SHIFT,
    ENTRY,
    NOTHING,
    NUMBER_SHIFT,
    SIDES,
    TRAP,
    target_of,
)
from backgammon_tui.engine.position import (
    CHECKERS,
    FIELD_BITS,
    PLACES,
    POINTS,
    TRAPPED,
    Place,
    field,
)
from backgammon_tui.engine.rules import Direction, Landing

HAND: Final = 1 << Place.HAND
BAR: Final = 1 << Place.BAR
ON_POINTS: Final = (1 << POINTS + 1) - 2
BEYOND_HOME: Final = 1 << 7
ANYWHERE: Final = -1


def _marks(counts: Iterable[int]) -> bytes:
    """Return a translation that makes these bytes the digit 1 and all others 0."""
    return bytes(ord("1") if byte in counts else ord("0") for byte in range(256))


ANY: Final = _marks(range(1, CHECKERS + 1))
STUCK: Final = _marks([TRAPPED])


class _PlacesByMask(dict[int, tuple[int, ...]]):
    """For each mask the places it holds, high to low; found out when it is first met."""

    def __missing__(self, mask: int) -> tuple[int, ...]:
        if len(self) >= _MOST_MASKS:
            self.clear()
        places = tuple(place for place in range(PLACES - 1, -1, -1) if mask >> place & 1)
        self[mask] = places
        return places


_MOST_MASKS: Final = 1 << 16
"""The most masks to remember; a long search meets more of them only now and then."""

PLACES_IN: Final = _PlacesByMask()


Outcome = tuple[int, int, int, int, int]
"""The effects of a move on a position that has been read.

What it adds to the packed position, the places that stay in the mask of the mover's
checkers, the point that joins them, what begins or ceases to stand alone (see `State`),
and the origins for the next move: this one and nearer ones, and where a trapped checker
is freed also the one from which the same number reaches it.
"""

Outcomes = tuple[int, list[Outcome]]
"""A packed move without its origin, and its outcomes by origin.

Another `PLACES` of them follow for the last checker to leave an origin.
"""


class Lane:
    """The tables of one side in one direction."""

    def __init__(self, direction: Direction, landing: Landing, black: bool) -> None:
        self.side = SIDES[black]
        other = self.side.other
        self.path = 1 + black
        """What packed moves begin with."""
        self.shifts = [FIELD_BITS * (place + PLACES * black) for place in range(PLACES)]
        """How far right the byte of each place lies."""
        # A position's bytes have Black first, and of each side the bar first and off last.
        self.mine = slice(0, PLACES) if black else slice(PLACES, None)
        self.theirs = _opposing_bytes(direction, black)
        opposing = [field(other, direction.across(p)) if p else 0 for p in range(ENTRY)]
        self._own = [field(self.side, place) for place in range(PLACES)]
        self._effects = (
            [0] * ENTRY,
            [field(other, Place.BAR) - checker for checker in opposing],
            [(TRAPPED - 1) * checker for checker in opposing],
        )
        self.alone = _marks(range(1, landing.closed_by))
        self.closed = _marks(range(landing.closed_by, CHECKERS + 1))
        """Which opposing bytes are blots, and which close their point."""
        self.may_trap = landing.may_trap
        landings = [effect.value for effect in landing.effects]
        self.outcomes = self._by_number(landings, frees=False)
        """By number: on free or own points and on blots."""
        self.freeing = self._by_number(landings, frees=True) if self.may_trap else self.outcomes
        """The same for checkers that leave a trapped one free."""

    def _by_number(
        self, landings: list[int], *, frees: bool
    ) -> dict[int, tuple[Outcomes, list[Outcomes]]]:
        return {
            number: (
                self._outcomes(number, NOTHING, frees),
                [self._outcomes(number, effect, frees) for effect in landings],
            )
            for number in range(1, 7)
        }

    def _outcomes(self, number: int, effect: int, frees: bool) -> Outcomes:
        step = number << NUMBER_SHIFT | effect << EFFECT_SHIFT
        return step, [
            self._outcome(origin, number, effect, last, frees)
            for last in (False, True)
            for origin in range(PLACES)
        ]

    def _outcome(self, origin: int, number: int, effect: int, last: bool, frees: bool) -> Outcome:
        bit = 1 << origin
        target = target_of(origin, number)
        landing = 1 << target & ON_POINTS
        added = self._own[target] - self._own[origin] + self._effects[effect][target]
        changed = (0, landing, landing | landing << PLACES)[effect]
        following = bit | bit - 1
        if frees and 0 < origin < ENTRY:
            added -= self._effects[TRAP][origin]
            changed ^= bit | bit << PLACES
            following |= bit << number
        return added, ~bit if last or frees else -1, landing, changed, following


def _opposing_bytes(direction: Direction, black: bool) -> slice:
    """Return the opponent's bytes of a position, in the order of the mover's points."""
    match direction:
        case Direction.PARALLEL:
            return slice(PLACES, None) if black else slice(0, PLACES)
        case Direction.CONTRARY:
            return slice(None, PLACES, -1) if black else slice(PLACES - 1, 0, -1)
        case _:
            assert_never(direction)


lane_of = cache(Lane)
"""The tables of a side, made when they are first asked for."""
