"""What players choose in the menu, and after a game."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from backgammon_tui.engine.notation import Numbering
from backgammon_tui.engine.position import Side
from backgammon_tui.records.table import Table
from backgammon_tui.tui.keys import Options


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
    COACH_WHITE = "Coach for White"
    COACH_BLACK = "Coach for Black"
    FORCED = "Play forced plays by themselves"
    NUMBERING = "Numbers of the points"
    MIRRORED = "Mirror the board"
    TURNING = "Turn the board to the side to play"
    TUMBLING = "Let the dice tumble"
    BIG = "Big view for projectors"

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

    @property
    def is_option(self) -> bool:
        """Whether it is one of the options, which change where they stand."""
        return bool(self.state(Options()))

    def change(self, options: Options) -> Options:
        """The options after this entry was chosen."""
        match self:
            case MenuItem.COACH_WHITE | MenuItem.COACH_BLACK:
                return replace(options, coach=options.coach ^ {_COACHED[self]})
            case MenuItem.FORCED:
                return replace(options, plays_forced=not options.plays_forced)
            case MenuItem.NUMBERING:
                order = tuple(Numbering)
                after = order[(order.index(options.numbering) + 1) % len(order)]
                return replace(options, numbering=after)
            case MenuItem.MIRRORED:
                return replace(options, mirrored=not options.mirrored)
            case MenuItem.TURNING:
                return replace(options, turning=not options.turning)
            case MenuItem.TUMBLING:
                return replace(options, tumbling=not options.tumbling)
            case MenuItem.BIG:
                return replace(options, big=not options.big)
            case _:
                return options

    def state(self, options: Options) -> str:
        """How an option stands, if this entry is one."""
        match self:
            case MenuItem.COACH_WHITE | MenuItem.COACH_BLACK:
                return _on(_COACHED[self] in options.coach)
            case MenuItem.FORCED:
                return _on(options.plays_forced)
            case MenuItem.NUMBERING:
                return _NUMBERINGS[options.numbering]
            case MenuItem.MIRRORED:
                return _on(options.mirrored)
            case MenuItem.TURNING:
                return _on(options.turning)
            case MenuItem.TUMBLING:
                return _on(options.tumbling)
            case MenuItem.BIG:
                return _on(options.big)
            case _:
                return ""


_COACHED = {MenuItem.COACH_WHITE: Side.WHITE, MenuItem.COACH_BLACK: Side.BLACK}

_NUMBERINGS = {
    Numbering.STANDARD: "24 to 1, pips to go",
    Numbering.TRACK: "1 to 24, pips gone",
    Numbering.TABLES: "by tables, 1·1 to 4·1",
}


def _on(value: bool) -> str:
    return "on" if value else "off"


class NextStep(Enum):
    """What the players want after a game."""

    ACCEPT = "accept"
    TAKE_BACK = "take back"
    NEXT_GAME = "next game"
    REMATCH = "rematch"
    SWAPPED = "rematch with the sides swapped"
    PICTURE = "picture"
    LOOK = "look"


class TroubleStep(Enum):
    """What the players want when the records cannot be used; the value is its text."""

    AGAIN = "Try again"
    RESCUED = "Set the damaged file aside and save what can be read"
    ANEW = "Write this match into the records again"
    UNSAVED = "Play on without saving"
