"""The tasks that come with the program: puzzles, with what rollouts say of them, and rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Final

from backgammon_tui.explain.theme import Theme
from backgammon_tui.names import Level
from backgammon_tui.teach.blocks import read_blocks, read_data_file
from backgammon_tui.teach.quiz.item import FaultyItem, Item
from backgammon_tui.text_file import LineError

HARDEST: Final = 5
"""The greatest difficulty."""

_DIGITS: Final = {level: str(number) for number, level in enumerate(Level, 1)}
"""The digits of the levels of play in a puzzle's line."""


@dataclass(frozen=True)
class Puzzle:
    """A puzzle of a data file."""

    item: Item
    second: str
    """The second best play or decision, as it is typed."""

    margin: float
    """The points by which the best play is better than the second best."""

    error: float
    """The standard error of the margin."""

    theme: Theme
    missed: frozenset[Level] = frozenset()
    """The levels of play that do not find the best play."""

    @property
    def rating(self) -> int:
        return min(len(self.missed) + 1, HARDEST)

    def __str__(self) -> str:
        missed = "".join(_DIGITS[level] for level in Level if level in self.missed) or "-"
        figures = f"{self.margin:.2f} {self.error:.3f}"
        return f"{self.item} | {self.second} | {figures} | {self.theme.value} | {missed}"

    @classmethod
    def parse(cls, line: str) -> Puzzle:
        """Read the puzzle that one line tells."""
        try:
            item, second, figures, theme, missed = map(str.strip, line.rsplit("|", 4))
            margin, error = map(float, figures.split())
            levels = frozenset(level for level in Level if _DIGITS[level] in missed)
            return cls(Item.parse(item), second, margin, error, Theme(theme), levels)
        except FaultyItem:
            raise
        except ValueError:
            raise FaultyItem(
                "a puzzle ends in the second best play, margin and error, theme and levels"
            ) from None


@cache
def puzzles(ruleset: str) -> Mapping[str, Puzzle]:
    """Return the puzzles of a ruleset by the names of their items."""
    numbered = chain.from_iterable(read_blocks(read_data_file(f"quiz/puzzles/{ruleset}.txt")))
    found = (LineError.read(number, Puzzle.parse, line) for number, line in numbered)
    return {str(puzzle.item): puzzle for puzzle in found}


@cache
def rule_tasks() -> tuple[Item, ...]:
    numbered = chain.from_iterable(read_blocks(read_data_file("quiz/rules.txt")))
    return tuple(LineError.read(number, Item.parse, line) for number, line in numbered)


def pool(ruleset: str) -> tuple[Item, ...]:
    on_rules = (item for item in rule_tasks() if item.ruleset == ruleset)
    return (*on_rules, *(puzzle.item for puzzle in puzzles(ruleset).values()))


def puzzle_of(item: Item) -> Puzzle | None:
    return puzzles(item.ruleset).get(str(item))


def rating(item: Item) -> int:
    puzzle = puzzle_of(item)
    return puzzle.rating if puzzle else 0
