"""Differences between two plays that can be counted on the board and over the 36 rolls."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, replace
from enum import Enum
from functools import reduce
from typing import Final, NamedTuple

from backgammon_tui.analysis.bear_off import may_meet
from backgammon_tui.analysis.facts import Played, count_rolls, facts
from backgammon_tui.analysis.nets import NotJudged
from backgammon_tui.analysis.stages import to_play
from backgammon_tui.analysis.value import evaluator_for
from backgammon_tui.engine import CHECKERS, Game, Place, Position, Rules, Side
from backgammon_tui.engine.game import StartingPosition
from backgammon_tui.engine.moves import Effect
from backgammon_tui.engine.position import POINTS
from backgammon_tui.engine.rules import HOME_TABLE


class Aspect(Enum):
    """Something that is counted. The value is the weight of one; below 0 where fewer are better."""

    HIT = 9.1
    """Opposing checkers hit by the play; before all shots, which often come of it."""

    TRAPPED = 9.2
    """Opposing checkers trapped after it."""

    OWN_TRAPPED = -3.9
    STAKE = -2.2
    """The points that a loss would bring the opponent, where it is home already."""

    OFF = 2.0
    TO_ENTER = -2.1
    """The side's checkers in hand and on the bar."""

    COMPLEMENT = 1.5
    """Numbers of the complement that can be played next."""

    SHOTS = -0.25
    """The opponent's rolls that hit."""

    SHUT_OUT = 0.2
    """The opponent's rolls that leave it without any play."""

    THEIR_ROLLS = -0.4
    """The opponent's rolls that earn it another one."""

    OWN_SHOTS = 0.21
    """The side's own rolls that would hit if the opponent changed nothing."""

    OWN_ROLLS = 0.41
    """The side's own rolls that would earn another one then."""

    POINTS = 1.2
    """Closed points. A difference names those that only one of the plays leaves closed."""

    PRIME = 1.0
    """The longest row of closed points."""

    BLOTS = -0.6
    HOME = 0.3
    """The side's checkers at home or off."""

    LAST = -0.15
    """The point of the side's last checker."""

    THEIR_PIPS = 0.08
    PIPS = -0.081
    STACK = -0.22
    """The checkers on the side's tallest stack."""


class Counts(NamedTuple):
    """All that is counted of one play, at the end of its roll."""

    of: dict[Aspect, int]
    closed: frozenset[int]
    """The points that the side closes, in its own numbering."""

    closed_before: frozenset[int]
    """The points that it closed before the play."""

    goes_on: bool = False
    """True if the complement has been played as well, as the computer would."""


@dataclass(frozen=True, slots=True)
class Difference:
    """An aspect in which two plays differ."""

    aspect: Aspect
    mine: int
    other: int
    made: tuple[int, ...] = ()
    """The points closed by this play and open before it, not closed after the other."""

    kept: tuple[int, ...] = ()
    """The points closed before that only this play leaves closed."""

    given_up: tuple[int, ...] = ()
    """The points closed before that only the other play leaves closed."""

    not_made: tuple[int, ...] = ()
    """The points that only the other play closes."""

    is_later: bool = False
    """True if it shows only once the complement is played."""

    @property
    def weight(self) -> float:
        """The size of the difference; above 0 where it speaks for the play."""
        return (self.mine - self.other) * self.aspect.value


def differences(game: Game, play: Played, other: Played) -> tuple[Difference, ...]:
    """Return the differences between a play and another one, the heaviest first."""
    return compare(count(game, play), count(game, other))


def compare(mine: Counts, theirs: Counts) -> tuple[Difference, ...]:
    """Return the differences between the counts of two plays, the heaviest first."""
    before = mine.closed_before
    found = []
    for aspect in Aspect:
        if aspect not in mine.of or aspect not in theirs.of:
            continue
        is_later = aspect is not Aspect.COMPLEMENT and (mine.goes_on or theirs.goes_on)
        one = Difference(aspect, mine.of[aspect], theirs.of[aspect], is_later=is_later)
        if aspect is Aspect.POINTS and mine.closed != theirs.closed:
            more, less = mine.closed - theirs.closed, theirs.closed - mine.closed
            found.append(
                replace(
                    one,
                    made=_falling(more - before),
                    kept=_falling(more & before),
                    given_up=_falling(less & before),
                    not_made=_falling(less - before),
                )
            )
        elif one.mine != one.other:
            found.append(one)
    return tuple(sorted(found, key=lambda each: -abs(each.weight)))


