"""A card of a finished game, to be shared as text."""

from __future__ import annotations

from collections.abc import Sequence

from backgammon_tui.engine.game import Game
from backgammon_tui.words.board_text import draw_board
from backgammon_tui.words.naming import Naming


def write_card(game: Game, naming: Naming, lines: Sequence[str]) -> str:
    """The board, what there is to say of the game, and its position line."""
    parts = [
        game.rules.title,
        "",
        draw_board(game.rules, game.position, naming),
        "",
        *lines,
        "",
        str(game.position),
    ]
    return "\n".join(parts) + "\n"
