"""What players choose in the menu, and after a game."""

from __future__ import annotations

from enum import Enum

from backgammon_tui.storage.table import Table


class MenuItem(Enum):
    """An entry of the menu; the value is its text."""

    RULES = "Rules and keys"
    RULEBOOK = "Rulebook"
    LOG = "The game so far"
    SCORE = "Score sheet"
    WORDS = "Words for the dice"
    SHARE = "Copy and write"
    GRID = "The 36 throws"
    SANDBOX = "Try things in the sandbox"
    TAKE_BACK = "Take back the last throw"
    RESIGN = "Resign"
    DRAW = "Offer a draw"
    RESULT = "Result"
    OPTIONS = "Options"
    LEAVE = "Leave"

    def makes_sense(self, table: Table) -> bool:
        """Whether it can be chosen now."""
        match self:
            case MenuItem.RESIGN | MenuItem.DRAW:
                return not table.game.is_over
            case MenuItem.RESULT:
                return table.game.is_over
            case MenuItem.TAKE_BACK:
                return not table.accepted and bool(table.actions)
            case MenuItem.WORDS:
                return table.takes_words
            case MenuItem.GRID:
                return table.game.side is not None
            case _:
                return True


class NextStep(Enum):
    """What the players want after a game."""

    ACCEPT = "accept"
    TAKE_BACK = "take back"
    NEXT_GAME = "next game"
    REMATCH = "rematch"
    SWAPPED = "rematch with the sides swapped"
    PICTURE = "picture"
    LOOK = "look"
