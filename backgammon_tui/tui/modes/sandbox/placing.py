"""Positions changed by hand, one checker at a time; each side always has its fifteen.

What is not on a point or the bar is the *rest* of a side. It is in hand where the checkers
start there, until it is said to be borne off. What is put somewhere comes from the rest, what
is taken away goes back to it.
"""

from __future__ import annotations

from collections import Counter
from enum import Enum

from backgammon_tui.engine.position import CHECKERS, POINTS, Place, Position, Side
from backgammon_tui.engine.rules import Rules
from backgammon_tui.words.naming import Naming


class Hindrance(Enum):
    """Why a checker cannot be put or taken, as a sentence."""

    NONE_LEFT = "All of {name}'s checkers are on the board. Take one away first."
    NONE_THERE = "No checker is there."
    NO_HAND = "There is no hand in {game}."
    NOT_OFF = "Checkers that are nowhere else are off. Put or take them on the points."
    TRAPPED_THERE = "{name} has a trapped checker there, so {other} holds the point."
    NOT_ALONE = "Only a blot can be trapped, and {name} has more there."
    NO_TRAPPING = "There is no trapping in {game}."


class CannotPlace(ValueError):
    """Something that cannot be done to the checkers of a side."""

    def __init__(self, hindrance: Hindrance, side: Side) -> None:
        super().__init__(f"{side.name.lower()}: {hindrance.name}")
        self.hindrance = hindrance
        self.side = side

    def describe(self, rules: Rules, naming: Naming) -> str:
        """Why it cannot be done."""
        name, other = naming.name(self.side), naming.name(self.side.other)
        return self.hindrance.value.format(name=name, other=other, game=rules.title)


def empty_board(rules: Rules) -> Position:
    """Nothing on the board: all checkers are in hand, or off where there is no hand."""
    line = f"{_rest_of(rules).word}:{CHECKERS}"
    return Position.parse(f"W {line} / B {line}")


def put(rules: Rules, position: Position, side: Side, place: int) -> Position:
    """The position with one more checker of a side on a place, out of its rest.

    Opposing checkers that stand there go to their own rest, unless one is trapped there.

    Raises:
        CannotPlace: if there is none left, or none can be there.
    """
    if place == Place.HAND and not rules.starts_in_hand:
        raise CannotPlace(Hindrance.NO_HAND, side)
    if 1 <= place <= POINTS and position.is_trapped(side, place):
        raise CannotPlace(Hindrance.TRAPPED_THERE, side)
    men = _Men(rules, position)
    source = men.source(side, place)
    if source is None:
        hindrance = Hindrance.NOT_OFF if place == Place.OFF else Hindrance.NONE_LEFT
        raise CannotPlace(hindrance, side)
    if 1 <= place <= POINTS:
        men.clear_away(side.other, rules.across(place))
    men.move(side, source, place)
    return men.position


def take(rules: Rules, position: Position, side: Side, place: int) -> Position:
    """The position with one checker of a side taken from a place to its rest.

    A checker that it was the last to trap is free. What is taken from the hand is borne off,
    and what is taken from off is in hand, where the game has one.

    Raises:
        CannotPlace: if none is there, or there is nowhere else for it.
    """
    if not position.count(side, place):
        raise CannotPlace(Hindrance.NONE_THERE, side)
    if place == Place.OFF and not rules.starts_in_hand:
        raise CannotPlace(Hindrance.NOT_OFF, side)
    men = _Men(rules, position)
    men.move(side, place, men.rest(side, place))
    if 1 <= place <= POINTS and not men.counts[side][place]:
        men.trapped.discard((side.other, rules.across(place)))
    return men.position


