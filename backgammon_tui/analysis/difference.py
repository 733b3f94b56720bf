"""Measurable differences between two plays, on the board and over the 36 rolls."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import reduce
from typing import Final, NamedTuple

from backgammon_tui.analysis.bear_off import sides_have_passed
from backgammon_tui.analysis.evaluator import ROLL, ROLLS, to_play
from backgammon_tui.analysis.nets import NotJudged
from backgammon_tui.analysis.value import evaluator_for
from backgammon_tui.engine.game import Game, StartingPosition, may_win
from backgammon_tui.engine.generator import Play, Search
from backgammon_tui.engine.moves import Effect
from backgammon_tui.engine.position import CHECKERS, POINTS, Place, Position, Side
from backgammon_tui.engine.rules import HOME_BOARD, Rules
from backgammon_tui.engine.turn import Outlook, Stage, Withheld, choices, next_after, plan


class Facts(NamedTuple):
    """Counts after a play, out of 36 rolls."""

    roller: Side | None
    """The side that rolls next; None if a stage of the same roll follows or the game is over."""

    hits: int = 0
    """Rolls with which the roller can hit (or trap, if that is optional)."""

    shut_out: int = 0
    """Rolls with which the roller cannot play anything."""

    complement_lost: int = 0
    """Rolls that have a complement or chosen doubles, but cannot be played in full.

    A sequel that the rules do not grant does not count as lost.
    """

    extra_roll: int = 0
    """Rolls that can earn the roller an extra roll."""

    outlook: Outlook | None = None
    """The complement of the current roll, if it comes next."""


class RollFacts(NamedTuple):
    """Possible effects of one roll. Each effect assumes the play that is best for it."""

    can_hit: bool
    is_shut_out: bool
    loses_complement: bool
    earns_roll: bool


def facts_after(game: Game, play: Play) -> Facts:
    """Count the effects of a play of the current stage.

    Numbers that the opponent would complete are ignored.
    """
    stage = to_play(game)
    position = play.position
    if position.has_borne_off_all(stage.side):
        return Facts(None)
    spot = stage.after(game.rules, play)
    if spot.pending != ROLL:
        return Facts(None, outlook=game.outlook(position))
    return count_rolls(game.rules, StartingPosition(spot.position, spot.side, spot.had_double))


def count_rolls(rules: Rules, starting_position: StartingPosition) -> Facts:
    """Count the effects of the 36 rolls for the side to roll."""
    weighted = [
        [weight * effect for effect in roll_facts(rules, starting_position, dice)]
        for dice, weight in ROLLS
    ]
    hits, shut_out, complement_lost, extra_roll = map(sum, zip(*weighted, strict=True))
    return Facts(starting_position.side, hits, shut_out, complement_lost, extra_roll)


def roll_facts(
    rules: Rules, starting_position: StartingPosition, dice: tuple[int, int]
) -> RollFacts:
    position, side, had_double, _ = starting_position
    search = Search(rules, position, side)
    rolled = plan(rules, position, side, dice, side not in had_double)
    numbers, earned = rolled.stages[0].numbers, rolled.earned
    sequel = earned if isinstance(earned, Stage) else None
    if not any(search.can_play(number) for number in dice):
        return RollFacts(False, True, sequel is not None, False)
    is_full = sequel is not None and _can_earn(search, numbers, sequel)
    is_lost = sequel is not None and not is_full and _is_lost(search, numbers, sequel)
    earns = is_full and rolled.may_roll_again
    return RollFacts(_can_hit(search, numbers, sequel), False, is_lost, earns)


def _sequels(
    search: Search, numbers: tuple[int, ...], sequel: Stage
) -> Iterator[tuple[Search, tuple[int, ...]]]:
    """Yield the searches of the sequel, with its numbers, after full plays that are granted it."""
    seen: set[int] = set()
    for end in search.ends(numbers):
        position = Position(end)
        if end in seen or position.has_borne_off_all(search.side):
            continue
        seen.add(end)
        granted = next_after(search.rules, position, search.side, sequel)
        if isinstance(granted, Stage):
            after = Search(search.rules, position, search.side)
            yield from ((after, choice.numbers) for choice in choices(granted))


def _can_earn(search: Search, numbers: tuple[int, ...], sequel: Stage) -> bool:
    """Return True if the numbers and their sequel can be played in full without winning."""
    return any(
        not Position(end).has_borne_off_all(search.side)
        for after, later in _sequels(search, numbers, sequel)
        for end in after.ends(later)
    )


def _is_lost(search: Search, numbers: tuple[int, ...], sequel: Stage) -> bool:
    """Return True if the sequel is lost because some numbers cannot be played.

    Return False if the rules do not grant it, or if the game ends.
    """
    rules, side = search.rules, search.side
    off = search.position.count(side, Place.OFF)
    if may_win(rules, search.position, side, numbers) or (
        off + len(numbers) + 4 >= CHECKERS
        and any(
            may_win(rules, after.position, side, later)
            for after, later in _sequels(search, numbers, sequel)
        )
    ):
        return False
    is_full = False
    for end in search.ends(numbers):
        if not isinstance(next_after(rules, Position(end), side, sequel), Withheld):
            return True
        is_full = True
    return not is_full


def _can_hit(search: Search, numbers: tuple[int, ...], sequel: Stage | None) -> bool:
    """Return True if a play of the numbers or of their sequel hits."""
    later = [choice.numbers for choice in choices(sequel)] if sequel else []
    if not search.may_reach_blot(numbers, later):
        return False
    if _can_hit_with(search, numbers):
        return True
    return sequel is not None and any(
        after.may_reach_blot(rest, []) and _can_hit_with(after, rest)
        for after, rest in _sequels(search, numbers, sequel)
    )


def _can_hit_with(search: Search, numbers: tuple[int, ...]) -> bool:
    is_full = False
    for end in search.ends(numbers):
        if search.has_hit(end):
            return True
        is_full = True
    return not is_full and any(map(search.has_hit, search.ends(numbers, short=True)))


class Aspect(Enum):
    """A counted property of a play; the value is the weight of one unit, negative if bad."""

    HIT = 9.1
    """Opposing checkers hit by the play; ranks before shots, because a hit often leads to shots."""

    TRAPPED = 9.2
    """Opposing checkers trapped after the play."""

    OWN_TRAPPED = -3.9
    STAKE = -2.2
    """Points that the opponent would win, if the opponent's checkers are all home."""

    OFF = 2.0
    TO_ENTER = -2.1
    """The side's checkers in hand and on the bar."""

    COMPLEMENT = 1.5
    """Playable numbers of the complement that comes next."""

    SHOTS = -0.25
    """The opponent's rolls that hit."""

    SHUT_OUT = 0.2
    """The opponent's rolls that cannot be played at all."""

    THEIR_ROLLS = -0.4
    """The opponent's rolls that earn them an extra roll."""

    OWN_SHOTS = 0.21
    """The side's own rolls that would hit if the opponent's move changed nothing."""

    OWN_ROLLS = 0.41
    """The side's own rolls that would earn an extra roll in that case."""

    POINTS = 1.2
    """Number of closed points. A difference lists the points that only one play leaves closed."""

    PRIME = 1.0
    """Length of the longest row of closed points."""

    BLOTS = -0.6
    HOME = 0.3
    """The side's checkers at home or off."""

    LAST = -0.15
    """Number of the point of the side's last checker."""

    THEIR_PIPS = 0.08
    PIPS = -0.081
    STACK = -0.22
    """Number of checkers in the side's tallest stack."""


