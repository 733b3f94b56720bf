"""`plays`: the legal plays of a position."""

from __future__ import annotations

import argparse

from backgammon_tui.analysis.facts import facts
from backgammon_tui.cli.arguments import UsageProblem, read_numbers, refused_as_usage, rules_of
from backgammon_tui.cli.console import print_line
from backgammon_tui.engine.actions import Throw
from backgammon_tui.engine.game import Game, Situation
from backgammon_tui.engine.moves import play_order
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.engine.plays import legal_plays
from backgammon_tui.engine.position import Position, Side
from backgammon_tui.engine.rules import Rules
from backgammon_tui.engine.turn import Phase
from backgammon_tui.words.fact_sentences import describe_facts


def list_plays(options: argparse.Namespace) -> None:
    """Print the legal plays of the given position and numbers."""
    side = Side(options.side)
    with refused_as_usage():
        rules = rules_of(options)
        position = Position.parse(options.position)
        rules.check(position)
        numbers = read_numbers(" ".join(options.numbers))
    game = _thrown(rules, Situation(position, side), numbers) if options.facts else None
    plays = sorted(
        game.legal_plays() if game else legal_plays(rules, position, side, numbers),
        key=lambda play: play_order(play.moves),
    )
    width = max(len(write_moves(play.moves)) for play in plays)
    for index, play in enumerate(plays, 1):
        text = write_moves(play.moves)
        if game:
            told = describe_facts(facts(game, play), side)
            print_line(f"{index:>4}  {text:<{width}}  {told}".rstrip())
        else:
            print_line(f"{text or '(nothing can be played)'}  {play.position}")


def _thrown(rules: Rules, situation: Situation, numbers: tuple[int, ...]) -> Game | None:
    """Return the game after the throw; None if nothing can be played."""
    if len(numbers) not in (2, 4):
        raise UsageProblem("--facts needs a whole throw: two numbers")
    with refused_as_usage():
        game = situation.game(rules).apply(Throw(numbers[0], numbers[-1]))
    return game if game.phase is Phase.MOVE else None
