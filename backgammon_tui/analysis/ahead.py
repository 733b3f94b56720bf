"""Plays judged a throw ahead: 1-ply. In endings that have a net of their own it is two."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from backgammon_tui.analysis.bear_off import all_are_home
from backgammon_tui.analysis.judge import Chances, Judge, Judged, in_order
from backgammon_tui.analysis.look import Look, awaited
from backgammon_tui.analysis.stages import THROW, BetweenStages, ToPlay
from backgammon_tui.engine import Play

CANDIDATES: Final = 5
"""The most plays that are searched a throw ahead."""

MOST_AHEAD: Final = 10_000
"""Number of positions judged after which no further play is looked at."""

NEAR: Final = 0.12
"""Plays that are behind the best by this many points or more are not looked at."""

ENDING_DEPTH: Final = 2
"""The depth in throws for plays of an ending with a net of its own."""

DEEPEST: Final = 3
MOST_DEEP: Final = 4_000
"""The greatest depth for the value of such an ending, and the rough limit of its positions."""


def candidates_ahead(
    look: Look, stage: ToPlay, found: list[Judged], also: Collection[Play] = ()
) -> list[Judged]:
    """Return the plays that come near the best, judged a throw ahead, best first.

    A single one comes back as it is: there is nothing to compare it with.

    Args:
        found: All plays of the stage, best first, no throw ahead.
        also: Plays that are looked at in any case.
    """
    first = found[0]
    asked = [one for one in found if one.play in also]
    if len(found) == 1 or (first.ends and not asked):
        return [first]
    near: list[Judged] = []
    for one in found[:CANDIDATES]:
        if one.points <= first.points - NEAR or (look.positions > MOST_AHEAD and near):
            break
        near.append(ahead_of(look, stage, one))
    if len(near) == 1 and not asked:
        return [first]
    looked_at = {one.play for one in near}
    near += [ahead_of(look, stage, one) for one in asked if one.play not in looked_at]
    return in_order(near)


def ahead_of(look: Look, stage: ToPlay, one: Judged) -> Judged:
    """Return a play judged a throw ahead; behind a face, the best complement is played first."""
    judge = look.judge
    spot = awaited(judge, stage, one)
    if spot is None:
        return one
    chances = look.chances(spot, ENDING_DEPTH if has_own_net(judge, spot) else 1)
    passes = spot.side is not stage.side
    points = judge.points(chances)
    return replace(one, points=-points if passes else points, leaf=chances, passes=passes)


def chances_ahead(look: Look, spot: BetweenStages) -> Chances:
    """Return the chances in a state a throw ahead, and further in endings, for the side to act."""
    found = look.chances(spot, 1)
    if has_own_net(look.judge, spot):
        for depth in range(2, DEEPEST + 1):
            before = look.positions
            found = look.chances(spot, depth)
            if (look.positions - before) * 5 > MOST_DEEP:
                break
    return found


def has_own_net(judge: Judge, spot: BetweenStages) -> bool:
    """Return True if a state is an ending that a net of its own judges."""
    return judge.looks_deep_at_home and spot.owes == THROW and all_are_home(spot.position.packed)
