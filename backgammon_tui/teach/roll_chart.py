"""The effects of each of the 36 rolls for the side to roll, as a square and in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement, zip_longest
from typing import Final

from backgammon_tui.analysis.facts import look_at
from backgammon_tui.engine import (
    Position,
    Rules,
    Side,
    Stage,
    StartingPosition,
    Withheld,
    legal_plays,
)
from backgammon_tui.engine.generator import max_playable
from backgammon_tui.engine.turn import (
    Reward,
    choices,
    earned_by,
    next_after,
    plan,
    stages_from,
)
from backgammon_tui.words.naming import count, join, playable_part, write_dice
from backgammon_tui.words.reason_sentences import describe_withheld


@dataclass(frozen=True)
class GridCell:
    """The effect of one roll; each field is about the play that is best in that respect."""

    dice: tuple[int, int]

    numbers: tuple[int, ...]
    """The numbers of the roll's first stage: both, or four times a double's face."""

    playable: int
    """Number of them that can be played."""

    enters_all: bool | None
    """True if all that wait can enter, or as many as there are numbers; None if none enters."""

    hits: bool
    """True if some play hits, in the first stage or a later one."""

    traps: bool
    """True if some play of the first stage traps, not only in passing."""

    in_all: int
    """Maximum number of numbers that can be played before an extra roll, later stages included."""

    rolls_again: bool
    """True if some way of playing earns an extra roll."""

    withheld: Withheld | None
    """The reason why a complement would not be granted even after the best play."""

    wins: bool
    """True if some play of the first stage takes off the last checker."""

    @property
    def is_shut_out(self) -> bool:
        return not self.playable


@dataclass(frozen=True)
class Grid:
    """The square of all rolls, for one side in one position."""

    side: Side

    rows: tuple[tuple[GridCell, ...], ...]
    """Six rows by the first die, each with six cells by the second."""

    @property
    def cells(self) -> Iterator[GridCell]:
        return (cell for row in self.rows for cell in row)


_NUMBERS: Final = range(1, 7)


def roll_chart(rules: Rules, starting_position: StartingPosition) -> Grid:
    """Return the effects of all rolls for the side to roll.

    Moves that the opponent would complete under some rules do not count.

    Raises:
        ValueError: if the position cannot stand on the board of these rules.
    """
    rules.check(starting_position.position)
    found = {}
    for low, high in combinations_with_replacement(_NUMBERS, 2):
        cell = _look(rules, starting_position, (high, low))
        found[high, low] = cell
        found[low, high] = replace(cell, dice=(low, high))
    rows = (tuple(found[first, second] for second in _NUMBERS) for first in _NUMBERS)
    return Grid(starting_position.side, tuple(rows))


def _look(rules: Rules, starting_position: StartingPosition, dice: tuple[int, int]) -> GridCell:
    position, side = starting_position.position, starting_position.side
    rolled = plan(rules, position, side, dice, side not in starting_position.had_double)
    numbers = rolled.stages[0].numbers
    reached = [play.position for play in legal_plays(rules, position, side, numbers)]
    playable = max_playable(rules, position, side, numbers)
    counted = look_at(rules, starting_position, dice)
    later, withheld = 0, None
    if playable == len(numbers):
        later, withheld = _review_step(rules, side, rolled.earned, reached)
    return GridCell(
        dice=dice,
        numbers=numbers,
        playable=playable,
        enters_all=_enters_all(position, side, reached, len(numbers)),
        hits=counted.hits,
        traps=rules.landing.may_trap and _traps(position, side, reached),
        in_all=playable + later,
        rolls_again=counted.extra_roll,
        withheld=withheld,
        wins=any(after.has_borne_off_all(side) for after in reached),
    )


def _review_step(
    rules: Rules, side: Side, earned: Reward, reached: Sequence[Position]
) -> tuple[int, Withheld | None]:
    """Return the most numbers to come behind a full stage, and why if none of them is granted."""
    following = {
        end: next_after(rules, end, side, earned, full=True)
        for end in reached
        if not end.has_borne_off_all(side)
    }
    granted = [end for end, each in following.items() if isinstance(each, Stage)]
    if not granted:
        return 0, next((each for each in following.values() if isinstance(each, Withheld)), None)
    stages = [choices(stage) for stage in stages_from(rules, earned)]
    whole = sum(len(stage[0].numbers) for stage in stages)
    most = 0
    for position in granted:
        for choice in stages[0]:
            found = max_playable(rules, position, side, choice.numbers)
            if stages[1:] and found == len(choice.numbers):
                plays = legal_plays(rules, position, side, choice.numbers)
                ends = [play.position for play in plays]
                found += _review_step(rules, side, earned_by(rules, choice), ends)[0]
            most = max(most, found)
            if most == whole:
                return most, None
    return most, None


def _enters_all(
    position: Position, side: Side, reached: Sequence[Position], numbers: int
) -> bool | None:
    waiting = position.to_enter(side)
    entered = waiting - min(after.to_enter(side) for after in reached)
    return entered == min(waiting, numbers) if entered else None


def _traps(position: Position, side: Side, reached: Sequence[Position]) -> bool:
    before = position.trapped(side.other)
    return any(point not in before for after in reached for point in after.trapped(side.other))


# ---- as lines of ASCII text, at most 60 columns wide

_LEGEND_WIDTH: Final = 28

_MARKS: Final[dict[str, tuple[Callable[[GridCell], bool], str]]] = {
    "=": (lambda cell: cell.enters_all is True, "enters all it can"),
    "-": (lambda cell: cell.enters_all is False, "enters some"),
    "*": (lambda cell: cell.hits, "can hit"),
    "^": (lambda cell: cell.traps, "can trap"),
    ">": (lambda cell: cell.rolls_again, "can earn an extra roll"),
    "!": (lambda cell: cell.withheld is not None, "no complement"),
    "#": (lambda cell: cell.wins, "can win"),
}
"""The marks behind the count in a cell, each with its condition and its legend."""


def write_cell(cell: GridCell) -> str:
    return str(cell.in_all) + "".join(mark for mark, (holds, _) in _MARKS.items() if holds(cell))


def describe_legend(grid: Grid) -> Iterator[str]:
    """Yield the meaning of the counts, and of the marks that occur, two in a line."""
    yield "Digit: how many numbers can be played"
    told = [
        f"{mark} {meaning}"
        for mark, (holds, meaning) in _MARKS.items()
        if any(map(holds, grid.cells))
    ]
    for left, right in zip_longest(told[::2], told[1::2], fillvalue=""):
        yield f"{left:<{_LEGEND_WIDTH}}{right}".rstrip()


def describe_cell(cell: GridCell) -> str:
    """Describe the effect of one roll in a sentence."""
    dice, first = write_dice(cell.dice), cell.dice[0]
    number, most = len(cell.numbers), cell.playable
    if not most:
        return f"{dice}: nothing can be played."
    played = "both numbers" if number == 2 else f"all {count(number)} {first}s"
    if most < number:
        played = playable_part(cell.numbers, most)
    effects = [
        meaning for mark, (holds, meaning) in _MARKS.items() if mark in "=-*^#" and holds(cell)
    ]
    done = join(effects)
    return f"{dice}: {played} can be played{f'; it {done}' if done else ''}.{_later(cell)}"


def _later(cell: GridCell) -> str:
    if cell.withheld:
        return f" No complement: {describe_withheld(cell.withheld)}."
    if cell.rolls_again:
        return f" Played well, {cell.in_all} numbers in all, then an extra roll."
    return f" {cell.in_all} numbers in all." if cell.in_all > cell.playable else ""


def describe_totals(grid: Grid) -> str:
    """Return the numbers of the 36 rolls with each of the main effects."""
    counts = {
        "unplayable": sum(cell.is_shut_out for cell in grid.cells),
        "can hit": sum(cell.hits for cell in grid.cells),
        "can trap": sum(cell.traps for cell in grid.cells),
        "win": sum(cell.wins for cell in grid.cells),
    }
    if not counts["can trap"]:
        del counts["can trap"]  # Most games know no trapping.
    return "Of 36 rolls: " + ", ".join(f"{count} {what}" for what, count in counts.items())
