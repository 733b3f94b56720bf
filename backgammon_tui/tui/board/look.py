"""All that decides how a view is drawn: characters, colours and measures."""

from __future__ import annotations

from typing import NamedTuple

from backgammon_tui.engine import Side
from backgammon_tui.modes.board_view import CheckerState
from backgammon_tui.modes.text import ASCII, Glyphs
from backgammon_tui.tui.board.canvas import Canvas
from backgammon_tui.tui.board.geometry import Cut, Layout
from backgammon_tui.tui.board.palette import ColorRole, Palette

_LETTERS = {Side.WHITE: "O", Side.BLACK: "X"}

_BRACKETS = {
    CheckerState.MOVABLE: ("‹›", "<>"),
    CheckerState.PICKED: ("«»", "{}"),
    CheckerState.BLOCKED: ("##", "##"),
    CheckerState.LAST_IN: ("··", ".."),
    CheckerState.TRAPPED: ("!!", "!!"),
    CheckerState.GHOST_OUT: ("()", "()"),
    CheckerState.PLAIN: ("()", "()"),
}
_SIGNS = {
    CheckerState.HIT: "*",
    CheckerState.TRAP: "^",
    CheckerState.TARGET: " ",
    CheckerState.GHOST_OUT: " ",
}


class Signs(NamedTuple):
    """Characters with a meaning."""

    left: str
    """The mark of a checker that left in the last turn."""
    ellipsis: str
    """Text that was left out."""
    done: str
    """After a completed stage."""
    lost: str
    """After a stage with a lost number."""
    again: str
    """Another throw."""
    shaft: str
    """A piece of an arrow's shaft."""
    pip: str
    """A spot on a die."""
    times: str
    """Before the number of checkers."""
    arrows: str
    """A side's direction, left and right."""


_RICH = Signs(Glyphs().left, "…", "✓", "✗", "↻", "─", "●", "×", "◂▸")
_POOR = Signs(ASCII.left, "~", "+", "#", "@", "-", "o", "x", "<>")


class BoardLook(NamedTuple):
    """The range of characters and colours that the terminal offers."""

    ascii: bool = False
    """True if only ASCII characters may be used."""
    letters: bool = False
    """True if every checker carries its side's letter, O or X.

    For 16 colours, where faces alone are not enough.
    """
    colorless: bool = False
    """True without colours, so that shapes must be characters."""
    blends: bool = True
    """True if colours may be mixed: only if the terminal has all of them."""
    is_clear: bool = False
    """True if pictures lie under the text: everything else is left clear for them."""

    @property
    def is_text(self) -> bool:
        """True if checkers and points are drawn with characters alone."""
        return self.ascii or self.colorless

    @property
    def has_letters(self) -> bool:
        """True if checkers carry letters."""
        return self.letters or self.is_text

    @property
    def signs(self) -> Signs:
        """The signs on the board that are no checkers."""
        return _POOR if self.ascii else _RICH

    def brackets(self, state: CheckerState) -> str:
        """Return the two characters around a checker; square ones for one that is to arrive."""
        rich, poor = _BRACKETS.get(state, ("[]", "[]"))
        return poor if self.ascii else rich

    def core(self, side: Side, state: CheckerState) -> str:
        """Return the character in the middle of a checker; blank for none."""
        plain = _LETTERS[side] if self.has_letters else " "
        return _SIGNS.get(state) or plain


class RenderContext(NamedTuple):
    """Measures, characters and colours."""

    layout: Layout
    look: BoardLook
    palette: Palette

    @property
    def cut(self) -> Cut:
        """The measures alone."""
        return self.layout.cut

    def canvas(self, width: int, height: int, ground: ColorRole) -> Canvas:
        """Return an empty picture."""
        look, color = self.look, self.palette[ground]
        canvas = Canvas(width, height, color, blends=look.blends, blocks=not look.is_text)
        canvas.is_clear = look.is_clear
        return canvas
