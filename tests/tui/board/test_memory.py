from __future__ import annotations

import gc
import tracemalloc

from backgammon_tui.tui.board.canvas import Cell
from backgammon_tui.tui.board.drawn import strip_of

MAX_KEPT = 12_000_000
"""Maximum bytes for the rows of boards that were shown before."""


def test_rows_of_earlier_boards_take_little_memory() -> None:
    """A strip remembers how it was cut, so each takes 5 kB; a game shows a hundred new ones."""

    def draw(number: int) -> None:
        letters = f"{number:>4}" * 20
        row = tuple(Cell(letters[column], column // 4 % 2, 0) for column in range(80))
        strip_of(row, ()).crop(0, 60).divide([20, 40, 60])

    strip_of.cache_clear()
    tracemalloc.start()
    try:
        for number in range(3000):
            draw(number)
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] < MAX_KEPT
    finally:
        tracemalloc.stop()
        strip_of.cache_clear()
