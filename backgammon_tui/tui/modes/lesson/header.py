"""The line above a lesson."""

from __future__ import annotations

from typing import Final, NamedTuple

from backgammon_tui.engine.position import Side
from backgammon_tui.teach.running import Run
from backgammon_tui.tui.modes.lesson.state import NAMES
from backgammon_tui.tui.panel.glyphs import Glyphs
from backgammon_tui.tui.panel.header import actor_style
from backgammon_tui.tui.panel.text import Span, TextLine, TextStyle, spread

ROOMY: Final = 110
"""From so many columns on header and footer have room for all words and keys."""


class Where(NamedTuple):
    """Which lesson of a course this is; of none where a file is played."""

    number: int = 0
    of: int = 0
    following: str = ""
    """The title of the next lesson, if there is one."""


def lesson_header(run: Run, where: Where, width: int, glyphs: Glyphs) -> TextLine:
    """The line above the board: the game, the lesson, who is who, how far it is."""
    steps = len(run.lesson.steps)
    of, lesson = (" of ", "lesson ") if width >= ROOMY else ("/", "")
    place = f"{lesson}{where.number}{of}{where.of} {glyphs.dot} " if where.of else ""
    step = f"step {min(run.number + 1, steps)}{of}{steps}"
    right = [
        Span(f"{glyphs.of(side)} {NAMES.name(side)} ", actor_style(run.game, side)) for side in Side
    ]
    right.append(Span(f" {place}{step} ", TextStyle.DIM))
    left = [
        Span(f" {run.lesson.rules.short_title} ", TextStyle.BADGE),
        Span(f" {run.lesson.title}", TextStyle.BRIGHT),
    ]
    return TextLine(spread(left, right, width))