def count(game: Game, play: Played) -> Counts:
    """Return all that is counted of a play of the stage that a game waits for.

    Where the complement follows, no point or blot is there to stay: it is counted as well.
    """
    assert game.side
    following = game.outlook(play.position)
    if not following or not following.playable or game.rules.opponent_completes:
        return _count(game, play)
    after = reduce(Game.apply, play.moves, game)
    try:
        sequel = evaluator_for(game.rules).best(to_play(after)).play
    except NotJudged:
        return _count(game, play)
    of, closed, _, _ = _count(after, sequel)
    of[Aspect.HIT] += _hits(play)
    of[Aspect.COMPLEMENT] = following.playable
    return Counts(of, closed, closed_points(game.rules, game.position, game.side), goes_on=True)


def _hits(play: Played) -> int:
    return sum(move.effect is Effect.HIT for move in play.moves)


def _count(game: Game, play: Played) -> Counts:
    assert game.side
    rules, side, position = game.rules, game.side, play.position
    closed = closed_points(rules, position, side)
    on_board = [(point, position.count(side, point)) for point in position.points(side)]
    free = [(point, held) for point, held in on_board if not position.is_trapped(side, point)]
    of = {
        Aspect.HIT: _hits(play),
        Aspect.TRAPPED: len(position.trapped(side.other)),
        Aspect.OWN_TRAPPED: len(position.trapped(side)),
        Aspect.OFF: position.count(side, Place.OFF),
        Aspect.TO_ENTER: position.to_enter(side),
        Aspect.HOME: CHECKERS - outside(position, side),
        Aspect.THEIR_PIPS: position.pips(side.other),
        Aspect.PIPS: position.pips(side),
    }
    if not is_race(game, position):
        of[Aspect.STACK] = max((held for _, held in on_board), default=0)
        of[Aspect.POINTS] = len(closed)
        of[Aspect.PRIME] = longest_row(closed)
        of[Aspect.BLOTS] = sum(held == 1 and point not in closed for point, held in free)
    if on_board and not position.to_enter(side):
        of[Aspect.LAST] = max(point for point, _ in on_board)
    if not position.has_borne_off_all(side):
        of |= _after(game, side, play)
    return Counts(of, closed, closed_points(rules, game.position, side))


def _after(game: Game, side: Side, play: Played) -> dict[Aspect, int]:
    """Count the sequel of a play that does not win: the complement, or rolls."""
    of: dict[Aspect, int] = {}
    rules, position, found = game.rules, play.position, facts(game, play)
    if following := game.outlook(position):
        of[Aspect.COMPLEMENT] = following.playable
    if found.roller is None:
        return of
    if not outside(position, side.other):
        of[Aspect.STAKE] = rules.points_for_win(position, side.other)
    own = count_rolls(rules, StartingPosition(position, side, game.had_double))
    of |= {Aspect.OWN_SHOTS: own.hits, Aspect.OWN_ROLLS: own.extra_roll}
    if found.roller is side.other:
        of |= {
            Aspect.SHOTS: found.hits,
            Aspect.SHUT_OUT: found.shut_out,
            Aspect.THEIR_ROLLS: found.extra_roll,
        }
    return of


def outside(position: Position, side: Side) -> int:
    """Return how many checkers of a side are neither home nor off."""
    at_home = sum(position.count(side, point) for point in HOME_TABLE)
    return CHECKERS - at_home - position.count(side, Place.OFF)


def is_race(game: Game, position: Position) -> bool:
    """Return True if the sides have passed each other, or where they cannot, as good as that.

    Where both run the same way round, one of them is home and neither could hit with its next
    roll.
    """
    if game.rules.direction.runs_against:
        return not may_meet(game.rules, position)
    return not all(outside(position, each) for each in Side) and not any(
        count_rolls(game.rules, StartingPosition(position, each, game.had_double)).hits
        for each in Side
    )


def closed_points(rules: Rules, position: Position, side: Side) -> frozenset[int]:
    """Return the points that a side holds, also by trapping a checker."""
    own = ((point, position.count(side, point)) for point in position.points(side))
    return frozenset(
        point
        for point, held in own
        if held >= rules.landing.closed_by or position.is_trapped(side.other, rules.across(point))
    )


def longest_row(points: Container[int]) -> int:
    """Return the length of the longest row of neighbouring points."""
    row = "".join("o" if point in points else " " for point in range(1, POINTS + 1))
    return max(map(len, row.split()), default=0)


def _falling(points: frozenset[int]) -> tuple[int, ...]:
    return tuple(sorted(points, reverse=True))


MIN_WEIGHT: Final = 0.4
"""The weight below which a difference is named only if it is the only one."""
