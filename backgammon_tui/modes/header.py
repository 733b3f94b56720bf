"""The line above the board of a match."""

from __future__ import annotations

from typing import Final

from backgammon_tui.engine import Side
from backgammon_tui.match.table import Table
from backgammon_tui.modes.text import Glyphs, Span, TextLine, TextStyle, line, measure, spread
from backgammon_tui.names import short_names
from backgammon_tui.words.columns import fit_both
from backgammon_tui.words.naming import plural

ROOMY: Final = 100
"""Minimum width for a header with the full name of the game."""

CHANCE_GAP: Final = 17
"""Number of spaces in a header reserved for a win chance."""


def match_header(
    table: Table,
    width: int,
    glyphs: Glyphs,
    about: Side | None,
    *,
    is_saved: bool = True,
    gap: int = 1,
) -> TextLine:
    """Return both players with score and pips, then the match; the side of `about` is highlighted.

    Parts that do not fit are dropped or cut in this order: the length of the match, the game's
    number, the gap, its name, the players' names. The computer is named as in sentences, because
    the space for its level varies with the pips. The gap is the minimum between the sides and the
    match.
    """
    record, match = table.record, table.match
    length = f"to {match.length}" if match.length else "no limit"
    number = f"game {len(record.games)}"
    title = record.rules.title if width >= ROOMY else record.rules.short_title
    unsaved = () if is_saved else (Span("not saved", TextStyle.ALERT), Span("  "))
    names = short_names(record.white, record.black)
    left = _sides(table, about, names, glyphs)
    whole = (length, number, title)
    for parts, apart in ((whole, gap), (whole[1:], gap), ((title,), gap), ((title,), 1), ((), 1)):
        right = (*unsaved, Span(f"{f' {glyphs.dot} '.join(parts)} ".lstrip(), TextStyle.DIM))
        if measure(left) + apart + measure(right) <= width:
            return TextLine(spread(left, right, width))
    room = width - 1 - measure(right) - measure(_sides(table, about, ("", ""), glyphs))
    cut = fit_both(names, room)
    return TextLine(spread(_sides(table, about, cut, glyphs), right, width))


def _sides(table: Table, about: Side | None, names: tuple[str, str], glyphs: Glyphs) -> list[Span]:
    spans = []
    for side, name in zip(Side, names, strict=True):
        style = side_style(side, about)
        scored = TextStyle.ACCENT if side is about else style
        spans += [
            Span(f" {glyphs.disc(side)} "),
            Span(name, style),
            Span(f" {table.match_with_result.score(side)}", scored),
            Span(f" {glyphs.dot} {plural(table.game.position.pips(side), 'pip')}  ", TextStyle.DIM),
        ]
    return spans


def side_style(side: Side, about: Side | None) -> TextStyle:
    return TextStyle.BRIGHT if side is about else TextStyle.DIM


_APART: Final = 3  # Number of spaces on either side of a win chance in a header.


def with_chance(header: TextLine, chance: float | None, glyphs: Glyphs) -> TextLine:
    """Put White's win chance into the gap of a header, if that is wide enough."""
    if chance is None:
        return header
    text = f"{glyphs.white} wins {round(100 * chance)} %"
    for at, span in reversed([*enumerate(header.spans)]):
        room = len(span.text) - len(text) - _APART
        if span.text.isspace() and room >= _APART:
            gap = (Span(" " * room), Span(text, TextStyle.ACCENT), Span(" " * _APART))
            return header._replace(spans=(*header.spans[:at], *gap, *header.spans[at + 1 :]))
    return header


def chance_bar(chance: float, height: int, glyphs: Glyphs) -> tuple[TextLine, ...]:
    """Draw a bar one cell wide between the sides' checkers, White's part at the bottom."""
    below = round(chance * (height - 2))
    parts = glyphs.black_part * (height - 2 - below) + glyphs.white_part * below
    return tuple(line(text) for text in f"{glyphs.black}{parts}{glyphs.white}")
