"""The themes: dark, light, colour-blind safe, and high contrast.

The board's own colours are theme variables named after its paints. Sides, lit checkers and lit
places differ in lightness and shape as well, so no theme relies on hue. In the tables of colours,
each role has a row and each theme a column: lamplight, daylight, harbour (safe for the colour-
blind) and contrast (black and white, with outlined points). The other columns are for terminals
with 256 colours, and for dark and light themes with 16 colours, because the nearest available
colours would be gaudy. A test checks legibility and contrast in every column.
"""

from __future__ import annotations

import locale
import os
import sys
from collections.abc import Mapping
from dataclasses import replace
from enum import Enum
from typing import Final

from textual.theme import Theme

from backgammon_tui.tui.board import RenderOptions

Colors = Mapping[str, str]
"""Colours as `#rrggbb` by the names of their roles."""


def _columns(table: str) -> dict[str, Colors]:
    names, *rows = (row.split() for row in table.strip().splitlines())
    return {name: {row[0]: row[at] for row in rows} for at, name in enumerate(names[1:], 1)}


BOARD: Final = _columns("""
role          lamp    day     harbour black   lamp256 day256  harb256 dark16  light16
wood          #422313 #e3c393 #2a313b #000000 #303030 #ffffd7 #303030 #000000 #ffffff
wood-light    #6d4430 #ecd6ae #46525f #ffffff #585858 #ffd7af #4e4e4e #aaaaaa #555555
wood-dark     #2c170f #a9834f #171c23 #ffffff #262626 #af875f #1c1c1c #aaaaaa #555555
felt          #0e3226 #e6ebdb #101b2a #000000 #1c1c1c #eeeeee #121212 #0000aa #ffffff
point-odd     #3b8471 #6f8773 #39719e #000000 #767676 #878787 #5f5faf #00aaaa #ff5555
point-even    #b57e45 #a45b36 #8f8a80 #3a3a3a #af875f #af5f00 #8a8a8a #ffffff #5555ff
point-tip     #e8dcc0 #ffffff #e8eef4 #ffffff #d7d7af #ffffff #eeeeee #ffffff #ffffff
point-edge    #0e3226 #e6ebdb #101b2a #8c8c8c #1c1c1c #eeeeee #121212 #0000aa #ffffff
point-cursor  #8ba0d2 #587ec1 #9399e2 #ffd000 #5f87af #87afff #d7afd7 #aa00aa #aa00aa
tray          #321a10 #b08b57 #171d25 #000000 #1c1c1c #af875f #1c1c1c #000000 #aaaaaa
ink           #f0d9b0 #22140a #eef1f4 #ffffff #ffd7af #121212 #eeeeee #ffffff #000000
ink-dim       #c4a682 #5c4122 #a4b0be #ffffff #d7af87 #875f5f #afafaf #aaaaaa #000000
white-face    #fff0d4 #fffcf2 #fbf7ea #ffffff #ffffd7 #ffffff #ffffff #ffffff #ffffff
white-light   #fffaf0 #ffffff #ffffff #ffffff #ffffff #ffffff #ffffff #ffffff #ffffff
white-dark    #b9996a #c9b48f #b5ab90 #ffffff #af875f #d7af87 #afaf87 #ffffff #ffffff
white-rim     #8a6d45 #7a6240 #7f7660 #000000 #af875f #87875f #87875f #000000 #000000
white-ink     #2a1c12 #2a1c12 #10151b #000000 #1c1c1c #1c1c1c #121212 #000000 #000000
white-lit     #c2500a #c2500a #b86a00 #d03000 #d75f00 #d75f00 #af5f00 #aa5500 #aa5500
white-target  #0b6fa8 #066399 #0a6fb0 #0060ff #005f87 #005f87 #0087d7 #0000aa #0000aa
black-face    #241b18 #21160e #0d1014 #000000 #121212 #1c1c1c #121212 #000000 #000000
black-light   #4d403a #5a4a40 #3a434d #000000 #585858 #4e4e4e #444444 #000000 #000000
black-dark    #0b0807 #120c09 #000000 #000000 #080808 #080808 #000000 #000000 #000000
black-rim     #bda794 #6a5646 #9aa8b6 #ffffff #949494 #585858 #a8a8a8 #aaaaaa #000000
black-ink     #f4e8d0 #fff8e8 #fbf7ea #ffffff #ffffd7 #ffffff #ffffff #ffffff #ffffff
black-lit     #f6b73c #f6b73c #e69f00 #ffd000 #ffaf00 #d7af00 #ffaf00 #ffff55 #ffff55
black-target  #9fdcf2 #9fdcf2 #56b4e9 #40d0ff #87d7ff #87d7ff #5fafd7 #55ffff #55ffff
lit           #f6b73c #903601 #f0ac1a #ffd000 #ffaf00 #875f00 #ffaf00 #ffff55 #0000aa
lit-ink       #221603 #fff8e8 #140d00 #000000 #1c1c1c #ffffff #121212 #000000 #ffffff
target        #9fdcf2 #104074 #6cc0f0 #44d0ff #87d7ff #005faf #5fafd7 #55ffff #000000
hollow        #a89e86 #5a5040 #9aa6b0 #00b060 #d7d7af #4e4e4e #d7d7d7 #aaaaaa #555555
hollow-ground #000000 #ffffff #000000 #000000 #000000 #ffffff #000000 #000000 #ffffff
last          #de5c98 #c03a8a #c0608f #f040a0 #d75f87 #af5faf #af5f87 #00aa00 #00aa00
blocked       #d14232 #c43249 #d55e00 #e04020 #ff0000 #d7005f #d75f00 #aa00aa #aa00aa
blocked-ink   #fffff5 #ffffff #000000 #000000 #000000 #ffffff #000000 #ffffff #ffffff
trapped       #c060c0 #8e44b5 #7a6fd0 #a050ff #af5faf #af5fff #5f5faf #5555ff #5555ff
cursor        #9fdcf2 #0b4f8a #6cc0f0 #40d0ff #87d7ff #005faf #5fafd7 #55ffff #0000aa
cursor-ink    #0d2027 #ffffff #06131c #000000 #1c1c1c #ffffff #121212 #000000 #ffffff
band-ink      #e6dcc6 #2a1c12 #eef1f4 #ffffff #d7d7af #1c1c1c #eeeeee #ffffff #000000
band-dim      #9db8ab #5a6152 #98a8b8 #ffffff #87afaf #5f5f5f #a8a8a8 #aaaaaa #555555
chip          #2f5f50 #c4d3bd #2c4258 #000000 #005f5f #d7d7af #444444 #000000 #aaaaaa
chip-ink      #f0e6d0 #22140a #eef1f4 #ffffff #e4e4e4 #121212 #eeeeee #ffffff #000000
done          #a5deaf #17753f #6cc0f0 #40ff80 #afd7af #005f5f #5fafd7 #55ffff #0000aa
lost          #e48071 #9d0d15 #f0ac1a #ff6040 #d7875f #870000 #ffaf00 #ffff55 #aa0000
dim           #a09a8d #51473b #98a3af #ffffff #a8a8a8 #5f5f5f #a8a8a8 #aaaaaa #555555
row           #3a2c12 #e8cf9f #2b3f55 #010101 #3a3a3a #ffd7af #005f87 #0000aa #ffff55
row-ink       #fff3d6 #22140a #ffffff #ffd000 #ffffd7 #121212 #ffffff #ffffff #000000
""")
"""The board's own colours, and those of highlighted rows."""

