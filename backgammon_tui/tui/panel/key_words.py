"""Words that can be clicked on screens without a board."""

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


def tabs(head: str, names: Sequence[str], lit: int) -> Content:
    """The names of some pages after what they are pages of; a click on one turns to it."""
    parts = [Content.styled(f" {head}  ", "$board-dim")]
    for index, name in enumerate(names):
        style = "bold $accent" if index == lit else "$board-dim"
        parts += [clickable(Content.styled(f" {name} ", style), f"turn_to({index})"), Content("  ")]
    return Content.assemble(*parts)
