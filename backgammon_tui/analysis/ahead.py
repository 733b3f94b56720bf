"""Plays judged a throw ahead: 1-ply."""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate
from typing import Final

from backgammon_tui.analysis.judge import Judge, Judged
from backgammon_tui.analysis.ranking import in_order
from backgammon_tui.analysis.stages import THROW, THROWS, Spot, ToPlay, thrown
from backgammon_tui.engine import legal_plays

CANDIDATES: Final = 5
"""So many plays at most are looked at a throw ahead."""

MOST_AHEAD: Final = 10_000
"""So many positions are looked at: less than a second's work. Where more plays may follow, fewer
than `CANDIDATES` are looked at, and none where it would not do for two."""

NEAR: Final = 0.12
"""Plays that are worth less than the best by more points than this are not."""


def best_ahead(judge: Judge, stage: ToPlay) -> Judged:
    """The play of a stage that is worth most when every throw after it is looked at."""
    candidates = in_order(judge.judged(stage))
    first = candidates[0]
    if first.ends or len(candidates) == 1:
        return first
    near = [one for one in candidates[:CANDIDATES] if one.points > first.points - NEAR]
    costs = accumulate(_positions_ahead(judge, stage, one) for one in near)
    looked_at = [one for one, cost in zip(near, costs, strict=True) if cost <= MOST_AHEAD]
    if len(looked_at) < 2:
        return first
    return max((ahead(judge, stage, one) for one in looked_at), key=lambda one: one.points)


def _positions_ahead(judge: Judge, stage: ToPlay, one: Judged) -> int:
    """How many positions are looked at to judge a play a throw ahead."""
    spot = _awaited(judge, stage, one)
    if spot is None:
        return 0
    stages = (thrown(judge.rules, spot, dice) for dice, _ in THROWS)
    return sum(
        len(legal_plays(judge.rules, each.position, each.side, each.numbers)) for each in stages
    )


def ahead(judge: Judge, stage: ToPlay, one: Judged) -> Judged:
    """A play judged a throw ahead; behind a face, the best complement is played first."""
    spot = _awaited(judge, stage, one)
    if spot is None:
        return one
    points, chances = judge.expected(spot)
    passes = spot.side is not stage.side
    return replace(one, points=-points if passes else points, leaf=chances, passes=passes)


def _awaited(judge: Judge, stage: ToPlay, one: Judged) -> Spot | None:
    """The state after a play in which a throw is awaited; None if the game ends before it."""
    if one.ends:
        return None
    spot = reached(judge, stage, one)
    if spot.owes == THROW:
        return spot
    stage_after, best = judge.continued(spot)
    return None if best.ends else reached(judge, stage_after, best)


def reached(judge: Judge, stage: ToPlay, one: Judged) -> Spot:
    """The state after a play, which has not ended the game."""
    full = len(one.play.moves) == len(stage.numbers)
    return stage.after(judge.rules, one.play.position, full)
