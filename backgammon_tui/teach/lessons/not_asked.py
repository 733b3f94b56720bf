"""Answers to legal plays that a task did not ask for: their cost, and the part that is missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import assert_never

from backgammon_tui.analysis.difference import differences
from backgammon_tui.analysis.error import error_of
from backgammon_tui.analysis.facts import facts
from backgammon_tui.engine import Action, Game, Move, Place, Play, Position, Side
from backgammon_tui.engine.moves import Effect
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.engine.position import POINTS
from backgammon_tui.teach.lessons.answer import Cost
from backgammon_tui.teach.lessons.goals import Goal
from backgammon_tui.teach.lessons.parts import STATED_COST, Figure, LessonStep
from backgammon_tui.teach.lessons.running import Run
from backgammon_tui.teach.typed_actions import play_made
from backgammon_tui.words.fact_sentences import describe_losses
from backgammon_tui.words.naming import count


def describe_not_asked(run: Run) -> str:
    """Answer the legal play or the moves that were taken back last."""
    answer, step = run.answer, run.step
    assert answer
    assert step
    cost = _describe_cost(run.before, answer.cost)
    if answer.foreseen:
        is_told = STATED_COST.search(answer.foreseen.answer)
        told = f" It {cost}." if cost and not is_told else ""
        return f"That is legal. {answer.foreseen.answer}{told}"
    game, made = run.before, answer.taken_back
    goals, play = run.goals.solutions, play_made(game, made)
    if play is None:
        return f"That is legal, but {_describe_stray(game, made, goals)}."
    if not step.is_about_good_play:
        return f"That is legal, but {_describe_missing(game, play, goals)}."
    against = _describe_against(game, play, step, goals)
    if cost:
        return f"That is legal, but {cost}: {against}."
    if answer.cost:
        return f"That is legal, and the program cannot tell it from the best play. But {against}."
    return f"That is legal, but {against}."


def _describe_cost(game: Game, cost: Cost | None) -> str:
    """Say the cost if it is larger than its error: `costs 0.12 points`."""
    if not cost or cost.points <= error_of(game.rules, cost.points, is_ahead=True):
        return ""
    return f"costs {cost.points:.2f} points"


def _describe_against(game: Game, play: Play, step: LessonStep, goals: Sequence[Goal]) -> str:
    """Describe the drawbacks of a play beside the nearest solution."""
    nearest = _nearest(game, play.position, goals)
    solution = play_made(game, nearest.actions)
    figure = step.figure
    if solution is None:
        return _describe_missing(game, play, goals)
    if figure and figure is not Figure.WORTH and (told := _describe_figure(figure, game, play)):
        return told
    losses = _losses(game, play, solution)
    return f"it {losses}" if losses else _describe_missing(game, play, goals)


@lru_cache(64)
def _losses(game: Game, play: Play, solution: Play) -> str:
    return describe_losses(differences(game, play, solution))


@lru_cache(64)
def _describe_figure(figure: Figure, game: Game, play: Play) -> str:
    """Say the figure of a play that the task is about, as the part of a sentence."""
    counted = facts(game, play)
    match figure:
        case Figure.HITS:
            traps = " or trap" if game.rules.landing.may_trap else ""
            best = min(facts(game, each).hits for each in game.legal_plays())
            return f"{counted.hits} of 36 hit{traps}, instead of {best or 'none'}"
        case Figure.SHUT_OUT:
            best = max(facts(game, each).shut_out for each in game.legal_plays())
            few = f"only {counted.shut_out}" if counted.shut_out else "none"
            return f"{few} of 36 are lost entirely, instead of {best}"
        case Figure.COMPLEMENT:
            if counted.outlook is None:
                return "the complement cannot follow"
            playable, numbers = counted.outlook.playable, counted.outlook.numbers
            few = f"only {count(playable)}" if playable else "none"
            return f"{few} of the {count(len(numbers))} {numbers[0]}s can follow"
        case Figure.WORTH:
            return ""
        case _:
            assert_never(figure)


# ---- the part of a step that is missing


def _nearest(game: Game, position: Position, goals: Sequence[Goal]) -> Goal:
    """Return the solution whose end is most like a position, the first of those alike."""
    assert game.actor
    places = _places(position, game.actor)
    return min(
        goals,
        key=lambda goal: (places - _places(goal.end.position, game.actor or Side.WHITE)).total(),
    )


def _places(position: Position, side: Side) -> Counter[int]:
    every = (*range(1, POINTS + 1), Place.HAND, Place.BAR, Place.OFF)
    return Counter({place: position.count(side, place) for place in every})


def _describe_missing(game: Game, play: Play, goals: Sequence[Goal]) -> str:
    """Say the first thing that a solution does and a play does not, or the reverse."""
    side = game.actor
    assert side
    goal = _nearest(game, play.position, goals)
    solution = play_made(game, goal.actions)
    struck, wanted = _struck(play.moves), _struck(solution.moves if solution else ())
    for effect, verb in ((Effect.HIT, "hit"), (Effect.TRAP, "trapped")):
        if missed := sorted(wanted[effect] - struck[effect]):
            return f"the blot on {missed[0]} is not {verb}"
        if harmed := sorted(struck[effect] - wanted[effect]):
            return f"the blot on {harmed[0]} should not be {verb}"
    before, end, asked = (
        _places(position, side) for position in (game.position, play.position, goal.end.position)
    )
    for place, held in before.items():
        left = min(held, end[place]) - asked[place]
        if left > 0:
            return f"{_checkers(left, place)} should move too"
        gone = min(held, asked[place]) - end[place]
        if gone > 0:
            return _describe_leaving(held, asked[place], place)
    return _describe_stop(before, end, asked)


def _struck(moves: Iterable[Move]) -> dict[Effect, set[int]]:
    found: dict[Effect, set[int]] = {effect: set() for effect in Effect}
    for move in moves:
        found[move.effect].add(move.target)
    return found


def _describe_stop(before: Counter[int], end: Counter[int], asked: Counter[int]) -> str:
    """Say on which point too many or too few checkers have stopped."""
    made = [place for place in asked if end[place] < asked[place] and before[place] < 2]
    if made and asked[made[0]] > 1:
        return f"{count(asked[made[0]])} checkers should stand {_on(made[0])}"
    over = [place for place in end if end[place] > max(before[place], asked[place])]
    return f"no checker should stop {_on(over[0])}" if over else "the checkers should stand apart"


def _describe_stray(game: Game, made: Sequence[Action], goals: Sequence[Goal]) -> str:
    """Say of moves that lead to no solution which one is wrong."""
    moves = [action for action in made if isinstance(action, Move)]
    if not moves:
        return "the step asks for the other choice"
    wanted = Counter(move for goal in goals for move in set(goal.actions) if isinstance(move, Move))
    stray = next((move for move in moves if move not in wanted), moves[-1])
    text = write_moves([stray])
    origins = {move.origin for move in wanted}
    if stray.origin not in origins:
        held = _places(game.position, game.actor)[stray.origin] if game.actor else 1
        return _describe_leaving(held, held, stray.origin)
    same = [move for move in wanted if (move.origin, move.target) == (stray.origin, stray.target)]
    if any(move.effect is not stray.effect for move in same):
        return f"{text} does not treat the blot there as the step asks"
    if stray.number not in {move.number for move in wanted if move.origin == stray.origin}:
        return f"the {stray.number} should be played from elsewhere"
    return f"{text} leads away from it"


def _describe_leaving(held: int, asked: int, place: int) -> str:
    """Say how many of the checkers on a place are to be left there."""
    if asked < held:
        return f"leave {_checkers(asked, place)}"
    if held == 1:
        return f"leave the checker {_on(place)} where it is"
    return f"leave the checkers {_on(place)} where they are"


def _checkers(number: int, place: int) -> str:
    """Name checkers by their place: `the checker on 24`, `two checkers in hand`."""
    many = "a checker" if number == 1 else f"{count(number)} checkers"
    return f"{many} {_on(place)}"


def _on(place: int) -> str:
    match place:
        case Place.HAND:
            return "in hand"
        case Place.BAR:
            return "on the bar"
        case Place.OFF:
            return "off the board"
        case _:
            return f"on {place}"
