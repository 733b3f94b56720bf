"""The base of all dialogs: a box over the board, closed by Escape."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path, PurePath
from typing import ClassVar, Generic

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.visual import VisualType
from textual.widgets import Input, Static

from backgammon_tui.tui.app import ReadingPause, ScreenAnswer, TopmostScreen, bind
from backgammon_tui.tui.page_parts import Clickable, pressable

DIALOG_STYLES = Path(__file__).with_name("dialog.tcss")


CLOSES = "Esc: close"
_PAGES = "VerticalScroll, OptionList"
SMALL = 64
"""Width below which a box is as wide as the screen."""

MORE, _READ_ON = "more below", "space: more"
"""The hints for scrolling: a list with the arrows, a text with Space."""


class Dialog(
    TopmostScreen[ScreenAnswer | None], ModalScreen[ScreenAnswer | None], Generic[ScreenAnswer]
):
    """A box over the board. Escape closes it without a result."""

    CSS_PATH: ClassVar[list[str | PurePath]] = [DIALOG_STYLES]
    HORIZONTAL_BREAKPOINTS = [(0, "-small"), (SMALL, "-tight"), (100, "-roomy")]  # noqa: RUF012 - so in Screen
    VERTICAL_BREAKPOINTS = [(0, "-low"), (26, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("escape", "close"),
        bind("space", "read_on"),
        bind("question_mark", "app.keys"),
    ]

    space_turns: ClassVar[bool] = True
    """True if Space scrolls a text by a page."""

    def __init__(self) -> None:
        super().__init__()
        self.reading_pause = ReadingPause()
        self.reading_pause.begin()  # Keys may arrive before the dialog is shown.

    def on_mount(self) -> None:
        """Show on the frame whether there is more below."""
        for page in self.query(_PAGES):
            for moved in ("scroll_y", "virtual_size"):
                self.watch(page, moved, self._on_layout_change)

    def on_resize(self) -> None:
        self._on_layout_change()

    def _on_layout_change(self, _: object = None) -> None:
        # A page is resized only some time after its text changes.
        self.once_laid_out(self._show_more_hint)

    def once_laid_out(self, draw: Callable[[], object]) -> None:
        """Draw after the next layout, unless the page is closed by then."""
        self.call_after_refresh(lambda: self.is_open and draw())

    def _show_more_hint(self) -> None:
        below = [page for page in self.query(_PAGES) if page.scroll_offset.y < page.max_scroll_y]
        is_text = any(isinstance(page, VerticalScroll) for page in below)
        more = _READ_ON if is_text and self.space_turns else MORE
        # A dialog may be closed before its page is laid out.
        for frame in self.query(".dialog"):
            frame.border_subtitle = more if below else ""

    def on_screen_resume(self) -> None:
        self.reading_pause.begin()

    def ignores(self, key: str) -> bool:
        return not isinstance(self.focused, Input) and self.reading_pause.drops_press()

    def action_read_on(self) -> None:
        for page in self.query(VerticalScroll):
            is_at_end = page.scroll_offset.y >= page.max_scroll_y
            if is_at_end and not page.can_focus:
                page.scroll_home(animate=False)  # No other key scrolls back.
            else:
                page.scroll_page_down(animate=False)


class TextPage(Dialog[ScreenAnswer], Generic[ScreenAnswer]):
    """A scrolling text in a box that is no higher than necessary."""

    is_short = False

    def __init__(self, title: str, text: str = "", hint: str = CLOSES) -> None:
        super().__init__()
        self._title = title
        self._text = text
        self._hint = hint

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog page short" if self.is_short else "dialog page"):
            if self._title:
                yield Static(Content(self._title), classes="dialog-title")
            with VerticalScroll():
                yield Static(Content(self._text), id="text")
            yield Clickable(pressable(self._hint), id="hint", classes="dialog-hint")

    def on_resize(self) -> None:
        if self.is_short:
            around = 10 if self.has_class("-tall") else 8
            self.query_one(VerticalScroll).styles.max_height = self.size.height - around

    def show(self, text: VisualType) -> None:
        self.query_one("#text", Static).update(text)

    def say(self, hint: str) -> None:
        self.query_one("#hint", Static).update(pressable(hint))


class MessageBox(Dialog[ScreenAnswer], Generic[ScreenAnswer]):
    """A sentence. Enter, Escape or a click closes it without a result."""

    BINDINGS: ClassVar[list[BindingType]] = [bind("enter", "close")]

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(Content(self._text))
            yield Static("Enter: close", classes="dialog-hint")

    def on_click(self) -> None:
        self.dismiss(None)
