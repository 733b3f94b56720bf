"""`plays`: the legal plays of a position."""

from __future__ import annotations

import argparse

from backgammon_tui.cli.arguments import read_numbers, refused_as_usage, rules_of
from backgammon_tui.cli.console import print_line
from backgammon_tui.engine.generator import legal_plays
from backgammon_tui.engine.moves import play_order
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.engine.position import Position, Side


def list_plays(options: argparse.Namespace) -> None:
    """Print the legal plays for the position and numbers."""
    with refused_as_usage():
        rules = rules_of(options)
        position = Position.parse(options.position)
        rules.check(position)
        numbers = read_numbers(" ".join(options.numbers))
    plays = legal_plays(rules, position, Side(options.side), numbers)
    for play in sorted(plays, key=lambda play: play_order(play.moves)):
        print_line(f"{write_moves(play.moves) or '(nothing can be played)'}  {play.position}")
