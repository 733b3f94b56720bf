"""Plays judged a throw ahead: 1-ply."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from backgammon_tui.analysis.judge import Judge, Judged, in_order
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
    near = (one for one in candidates[:CANDIDATES] if one.points > first.points - NEAR)
    looked_at: list[tuple[Judged, Spot | None]] = []
    left = MOST_AHEAD
    for one in near:
        spot = _awaited(judge, stage, one)
        left -= _positions_ahead(judge, spot)
        if left < 0:
            break
        looked_at.append((one, spot))
    if len(looked_at) < 2:
        return first
    return max((_expected(judge, stage, *one) for one in looked_at), key=lambda one: one.points)


def ahead(judge: Judge, stage: ToPlay, one: Judged) -> Judged:
    """A play judged a throw ahead; behind a face, the best complement is played first."""
    return _expected(judge, stage, one, _awaited(judge, stage, one))


def _positions_ahead(judge: Judge, spot: Spot | None) -> int:
    """How many positions every throw in a state leads to."""
    if spot is None:
        return 0
    stages = (thrown(judge.rules, spot, dice) for dice, _ in THROWS)
    return sum(
        len(legal_plays(judge.rules, each.position, each.side, each.numbers)) for each in stages
    )


def _expected(judge: Judge, stage: ToPlay, one: Judged, spot: Spot | None) -> Judged:
    """A play judged by every throw in the state that it leads to."""
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
