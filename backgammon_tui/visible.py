"""Whether a text is no more than what it shows."""

from __future__ import annotations

import unicodedata


def is_visible(text: str) -> bool:
    """Whether a text holds no control, format, private or unassigned characters."""
    kinds = {unicodedata.category(character) for character in text}
    return not any(kind[0] == "C" or kind in ("Zl", "Zp") for kind in kinds)
