"""Plays judged a throw ahead: 1-ply."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from backgammon_tui.analysis.judge import Judge, Judged
from backgammon_tui.analysis.ranking import in_order
from backgammon_tui.analysis.stages import THROW, Spot, ToPlay

CANDIDATES: Final = 5
"""So many plays at most are looked at a throw ahead."""

NEAR: Final = 0.12
"""Plays that are worth less than the best by more points than this are not."""


def best_ahead(judge: Judge, stage: ToPlay) -> Judged:
    """The play of a stage that is worth most when every throw after it is looked at."""
    candidates = in_order(judge.judged(stage))
    first = candidates[0]
    if first.ends or len(candidates) == 1:
        return first
    near = [one for one in candidates[:CANDIDATES] if one.points > first.points - NEAR]
    if len(near) == 1:
        return first
    return max((ahead(judge, stage, one) for one in near), key=lambda one: one.points)


def ahead(judge: Judge, stage: ToPlay, one: Judged) -> Judged:
    """A play judged a throw ahead; behind a face, the best complement is played first."""
    if one.ends:
        return one
    spot = reached(judge, stage, one)
    if spot.owes != THROW:
        stage_after, best = judge.continued(spot)
        if best.ends:
            return one
        spot = reached(judge, stage_after, best)
    points, chances = judge.expected(spot)
    passes = spot.side is not stage.side
    return replace(one, points=-points if passes else points, leaf=chances, passes=passes)


def reached(judge: Judge, stage: ToPlay, one: Judged) -> Spot:
    """The state after a play, which has not ended the game."""
    full = len(one.play.moves) == len(stage.numbers)
    return stage.after(judge.rules, one.play.position, full)
