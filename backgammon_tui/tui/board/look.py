"""Which characters the board is drawn with."""

from __future__ import annotations

from dataclasses import dataclass

from backgammon_tui.engine.position import Side
from backgammon_tui.tui.board.discs import Finish

_LETTERS = {Side.WHITE: "O", Side.BLACK: "X"}

_BRACKETS = {
    Finish.LIT: ("‹›", "<>"),
    Finish.PICKED: ("«»", "{}"),
    Finish.BLOCKED: ("##", "##"),
    Finish.LAST_IN: ("··", "''"),
    Finish.TRAPPED: ("!!", "!!"),
    Finish.GHOST_OUT: ("()", "()"),
    Finish.GHOST_IN: ("[]", "[]"),
    Finish.TARGET: ("[]", "[]"),
    Finish.HIT: ("[]", "[]"),
    Finish.TRAP: ("[]", "[]"),
}
_SIGNS = {Finish.HIT: "*", Finish.TRAP: "^", Finish.TARGET: " ", Finish.GHOST_OUT: " "}
_MARKS = {Finish.TRAPPED: "!", Finish.BLOCKED: "#"}
"""What stands in the middle of a checker instead of its letter."""


@dataclass(frozen=True)
class Look:
    """How poor or rich the terminal's characters and colours are."""

    ascii: bool = False
    """Whether only ASCII characters may be used."""
    letters: bool = False
    """Whether every checker carries its side's letter, O or X.

    For ASCII, monochrome and 16 colours, where faces alone are not enough.
    """

    @property
    def has_letters(self) -> bool:
        """Whether checkers carry letters."""
        return self.letters or self.ascii

    @property
    def times(self) -> str:
        """The sign before a number of checkers."""
        return "x" if self.ascii else "×"

    @property
    def left(self) -> str:
        """The mark where a checker left in the last turn."""
        return "." if self.ascii else "∘"

    @property
    def ellipsis(self) -> str:
        """What stands for text that was left out."""
        return "~" if self.ascii else "…"

    @property
    def then(self) -> str:
        """The sign between two stages."""
        return ">" if self.ascii else "▸"

    @property
    def done(self) -> str:
        """The sign after a completed stage."""
        return "+" if self.ascii else "✓"

    @property
    def lost(self) -> str:
        """The sign after a stage with a lost number."""
        return "-" if self.ascii else "✗"

    @property
    def shaft(self) -> str:
        """A piece of an arrow's shaft."""
        return "-" if self.ascii else "─"

    @property
    def pip(self) -> str:
        """A spot on a die."""
        return "o" if self.ascii else "●"

    def arrow(self, *, left: bool) -> str:
        """The sign for a side's direction."""
        if self.ascii:
            return "<" if left else ">"
        return "◂" if left else "▸"

    def glyph(self, side: Side) -> str:
        """The one character that stands for a side's checker."""
        return _LETTERS[side] if self.has_letters else "●"

    def brackets(self, finish: Finish) -> str:
        """The two characters around a checker so shown; blank for a plain one."""
        if finish is Finish.TRAPPED and not self.has_letters:
            return "  "
        rich, poor = _BRACKETS.get(finish, ("  ", "()"))
        return poor if self.ascii else rich

    def core(self, side: Side, finish: Finish) -> str:
        """The character in the middle of a checker."""
        if not self.has_letters and finish in _MARKS:
            return _MARKS[finish]
        return _SIGNS.get(finish) or self.glyph(side)
