"""What each of the 36 throws would do for the side to throw, as a square of six by six."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import combinations_with_replacement
from typing import Final

from backgammon_tui.analysis.facts import choices_of, look_at
from backgammon_tui.engine import Position, Rules, Side, Situation, Stage, Withheld, legal_plays
from backgammon_tui.engine.steps import max_playable
from backgammon_tui.engine.turn import plan, withheld_after


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
    """Whether some play hits, in the first stage or a later one."""

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
    counted = look_at(rules, situation, dice)
    later, withheld = 0, None
    if playable == len(numbers):
        later, withheld = _look_on(rules, side, thrown.stages[1:], reached)
    return GridCell(
        dice=dice,
        numbers=numbers,
        playable=playable,
        entering=_entering(position, side, reached, len(numbers)),
        hits=counted.hits,
        traps=rules.landing.may_trap and _traps(position, side, reached),
        in_all=playable + later,
        throws_again=counted.another_throw,
        withheld=withheld,
        wins=any(after.has_borne_off_all(side) for after in reached),
    )


def _look_on(
    rules: Rules, side: Side, stages: Sequence[Stage], reached: Sequence[Position]
) -> tuple[int, Withheld | None]:
    """The most numbers of stages that can be played behind a full one, and why if none is due."""
    reached = [position for position in reached if not position.has_borne_off_all(side)]
    if not stages or not reached:
        return 0, None
    stage, *later = stages
    if stage.withheld:
        return 0, stage.withheld
    granted = [after for after in reached if not withheld_after(rules, after, side, stage)]
    if not granted:
        return 0, Withheld.STILL_ENTERING
    choices = choices_of(stage)
    whole = len(choices[0]) + sum(len(choices_of(more)[0]) for more in later)
    most = 0
    for position in granted:
        for numbers in choices:
            found = max_playable(rules, position, side, numbers)
            if later and found == len(numbers):
                after = [play.position for play in legal_plays(rules, position, side, numbers)]
                found += _look_on(rules, side, later, after)[0]
            most = max(most, found)
            if most == whole:
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
