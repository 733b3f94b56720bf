"""Boards of compiled players read back, to be compared with the engine's."""

from __future__ import annotations

from backgammon_tui.engine import Place, Position, Side
from training.arrays import PLACES, SIDE, TRAPPED, Array


def position_of(board: Array, side: Side) -> Position:
    """The position of a board on which `side` is the first."""
    halves = {
        player: " ".join(
            f"{Place(place).word if place in set(Place) else place}:"
            + ("1!" if count == TRAPPED else str(count))
            for place, count in enumerate(board[first : first + PLACES])
            if count
        )
        for first, player in ((0, side), (SIDE, side.other))
    }
    return Position.parse(f"W {halves[Side.WHITE]} / B {halves[Side.BLACK]}")
