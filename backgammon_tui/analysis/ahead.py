"""Plays judged one roll ahead (1-ply) and two (2-ply); in endings with a network of their own more.

Two rolls ahead, each reply that the judge likes best is looked at a roll further for the
plays that come near. Rolls are taken one after the other, for all candidates alike; when the
positions that may be judged are used up, the rolls that are left count one roll ahead. The
work is bounded by positions, not by the clock, so that every machine comes to the same play.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Final

from backgammon_tui.analysis.bear_off import all_are_home
from backgammon_tui.analysis.evaluator import Chances, Evaluator, RatedPlay, in_order
from backgammon_tui.analysis.lookahead import Lookahead, awaited, go_on, reached
from backgammon_tui.analysis.stages import ROLL, ROLLS, EvalState, ToPlay, rolled
from backgammon_tui.engine import Play

CANDIDATES: Final = 5
"""Maximum number of plays that are searched one roll ahead."""

MAX_POSITIONS_1PLY: Final = 10_000
"""Number of positions judged after which no further play is looked at."""

NEAR: Final = 0.12
"""Plays that are behind the best by this many points or more are not looked at."""

ENDING_DEPTH: Final = 2
"""The depth in rolls for plays of an ending with a network of its own."""

DEEPEST: Final = 3
MAX_POSITIONS_DEEP: Final = 4_000
"""The greatest depth for the value of such an ending, and the rough limit of its positions."""


def candidates_ahead(
    look: Lookahead, stage: ToPlay, found: list[RatedPlay], also: Collection[Play] = ()
) -> list[RatedPlay]:
    """Return the plays that come near the best, judged one roll ahead, best first.

    A single one comes back as it is: there is nothing to compare it with.

    Args:
        found: All plays of the stage, best first, no roll ahead.
        also: Plays that are looked at in any case.
    """
    first = found[0]
    asked = [one for one in found if one.play in also]
    if len(found) == 1 or (first.ends and not asked):
        return [first]
    near: list[RatedPlay] = []
    for one in found[:CANDIDATES]:
        if one.points <= first.points - NEAR or (look.positions > MAX_POSITIONS_1PLY and near):
            break
        near.append(ahead_of(look, stage, one))
    if len(near) == 1 and not asked:
        return [first]
    looked_at = {one.play for one in near}
    near += [ahead_of(look, stage, one) for one in asked if one.play not in looked_at]
    return in_order(near)


def ahead_of(look: Lookahead, stage: ToPlay, one: RatedPlay) -> RatedPlay:
    """Return a play judged one roll ahead; behind a face, the best complement is played first."""
    judge = look.judge
    spot = awaited(judge, stage, one)
    if spot is None:
        return one
    chances = look.chances(spot, ENDING_DEPTH if has_own_net(judge, spot) else 1)
    passes = spot.side is not stage.side
    points = judge.points(chances)
    return replace(one, points=-points if passes else points, leaf=chances, passes=passes)


def chances_ahead(look: Lookahead, spot: EvalState) -> Chances:
    """Return the chances in a state one roll ahead, and further in endings, for the side to act."""
    found = look.chances(spot, 1)
    if has_own_net(look.judge, spot):
        for depth in range(2, DEEPEST + 1):
            before = look.positions
            found = look.chances(spot, depth)
            if (look.positions - before) * 5 > MAX_POSITIONS_DEEP:
                break
    return found


def has_own_net(judge: Evaluator, spot: EvalState) -> bool:
    """Return True if a state is an ending that a network of its own judges."""
    return judge.looks_deep_at_home and spot.pending == ROLL and all_are_home(spot.position.packed)


FURTHER: Final = 3
NEAR_AHEAD: Final = 0.06
"""Maximum number of candidates searched two rolls ahead, all less than this far behind at one."""

MAX_POSITIONS_2PLY: Final = 40_000
"""No further roll is looked at where the positions judged might become more than these."""

PRUNE_MARGIN: Final = 0.05
"""A candidate is given up when it is behind by this much; by less, as fewer rolls are left."""


@dataclass(frozen=True, slots=True)
class _Reply:
    """The best reply to a candidate after one roll, no roll ahead."""

    weight: int
    stage: ToPlay
    points: float
    play: Play
    ends: bool


@dataclass(slots=True)
class _Candidate:
    one: RatedPlay
    sign: int
    """1 if the replies are the deciding side's own, else -1."""

    replies: list[_Reply]
    total: float
    """36 times the points for the deciding side; rolls not yet done count one roll ahead."""


def best_further(
    judge: Evaluator, stage: ToPlay, should_stop: Callable[[], bool] = go_on
) -> RatedPlay:
    """Return the play of a stage that is worth most two rolls ahead.

    Raises:
        Stopped: if `should_stop`, asked every few milliseconds, says so.
    """
    found = in_order(judge.judged(stage))
    first = found[0]
    if first.ends or len(found) == 1:
        return first
    look = Lookahead(judge, should_stop)
    if all_are_home(stage.position.packed):
        return candidates_ahead(look, stage, found)[0]
    candidates: list[_Candidate] = []
    for one in found[:CANDIDATES]:
        if one.points <= first.points - NEAR or look.positions > MAX_POSITIONS_1PLY:
            break
        candidates.append(_ahead(look, stage, one))
    if len(candidates) < 2:
        return first
    candidates.sort(key=lambda each: -each.total)
    top = candidates[0].total
    candidates = [each for each in candidates[:FURTHER] if each.total > top - 36 * NEAR_AHEAD]
    _look_further(look, candidates)
    best = max(candidates, key=lambda each: each.total)
    return replace(best.one, points=best.total / 36)


def _ahead(look: Lookahead, stage: ToPlay, one: RatedPlay) -> _Candidate:
    spot = awaited(look.judge, stage, one)
    if spot is None:
        return _Candidate(one, 1, [], 36 * one.points)
    sign = 1 if spot.side is stage.side else -1
    candidate = _Candidate(one, sign, [], 0.0)
    for dice, weight in ROLLS:
        reply = rolled(look.judge.rules, spot, dice)
        candidate.replies.append(_Reply(weight, reply, *look.best(reply)))
        candidate.total += sign * weight * candidate.replies[-1].points
    return candidate


_ORDER: Final = sorted(range(len(ROLLS)), key=lambda i: (-ROLLS[i][1], (i * 8) % 21))
"""Doubles last: they take long and fall half as often. The others in no order of their size."""


def _look_further(look: Lookahead, candidates: list[_Candidate]) -> None:
    """Put the value a roll further in the place of each reply's, until the best is clear."""
    left, most = 36, 0
    for i in _ORDER:
        before = look.positions
        if len(candidates) < 2 or before + most > MAX_POSITIONS_2PLY:
            return
        for each in candidates:
            if each.replies:
                reply = each.replies[i]
                each.total += each.sign * reply.weight * (_further(look, reply) - reply.points)
        most = max(most, look.positions - before)
        left -= ROLLS[i][1]
        margin = 36 * PRUNE_MARGIN * (left / 36) ** 0.5
        top = max(each.total for each in candidates)
        candidates[:] = [each for each in candidates if each.total >= top - margin]


def _further(look: Lookahead, reply: _Reply) -> float:
    """Return the points of a reply one roll ahead, for the side that makes it."""
    if reply.ends:
        return reply.points
    judge, side = look.judge, reply.stage.side
    spot = reached(judge, reply.stage, reply.play)
    while spot.pending != ROLL:
        complement, points, play, ends = look.continued(spot)
        if ends:
            return points
        spot = reached(judge, complement, play)
    mean = look.mean(spot)
    return mean if spot.side is side else -mean
