"""Everything that determines how a view is drawn: characters, colours and measures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property, lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Final, NamedTuple, Self

from rich.color import Color
from rich.segment import Segment
from rich.style import Style

from backgammon_tui.engine import Side
from backgammon_tui.modes.board import CheckerState
from backgammon_tui.tui.board.canvas import CLEAR, Canvas, Cell
from backgammon_tui.tui.board.geometry import BoardMetrics, Layout
from backgammon_tui.tui.textual_internals import ClearStyle

_LETTERS = {Side.WHITE: "O", Side.BLACK: "X"}

_BRACKETS = {
    CheckerState.MOVABLE: "‹›",
    CheckerState.PICKED: "«»",
    CheckerState.BLOCKED: "##",
    CheckerState.LAST_IN: "··",
    CheckerState.TRAPPED: "!!",
    CheckerState.GHOST_OUT: "()",
    CheckerState.PLAIN: "()",
}
_SIGNS = {
    CheckerState.HIT: "*",
    CheckerState.TRAP: "^",
    CheckerState.TARGET: " ",
    CheckerState.GHOST_OUT: " ",
}


class RenderOptions(NamedTuple):
    """The characters and colours that the terminal supports."""

    ascii: bool = False
    """True if only ASCII characters may be used, which the app writes for other signs."""
    letters: bool = False
    """True if every checker shows its side's letter, O or X.

    For 16 colours, because faces alone are not distinct enough.
    """
    colorless: bool = False
    """True without colours, so shapes must be characters."""
    blends: bool = True
    """True if colours may be mixed, which requires true colour."""
    is_transparent: bool = False
    """True if pictures are under the text and everything else is transparent."""

    @property
    def is_text(self) -> bool:
        return self.ascii or self.colorless

    @property
    def has_letters(self) -> bool:
        return self.letters or self.is_text

    def brackets(self, state: CheckerState) -> str:
        is_dotted = state is CheckerState.LAST_IN and self.ascii
        return ".." if is_dotted else _BRACKETS.get(state, "[]")

    def core(self, side: Side, state: CheckerState) -> str:
        plain = _LETTERS[side] if self.has_letters else " "
        return _SIGNS.get(state) or plain


ColorRole = IntEnum(
    "ColorRole",
    "WOOD WOOD_LIGHT WOOD_DARK FELT POINT_ODD POINT_EVEN POINT_TIP POINT_EDGE POINT_CURSOR TRAY"
    " INK INK_DIM WHITE_FACE WHITE_LIGHT WHITE_DARK WHITE_RIM WHITE_INK WHITE_LIT WHITE_TARGET"
    " BLACK_FACE BLACK_LIGHT BLACK_DARK BLACK_RIM BLACK_INK BLACK_LIT BLACK_TARGET LIT LIT_INK"
    " TARGET HOLLOW HOLLOW_GROUND LAST BLOCKED BLOCKED_INK TRAPPED CURSOR CURSOR_INK BAND_INK"
    " BAND_DIM CHIP CHIP_INK DONE LOST",
    start=0,
)
"""A colour by its use, with a theme variable of the same name, such as `board-wood`.

They are read from the theme, because each component class would cost part of a millisecond in the
first frame. The edge of points is invisible if it has the felt's colour. Lit is what can move now,
a target is where it can go; a hollow checker is about to leave; last is what moved in the last
turn; a chip is a number yet to be played.
"""

_VARIABLES: Final = [f"board-{role.name.lower().replace('_', '-')}" for role in ColorRole]
_CHARACTER, _STYLE = itemgetter(0), itemgetter(1, 2, 3)


class Palette(tuple[int, ...]):
    """A colour for every use, as 0xRRGGBB."""

    def __new__(cls, variables: Mapping[str, str]) -> Self:
        return super().__new__(cls, [int(variables[name][1:], 16) for name in _VARIABLES])

    @cached_property
    def blends(self) -> bool:
        return self[ColorRole.POINT_EDGE] == self[ColorRole.FELT]


def segments_of(row: Sequence[Cell]) -> list[Segment]:
    return [
        Segment("".join(map(_CHARACTER, cells)), style(*key)) for key, cells in groupby(row, _STYLE)
    ]


@lru_cache(maxsize=4096)
def style(ink: int, ground: int, bold: bool = False) -> Style:
    """Return the terminal style of a foreground on a background, or on a transparent cell."""
    if ground == CLEAR:
        color = None if ink == CLEAR else _color(ink)
        return ClearStyle(color=color, bgcolor=Color.default(), bold=bold or None)
    colors = Style.from_color(_color(ink), _color(ground))
    # Terminals with 16 colours show bold black as grey.
    return colors + Style(bold=True) if bold and ink != 0 else colors


@lru_cache(maxsize=1024)
def _color(color: int) -> Color:
    return Color.from_rgb(color >> 16, color >> 8 & 255, color & 255)


@dataclass(frozen=True)
class RenderContext:
    layout: Layout
    look: RenderOptions
    palette: Palette

    @cached_property
    def cut(self) -> BoardMetrics:
        return self.layout.cut

    def canvas(self, width: int, height: int, ground: ColorRole) -> Canvas:
        look, color = self.look, self.palette[ground]
        canvas = Canvas(width, height, color, blends=look.blends, blocks=not look.is_text)
        canvas.is_transparent = look.is_transparent
        return canvas