def trap(rules: Rules, position: Position, side: Side, point: int) -> Position:
    """The position with an opposing checker trapped on a point of `side`'s, or no longer.

    Both checkers come from the rest where they are not there yet. One that is trapped goes
    to its rest, whosever it is.

    Raises:
        CannotPlace: if nothing is trapped in this game, the opponent has more than one there,
            or a side has no checker left for it.
    """
    if not rules.landing.may_trap:
        raise CannotPlace(Hindrance.NO_TRAPPING, side)
    opponent, there = side.other, rules.across(point)
    if position.is_trapped(side, point):
        return take(rules, position, side, point)
    if position.is_trapped(opponent, there):
        return take(rules, position, opponent, there)
    men = _Men(rules, position)
    if men.counts[opponent][there] > 1:
        raise CannotPlace(Hindrance.NOT_ALONE, opponent)
    for owner, place in ((side, point), (opponent, there)):
        if not men.counts[owner][place]:
            source = men.source(owner, place)
            if source is None:
                raise CannotPlace(Hindrance.NONE_LEFT, owner)
            men.move(owner, source, place)
    men.trapped.add((opponent, there))
    return men.position


def turn_rest(rules: Rules, position: Position, side: Side) -> Position:
    """The position with a side's rest borne off instead of in hand, or the other way round.

    Raises:
        CannotPlace: if there is no hand in this game, or the side has no rest.
    """
    if not rules.starts_in_hand:
        raise CannotPlace(Hindrance.NO_HAND, side)
    men = _Men(rules, position)
    source = Place.HAND if men.counts[side][Place.HAND] else Place.OFF
    if not men.counts[side][source]:
        raise CannotPlace(Hindrance.NONE_LEFT, side)
    target = Place.OFF if source is Place.HAND else Place.HAND
    for _ in range(men.counts[side][source]):
        men.move(side, source, target)
    return men.position


def exchanged(position: Position) -> Position:
    """The position with White's checkers where Black's stood, as each side counts."""
    white, black = str(position).split(" / ")
    return Position.parse(f"W{black[1:]} / B{white[1:]}")


def fitted(rules: Rules, position: Position) -> Position | None:
    """A position as near as it can be under other rules; None if it cannot stand there."""
    men = _Men(rules, position)
    if not rules.starts_in_hand:
        for side in Side:
            for _ in range(men.counts[side][Place.HAND]):
                men.move(side, Place.HAND, Place.OFF)
    try:
        rules.check(men.position)
    except ValueError:
        return None
    return men.position


def _rest_of(rules: Rules) -> Place:
    return Place.HAND if rules.starts_in_hand else Place.OFF


class _Men:
    """The checkers of both sides, while they are moved about."""

    def __init__(self, rules: Rules, position: Position) -> None:
        self._rules = rules
        self.counts = {
            side: Counter({place: position.count(side, place) for place in range(Place.BAR + 1)})
            for side in Side
        }
        self.trapped = {(side, point) for side in Side for point in position.trapped(side)}

    @property
    def position(self) -> Position:
        """The position that they make."""
        return Position.parse(" / ".join(self._side(side) for side in Side))

    def _side(self, side: Side) -> str:
        items = [
            f"{Place(place).word if place in _TRAYS else place}:{count}"
            f"{'!' if (side, place) in self.trapped else ''}"
            for place, count in self.counts[side].items()
            if count
        ]
        return " ".join([side.value, *items])

    def source(self, side: Side, place: int) -> Place | None:
        """Where a checker that is put on a place comes from; None if there is none."""
        rest = (Place.HAND, Place.OFF)
        return next((other for other in rest if other != place and self.counts[side][other]), None)

    def rest(self, side: Side, place: int) -> Place:
        """Where a checker goes that is taken from a place."""
        if place == Place.HAND:
            return Place.OFF
        counts = self.counts[side]
        is_off = counts[Place.OFF] and not counts[Place.HAND] and place != Place.OFF
        return Place.OFF if is_off else _rest_of(self._rules)

    def move(self, side: Side, origin: int, target: int) -> None:
        """Move one checker, which is not trapped any more."""
        self.counts[side][origin] -= 1
        self.counts[side][target] += 1
        self.trapped.discard((side, origin))

    def clear_away(self, side: Side, point: int) -> None:
        """Take all checkers of a side from a point, unless one is trapped there."""
        if (side, point) not in self.trapped:
            for _ in range(self.counts[side][point]):
                self.move(side, point, self.rest(side, point))


_TRAYS = tuple(Place)
