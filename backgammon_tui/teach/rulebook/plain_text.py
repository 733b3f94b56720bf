"""Pages and tables as plain text of at most 80 columns, or of fewer where that is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from textwrap import indent
from typing import Final

from backgammon_tui.engine import Game, Rules, Side
from backgammon_tui.teach.rulebook.ruleset_table import COMPLEMENT, SAME, SENSELESS, Comparison
from backgammon_tui.teach.rulebook.sections import Block, Listing, PageSection, Paragraph, Picture
from backgammon_tui.words.board_text import draw_board
from backgammon_tui.words.columns import wrap
from backgammon_tui.words.naming import STANDARD

_WIDTH: Final = 76
_INDENT: Final = "    "


def write_page(rules: Rules, sections: tuple[PageSection, ...]) -> str:
    """Return a whole page with its title, ending in a line feed."""
    parts = [_underlined(rules.title, "=")]
    parts += [write_section(rules, section) for section in sections]
    return "\n\n".join(parts) + "\n"


def write_section(rules: Rules, section: PageSection, width: int = _WIDTH) -> str:
    """Return a section with its title, if it has one."""
    blocks = (write_block(rules, block, width) for block in section.blocks)
    title = [_underlined(section.title, "-")] if section.title else []
    return "\n\n".join([*title, *blocks])


def write_block(rules: Rules, block: Block, width: int = _WIDTH) -> str:
    """Return a paragraph, a list or a picture."""
    match block:
        case Paragraph():
            return "\n".join(wrap(block.text, width))
        case Listing():
            return "\n".join(line for item in block.items for line in wrap(item, width, "- ", "  "))
        case Picture():
            # On narrow pages a board has no room to stand apart.
            margin = _INDENT if width == _WIDTH else ""
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
"""Maximum number of games in a row: lines of 79 characters."""


def write_comparison(comparison: Comparison) -> str:
    """Return all games side by side, ending in a line feed; a changed house rule has an `!`.

    Games for which there is no room stand in another table below, beside the first game again.
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
