"""The chance to win in the course of a game, as a chart of characters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

BARS: Final = " ▁▂▃▄▅▆▇█"
"""The characters of a cell, from empty to full."""

SEVEN_BIT_BARS: Final = " .:#"


def win_chart(chances: Sequence[float], width: int, height: int, bars: str) -> list[str]:
    """Draw a chart whose columns rise with White's chance to win.

    Args:
        chances: From 0 to 1, in the course of the game; at least one.
        width: The columns.
        height: The rows.
        bars: The characters of a cell, from empty to full.

    Returns:
        The rows, the uppermost first.
    """
    parts = len(bars) - 1
    columns = [chances[x * len(chances) // width] for x in range(width)]
    filled = [round(chance * height * parts) for chance in columns]
    return [
        "".join(bars[min(max(part - row * parts, 0), parts)] for part in filled)
        for row in reversed(range(height))
    ]


def column_of(at: int, count: int, width: int) -> int:
    """Return the column, counted from 0, of chance number `at`."""
    return min(max(at * width // max(count, 1), 0), width - 1)
