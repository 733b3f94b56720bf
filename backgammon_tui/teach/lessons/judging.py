"""The computer judges the plays of a learner: costs, punishments, a summary.

Plays in the courses cost what rollouts found; `python -m training.lesson_rollouts` writes them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from backgammon_tui.analysis.lookahead import Lookahead, ahead_of
from backgammon_tui.analysis.nets import NotJudged
from backgammon_tui.analysis.review import Choice, findings_at
from backgammon_tui.analysis.stages import ROLLS, EvalState, eval_state, rolled, to_play
from backgammon_tui.analysis.value import error_of, evaluator_for
from backgammon_tui.engine import (
    RULESETS,
    Action,
    Game,
    Phase,
    Play,
    Roll,
    Side,
    Stage,
    StageKind,
    StartingPosition,
)
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.explain.facts import MIN_POINTS, do, play_made
from backgammon_tui.teach.blocks import read_blocks, read_data_file
from backgammon_tui.teach.lessons.lesson import ALIKE, Exercise, Task
from backgammon_tui.teach.lessons.run import Cost, Punishment, Run, Verdict, computer_choice
from backgammon_tui.words.advice import describe_finding, describe_worse
from backgammon_tui.words.naming import STANDARD, capitalized, count, numbers, write_dice
from backgammon_tui.words.turns import describe_turn


@lru_cache(256)
def worth(game: Game, play: Play) -> float:
    return worth_of(game, {play[0]})[play[0]]


def best_plays(game: Game) -> list[Play]:
    values = worth_of(game, {play[0] for play in game.legal_plays()})
    plays = sorted(game.legal_plays(), key=lambda play: -values[play[0]])
    return [play for play in plays if values[play[0]] >= values[plays[0][0]] - ALIKE]


def worth_of(game: Game, wanted: Set[int]) -> dict[int, float]:
    """Return what some plays are worth in one pass, by the packed positions that they lead to."""
    judge, stage = evaluator_for(game.rules), to_play(game)
    look = Lookahead(judge)
    judged = (estimate for estimate in judge.rate(stage) if estimate.play[0] in wanted)
    return {estimate.play[0]: ahead_of(look, stage, estimate).points for estimate in judged}


def judged_play(run: Run) -> Play | None:
    """Return the whole play answered last in a step about good play, if its cost is worth telling.

    That is a wrong play, or one of several solutions.
    """
    answer, step = run.answer, run.step
    if not answer or not step or not step.is_about_good_play or run.before.rules.opponent_completes:
        return None
    if answer.verdict is Verdict.NOT_THE_TASK:
        return play_made(run.before, answer.taken_back)
    is_one_of_several = isinstance(run.asked, Task) and len(run.asked.solutions) > 1
    is_right = answer.verdict is Verdict.RIGHT and is_one_of_several
    return play_made(run.before, run.made) if is_right else None


def can_be_judged(run: Run) -> bool:
    """Return True if the play answered last, or an exercise that is over, is still to be judged."""
    if isinstance(run.asked, Exercise):
        return run.standing.is_over and run.costs is None
    return run.answer is not None and run.answer.cost is None and judged_play(run) is not None


def judge(run: Run) -> Run:
    """Return a run with the cost of the last answer's play, or of all choices in an exercise.

    The work of tenths of a second, of one or two for an exercise. The same run comes back where
    there is nothing to be judged.
    """
    if not can_be_judged(run):
        return run
    try:
        return replace(run, costs=_costs(run)) if run.is_exercise else _with_cost(run)
    except NotJudged:
        return replace(run, costs=()) if run.is_exercise else run


def _with_cost(run: Run) -> Run:
    game, answer, play = run.before, run.answer, judged_play(run)
    assert isinstance(run.asked, Task)
    assert run.step
    assert answer
    assert play
    solutions = {
        goal.end.position.packed: solution.text
        for goal, solution in zip(run.solutions, run.asked.solutions, strict=True)
    }
    kept = costs_by_rollout(game)
    values = {packed: -cost.points for packed, cost in kept.items()}
    values = values or worth_of(game, {play[0], *solutions})
    best = max(solutions, key=lambda packed: values[packed])
    points = values[best] - values[play[0]]
    punished = None
    if answer.verdict is Verdict.NOT_THE_TASK:
        points, punished = max(points, run.step.margin), punishment(run)
    error = ALIKE if kept else error_of(game.rules, points, is_ahead=True)
    cost = Cost(points, solutions[best], error)
    return replace(run, answer=replace(answer, cost=cost, punishment=punished))


def _costs(run: Run) -> tuple[Choice, ...]:
    choices = (
        _without_help(game, finding)
        for at, game in enumerate(run.history[:-1])
        if game.actor is run.before.side
        for finding in findings_at(run.history, run.made, at)
        if isinstance(finding, Choice)
    )
    return tuple(choices)


def _without_help(game: Game, choice: Choice) -> Choice:
    return replace(choice, cost=0.0) if choice.made == computer_choice(game) else choice


# ---- the roll that punishes a play


def punishment(run: Run) -> Punishment | None:
    """Return the roll that punishes a wrong play most, beside the solution.

    None where no roll of the opponent gains more by it: the work of a few tenths of a second.
    """
    assert isinstance(run.asked, Task)
    assert run.answer
    side, solution = run.before.side, run.asked.solutions[0].text
    assert side
    made, best = (
        _to_the_end(run.before, actions, side)
        for actions in (run.answer.taken_back, run.solutions[0].actions)
    )
    after, instead = (do(run.before, actions)[-1] for actions in (made, best))
    if after.phase is not Phase.ROLL or instead.phase is not Phase.ROLL:
        return None
    gain, dice = _worst(after, instead)
    if gain <= ALIKE:
        return None
    return Punishment(_to_the_end(run.before, (*made, Roll(*dice)), side.other), gain, solution)


def _to_the_end(game: Game, actions: Sequence[Action], side: Side) -> tuple[Action, ...]:
    """Return actions followed by all that the side has still to play before the next roll."""
    done = tuple(actions)
    while (after := do(game, done)[-1]).actor is side and after.phase in (
        Phase.MOVE,
        Phase.CHOOSE,
    ):
        done += computer_choice(after)
    return done


def _worst(after: Game, instead: Game) -> tuple[float, tuple[int, int]]:
    """Return the roll that gains the opponent most beside the other game, after its gain."""
    rules, look = after.rules, Lookahead(evaluator_for(after.rules))
    mine, other = eval_state(after), eval_state(instead)

    def worth(spot: EvalState, dice: tuple[int, int]) -> float:
        return look.best(rolled(rules, spot, dice))[0]

    return max((worth(mine, dice) - worth(other, dice), dice) for dice, _ in ROLLS)


def describe_punishment(game: Game, punishment: Punishment) -> str:
    """Say which roll punishes a play, what is done with it, and how much that gains."""
    after = do(game, punishment.actions)[-1]
    turn = after.turn if after.is_over or after.side is not game.side else after.last_turn
    assert turn
    return (
        f"{describe_turn(turn, STANDARD)}. After {punishment.solution} this roll is worth"
        f" {punishment.gain:.2f} points less to {STANDARD.name(turn.side)}."
    )


# ---- the summary of an exercise

MAX_MISTAKES: Final = 3


def mistakes(run: Run) -> tuple[Choice, ...]:
    costly = (choice for choice in run.costs or () if choice.reported_cost >= MIN_POINTS)
    return tuple(sorted(costly, key=lambda choice: -choice.cost)[:MAX_MISTAKES])


def describe_summary(run: Run) -> list[str]:
    if run.costs is None:
        return []
    choices = "choice" if len(run.costs) == 1 else f"{count(len(run.costs))} choices"
    if not mistakes(run):
        return [f"Summary: no mistake in your {choices}."]
    in_all = " in all" if len(run.costs) > 1 else ""
    lost = sum(choice.reported_cost for choice in run.costs)
    worst = [_describe_mistake(run.history[choice.at], choice) for choice in mistakes(run)]
    return [f"Summary: your {choices} cost {lost:.2f} points{in_all}.", *worst]


def _describe_mistake(game: Game, choice: Choice) -> str:
    dice = f"{write_dice(game.rolled.dice)}: " if game.rolled else ""
    if game.stage and game.stage.kind in (StageKind.COMPLEMENT, StageKind.CHOSEN):
        dice = f"{capitalized(numbers(game.stage.numbers))}: "
    why = describe_worse(game, choice.made, choice.best)
    return dice + describe_finding(choice, why)


# ---- costs by rollout


class RolloutCost(NamedTuple):
    """The points by which a play is behind the best of its stage, by rollout."""

    by_seed: tuple[float, float]
    error: float
    games: int

    @property
    def points(self) -> float:
        return sum(self.by_seed) / 2

    def __str__(self) -> str:
        first, second = self.by_seed
        return f"{first:.4f} {second:.4f} | {self.error:.4f} | {self.games}"

    @classmethod
    def parse(cls, text: str) -> RolloutCost:
        """Read what `str` writes."""
        by_seed, error, games = text.split("|")
        first, second = map(float, by_seed.split())
        return cls((first, second), float(error), int(games))


def describe_stage(game: Game) -> str:
    """Write the stage that is to be played, and what it earns, on one line."""
    stage = to_play(game)
    starting_position = StartingPosition(stage.position, stage.side, stage.had_double)
    line = f"{starting_position} | {_joined(stage.numbers)}"
    match stage.earns:
        case None:
            return line
        case Stage(kind=kind, numbers=numbers):
            return f"{line}, then {_joined(numbers) or kind.value}"
        case earned:
            return f"{line}, {earned.value}"


def _joined(numbers: tuple[int, ...]) -> str:
    return "-".join(map(str, numbers))


@lru_cache(64)
def costs_by_rollout(game: Game) -> Mapping[int, RolloutCost]:
    """Return the cost of each legal play by the packed position that it leads to.

    Empty where no lesson of the courses asks for a play in this state.
    """
    if game.phase is not Phase.MOVE or RULESETS.get(game.rules.name) != game.rules:
        return MappingProxyType({})
    kept = read_rollouts(game.rules.name).get(describe_stage(game), {})
    if not kept:
        return MappingProxyType({})
    by_text = {write_moves(play.moves): play[0] for play in game.legal_plays()}
    return MappingProxyType({by_text[play]: cost for play, cost in kept.items()})


@cache
def read_rollouts(name: str) -> Mapping[str, Mapping[str, RolloutCost]]:
    return parse_rollouts(read_data_file(f"rollouts/{name}.txt"))


def parse_rollouts(text: str) -> dict[str, Mapping[str, RolloutCost]]:
    stages: dict[str, Mapping[str, RolloutCost]] = {}
    for head, *lines in read_blocks(text):
        plays = (line.text.split("|", 1) for line in lines)
        stages[head.text] = {play.strip(): RolloutCost.parse(cost) for play, cost in plays}
    return stages
