"""Reasons why moves are illegal and numbers are lost, as data.

Points are in the numbering of the side that wants to move.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final, NamedTuple

from backgammon_tui.engine.generator import max_playable
from backgammon_tui.engine.legal import legal_moves, unconstrained_steps
from backgammon_tui.engine.moves import Effect, Move, target_of
from backgammon_tui.engine.position import POINTS, Place, Position, Side
from backgammon_tui.engine.rules import HOME_BOARD, Rules


class Cause(Enum):
    """The rule that an attempt breaks."""

    NOT_NOW = "not now"
    """Another action is due, or the game is over."""

    NOT_ON_SCALE = "not on scale"
    """No win in this ruleset is worth that many points."""

    NO_CUBE = "no cube"
    """There is no doubling cube in this game."""

    NOT_YOUR_CUBE = "not your cube"
    """The opponent owns the cube, or it cannot be turned further."""

    IMPOSSIBLE_NUMBER = "impossible number"
    """Dice show 1 to 6, and the choice after a 2-1 is between 5 and 6."""

    NO_CHECKER = "no checker"
    """The side has no checker there. Points: the origin. Numbers: the checkers there before the
    play.
    """

    WRONG_WAY = "wrong way"
    """Checkers only move towards their own 1 point. Points: origin and target."""

    NUMBER_NOT_THERE = "number not there"
    """No remaining number fits. Numbers: the one that would, unless another rule forbids it too.
    No points if no number is left at all.
    """

    TRAPPED = "trapped"
    """The checker is trapped under an opposing one. Points: the origin."""

    BAR_FIRST = "bar first"
    """Checkers on the bar must enter before anything else moves."""

    HAND_FIRST = "hand first"
    """All checkers in hand must enter before anything else moves."""

    BLOCKED = "blocked"
    """Two or more opposing checkers hold the target. Points: the target."""

    HELD = "held"
    """The opponent traps a checker on the target and so owns the point. Points: the target."""

    NOT_ALL_HOME = "not all home"
    """Checkers cannot bear off until all are home. Points: the others' places. Numbers: their
    count.
    """

    HIGHER_STANDS = "higher stands"
    """The number bears off only the highest checker. Points: the higher points, first those from
    which it can be played. Numbers: the number, if it can be played from the first point.
    """

    NOTHING_TO_HIT = "nothing to hit"
    """The target has no single, free opposing checker. Points: the target."""

    BLOT_THERE = "blot there"
    """The move must hit the blot on the target, or trap it if the rules allow that."""

    NO_TRAPPING = "no trapping"
    """This game has hits but no traps."""

    WASTES_NUMBER = "wastes number"
    """The move would leave fewer playable numbers than required. Numbers: those left over."""

    HIGHER_NUMBER = "higher number"
    """Only one of two numbers can be played, and it must be the higher. Numbers: the higher one."""


class Reason(NamedTuple):
    """A rule that forbids an attempt, with the points and numbers involved."""

    cause: Cause
    side: Side
    points: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()
    after: tuple[Move, ...] = ()
    """The attempted moves that would come before, if the rule depends on them."""


class NotAllowed(ValueError):
    """The rules do not allow an action now. The game does not change."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.cause.value)
        self.reason = reason


class LostNumber(NamedTuple):
    """A number that cannot be played, with the obstacles."""

    number: int
    reasons: tuple[Reason, ...]
    """One for each possible origin, farthest first."""

    @property
    def blocking(self) -> tuple[int, ...]:
        """The points that block the number, high to low."""
        blocked = {
            point
            for reason in self.reasons
            if reason.cause in (Cause.BLOCKED, Cause.HELD)
            for point in reason.points
        }
        return tuple(sorted(blocked, reverse=True))


_ORIGINS: Final = range(1, Place.BAR + 1)


def obstacle(
    rules: Rules, position: Position, side: Side, origin: int, number: int
) -> Reason | None:
    """Return the rule that stops the checker on `origin` from using `number`, if any."""
    if origin not in _ORIGINS or not position.count(side, origin):
        return Reason(Cause.NO_CHECKER, side, (origin,))
    if position.count(side, Place.BAR) and origin != Place.BAR:
        return Reason(Cause.BAR_FIRST, side, (Place.BAR,))
    in_hand = position.count(side, Place.HAND)
    if in_hand and origin < Place.HAND and not rules.free_entry:
        return Reason(Cause.HAND_FIRST, side, (Place.HAND,))
    if origin <= POINTS and position.is_trapped(side, origin):
        return Reason(Cause.TRAPPED, side, (origin,))
    target = target_of(origin, number)
    if target == Place.OFF:
        return _bearing_off_obstacle(rules, position, side, origin, number)
    across = rules.across(target)
    if position.is_trapped(side, target):
        return Reason(Cause.HELD, side, (target,), (number,))
    if position.count(side.other, across) >= rules.landing.closed_by:
        return Reason(Cause.BLOCKED, side, (target,), (number,))
    return None


