"""Styled lines of text, cut to a width in cells, and the line above the board of a match.

Names and moves are data, never markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import Enum
from functools import partial
from typing import Final, NamedTuple

from backgammon_tui.engine import Game, Side
from backgammon_tui.keys import Keys
from backgammon_tui.match.table import Table
from backgammon_tui.modes.inputs import Click, Key
from backgammon_tui.words import columns
from backgammon_tui.words.columns import TIED, cells, fit, fit_both
from backgammon_tui.words.naming import STANDARD, Naming, plural


class Glyphs(NamedTuple):
    white: str = "●"
    black: str = "○"
    prompt: str = "›"
    caret: str = "▏"
    rule: str = "─"
    """The filling of a line after a heading."""
    refused: str = "✗"
    dot: str = "·"
    below: str = "↓"
    above: str = "↑"
    """This mark and the previous one: a list continues above or below its visible part."""
    bars: str = " ▁▂▃▄▅▆▇█"
    """A cell of a chart, from empty to full."""
    here: str = "▲"
    left: str = "∘"
    """The mark of a place that a checker left."""
    again: str = "↻"
    white_part: str = "█"
    black_part: str = "░"
    """This fill and the previous one: the sides' parts of a bar, White's the lighter one."""

    def disc(self, side: Side) -> str:
        return self.white if side is Side.WHITE else self.black


LETTERS = Glyphs("O", "X")
ASCII = Glyphs("O", "X", ">", "_", "-", "#", "-", "v", "^", " .:#", "^", "=", "@")


class TextStyle(Enum):
    """The role of a piece of text, by its class in the style sheet."""

    PLAIN = "lines--plain"
    DIM = "lines--dim"
    BRIGHT = "lines--bright"
    ACCENT = "lines--accent"
    CHOSEN = "lines--chosen"
    ALERT = "lines--alert"
    KEY = "lines--key"
    BEGINNER_HELP = "lines--beginner-help"


class Span(NamedTuple):
    text: str
    style: TextStyle = TextStyle.PLAIN
    click: Click | None = None


class TextLine(NamedTuple):
    """A line; the rest of its width is filled with spaces."""

    spans: tuple[Span, ...] = ()
    click: Click | None = None
    """The input of a click on the line, except on a span that has its own."""
    fill: TextStyle = TextStyle.PLAIN

    @property
    def text(self) -> str:
        return "".join(span.text for span in self.spans)


BLANK = TextLine()

BAR = "▌"
"""The mark before the highlighted row of a list."""


def line(text: str, style: TextStyle = TextStyle.PLAIN) -> TextLine:
    return TextLine((Span(text, style),))


class KeyWord(NamedTuple):
    key: str
    word: str
    click: Click | None

    @property
    def spans(self) -> tuple[Span, ...]:
        return (
            Span(self.key, TextStyle.KEY, self.click),
            Span(f" {self.word}", TextStyle.DIM, self.click),
        )


def with_own_keys(lines: Iterable[TextLine], keys: Keys) -> tuple[TextLine, ...]:
    """Return lines in which the player's own keys replace the usual ones, which are as wide."""
    if not keys.own:
        return tuple(lines)
    return tuple(
        line._replace(spans=tuple(_own(span, keys) for span in line.spans)) for line in lines
    )


def _own(span: Span, keys: Keys) -> Span:
    key = span.text.strip()
    if span.style is not TextStyle.KEY or (own := keys.shown(key)) == key:
        return span
    return span._replace(text=span.text.replace(key, own))


def key_line(key: Key | str, effect: str) -> TextLine:
    name = key if isinstance(key, str) else "esc" if key is Key.ESCAPE else key.value
    return TextLine(KeyWord(name, effect, key).spans, key)


def foot_line(words: Sequence[KeyWord], width: int) -> TextLine:
    """Write the keys at the foot of a screen, with their effects.

    If space is short, the key to the board is omitted first, because the list names it, then the
    last keys, but never those of help, of the menu and of the way out.
    """
    shown = list(words)
    while sum([len(word.key) + len(word.word) + 3 for word in shown]) > width + 1:
        if not (spare := [word for word in shown if word.key not in _NEVER_LEFT_OUT]):
            break
        shown.remove(next((word for word in spare if word.key == "tab"), spare[-1]))
    return TextLine((Span(" "), *[span for word in shown for span in (*word.spans, Span("  "))]))


_NEVER_LEFT_OUT: Final = ("?", "M", "esc")
"""The keys of help, of the menu if it is not Escape, and of the way out."""


