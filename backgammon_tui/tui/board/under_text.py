"""The internals of Rich and Textual on which pictures under the text depend.

Everything that a new version of theirs may change is in this module; its test tells the rest.
"""

from __future__ import annotations

from typing import Final

from rich.color import Color
from rich.style import Style

SYNC_START: Final = "\x1b[?2026h"
SYNC_END: Final = "\x1b[?2026l"
"""Textual writes these around a paint, each for itself, if the terminal knows them."""


class ClearStyle(Style):
    """An ink without a ground, whatever is added to it: the terminal's own lets pictures through.

    Under a dialog Textual tints the styles of the screen below, and gives a ground to those
    without one. Of the tinted style only the ink is taken.
    """

    __slots__ = ()

    def __add__(self, style: Style | None) -> ClearStyle:
        if not style or self.color is None or style.color is None:
            return self
        return ClearStyle(color=style.color, bgcolor=Color.default(), bold=self.bold)

    __radd__ = __add__

    def clear_meta_and_links(self) -> ClearStyle:  # type: ignore[override]
        """Return the style itself, which has neither."""
        return self

    @property
    def without_color(self) -> ClearStyle:
        """The same without an ink."""
        return ClearStyle(bgcolor=Color.default(), bold=self.bold)
