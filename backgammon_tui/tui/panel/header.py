"""The line above the board of a match."""

from __future__ import annotations

from typing import Final

from backgammon_tui.engine.game import Game
from backgammon_tui.engine.position import Side
from backgammon_tui.storage.table import Table
from backgammon_tui.tui.panel.glyphs import Glyphs
from backgammon_tui.tui.panel.text import Span, TextLine, TextStyle, fit, measure, spread

ROOMY: Final = 100
"""From so many columns on a header has room for the whole name of the game."""


def match_header(table: Table, width: int, glyphs: Glyphs, *, is_saved: bool = True) -> TextLine:
    """The game, who plays whom, the score and the pips.

    Args:
        table: The match as it stands.
        width: The cells of the line.
        glyphs: The characters that stand for the sides.
        is_saved: Whether what is done is kept.
    """
    record, match, game = table.record, table.match, table.game
    length = f"to {match.length}" if match.length else "open"
    pips = ":".join(str(game.position.pips(side)) for side in Side)
    unsaved = () if is_saved else (Span("not saved", TextStyle.ALERT), Span("  "))
    right = (
        *unsaved,
        Span(f"{length} {glyphs.dot} game {len(record.games)}   pips {pips} ", TextStyle.DIM),
    )
    title = record.rules.title if width >= ROOMY else record.rules.short_title
    left = [Span(f" {title} ", TextStyle.BADGE), Span(" ")]
    room = (width - measure(left) - measure(right) - 1) // 2
    for side in Side:
        score = f" {match.score(side)}"
        name = fit(record.name(side), room - len(score) - 4)
        text = f"{glyphs.of(side)} {name}{score}"
        left += [Span(" "), Span(text, actor_style(game, side)), Span(" ")]
    return TextLine(spread(left, right, width))


def actor_style(game: Game, side: Side) -> TextStyle:
    """How a side is written in a header: bright if it is to act."""
    return TextStyle.BRIGHT if game.actor is side else TextStyle.DIM
