"""The programs that `bench.screen` times: the game, a bare list and a bare board.

python -m bench.terminal_apps game|list|board

Each imports only the modules that it needs, as a player's program does.
"""

from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.app import App


def game() -> App[None]:
    """Return the game at doubles with a long list of plays."""
    from backgammon_tui.engine import RULESETS, Game, Match, Position, Roll, Side, StartingPosition
    from backgammon_tui.match.record import (
        DiceKind,
        DiceOrigin,
        GameRecord,
        MatchRecord,
    )
    from backgammon_tui.match.table import Table
    from backgammon_tui.tui import LaunchOptions
    from backgammon_tui.tui.program import screen_program

    rules = RULESETS["russian"]
    position = Position.parse("W 24:3 22:2 20:2 17:2 14:2 12:2 10:2 / B 23:5 21:5 18:5")
    starting_position = StartingPosition(position, Side.WHITE)
    record = MatchRecord(rules, "Anna", "Boris", "2026-03-01", 5)
    record = record.add_game(
        GameRecord(DiceOrigin(DiceKind.TYPED), starting_position=starting_position)
    )
    before = Game.from_position(rules, position, Side.WHITE)
    table = Table(record, Match(rules, 5), None, (before,)).apply(Roll(2, 2))
    return screen_program(LaunchOptions(record, DiceKind.TYPED, table))


def bare(name: str) -> App[None]:
    """Return the bare list or the bare board."""
    from bench.bare_apps import BoardApp, ListApp

    return ListApp() if name == "list" else BoardApp()


if __name__ == "__main__":
    if sys.argv[1] == "game":
        gc.disable()  # The command line does the same before it imports the screens.
        game().run()
    else:
        bare(sys.argv[1]).run()