def hanging(
    head: Span,
    text: str,
    width: int,
    style: TextStyle = TextStyle.PLAIN,
    click: Click | None = None,
) -> list[TextLine]:
    """Wrap a text after its head, indented so that nothing is below the head."""
    indent = measure((head,))
    lines = [row.spans for row in wrap(text, width - indent, style)] or [()]
    heads = (head, *[Span(" " * indent)] * (len(lines) - 1))
    fill = style if style is TextStyle.CHOSEN else TextStyle.PLAIN
    return [TextLine((head, *spans), click, fill) for head, spans in zip(heads, lines, strict=True)]


def turn_lines(
    head: Span,
    rolls: Sequence[str],
    width: int,
    style: TextStyle = TextStyle.PLAIN,
    click: Click | None = None,
) -> list[TextLine]:
    """Wrap a turn after its head; each roll starts a line, and a complement is kept together."""
    heads = (head.text, *[" " * measure((head,))] * (len(rolls) - 1))
    lines: list[TextLine] = []
    for lead, roll in zip(heads, rolls, strict=True):
        # Further lines are indented to between the dice and the moves, or to where a move fits.
        longest = max(map(cells, roll.split()), default=0)
        below = min(len(lead) + _BELOW_DICE, max(width - longest, _BELOW_DICE))
        together = partial(_keep_together, room=width - below)
        whole = lead.replace(" ", TIED) + _COMPLEMENT.sub(together, roll)
        begun = Span(whole[:below].replace(TIED, " "), head.style)
        lines += hanging(begun, whole[below:], width, style, click)
    return lines


def _keep_together(moves: re.Match[str], room: int) -> str:
    return moves[0].replace(" ", TIED) if cells(moves[0]) <= room else moves[0]


_BELOW_DICE: Final = 2
_COMPLEMENT: Final = re.compile(rf"[1-6]s{TIED}\S+( \S+/\S+)+")


def wrap(text: str, width: int, style: TextStyle = TextStyle.PLAIN) -> list[TextLine]:
    return [line(row, style) for row in columns.wrap(text, width)]


def spread(left: Sequence[Span], right: Sequence[Span], width: int) -> tuple[Span, ...]:
    """Put spans at both ends of a line; the left ones are cut if they do not fit."""
    room = width - measure(right) - 1
    if (free := room - measure(left)) >= 0:  # The usual case.
        return (*left, Span(" " * (free + 1)), *right)
    kept = []
    for span in left:
        text = fit(span.text, room)
        room -= cells(text)
        kept.append(Span(text, span.style, span.click))
    gap = Span(" " * (max(room, 0) + 1))
    return (*kept, gap, *right)


def measure(spans: Iterable[Span]) -> int:
    return cells("".join([span.text for span in spans]))


def bold(lines: Iterable[TextLine]) -> tuple[TextLine, ...]:
    """Restyle lines for viewers far away: dim text becomes plain, and plain text bright."""
    return tuple(
        row._replace(
            spans=tuple(
                span._replace(style=_BOLD.get(span.style, span.style)) for span in row.spans
            )
        )
        for row in lines
    )


_BOLD: Final = {TextStyle.PLAIN: TextStyle.BRIGHT, TextStyle.DIM: TextStyle.PLAIN}


class Panel(NamedTuple):
    """The contents of the panel beside the board, and its scroll position."""

    lines: tuple[TextLine, ...]
    top: int = 0
    """The first visible line of the scrolling part."""
    last_top: int = 0
    """Maximum useful value of `top`."""
    is_text: bool = False
    """True for a text that scrolls, not a list; the page keys then scroll it."""
    page: int = 1


def stack(blocks: Sequence[Sequence[TextLine]], height: int) -> list[TextLine]:
    """Stack blocks, with empty lines between them if they fit."""
    filled = [block for block in blocks if block]
    airy = [row for block in filled for row in (BLANK, *block)][1:]
    return airy if len(airy) <= height else [row for block in filled for row in block]


def scroll_text(
    text: Sequence[TextLine], below: Sequence[TextLine], height: int, top: int
) -> Panel:
    """Build a panel of a text too long for its area, a scroll hint, and fixed lines below."""
    room = max(height - len(below) - 1, 1)
    last = max(len(text) - room, 0)
    top = min(max(top, 0), last)
    more = (
        Span("pgup", TextStyle.KEY if top else TextStyle.DIM, Key.PAGE_UP),
        Span(" "),
        Span("pgdn", TextStyle.KEY if top < last else TextStyle.DIM, Key.PAGE_DOWN),
        Span(" more", TextStyle.DIM, Key.PAGE_DOWN),
    )
    lines = (*text[top : top + room], TextLine(more), *below)
    return Panel(lines[:height], top, last, is_text=True, page=room)


