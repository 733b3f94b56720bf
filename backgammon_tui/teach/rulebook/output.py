"""Rulebook pages as plain text, and as HTML for printing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import zip_longest
from textwrap import indent
from typing import Final

from backgammon_tui.engine import Game, Position, Rules, Side
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
)
from backgammon_tui.words.board_text import describe_outside, draw_board
from backgammon_tui.words.columns import wrap
from backgammon_tui.words.naming import STANDARD

# ---- plain text

_LINE_WIDTH: Final = 76
_INDENT: Final = "    "


def write_page(rules: Rules, sections: tuple[PageSection, ...]) -> str:
    parts = [_underlined(rules.title, "=")]
    parts += [write_section(rules, section) for section in sections]
    return "\n\n".join(parts) + "\n"


def write_section(rules: Rules, section: PageSection, width: int = _LINE_WIDTH) -> str:
    blocks = (write_block(rules, block, width) for block in section.blocks)
    title = [_underlined(section.title, "-")] if section.title else []
    return "\n\n".join([*title, *blocks])


def write_block(rules: Rules, block: Block, width: int = _LINE_WIDTH) -> str:
    match block:
        case Paragraph():
            return "\n".join(wrap(block.text, width))
        case Listing():
            return "\n".join(line for item in block.items for line in wrap(item, width, "- ", "  "))
        case Picture():
            # A narrow page has no space for a margin beside the board.
            margin = _INDENT if width == _LINE_WIDTH else ""
            return indent("\n".join(_write_picture(rules, block, width - 2 * len(margin))), margin)


def _write_picture(rules: Rules, picture: Picture, width: int) -> Iterator[str]:
    game = Game.from_position(rules, picture.position, picture.side or Side.WHITE)
    yield draw_board(game, STANDARD)
    if picture.caption:
        yield ""
        yield from wrap(picture.caption, width)


def _underlined(title: str, line: str) -> str:
    return f"{title}\n{line * len(title)}"


# ---- the comparison

_LABEL_WIDTH: Final = 19
_CELL_WIDTH: Final = 11
_CELLS: Final = 5


def write_comparison(comparison: Comparison) -> str:
    """Return all games side by side, ending with a line feed; a changed house rule has an `!`.

    Games that do not fit are in another table below, beside the first game again.
    """
    others = range(1, len(comparison.columns))
    lines = []
    for first in range(0, len(others), _CELLS - 1):
        lines += [*_write_table(comparison, (0, *others[first : first + _CELLS - 1])), ""]
    standard = comparison.columns[0].short_title
    lines.append(f"{SAME} as in {standard}; {SENSELESS} does not apply; {COMPLEMENT}.")
    if any(cell.changed for row in comparison.rows for cell in row.cells):
        lines.append("! changed by your house rules.")
    return "\n".join(lines) + "\n"


def _write_table(comparison: Comparison, columns: Sequence[int]) -> Iterator[str]:
    heads = [comparison.columns[column].short_title for column in columns]
    yield from _write_row("", heads)
    yield "-" * (_LABEL_WIDTH + len(heads) * (1 + _CELL_WIDTH))
    for row in comparison.rows:
        cells = [row.shortened[column] for column in columns]
        texts = [f"{cell.text} !" if cell.changed else cell.text for cell in cells]
        yield from _write_row(row.label, texts)


def _write_row(label: str, cells: list[str]) -> list[str]:
    columns = [wrap(label, _LABEL_WIDTH), *(wrap(cell, _CELL_WIDTH) for cell in cells)]
    widths = [_LABEL_WIDTH, *(_CELL_WIDTH for _ in cells)]
    return [
        " ".join(f"{text:<{width}}" for text, width in zip(line, widths, strict=True)).rstrip()
        for line in zip_longest(*columns, fillvalue="")
    ]


# ---- HTML

_STYLE: Final = """
@page { size: A4; margin: 12mm 16mm; }
body { font: 10pt/1.35 Georgia, 'Times New Roman', serif; max-width: 44em; margin: auto; }
h1 { font-size: 19pt; margin: 0; } h2 { font-size: 12pt; margin: .9em 0 .2em; }
p { margin: .3em 0; } ul { margin: .2em 0; padding-left: 1.3em; }
figure { margin: .4em 0; break-inside: avoid; } svg { width: 100%; max-height: 64mm; }
figcaption { font-style: italic; } h2 { break-after: avoid; }
"""


def write_page_html(rules: Rules, sections: Sequence[PageSection]) -> str:
    title = escape(rules.title)
    lines = [
        "<!DOCTYPE html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{title}</title>',
        f"<style>{_STYLE}</style></head>",
        f"<body><h1>{title}</h1>",
    ]
    for section in sections:
        head = f"<h2>{escape(section.title)}</h2>" if section.title else ""
        lines.append(f'<section id="{escape(section.id)}">{head}')
        lines += [line for block in section.blocks for line in _write_block(rules, block)]
        lines.append("</section>")
    return "\n".join([*lines, "</body></html>"]) + "\n"


def _write_block(rules: Rules, block: Block) -> Iterator[str]:
    match block:
        case Paragraph():
            yield f"<p>{escape(block.text)}</p>"
        case Listing():
            yield f"<ul>{''.join(f'<li>{escape(item)}</li>' for item in block.items)}</ul>"
        case Picture():
            caption = f"<figcaption>{escape(block.caption)}</figcaption>" if block.caption else ""
            drawing = draw_svg(rules, block.position, block.side or Side.WHITE)
            yield f"<figure>{drawing}{caption}</figure>"


# ---- board

_CELL: Final = 40
_DEPTH: Final = 5
_TOP: Final = 28
_HEIGHT: Final = 464
_LEFT: Final = 6
_WIDTH: Final = 13 * _CELL
_FILL: Final = {Side.WHITE: "#fff", Side.BLACK: "#333"}


def draw_svg(rules: Rules, position: Position, counting: Side) -> str:
    parts = [
        f'<rect x="{_LEFT}" y="{_TOP}" width="{_WIDTH}" height="{_HEIGHT - 2 * _TOP}" fill="#fff"'
        ' stroke="#333" stroke-width="2"/>',
        f'<rect x="{_LEFT + 6 * _CELL}" y="{_TOP}" width="{_CELL}" height="{_HEIGHT - 2 * _TOP}"'
        ' fill="#ccc"/>',
    ]
    for point in range(1, 25):
        parts += _point(rules, position, point, counting)
    if rules.direction.numbers_differ:
        bar = _LEFT + 6 * _CELL + _CELL // 2
        parts += [_text(STANDARD.name(counting), bar, at) for at in (_TOP - 8, _HEIGHT - _TOP + 18)]
    for row, side in enumerate(Side):
        outside = f"{STANDARD.name(side)}: {describe_outside(position, side)}"
        parts.append(
            f'<text x="{_LEFT + _WIDTH + 12}" y="{_TOP + 20 + 24 * row}" font-size="15"'
            f">{escape(outside)}</text>"
        )
    box = f"0 0 {_LEFT + _WIDTH + 220} {_HEIGHT}"
    return f'<svg viewBox="{box}" font-family="sans-serif">{"".join(parts)}</svg>'


def _point(rules: Rules, position: Position, point: int, counting: Side) -> Iterator[str]:
    is_top = point > 12
    column = point - 13 if is_top else 12 - point
    left = _LEFT + (column + (column > 5)) * _CELL
    middle, foot, down = left + _CELL // 2, _TOP, 1
    if not is_top:
        foot, down = _HEIGHT - _TOP, -1
    shade = "#ddd" if point % 2 else "#bbb"
    tip = foot + down * 4.6 * _CELL * 0.8
    yield (
        f'<polygon points="{left},{foot} {left + _CELL},{foot} {middle},{tip:.0f}" fill="{shade}"/>'
    )
    there = rules.across(point)
    number = point if counting is Side.WHITE else there
    yield _text(str(number), middle, foot + (-8 if is_top else 18))
    stack = [
        (side, side_point)
        for side, side_point in ((Side.WHITE, point), (Side.BLACK, there))
        for _ in range(position.count(side, side_point))
    ]
    # Trapped checkers are at the bottom.
    stack.sort(key=lambda checker: not position.is_trapped(*checker))
    radius = _CELL * 0.4
    for level, (side, _) in enumerate(stack[:_DEPTH]):
        y = foot + down * radius * (2 * level + 1.1)
        yield (
            f'<circle cx="{middle}" cy="{y:.0f}" r="{radius:.0f}" fill="{_FILL[side]}"'
            ' stroke="#333" stroke-width="2"/>'
        )
    if len(stack) > _DEPTH:
        side, _ = stack[_DEPTH - 1]
        y = foot + down * radius * (2 * _DEPTH - 0.9) + 5
        yield _text(str(len(stack)), middle, round(y), _FILL[side.other])


def _text(text: str, x: int, y: int, color: str = "#000") -> str:
    return f'<text x="{x}" y="{y}" font-size="14" text-anchor="middle" fill="{color}">{text}</text>'
