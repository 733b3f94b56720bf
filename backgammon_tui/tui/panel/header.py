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
    """Who plays whom with score and pips, the side to act in bold; dim at the end the game.

    Args:
        table: The match as it stands.
        width: The cells of the line.
        glyphs: The characters that stand for the sides.
        is_saved: Whether what is done is kept.
    """
    record, match, game = table.record, table.match, table.game
    length = f"to {match.length}" if match.length else "open-ended"
    number = f"game {len(record.games)}"
    title = record.rules.title if width >= ROOMY else record.rules.short_title
    unsaved = () if is_saved else (Span("not saved", TextStyle.ALERT), Span("  "))
    told = f" {glyphs.dot} ".join((length, number, title))
    right = (*unsaved, Span(f"{told} ", TextStyle.DIM))
    room = (width - measure(right) - 1) // 2
    left = []
    for side in Side:
        style = actor_style(game, side)
        score, pips = f" {match.score(side)}", f" {glyphs.dot} {game.position.pips(side)}  "
        name = fit(record.name(side), room - measure((Span(score), Span(pips))) - 3)
        left += [
            Span(f" {glyphs.of(side)} ", TextStyle.PLAIN),
            Span(name, style),
            Span(score, TextStyle.ACCENT if style is TextStyle.BRIGHT else style),
            Span(pips, TextStyle.DIM),
        ]
    return TextLine(spread(left, right, width))


def actor_style(game: Game, side: Side) -> TextStyle:
    """How a side is written in a header: bright if it is to act."""
    return TextStyle.BRIGHT if game.actor is side else TextStyle.DIM
