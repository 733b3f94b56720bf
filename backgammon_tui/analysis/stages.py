"""Stages to be played, and the states between them that a network evaluates."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Final, assert_never

from backgammon_tui.analysis.nets import CHOICE
from backgammon_tui.engine import Game, Phase, Position, Rules, Side, Stage, StageKind, Status
from backgammon_tui.engine.turn import (
    ExtraRoll,
    Reward,
    Withheld,
    choices,
    earned_by,
    four_due,
    next_after,
    plan,
)

ROLL: Final = 0
"""Pending action of a side that rolls next; other values are a complement or `CHOICE`."""

ROLLS: Final = tuple(
    ((high, low), 1 if high == low else 2)
    for low, high in combinations_with_replacement(range(1, 7), 2)
)
"""The 21 rolls, each with its frequency out of 36."""


@dataclass(frozen=True, slots=True)
class EvalState:
    """A state between two stages: an input of the network."""

    position: Position
    side: Side
    pending: int
    """The side's next action: `ROLL`, the number of a complement, or `CHOICE`."""

    had_double: frozenset[Side]


@dataclass(frozen=True, slots=True)
class ToPlay:
    """The stage that a side must play, or the rest of one."""

    position: Position
    side: Side
    numbers: tuple[int, ...]
    earns: Reward
    """The stage or roll that follows if all numbers are played."""

    had_double: frozenset[Side]

    @property
    def ends_turn(self) -> bool:
        """True if the opponent rolls next even if all numbers are played."""
        return self.earns is None or isinstance(self.earns, Withheld)

    @property
    def pending(self) -> int:
        """The side's next action if all numbers are played."""
        return _pending(self.earns)

    def withholds(self, rules: Rules, position: Position) -> bool:
        """Return True if the rules deny the sequel in the position after the stage."""
        return isinstance(next_after(rules, position, self.side, self.earns, full=True), Withheld)

    def after(self, rules: Rules, position: Position, full: bool) -> EvalState:
        """Return the state after a stage that has not ended the game."""
        following = next_after(rules, position, self.side, self.earns, full=full)
        plays_on = isinstance(following, Stage | ExtraRoll)
        acts = self.side if plays_on else self.side.other
        return EvalState(position, acts, _pending(following), self.had_double)


def rolled(rules: Rules, spot: EvalState, dice: tuple[int, int]) -> ToPlay:
    """Return the first stage of a roll by the side that rolls next."""
    planned = plan(rules, spot.position, spot.side, dice, spot.side not in spot.had_double)
    had = spot.had_double | {spot.side} if dice[0] == dice[1] else spot.had_double
    first = planned.stages[0]
    return ToPlay(spot.position, spot.side, first.numbers, planned.earned, had)


def stages_due(rules: Rules, spot: EvalState) -> tuple[ToPlay, ...]:
    """Return the stages to choose from: a complement, or a double after a 2-1."""
    if spot.pending == CHOICE:
        due = Stage(StageKind.CHOSEN, (), Status.DUE)
    else:
        due = four_due(StageKind.COMPLEMENT, spot.pending)
    return tuple(
        ToPlay(spot.position, spot.side, stage.numbers, earned_by(rules, stage), spot.had_double)
        for stage in choices(due)
    )


def to_play(game: Game) -> ToPlay:
    """Return the rest of the current stage of a game that waits for a play."""
    assert game.phase is Phase.MOVE
    assert game.side
    assert game.rolled
    return ToPlay(game.position, game.side, game.left, game.rolled.earned, game.had_double)


def eval_state(game: Game) -> EvalState:
    """Return the state of a game that waits for a roll or for the choice of a double."""
    assert game.side
    pending = CHOICE if game.phase is Phase.CHOOSE else ROLL
    return EvalState(game.position, game.side, pending, game.had_double)


def kept_opening(game: Game) -> ToPlay:
    """Return the first stage if the opening roll is kept."""
    assert game.opening
    return rolled(game.rules, eval_state(game), (game.opening.white, game.opening.black))


def _pending(earned: Reward) -> int:
    if not isinstance(earned, Stage):
        return ROLL
    match earned.kind:
        case StageKind.CHOSEN:
            return CHOICE
        case StageKind.COMPLEMENT:
            return earned.numbers[0]
        case StageKind.DICE | StageKind.FACE:
            raise ValueError("a roll begins with this stage; nothing earns it")
        case _:
            assert_never(earned.kind)
