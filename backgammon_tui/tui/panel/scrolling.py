"""The panel as lines, and texts in it that scroll where they are too long."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from backgammon_tui.tui.inputs import Key
from backgammon_tui.tui.panel.text import BLANK, Span, TextLine, TextStyle


class Panel(NamedTuple):
    """What stands beside the board, and how far what scrolls in it is scrolled."""

    lines: tuple[TextLine, ...]
    top: int = 0
    """The line that stands first in what scrolls."""

    last_top: int = 0
    """The largest `top` that makes sense."""

    is_text: bool = False
    """Whether it is a text that scrolls, not a list; the keys of pages move it then."""

    page: int = 1
    """How many lines a page is."""


def stack(blocks: Sequence[Sequence[TextLine]], height: int) -> list[TextLine]:
    """Blocks one under the other, apart if there is room."""
    filled = [block for block in blocks if block]
    airy = [each for block in filled for each in (BLANK, *block)][1:]
    return airy if len(airy) <= height else [each for block in filled for each in block]


def scroll_text(
    text: Sequence[TextLine], below: Sequence[TextLine], height: int, top: int
) -> Panel:
    """A text that is longer than its room, with a line that says so, above what never scrolls."""
    room = max(height - len(below) - 1, 1)
    last = max(len(text) - room, 0)
    top = min(max(top, 0), last)
    more = (
        Span("pgup", TextStyle.KEY if top else TextStyle.DIM, Key.PAGE_UP),
        Span(" "),
        Span("pgdn", TextStyle.KEY if top < last else TextStyle.DIM, Key.PAGE_DOWN),
        Span(" more", TextStyle.DIM, Key.PAGE_DOWN),
    )
    lines = (*text[top : top + room], TextLine(more), *below)
    return Panel(lines[:height], top, last, is_text=True, page=room)
