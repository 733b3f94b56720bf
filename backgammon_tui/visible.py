"""Texts that are no more than what they show, and the gate for all others.

File names, paths, the environment and output of other programs may hold anything.
All that is printed passes `escaped`; all that is drawn passes `tui.gate`, too.
"""

from __future__ import annotations

import unicodedata
from typing import Final

_EMPTY: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols by their category that nevertheless show nothing."""


def is_visible(text: str) -> bool:
    """Return True if a text holds no control, format, private or unassigned characters."""
    return all(map(_is_shown, set(text)))


def only_visible(text: str) -> str:
    """Return the visible characters of a text, line by line."""
    return "".join(filter(lambda character: character == "\n" or _is_shown(character), text))


def escaped(text: str, keep: str = "") -> str:
    r"""Return a text with `\x1b` and the like for invisible characters that are not to be kept."""
    if is_visible(text):
        return text
    return "".join(c if c in keep or _is_shown(c) else f"\\x{ord(c):02x}" for c in text)


def _is_shown(character: str) -> bool:
    kind = unicodedata.category(character)
    return kind[0] != "C" and kind not in ("Zl", "Zp") and character not in _EMPTY