AROUND: Final = _columns("""
role          lamp    day     harbour black
primary       #f6b73c #b5420b #e69f00 #ffff00
secondary     #9fdcf2 #0b5c9e #56b4e9 #00ffff
accent        #f6b73c #b5420b #e69f00 #ffff00
success       #8fce9b #2d6a35 #56b4e9 #00ff00
warning       #f6b73c #b5420b #e69f00 #ffff00
error         #ec8a7c #a61b1b #d55e00 #ff8080
foreground    #e9e1d2 #241a12 #eef1f4 #ffffff
background    #101413 #f6f0e3 #0a0e13 #000000
surface       #171d1b #efe6d4 #121820 #010101
panel         #202826 #e3d7bf #1b232d #010101
""")
"""The colours of Textual's widgets.

The background of dialogs is not quite black: on a terminal with a black background, pictures under
the text would shine through.
"""


class ColorDepth(Enum):
    """Number of colours of a terminal, by Rich's names."""

    FULL = "truecolor"
    CUBE = "256"
    ANSI = "standard"

    @classmethod
    def from_name(cls, color_system: str | None) -> ColorDepth:
        """Return the depth of a console's colour system."""
        return {"256": cls.CUBE, "standard": cls.ANSI, "windows": cls.ANSI}.get(
            color_system or "", cls.FULL
        )


