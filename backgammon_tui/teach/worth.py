"""The worth of a task's plays, as the program judges them a throw ahead."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from backgammon_tui.analysis.ahead import ahead_of
from backgammon_tui.analysis.look import Look
from backgammon_tui.analysis.nets import NotJudged
from backgammon_tui.analysis.stages import to_play
from backgammon_tui.analysis.value import judge_for
from backgammon_tui.engine import Game, Play
from backgammon_tui.teach.lesson_answer import Cost, Verdict
from backgammon_tui.teach.lesson_parts import Task
from backgammon_tui.teach.running import Run
from backgammon_tui.teach.typed_actions import do, play_made, read_typed


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
    return _worth_of(game, {play[0]})[play[0]]


def worth_of_all(game: Game) -> dict[int, float]:
    """Return the value of every play, by the packed position that it leads to."""
    return _worth_of(game, {play[0] for play in game.legal_plays()})


def _worth_of(game: Game, wanted: set[int]) -> dict[int, float]:
    judge, stage = judge_for(game.rules), to_play(game)
    look = Look(judge)
    judged = (one for one in judge.judged(stage) if one.play[0] in wanted)
    return {one.play[0]: ahead_of(look, stage, one).points for one in judged}


def judged_play(run: Run) -> Play | None:
    """Return the whole play answered last, if its cost is worth telling.

    That is a wrong play where the step is about good play, or one of several solutions.
    """
    if not run.answer or not isinstance(run.asked, Task) or run.before.rules.opponent_completes:
        return None
    if run.answer.verdict is Verdict.RIGHT:
        return play_made(run.before, run.made) if len(run.asked.solutions) > 1 else None
    return wrong_play(run)


def wrong_play(run: Run) -> Play | None:
    """Return the whole play answered last, if it is a wrong one in a step about good play."""
    answer, step = run.answer, run.step
    if not answer or not step or run.before.rules.opponent_completes:
        return None
    is_wrong = answer.verdict is Verdict.NOT_THE_TASK and step.is_about_good_play
    return play_made(run.before, answer.taken_back) if is_wrong else None


def can_be_judged(run: Run) -> bool:
    """Return True if the play answered last is to be judged, and its cost is not known yet."""
    return run.answer is not None and run.answer.cost is None and judged_play(run) is not None


def judge_answer(run: Run) -> Run:
    """Return a run with the cost of the last answer's play.

    It takes tenths of a second. The same run comes back where there is nothing to be judged.
    """
    play = judged_play(run)
    if play is None or not can_be_judged(run):
        return run
    assert isinstance(run.asked, Task)
    assert run.answer
    game, answer = run.before, run.answer
    solutions = {whole_play(game, each.text)[0]: each.text for each in run.asked.solutions}
    try:
        found = _worth_of(game, {play[0], *solutions})
    except NotJudged:
        return run
    best = max(solutions, key=lambda packed: found[packed])
    points = found[best] - found[play[0]]
    if answer.verdict is Verdict.NOT_THE_TASK and run.step:
        points = max(points, run.step.margin)
    cost = Cost(points, solutions[best])
    return replace(run, answer=replace(answer, cost=cost))
