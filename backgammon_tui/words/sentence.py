"""Fragments of text as sentences."""

from __future__ import annotations


def sentence(text: object) -> str:
    """A text, or the message of an error, with a capital at its beginning and a stop at its end."""
    written = str(text).removesuffix(".")
    return f"{written[:1].upper()}{written[1:]}."
