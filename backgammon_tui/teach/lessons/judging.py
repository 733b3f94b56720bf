"""The program judges the plays of a learner: costs, punishments, a look back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from backgammon_tui.analysis.ahead import ahead_of
from backgammon_tui.analysis.look import Look
from backgammon_tui.analysis.nets import NotJudged
from backgammon_tui.analysis.review import Choice, found_in
from backgammon_tui.analysis.stages import THROWS, BetweenStages, spot_of, thrown, to_play
from backgammon_tui.analysis.value import judge_for
from backgammon_tui.engine import Action, Game, Phase, Play, Side, Throw
from backgammon_tui.engine.notation import Numbering
from backgammon_tui.teach.hinting import describe_worse
from backgammon_tui.teach.lessons.answer import Cost, Verdict
from backgammon_tui.teach.lessons.exercise import program_choice
from backgammon_tui.teach.lessons.parts import Exercise, Task
from backgammon_tui.teach.lessons.running import Run
from backgammon_tui.teach.typed_actions import do, play_made, read_typed, whole_play
from backgammon_tui.words.naming import LEAST_POINTS, STANDARD, count, write_dice
from backgammon_tui.words.review_lines import describe_finding
from backgammon_tui.words.turn_lines import describe_turn


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


# ---- the throw that punishes a play


def punishment(run: Run) -> tuple[Action, ...]:
    """Return the wrong play, the throw that punishes it most beside the solution, and its play.

    Empty where no throw of the opponent follows: the work of a few tenths of a second.
    """
    assert isinstance(run.asked, Task)
    assert run.answer
    side = run.before.side
    assert side
    solution = read_typed(run.before, run.asked.solutions[0].text)
    made, best = (
        _to_the_end(run.before, actions, side) for actions in (run.answer.taken_back, solution)
    )
    after, instead = (do(run.before, actions)[-1] for actions in (made, best))
    if after.phase is not Phase.THROW:
        return ()
    try:
        dice = _worst(after, spot_of(instead) if instead.phase is Phase.THROW else None)
    except NotJudged:
        return ()
    return _to_the_end(run.before, (*made, Throw(*dice)), side.other)


def _to_the_end(game: Game, actions: Sequence[Action], side: Side) -> tuple[Action, ...]:
    """Return actions followed by all that the side has still to play before the next throw."""
    done = tuple(actions)
    while (after := do(game, done)[-1]).actor is side and after.phase in (
        Phase.MOVE,
        Phase.CHOOSE,
    ):
        done += program_choice(after)
    return done


def _worst(after: Game, instead: BetweenStages | None) -> tuple[int, int]:
    """Return the throw that is worth most more to the opponent than after the solution."""
    rules, look = after.rules, Look(judge_for(after.rules))
    spot = spot_of(after)

    def gained(dice: tuple[int, int]) -> float:
        other = look.best(thrown(rules, instead, dice))[0] if instead else 0.0
        return look.best(thrown(rules, spot, dice))[0] - other

    return max((dice for dice, _ in THROWS), key=gained)


def describe_punishment(game: Game, actions: Sequence[Action]) -> str:
    """Say which throw punishes a play, and what is done with it."""
    after = do(game, actions)[-1]
    turn = after.turn if after.is_over or after.side is not game.side else after.last_turn
    return f"{describe_turn(turn, STANDARD)}." if turn else ""


# ---- a look back at an exercise

MOST_MISTAKES: Final = 3
"""The most choices that a look back names."""


def can_look_back(run: Run) -> bool:
    """Return True if an exercise is over and its choices have not been judged."""
    is_over = isinstance(run.asked, Exercise) and run.standing.is_over
    return is_over and run.costs is None


def look_back(run: Run) -> Run:
    """Return a run with the costs of the learner's choices: the work of a second or two."""
    side, history = run.before.side, run.history
    try:
        found = [
            finding
            for at, game in enumerate(history[:-1])
            if game.actor is side
            for finding in found_in(history, run.made, at)
        ]
    except NotJudged:
        found = []
    return replace(run, costs=tuple(each for each in found if isinstance(each, Choice)))


def mistakes(run: Run) -> tuple[Choice, ...]:
    """Return the choices that cost most, the most costly first."""
    costly = (choice for choice in run.costs or () if choice.told_cost >= LEAST_POINTS)
    return tuple(sorted(costly, key=lambda choice: -choice.cost)[:MOST_MISTAKES])


def describe_look_back(run: Run) -> list[str]:
    """Say what the learner's choices have cost together, then each of the worst."""
    if run.costs is None:
        return []
    choices = "choice" if len(run.costs) == 1 else f"{count(len(run.costs))} choices"
    if not mistakes(run):
        return [f"Looking back: no mistake in your {choices}."]
    in_all = " in all" if len(run.costs) > 1 else ""
    lost = sum(choice.told_cost for choice in run.costs)
    told = [_describe_mistake(run.history[choice.at], choice) for choice in mistakes(run)]
    return [f"Looking back: your {choices} cost {lost:.2f} points{in_all}.", *told]


def _describe_mistake(game: Game, choice: Choice) -> str:
    dice = f"{write_dice(game.thrown.dice)}: " if game.thrown else ""
    why = describe_worse(game, choice.made, choice.best)
    return dice + describe_finding(choice, Numbering.STANDARD, why)
