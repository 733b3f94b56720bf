"""The win chance of the game that is shown: asked of the program, and drawn in two ways."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

from textual.screen import Screen

from backgammon_tui.engine import Game, Side
from backgammon_tui.modes.glyphs import Glyphs
from backgammon_tui.modes.text import Span, TextLine, TextStyle
from backgammon_tui.opponent import white_chance

_WORK: Final = "win chance"

_APART: Final = 3
"""The blank cells on either side of a win chance in a header."""


class WinChance:
    """The win chance of one game after another, each found in a thread."""

    def __init__(self, screen: Screen[Any], show: Callable[[], None]) -> None:
        self._screen = screen
        self._show = show
        self._asked: Game | None = None
        self._is_busy = False
        self._known: float | None = None

    def of(self, game: Game | None) -> float | None:
        """White's chance to win, 0 to 1, or that of a moment ago while the new one is found.

        None where it is not to be known, not known yet, or not judged.
        """
        if game is None:
            self._asked = self._known = None
        elif game != self._asked and not self._is_busy:
            self._asked, self._is_busy = game, True
            self._screen.run_worker(self._find(game), group=_WORK)
        return self._known

    async def _find(self, game: Game) -> None:
        try:
            found = await asyncio.to_thread(white_chance, game)
        finally:
            self._is_busy = False
        if self._asked == game:
            self._known = found
        self._show()


def with_chance(header: TextLine, chance: float | None, glyphs: Glyphs) -> TextLine:
    """A header with White's win chance in its gap, if there is one that is wide enough."""
    if chance is None:
        return header
    text = f"{glyphs.white} wins {round(100 * chance)} %"
    for at, span in reversed([*enumerate(header.spans)]):
        room = len(span.text) - len(text) - _APART
        if span.text.isspace() and room >= _APART:
            gap = (Span(" " * room), Span(text, TextStyle.ACCENT), Span(" " * _APART))
            return header._replace(spans=(*header.spans[:at], *gap, *header.spans[at + 1 :]))
    return header


def chance_bar(chance: float, height: int, glyphs: Glyphs) -> tuple[TextLine, ...]:
    """A bar of one cell's width between the sides' checkers, White's part of it below."""
    below = round(chance * (height - 2))
    black, white = Span("░", TextStyle.DIM), Span("█", TextStyle.PLAIN)
    bar = [black] * (height - 2 - below) + [white] * below
    above, under = (Span(glyphs.of(side)) for side in (Side.BLACK, Side.WHITE))
    return tuple(TextLine((each,)) for each in (above, *bar, under))
