"""What the keys of the sandbox do, for the panel, the menu and the screen alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from backgammon_tui.engine.rules import Rules


def _always(_: Rules) -> bool:
    return True


@dataclass(frozen=True)
class _Told:
    """A key with what it does, in one word and in a few."""

    key: str
    word: str
    text: str
    fits: Callable[[Rules], bool] = _always


class Deed(Enum):
    """What can be done in the sandbox besides pointing, walking and playing."""

    TRAP = _Told("t", "trap", "Trap a checker, or free it", lambda rules: rules.landing.may_trap)
    REST = _Told(
        "h", "rest off", "The rest in hand, or borne off", lambda rules: rules.starts_in_hand
    )
    DOUBLET = _Told(
        "f",
        "doublet",
        "First doublet thrown, or not",
        lambda rules: rules.first_doublet_face_only,
    )
    OTHER = _Told("v", "turn", "The other side throws")
    EMPTY = _Told("z", "empty", "Empty the board")
    START = _Told("a", "start", "The start of the game")
    EXCHANGE = _Told("x", "exchange", "Exchange White and Black")
    LINE = _Told("p", "paste", "Paste or type a position line")
    RULES = _Told("r", "rules", "Another game, table rules")
    EDIT = _Told("e", "set up", "Change the board as it stands")
    GRID = _Told("g", "throws", "The 36 throws as a square")
    COPY = _Told("c", "copy", "Copy and write")
    LESSON = _Told("s", "lesson", "Save what was played as a lesson")
    MATCH = _Told("m", "match", "Play on from here as a match")

    @property
    def key(self) -> str:
        """The key."""
        return self.value.key

    @property
    def word(self) -> str:
        """What it does, in a word or two."""
        return self.value.word

    @property
    def text(self) -> str:
        """What it does, as the menu says it."""
        return self.value.text

    def fits(self, rules: Rules, *, plays: bool) -> bool:
        """Whether it can be done under some rules.

        Args:
            rules: The rules.
            plays: Whether moves are made, and no position set up.
        """
        where = _PLAYING if plays else _SETTING_UP
        return self in where and self.value.fits(rules)


_BOTH = (Deed.OTHER, Deed.GRID, Deed.COPY, Deed.LESSON, Deed.MATCH)
_PLAYING = (Deed.EDIT, *_BOTH)
# While moves are made the letters of hand, bar, off and in are typed as notation.
_SETTING_UP = tuple(deed for deed in Deed if deed is not Deed.EDIT)
