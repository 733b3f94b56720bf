"""Changing positions by hand, one checker at a time; each side always has fifteen.

The checkers that are neither on a point nor on the bar are the *rest* of a side. They are in hand
if the game starts there, until they are declared borne off. An added checker comes from the rest; a
removed one returns to it.
"""

from __future__ import annotations

from typing import Final

from backgammon_tui.engine import CHECKERS, POINTS, Place, Position, Rules, Side
from backgammon_tui.engine.position import TRAPPED, field
from backgammon_tui.words.naming import Naming

_NONE_LEFT: Final = "All of {name}'s checkers are on the board. Take one away first."
_NOT_OFF: Final = "All the other checkers are off. Add or remove checkers on the points instead."


class PlacementError(ValueError):
    """A sentence about a side, with `{name}` and `{other}` for the names of the players."""

    def __init__(self, sentence: str, side: Side) -> None:
        super().__init__(sentence)
        self.side = side

    def describe(self, naming: Naming) -> str:
        return str(self).format(name=naming.name(self.side), other=naming.name(self.side.other))


def empty_board(rules: Rules) -> Position:
    line = f"{_rest_of(rules).word}:{CHECKERS}"
    return Position.parse(f"W {line} / B {line}")


def add_checker(rules: Rules, position: Position, side: Side, place: int) -> Position:
    """Add a checker of a side to a place from its rest.

    Opposing checkers there return to their own rest, unless one is trapped there.
    """
    if 1 <= place <= POINTS and position.is_trapped(side, place):
        held = "{name} has a trapped checker there, so {other} holds the point."
        raise PlacementError(held, side)
    source = _source(position, side, place)
    if source is None:
        raise PlacementError(_NOT_OFF if place == Place.OFF else _NONE_LEFT, side)
    opponent, there = side.other, rules.across(place)
    if 1 <= place <= POINTS and not position.is_trapped(opponent, there):
        while position.count(opponent, there):
            position = _moved(position, opponent, there, _rest(rules, position, opponent, there))
    return _moved(position, side, source, place)


def remove_checker(rules: Rules, position: Position, side: Side, place: int) -> Position:
    """Return a checker of a side from a place to its rest.

    A checker that only it trapped is freed. A checker removed from the hand is borne off, and one
    removed from off is in hand, if the game has a hand.
    """
    if not position.count(side, place):
        raise PlacementError("There is no checker there.", side)
    if place == Place.OFF and not rules.starts_in_hand:
        raise PlacementError(_NOT_OFF, side)
    position = _moved(position, side, place, _rest(rules, position, side, place))
    if 1 <= place <= POINTS and not position.count(side, place):
        return _freed(position, side.other, rules.across(place))
    return position


def trap(rules: Rules, position: Position, side: Side, point: int) -> Position:
    """Trap an opposing checker on a point of `side`, or free it.

    Both checkers come from the rest if they are not there yet. A removed trapped checker returns to
    its owner's rest.
    """
    opponent, there = side.other, rules.across(point)
    if position.is_trapped(side, point):
        return remove_checker(rules, position, side, point)
    if position.is_trapped(opponent, there):
        return remove_checker(rules, position, opponent, there)
    if position.count(opponent, there) > 1:
        only = "Only a blot can be trapped, and {name} has more checkers there."
        raise PlacementError(only, opponent)
    for owner, place in ((side, point), (opponent, there)):
        if not position.count(owner, place):
            source = _source(position, owner, place)
            if source is None:
                raise PlacementError(_NONE_LEFT, owner)
            position = _moved(position, owner, source, place)
    return Position(position.packed + (TRAPPED - 1) * field(opponent, there))


def toggle_hand_off(_: Rules, position: Position, side: Side) -> Position:
    is_in_hand = position.count(side, Place.HAND) > 0
    source, target = (Place.HAND, Place.OFF) if is_in_hand else (Place.OFF, Place.HAND)
    if not (number := position.count(side, source)):
        raise PlacementError(_NONE_LEFT, side)
    return _moved(position, side, source, target, number)


def exchanged(position: Position) -> Position:
    white, black = str(position).split(" / ")
    return Position.parse(f"W{black[1:]} / B{white[1:]}")


def fitted(rules: Rules, position: Position) -> Position | None:
    """Fit a position to other rules; None if it is impossible there."""
    if not rules.starts_in_hand:
        for side in Side:
            in_hand = position.count(side, Place.HAND)
            position = _moved(position, side, Place.HAND, Place.OFF, in_hand)
    try:
        rules.check(position)
    except ValueError:
        return None
    return position


def _rest_of(rules: Rules) -> Place:
    return Place.HAND if rules.starts_in_hand else Place.OFF


def _source(position: Position, side: Side, place: int) -> Place | None:
    rests = (Place.HAND, Place.OFF)
    return next((rest for rest in rests if rest != place and position.count(side, rest)), None)


def _rest(rules: Rules, position: Position, side: Side, place: int) -> Place:
    if place == Place.HAND:
        return Place.OFF
    has_off, has_hand = (position.count(side, rest) for rest in (Place.OFF, Place.HAND))
    return Place.OFF if has_off and not has_hand and place != Place.OFF else _rest_of(rules)


def _moved(position: Position, side: Side, origin: int, target: int, checkers: int = 1) -> Position:
    packed = _freed(position, side, origin).packed
    return Position(packed + checkers * (field(side, target) - field(side, origin)))


def _freed(position: Position, side: Side, place: int) -> Position:
    if not position.is_trapped(side, place):
        return position
    return Position(position.packed - (TRAPPED - 1) * field(side, place))
