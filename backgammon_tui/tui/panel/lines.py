"""A widget that shows lines of text and says what was clicked."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from backgammon_tui.tui.inputs import Click
from backgammon_tui.tui.panel.text import BLANK, Span, TextLine, TextStyle, seven_bit


class Lines(Widget):
    """Draws the lines it is given; nothing is laid out and nothing is measured by Textual."""

    @dataclass
    class LinkClicked(Message):
        """Something that can be clicked was."""

        click: Click

    @dataclass
    class Scrolled(Message):
        """The wheel was turned by so many lines."""

        by: int

    def __init__(self, *, id: str | None = None) -> None:
        """Start without lines."""
        super().__init__(id=id)
        self._lines: tuple[TextLine, ...] = ()
        self.is_ascii = False
        """Whether only seven-bit characters may be used."""

    def show(self, lines: tuple[TextLine, ...]) -> None:
        """Show other lines, unless they are equal to those shown."""
        if lines != self._lines:
            self._lines = lines
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """Draw one line."""
        text_line = self._lines[y] if y < len(self._lines) else BLANK
        write = seven_bit if self.is_ascii else str
        segments = [Segment(write(span.text), self._style(span.style)) for span in text_line.spans]
        strip = Strip(segments)
        return strip.adjust_cell_length(self.size.width, self._style(text_line.fill))

    def _style(self, style: TextStyle) -> Style:
        # The screen has the inks once for all its lines.
        return self.screen.get_component_rich_style(style.component)

    def on_click(self, event: events.Click) -> None:
        """Say what is to be done where the click was."""
        if 0 <= event.y < len(self._lines):
            text_line = self._lines[event.y]
            span = _span_at(text_line, event.x)
            click = (span.click if span else None) or text_line.click
            if click is not None:
                self.post_message(self.LinkClicked(click))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Say that the wheel was turned."""
        self.post_message(self.Scrolled(3))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Say that the wheel was turned."""
        self.post_message(self.Scrolled(-3))


def _span_at(text_line: TextLine, x: int) -> Span | None:
    for span in text_line.spans:
        x -= cell_len(span.text)
        if x < 0:
            return span
    return None
