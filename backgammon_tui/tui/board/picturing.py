"""The protocols between a board and the pictures that may lie under it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, Protocol

from backgammon_tui.modes.board_view import BoardPlace, PlaceView
from backgammon_tui.tui.board.band import BandView
from backgammon_tui.tui.board.motion import Flying


class Picturing(Protocol):
    """The pictures of a board of one size and theme."""

    def spot(self, place: BoardPlace, index: int) -> tuple[int, int]:
        """Return the spot of a checker of a stack, by the number of checkers below it."""

    def placements(
        self, view_of: Callable[[BoardPlace], PlaceView], band: BandView, flying: Flying
    ) -> Mapping[Hashable, Any]:
        """Return the placements for the board's places, dice and sliding checkers."""
