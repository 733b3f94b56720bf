"""What the players can want where the program asks them in a dialog."""

from __future__ import annotations

from enum import Enum


class NextStep(Enum):
    """What the players want after a game."""

    ACCEPT = "accept"
    TAKE_BACK = "take back"
    NEXT_GAME = "next game"
    REMATCH = "rematch"
    SWAPPED = "rematch with the sides swapped"
    PICTURE = "picture"
    REVIEW = "review"
