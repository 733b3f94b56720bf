"""Names in columns: measured by what a terminal shows of them, and cut where there is no room."""

from __future__ import annotations

import unicodedata
from typing import Final

from backgammon_tui.visible import is_visible

NARROW: Final = 49
"""The columns of a page that scrolls in a dialog on the smallest screen."""


def cells(text: str) -> int:
    """How many columns a terminal gives a text."""
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    on_top = sum(unicodedata.category(character) in ("Mn", "Me") for character in text)
    return len(text) + wide - on_top


def cut(name: str, width: int) -> str:
    """A name in at most so many columns, with nothing in it that moves the cursor."""
    name = "".join(character if is_visible(character) else "?" for character in name)
    if cells(name) <= width:
        return name
    while cells(name) > width - 3:
        name = name[:-1]
    return f"{name.rstrip()}..."


def left(text: str, width: int) -> str:
    """A text at the left of a column."""
    return text + " " * (width - cells(text))


def right(text: str, width: int) -> str:
    """A text at the right of a column."""
    return " " * (width - cells(text)) + text


def wrap(text: str, width: int, indent: str = "") -> list[str]:
    """Sentences broken into lines of at most so many columns; no word may be wider."""
    lines: list[str] = []
    for word in text.split(" "):
        if lines and cells(lines[-1]) + 1 + cells(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(indent + word)
    return lines
