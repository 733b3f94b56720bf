"""The rulebook of a game, section by section, with boards, and all games compared."""

from __future__ import annotations

from pathlib import PurePath
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from backgammon_tui.engine import Game, Rules, Side
from backgammon_tui.modes.board import board_view
from backgammon_tui.modes.text import Span, TextLine, TextStyle, spread
from backgammon_tui.teach.rulebook.pages import PageSection, pages
from backgammon_tui.teach.rulebook.tables import compare
from backgammon_tui.tui.app import TopmostScreen
from backgammon_tui.tui.board import BOARD_STYLES
from backgammon_tui.tui.board.still_board import StillBoard, picture_size
from backgammon_tui.tui.lines import Lines
from backgammon_tui.tui.page_parts import Choices, Keys
from backgammon_tui.tui.screens.page_lines import (
    WIDEST,
    Leaf,
    comparison_head,
    comparison_lines,
    leaves,
    picture_in_words,
)


class PageScreen(TopmostScreen[None]):
    """A page that scrolls. Escape closes it."""

    CSS_PATH: ClassVar[list[str | PurePath]] = [BOARD_STYLES, "page.tcss"]
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
        yield from ()

    def lines(self, shown: tuple[TextLine, ...]) -> Lines:
        """Return a widget of some lines of the page."""
        widget = Lines()
        widget.fill(shown)
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
        raise NotImplementedError

    def action_close(self) -> None:
        self.dismiss(None)


class ComparisonScreen(PageScreen):
    """One table that scrolls."""

    AUTO_FOCUS = "#page"
    # The page does it: the screen itself has nothing to scroll.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "scroll_down", "scroll", key_display="arrows", priority=True)
    ]

    def __init__(self, rules: Rules | None) -> None:
        super().__init__()
        self._comparison = compare(rules)

    async def show_page(self) -> None:
        """Show the table."""
        title = (Span(" All games compared ", TextStyle.BADGE),)
        self.header.show((TextLine(title),))
        width = self.size.width - 2
        head = self.lines(comparison_head(self._comparison, width))
        head.add_class("page-head")
        await self.turn_to(head, self.lines(comparison_lines(self._comparison, width)))


_WITH_CONTENTS = 120
"""Minimum number of columns for the contents beside the page."""

_CONTENTS = 40
_MARGINS = 4


class _Contents(Choices):
    """The contents, whose highlighted section opens with Space as with Enter."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "select", "opens", key_display="enter", tooltip="open a section"),
        Binding("tab", "screen.contents", "page", tooltip="back to the page"),
    ]


class RulebookScreen(PageScreen):
    """One section at a time; left and right go to the others."""

    AUTO_FOCUS = "#page"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", "previous", priority=True, tooltip="the section before"),
        Binding("right", "turn(1)", "next", priority=True, tooltip="the next section"),
        Binding(
            "space,pagedown",
            "read_on",
            "read on",
            key_display="space",
            priority=True,
            tooltip="or PgDn: read on, and at the end of a section turn to the next",
        ),
        Binding(
            "tab",
            "contents",
            "contents",
            tooltip="to the contents and back; there enter opens a section",
        ),
        Binding("equals_sign", "compare", "compare", key_display="=", tooltip="all games compared"),
    ]

    def __init__(self, rules: Rules, section: str | None = None) -> None:
        super().__init__()
        self._rules = rules
        self._sections = pages(rules)
        ids = [page.id for page in self._sections]
        self._at = ids.index(section) if section in ids else 0

    @property
    def section(self) -> PageSection:
        return self._sections[self._at]

    def beside(self) -> ComposeResult:
        titles = (
            f"{number:>3}  {section.title}" for number, section in enumerate(self._sections, 1)
        )
        yield _Contents(*(Option(Content(title)) for title in titles), id="contents")

    # ---- showing

    async def show_page(self) -> None:
        """Show the section."""
        is_narrow = self.size.width < _WITH_CONTENTS
        if is_narrow is not self.has_class("-narrow") or not is_narrow:
            self.set_class(is_narrow, "-narrow")
            self.set_class(not is_narrow, "-contents")
        self._show_frame()
        width, height = self._room
        page_leaves = leaves(self._rules, self.section, width, self.app.glyphs)
        await self.turn_to(*(self._leaf(leaf, width, height) for leaf in page_leaves))

    def _show_frame(self) -> None:
        contents = self.query_one("#contents", OptionList)
        contents.highlighted = self._at
        number = f"{self._at + 1} of {len(self._sections)}"
        left = [
            Span(f" {self._rules.title} ", TextStyle.BADGE),
            Span(f"  {number}  ", TextStyle.DIM),
            Span(self.section.title, TextStyle.BRIGHT),
        ]
        self.header.show((TextLine(spread(left, (), self.size.width)),))

    @property
    def _room(self) -> tuple[int, int]:
        width = self.size.width - _MARGINS
        if not self.has_class("-narrow"):
            width -= _CONTENTS
        return min(width, WIDEST), self.size.height - 2

    def _leaf(self, leaf: Leaf, width: int, height: int) -> Widget:
        if isinstance(leaf, tuple):
            return self.lines(leaf)
        game = Game.from_position(self._rules, leaf.position, leaf.side or Side.WHITE)
        size = picture_size((width, height))
        if size is None:
            return self.lines(picture_in_words(leaf, width))
        return StillBoard(board_view(game), self.app.look, size)

    # ---- going through it

    async def _go_to(self, at: int) -> None:
        if at != self._at and 0 <= at < len(self._sections):
            self._at = at
            await self.show_page()

    async def action_turn(self, by: int) -> None:
        await self._go_to(self._at + by)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "read_on" or not (self.focused and self.focused.id == "contents")

    async def action_read_on(self) -> None:
        """Go down a page, and from the end of a section to the next one."""
        if self.page.scroll_offset.y < self.page.max_scroll_y:
            self.page.scroll_page_down(animate=False)
        else:
            await self.action_turn(1)

    def action_contents(self) -> None:
        contents = self.query_one("#contents")
        if contents.has_focus:
            self._close_contents()
        else:
            self.add_class("-contents")
            contents.focus()

    def _close_contents(self) -> None:
        if self.has_class("-narrow"):
            self.remove_class("-contents")
        self.page.focus()

    async def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self._close_contents()
        await self._go_to(event.option_index)

    def action_compare(self) -> None:
        self.app.push_screen(ComparisonScreen(self._rules))

    def action_close(self) -> None:
        """Close the contents where they hide the page, else the book."""
        if self.has_class("-narrow") and self.has_class("-contents"):
            self._close_contents()
        else:
            super().action_close()
