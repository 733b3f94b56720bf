from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from typing import Final

from backgammon_tui.analysis.difference import roll_facts
from backgammon_tui.engine.game import StartingPosition, may_win
from backgammon_tui.engine.generator import legal_plays, max_playable
from backgammon_tui.engine.position import Position, Side
from backgammon_tui.engine.rules import Rules
from backgammon_tui.engine.turn import Reward, Stage, Withheld, choices, next_after, plan


@dataclass(frozen=True)
class ChartCell:
    """The effect of one roll. Each field assumes the best play for that effect."""

    dice: tuple[int, int]
    numbers: tuple[int, ...]
    """The numbers of the roll's first stage: both dice, or four times the number of doubles."""

    playable: int
    enters_all: bool | None
    """True if every waiting checker for which there is a number can enter; None if none waits."""

    can_hit: bool
    can_trap: bool
    """True if some play of the first stage leaves a checker trapped."""

    in_all: int
    """Maximum count of numbers played before an extra roll, including later stages."""

    rolls_again: bool
    withheld: Withheld | None
    """The reason why a complement would not be granted even after the best play."""

    wins: bool
    """True if some play of the first stage or of the next one bears off the last checker."""

    @property
    def is_shut_out(self) -> bool:
        return not self.playable


@dataclass(frozen=True)
class RollChart:
    side: Side
    rows: tuple[tuple[ChartCell, ...], ...]
    """Six rows by the first die, each with six cells by the second die."""

    @property
    def cells(self) -> Iterator[ChartCell]:
        return (cell for row in self.rows for cell in row)


_NUMBERS: Final = range(1, 7)


def roll_chart(rules: Rules, starting_position: StartingPosition) -> RollChart:
    """Return the effects of all rolls, without moves by a completing opponent."""
    rules.check(starting_position.position)
    cells = {}
    for low, high in combinations_with_replacement(_NUMBERS, 2):
        cell = _cell(rules, starting_position, (high, low))
        cells[high, low] = cell
        cells[low, high] = replace(cell, dice=(low, high))
    rows = (tuple(cells[first, second] for second in _NUMBERS) for first in _NUMBERS)
    return RollChart(starting_position.side, tuple(rows))


def _cell(rules: Rules, starting_position: StartingPosition, dice: tuple[int, int]) -> ChartCell:
    position, side = starting_position.position, starting_position.side
    rolled = plan(rules, position, side, dice, side not in starting_position.had_double)
    numbers = rolled.stages[0].numbers
    reached = [play.position for play in legal_plays(rules, position, side, numbers)]
    playable = max_playable(rules, position, side, numbers)
    counted = roll_facts(rules, starting_position, dice)
    trapped = {*position.trapped(side.other)}
    later, withheld, wins = 0, None, any(after.has_borne_off_all(side) for after in reached)
    if playable == len(numbers):
        later, withheld = _count_later(rules, side, rolled.earned, reached)
        wins = wins or _wins_later(rules, side, rolled.earned, reached)
    return ChartCell(
        dice=dice,
        numbers=numbers,
        playable=playable,
        enters_all=_enters_all(position, side, reached, len(numbers)),
        can_hit=counted.can_hit,
        can_trap=any({*end.trapped(side.other)} - trapped for end in reached),
        in_all=playable + later,
        rolls_again=counted.earns_roll,
        withheld=withheld,
        wins=wins,
    )


def _count_later(
    rules: Rules, side: Side, earned: Reward, reached: Sequence[Position]
) -> tuple[int, Withheld | None]:
    """Return the maximum count of later numbers, and the reason if no complement is granted."""
    following = {
        end: next_after(rules, end, side, earned)
        for end in reached
        if not end.has_borne_off_all(side)
    }
    granted = [end for end, reward in following.items() if isinstance(reward, Stage)]
    if not granted:
        reasons = (reward for reward in following.values() if isinstance(reward, Withheld))
        return 0, next(reasons, None)
    assert isinstance(earned, Stage)
    maximum = 0
    for position in granted:
        for choice in choices(earned):
            maximum = max(maximum, max_playable(rules, position, side, choice.numbers))
            if maximum == len(choice.numbers):
                return maximum, None
    return maximum, None


def _wins_later(rules: Rules, side: Side, earned: Reward, reached: Sequence[Position]) -> bool:
    """Return True if some play of the next stage bears off the last checker."""
    return any(
        may_win(rules, end, side, choice.numbers)
        for end in reached
        if isinstance(stage := next_after(rules, end, side, earned), Stage)
        for choice in choices(stage)
    )


def _enters_all(
    position: Position, side: Side, reached: Sequence[Position], numbers: int
) -> bool | None:
    waiting = position.to_enter(side)
    entered = waiting - min(after.to_enter(side) for after in reached)
    return entered == min(waiting, numbers) if entered else None
