"""The keys at the foot of screens without a board, as they look at the foot of a board."""

from __future__ import annotations

from textual.content import Content


def key_words(*keys: tuple[str, str]) -> Content:
    """Keys, each with what it does after it.

    Args:
        keys: The names of keys and their words.
    """
    parts: list[tuple[str, str]] = []
    for key, word in keys:
        parts += [(f" {key}", "bold $accent"), (f" {word} ", "$foreground 60%")]
    return Content.assemble(*parts)
