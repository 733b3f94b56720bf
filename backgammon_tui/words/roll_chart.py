"""The roll chart as ASCII text, at most 60 columns wide."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import Final

from backgammon_tui.explain.roll_chart import ChartCell, RollChart
from backgammon_tui.words.naming import count, join, playable_part, write_dice
from backgammon_tui.words.reason_sentences import describe_no_complement

_LEGEND_WIDTH: Final = 28

_MARKS: Final[dict[str, tuple[Callable[[ChartCell], bool], str]]] = {
    "=": (lambda cell: cell.enters_all is True, "enters all it can"),
    "-": (lambda cell: cell.enters_all is False, "enters some"),
    "*": (lambda cell: cell.hits, "can hit"),
    "^": (lambda cell: cell.traps, "can trap"),
    ">": (lambda cell: cell.rolls_again, "can earn an extra roll"),
    "!": (lambda cell: cell.withheld is not None, "no complement"),
    "#": (lambda cell: cell.wins, "can win"),
}
"""The marks after the count in a cell, each with its condition and legend."""


def write_cell(cell: ChartCell) -> str:
    return str(cell.in_all) + "".join(mark for mark, (holds, _) in _MARKS.items() if holds(cell))


def describe_legend(chart: RollChart) -> Iterator[str]:
    """Yield the meaning of the counts, and of the marks that occur, two in a line."""
    yield "Digit: how many numbers can be played"
    legend = [
        f"{mark} {meaning}"
        for mark, (holds, meaning) in _MARKS.items()
        if any(map(holds, chart.cells))
    ]
    for left, right in zip_longest(legend[::2], legend[1::2], fillvalue=""):
        yield f"{left:<{_LEGEND_WIDTH}}{right}".rstrip()


def describe_cell(cell: ChartCell) -> str:
    dice, first = write_dice(cell.dice), cell.dice[0]
    number, maximum = len(cell.numbers), cell.playable
    if not maximum:
        return f"{dice}: nothing can be played."
    played = "both numbers" if number == 2 else f"all {count(number)} {first}s"
    if maximum < number:
        played = playable_part(cell.numbers, maximum)
    effects = [
        meaning for mark, (holds, meaning) in _MARKS.items() if mark in "=-*^#" and holds(cell)
    ]
    done = join(effects)
    return f"{dice}: {played} can be played{f'; it {done}' if done else ''}.{_describe_rest(cell)}"


def _describe_rest(cell: ChartCell) -> str:
    if cell.withheld:
        return f" {describe_no_complement(cell.withheld)}"
    if cell.rolls_again:
        return f" Played well: {cell.in_all} numbers in all, then an extra roll."
    return f" {cell.in_all} numbers in all." if cell.in_all > cell.playable else ""


def describe_totals(chart: RollChart) -> str:
    counts = {
        "unplayable": sum(cell.is_shut_out for cell in chart.cells),
        "can hit": sum(cell.hits for cell in chart.cells),
        "can trap": sum(cell.traps for cell in chart.cells),
        "win": sum(cell.wins for cell in chart.cells),
    }
    if not counts["can trap"]:
        del counts["can trap"]  # Most games have no trapping.
    return "Of 36 rolls: " + ", ".join(f"{count} {what}" for what, count in counts.items())
