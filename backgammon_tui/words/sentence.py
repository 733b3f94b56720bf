"""Fragments of text as sentences."""

from __future__ import annotations


def sentence(text: object) -> str:
    """A text, or the message of an error, with a capital at its beginning and a stop at its end."""
    return f"{capitalized(str(text).removesuffix('.'))}."


def capitalized(text: str) -> str:
    """A text with a capital at its beginning; names in it keep their letters."""
    return text[:1].upper() + text[1:]
