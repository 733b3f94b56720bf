"""Replies of a lesson to an answer, and the costs of plays.

The costs of plays in the courses come from rollouts; `python -m training.lesson_rollouts` writes
them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import replace
from functools import cache, lru_cache
from itertools import chain
from types import MappingProxyType
from typing import Final

from backgammon_tui.analysis.cube_rating import cube_error, rate_cube
from backgammon_tui.analysis.difference import Aspect, differences, outside
from backgammon_tui.analysis.evaluator import eval_state, to_play
from backgammon_tui.analysis.lookahead import Lookahead, look_ahead, roll_gains
from backgammon_tui.analysis.nets import NotJudged
from backgammon_tui.analysis.review import Choice, findings_at
from backgammon_tui.analysis.value import error_of, estimates, evaluator_for
from backgammon_tui.engine.events import Event, Moved
from backgammon_tui.engine.game import Game, Match, StartingPosition
from backgammon_tui.engine.generator import Play
from backgammon_tui.engine.moves import Action, Effect, Move, Roll
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.engine.position import POINTS, Place, Position, Side
from backgammon_tui.engine.turn import Phase, Stage, StageKind
from backgammon_tui.explain.facts import MIN_POINTS, do, done, play_made
from backgammon_tui.teach.lessons.lesson import (
    ALIKE,
    STATED_COST,
    Exercise,
    GoalState,
    LessonQuestion,
    PlayMeasure,
    Task,
    write_typed,
)
from backgammon_tui.teach.lessons.run import (
    Cost,
    Goal,
    LessonAnswer,
    Punishment,
    Run,
    Verdict,
    computer_choice,
    computer_turn,
)
from backgammon_tui.text_file import read_blocks, read_data_file
from backgammon_tui.words.advice import (
    describe_difference,
    describe_finding,
    describe_punishing,
    describe_worse,
    explain_losses,
)
from backgammon_tui.words.naming import (
    STANDARD,
    capitalized,
    count,
    join,
    numbers,
    plural,
    write_dice,
)
from backgammon_tui.words.plays import describe_missing
from backgammon_tui.words.reason_sentences import describe_meanings, describe_reason
from backgammon_tui.words.rule_settings import moves_as_usual
from backgammon_tui.words.turns import describe_besides, describe_rolls, describe_turn


@lru_cache(256)
def worth(game: Game, play: Play) -> float:
    return worth_of(game, {play.packed})[play.packed]


def best_plays(game: Game) -> list[Play]:
    values = worth_of(game, {play.packed for play in game.legal_plays()})
    plays = sorted(game.legal_plays(), key=lambda play: -values[play.packed])
    return [play for play in plays if values[play.packed] >= values[plays[0].packed] - ALIKE]


def worth_of(game: Game, wanted: Set[int]) -> dict[int, float]:
    judge, stage = evaluator_for(game.rules), to_play(game)
    look = Lookahead(judge)
    judged = (estimate for estimate in judge.rate(stage) if estimate.play.packed in wanted)
    return {estimate.play.packed: look_ahead(look, stage, estimate).points for estimate in judged}


def judged_play(run: Run) -> Play | None:
    """Return the last answer about good play: a wrong play, or one of several solutions."""
    answer, step = run.answer, run.step
    if not answer or not step or not step.is_about_good_play or run.before.rules.opponent_completes:
        return None
    if answer.verdict is Verdict.NOT_THE_TASK:
        return play_made(run.before, answer.taken_back)
    is_one_of_several = isinstance(run.assignment, Task) and len(run.assignment.solutions) > 1
    is_right = answer.verdict is Verdict.RIGHT and is_one_of_several
    return play_made(run.before, run.made) if is_right else None


def can_be_judged(run: Run) -> bool:
    """Return True if the last answered play, or a finished exercise, has not been judged yet."""
    if isinstance(run.assignment, Exercise):
        return run.standing.is_over and run.costs is None
    if run.answer is None or run.answer.cost is not None:
        return False
    return judged_play(run) is not None or is_judged_decision(run)


def is_judged_decision(run: Run) -> bool:
    """Return True if the last answer about the doubling cube is wrong and has a cost."""
    is_wrong = run.verdict is Verdict.NOT_THE_TASK and run.step and run.step.is_about_good_play
    return bool(is_wrong) and run.before.awaits_cube


def judge(run: Run) -> Run:
    """Return a run with the cost of the last answer's play, or of all choices in an exercise.

    Takes tenths of a second, or one to two seconds for an exercise. Returns the same run if there
    is nothing to judge.
    """
    if not can_be_judged(run):
        return run
    with suppress(NotJudged):
        return replace(run, costs=_costs(run)) if run.is_exercise else _with_cost(run)
    return replace(run, costs=()) if run.is_exercise else run


def _with_cost(run: Run) -> Run:
    game, answer, play = run.before, run.answer, judged_play(run)
    if answer and is_judged_decision(run):
        return replace(run, answer=replace(answer, cost=_cost_of_decision(run)))
    if not (answer and play and run.step):
        return run
    solutions = {goal.end.position.packed: goal.written.text for goal in run.solutions}
    kept = costs_by_rollout(game)
    costs = kept or _estimated_costs(game, {play.packed, *solutions})
    best = min(solutions, key=lambda packed: costs[packed])
    points = costs[play.packed] - costs[best]
    is_wrong = answer.verdict is Verdict.NOT_THE_TASK
    is_least = is_wrong and points < run.step.margin
    points = max(points, run.step.margin) if is_wrong else points
    error = ALIKE if kept else error_of(game.rules, points, is_ahead=True)
    answer = replace(answer, cost=Cost(points, solutions[best], error, is_least))
    # The punishment depends on the sentence, which depends on the cost.
    punished = punishment(replace(run, answer=answer)) if is_wrong else None
    return replace(run, answer=replace(answer, punishment=punished))


def _estimated_costs(game: Game, wanted: Set[int]) -> dict[int, float]:
    """Return the costs of plays by their packed ends, as hints and reviews state them.

    A cost within its error counts as none.
    """
    plays = [play for play in game.legal_plays() if play.packed in wanted]
    rated = (estimate for estimate in estimates(game, also=plays) if estimate.play in plays)
    return {e.play.packed: e.cost if e.is_significant else 0.0 for e in rated}


def _cost_of_decision(run: Run) -> Cost:
    """Return the cost of a wrong answer about the cube, by rollout if known."""
    assert run.answer
    match, game = run.lesson.match_at(run.number), run.before
    (solution,) = run.solutions
    if kept := saved_cube_costs(game, match):
        points, error = mean_of(kept[write_decision(run.answer.taken_back)]), ALIKE
    else:
        action = run.answer.taken_back[0] if run.answer.taken_back else None
        points = rate_cube(game, match).cost(action)
        error = cube_error(game.rules, points)
    return Cost(points, solution.written.text, error)


def _costs(run: Run) -> tuple[Choice, ...]:
    return tuple(
        # The computer's own choice, as shown to the learner, costs nothing.
        replace(choice, cost=0.0) if choice.made == computer_choice(game) else choice
        for at, game in enumerate(run.history[:-1])
        if game.actor is run.before.side
        for choice in findings_at(run.history, run.made, at)
        if isinstance(choice, Choice)
    )


# ---- punishing rolls


def punishment(run: Run) -> Punishment | None:
    """Return the roll that punishes a wrong play most, compared with the solution.

    None if no roll of the opponent gains from it, or if the answer counts shots but no hit gains.
    Takes a few tenths of a second.
    """
    assert run.answer
    side = run.before.side
    assert side
    made, best = (
        computer_turn(run.before, actions)
        for actions in (run.answer.taken_back, run.solutions[0].actions)
    )
    after, instead = (do(run.before, actions)[-1] for actions in (made, best))
    if after.phase is not Phase.ROLL or instead.phase is not Phase.ROLL:
        return None
    judge = evaluator_for(after.rules)
    gains = tuple(roll_gains(judge, eval_state(after), eval_state(instead)))
    punishing = (
        Punishment(computer_turn(run.before, (*made, Roll(*dice))), gain, gains)
        for gain, dice in gains
        if gain > ALIKE
    )
    worst, text = next(punishing, None), describe_off_task(run)
    if worst is None or not _HITS.search(text):
        return worst
    others = None if _SHOTS_COUNTED.search(text) else worst
    return next(filter(_hits_or_traps, chain((worst,), punishing)), others)


_HITS: Final = re.compile(r"\b(hits?|shots?|traps?)\b")

_SHOTS_COUNTED: Final = re.compile(r"\bshots?\b|\brolls?\b[^.;:]*\b(hit|trap)s?\b")
"""Finds answers that count shots, so the punishing roll must be one."""


def _hits_or_traps(punishment: Punishment) -> bool:
    last = max(at for at, action in enumerate(punishment.actions) if isinstance(action, Roll))
    replied = punishment.actions[last:]
    return any(isinstance(move, Move) and move.effect is not Effect.NOTHING for move in replied)


def describe_punishment(game: Game, punishment: Punishment) -> str:
    after = do(game, punishment.actions)[-1]
    turn = after.turn if after.is_over or after.side is not game.side else after.last_turn
    assert turn
    return (
        f"{describe_turn(turn, STANDARD)}. After the best play this roll is worth"
        f" {punishment.gain:.2f} points less to {STANDARD.name(turn.side)}."
    )


# ---- summary of an exercise


def mistakes(run: Run) -> tuple[Choice, ...]:
    costly = (choice for choice in run.costs or () if choice.reported_cost >= MIN_POINTS)
    return tuple(sorted(costly, key=lambda choice: -choice.cost)[:3])


def describe_summary(run: Run) -> list[str]:
    if run.costs is None:
        return []
    choices = "choice" if len(run.costs) == 1 else f"{count(len(run.costs))} choices"
    if not run.costs:
        return ["Summary: every play was forced."] if _is_forced(run) else []
    if not mistakes(run):
        return [f"Summary: no mistake in your {choices}."]
    in_all = " in all" if len(run.costs) > 1 else ""
    lost = sum(choice.reported_cost for choice in run.costs)
    worst = [_describe_mistake(run.history[choice.at], choice) for choice in mistakes(run)]
    return [f"Summary: your {choices} cost {lost:.2f} points{in_all}.", *worst]


def _is_forced(run: Run) -> bool:
    own = (game for game in run.history[:-1] if game.actor is run.before.side)
    return all(len(game.legal_plays()) < 2 for game in own)


def write_offered_turn(run: Run) -> str:
    """Write the turn that the computer would play for the learner in an exercise."""
    after = done(run.game, computer_turn(run.game))
    turn = after.turn if after.side is run.game.side and not after.is_over else after.last_turn
    assert turn
    return describe_rolls(turn, STANDARD, shows_lost=False)[-1]


def _describe_mistake(game: Game, choice: Choice) -> str:
    dice = f"{write_dice(game.rolled.dice)}: " if game.rolled else ""
    if game.stage and game.stage.kind in (StageKind.COMPLEMENT, StageKind.CHOSEN):
        dice = f"{capitalized(numbers(game.stage.numbers))}: "
    why = describe_worse(game, choice.made, choice.best)
    return dice + describe_finding(choice, game.stake, why)


# ---- costs by rollout


def describe_stage(game: Game) -> str:
    stage = to_play(game)
    starting_position = StartingPosition(stage.position, stage.side, stage.had_double)
    line = f"{starting_position} | {_hyphenated(stage.numbers)}"
    match stage.earns:
        case None:
            return line
        case Stage(kind=kind, numbers=numbers):
            return f"{line}, then {_hyphenated(numbers) or kind.value}"
        case earned:
            return f"{line}, {earned.value}"


def _hyphenated(numbers: tuple[int, ...]) -> str:
    return "-".join(map(str, numbers))


@lru_cache(64)
def costs_by_rollout(game: Game) -> Mapping[int, float]:
    """Return the cost of each play by its packed end, if a course lesson asks for a play here."""
    return MappingProxyType({end: mean_of(cost) for end, cost in saved_costs(game).items()})


def mean_of(cost: str) -> float:
    return sum(map(float, cost.split(" ")[:2])) / 2


def saved_costs(game: Game) -> dict[int, str]:
    """Return the costs in the files: by each seed, with error and number of games."""
    if game.phase is not Phase.MOVE or not moves_as_usual(game.rules):
        return {}
    kept = read_rollouts(game.rules.name).get(describe_stage(game), {})
    by_text = {write_moves(play.moves): play.packed for play in game.legal_plays()} if kept else {}
    return {by_text[play]: cost for play, cost in kept.items()}


def describe_decision(game: Game, match: Match) -> str:
    """Describe a decision about the cube: the position, its question and the score."""
    assert game.side
    assert game.cube
    line = StartingPosition(game.position, game.side, game.had_double, game.cube)
    asked = "take or pass" if game.phase is Phase.DOUBLED else "double or roll"
    if match.length is None:
        return f"{line} | {asked}"
    white, black, is_after = match.begun_at
    after = ", after Crawford" if is_after else ""
    return f"{line} | {asked} at {white}-{black} to {match.length}{after}"


def write_decision(actions: Sequence[Action]) -> str:
    return write_typed(actions) or "roll"


def saved_cube_costs(game: Game, match: Match) -> Mapping[str, str]:
    """Return the costs of both answers about the cube in the files; empty if it has none."""
    if not moves_as_usual(game.rules):
        return {}
    return read_rollouts(game.rules.name).get(describe_decision(game, match), {})


@cache
def read_rollouts(name: str) -> Mapping[str, Mapping[str, str]]:
    return parse_rollouts(read_data_file(f"rollouts/{name}.txt"))


def parse_rollouts(text: str) -> dict[str, Mapping[str, str]]:
    return {
        head.text: dict(line.text.split(" | ", 1) for line in lines)
        for head, *lines in read_blocks(text)
    }


# ---- the answers as sentences


def describe_task(run: Run) -> str:
    if run.assignment is None:
        return ""
    is_for_black = run.before.actor is Side.BLACK and not isinstance(run.assignment, LessonQuestion)
    return f"Black to move. {run.assignment.text}" if is_for_black else run.assignment.text


def describe_step_before(run: Run) -> str:
    """Describe the step that this one continues: its task and answer; empty if there is none."""
    if run.step is None or run.step.starting_position or not run.number:
        return ""
    step = run.lesson.steps[run.number - 1]
    match step.assignment:
        case Task() as task:
            return f"Before: {task.text} {task.solutions[0].text}."
        case LessonQuestion() as question:
            return f"Before: {question.text} {question.solution.text.capitalize()}."
        case _:
            # A whole text would push the task to be repeated out of a small panel.
            *_, last = _sentences(step.say)
            return f"Before: {last}" if last else ""


def describe_answer(run: Run) -> str:
    answer, assignment = run.answer, run.assignment
    if answer is None or assignment is None:
        return ""
    turns = [f"{describe_turn(turn, STANDARD)}." for turn in answer.turns]
    match answer.verdict:
        case Verdict.RIGHT if isinstance(assignment, Exercise):
            return _join(*turns, f"Done, in {plural(run.standing.turns, 'turn')}.")
        case Verdict.RIGHT if answer.cost and answer.cost.points > ALIKE:
            return f"Good, but {answer.cost.best} is {answer.cost.points:.2f} points better."
        case Verdict.RIGHT:
            return "Right."
        case Verdict.ANSWERED:
            return _join(*turns) or _describe_completion(run)
        case Verdict.MISSED:
            assert run.standing.broken
            state, number = run.standing.broken
            broken = _BROKEN.get(state, "The game is over, and the goal is not reached.")
            return _join(*turns, broken.format(count(number)))
        case Verdict.SHOWN if isinstance(assignment, Task):
            return f"The solution is {assignment.solutions[0].text}."
        case Verdict.SHOWN:
            return f"The solution is {run.key.right}."
        case Verdict.NO_GAME:
            return "A lesson cannot be resigned or drawn. Play what is asked for, or leave."
        case Verdict.NOT_DONE:
            return f"Go on with {numbers(run.game.stage.to_play if run.game.stage else ())}."
        case Verdict.UNCLEAR:
            meant = f"Say which: {describe_meanings(answer.meanings)}."
            return _join(describe_against(answer), meant)
        case Verdict.WRONG if isinstance(assignment, LessonQuestion):
            return _join("Not right.", describe_against(answer))
        case Verdict.WRONG:
            return describe_against(answer)
        case Verdict.NOT_THE_TASK:
            return describe_off_task(run)
        case Verdict.FOUND:
            assert isinstance(assignment, Task)
            return f"{len(run.solved)} of {len(assignment.solutions)} found."


def _describe_completion(run: Run) -> str:
    """Name the moves with which the opponent completed numbers of the learner, if any."""
    assert run.answer
    moved = (event.move for event in run.answer.events if isinstance(event, Moved))
    moves = [move for move in moved if move.side is not run.before.side]
    return f"{STANDARD.name(moves[0].side)} plays {write_moves(moves)}." if moves else ""


_BROKEN: Final = {
    GoalState.NOT_HIT: "Your blot has been hit.",
    GoalState.NOT_TRAPPED: "Your blot has been trapped.",
    GoalState.PRIME: "You no longer hold {} points in a row.",
    GoalState.TRAP: "You no longer trap a checker.",
    GoalState.AT_MOST: "That was your last turn.",
}


def describe_progress(run: Run) -> str:
    if not isinstance(run.assignment, Exercise) or run.before.side is None:
        return ""
    side, goal, position = run.before.side, run.assignment.goal, run.game.position
    parts = [f"Turn {run.standing.turns + (not run.standing.is_over)}"]
    limits = [*run.assignment.limits, goal]
    limit = next((c.number for c in limits if c.state in (GoalState.AT_MOST, GoalState.TURNS)), 0)
    if limit:
        parts[0] += f" of {limit}"
    match goal.state:
        case GoalState.ALL_IN:
            parts.append(f"{position.to_enter(side)} to enter")
        case GoalState.ALL_HOME:
            parts.append(f"{outside(position, side)} not home yet")
        case GoalState.OFF:
            parts.append(f"{position.count(side, Place.OFF)} off")
        case GoalState.WON:
            parts.append(f"pips {position.pips(side)} to {position.pips(side.other)}")
    return ", ".join(parts)


def describe_after(run: Run) -> str:
    if run.verdict is Verdict.MISSED:
        return "If you try again, the rolls will be the same."
    if not run.assignment or not run.is_solved:
        return ""
    return run.assignment.after or (
        run.key.why if isinstance(run.assignment, LessonQuestion) else ""
    )


def describe_consequences(events: Sequence[Event], learner: str) -> list[str]:
    """Describe the consequences of the learner's moves, and address the learner's side as "you"."""
    does = re.compile(rf"(^|\. )?\b{learner} ({'|'.join(_YOU)})\b")

    def to_you(match: re.Match[str]) -> str:
        before, you = match[1], "you" if match[1] is None else "You"
        return f"{before or ''}{you} {_YOU[match[2]]}"

    return [
        does.sub(to_you, sentence)
        .replace(" and frees ", " and free ")
        .replace(" and wins ", " and win ")
        for sentence in describe_besides(events, STANDARD)
    ]


_YOU: Final = {
    **{verb: verb for verb in ("can", "cannot", "could", "must")},
    **{f"{verb}s": verb for verb in ("bear", "choose", "enter", "keep", "play", "reroll", "roll")},
    "has": "have",
}


def describe_against(answer: LessonAnswer) -> str:
    """Return the rule against an answer and the teacher's reply; empty if there is neither."""
    rule = describe_reason(answer.reason, STANDARD) if answer.reason else ""
    foreseen = answer.foreseen
    return _join(rule, foreseen.answer if foreseen else "")


