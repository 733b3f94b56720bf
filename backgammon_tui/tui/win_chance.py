"""The win chance of the game that is shown, asked of the program."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

from textual.screen import Screen

from backgammon_tui.engine import Game
from backgammon_tui.opponent import white_chance

_WORK: Final = "win chance"


class WinChance:
    """The win chance of one game after another, each found in a thread."""

    def __init__(self, screen: Screen[Any], show: Callable[[], None]) -> None:
        self._screen = screen
        self._show = show
        self._asked: Game | None = None
        self._is_busy = False
        self._known: float | None = None

    def of(self, game: Game | None) -> float | None:
        """Return White's chance to win, 0 to 1, or the previous one until the new one is found.

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