class Counts(NamedTuple):
    """All counts of one play, at the end of its roll."""

    by_aspect: dict[Aspect, int]
    closed: frozenset[int]
    """Points closed by the side, in its own numbering."""

    closed_before: frozenset[int]
    """Points that the side had closed before the play."""

    has_sequel: bool = False
    """True if the counts include the complement, played as the computer would."""


@dataclass(frozen=True, slots=True)
class Difference:
    """An aspect in which two plays differ."""

    aspect: Aspect
    mine: int
    other: int
    made: tuple[int, ...] = ()
    """Points newly closed by this play and not by the other."""

    kept: tuple[int, ...] = ()
    """Previously closed points that only this play keeps."""

    given_up: tuple[int, ...] = ()
    """Previously closed points that only the other play keeps."""

    not_made: tuple[int, ...] = ()
    """Points newly closed by the other play only."""

    is_later: bool = False
    """True if the difference appears only after the complement."""

    @property
    def weight(self) -> float:
        """Signed weight: positive favours the play."""
        return (self.mine - self.other) * self.aspect.value


def differences(game: Game, play: Play, other: Play) -> tuple[Difference, ...]:
    """Return the differences between two plays, heaviest first."""
    return compare(count_play(game, play), count_play(game, other))


def compare(mine: Counts, theirs: Counts) -> tuple[Difference, ...]:
    """Return the differences between the counts of two plays, heaviest first."""
    before, is_later = mine.closed_before, mine.has_sequel or theirs.has_sequel
    more, less = mine.closed - theirs.closed, theirs.closed - mine.closed
    points = map(_high_to_low, (more - before, more & before, less & before, less - before))
    made, kept, given_up, not_made = points
    listed = []
    for aspect in Aspect:
        if aspect not in mine.by_aspect or aspect not in theirs.by_aspect:
            continue
        counts = mine.by_aspect[aspect], theirs.by_aspect[aspect]
        if aspect is Aspect.POINTS and mine.closed != theirs.closed:
            listed.append(Difference(aspect, *counts, made, kept, given_up, not_made, is_later))
        elif counts[0] != counts[1]:
            has_waited = is_later and aspect is not Aspect.COMPLEMENT
            listed.append(Difference(aspect, *counts, is_later=has_waited))
    return tuple(sorted(listed, key=lambda difference: -abs(difference.weight)))


