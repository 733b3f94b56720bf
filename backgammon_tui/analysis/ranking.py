"""The plays of a stage, best first."""

from __future__ import annotations

from backgammon_tui.analysis.judge import Judged
from backgammon_tui.analysis.stages import to_play
from backgammon_tui.analysis.value import judge_for, require_judged
from backgammon_tui.engine import Game, Phase, Play


def ranked(game: Game) -> list[tuple[Play, float]]:
    """Every legal play of what is left of the stage with the points it is worth, best first.

    They are worth so much to the side that makes them, where it goes on as well as the
    program would; of plays worth the same the first of `legal_plays` comes first. Empty
    unless the game waits for a play.
    """
    require_judged(game.rules)
    if game.phase is not Phase.MOVE:
        return []
    found = in_order(judge_for(game.rules).judged(to_play(game)))
    return [(one.play, one.points) for one in found]


def in_order(judged: list[Judged]) -> list[Judged]:
    """Judged plays, those that win first, and then by points."""
    return sorted(judged, key=lambda one: (not one.wins, -one.points))
