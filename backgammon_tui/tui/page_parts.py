"""Parts of screens without a board: clickable words, keys at the foot, lists and a sign."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any, ClassVar

from rich.segment import Segment
from rich.style import Style as RichStyle
from textual.app import App
from textual.binding import BindingType
from textual.content import Content
from textual.screen import Screen
from textual.strip import Strip
from textual.style import Style
from textual.widgets import OptionList, Static

from backgammon_tui.modes.text import BAR, KeyWord, foot_line
from backgammon_tui.tui.app import bind
from backgammon_tui.tui.lines import Lines


class Clickable(Static):
    """A line of words with inconspicuous links."""

    auto_links = False


def clickable(words: Content, action: str) -> Content:
    return words.stylize(Style.from_meta({"@click": f"screen.{action}"}))


_KEY = re.compile(r"(?<!\S)(Esc|Enter|Space|[a-z]): \S.*?(?=  |$)")


def pressable(hint: str) -> Content:
    """Return a hint in which a click on a key's words presses it."""
    content = Content(hint)
    for match in _KEY.finditer(hint):
        key = {"Esc": "escape", "Enter": "enter", "Space": "space"}.get(match[1], match[1])
        pressed = Style.from_meta({"@click": f"app.simulate_key('{key}')"})
        content = content.stylize(pressed, *match.span())
    return content


class Keys(Lines):
    """The active bindings to display; a click on one presses its key."""

    def __init__(self) -> None:
        super().__init__(id="footer")

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._show_keys)
        self.app.screen_change_signal.subscribe(self, self._hide_unless)

    def on_resize(self) -> None:
        self._show_keys()

    def _hide_unless(self, current: Screen[object]) -> None:
        self.visible = current is self.screen

    def _show_keys(self, _: object = None) -> None:
        words: dict[str, KeyWord] = {}
        for key, active in self.screen.active_bindings.items():
            binding = active.binding
            if binding.show:
                name = self.app.get_key_display(binding)
                words.setdefault(binding.action, KeyWord(name, binding.description, key))
        # The way out comes last.
        shown = sorted(words.values(), key=lambda word: word.click == "escape")
        self.show((foot_line(shown, self.size.width),))

    def on_lines_link_clicked(self, event: Lines.LinkClicked) -> None:
        event.stop()
        if isinstance(event.click, str):
            self.app.simulate_key(event.click)


def lit_row(strip: Strip, app: App[Any]) -> Strip:
    """Return a row with the bar of the highlighted row in its first cell."""
    style = next(iter(strip), Segment(" ", RichStyle())).style or RichStyle()
    style += RichStyle.parse(app.theme_variables["accent"])
    return Strip.join([Strip([Segment(BAR, style)], 1), strip.crop(1)])


class Choices(OptionList):
    """Marks the option that Enter chooses with a bar, which is visible without colours."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("enter", "select", about="Choose the highlighted line"),
        bind("up", "cursor_up", about="Move through the list", display="up down"),
    ]

    # Textual looks up lines even if a list is too narrow to have any.

    def action_page_up(self) -> None:
        with suppress(KeyError):
            super().action_page_up()  # type: ignore[no-untyped-call]

    def action_page_down(self) -> None:
        with suppress(KeyError):
            super().action_page_down()  # type: ignore[no-untyped-call]

    def render_line(self, y: int) -> Strip:
        strip = super().render_line(y)
        options = {segment.style.meta.get("option") for segment in strip if segment.style}
        if not self.has_focus or self.highlighted is None or options != {self.highlighted}:
            return strip
        return lit_row(strip, self.app)


def sign(text: Content, width: int) -> Content:
    """Return a text between two rows of points in two colours."""
    colors = ("$board-point-odd", "$board-point-even")
    rows = [
        Content(" ").join(
            Content.styled(point, colors[(place + row) % 2]) for place in range((width + 1) // 2)
        )
        for row, point in enumerate("▼▲")
    ]
    return Content("\n").join([rows[0], text, rows[1]])