def _join(*sentences: str) -> str:
    return " ".join(sentence for sentence in sentences if sentence)


# ---- legal plays that do not solve the task


def describe_off_task(run: Run) -> str:
    """Answer the legal play or moves that were last taken back."""
    answer, step, game = run.answer, run.step, run.before
    assert answer
    assert step
    cost, scale, points = "", "", 0.0
    if answer.cost and answer.cost.points > answer.cost.error:
        points = answer.cost.points
        least = "at least " if answer.cost.is_least else ""
        cost, scale = f"costs {least}{points:.2f} points", _explain_points(run)
    if game.awaits_cube:
        wrong = answer.foreseen.answer if answer.foreseen else "The other answer is better."
        return _join(wrong, f"It {cost}." if cost else "", scale)
    if answer.foreseen:
        is_stated = STATED_COST.search(answer.foreseen.answer)
        costs = f"It {cost}." if cost and not is_stated else ""
        return _join("That is legal.", answer.foreseen.answer, costs, scale)
    made = answer.taken_back
    wanted = _nearest(game, done(game, made).position, run.solutions)
    play, solution = play_made(game, made), play_made(game, wanted)
    losses = hint = ""
    if play and solution and step.is_about_good_play:
        losses = _losses(game, play, solution, step.measure, points)
        if cost and not losses:
            return _join(f"That is legal, but it {cost}{_describe_punishing(run)}.", scale)
    against = f"it {losses}"
    if not losses:
        # The missing part alone explains nothing.
        against, hint = _describe_missing(game, made, wanted), _hint_without_solution(run)
    verdict = f"That is legal, but {against}."
    if cost:
        verdict = f"That is legal, but {cost}: {against}."
    elif answer.cost:
        verdict = (
            f"That is legal, and the computer rates it as high as the best play. But {against}."
        )
    return _join(verdict, hint, scale)


