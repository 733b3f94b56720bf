"""A list to choose from whose highlighted row looks as in every other list."""

from __future__ import annotations

from typing import Any, ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.binding import Binding, BindingType
from textual.strip import Strip
from textual.widgets import OptionList

from backgammon_tui.modes.text import BAR
from backgammon_tui.tui.terminal_look import written


def lit_row(strip: Strip, app: App[Any]) -> Strip:
    """Return a row with the bar of the highlighted row in its first cell."""
    style = next(iter(strip), Segment(" ", Style())).style or Style()
    style += Style.parse(app.theme_variables["accent"])
    return Strip.join([Strip([Segment(written(BAR, app), style)], 1), strip.crop(1)])


class Choices(OptionList):
    """Has a bar before the option that Enter chooses, for those who see no colours, too."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", tooltip="take the highlighted line"),
        Binding("up", "cursor_up", key_display="up down", tooltip="walk the list"),
    ]

    def render_line(self, y: int) -> Strip:
        strip = super().render_line(y)
        options = {segment.style.meta.get("option") for segment in strip if segment.style}
        if not self.has_focus or self.highlighted is None or options != {self.highlighted}:
            return strip
        return lit_row(strip, self.app)
