"""The rulebook of a game, section by section, with boards, and a comparison of all games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import PurePath
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from backgammon_tui.engine import Game, Rules, Side
from backgammon_tui.modes.board import board_view
from backgammon_tui.modes.text import (
    BLANK,
    Glyphs,
    Span,
    TextLine,
    TextStyle,
    hanging,
    line,
    spread,
    wrap,
)
from backgammon_tui.teach.rulebook.pages import (
    COMPLEMENT,
    SAME,
    SENSELESS,
    Block,
    Comparison,
    Listing,
    PageSection,
    Paragraph,
    Picture,
    TableCell,
    compare,
    pages,
)
from backgammon_tui.tui.app import TopmostScreen, bind
from backgammon_tui.tui.board import BOARD_STYLES
from backgammon_tui.tui.board.board import StillBoard, picture_size
from backgammon_tui.tui.lines import Lines
from backgammon_tui.tui.page_parts import Choices, Keys
from backgammon_tui.words.board_text import describe_position
from backgammon_tui.words.columns import fit
from backgammon_tui.words.naming import STANDARD
from backgammon_tui.words.rule_settings import (
    HOUSE_RULES,
    changed_rules,
    describe_house_rule,
    describe_setting,
)

WIDEST: Final = 76
"""Maximum number of columns of an easily readable line."""

Leaf = tuple[TextLine, ...] | Picture
"""Some lines of a page, or a picture between them."""


# ---- a section of the rulebook


def leaves(rules: Rules, section: PageSection, width: int, glyphs: Glyphs) -> tuple[Leaf, ...]:
    """Return a section for display, with an empty line after each part.

    Changed house rules come first, unchanged ones last.
    """
    page_leaves: list[Leaf] = []
    lines = list(_house_rules(rules, section, width, changed=True))
    for block in section.blocks:
        if isinstance(block, Picture):
            if lines:
                page_leaves.append(tuple(lines))
            page_leaves.append(block)
            lines = [*_below(block, width, glyphs), BLANK]
        else:
            lines += [*_block(block, width, glyphs), BLANK]
    lines += _house_rules(rules, section, width, changed=False)
    return (*page_leaves, tuple(lines)) if lines else tuple(page_leaves)


def _house_rules(
    rules: Rules, section: PageSection, width: int, *, changed: bool
) -> Iterator[TextLine]:
    """Yield the house rules of a section that are changed, or those that are not.

    The section itself describes the rules that are on.
    """
    style = TextStyle.ACCENT if changed else TextStyle.DIM
    for rule in HOUSE_RULES:
        is_here = rule.field in section.house_rules and rule.makes_sense(rules)
        if is_here and (rule in changed_rules(rules)) is changed:
            describe = describe_setting if rule.value(rules) is True else describe_house_rule
            yield from wrap(f"House rule, {describe(rules, rule)}", width, style)
            yield BLANK


def _block(block: Block, width: int, glyphs: Glyphs) -> list[TextLine]:
    match block:
        case Paragraph():
            return wrap(block.text, width)
        case Listing():
            dot = Span(f"{glyphs.dot} ", TextStyle.ACCENT)
            return [row for item in block.items for row in hanging(dot, item, width)]
        case Picture():
            raise ValueError("a picture is not text")


def _below(picture: Picture, width: int, glyphs: Glyphs) -> list[TextLine]:
    """Return the caption of a picture, with the signs of the sides and the side to move."""
    sides = "   ".join(f"{glyphs.disc(side)} {STANDARD.name(side)}" for side in Side)
    mover = f"   {STANDARD.name(picture.side)} to move" if picture.side else ""
    return [line(fit(f"{sides}{mover}", width), TextStyle.DIM), *wrap(picture.caption, width)]


def picture_in_words(picture: Picture, width: int) -> tuple[TextLine, ...]:
    texts = (describe_position(picture.position, side, STANDARD) for side in Side)
    return tuple(row for text in texts for row in wrap(text, width))


# ---- the comparison

_LABEL: Final = 17
_NAMES: Final = ("title", "name")
"""The rows that the column headings make redundant."""
_MIN_COLUMN: Final = 11
_WIDEST_COLUMN: Final = 20


def comparison_head(comparison: Comparison, width: int) -> tuple[TextLine, ...]:
    """Return the column headings of the table, and its legend."""
    first = comparison.columns[0].short_title
    signs = f"{SAME} as in {first}   {SENSELESS} does not apply   {COMPLEMENT}"
    legend = line(signs, TextStyle.DIM)
    heads = [TableCell(rules.short_title) for rules in comparison.columns]
    return (legend, *_table_row("", heads, _column(comparison, width), TextStyle.BRIGHT), BLANK)


def comparison_lines(comparison: Comparison, width: int) -> tuple[TextLine, ...]:
    """Return all games side by side: dim if equal to the first, bright for changed house rules."""
    column = _column(comparison, width)
    lines: list[TextLine] = []
    for row in comparison.rows:
        if row.field not in _NAMES:
            if row.field == HOUSE_RULES[0].field:
                lines += [BLANK, line("house rules", TextStyle.BRIGHT)]
            lines += _table_row(row.label, row.shortened, column, TextStyle.PLAIN)
    if any(cell.changed for row in comparison.rows for cell in row.cells):
        lines += [BLANK, line("! changed by your house rules", TextStyle.ACCENT)]
    return tuple(lines)


def _column(comparison: Comparison, width: int) -> int:
    column = (width - _LABEL) // len(comparison.columns) - 1
    return min(max(column, _MIN_COLUMN), _WIDEST_COLUMN)


def _table_row(
    label: str, cells: Sequence[TableCell], column: int, style: TextStyle
) -> Iterator[TextLine]:
    columns = [
        [(text, TextStyle.DIM) for text in _words(label, _LABEL)],
        *([(text, _ink(cell, style)) for text in _words(_text(cell), column)] for cell in cells),
    ]
    widths = [_LABEL, *(column for _ in cells)]
    for parts in zip_longest(*columns, fillvalue=("", TextStyle.PLAIN)):
        yield TextLine(
            tuple(
                Span(f"{text:<{width}} ", shown)
                for (text, shown), width in zip(parts, widths, strict=True)
            )
        )


def _text(cell: TableCell) -> str:
    return f"{cell.text} !" if cell.changed else cell.text


def _ink(cell: TableCell, style: TextStyle) -> TextStyle:
    if cell.changed:
        return TextStyle.ACCENT
    return TextStyle.DIM if cell.text in (SAME, SENSELESS) else style


def _words(text: str, width: int) -> list[str]:
    return [row.text for row in wrap(text, width)]


class PageScreen(TopmostScreen[None]):
    """A scrolling page. Escape closes it."""

    CSS_PATH: ClassVar[list[str | PurePath]] = [BOARD_STYLES, "page.tcss"]
    COMPONENT_CLASSES: ClassVar[set[str]] = {style.component for style in TextStyle}
    BINDINGS: ClassVar[list[BindingType]] = [bind("escape", "close", "back", "close the page")]

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
    AUTO_FOCUS = "#page"
    # The page scrolls, not the screen itself.
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("down", "scroll_down", "scroll", display="arrows", priority=True)
    ]

    def __init__(self, rules: Rules | None) -> None:
        super().__init__()
        self._comparison = compare(rules)

    async def show_page(self) -> None:
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
    """The table of contents; Space opens the highlighted section just as Enter does."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("enter,space", "select", "opens", "open a section", display="enter"),
        bind("tab", "screen.contents", "page", "back to the page"),
    ]


