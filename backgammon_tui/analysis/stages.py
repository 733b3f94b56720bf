"""Stages to be played, and the states between them that a net judges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Final

from backgammon_tui.analysis.network import CHOICE
from backgammon_tui.engine import Game, Phase, Position, Rules, Side, StageKind
from backgammon_tui.engine.turn import Stage, Status, Thrown, plan

THROW: Final = 0
"""What a side owes that throws next; else the number of a complement, or `CHOICE`."""

THROWS: Final = tuple(
    ((high, low), 1 if high == low else 2)
    for low, high in combinations_with_replacement(range(1, 7), 2)
)
"""The 21 throws with how often each falls in 36."""

CHOSEN: Final = (5, 6)
"""The doublets to choose from after a 2-1."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A state between two stages."""

    position: Position
    side: Side
    """The side that acts."""

    owes: int
    """`THROW`, the number of a complement, or `CHOICE`."""

    had_doublet: frozenset[Side]


@dataclass(frozen=True, slots=True)
class ToPlay:
    """A stage that a side is about to play, or what is left of one."""

    position: Position
    side: Side
    numbers: tuple[int, ...]
    earns: int | None
    """What the side owes when it has played all numbers; None if its turn then ends."""

    had_doublet: frozenset[Side]

    def withholds(self, rules: Rules, position: Position) -> bool:
        """Whether the complement is not granted where the stage has led to a position."""
        return bool(
            self.earns
            and self.earns != CHOICE
            and rules.entry_limits_complement
            and position.to_enter(self.side)
        )

    def after(self, rules: Rules, position: Position, full: bool) -> Spot:
        """The state after the stage, which has not ended the game."""
        if self.earns is None or not full or self.withholds(rules, position):
            return Spot(position, self.side.other, THROW, self.had_doublet)
        return Spot(position, self.side, self.earns, self.had_doublet)


def thrown(rules: Rules, spot: Spot, dice: tuple[int, int]) -> ToPlay:
    """The first stage of a throw in a state in which a side throws."""
    planned = plan(rules, spot.position, spot.side, dice, spot.side not in spot.had_doublet)
    had = spot.had_doublet | {spot.side} if dice[0] == dice[1] else spot.had_doublet
    earns = _earned(planned, planned.stages[1:])
    return ToPlay(spot.position, spot.side, planned.stages[0].numbers, earns, had)


def owed(spot: Spot) -> tuple[ToPlay, ...]:
    """The stages from which a side may choose that owes a complement or chooses a doublet."""
    numbers = CHOSEN if spot.owes == CHOICE else (spot.owes,)
    return tuple(
        ToPlay(spot.position, spot.side, (number,) * 4, THROW, spot.had_doublet)
        for number in numbers
    )


def to_play(game: Game) -> ToPlay:
    """What is left of the stage that a game waits for.

    Raises:
        ValueError: if it waits for something else.
    """
    if game.phase is not Phase.MOVE or game.side is None or game.thrown is None:
        raise ValueError(f"the game waits for no play, but for {game.phase.value}")
    earns = _earned(game.thrown, game.thrown.stages)
    return ToPlay(game.position, game.side, game.left, earns, game.had_doublet)


def spot_of(game: Game) -> Spot:
    """The state of a game that waits for a throw, or for the choice of a doublet.

    Raises:
        ValueError: if it waits for something else.
    """
    if game.side is None:
        raise ValueError(f"nobody acts: {game.phase.value}")
    owes = CHOICE if game.phase is Phase.CHOOSE else THROW
    return Spot(game.position, game.side, owes, game.had_doublet)


def kept_opening(game: Game) -> ToPlay:
    """What the opener plays that keeps its numbers."""
    if game.opening is None:
        raise ValueError("the game began without an opening throw")
    dice = (game.opening.white, game.opening.black)
    return thrown(game.rules, spot_of(game), dice)


def _earned(whole: Thrown, stages: Sequence[Stage]) -> int | None:
    """What is due after the present stage of a throw, if anything is."""
    for stage in stages:
        if stage.status is Status.DUE:
            return CHOICE if stage.kind is StageKind.CHOSEN else stage.numbers[0]
    return THROW if whole.reroll is Status.DUE else None
