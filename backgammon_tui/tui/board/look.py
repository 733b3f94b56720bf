"""All that decides how a view is drawn: characters, colours and measures."""

from __future__ import annotations

from typing import NamedTuple

from backgammon_tui.engine import Side
from backgammon_tui.modes.board_view import CheckerState
from backgammon_tui.modes.glyphs import ASCII, Glyphs
from backgammon_tui.tui.board.canvas import Canvas
from backgammon_tui.tui.board.geometry import Cut, Layout
from backgammon_tui.tui.board.palette import ColorRole, Palette

_LETTERS = {Side.WHITE: "O", Side.BLACK: "X"}

_BRACKETS = {
    CheckerState.LIT: ("‹›", "<>"),
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
    """Where a checker left in the last turn."""
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


class Look(NamedTuple):
    """How poor or rich the terminal's characters and colours are."""

    ascii: bool = False
    """Whether only ASCII characters may be used."""
    letters: bool = False
    """Whether every checker carries its side's letter, O or X.

    For 16 colours, where faces alone are not enough.
    """
    colorless: bool = False
    """Whether there are no colours, so that shapes must be characters."""
    blends: bool = True
    """Whether colours may be mixed: only where a terminal has all of them."""
    is_clear: bool = False
    """True where pictures lie under the text: all else is left clear for them."""

    @property
    def is_text(self) -> bool:
        """Whether checkers and points are drawn with characters alone."""
        return self.ascii or self.colorless

    @property
    def has_letters(self) -> bool:
        """Whether checkers carry letters."""
        return self.letters or self.is_text

    @property
    def signs(self) -> Signs:
        """The signs on the board that are no checkers."""
        return _POOR if self.ascii else _RICH

    def arrow(self, *, left: bool) -> str:
        """The sign for a side's direction."""
        return self.signs.arrows[not left]

    def brackets(self, state: CheckerState) -> str:
        """The two characters around a checker so shown; square for one that is to arrive."""
        rich, poor = _BRACKETS.get(state, ("[]", "[]"))
        return poor if self.ascii else rich

    def core(self, side: Side, state: CheckerState) -> str:
        """The character in the middle of a checker; blank for none."""
        plain = _LETTERS[side] if self.has_letters else " "
        return _SIGNS.get(state) or plain


class RenderContext(NamedTuple):
    """Measures, characters and colours."""

    layout: Layout
    look: Look
    palette: Palette

    @property
    def cut(self) -> Cut:
        """The measures alone."""
        return self.layout.cut

    def canvas(self, width: int, height: int, ground: ColorRole) -> Canvas:
        """An empty picture."""
        look, color = self.look, self.palette[ground]
        canvas = Canvas(width, height, color, blends=look.blends, blocks=not look.is_text)
        canvas.is_clear = look.is_clear
        return canvas
