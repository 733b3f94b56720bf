"""The basis of records and lessons: pages with a list each, one shown at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import PurePath
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Horizontal
from textual.content import Content
from textual.widgets import Static

from backgammon_tui.modes.text import TextStyle
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.storage.table import Table
from backgammon_tui.tui.game_app import TopmostScreen
from backgammon_tui.tui.screens.paged_list import ListRow, PagedList
from backgammon_tui.tui.widgets.key_words import Clickable, Keys, tabs
from backgammon_tui.tui.widgets.sign import sign

MatchBegun = tuple[Table, MatchLock | None]
"""A table to sit down at, and the right to play a match that was left."""


_EMPTY_WIDTH = 51
"""The cells of the text in place of an empty list."""


class TabbedList(TopmostScreen[MatchBegun | None]):
    """One list at a time; left and right go to the others."""

    AUTO_FOCUS = "PagedList"
    CSS_PATH: ClassVar[list[str | PurePath]] = ["tabbed_list.tcss"]
    COMPONENT_CLASSES: ClassVar[set[str]] = {style.component for style in TextStyle}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "back", key_display="esc", tooltip="back"),
        Binding(
            "right",
            "turn(1)",
            "other lists",
            key_display="left right",
            tooltip="the next list, the one before",
        ),
        Binding("left", "turn(-1)"),
    ]

    head: ClassVar[str]
    """The heading of the lists."""

    def __init__(self, titles: Sequence[str], at: int = 0) -> None:
        super().__init__()
        self._titles = titles
        self.at = at

    def compose(self) -> ComposeResult:
        yield Clickable("", id="titles")
        yield from self.above()
        yield Static("", id="said")
        with Horizontal(id="list"):
            yield PagedList()
            yield from self.beside()
        yield Center(Static("", id="empty"), id="nothing")
        yield Keys()

    def above(self) -> ComposeResult:
        """Yield the widgets between the titles and the message."""
        yield from ()

    def beside(self) -> ComposeResult:
        """Yield the widgets beside the list."""
        yield from ()

    def show_list(
        self, count: int, fetch: Callable[[int, int], Sequence[ListRow]], empty: str = ""
    ) -> None:
        """Show other rows, see `PagedList.show`; where there are none, what would be there."""
        self.set_class(not count, "-empty")
        if not count:
            head, _, rest = empty.partition("\n")
            told = Content.assemble("\n", (head, "bold $accent"), f"\n\n{rest}\n")
            self.query_one("#empty", Static).update(sign(told, _EMPTY_WIDTH, self.app.look))
        self.query_one("#titles", Static).update(
            tabs(self.head, self._titles, self.at, self.size.width)
        )
        rows = self.query_one(PagedList)
        rows.show(count, fetch)
        if rows.disabled is bool(count):
            rows.disabled = not count
            rows.focus()

    def say(self, text: str) -> None:
        """Show a sentence above the list."""
        self.query_one("#said", Static).update(Content(text))

    def show_page(self) -> None:
        """Show another list from its top."""
        raise NotImplementedError

    def action_turn(self, by: int) -> None:
        self.action_turn_to((self.at + by) % len(self._titles))

    def action_turn_to(self, at: int) -> None:
        self.at = at
        self.show_page()

    def action_leave(self) -> None:
        self.dismiss(None)
