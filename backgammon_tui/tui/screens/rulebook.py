"""The rulebook of a game, section by section, with boards, and a comparison of all games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePath
from typing import ClassVar, Final

from rich.table import Table as Grid
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from backgammon_tui.engine import Game, Rules, Side
from backgammon_tui.modes.board import board_view
from backgammon_tui.modes.text import Span, TextLine, TextStyle, spread
from backgammon_tui.teach import rulebook
from backgammon_tui.teach.rulebook import NOT_APPLICABLE, SAME, TableCell
from backgammon_tui.tui.app import QUIT_PAGE, TopmostScreen, bind
from backgammon_tui.tui.board import BOARD_STYLES
from backgammon_tui.tui.board.still import StillBoard, picture_size
from backgammon_tui.tui.lines import Lines
from backgammon_tui.tui.page_parts import ChoiceList, KeysAtFoot, ScrollingPage
from backgammon_tui.words.board_text import describe_position
from backgammon_tui.words.naming import STANDARD
from backgammon_tui.words.rule_settings import (
    HOUSE_RULES,
    HouseRule,
    changed_rules,
    describe_house_rule,
    describe_setting,
)

MAX_TEXT_WIDTH: Final = 76
"""Maximum number of columns of an easily readable line; the style sheet limits texts to it."""


class PageScreen(TopmostScreen[None]):
    """A scrolling page. Escape closes it."""

    page_kind: ClassVar[type[ScrollingPage]] = ScrollingPage
    CSS_PATH: ClassVar[list[str | PurePath]] = [BOARD_STYLES, "page.tcss"]
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("escape", "close", "back", "Close the page"),
        QUIT_PAGE,
    ]

    def compose(self) -> ComposeResult:
        self.header = Lines(id="header")
        self.page = self.page_kind(id="page")
        yield self.header
        with Horizontal(id="beside"):
            yield from self.beside()
            yield self.page
        yield KeysAtFoot()

    def beside(self) -> ComposeResult:
        yield from ()

    def action_read_on(self) -> None:
        self.page.scroll_page_down(animate=False)

    def text(self, text: str, style: str = "") -> Static:
        return Static(Content(text), classes=f"text {style}")

    async def show_widgets(self, *widgets: Widget) -> None:
        """Show other widgets on the page, from its top."""
        with self.app.batch_update():
            await self.page.remove_children()
            await self.page.mount_all(widgets)
            self.page.scroll_home(animate=False)

    async def on_resize(self, event: events.Resize) -> None:
        await self.show_page()

    async def show_page(self) -> None:
        raise NotImplementedError


# ---- the comparison

_LABEL: Final = 17
_NAMES: Final = ("title", "name")
"""The rows that the column headings make redundant."""
_MIN_COLUMN: Final = 11
_MAX_COLUMN: Final = 20


class ComparisonScreen(PageScreen):
    """All games side by side: dim if equal to the first, bright for changed house rules."""

    AUTO_FOCUS = "#page"
    # The page scrolls, not the screen itself.
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("down", "scroll_down", "scroll", display="arrows", priority=True),
        bind("pagedown", "read_on"),
    ]

    def __init__(self, rules: Rules | None) -> None:
        super().__init__()
        self._comparison = rulebook.compare(rules)

    async def show_page(self) -> None:
        title = (Span(" All games compared ", TextStyle.ACCENT),)
        self.header.show((TextLine(title),))
        comparison = self._comparison
        titles = [TableCell(rules.short_title) for rules in comparison.columns]
        rows = {row.field: (row.label, row.shortened) for row in comparison.rows}
        house_rules = [rows.pop(rule.field) for rule in HOUSE_RULES]
        signs = self.text("   ".join(comparison.signs), "dim head")
        widgets: list[Widget] = [
            VerticalScroll(signs, self._grid([("", titles)], "bold"), id="heads"),
            self._grid(row for field, row in rows.items() if field not in _NAMES),
            self.text("house rules", "bright head"),
            self._grid(house_rules),
        ]
        if comparison.has_changes:
            widgets.append(self.text("! changed by your house rules", "accent"))
        await self.show_widgets(*widgets)

    def _grid(self, rows: Iterable[tuple[str, Iterable[TableCell]]], style: str = "") -> Static:
        colors = self.app.theme_variables
        dim, accent = colors["board-dim"], f"bold {colors['accent']}"
        column = (self.size.width - 2 - _LABEL) // len(self._comparison.columns) - 1
        grid = Grid.grid(padding=(0, 1, 0, 0))
        grid.add_column(width=_LABEL, style=dim, overflow="fold")
        for _ in self._comparison.columns:
            width = min(max(column, _MIN_COLUMN), _MAX_COLUMN)
            grid.add_column(width=width, style=style, overflow="fold")
        for label, cells in rows:
            texts = []
            for cell in cells:
                ink = accent if cell.changed else ""
                texts.append(Text(cell.marked, dim if cell.text in (SAME, NOT_APPLICABLE) else ink))
            grid.add_row(label, *texts)
        return Static(grid, classes="text")


# ---- the rulebook

_MIN_WIDTH_WITH_CONTENTS = 120
"""Minimum number of columns for the contents beside the page."""

_CONTENTS = 40
_MARGINS = 4


_TURNS: Final = (
    bind("left", "screen.turn(-1)", "previous", "Go to the previous section"),
    bind("right", "screen.turn(1)", "next", "Go to the next section"),
)


class _Section(ScrollingPage):
    BINDINGS: ClassVar[list[BindingType]] = [
        *_TURNS,
        bind(
            "space,pagedown",
            "screen.read_on",
            "read on",
            "Scroll down, then open the next section (also PgDn)",
            display="space",
        ),
    ]


class _Contents(ChoiceList):
    """The table of contents; Space opens the highlighted section just as Enter does."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *_TURNS,
        bind("enter,space", "select", "open", "Open a section", display="enter"),
        bind("tab", "screen.contents", "go to page", "Return to the page"),
    ]


