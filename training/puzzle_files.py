"""The lines of puzzle files, with all their values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from backgammon_tui.explain.facts import Theme
from backgammon_tui.names import Level
from backgammon_tui.teach.quiz import Item

_DIGITS: Final = {level: str(number) for number, level in enumerate(Level, 1)}


@dataclass(frozen=True)
class RolledPuzzle:
    """A line of a file of puzzles."""

    item: Item
    second: str
    margin: float
    error: float
    theme: Theme
    missed: frozenset[Level] = frozenset()
    """The levels of play that do not find the best play."""

    def __str__(self) -> str:
        missed = "".join(_DIGITS[level] for level in Level if level in self.missed) or "-"
        figures = f"{self.margin:.2f} {self.error:.3f}"
        return f"{self.item} | {self.second} | {figures} | {self.theme.value} | {missed}"

    @classmethod
    def parse(cls, line: str) -> RolledPuzzle:
        item, second, figures, theme, missed = map(str.strip, line.rsplit("|", 4))
        margin, error = map(float, figures.split())
        levels = frozenset(level for level in Level if _DIGITS[level] in missed)
        return cls(Item.parse(item), second, margin, error, Theme(theme), levels)
