"""Private parts of Rich and Textual on which the program depends.

Everything that their new versions may break is in this module; its test explains the purpose of
each part, and what to do if it is gone.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import suppress
from typing import Any, Final

from rich.color import Color, ColorSystem
from rich.console import Console
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.message import Message
from textual.strip import Strip

SYNC_START: Final = "\x1b[?2026h"
SYNC_END: Final = "\x1b[?2026l"
"""The codes that Textual writes around a paint, if the terminal supports them."""


class ClearStyle(Style):
    """A foreground that never gets a background, so the pictures below stay visible.

    Under a dialog, Textual tints the styles of the screen below and adds missing backgrounds. This
    class takes only the foreground of the tinted style.
    """

    __slots__ = ()

    def __add__(self, style: Style | None) -> ClearStyle:
        if not style or self.color is None or style.color is None:
            return self
        return ClearStyle(color=style.color, bgcolor=Color.default(), bold=self.bold)

    __radd__ = __add__

    def clear_meta_and_links(self) -> ClearStyle:  # type: ignore[override]
        return self

    @property
    def without_color(self) -> ClearStyle:
        return ClearStyle(bgcolor=Color.default(), bold=self.bold)


def forget_closed_widgets() -> None:
    """Clear Textual's cache of lines, which would keep the last thousand widgets alive."""
    StylesCache.get_inner_outer.cache_clear()


class KeyParser(XTermParser):
    """Skips sequences on which Textual's parser fails, such as `CSI 1:u`."""

    def parse(self, token_callback: Callable[[Message], None]) -> Generator[Any, str, None]:
        """Restart the parser after each of them."""
        while True:
            with suppress(ValueError, OverflowError):
                yield from super().parse(token_callback)
                return


Piece = tuple[int, int, Strip]
"""A piece of a painted line: its column, row and content."""


class Paint(CompositorUpdate):
    """A paint whose text is computed when it is sent."""

    def __init__(self, text: Callable[[ColorSystem], str]) -> None:
        self._text = text

    def render_segments(self, console: Console) -> str:
        return self._text(console._color_system or ColorSystem.TRUECOLOR)


def pieces_of(update: object) -> list[Piece] | None:
    """Return the whole strips that a paint changes; None if its kind is sent unchanged."""
    if isinstance(update, LayoutUpdate):
        lines = enumerate(update.strips, update.region.y)
        return [(update.region.x, y, Strip.join(strips)) for y, strips in lines]
    if not isinstance(update, ChopsUpdate):
        return None
    pieces: dict[tuple[int, int], Piece] = {}
    for y, left, right in update.spans:
        for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            if strip is not None and x < right and end > left:
                pieces[x, y] = x, y, strip
    return [*pieces.values()]
