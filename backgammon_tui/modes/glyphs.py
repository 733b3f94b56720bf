"""The characters of header, panel and footer."""

from __future__ import annotations

from typing import NamedTuple

from backgammon_tui.engine import Side


class Glyphs(NamedTuple):
    """The characters that stand for the sides and for marks."""

    white: str = "●"
    black: str = "○"
    prompt: str = "›"
    caret: str = "▏"
    rule: str = "─"
    """The filling of a line after a heading."""
    refused: str = "✗"
    dot: str = "·"
    below: str = "↓"
    above: str = "↑"
    """This mark and the one before: a list goes on above or below its visible part."""
    bars: str = " ▁▂▃▄▅▆▇█"
    """A cell of a chart, from empty to full."""

    here: str = "▲"
    left: str = "∘"
    """The mark of a place that a checker left."""

    again: str = "↻"

    def of(self, side: Side) -> str:
        """Return the glyph of a side."""
        return self.white if side is Side.WHITE else self.black


LETTERS = Glyphs("O", "X")
ASCII = Glyphs("O", "X", ">", "_", "-", "?", "-", "v", "^", " .:#", "^", "=", "+")