def count_play(game: Game, play: Play) -> Counts:
    """Count everything about a play of the current stage.

    If a complement follows, count after it, because points and blots may change until then.
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
    counts = _count(after, sequel)
    counts.by_aspect[Aspect.HIT] += _hits(play)
    counts.by_aspect[Aspect.COMPLEMENT] = following.playable
    closed_before = closed_points(game.rules, game.position, game.side)
    return counts._replace(closed_before=closed_before, has_sequel=True)


def _hits(play: Play) -> int:
    return sum(move.effect is Effect.HIT for move in play.moves)


def _count(game: Game, play: Play) -> Counts:
    assert game.side
    rules, side, position = game.rules, game.side, play.position
    closed = closed_points(rules, position, side)
    on_board = [(point, position.count(side, point)) for point in position.points(side)]
    free = [(point, held) for point, held in on_board if not position.is_trapped(side, point)]
    counts = {
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
        counts[Aspect.STACK] = max((held for _, held in on_board), default=0)
        counts[Aspect.POINTS] = len(closed)
        counts[Aspect.PRIME] = longest_row(closed)
        counts[Aspect.BLOTS] = sum(held == 1 and point not in closed for point, held in free)
    if on_board and not position.to_enter(side):
        counts[Aspect.LAST] = max(point for point, _ in on_board)
    if not position.has_borne_off_all(side):
        counts |= _after(game, side, play)
    return Counts(counts, closed, closed_points(rules, game.position, side))


def _after(game: Game, side: Side, play: Play) -> dict[Aspect, int]:
    """Count the effects after a play that does not win: the complement, or the next rolls."""
    counts: dict[Aspect, int] = {}
    rules, position, rolls = game.rules, play.position, facts_after(game, play)
    if following := game.outlook(position):
        counts[Aspect.COMPLEMENT] = following.playable
    if rolls.roller is None:
        return counts
    if not outside(position, side.other):
        counts[Aspect.STAKE] = rules.points_for_win(position, side.other)
    own = count_rolls(rules, StartingPosition(position, side, game.had_double))
    counts |= {Aspect.OWN_SHOTS: own.hits, Aspect.OWN_ROLLS: own.extra_roll}
    if rolls.roller is side.other:
        counts |= {
            Aspect.SHOTS: rolls.hits,
            Aspect.SHUT_OUT: rolls.shut_out,
            Aspect.THEIR_ROLLS: rolls.extra_roll,
        }
    return counts


def outside(position: Position, side: Side) -> int:
    """Return the number of a side's checkers that are neither home nor off."""
    at_home = sum(position.count(side, point) for point in HOME_BOARD)
    return CHECKERS - at_home - position.count(side, Place.OFF)


def is_race(game: Game, position: Position) -> bool:
    """Return True if the sides have passed each other.

    If both sides move in the same direction, return True if one of them is home and neither could
    hit with its next roll.
    """
    if game.rules.direction.runs_against:
        return sides_have_passed(position.packed)
    return not all(outside(position, mover) for mover in Side) and not any(
        count_rolls(game.rules, StartingPosition(position, mover, game.had_double)).hits
        for mover in Side
    )


def closed_points(rules: Rules, position: Position, side: Side) -> frozenset[int]:
    """Return the points that a side blocks, including by a trapped checker."""
    own = ((point, position.count(side, point)) for point in position.points(side))
    return frozenset(
        point
        for point, held in own
        if held >= rules.landing.closed_by or position.is_trapped(side.other, rules.across(point))
    )


def longest_row(points: Container[int]) -> int:
    """Return the length of the longest row of adjacent points."""
    row = "".join("o" if point in points else " " for point in range(1, POINTS + 1))
    return max(map(len, row.split()), default=0)


def _high_to_low(points: frozenset[int]) -> tuple[int, ...]:
    return tuple(sorted(points, reverse=True))


def explains(losses: Sequence[Difference], cost: float) -> bool:
    """Return True if counted drawbacks of a play may be the reason for what it costs in points.

    A higher stake explains any cost.
    """
    if any(loss.aspect is Aspect.STAKE for loss in losses):
        return True
    return cost <= POINTS_PER_WEIGHT * sum(abs(loss.weight) for loss in losses)


POINTS_PER_WEIGHT: Final = 0.3
"""Points that a drawback with a weight of 1 costs at most. In nine of ten puzzles, the drawbacks
that are named cost at most half as much."""

MIN_WEIGHT: Final = 0.4
"""Weight below which a difference is named only if it is the only one."""
