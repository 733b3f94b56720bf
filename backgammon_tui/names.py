"""Player names, and the levels of computer players.

A player called `computer:strong` is the computer, even if more words follow. Records, transcripts
and statistics treat this name like any other.
"""

from __future__ import annotations

import re
import unicodedata
from enum import Enum
from functools import lru_cache
from typing import Final

from backgammon_tui.text_file import is_visible

MAX_NAME: Final = 40


@lru_cache(maxsize=64)  # Every copy of a record or of the options checks the same names.
def check_name(name: str, *, is_kept: bool = False) -> str:
    """Return a name without surrounding spaces; raise `ValueError` for an invalid one.

    Args:
        is_kept: True for a name in a file: earlier versions accepted invisible marks.
    """
    name = unicodedata.normalize("NFC", name.strip())
    if not name:
        raise ValueError("a name must have at least one character")
    if len(name) > MAX_NAME:
        raise ValueError(f"a name has at most {MAX_NAME} characters, not {len(name)}")
    if not is_visible(name) or not (is_kept or all(map(_is_mark_seen, " " + name, name))):
        raise ValueError("a name must consist of visible characters")
    return name


_HIDDEN_MARKS: Final = frozenset("\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f")


def _is_mark_seen(before: str, character: str) -> bool:
    """Return False for a mark without a letter or sign that it could change."""
    if unicodedata.category(character)[0] != "M":
        return True
    if character in _HIDDEN_MARKS or before.isspace():
        return False
    if _is_variation_selector(character):
        # Variation selectors choose the form of a sign, a digit or an ideograph.
        return unicodedata.category(before) in ("So", "Sm", "Sk", "Po", "Nd", "Lo")
    return True


def _is_variation_selector(character: str) -> bool:
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"


def check_names(white: str, black: str, *, is_kept: bool = False) -> tuple[str, str]:
    white, black = check_name(white, is_kept=is_kept), check_name(black, is_kept=is_kept)
    if white.casefold() == black.casefold():
        raise ValueError("the two players must have different names")
    return white, black


# ---- the computer


class Level(Enum):
    BEGINNER = "beginner"
    EASY = "easy"
    MEDIUM = "medium"
    STRONG = "strong"
    STRONGEST = "strongest"
    """Searches two rolls ahead."""


STRENGTH: Final = {
    Level.BEGINNER: "loses to most people after a day",
    Level.EASY: "beats most people in their first week",
    Level.MEDIUM: "beats most people after a few weeks",
    Level.STRONG: "beats most people after some years",
    Level.STRONGEST: "beats nearly everybody",
}
"""A short description of each level; `docs/computer.md` has the measurements."""

LEVELS: Final = ", ".join(level.value for level in Level)
_PREFIX: Final = "computer:"
COMPUTER: Final = "Computer"


@lru_cache(maxsize=64)
def level_of(name: str) -> Level | None:
    prefix, _, rest = name.strip().casefold().partition(":")
    if f"{prefix}:" != _PREFIX:
        return None
    word = rest.split(maxsplit=1)[0] if rest.strip() else ""
    try:
        return Level(word)
    except ValueError:
        raise ValueError(f"the computer has no level {word[:40]!a}, only {LEVELS}") from None


def distinct_names(white: str, black: str) -> tuple[str, str]:
    is_same = white.strip().casefold() == black.strip().casefold()
    return white, f"{black} 2" if is_same and is_computer(black) else black


def swap_names(white: str, black: str) -> tuple[str, str]:
    """Return two names with the sides swapped; a player named after a side is renamed."""
    first = "White" if black.strip().casefold() == "black" else black
    return first, "Black" if white.strip().casefold() == "white" else white


def name_of(level: Level) -> str:
    return f"{_PREFIX}{level.value}"


def display_name(name: str) -> str:
    if not is_computer(name):
        return name
    level, *rest = name.partition(":")[2].split()
    return " ".join([f"Computer ({level.casefold()})", *rest])


def parse_display_name(text: str) -> str:
    match = re.fullmatch(rf"\s*{COMPUTER} \((\w+)\)(.*)", text, re.IGNORECASE)
    return f"{_PREFIX}{match[1].casefold()}{match[2]}" if match else text


def short_names(white: str, black: str) -> tuple[str, str]:
    """Return two players' names for sentences: `Computer`, or `Easy` and `Strong`."""
    if is_computer(white) and is_computer(black):
        white, black = (name.partition(":")[2].strip().capitalize() for name in (white, black))
        return white, black
    short = [COMPUTER if is_computer(name) else name for name in (white, black)]
    if short[0].casefold() == short[1].casefold():
        return display_name(white), display_name(black)
    return short[0], short[1]


@lru_cache(maxsize=64)
def is_computer(name: str) -> bool:
    try:
        return level_of(name) is not None
    except ValueError:
        return False
