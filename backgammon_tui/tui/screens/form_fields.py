"""Fields and buttons of the form of a match, with their keys at the foot of the screen."""

from __future__ import annotations

from typing import ClassVar, Final

from rich.segment import Segment
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.strip import Strip
from textual.widgets import Button, Input, Static

from backgammon_tui.names import MAX_NAME
from backgammon_tui.tui.lines import written
from backgammon_tui.words.columns import cells

ABOUT_ENTER: Final = (
    "or space: take the highlighted line, press a button; from a name enter leads to the next"
    " field, from the length to Play"
)
"""The effect of Enter and Space on the first screen, for every place that explains it."""


class FormField(Input):
    """A field of the form, with its keys at the foot of the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "submit", "go to Play")]

    def __init__(self, name: str, value: str, hint: str = "", longest: int = MAX_NAME) -> None:
        super().__init__(value, placeholder=hint, max_length=longest, id=name, compact=True)

    _is_entered = False
    """True while nothing has been done in the field since it was entered."""

    def on_focus(self) -> None:
        self._is_entered = True

    def on_key(self) -> None:
        self._is_entered = False

    def on_paste(self) -> None:
        self._is_entered = False

    def on_click(self) -> None:
        """Select the text of a field that the click enters, so that typing replaces it."""
        if self._is_entered:
            self.select_all()
        self._is_entered = False

    def on_blur(self) -> None:
        self.cursor_position = 0

    def render_line(self, y: int) -> Strip:
        """Draw the field; a long text ends with an ellipsis while nobody writes."""
        strip, width = super().render_line(y), self.size.width
        if self.has_focus or cells(self.value) <= width:
            return strip
        return Strip.join([strip.crop(0, width - 1), Strip([Segment(written("…", self.app))], 1)])


class NameField(FormField):
    """A field with a button beside it, to which the right arrow leads behind the name."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "next"),
        Binding("right", "cursor_right", "who plays", tooltip="behind a name: person or computer"),
    ]

    def action_cursor_right(self, select: bool = False) -> None:
        is_behind, before = self.cursor_at_end, self.value
        super().action_cursor_right(select)
        if is_behind and self.value == before and not select:  # It may complete the name.
            self.screen.focus_next()


class FormButton(Button):
    """A button of the form, with its keys at the foot of the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "press", "press", key_display="enter", tooltip=ABOUT_ENTER),
        Binding("left", "app.focus_previous"),
        Binding("right", "app.focus_next"),
    ]

    def on_mount(self) -> None:
        self.active_effect_duration = 0


def form_button(text: str, name: str, classes: str | None = None) -> Button:
    """Return a button that looks like one without colours, too."""
    button = FormButton(Content(f"[{text}]"), id=name, classes=classes, compact=True)
    button.styles.line_pad, button.styles.width = 0, len(text) + 2
    return button


def form_row(label: str) -> Horizontal:
    return Horizontal(Static(label, classes="label"), classes="field")
