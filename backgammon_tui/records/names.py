"""What players may be called: data shown as it is, so nothing that could be anything else."""

from __future__ import annotations

import unicodedata
from typing import Final

LONGEST_NAME: Final = 40
"""The most characters of a player's name."""


def check_name(name: str) -> str:
    """The name without outer blanks, if a player may be called so.

    Raises:
        ValueError: if nothing is left, it is too long, or it holds control or otherwise
            invisible characters.
    """
    name = unicodedata.normalize("NFC", name.strip())
    if not name:
        raise ValueError("a name has at least one character")
    if len(name) > LONGEST_NAME:
        raise ValueError(f"a name has at most {LONGEST_NAME} characters, not {len(name)}")
    if not is_visible(name):
        raise ValueError("a name is made of visible characters")
    return name


def is_visible(text: str) -> bool:
    """Whether a text holds no control, format, private or unassigned characters."""
    kinds = {unicodedata.category(character) for character in text}
    return not any(kind[0] == "C" or kind in ("Zl", "Zp") for kind in kinds)
