"""The worth of a task's plays, as the program judges them a throw ahead."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from backgammon_tui.analysis.ahead import ahead_of
from backgammon_tui.analysis.look import Look
from backgammon_tui.analysis.nets import NotJudged
from backgammon_tui.analysis.stages import to_play
from backgammon_tui.analysis.value import judge_for
from backgammon_tui.engine import Game, Phase, Play
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


def can_be_judged(run: Run) -> bool:
    """Return True if the cost of the last answer's play is worth telling, and not known yet.

    That is a wrong play where the step is about good play, or one of several solutions.
    """
    answer, step, game = run.answer, run.step, run.before
    if not answer or answer.cost or not step or not isinstance(step.asked, Task):
        return False
    if game.phase is not Phase.MOVE or game.rules.opponent_completes:
        return False
    if answer.verdict is Verdict.RIGHT:
        return len(step.asked.solutions) > 1 and play_made(game, run.made) is not None
    return (
        answer.verdict is Verdict.NOT_THE_TASK
        and step.is_about_good_play
        and play_made(game, answer.taken_back) is not None
    )


def judge_answer(run: Run) -> Run:
    """Return a run with the cost of the last answer's play.

    It takes tenths of a second. The same run comes back where there is nothing to be judged.
    """
    if not can_be_judged(run):
        return run
    assert isinstance(run.asked, Task)
    assert run.answer
    game, answer = run.before, run.answer
    play = play_made(game, answer.taken_back or run.made)
    assert play
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
