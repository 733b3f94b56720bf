"""The worth of a task's plays, as the program judges them a throw ahead."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from backgammon_tui.analysis.ahead import ahead
from backgammon_tui.analysis.nets import NoNet
from backgammon_tui.analysis.stages import to_play
from backgammon_tui.analysis.value import judge_for
from backgammon_tui.engine import Game, Phase, Play
from backgammon_tui.teach.lesson_parts import Task
from backgammon_tui.teach.running import Run
from backgammon_tui.teach.typed_actions import do, read_typed

ALIKE: Final = 0.03
"""Plays that cost no more than this are as good as the best."""


def whole_play(game: Game, text: str) -> Play:
    """Return the play of the whole stage that a text names.

    Raises:
        ValueError: if the text leaves numbers that could be played.
    """
    end = do(game, read_typed(game, text))[-1].position
    for play in game.legal_plays():
        if play.position == end:
            return play
    raise ValueError(f"{text} is not the whole play")


@lru_cache(256)
def worth(game: Game, play: Play) -> float:
    """Return the points that a play is worth, judged a throw ahead."""
    judge, stage = judge_for(game.rules), to_play(game)
    judged = next(one for one in judge.judged(stage) if one.play[0] == play[0])
    return ahead(judge, stage, judged).points


def worth_of_all(game: Game) -> dict[int, float]:
    """Return what every play is worth, by the packed position that it leads to."""
    judge, stage = judge_for(game.rules), to_play(game)
    return {one.play[0]: ahead(judge, stage, one).points for one in judge.judged(stage)}


def is_judged(game: Game) -> bool:
    """Return True if the game waits for a play that the program can judge."""
    return game.phase is Phase.MOVE and not game.rules.opponent_completes


def costly_solutions(game: Game, task: Task) -> Iterator[tuple[str, float, str]]:
    """Yield each solution that is clearly worse than another: itself, its cost, and the other."""
    if len(task.solutions) < 2 or not is_judged(game):
        return
    points = {each.text: worth(game, whole_play(game, each.text)) for each in task.solutions}
    best = max(points, key=lambda text: points[text])
    for text, found in points.items():
        if points[best] - found > ALIKE:
            yield text, points[best] - found, best


def behind_the_best(run: Run) -> tuple[float, str] | None:
    """Return how many points the solution that was found costs, and the best solution.

    Returns:
        None if it is as good as any other solution, or nobody can judge it.
    """
    if not isinstance(run.asked, Task) or not is_judged(run.before):
        return None
    try:
        for text, cost, best in costly_solutions(run.before, run.asked):
            if whole_play(run.before, text).position == run.game.position:
                return cost, best
    except NoNet:
        pass
    return None