def _describe_punishing(run: Run) -> str:
    """Return the rolls that gain most from the answered play; empty if none gains."""
    if not (run.answer and run.answer.punishment and run.before.side):
        return ""
    gains, opponent = run.answer.punishment.gains, STANDARD.name(run.before.side.other)
    punishing = describe_punishing(gains, opponent)
    return f": {punishing}" if punishing else ""


def _hint_without_solution(run: Run) -> str:
    assert isinstance(run.assignment, Task)
    solutions = [solution.text for solution in run.assignment.solutions]
    sentences = _sentences(run.assignment.hint)
    return " ".join(text for text in sentences if not any(play in text for play in solutions))


def _sentences(text: str) -> list[str]:
    return re.split(r"(?<=[.?!]) ", text)


def _explain_points(run: Run) -> str:
    """Explain the value of a win and the cost at the first one in a lesson; the quiz does not."""
    is_first = run.wrong <= 1 and run.missed <= {run.number}
    if not is_first or len(run.lesson.steps) == 1:
        return ""
    scale = [str(points) for points in run.before.rules.scale.points]
    worth = f"A win is worth {join(scale, 'or')} {'point' if len(scale) == 1 else 'points'}."
    rolled_out = "The cost comes from rollouts: the computer played on many times."
    return f"{worth} {rolled_out}" if costs_by_rollout(run.before) else worth


