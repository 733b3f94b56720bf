"""Text layout by the columns that a terminal uses: measuring, wrapping and cutting.

Widths come from rich, because the screen is drawn with it.
"""

from __future__ import annotations

import re
from typing import Final

from backgammon_tui.text_file import shown_places

NARROW: Final = 49
"""Columns of a scrolling page in a dialog on the smallest screen."""

TIED: Final = "\N{NO-BREAK SPACE}"
"""A space at which `wrap` never breaks a line."""

_WORD: Final = re.compile(rf"([^\S{TIED}]*)((?:\S|{TIED})+)")
"""A word with the spaces before it."""


def cells(text: str) -> int:
    if text.isascii():
        return len(text)
    from rich.cells import cell_len  # Plain ASCII needs no width table.

    return cell_len(text)


def cut(name: str, width: int) -> str:
    shown = zip(name, shown_places(name), strict=True)
    name = "".join(character if is_shown else "?" for character, is_shown in shown)
    return name if cells(name) <= width else f"{_prefix(name, width - 3)}..."


def fit(text: str, width: int) -> str:
    """Cut a text to at most `width` columns, with an ellipsis."""
    if cells(text) <= width:
        return text
    return f"{_prefix(text, width - 1)}…" if width > 0 else ""


def _prefix(text: str, width: int) -> str:
    width = max(width, 0)
    if text.isascii():
        return text[:width].rstrip()
    from rich.cells import set_cell_size

    return set_cell_size(text, width).rstrip()


def fit_both(names: tuple[str, str], width: int) -> tuple[str, str]:
    first, second = (min(cells(name), (width + 1) // 2) for name in names)
    return fit(names[0], width - second), fit(names[1], width - first)


def left(text: str, width: int) -> str:
    return text + " " * (width - cells(text))


def right(text: str, width: int) -> str:
    return " " * (width - cells(text)) + text


def wrap(text: str, width: int, indent: str = "", below: str | None = None) -> list[str]:
    """Wrap a text into lines of at most `width` columns.

    Args:
        text: Some sentences. Spaces between words are kept, except at the end of a line.
        width: The columns of a line. A wider word is cut; a move is cut after a slash.
        indent: Spaces or a mark at the beginning of the first line.
        below: The same for the other lines, if it differs.
    """
    if "\n" not in text and cells(indent + text) <= width:  # The usual case.
        return [(indent + text.rstrip()).replace(TIED, " ")] if text.strip() else []
    below = indent if below is None else below
    lines, heads = [""], [indent]
    measure = len if f"{text}{indent}{below}".isascii() else cells
    for gap, word in _words(text, width):
        longer = lines[-1] + gap + word
        if measure(heads[-1] + longer) <= width:
            lines[-1] = longer
            continue
        room = width - measure(heads[-1] + lines[-1] + gap)
        rest = word
        if lines[-1] and measure(word) > width and _pieces(word, room)[0].endswith("/"):
            begun = _pieces(word, room)[0]
            lines[-1], rest = lines[-1] + gap + begun, word[len(begun) :]
        own = width - measure(below if lines[-1] else indent)
        for piece in [rest] if measure(rest) <= own else _pieces(rest, own):
            if lines[-1]:
                lines.append("")
                heads.append(below)
            lines[-1] = piece
    headed = zip(heads, lines, strict=True)
    return [(head + text).replace(TIED, " ") for head, text in headed if text]


def _words(text: str, width: int) -> list[tuple[str, str]]:
    """Split a text into words with the spaces before them; tied words stay together if they fit."""
    parts: list[tuple[str, str]] = []
    for gap, tied in _WORD.findall(text):
        first, *others = tied.split(TIED) if TIED in tied and cells(tied) > width else [tied]
        parts.append((" " * len(gap), first))
        if others:
            parts += [(" ", word) for word in others]
    return parts


def _pieces(word: str, width: int) -> list[str]:
    """Cut a word that is wider than a line: a move after a slash, never inside a number."""
    pieces = [""]
    for character in word:
        if cells(pieces[-1] + character) > width:
            head, slash, rest = pieces[-1].rpartition("/")
            pieces[-1:] = [head + slash, rest] if head else [pieces[-1], ""]
        pieces[-1] += character
    return pieces
