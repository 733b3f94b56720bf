"""The square of all throws as lines of seven-bit text, at most 60 columns wide."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import Final

from backgammon_tui.teach.throw_grid import Entering, Grid, GridCell
from backgammon_tui.words.naming import count, join
from backgammon_tui.words.reason_sentences import describe_withheld

_LEGEND_WIDTH: Final = 28

_MARKS: Final[dict[str, tuple[Callable[[GridCell], bool], str]]] = {
    "=": (lambda cell: cell.entering is Entering.ALL, "enters all it can"),
    "-": (lambda cell: cell.entering is Entering.SOME, "enters some"),
    "*": (lambda cell: cell.hits, "can hit"),
    "^": (lambda cell: cell.traps, "can trap at once"),
    ">": (lambda cell: cell.throws_again, "can earn another throw"),
    "!": (lambda cell: cell.withheld is not None, "no complement"),
    "#": (lambda cell: cell.wins, "can win"),
}
"""What stands behind the count in a cell, when, and what the legend says of it."""


def write_cell(cell: GridCell) -> str:
    """A cell of the square: how many numbers, and the marks behind them."""
    return str(cell.in_all) + "".join(mark for mark, (holds, _) in _MARKS.items() if holds(cell))


def describe_legend(grid: Grid) -> Iterator[str]:
    """What the counts mean, and the marks that are there, two in a line."""
    yield "Digit: how many numbers can be played"
    told = [
        f"{mark} {meaning}"
        for mark, (holds, meaning) in _MARKS.items()
        if any(map(holds, grid.cells))
    ]
    for left, right in zip_longest(told[::2], told[1::2], fillvalue=""):
        yield f"{left:<{_LEGEND_WIDTH}}{right}".rstrip()


def describe_cell(cell: GridCell) -> str:
    """What one throw would do, as a sentence."""
    first, second = cell.dice
    number, most = len(cell.numbers), cell.playable
    if not most:
        return f"{first}-{second}: nothing can be played."
    played = "both numbers" if number == 2 else f"all {count(number)} {first}s"
    if most < number:
        of = "two numbers" if number == 2 else f"{count(number)} {first}s"
        played = f"only {count(most)} of the {of}"
    parts = [
        "enters all it can" if cell.entering is Entering.ALL else "",
        "enters some" if cell.entering is Entering.SOME else "",
        "can hit" if cell.hits else "",
        "can trap" if cell.traps else "",
        "can win" if cell.wins else "",
    ]
    done = join([part for part in parts if part])
    return (
        f"{first}-{second}: {played} can be played{f'; it {done}' if done else ''}.{_later(cell)}"
    )


def _later(cell: GridCell) -> str:
    """What may follow the first stage of a throw."""
    if cell.withheld:
        return f" No complement: {describe_withheld(cell.withheld)}."
    if cell.throws_again:
        return f" Played well, {cell.in_all} numbers in all, then another throw."
    return f" {cell.in_all} numbers in all." if cell.in_all > cell.playable else ""


def describe_totals(grid: Grid) -> str:
    """How many of the 36 throws do what matters most."""
    counts = {
        "unplayable": sum(cell.is_shut_out for cell in grid.cells),
        "can hit": sum(cell.hits for cell in grid.cells),
        "can trap": sum(cell.traps for cell in grid.cells),
        "win": sum(cell.wins for cell in grid.cells),
    }
    if not counts["can trap"]:
        del counts["can trap"]  # Most games know no trapping.
    return "Of 36 throws: " + ", ".join(f"{count} {what}" for what, count in counts.items())