MIN_WIDTH_FULL_NAME: Final = 100
"""Minimum width for a header with the full name of the game."""

CHANCE_GAP: Final = 17
"""Number of spaces in a header reserved for the winning chances."""


def name_sides(
    game: Game,
    room: int,
    glyphs: Glyphs,
    naming: Naming = STANDARD,
    *,
    has_pips: bool,
) -> list[Span]:
    """Return both sides with their pips.

    If there is no room, the word *pips* is written once, then left out; then the names are.
    """
    white, black = names = [fit(naming.name(side), _MAX_HEADER_NAME) for side in Side]
    first, second = (game.position.pips(side) for side in Side)
    last = plural(second, "pip")
    shorter = (
        (f"{white} {glyphs.dot} {plural(first, 'pip')}", f"{black} {glyphs.dot} {last}"),
        (f"{white} {first}", f"{black} {last}"),
        (f"{white} {first}", f"{black} {second}"),
        (str(first), last),
        (str(first), str(second)),
    )
    styles = {game.actor: TextStyle.BRIGHT}
    spans: list[Span] = []
    for texts in shorter if has_pips else (names,):
        spans = [
            Span(f"{glyphs.disc(side)} {text} ", styles.get(side, TextStyle.DIM))
            for side, text in zip(Side, texts, strict=True)
        ]
        if measure(spans) < room:
            break
    return spans


_MAX_HEADER_NAME: Final = 12


def match_header(
    table: Table,
    width: int,
    glyphs: Glyphs,
    about: Side | None,
    *,
    is_saved: bool = True,
    has_pips: bool = True,
    gap: int = 1,
) -> TextLine:
    """Return both players with score and pips, then the match; the side of `about` is highlighted.

    Parts that do not fit are dropped or cut in this order: the length of the match, the game's
    number, the gap, its name, the players' names. If the cube is turned, or out of play in the
    Crawford game, the length stays, because it decides the worth of the cube. The computer is named
    as in sentences, because the space for its level varies with the pips. The gap is the minimum
    between the sides and the match.
    """
    record, match = table.record, table.match
    length = f"to {match.length}" if match.length else "no limit"
    number = f"game {len(record.games)}"
    title = record.rules.title if width >= MIN_WIDTH_FULL_NAME else record.rules.short_title
    unsaved = () if is_saved else (Span("not saved", TextStyle.ALERT), Span("  "))
    names = Naming.from_names(record.white, record.black)
    left = _sides(table, about, names, glyphs, has_pips=has_pips)
    cube = _describe_cube(table, glyphs)
    if cube:
        whole = ((*cube, length, number, title), (*cube, length, title), (*cube, length))
    else:
        whole = ((length, number, title), (number, title), (title,))
    fewer = *whole, whole[2], cube, ()
    for parts, apart in zip(fewer, (gap, gap, gap, 1, 1, 1), strict=True):
        right = (*unsaved, Span(f"{f' {glyphs.dot} '.join(parts)} ".lstrip(), TextStyle.DIM))
        room = width - measure(left) - measure(right)
        if room >= apart:
            break
    else:
        cut = fit_both(names, cells("".join(names)) + room - 1)
        left = _sides(table, about, cut, glyphs, has_pips=has_pips)
    return TextLine(spread(left, right, width))


def _describe_cube(table: Table, glyphs: Glyphs) -> tuple[str, ...]:
    """Return the turned cube with its owner, or the game without it; empty while it is centred."""
    if cube := table.game.cube:
        return (f"cube {cube.value} {glyphs.disc(cube.owner)}",) if cube.owner else ()
    return ("Crawford: no cube",) if table.record.is_crawford(table.record.games[-1]) else ()


def _sides(
    table: Table,
    about: Side | None,
    names: tuple[str, str],
    glyphs: Glyphs,
    *,
    has_pips: bool,
) -> list[Span]:
    spans = []
    for side, name in zip(Side, names, strict=True):
        style = TextStyle.BRIGHT if side is about else TextStyle.DIM
        scored = TextStyle.ACCENT if side is about else style
        pips = plural(table.game.position.pips(side), "pip")
        spans += [
            Span(f" {glyphs.disc(side)} "),
            Span(name, style),
            Span(f" {table.match_with_result.score(side)}", scored),
            Span(f" {glyphs.dot} {pips}  " if has_pips else "  ", TextStyle.DIM),
        ]
    return spans


_APART: Final = 3  # Number of spaces on either side of the winning chances in a header.


def with_chance(header: TextLine, chance: float | None, glyphs: Glyphs) -> TextLine:
    """Put White's winning chances into the gap of a header, if that is wide enough."""
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
