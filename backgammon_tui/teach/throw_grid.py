"""What each of the 36 throws would do for the side to throw, as a square of six by six."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import combinations_with_replacement
from typing import Final

from backgammon_tui.engine.plays import legal_plays
from backgammon_tui.engine.position import Place, Position, Side
from backgammon_tui.engine.rules import Rules
from backgammon_tui.engine.situation import Situation
from backgammon_tui.engine.steps import max_playable
from backgammon_tui.engine.turn import StageKind, Thrown, Withheld, plan


class Entering(Enum):
    """How many checkers in hand and on the bar a throw brings in."""

    NOT_NEEDED = "not needed"
    """None waits there."""

    NONE = "none"
    SOME = "some"
    """Fewer than wait, and fewer than there are numbers."""

    ALL = "all"
    """All that wait, or as many as there are numbers."""


@dataclass(frozen=True)
class GridCell:
    """The effect of one throw; each field is about the play that is best in that respect."""

    dice: tuple[int, int]

    numbers: tuple[int, ...]
    """The numbers of the throw's first stage: both, or four times a doublet's face."""

    playable: int
    """How many of them can be played."""

    entering: Entering

    hits: bool
    """Whether some play of the first stage hits."""

    traps: bool
    """Whether some play of the first stage traps, not only in passing."""

    in_all: int
    """How many numbers can be played before another throw, later stages included."""

    throws_again: bool
    """Whether some way of playing earns another throw."""

    withheld: Withheld | None
    """Why a complement would not be granted even after the best play."""

    wins: bool
    """Whether some play of the first stage takes off the last checker."""

    @property
    def is_shut_out(self) -> bool:
        """Whether nothing can be played."""
        return not self.playable


@dataclass(frozen=True)
class Grid:
    """The square of all throws, for one side in one situation."""

    side: Side

    rows: tuple[tuple[GridCell, ...], ...]
    """Six rows by the first die, each with six cells by the second."""

    @property
    def cells(self) -> Iterator[GridCell]:
        """All 36 cells, each as likely as any other."""
        return (cell for row in self.rows for cell in row)


_NUMBERS: Final = range(1, 7)


def throw_grid(rules: Rules, situation: Situation) -> Grid:
    """What all throws would do for the side to throw.

    What the opponent would complete, where the rules have it so, is left out of account.

    Raises:
        ValueError: if the position cannot stand on the board of these rules.
    """
    rules.check(situation.position)
    found = {}
    for low, high in combinations_with_replacement(_NUMBERS, 2):
        cell = _look(rules, situation, (high, low))
        found[high, low] = cell
        found[low, high] = replace(cell, dice=(low, high))
    rows = (tuple(found[first, second] for second in _NUMBERS) for first in _NUMBERS)
    return Grid(situation.side, tuple(rows))


def _look(rules: Rules, situation: Situation, dice: tuple[int, int]) -> GridCell:
    position, side = situation.position, situation.side
    thrown = plan(rules, position, side, dice, side not in situation.had_doublet)
    numbers = thrown.stages[0].numbers
    reached = [play.position for play in legal_plays(rules, position, side, numbers)]
    playable = max_playable(rules, position, side, numbers)
    going_on = [after for after in reached if not after.has_borne_off_all(side)]
    later, withheld = 0, None
    if playable == len(numbers) and thrown.reroll and going_on:
        later, withheld = _look_on(rules, thrown, side, going_on)
    return GridCell(
        dice=dice,
        numbers=numbers,
        playable=playable,
        entering=_entering(position, side, reached, len(numbers)),
        hits=any(
            after.count(side.other, Place.BAR) > position.count(side.other, Place.BAR)
            for after in reached
        ),
        traps=rules.landing.may_trap and _traps(position, side, reached),
        in_all=playable + later,
        throws_again=later == _LATER,
        withheld=withheld,
        wins=len(going_on) < len(reached),
    )


_LATER: Final = 4
"""How many numbers the stage has that leads to another throw."""


def _look_on(
    rules: Rules, thrown: Thrown, side: Side, reached: Sequence[Position]
) -> tuple[int, Withheld | None]:
    """The most numbers that can be played of the stage after the first, and why if none is due."""
    *_, stage = thrown.stages
    if stage.withheld:
        return 0, stage.withheld
    if rules.entry_limits_complement and stage.kind is StageKind.COMPLEMENT:
        reached = [position for position in reached if not position.to_enter(side)]
        if not reached:
            return 0, Withheld.STILL_ENTERING
    # After a 1-2 either of the two may be chosen.
    choices = [stage.numbers] if stage.numbers else [(number,) * _LATER for number in (6, 5)]
    most = 0
    for position in reached:
        for numbers in choices:
            most = max(most, max_playable(rules, position, side, numbers))
            if most == _LATER:
                return most, None
    return most, None


def _entering(
    position: Position, side: Side, reached: Sequence[Position], numbers: int
) -> Entering:
    waiting = position.to_enter(side)
    if not waiting:
        return Entering.NOT_NEEDED
    entered = waiting - min(after.to_enter(side) for after in reached)
    if not entered:
        return Entering.NONE
    return Entering.ALL if entered == min(waiting, numbers) else Entering.SOME


def _traps(position: Position, side: Side, reached: Sequence[Position]) -> bool:
    before = position.trapped(side.other)
    return any(point not in before for after in reached for point in after.trapped(side.other))
