"""The rulebook and the comparison as lines of text and pictures between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

from backgammon_tui.engine import Rules, Side
from backgammon_tui.modes.text import BLANK, Glyphs, Span, TextLine, TextStyle, hanging, line, wrap
from backgammon_tui.teach.rulebook.pages import Block, Listing, PageSection, Paragraph, Picture
from backgammon_tui.teach.rulebook.tables import (
    COMPLEMENT,
    SAME,
    SENSELESS,
    Comparison,
    TableCell,
)
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
"""Maximum number of cells of a line that is easy to read."""

Leaf = tuple[TextLine, ...] | Picture
"""Some lines of a page, or a picture that stands between them."""


# ---- a section of the rulebook


def leaves(rules: Rules, section: PageSection, width: int, glyphs: Glyphs) -> tuple[Leaf, ...]:
    """Return a section as it is read, with a blank line after each part.

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

    The section itself describes those that are on.
    """
    style = TextStyle.ACCENT if changed else TextStyle.DIM
    for rule in HOUSE_RULES:
        is_here = rule.field in section.house_rules and rule.makes_sense(rules)
        if is_here and (rule in changed_rules(rules)) is changed:
            tell = describe_setting if rule.value(rules) is True else describe_house_rule
            yield from wrap(f"House rule, {tell(rules, rule)}", width, style)
            yield BLANK


def _block(block: Block, width: int, glyphs: Glyphs) -> list[TextLine]:
    match block:
        case Paragraph():
            return wrap(block.text, width)
        case Listing():
            dot = Span(f"{glyphs.dot} ", TextStyle.ACCENT)
            return [row for item in block.items for row in hanging(dot, item, width)]
        case Picture():
            raise ValueError("a picture is no text")


def _below(picture: Picture, width: int, glyphs: Glyphs) -> list[TextLine]:
    """Return the caption of a picture, with the signs of the sides and the side to move."""
    sides = "   ".join(f"{glyphs.of(side)} {STANDARD.name(side)}" for side in Side)
    mover = f"   {STANDARD.name(picture.side)} to move" if picture.side else ""
    return [line(fit(f"{sides}{mover}", width), TextStyle.DIM), *wrap(picture.caption, width)]


def picture_in_words(picture: Picture, width: int) -> tuple[TextLine, ...]:
    texts = (describe_position(picture.position, side, STANDARD) for side in Side)
    return tuple(row for text in texts for row in wrap(text, width))


# ---- the comparison

_LABEL: Final = 17
_NAMES: Final = ("title", "name")
"""The rows that the heads of the columns make needless."""
_MIN_COLUMN: Final = 11
_WIDEST_COLUMN: Final = 20


def comparison_head(comparison: Comparison, width: int) -> tuple[TextLine, ...]:
    """Return the heads of the columns of the table, and its legend."""
    first = comparison.columns[0].short_title
    signs = f"{SAME} as in {first}   {SENSELESS} does not apply   {COMPLEMENT}"
    legend = line(signs, TextStyle.DIM)
    heads = [TableCell(rules.short_title) for rules in comparison.columns]
    return (legend, *_table_row("", heads, _column(comparison, width), TextStyle.BRIGHT), BLANK)


def comparison_lines(comparison: Comparison, width: int) -> tuple[TextLine, ...]:
    """Return all games side by side: dim if as in the first, bright if changed at the table."""
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
