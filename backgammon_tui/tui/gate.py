"""The gate before the terminal: nothing is drawn that a terminal would obey."""

from __future__ import annotations

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from backgammon_tui.visible import is_visible
from backgammon_tui.words.columns import cells


class OnlyVisible(LineFilter):
    """Takes the invisible characters out of every line that is drawn.

    Texts from elsewhere are escaped where they are put into a sentence. This is for the one
    that is forgotten. The width of a line has been measured by then and stays.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments of a line without invisible characters."""
        for segment in segments:
            if not (segment.text.isprintable() or segment.control):
                break
        else:
            return segments
        return [
            segment if segment.control else Segment(_in_same_cells(segment.text), segment.style)
            for segment in segments
        ]


def _in_same_cells(text: str) -> str:
    return "".join(c if is_visible(c) else " " * cells(c) for c in text)
