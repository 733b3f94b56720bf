"""The colours that the theme gives, and the terminal styles made of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import groupby
from operator import itemgetter

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from backgammon_tui.tui.board.color_role import ColorRole
from backgammon_tui.tui.board.fit import Cell

_STYLE = itemgetter(1, 2, 3)


class Palette:
    """A colour for every use, as 0xRRGGBB."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        """Take the colours from a theme's variables, `#rrggbb` each."""
        self._colors = [int(variables[role.variable][1:], 16) for role in ColorRole]

    def __eq__(self, other: object) -> bool:
        """Whether both have the same colours."""
        return isinstance(other, Palette) and self._colors == other._colors

    __hash__ = None  # type: ignore[assignment]

    def __getitem__(self, role: ColorRole) -> int:
        """The colour for a use."""
        return self._colors[role]

    @property
    def blends(self) -> bool:
        """Whether colours may be mixed: not where points are outlined, in black and white."""
        return self[ColorRole.POINT_EDGE] == self[ColorRole.FELT]


@lru_cache(maxsize=4096)
def line_of(row: tuple[Cell, ...]) -> Strip:
    """One row of cells as a line for a widget; many rows of a board are equal."""
    segments = [
        Segment("".join([cell[0] for cell in cells]), style(*key))
        for key, cells in groupby(row, _STYLE)
    ]
    return Strip(segments, len(row))


@lru_cache(maxsize=4096)
def style(ink: int, ground: int, bold: bool = False) -> Style:
    """The terminal style of an ink on a ground."""
    colors = Style.from_color(_color(ink), _color(ground))
    # Terminals of 16 colours show bold black as grey.
    return colors + Style(bold=True) if bold and ink != 0 else colors


def _color(color: int) -> Color:
    return Color.from_rgb(color >> 16, color >> 8 & 255, color & 255)
