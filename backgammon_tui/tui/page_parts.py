"""Parts of screens without a board: clickable words, keys at the foot, and lists."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import PurePath
from typing import Any, ClassVar, Final

from rich.segment import Segment
from rich.style import Style as RichStyle
from textual import events
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.containers import Center, Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.strip import Strip
from textual.style import Style
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from backgammon_tui.keys import Keys
from backgammon_tui.modes.text import BAR, KeyWord, foot_line
from backgammon_tui.text_file import JOINER, NON_JOINER
from backgammon_tui.tui.app import QUIT_PAGE, TopmostScreen, bind
from backgammon_tui.tui.lines import Lines

_JOINERS = (JOINER, NON_JOINER)


class TextField(Input):
    """A field that takes joiners as well; Textual inserts only characters that are seen."""

    def check_consume_key(self, key: str, character: str | None) -> bool:
        return character in _JOINERS or super().check_consume_key(key, character)

    async def _on_key(self, event: events.Key) -> None:
        if event.character in _JOINERS:
            event.stop()
            event.prevent_default()
            self.insert_text_at_cursor(event.character)


class Clickable(Static):
    """A line of words with inconspicuous links."""

    auto_links = False


def clickable(words: Content, action: str) -> Content:
    return words.stylize(Style.from_meta({"@click": f"screen.{action}"}))


_KEY = re.compile(r"(?<!\S)(Esc|Enter|Space|[A-Za-z/=])(: \S.*?)(?=  |$)")


_KEY_OF: Final = {
    "Esc": "escape",
    "Enter": "enter",
    "Space": "space",
    "/": "slash",
    "=": "equals_sign",
}
"""The keys of a hint in Textual's terms."""


def pressable(hint: str, keys: Keys) -> Content:
    """Return a hint with the player's own keys, in which a click on a key's words presses it."""
    content = Content(_KEY.sub(lambda match: keys.shown(match[1]) + match[2], hint))
    for match in _KEY.finditer(hint):
        key = _KEY_OF.get(match[1], match[1])
        pressed = Style.from_meta({"@click": f"app.simulate_key('{key}')"})
        content = content.stylize(pressed, *match.span())
    return content


class ScrollingPage(VerticalScroll, inherit_bindings=False):
    """A page that scrolls up and down; left, right, Space and PgDn are its screen's.

    A screen must not take them by priority, because they would overtake the keys before them.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("up", "scroll_up"),
        bind("down", "scroll_down"),
        bind("pageup", "page_up"),
        bind("home", "scroll_home"),
        bind("end", "scroll_end"),
    ]


class KeysAtFoot(Lines):
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


def lit_row(strip: Strip, app: App[None]) -> Strip:
    """Return a row with the bar of the highlighted row in its first cell."""
    style = next(iter(strip), Segment(" ", RichStyle())).style or RichStyle()
    style += RichStyle.parse(app.theme_variables["accent"])
    return Strip.join([Strip([Segment(BAR, style)], 1), strip.crop(1)])


class ChoiceList(OptionList):
    """Marks the option that Enter chooses with a bar, which is visible without colours.

    A chosen option is taken at once. A message would be read after the next keys, which may already
    have changed or closed the page.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("enter", "select", about="Choose the highlighted line"),
        bind("up", "cursor_up", about="Move through the list", display="up down"),
    ]

    def __init__(
        self, take: Callable[[Option], object], *options: Option | None, id: str | None = None
    ) -> None:
        super().__init__(*options, id=id, markup=False)
        self._take = take

    def action_select(self) -> None:
        option = self.highlighted_option
        if option and not option.disabled and self.screen.is_active:
            self._take(option)

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


OpenRow = Callable[[Any], object]  # The keys of each list have a type of their own.
ListRow = tuple[object, str]
"""A row of a list: its key and text."""


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

    def __init__(self) -> None:
        super().__init__()
        self._count = 0
        self._fetch: Callable[[int, int], Sequence[ListRow]] = lambda start, maximum: ()
        self._choose: OpenRow = lambda key: None
        self._highlighted = 0
        self._top = 0
        self._rows: Sequence[ListRow] = ()

    def show(
        self,
        count: int,
        fetch: Callable[[int, int], Sequence[ListRow]],
        choose: OpenRow,
    ) -> None:
        """Show other rows; `choose` takes the key of a chosen one, at once."""
        self._count, self._fetch, self._choose = count, fetch, choose
        self.highlight(self._highlighted)

    @property
    def highlighted(self) -> object:
        at = self._highlighted - self._top
        return self._rows[at][0] if 0 <= at < len(self._rows) else None

    def highlight(self, place: int) -> None:
        """Highlight the row at an index, or the last one."""
        self._highlighted = min(max(place, 0), max(self._count - 1, 0))
        if not self.size:
            self._rows = ()
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
        if self.highlighted is not None and self.screen.is_active:
            self._choose(self.highlighted)

    def on_click(self, event: events.Click) -> None:
        """Highlight the clicked row, or choose it if it is highlighted."""
        place = self._top + event.y
        if event.y >= self._room:
            self.action_page(1)
        elif place == self._highlighted:
            self.action_choose()
        elif place < self._count:
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
        if y != self._room or self._count <= self._room:
            return ""
        below = self._count - self._top - self._room
        parts = (self._top, "more above"), (below, "more below")
        return f"   … {', '.join(f'{count} {where}' for count, where in parts if count)}"


class TabbedList(TopmostScreen[None]):
    """One list at a time; left and right go to the others."""

    AUTO_FOCUS = "PagedList"
    CSS_PATH: ClassVar[list[str | PurePath]] = ["tabbed_list.tcss"]
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("escape", "close", "back", "Go back"),
        QUIT_PAGE,
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
        yield KeysAtFoot()

    def compose_above(self) -> ComposeResult:
        yield from ()

    def compose_beside(self) -> ComposeResult:
        yield from ()

    def show_list(
        self,
        count: int,
        fetch: Callable[[int, int], Sequence[ListRow]],
        choose: OpenRow,
        empty: str = "",
    ) -> None:
        """Show other rows, see `PagedList.show`; an empty list shows an explanation."""
        self.set_class(not count, "-empty")
        if not count:
            head, _, rest = empty.partition("\n")
            text = Content.assemble("\n", (head, "bold $accent"), f"\n\n{rest}\n")
            # The style sheet gives it four columns more.
            self.query_one("#empty", Static).update(sign(text, 51))
        self.query_one("#titles", Static).update(self._tabs())
        rows = self.query_one(PagedList)
        rows.show(count, fetch, choose)
        if rows.disabled is bool(count):
            rows.disabled = not count
            rows.focus()

    def _tabs(self) -> Content:
        """Return the titles of the lists, after their heading if it fits; a click opens a list."""
        words = []
        for at, title in enumerate(self._titles):
            style = "bold $accent" if at == self.at else "$board-dim"
            words.append(clickable(Content.styled(f" {title} ", style), f"turn({at - self.at})"))
        line = Content.assemble((f" {self.head}  ", "$board-dim"), Content("  ").join(words))
        return line if line.cell_length <= self.size.width else Content.assemble(*words)

    def say(self, text: str) -> None:
        self.query_one("#message", Static).update(Content(text))

    def on_mount(self) -> None:
        self.show_page()

    def show_page(self) -> None:
        raise NotImplementedError

    def action_turn(self, by: int) -> None:
        self.at = (self.at + by) % len(self._titles)
        self.show_page()
