"""Words that can be clicked on screens without a board, and the keys at their foot."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.style import Style
from textual.widgets import Static


class Clickable(Static):
    """Shows words of which some can be clicked, which look like the others."""

    auto_links = False


def clickable(words: Content, action: str) -> Content:
    """Words on which a click does what an action of the screen does."""
    return words.stylize(Style.from_meta({"@click": f"screen.{action}"}))


def key_words(*keys: tuple[str, str]) -> Content:
    """Keys, each with what it does after it; a click on `esc` does what the key does."""
    parts: list[Content | tuple[str, str]] = []
    for key, word in keys:
        name = Content.styled(f" {key}", "bold $accent")
        parts += [clickable(name, "leave") if key == "esc" else name, (f" {word} ", "$board-dim")]
    return Content.assemble(*parts)


def tabs(head: str, names: Sequence[str], lit: int) -> Content:
    """The names of some pages after what they are pages of; a click on one turns to it."""
    parts = [Content.styled(f" {head}  ", "$board-dim")]
    for index, name in enumerate(names):
        style = "bold $accent" if index == lit else "$board-dim"
        parts += [clickable(Content.styled(f" {name} ", style), f"turn_to({index})"), Content("  ")]
    return Content.assemble(*parts)
