"""Hints: what the program would play, and what the others cost."""

from __future__ import annotations

from typing import NamedTuple

from backgammon_tui.modes.play.rows import Heading, Line, PlayRow, lines_of
from backgammon_tui.words.naming import signed

_CHOICE = "the program's best"


class Hint(NamedTuple):
    """A play that is marked in the list."""

    row: int
    cost: float
    """The points by which the program takes it to be worse than its choice."""

    reason: str
    """What can be counted of it, as a sentence."""


class Advice(NamedTuple):
    """What the program says of the plays of a stage, or of a question."""

    said: str
    """What it is, and how to ask on."""

    hints: tuple[Hint, ...] = ()
    """The program's choice first; none where there is a question."""

    others: str = ""
    """What heads the other plays: how much the best of them loses."""

    answer: str = ""
    """The key of the program's answer where there is a question."""

    is_explained: bool = False

    def cost(self, row: int) -> str:
        """What a row of the list is marked with; empty if it is not marked."""
        cost = next((hint.cost for hint in self.hints if hint.row == row), None)
        return "" if cost is None else signed(-cost)

    def lines(self, rows: tuple[PlayRow, ...], shown: tuple[int, ...]) -> tuple[Line, ...]:
        """The lines of the list, those that are marked in front."""
        marked = [hint.row for hint in self.hints if hint.row in shown]
        others = tuple(row for row in shown if row not in marked)
        if not marked:
            return lines_of(rows, shown)
        between = (Heading(self.others),) if others else ()
        return (Heading(_CHOICE), *marked, *between, *lines_of(rows, others))

    def is_played(self, row: int | None) -> bool:
        """Whether the next `t` plays a row: the program's choice is lit, and its reason told."""
        return self.is_explained and row == self.hints[0].row

    def reason(self, row: int | None) -> str:
        """What can be counted of a play that is marked, once that was asked."""
        if not self.is_explained:
            return ""
        return next((hint.reason for hint in self.hints if hint.row == row), "")
