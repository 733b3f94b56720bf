"""Differences between two plays that can be counted on the board and over the 36 throws."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

from backgammon_tui.analysis.facts import Facts, Played, count_throws, facts
from backgammon_tui.engine import Game, Place, Position, Rules, Side
from backgammon_tui.engine.moves import Effect
from backgammon_tui.engine.position import POINTS
from backgammon_tui.engine.rules import HOME_TABLE
from backgammon_tui.engine.situation import Situation


class Kind(Enum):
    """What is counted. The value weighs one of it; below 0 where fewer are better."""

    HIT = 3.0
    """Opposing checkers hit by the play."""

    TRAPPED = 4.0
    """Opposing checkers trapped after it."""

    OWN_TRAPPED = -3.9
    OFF = 2.0
    TO_ENTER = -2.1
    """The side's checkers in hand and on the bar."""

    COMPLEMENT = 1.5
    """Numbers of the complement that can be played next."""

    SHOTS = -0.25
    """The opponent's throws that hit."""

    SHUT_OUT = 0.2
    """The opponent's throws of which it can play nothing."""

    THEIR_THROWS = -0.4
    """The opponent's throws that earn it another one."""

    OWN_SHOTS = 0.21
    """The side's own throws that would hit if the opponent changed nothing."""

    OWN_THROWS = 0.41
    """The side's own throws that would earn another one then."""

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
    """The checkers on the side's highest stack."""


class Counts(NamedTuple):
    """All that is counted of one play."""

    of: dict[Kind, int]
    closed: frozenset[int]
    """The points that the side closes, in its own numbering."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One kind that is counted differently after two plays."""

    kind: Kind
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

    @property
    def weight(self) -> float:
        """The size of the difference; above 0 where it speaks for the play."""
        return (self.mine - self.other) * self.kind.value


def differences(game: Game, play: Played, other: Played) -> tuple[Difference, ...]:
    """Return the differences between a play and another one, the heaviest first.

    Raises:
        ValueError: if the game waits for no play.
    """
    mine, theirs = count(game, play), count(game, other)
    assert game.side
    before = _closed(game.rules, game.position, game.side)
    found = []
    for kind in Kind:
        if kind not in mine.of or kind not in theirs.of:
            continue
        if kind is Kind.POINTS and mine.closed != theirs.closed:
            more, less = mine.closed - theirs.closed, theirs.closed - mine.closed
            found.append(
                Difference(
                    kind,
                    mine.of[kind],
                    theirs.of[kind],
                    made=_falling(more - before),
                    kept=_falling(more & before),
                    given_up=_falling(less & before),
                    not_made=_falling(less - before),
                )
            )
        elif mine.of[kind] != theirs.of[kind]:
            found.append(Difference(kind, mine.of[kind], theirs.of[kind]))
    return tuple(sorted(found, key=lambda each: -abs(each.weight)))


def count(game: Game, play: Played) -> Counts:
    """Return all that is counted of a play of the stage that a game waits for.

    Raises:
        ValueError: if it waits for no play.
    """
    assert game.side
    rules, side, position = game.rules, game.side, play.position
    closed = _closed(rules, position, side)
    on_board = [(point, position.count(side, point)) for point in position.points(side)]
    free = [(point, held) for point, held in on_board if not position.is_trapped(side, point)]
    of = {
        Kind.HIT: sum(move.effect is Effect.HIT for move in play.moves),
        Kind.TRAPPED: len(position.trapped(side.other)),
        Kind.OWN_TRAPPED: len(position.trapped(side)),
        Kind.OFF: position.count(side, Place.OFF),
        Kind.TO_ENTER: position.to_enter(side),
        Kind.POINTS: len(closed),
        Kind.PRIME: _longest(closed),
        Kind.BLOTS: sum(held == 1 for _, held in free),
        Kind.HOME: position.count(side, Place.OFF)
        + sum(held for point, held in on_board if point in HOME_TABLE),
        Kind.LAST: max((point for point, _ in on_board), default=0),
        Kind.THEIR_PIPS: position.pips(side.other),
        Kind.PIPS: position.pips(side),
        Kind.STACK: max((held for _, held in on_board), default=0),
    }
    if not position.has_borne_off_all(side):
        of |= _thrown(rules, side, position, facts(game, play), game.had_doublet)
    return Counts(of, closed)


def _thrown(
    rules: Rules, side: Side, position: Position, found: Facts, had_doublet: frozenset[Side]
) -> dict[Kind, int]:
    if found.outlook:
        return {Kind.COMPLEMENT: 0 if found.outlook.withheld else found.outlook.playable}
    own = count_throws(rules, Situation(position, side, had_doublet))
    of = {Kind.OWN_SHOTS: own.hits, Kind.OWN_THROWS: own.another_throw}
    if found.thrower is side.other:
        of |= {
            Kind.SHOTS: found.hits,
            Kind.SHUT_OUT: found.shut_out,
            Kind.THEIR_THROWS: found.another_throw,
        }
    return of


def _closed(rules: Rules, position: Position, side: Side) -> frozenset[int]:
    least = rules.landing.closed_by
    points = position.points(side)
    return frozenset(p for p in points if position.count(side, p) >= least)


def _longest(closed: frozenset[int]) -> int:
    best = run = 0
    for point in range(1, POINTS + 1):
        run = run + 1 if point in closed else 0
        best = max(best, run)
    return best


def _falling(points: frozenset[int]) -> tuple[int, ...]:
    return tuple(sorted(points, reverse=True))


LEAST: Final = 0.4
"""Differences that weigh less are told only where there is no other."""
