"""Whether moves made in a task have reached its solution, can still reach it, or cannot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from backgammon_tui.engine import Action, Game, Move, OpeningThrow, Phase, Throw
from backgammon_tui.teach.typed_actions import do, read_typed


@dataclass(frozen=True)
class Goal:
    """One way to play a task to its end."""

    actions: tuple[Action, ...]
    end: Game
    """The game after them."""

    @classmethod
    def of(cls, game: Game, does: Throw | OpeningThrow | str) -> Goal:
        """What a throw or a text comes to in a game; it raises what `read_typed` and `do` do."""
        actions = read_typed(game, does) if isinstance(does, str) else (does,)
        return cls(actions, do(game, actions)[-1])


def is_stage_over(before: Game, after: Game) -> bool:
    """Whether what was to be done in `before` is done with in the later game `after`.

    An opponent who completes a stage is asked for one move at a time.
    """
    if before.phase is not Phase.MOVE or after.phase is not Phase.MOVE:
        return True
    assert before.turn
    assert after.turn
    same_throw = len(before.turn.throws) == len(after.turn.throws)
    same_stage = before.turn.stage.kind is after.turn.stage.kind
    return not (before.side is after.side and same_throw and same_stage)


def is_reached(goal: Goal, before: Game, made: tuple[Action, ...], after: Game) -> bool:
    """Whether the actions made since `before` come to the same as the goal's.

    Moves do where the checkers stand alike in the end; anything else must be the same.
    """
    if made == goal.actions:
        return True
    if not all(isinstance(action, Move) for action in (*made, *goal.actions)):
        return False
    same_end = is_stage_over(before, after) == is_stage_over(before, goal.end)
    return same_end and after.position == goal.end.position


def is_on_the_way(goal: Goal, before: Game, after: Game) -> bool:
    """Whether moves not yet made in the stage can still reach the goal, a full play."""
    if is_stage_over(before, after):
        return False
    return any(play.position == goal.end.position for play in after.legal_plays())


def includes(made: Iterable[Action], goal: Goal) -> bool:
    """Whether all that the goal does is among what was made."""
    return not Counter(goal.actions) - Counter(made)
