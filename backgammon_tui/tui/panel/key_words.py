"""The keys at the foot of screens without a board, as they look at the foot of a board."""

from __future__ import annotations

from textual.content import Content
from textual.style import Style


def key_words(*keys: tuple[str, str]) -> Content:
    """Keys, each with what it does after it; a click on `esc` does what the key does.

    Args:
        keys: The names of keys and their words.
    """
    parts: list[Content | tuple[str, str]] = []
    for key, word in keys:
        name = Content.styled(f" {key}", "bold $accent")
        if key == "esc":
            name = name.stylize(Style.from_meta({"@click": "screen.leave"}))
        parts += [name, (f" {word} ", "$board-dim")]
    return Content.assemble(*parts)
