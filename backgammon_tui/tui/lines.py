"""A widget of text lines that reports clicks on words."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import accumulate, zip_longest
from typing import Final

from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from backgammon_tui.modes.inputs import Click, Scroll
from backgammon_tui.modes.text import BAR, BLANK, Span, TextLine, TextStyle
from backgammon_tui.words.columns import cells


class Lines(Widget):
    """Draws given lines, without any layout or measuring by Textual."""

    class LinkClicked(Message):
        """Posted after a click on a link, or a turn of the wheel."""

        def __init__(self, click: Click | Scroll) -> None:
            super().__init__()
            self.click = click

    def __init__(self, *, id: str | None = None, margin: int = 0) -> None:
        """Start without lines; with a margin, its first cell shows the bar of a chosen line."""
        super().__init__(id=id)
        self._lines: tuple[TextLine, ...] = ()
        self._margin = margin
        self._style: Final = cache(self._find_style)

    def show(self, lines: tuple[TextLine, ...]) -> None:
        """Show other lines, repainting only those that differ."""
        pairs = enumerate(zip_longest(self._lines, lines))
        width = self.size.width
        changed = [Region(0, y, width, 1) for y, (before, after) in pairs if before != after]
        self._lines = lines
        if changed:
            self.refresh(*changed)

    def fill(self, lines: Iterable[TextLine]) -> None:
        """Show lines, and set the widget's height to their number."""
        shown = tuple(lines)
        self.styles.height = len(shown)
        self.show(shown)

    def render_line(self, y: int) -> Strip:
        text_line = self._lines[y] if y < len(self._lines) else BLANK
        fill, segments = text_line.fill, list[Segment]()
        if self._margin:
            is_chosen = fill is TextStyle.CHOSEN
            gutter = (BAR if is_chosen else "").ljust(self._margin)
            segments.append(
                Segment(gutter, self._style(TextStyle.ACCENT if is_chosen else fill, fill))
            )
        for text, style, *_ in text_line.spans:
            segments.append(Segment(text, self._style(style, fill)))
        return Strip(segments).adjust_cell_length(self.size.width, self._style(fill, fill))

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._style.cache_clear()

    def _find_style(self, style: TextStyle, fill: TextStyle) -> Style:
        # The screen computes the styles once for all its lines.
        rich_style = self.screen.get_component_rich_style(style.value)
        ground = self.rich_style
        if TextStyle.CHOSEN in (style, fill):
            ground = self.screen.get_component_rich_style(TextStyle.CHOSEN.value)
        rich_style += Style(bgcolor=ground.bgcolor)
        color, depth = rich_style.color, self.app.console.color_system
        if depth == "standard" and color and color.downgrade(ColorSystem.STANDARD).number == 0:
            rich_style += Style(bold=False)  # Such terminals show bold black as grey.
        return rich_style

    def on_click(self, event: events.Click) -> None:
        at = event.get_content_offset(self)
        if at is not None and at.y < len(self._lines):
            text_line = self._lines[at.y]
            ends = accumulate(cells(span.text) for span in text_line.spans)
            ended = zip(ends, text_line.spans, strict=True)
            spans = (span for end, span in ended if at.x - self._margin < end)
            click = next(spans, Span("")).click or text_line.click
            if click is not None:
                self.post_message(self.LinkClicked(click))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self.post_message(self.LinkClicked(Scroll(3)))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self.post_message(self.LinkClicked(Scroll(-3)))