class RulebookScreen(PageScreen):
    """One section at a time; left and right go to the others."""

    AUTO_FOCUS = "#page"
    BINDINGS: ClassVar[list[BindingType]] = [
        bind("left", "turn(-1)", "previous", "the section before", priority=True),
        bind("right", "turn(1)", "next", "the next section", priority=True),
        bind(
            "space,pagedown",
            "read_on",
            "read on",
            "or PgDn: read on, and at the end of a section turn to the next",
            display="space",
            priority=True,
        ),
        bind("tab", "contents", "contents", "to the contents and back; enter opens a section"),
        bind("equals_sign", "compare", "compare", "all games compared"),
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

    # ---- drawing

    async def show_page(self) -> None:
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

    # ---- navigation

    async def _go_to(self, at: int) -> None:
        if at != self._at and 0 <= at < len(self._sections):
            self._at = at
            await self.show_page()

    async def action_turn(self, by: int) -> None:
        await self._go_to(self._at + by)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "read_on" or not (self.focused and self.focused.id == "contents")

    async def action_read_on(self) -> None:
        """Scroll down by a page, and from the end of a section to the next one."""
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
        """Close the contents if they hide the page, otherwise the rulebook."""
        if self.has_class("-narrow") and self.has_class("-contents"):
            self._close_contents()
        else:
            super().action_close()
