"""The basis of all pages to read: a line above, the text, the keys."""

from __future__ import annotations

from pathlib import PurePath
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widget import Widget

from backgammon_tui.modes.text import TextLine, TextStyle
from backgammon_tui.tui.board import BOARD_STYLES
from backgammon_tui.tui.game_app import TopmostScreen
from backgammon_tui.tui.widgets.key_words import Keys
from backgammon_tui.tui.widgets.lines import Lines


class PageScreen(TopmostScreen[None]):
    """A page that scrolls. Escape closes it."""

    CSS_PATH: ClassVar[list[str | PurePath]] = [BOARD_STYLES, "../board_screen.tcss", "page.tcss"]
    COMPONENT_CLASSES: ClassVar[set[str]] = {style.component for style in TextStyle}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "back", key_display="esc", tooltip="close the page")
    ]

    def compose(self) -> ComposeResult:
        self.header = Lines(id="header")
        self.page = VerticalScroll(id="page")
        yield self.header
        with Horizontal(id="beside"):
            yield from self.beside()
            yield self.page
        yield Keys()

    def beside(self) -> ComposeResult:
        """Yield the widgets beside the page."""
        yield from ()

    def lines(self, shown: tuple[TextLine, ...]) -> Lines:
        """Return a widget of some lines of the page."""
        widget = Lines()
        widget.styles.height = len(shown)
        widget.show(shown)
        return widget

    async def turn_to(self, *widgets: Widget) -> None:
        """Show other widgets on the page, from its top."""
        with self.app.batch_update():
            await self.page.remove_children()
            await self.page.mount_all(widgets)
            self.page.scroll_home(animate=False)

    async def on_resize(self, event: events.Resize) -> None:
        await self.show_page()

    async def show_page(self) -> None:
        """Show the text, wrapped to the present width."""
        raise NotImplementedError

    def action_close(self) -> None:
        self.dismiss(None)
