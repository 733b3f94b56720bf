"""The names of players: data shown as it is, so nothing that could be anything else."""

from __future__ import annotations

import unicodedata
from typing import Final

from backgammon_tui.visible import is_visible

LONGEST_NAME: Final = 40


def check_name(name: str) -> str:
    """Return a name without outer blanks, if a player may be called so.

    Raises:
        ValueError: saying why not: empty, too long, or not all visible.
    """
    name = unicodedata.normalize("NFC", name.strip())
    if not name:
        raise ValueError("a name has at least one character")
    if len(name) > LONGEST_NAME:
        raise ValueError(f"a name has at most {LONGEST_NAME} characters, not {len(name)}")
    if not is_visible(name):
        raise ValueError("a name is made of visible characters")
    return name


def check_names(white: str, black: str) -> tuple[str, str]:
    """Return the names of two players, each checked, which must differ."""
    white, black = check_name(white), check_name(black)
    if white.casefold() == black.casefold():
        raise ValueError("the two players have different names")
    return white, black
