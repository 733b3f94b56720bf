"""Whether a text is no more than what it shows."""

from __future__ import annotations

import unicodedata
from typing import Final

_EMPTY: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols by their category that nevertheless show nothing."""


def is_visible(text: str) -> bool:
    """Whether a text holds no control, format, private or unassigned characters."""
    return all(map(_is_shown, set(text)))


def only_visible(text: str) -> str:
    """What a text shows, line by line."""
    return "".join(filter(lambda character: character == "\n" or _is_shown(character), text))


def _is_shown(character: str) -> bool:
    kind = unicodedata.category(character)
    return kind[0] != "C" and kind not in ("Zl", "Zp") and character not in _EMPTY
