"""Search one roll ahead (1-ply) and two (2-ply), and deeper in some endings.

The 2-ply search considers only the best reply to each roll, and only the plays close to the best.
It handles one roll at a time for all candidates. Once the position budget is used up, the remaining
rolls keep their 1-ply values. The budget counts positions, not time, so every machine chooses the
same play.
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
"""Number of evaluated positions after which no further play is searched."""

CANDIDATE_MARGIN: Final = 0.12
"""Points behind the best play from which a play is not searched."""

ENDING_DEPTH: Final = 2
"""Search depth, in rolls, for plays of an ending with its own network."""

MAX_ENDING_DEPTH: Final = 3
MAX_POSITIONS_DEEP: Final = 4_000
"""Maximum depth, in rolls, for the value of such an ending, and the approximate limit of positions
evaluated for it."""


def candidates_ahead(
    look: Lookahead, stage: ToPlay, plays: list[RatedPlay], also: Collection[Play] = ()
) -> list[RatedPlay]:
    """Return the plays close to the best, evaluated one roll ahead, best first.

    Return a single candidate unsearched, because it needs no comparison.

    A single one comes back as it is: there is nothing to compare it with.

    Args:
        plays: All plays of the stage with 0-ply values, best first.
        also: Plays to search in any case.
    """
    first = plays[0]
    requested = [rated for rated in plays if rated.play in also]
    if len(plays) == 1 or (first.ends and not requested):
        return [first]
    near: list[RatedPlay] = []
    for rated in plays[:CANDIDATES]:
        if rated.points <= first.points - CANDIDATE_MARGIN or (
            look.positions > MAX_POSITIONS_1PLY and near
        ):
            break
        near.append(ahead_of(look, stage, rated))
    if len(near) == 1 and not requested:
        return [first]
    searched = {rated.play for rated in near}
    near += [ahead_of(look, stage, rated) for rated in requested if rated.play not in searched]
    return in_order(near)


def ahead_of(look: Lookahead, stage: ToPlay, rated: RatedPlay) -> RatedPlay:
    """Evaluate a play one roll ahead; a double is continued with its best complement."""
    judge = look.judge
    spot = awaited(judge, stage, rated)
    if spot is None:
        return rated
    chances = look.chances(spot, ENDING_DEPTH if has_own_net(judge, spot) else 1)
    passes = spot.side is not stage.side
    points = judge.points(chances)
    return replace(rated, points=-points if passes else points, leaf=chances, passes=passes)


def chances_ahead(look: Lookahead, spot: EvalState) -> Chances:
    """Return the chances of the side to act, one roll ahead, or deeper in endings."""
    chances = look.chances(spot, 1)
    if has_own_net(look.judge, spot):
        for depth in range(2, MAX_ENDING_DEPTH + 1):
            before = look.positions
            chances = look.chances(spot, depth)
            if (look.positions - before) * 5 > MAX_POSITIONS_DEEP:
                break
    return chances


def has_own_net(judge: Evaluator, spot: EvalState) -> bool:
    """Return True if a state is an ending that has its own network."""
    return judge.looks_deep_at_home and spot.pending == ROLL and all_are_home(spot.position.packed)


CANDIDATES_2PLY: Final = 3
CANDIDATE_MARGIN_2PLY: Final = 0.06
"""Maximum number of candidates for the 2-ply search, and the points behind the best 1-ply value
from which a candidate is left out."""

MAX_POSITIONS_2PLY: Final = 40_000
"""Maximum number of positions: no further roll is searched if it might exceed this."""

PRUNE_MARGIN: Final = 0.05
"""Points behind the best at which a candidate is dropped, with all rolls still to search. The
margin shrinks with the square root of the remaining rolls."""


@dataclass(frozen=True, slots=True)
class _Reply:
    """The best 0-ply reply to a candidate after one roll."""

    weight: int
    stage: ToPlay
    points: float
    play: Play
    ends: bool


@dataclass(slots=True)
class _Candidate:
    rated: RatedPlay
    sign: int
    """1 if the replies are the deciding side's own, else -1."""

    replies: list[_Reply]
    total: float
    """36 times the points for the deciding side; unsearched rolls count with their 1-ply value."""


def best_two_ahead(
    judge: Evaluator, stage: ToPlay, should_stop: Callable[[], bool] = go_on
) -> RatedPlay:
    """Return the best play of a stage by a search two rolls ahead.

    Raises:
        Stopped: if `should_stop`, called every few milliseconds, returns True.
    """
    plays = in_order(judge.rate(stage))
    first = plays[0]
    if first.ends or len(plays) == 1:
        return first
    look = Lookahead(judge, should_stop)
    if all_are_home(stage.position.packed):
        return candidates_ahead(look, stage, plays)[0]
    candidates: list[_Candidate] = []
    for rated in plays[:CANDIDATES]:
        if rated.points <= first.points - CANDIDATE_MARGIN or look.positions > MAX_POSITIONS_1PLY:
            break
        candidates.append(_ahead(look, stage, rated))
    if len(candidates) < 2:
        return first
    candidates.sort(key=lambda candidate: -candidate.total)
    top = candidates[0].total
    candidates = [
        candidate
        for candidate in candidates[:CANDIDATES_2PLY]
        if candidate.total > top - 36 * CANDIDATE_MARGIN_2PLY
    ]
    _search_replies(look, candidates)
    best = max(candidates, key=lambda candidate: candidate.total)
    return replace(best.rated, points=best.total / 36)


def _ahead(look: Lookahead, stage: ToPlay, rated: RatedPlay) -> _Candidate:
    spot = awaited(look.judge, stage, rated)
    if spot is None:
        return _Candidate(rated, 1, [], 36 * rated.points)
    sign = 1 if spot.side is stage.side else -1
    candidate = _Candidate(rated, sign, [], 0.0)
    for dice, weight in ROLLS:
        reply = rolled(look.judge.rules, spot, dice)
        candidate.replies.append(_Reply(weight, reply, *look.best(reply)))
        candidate.total += sign * weight * candidate.replies[-1].points
    return candidate


_ORDER: Final = sorted(range(len(ROLLS)), key=lambda i: (-ROLLS[i][1], (i * 8) % 21))
"""Rolls by frequency: doubles last, because they take long and are half as likely. The rest are in
a mixed order."""


def _search_replies(look: Lookahead, candidates: list[_Candidate]) -> None:
    """Replace the value of each reply by its 1-ply value, until the best candidate is clear."""
    left, max_used = 36, 0
    for i in _ORDER:
        before = look.positions
        if len(candidates) < 2 or before + max_used > MAX_POSITIONS_2PLY:
            return
        for candidate in candidates:
            if candidate.replies:
                reply = candidate.replies[i]
                candidate.total += (
                    candidate.sign * reply.weight * (_reply_value(look, reply) - reply.points)
                )
        max_used = max(max_used, look.positions - before)
        left -= ROLLS[i][1]
        margin = 36 * PRUNE_MARGIN * (left / 36) ** 0.5
        top = max(candidate.total for candidate in candidates)
        candidates[:] = [candidate for candidate in candidates if candidate.total >= top - margin]


def _reply_value(look: Lookahead, reply: _Reply) -> float:
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
