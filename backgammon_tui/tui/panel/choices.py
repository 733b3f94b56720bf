"""A list to choose from whose lit row looks as in every other list."""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding, BindingType
from textual.strip import Strip
from textual.widgets import OptionList

from backgammon_tui.tui.panel.text import BAR, seven_bit


def lit_row(strip: Strip, accent: str, *, is_ascii: bool) -> Strip:
    """A row with the bar of what is lit in its first cell."""
    first = next(iter(strip), Segment(" ", Style())).style or Style()
    bar = seven_bit(BAR) if is_ascii else BAR
    return Strip.join([Strip([Segment(bar, first + Style.parse(accent))], 1), strip.crop(1)])


class Choices(OptionList):
    """Has a bar before the option that Enter chooses, for those who see no colours, too."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", show=False, tooltip="take what is lit"),
        Binding("up", "cursor_up", show=False, key_display="up down", tooltip="walk the list"),
    ]

    def render_line(self, y: int) -> Strip:
        """Draw one line."""
        strip = super().render_line(y)
        options = {segment.style.meta.get("option") for segment in strip if segment.style}
        if not self.has_focus or self.highlighted is None or options != {self.highlighted}:
            return strip
        accent = self.app.theme_variables["accent"]
        return lit_row(strip, accent, is_ascii=self.app.has_class("-ascii"))