def _bearing_off_obstacle(
    rules: Rules, position: Position, side: Side, origin: int, number: int
) -> Reason | None:
    beyond = tuple(p for p in position.points(side) if p not in HOME_BOARD)
    if position.count(side, Place.HAND):
        beyond = (Place.HAND, *beyond)
    if beyond:
        count = sum(position.count(side, place) for place in beyond)
        return Reason(Cause.NOT_ALL_HOME, side, beyond, (count,))
    higher = tuple(p for p in position.points(side) if p > origin)
    if number > origin and higher:
        usable = [p for p in higher if not obstacle(rules, position, side, p, number)]
        others = [point for point in higher if point not in usable]
        return Reason(Cause.HIGHER_STANDS, side, (*usable, *others), (number,) * bool(usable))
    return None


def lost_numbers(
    rules: Rules, position: Position, side: Side, numbers: Sequence[int]
) -> tuple[LostNumber, ...]:
    """Return the obstacles to each of these unplayable numbers."""
    origins: tuple[int, ...] = position.points(side)
    if position.count(side, Place.HAND):
        origins = (Place.HAND, *origins) if rules.free_entry else (Place.HAND,)
    if position.count(side, Place.BAR):
        origins = (Place.BAR,)
    lost = []
    for number in dict.fromkeys(numbers):
        obstacles = (obstacle(rules, position, side, origin, number) for origin in origins)
        reasons = dict.fromkeys(reason for reason in obstacles if reason)
        lost.append(LostNumber(number, tuple(reasons)))
    return tuple(lost)


def why_not(
    rules: Rules,
    position: Position,
    side: Side,
    numbers: Sequence[int],
    origin: int,
    target: int,
    effect: Effect | None = None,
) -> Reason | None:
    """Return why a checker may not move from `origin` to `target` by a number; None if it may.

    Args:
        effect: The intended effect on a blot on the target; None if any.
    """
    if origin not in _ORIGINS or not position.count(side, origin):
        return Reason(Cause.NO_CHECKER, side, (origin,))
    distance = min(origin, POINTS + 1) - max(target, Place.OFF)
    if distance <= 0:
        return Reason(Cause.WRONG_WAY, side, (origin, target))
    if not numbers:
        return Reason(Cause.NUMBER_NOT_THERE, side)
    fitting = [n for n in numbers if n == distance or (target == Place.OFF and n > distance)]
    if not fitting:
        # If no number would help, a more specific rule explains more than a missing number.
        other = obstacle(rules, position, side, origin, min(distance, 6))
        if other and other.cause in (Cause.BAR_FIRST, Cause.HAND_FIRST, Cause.TRAPPED):
            return other
        return _missing_number(rules, position, side, origin, target)
    obstacles = [obstacle(rules, position, side, origin, number) for number in sorted(fitting)]
    if all(obstacles):
        return obstacles[0]
    marked = _effect_obstacle(rules, position, side, target, effect)
    if marked:
        return marked
    allowed = legal_moves(rules, position, side, numbers)
    if any((move.origin, move.target) == (origin, target) for move in allowed):
        return None
    return _order_obstacle(rules, position, side, numbers, origin, target)


def _missing_number(
    rules: Rules, position: Position, side: Side, origin: int, target: int
) -> Reason:
    distance = min(origin, POINTS + 1) - max(target, Place.OFF)
    would = 1 <= distance <= 6 and obstacle(rules, position, side, origin, distance) is None
    return Reason(Cause.NUMBER_NOT_THERE, side, (origin, target), (distance,) * would)


def _effect_obstacle(
    rules: Rules, position: Position, side: Side, target: int, effect: Effect | None
) -> Reason | None:
    if effect is Effect.TRAP and not rules.landing.may_trap:
        return Reason(Cause.NO_TRAPPING, side, (target,))
    across = rules.across(target)
    alone = target != Place.OFF and position.count(side.other, across) == 1
    is_blot = alone and not position.is_trapped(side.other, across)
    if effect is Effect.NOTHING and is_blot:
        return Reason(Cause.BLOT_THERE, side, (target,))
    if effect in (Effect.HIT, Effect.TRAP) and not is_blot:
        return Reason(Cause.NOTHING_TO_HIT, side, (target,))
    return None


def _order_obstacle(
    rules: Rules, position: Position, side: Side, numbers: Sequence[int], origin: int, target: int
) -> Reason:
    """Return why a move that the checker could make does not allow a full play."""
    move, following = next(
        (move, reached)
        for move, reached in unconstrained_steps(rules, position, side, numbers)
        if (move.origin, move.target) == (origin, target)
    )
    left = list(numbers)
    left.remove(move.number)
    could = max_playable(rules, position, side, numbers)
    if could == 1:
        return Reason(Cause.HIGHER_NUMBER, side, (origin, target), (max(numbers),))
    kept = max_playable(rules, following, side, left) if left else 0
    return Reason(Cause.WASTES_NUMBER, side, (origin, target), tuple(left[kept:]))


def why_not_move(
    rules: Rules, position: Position, side: Side, numbers: Sequence[int], move: Move
) -> Reason | None:
    """Return why `move` is illegal now, or None. The arguments are those of `why_not`."""
    led_to = target_of(move.origin, move.number)
    if move.number not in numbers or (move.target != led_to and move.origin in _ORIGINS):
        return _missing_number(rules, position, side, move.origin, move.target)
    return why_not(rules, position, side, numbers, move.origin, move.target, move.effect)
