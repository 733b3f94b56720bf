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


class TroubleStep(Enum):
    """What the players want when the records cannot be used; the value is its text."""

    AGAIN = "Try again"
    RESCUED = "Set the damaged file aside and rescue what can be read"
    ANEW = "Write this match to the records again"
    UNSAVED = "Play on without saving"
