"""The computer's opinion of plays: advice that a player asks for, and the tutor's verdict."""

from __future__ import annotations

from typing import NamedTuple

from backgammon_tui.modes.play.choosing import Heading, Line, PlayRow, lines_of
from backgammon_tui.words.naming import signed

_CHOICE = "the computer's best"

_AT_FIRST = "at first sight"
_EQUAL = "equal"
_ABOUT = "~"
"""The words before the figures of a first look."""


class Hint(NamedTuple):
    """A play with the computer's opinion of it."""

    row: int
    cost: float
    """The points by which the computer considers it worse than its choice."""

    reason: str
    is_significant: bool = True
    """True if the cost is larger than its error."""


class Advice(NamedTuple):
    """The computer's opinion of the plays of a stage, or of a question."""

    said: str
    """An explanation of the figures, and of the way to ask on."""

    hints: tuple[Hint, ...] = ()
    """The plays in front, the computer's choice first; none where there is a question."""

    explained: tuple[Hint, ...] = ()
    """Other plays with an opinion, shown when they are highlighted."""

    others: str = ""
    """The heading of the other plays: the loss of the best of them."""

    answer: str = ""
    """The key of the computer's answer where there is a question."""

    is_explained: bool = False

    is_settled: bool = True
    """False for a first look, which may change within a moment."""

    def cost(self, row: int) -> str:
        """Return the mark of a row of the list; empty if it has none."""
        hint = next((hint for hint in self.hints if hint.row == row), None)
        if hint is None:
            return ""
        first = hint is self.hints[0]
        text = signed(-hint.cost) if first or hint.is_significant else _EQUAL
        return text if self.is_settled else f"{_ABOUT}{text}"

    def lines(self, rows: tuple[PlayRow, ...], shown: tuple[int, ...]) -> tuple[Line, ...]:
        """Return the lines of the list, the marked plays first."""
        marked = [hint.row for hint in self.hints if hint.row in shown]
        others = tuple(row for row in shown if row not in marked)
        if not marked:
            return lines_of(rows, shown)
        between = (Heading(self.others),) if others else ()
        choice = _CHOICE if self.is_settled else _AT_FIRST
        return (Heading(choice), *marked, *between, *lines_of(rows, others))

    def is_played(self, row: int | None) -> bool:
        return self.is_explained and row == self.hints[0].row

    def reason(self, row: int | None) -> str:
        """Return what is counted of a play, once that was asked."""
        if not self.is_explained:
            return ""
        known = (*self.hints, *self.explained)
        return next((hint.reason for hint in known if hint.row == row), "")


class TutorVerdict(NamedTuple):
    """The tutor's opinion of a stage."""

    said: str = ""
    """Empty if the stage cost too little for a warning."""

    why: str = ""
    """The rolls that follow the play made and the computer's choice, as far as they are counted."""
