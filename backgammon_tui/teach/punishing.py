"""The throw that punishes a play, and what the opponent does with it."""

from __future__ import annotations

from collections.abc import Sequence

from backgammon_tui.analysis.look import Look
from backgammon_tui.analysis.nets import NotJudged
from backgammon_tui.analysis.stages import THROWS, BetweenStages, spot_of, thrown
from backgammon_tui.analysis.value import judge_for
from backgammon_tui.engine import Action, Game, Phase, Side, Throw
from backgammon_tui.teach.exercise import program_choice
from backgammon_tui.teach.lesson_parts import Task
from backgammon_tui.teach.running import Run
from backgammon_tui.teach.typed_actions import do, read_typed
from backgammon_tui.words.naming import STANDARD
from backgammon_tui.words.turn_lines import describe_turn


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
