"""The basis of records and lessons: long lists, one shown at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import PurePath
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Center, Horizontal
from textual.content import Content
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from backgammon_tui.match.table import Table
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.tui.app import TopmostScreen, bind
from backgammon_tui.tui.page_parts import Clickable, Keys, clickable, lit_row, sign

ListRow = tuple[int, str]
"""A row of a list: its number and text."""


class PagedList(Widget, can_focus=True):
    """Arrows and page keys move; Enter or a click on the highlighted row chooses it."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"paged-list--row", "paged-list--highlighted"}
    BINDINGS: ClassVar[list[BindingType]] = [
        bind(
            "up",
            "move(-1)",
            about="Move through the list (also PgUp, PgDn, Home, End)",
            display="up down",
        ),
        bind("down", "move(1)"),
        bind("pageup", "page(-1)"),
        bind("pagedown", "page(1)"),
        bind("home", "move(-1_000_000_000)"),
        bind("end", "move(1_000_000_000)"),
        bind("enter", "choose", "open", "Open the highlighted row"),
    ]

    class Chosen(Message):
        def __init__(self, key: int) -> None:
            super().__init__()
            self.key = key

    def __init__(self) -> None:
        super().__init__()
        self._count = 0
        self._fetch: Callable[[int, int], Sequence[ListRow]] = lambda start, maximum: ()
        self._highlighted = 0
        self._top = 0
        self._rows: Sequence[ListRow] = ()

    def show(self, count: int, fetch: Callable[[int, int], Sequence[ListRow]]) -> None:
        self._count, self._fetch = count, fetch
        self.highlight(self._highlighted)

    @property
    def highlighted(self) -> int | None:
        at = self._highlighted - self._top
        return self._rows[at][0] if 0 <= at < len(self._rows) else None

    def highlight(self, place: int) -> None:
        """Highlight the row at an index, or the last one."""
        self._highlighted = min(max(place, 0), max(self._count - 1, 0))
        if not self.size:
            return  # The number of visible rows is only known later.
        height = self._room
        last = max(self._count - height, 0)
        self._top = min(max(self._top, self._highlighted - height + 1), self._highlighted, last)
        self._rows = self._fetch(self._top, height) if self._count else ()
        self.refresh()

    @property
    def _room(self) -> int:
        height = self.size.height
        return max(height - 1 if self._count > height else height, 1)

    def on_resize(self) -> None:
        self.highlight(self._highlighted)

    def action_move(self, by: int) -> None:
        at = self._highlighted + by
        self.highlight(at % self._count if abs(by) == 1 and self._count else at)

    def action_page(self, by: int) -> None:
        self.highlight(self._highlighted + by * max(self._room - 1, 1))

    def action_choose(self) -> None:
        if self.highlighted is not None:
            self.post_message(self.Chosen(self.highlighted))

    def on_click(self, event: events.Click) -> None:
        """Highlight the clicked row, or choose it if it is highlighted."""
        if event.y >= self._room:
            self.action_page(1)
            return
        place = self._top + event.y
        if place >= self._count:
            return
        if place == self._highlighted:
            self.action_choose()
        else:
            self.highlight(place)

    def on_mouse_scroll_down(self) -> None:
        self.action_move(3)

    def on_mouse_scroll_up(self) -> None:
        self.action_move(-3)

    def render_line(self, y: int) -> Strip:
        is_lit = self._top + y == self._highlighted and y < len(self._rows)
        style = self.get_component_rich_style(f"paged-list--{'highlighted' if is_lit else 'row'}")
        text = f" {self._rows[y][1]}" if y < len(self._rows) else self._more(y)
        strip = Strip([Segment(text, style)]).adjust_cell_length(self.size.width, style)
        return lit_row(strip, self.app) if is_lit else strip

    def _more(self, y: int) -> str:
        below = self._count - self._top - self._room
        if y != self._room or self._count <= self._room:
            return ""
        parts = (self._top, "more above"), (below, "more below")
        return f"   … {', '.join(f'{count} {where}' for count, where in parts if count)}"


MatchBegun = tuple[Table, MatchLock | None]
"""A table to play at, and the lock on a resumed match."""


_EMPTY_WIDTH = 51
"""Width of the text in place of an empty list."""


class TabbedList(TopmostScreen[MatchBegun | None]):
    """One list at a time; left and right go to the others."""

    AUTO_FOCUS = "PagedList"
    CSS_PATH: ClassVar[list[str | PurePath]] = ["tabbed_list.tcss"]
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("escape", "close", "back", "Go back"),
        bind(
            "right",
            "turn(1)",
            "change list",
            "Go to the next or previous list",
            display="left right",
        ),
        bind("left", "turn(-1)"),
    ]

    head: ClassVar[str]

    def __init__(self, titles: Sequence[str], at: int = 0) -> None:
        super().__init__()
        self._titles = titles
        self.at = at

    def compose(self) -> ComposeResult:
        yield Clickable("", id="titles")
        yield from self.compose_above()
        yield Static("", id="message")
        with Horizontal(id="list"):
            yield PagedList()
            yield from self.compose_beside()
        yield Center(Static("", id="empty"), id="nothing")
        yield Keys()

    def compose_above(self) -> ComposeResult:
        yield from ()

    def compose_beside(self) -> ComposeResult:
        yield from ()

    def show_list(
        self, count: int, fetch: Callable[[int, int], Sequence[ListRow]], empty: str = ""
    ) -> None:
        """Show other rows, see `PagedList.show`; an empty list shows an explanation."""
        self.set_class(not count, "-empty")
        if not count:
            head, _, rest = empty.partition("\n")
            text = Content.assemble("\n", (head, "bold $accent"), f"\n\n{rest}\n")
            self.query_one("#empty", Static).update(sign(text, _EMPTY_WIDTH))
        self.query_one("#titles", Static).update(self._tabs())
        rows = self.query_one(PagedList)
        rows.show(count, fetch)
        if rows.disabled is bool(count):
            rows.disabled = not count
            rows.focus()

    def _tabs(self) -> Content:
        """Return the titles of the lists, after their heading if it fits; a click opens a list."""
        words = []
        for at, title in enumerate(self._titles):
            style = "bold $accent" if at == self.at else "$board-dim"
            words.append(clickable(Content.styled(f" {title} ", style), f"show_tab({at})"))
        line = Content.assemble((f" {self.head}  ", "$board-dim"), Content("  ").join(words))
        return line if line.cell_length <= self.size.width else Content.assemble(*words)

    def say(self, text: str) -> None:
        self.query_one("#message", Static).update(Content(text))

    def show_page(self) -> None:
        raise NotImplementedError

    def action_turn(self, by: int) -> None:
        self.action_show_tab((self.at + by) % len(self._titles))

    def action_show_tab(self, at: int) -> None:
        self.at = at
        self.show_page()