class RulebookScreen(PageScreen):
    """One section at a time; left and right go to the others."""

    AUTO_FOCUS = "#page"
    page_kind = _Section
    BINDINGS: ClassVar[list[BindingType]] = [
        bind(
            "tab",
            "contents",
            "see contents",
            "Switch between page and contents (Enter opens a section)",
        ),
        bind("equals_sign", "compare", "compare", "Compare all games"),
    ]

    def __init__(self, rules: Rules, section: str | None = None) -> None:
        super().__init__()
        self._rules = rules
        self._sections = rulebook.pages(rules)
        ids = [section.id for section in self._sections]
        self._at = ids.index(section) if section in ids else 0

    @property
    def section(self) -> rulebook.PageSection:
        return self._sections[self._at]

    def beside(self) -> ComposeResult:
        titles = (
            f"{number:>3}  {section.title}" for number, section in enumerate(self._sections, 1)
        )
        options = (Option(Content(title), str(at)) for at, title in enumerate(titles))
        yield _Contents(self._open_section, *options, id="contents")

    # ---- drawing

    async def show_page(self) -> None:
        is_narrow = self.size.width < _MIN_WIDTH_WITH_CONTENTS
        if is_narrow is not self.has_class("-narrow") or not is_narrow:
            self.set_class(is_narrow, "-narrow")
            self.set_class(not is_narrow, "-contents")
        self.query_one("#contents", OptionList).highlighted = self._at
        left = [
            Span(f" {self._rules.title} ", TextStyle.ACCENT),
            Span(f"  {self._at + 1} of {len(self._sections)}  ", TextStyle.DIM),
            Span(self.section.title, TextStyle.BRIGHT),
        ]
        self.header.show((TextLine(spread(left, (), self.size.width)),))
        await self.show_widgets(*self._widgets())

    def _widgets(self) -> Iterator[Widget]:
        """Yield the section; changed house rules come first, unchanged ones last."""
        rules = self._rules
        here = [rule for rule in HOUSE_RULES if rule.field in self.section.house_rules]
        here = [rule for rule in here if rule.makes_sense(rules)]
        changed = [rule for rule in here if rule in changed_rules(rules)]
        yield from (self._house_rule(rule, "accent") for rule in changed)
        for block in self.section.blocks:
            match block:
                case rulebook.Paragraph():
                    yield self.text(block.text)
                case rulebook.Listing():
                    grid = Grid.grid(padding=(0, 1, 0, 0))
                    dot = Text(self.app.glyphs.dot, f"bold {self.app.theme_variables['accent']}")
                    for item in block.items:
                        grid.add_row(dot, Text(item))
                    yield Static(grid, classes="text")
                case rulebook.Picture():
                    yield from self._picture(block)
        yield from (self._house_rule(rule, "dim") for rule in here if rule not in changed)

    def _house_rule(self, rule: HouseRule, style: str) -> Static:
        """Return the setting of a house rule; the section itself describes those that are on."""
        describe = describe_setting if rule.value(self._rules) is True else describe_house_rule
        return self.text(f"House rule, {describe(self._rules, rule)}", style)

    def _picture(self, picture: rulebook.Picture) -> Iterator[Widget]:
        """Yield a board, or its position in words if it does not fit, and its caption."""
        width = self.size.width - _MARGINS - (0 if self.has_class("-narrow") else _CONTENTS)
        if size := picture_size((min(width, MAX_TEXT_WIDTH), self.size.height - 2)):
            mover = picture.side or Side.WHITE
            game = Game.from_position(self._rules, picture.position, mover)
            yield StillBoard(board_view(game), self.app.look, size)
        else:
            for side in Side:
                yield self.text(describe_position(picture.position, side, STANDARD), "head")
        sides = "   ".join(f"{self.app.glyphs.disc(side)} {STANDARD.name(side)}" for side in Side)
        mover_name = f"   {STANDARD.name(picture.side)} to move" if picture.side else ""
        yield self.text(f"{sides}{mover_name}", "dim head")
        yield self.text(picture.caption, "" if picture.caption else "head")

    # ---- navigation

    def _go_to(self, at: int) -> None:
        if at != self._at and 0 <= at < len(self._sections):
            self._at = at
            # Keys arrive while a page is still being laid out; one section is shown after another.
            self.call_next(self.show_page)

    def action_turn(self, by: int) -> None:
        self._go_to(self._at + by)

    def action_read_on(self) -> None:
        """Scroll down a page, or open the next section at the end of one."""
        if self.page.scroll_offset.y < self.page.max_scroll_y:
            super().action_read_on()
        else:
            self.action_turn(1)

    def action_contents(self) -> None:
        contents = self.query_one("#contents")
        if self.focused is contents:
            self._close_contents()
        else:
            self.add_class("-contents")
            contents.focus()

    def _close_contents(self) -> None:
        if self.has_class("-narrow"):
            self.remove_class("-contents")
        self.page.focus()

    def _open_section(self, option: Option) -> None:
        self._close_contents()
        self._go_to(int(option.id or 0))

    def action_compare(self) -> None:
        self.app.push_screen(ComparisonScreen(self._rules))

    def action_close(self) -> None:
        """Close the contents if they hide the page, otherwise the rulebook."""
        if self.has_class("-narrow") and self.has_class("-contents"):
            self._close_contents()
        else:
            super().action_close()
