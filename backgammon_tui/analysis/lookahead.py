"""Values of states some rolls ahead, without evaluating a position twice.

After each roll, the best 0-ply play is assumed.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from backgammon_tui.analysis.bear_off import all_are_home
from backgammon_tui.analysis.evaluator import (
    ROLL,
    ROLLS,
    Chances,
    EvalState,
    Evaluator,
    Perspective,
    RatedPlay,
    StageToPlay,
    in_order,
    rolled,
    stages_due,
    swapped,
)
from backgammon_tui.analysis.nets import OUTCOMES
from backgammon_tui.engine import Play, Position, legal_plays

_NO_VALUE: Final = -9.0
"""Lower than the points of any state."""


class Stopped(Exception):
    """The caller no longer needs the result."""


def never_stop() -> bool:
    """Return False: the default for `should_stop`."""
    return False


@dataclass
class Lookahead:
    """The states evaluated for one decision; each is evaluated only once."""

    judge: Evaluator

    should_stop: Callable[[], bool] = never_stop
    """Called before each roll; returns True once the result is no longer needed."""

    position_count: int = 0
    _known: dict[Perspective, dict[int, float]] = field(default_factory=lambda: defaultdict(dict))
    _chances: dict[tuple[EvalState, int], Chances] = field(default_factory=dict)

    def best(self, stage: StageToPlay) -> tuple[float, Play, bool]:
        """Return the best 0-ply play: its points, the play, and True if it ends the game.

        Raises:
            Stopped: if the result is no longer needed.
        """
        if self.should_stop():
            raise Stopped
        judge = self.judge
        rules, side = judge.rules, stage.side
        plays = legal_plays(rules, stage.position, side, stage.numbers)
        passes = stage.ends_turn or not judge.is_full(stage, plays)
        theirs = judge.perspective(side.other, ROLL, stage.had_double)
        mine = judge.perspective(side, stage.pending, stage.had_double)
        # A play never adds checkers to the side's own bar or hand, so if none has to enter
        # before it, the rules do not deny a complement after it.
        may_differ = judge.may_win(stage) or stage.withholds(rules, stage.position)
        top, best, wins = _NO_VALUE, plays[0], False
        for play in plays:
            won = may_differ and play.position.has_borne_off_all(side)
            if won:
                points = float(rules.points_for_win(play.position, side))
            elif passes or (may_differ and stage.withholds(rules, play.position)):
                points = -self._points(play.packed, theirs)
            else:
                points = self._points(play.packed, mine)
            if (won, points) > (wins, top):
                top, best, wins = points, play, won
        return top, best, wins or judge.is_dead(best.position)

    def continued(self, spot: EvalState) -> tuple[StageToPlay, float, Play, bool]:
        """Return the next stage of a side that does not roll next, and its best play."""
        options = [(stage, *self.best(stage)) for stage in stages_due(spot)]
        return max(options, key=lambda option: (option[3] and option[1] > 0, option[1]))

    def mean(self, spot: EvalState) -> float:
        """Return the average points of the best plays over all rolls, for the side that rolls."""
        rules = self.judge.rules
        return sum(w * self.best(rolled(rules, spot, dice))[0] for dice, w in ROLLS) / 36

    def chances(self, spot: EvalState, depth: int) -> Chances:
        """Return the chances for the side that acts, by a search `depth` rolls ahead."""
        judge, key = self.judge, (spot, depth)
        if not depth:
            return judge.chances(spot)
        if key in self._chances:
            return self._chances[key]
        if spot.pending != ROLL:
            stage, _, play, ends = self.continued(spot)
            ended = judge.ended(stage, play.position) if ends else None
            self._chances[key] = ended or self._after(stage, play, depth)
            return self._chances[key]
        total = [0.0] * OUTCOMES
        for dice, weight in ROLLS:
            stage = rolled(judge.rules, spot, dice)
            _, play, ends = self.best(stage)
            ended = judge.ended(stage, play.position) if ends else None
            chances = ended or self._after(stage, play, depth - 1)
            total = [sum_ + weight * chance for sum_, chance in zip(total, chances, strict=True)]
        self._chances[key] = tuple(chance / 36 for chance in total)
        return self._chances[key]

    def _after(self, stage: StageToPlay, play: Play, depth: int) -> Chances:
        spot = stage.after(self.judge.rules, play)
        chances = self.chances(spot, depth)
        return chances if spot.side is stage.side else swapped(chances)

    # ---- positions

    def _points(self, packed: int, seen: Perspective) -> float:
        """Return the points of a position for the side that acts in it."""
        points = self._known[seen].get(packed)
        if points is None:
            self.position_count += 1
            judge = self.judge
            dead = judge.is_dead(Position(packed))
            points = 0.0 if dead else judge.points(judge.chances_of(packed, seen))
            self._known[seen][packed] = points
        return points


def state_before_roll(judge: Evaluator, stage: StageToPlay, rated: RatedPlay) -> EvalState | None:
    """Return the state after a play in which a roll comes next; None if the game ends first.

    After doubles, their best complement is played.
    """
    if rated.ends:
        return None
    spot = stage.after(judge.rules, rated.play)
    if spot.pending == ROLL:
        return spot
    stage_after, best = judge.continued(spot)
    return None if best.ends else stage_after.after(judge.rules, best.play)


def roll_gains(
    judge: Evaluator, spot: EvalState, instead: EvalState
) -> list[tuple[float, tuple[int, int]]]:
    """Return what each roll gains in one state compared with another, the largest gain first.

    The same side rolls in both states.
    """
    look = Lookahead(judge)

    def worth(state: EvalState, dice: tuple[int, int]) -> float:
        return look.best(rolled(judge.rules, state, dice))[0]

    gains = ((worth(spot, dice) - worth(instead, dice), dice) for dice, _ in ROLLS)
    return sorted(gains, reverse=True)


MAX_CANDIDATES: Final = 5
"""Maximum number of plays that are searched one roll ahead."""

MAX_POSITIONS_1PLY: Final = 10_000
"""Number of evaluated positions after which no further play is searched."""

CANDIDATE_MARGIN: Final = 0.12
"""Difference from the best play, in points, at which a play is no longer searched."""

ENDING_DEPTH: Final = 2
"""Search depth, in rolls, for plays of an ending with its own network."""

MAX_ENDING_DEPTH: Final = 3
MAX_POSITIONS_DEEP: Final = 4_000
"""Maximum depth, in rolls, for the value of such an ending, and the approximate maximum number of
positions evaluated for it.
"""


def candidates_ahead(
    look: Lookahead, stage: StageToPlay, plays: list[RatedPlay], also: Collection[Play] = ()
) -> list[RatedPlay]:
    """Return the plays close to the best, evaluated one roll ahead, best first.

    A single candidate is not searched, because it needs no comparison.

    Args:
        plays: All plays of the stage with 0-ply values, best first.
        also: Plays to search in any case.
    """
    first = plays[0]
    requested = [rated for rated in plays if rated.play in also]
    if len(plays) == 1 or (first.ends and not requested):
        return [first]
    near = [look_ahead(look, stage, rated) for rated in _close(look, plays)]
    if len(near) == 1 and not requested:
        return [first]
    searched = {rated.play for rated in near}
    near += [look_ahead(look, stage, rated) for rated in requested if rated.play not in searched]
    return in_order(near)


def _close(look: Lookahead, plays: list[RatedPlay]) -> Iterator[RatedPlay]:
    """Yield the plays close to the best, unless too many positions have been evaluated."""
    for rated in plays[:MAX_CANDIDATES]:
        if rated.points <= plays[0].points - CANDIDATE_MARGIN:
            return
        yield rated
        if look.position_count > MAX_POSITIONS_1PLY:
            return


def look_ahead(look: Lookahead, stage: StageToPlay, rated: RatedPlay) -> RatedPlay:
    """Evaluate a play one roll ahead; doubles are continued with their best complement."""
    judge = look.judge
    spot = state_before_roll(judge, stage, rated)
    if spot is None:
        return rated
    chances = look.chances(spot, ENDING_DEPTH if judge.has_own_net(spot) else 1)
    passes = spot.side is not stage.side
    points = judge.points(chances)
    return replace(rated, points=-points if passes else points, leaf=chances, passes=passes)


def chances_ahead(look: Lookahead, spot: EvalState) -> Chances:
    """Return the chances of the side to act, one roll ahead, or deeper in endings."""
    chances = look.chances(spot, 1)
    if look.judge.has_own_net(spot):
        for depth in range(2, MAX_ENDING_DEPTH + 1):
            before = look.position_count
            chances = look.chances(spot, depth)
            if (look.position_count - before) * 5 > MAX_POSITIONS_DEEP:
                break
    return chances


MAX_CANDIDATES_2PLY: Final = 3
CANDIDATE_MARGIN_2PLY: Final = 0.06
"""Maximum number of candidates for the 2-ply search, and the points behind the best 1-ply value
from which a candidate is left out."""

MAX_POSITIONS_2PLY: Final = 20_000
"""Maximum number of positions: no further roll is searched if it might exceed this. A usual machine
reaches it before the time limit, so its choice is always the same."""

SECONDS_2PLY: Final = 0.7
"""Seconds of the processor after which no further roll is searched, for slow machines."""

PRUNE_MARGIN: Final = 0.05
"""Points behind the best at which a candidate is dropped, with all rolls still to search. The
margin shrinks with the square root of the remaining rolls."""


@dataclass(frozen=True, slots=True)
class _Reply:
    """The best 0-ply reply to a candidate after one roll."""

    weight: int
    stage: StageToPlay
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
    judge: Evaluator,
    stage: StageToPlay,
    should_stop: Callable[[], bool] = never_stop,
    clock: Callable[[], float] = time.thread_time,
) -> RatedPlay:
    """Return the best play of a stage by a search two rolls ahead.

    The search ends after a number of positions, or earlier on a slow machine. It compares all
    plays over the same rolls, whenever it ends.

    Args:
        clock: Returns seconds of work; other programs on a busy machine do not count.

    Raises:
        Stopped: if `should_stop`, called every few milliseconds, returns True.
    """
    until = clock() + SECONDS_2PLY
    plays = in_order(judge.rate(stage))
    first = plays[0]
    if first.ends or len(plays) == 1:
        return first
    look = Lookahead(judge, should_stop)
    if all_are_home(stage.position.packed):
        return candidates_ahead(look, stage, plays)[0]
    candidates = [_ahead(look, stage, rated) for rated in _close(look, plays)]
    if len(candidates) < 2:
        return first
    candidates.sort(key=lambda candidate: -candidate.total)
    top = candidates[0].total
    candidates = [
        candidate
        for candidate in candidates[:MAX_CANDIDATES_2PLY]
        if candidate.total > top - 36 * CANDIDATE_MARGIN_2PLY
    ]
    _search_replies(look, candidates, lambda: clock() >= until)
    best = max(candidates, key=lambda candidate: candidate.total)
    return replace(best.rated, points=best.total / 36)


def _ahead(look: Lookahead, stage: StageToPlay, rated: RatedPlay) -> _Candidate:
    spot = state_before_roll(look.judge, stage, rated)
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


def _search_replies(
    look: Lookahead, candidates: list[_Candidate], is_late: Callable[[], bool]
) -> None:
    """Replace the value of each reply by its 1-ply value, until the best candidate is clear."""
    left, max_used = 36, 0
    for i in _ORDER:
        before = look.position_count
        if len(candidates) < 2 or before + max_used > MAX_POSITIONS_2PLY or is_late():
            return
        for candidate in candidates:
            if candidate.replies:
                reply = candidate.replies[i]
                candidate.total += (
                    candidate.sign * reply.weight * (_reply_value(look, reply) - reply.points)
                )
        max_used = max(max_used, look.position_count - before)
        left -= ROLLS[i][1]
        margin = 36 * PRUNE_MARGIN * (left / 36) ** 0.5
        top = max(candidate.total for candidate in candidates)
        candidates[:] = [candidate for candidate in candidates if candidate.total >= top - margin]


def _reply_value(look: Lookahead, reply: _Reply) -> float:
    """Return the points of a reply one roll ahead, for the side that makes it."""
    if reply.ends:
        return reply.points
    rules, side = look.judge.rules, reply.stage.side
    spot = reply.stage.after(rules, reply.play)
    if spot.pending != ROLL:
        complement, points, play, ends = look.continued(spot)
        if ends:
            return points
        spot = complement.after(rules, play)
    mean = look.mean(spot)
    return mean if spot.side is side else -mean
