"""The themes: dark, light, safe for the colour-blind, and high contrast.

The board's own colours are theme variables named after its paints. Sides, lit checkers and lit
places differ in lightness and in shape as well, so that no theme relies on hue.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from typing import Final

from textual.theme import Theme

from backgammon_tui.tui import colors


class ColorDepth(Enum):
    """Number of colours of a terminal, by Rich's names."""

    FULL = "truecolor"
    CUBE = "256"
    ANSI = "standard"

    @classmethod
    def of(cls, color_system: str | None) -> ColorDepth:
        """Return the depth of a console's colour system."""
        return {"256": cls.CUBE, "standard": cls.ANSI, "windows": cls.ANSI}.get(
            color_system or "", cls.FULL
        )


def _variables(table: colors.Colors) -> dict[str, str]:
    ground, ink = table["row"], table["row-ink"]
    lit_rows = {
        f"block-cursor-{state}{part}": color
        for state in ("", "blurred-")
        for part, color in (("background", ground), ("foreground", ink))
    }
    return {f"board-{name}": color for name, color in table.items()} | lit_rows


def _theme(name: str, column: str, *, dark: bool = True) -> Theme:
    variables = _variables(colors.BOARD[column])
    return Theme(name=name, dark=dark, variables=variables, **colors.AROUND[column])  # type: ignore[arg-type]


LAMPLIGHT = _theme("lamplight", "lamp")
DAYLIGHT = _theme("daylight", "day", dark=False)
HARBOUR = _theme("harbour", "harbour")
CONTRAST = _theme("contrast", "black")

THEMES = (LAMPLIGHT, DAYLIGHT, HARBOUR, CONTRAST)
"""Dark, light, safe for the colour-blind, and high contrast."""

_CUBE: Final = {
    LAMPLIGHT.name: "lamp256",
    DAYLIGHT.name: "day256",
    HARBOUR.name: "harb256",
    CONTRAST.name: "black",
}
"""The columns for terminals of 256 colours."""


def themes_for(depth: ColorDepth) -> tuple[Theme, ...]:
    """Return the themes in the colours that a terminal has."""
    if depth is ColorDepth.FULL:
        return THEMES
    return tuple(_in_colors_of(theme, depth) for theme in THEMES)


def _in_colors_of(theme: Theme, depth: ColorDepth) -> Theme:
    if depth is ColorDepth.CUBE:
        table = colors.BOARD[_CUBE[theme.name]]
        if not theme.dark:  # The nearest there are to its grounds are yellow and pink.
            theme = replace(theme, background="#ffffff", surface="#eeeeee", panel="#d7d7d7")
        return replace(theme, variables={**theme.variables, **_variables(table)})
    table = colors.BOARD["dark16" if theme.dark else "light16"]
    variables, lit = {**theme.variables, **_variables(table)}, table["lit"]
    return replace(theme, variables=variables, accent=lit, primary=lit)
