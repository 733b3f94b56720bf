"""Puzzles: throws at which one play is better than all others, with what rollouts say of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from backgammon_tui.levels import Level
from backgammon_tui.teach.quiz.item import FaultyItem, Item
from backgammon_tui.teach.theme import Theme

HARDEST: Final = 5
"""The greatest difficulty."""

LETTERS: Final = {level: str(number) for number, level in enumerate(Level, 1)}
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
        """The difficulty, from 1 to 5: one more than the number of levels that miss it."""
        return min(len(self.missed) + 1, HARDEST)

    def __str__(self) -> str:
        missed = "".join(LETTERS[level] for level in Level if level in self.missed) or "-"
        figures = f"{self.margin:.2f} {self.error:.3f}"
        return f"{self.item} | {self.second} | {figures} | {self.theme.value} | {missed}"

    @classmethod
    def parse(cls, line: str) -> Puzzle:
        """Read the puzzle that one line tells."""
        try:
            item, second, figures, theme, missed = map(str.strip, line.rsplit("|", 4))
            margin, error = map(float, figures.split())
            levels = frozenset(level for level in Level if LETTERS[level] in missed)
            return cls(Item.parse(item), second, margin, error, Theme(theme), levels)
        except FaultyItem:
            raise
        except ValueError:
            raise FaultyItem(
                "a puzzle ends in the second best play, margin and error, theme and levels"
            ) from None
