"""The themes: dark, light, safe for the colour-blind, and high contrast.

The board's own colours are theme variables named after its paints; `board.tcss`
gives them to the component classes. Sides, lit checkers and lit places differ in
lightness and in shape as well, so that no theme relies on hue.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import Enum

from textual.theme import Theme

from backgammon_tui.tui import colors


class ColorDepth(Enum):
    """How many colours a terminal has, by Rich's names."""

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


LAMPLIGHT = Theme(
    name="lamplight",
    primary="#f6b73c",
    secondary="#9fdcf2",
    accent="#f6b73c",
    success="#8fce9b",
    warning="#f6b73c",
    error="#ec8a7c",
    foreground="#e9e1d2",
    background="#101413",
    surface="#171d1b",
    panel="#202826",
    dark=True,
    variables=_variables(colors.LAMPLIGHT),
)
DAYLIGHT = Theme(
    name="daylight",
    primary="#b5420b",
    secondary="#0b5c9e",
    accent="#b5420b",
    success="#2d6a35",
    warning="#b5420b",
    error="#a61b1b",
    foreground="#241a12",
    background="#f6f0e3",
    surface="#efe6d4",
    panel="#e3d7bf",
    dark=False,
    variables=_variables(colors.DAYLIGHT),
)
HARBOUR = Theme(
    name="harbour",
    primary="#e69f00",
    secondary="#56b4e9",
    accent="#e69f00",
    success="#56b4e9",
    warning="#e69f00",
    error="#d55e00",
    foreground="#eef1f4",
    background="#0a0e13",
    surface="#121820",
    panel="#1b232d",
    dark=True,
    variables=_variables(colors.HARBOUR),
)
CONTRAST = Theme(
    name="contrast",
    primary="#ffff00",
    secondary="#00ffff",
    accent="#ffff00",
    success="#00ff00",
    warning="#ffff00",
    error="#ff8080",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#000000",
    dark=True,
    variables=_variables(colors.CONTRAST),
)

THEMES = (LAMPLIGHT, DAYLIGHT, HARBOUR, CONTRAST)
"""Dark, light, safe for the colour-blind, and high contrast."""

_CUBE: Mapping[str, colors.Colors] = {
    LAMPLIGHT.name: colors.LAMPLIGHT_256,
    DAYLIGHT.name: colors.DAYLIGHT_256,
    HARBOUR.name: colors.HARBOUR_256,
}


def themes_for(depth: ColorDepth) -> tuple[Theme, ...]:
    """Return the themes in the colours that a terminal has."""
    if depth is ColorDepth.FULL:
        return THEMES
    return tuple(_in_colors_of(theme, depth) for theme in THEMES)


def _in_colors_of(theme: Theme, depth: ColorDepth) -> Theme:
    if depth is ColorDepth.CUBE:
        table = _CUBE.get(theme.name, colors.CONTRAST)
        if not theme.dark:  # The nearest there are to its grounds are yellow and pink.
            theme = replace(theme, background="#ffffff", surface="#eeeeee", panel="#d7d7d7")
        return replace(theme, variables={**theme.variables, **_variables(table)})
    table = colors.DARK_16 if theme.dark else colors.LIGHT_16
    variables, lit = {**theme.variables, **_variables(table)}, table["lit"]
    return replace(theme, variables=variables, accent=lit, primary=lit)