def _variables(table: Colors) -> dict[str, str]:
    ground, ink = table["row"], table["row-ink"]
    lit_rows = {
        f"block-cursor-{state}{part}": color
        for state in ("", "blurred-")
        for part, color in (("background", ground), ("foreground", ink))
    }
    return {f"board-{name}": color for name, color in table.items()} | lit_rows


def _theme(name: str, column: str, *, dark: bool = True) -> Theme:
    variables = _variables(BOARD[column])
    return Theme(name=name, dark=dark, variables=variables, **AROUND[column])  # type: ignore[arg-type]


LAMPLIGHT = _theme("lamplight", "lamp")
DAYLIGHT = _theme("daylight", "day", dark=False)
HARBOUR = _theme("harbour", "harbour")
CONTRAST = _theme("contrast", "black")

THEMES = (LAMPLIGHT, DAYLIGHT, HARBOUR, CONTRAST)
"""Dark, light, colour-blind safe, and high contrast."""

_CUBE: Final = dict(
    zip([theme.name for theme in THEMES], ("lamp256", "day256", "harb256", "black"), strict=True)
)
"""The columns for terminals with 256 colours."""


def themes_for(depth: ColorDepth) -> tuple[Theme, ...]:
    """Return the themes in the colours that a terminal supports."""
    return THEMES if depth is ColorDepth.FULL else tuple(_in_colors(depth, t) for t in THEMES)


def _in_colors(depth: ColorDepth, theme: Theme) -> Theme:
    if depth is ColorDepth.CUBE:
        table = BOARD[_CUBE[theme.name]]
        if not theme.dark:  # The nearest available colours would be yellow and pink.
            theme = replace(theme, background="#ffffff", surface="#eeeeee", panel="#d7d7d7")
        return replace(theme, variables={**theme.variables, **_variables(table)})
    table = BOARD["dark16" if theme.dark else "light16"]
    variables, lit = {**theme.variables, **_variables(table)}, table["lit"]
    return replace(theme, variables=variables, accent=lit, primary=lit)


def look_for(*, ascii_only: bool, no_color: bool, depth: ColorDepth) -> RenderOptions:
    """Return the options for a terminal; `ascii_only` is the players' choice."""
    is_ascii = ascii_only or not speaks_utf8()
    return RenderOptions(
        ascii=is_ascii,
        letters=depth is ColorDepth.ANSI,
        colorless=no_color,
        blends=depth is ColorDepth.FULL and not no_color,
    )


def speaks_utf8() -> bool:
    """Return True if the locale supports more than ASCII."""
    named = next(
        (os.environ[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if os.environ.get(name)), ""
    )
    if named in ("C", "POSIX"):
        return False
    encoding = locale.getpreferredencoding(False)
    if sys.platform == "win32" and sys.__stdout__:
        encoding = sys.__stdout__.encoding
    encoding = named.partition(".")[2] or encoding
    return encoding.replace("-", "").lower().startswith("utf8")