@lru_cache(64)
def _losses(
    game: Game, play: Play, solution: Play, measure: PlayMeasure | None, cost: float
) -> str:
    compared = differences(game, play, solution)
    claimed = (d for d in compared if measure and d.aspect is _ASPECTS.get(measure))
    difference = next(claimed, None)
    if difference:
        return describe_difference(difference)
    return explain_losses(game, play, solution, cost)


_ASPECTS: Final = {
    PlayMeasure.HITS: Aspect.SHOTS,
    PlayMeasure.SHUT_OUT: Aspect.SHUT_OUT,
    PlayMeasure.COMPLEMENT: Aspect.COMPLEMENT,
}


def _describe_missing(game: Game, made: Sequence[Action], wanted: Sequence[Action]) -> str:
    moves, missing = (
        [action for action in actions if isinstance(action, Move)] for actions in (made, wanted)
    )
    if not moves:
        return "the step asks for the other choice"
    return describe_missing(game, moves, missing)


def _nearest(game: Game, position: Position, goals: Sequence[Goal]) -> Sequence[Action]:
    side = game.actor or Side.WHITE
    places = (*range(1, POINTS + 1), Place.HAND, Place.BAR, Place.OFF)

    def in_common(goal: Goal) -> int:
        return sum(min(position.count(side, p), goal.end.position.count(side, p)) for p in places)

    return max(goals, key=in_common).actions
