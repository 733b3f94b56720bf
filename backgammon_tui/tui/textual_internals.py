"""Private parts of Rich and Textual on which the program depends.

Everything that their new versions may break is in this module; its test explains the purpose of
each part, and what to do if it is gone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from operator import itemgetter
from typing import Any, Final

from rich.color import Color, ColorSystem
from rich.console import Console
from rich.style import Style
from textual import events
from textual._compositor import ChopsUpdate, Compositor, CompositorUpdate, LayoutUpdate
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.geometry import NULL_REGION, Region
from textual.keys import _character_to_key
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


REPORT_US_KEYS: Final = "\x1b[=4;2u"
"""Asks a terminal with kitty's protocol to report the key of a US keyboard with each key."""

_ALTERNATE_KEYS: Final = re.compile(r"\x1b\[(\d+):\d*(?::(\d+))?((?:;[\d:]*)*u)")
"""A key, the same with Shift, that of a US keyboard, and the rest."""

_LAST_ASCII: Final = 127


class LayoutKey(events.Key):
    """A key that types another character on a US keyboard."""

    def __init__(self, typed: str, us_key: str) -> None:
        super().__init__(_character_to_key(us_key), us_key)
        self.typed = typed


# Textual calls the handler that is named like the class.
LayoutKey.handler_name = events.Key.handler_name


class KeyParser(XTermParser):
    """Reads the key of a US keyboard that terminals report with kitty's protocol.

    Skips sequences on which Textual's parser fails, such as `CSI 1:u`.
    """

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[events.Key]:
        base = ""
        if match := _ALTERNATE_KEYS.fullmatch(sequence):
            code, us_code, rest = match.groups()
            base = chr(int(us_code)) if us_code and int(code) > _LAST_ASCII else ""
            is_shortcut = base and not rest.count(";") > 1
            sequence = f"\x1b[{us_code if is_shortcut else code}{rest}"
        for event in super()._sequence_to_key_events(sequence, alt):
            typed = event.character
            if base and typed and not typed.isascii():
                yield LayoutKey(typed, base.upper() if typed.isupper() else base)
            else:
                yield event

    def parse(
        self, token_callback: Callable[[Message], None]
    ) -> Generator[Any, str, None]:  # Its tokens are private.
        """Parse keys, restarting the parser after an unreadable sequence."""
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


class NearbyChanges(Compositor):
    """Renders only those widgets of a screen that overlap a change.

    Textual renders all widgets in the rows of a change, such as every part of a board.
    """

    def render_partial_update(self) -> ChopsUpdate | None:
        visible = self.visible_widgets
        self._cuts = self.cuts  # Computed from all widgets.
        changed: list[Region] = []
        for region in sorted(self._dirty_regions, key=_COLUMNS_FIRST):
            # The changed rows of a widget are regions of their own.
            before = changed[-1] if changed else NULL_REGION
            if region.column_span == before.column_span and region.y == before.bottom:
                changed[-1] = before.union(region)
            else:
                changed.append(region)
        self._visible_widgets = {
            widget: places
            for widget, places in visible.items()
            if any(map(places[0].overlaps, changed))
        }
        try:
            return super().render_partial_update()
        finally:
            self._visible_widgets = visible


_COLUMNS_FIRST = itemgetter(0, 2, 1)


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
