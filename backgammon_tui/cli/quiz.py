"""`quiz`: puzzles as flash cards."""

from __future__ import annotations

import argparse
from pathlib import Path

from backgammon_tui.cli.console import (
    Refusal,
    naming_file,
    open_journal,
    print_line,
    refused_as_usage,
)
from backgammon_tui.engine import RULESETS
from backgammon_tui.names import check_name
from backgammon_tui.storage.journal.learning import read_progress
from backgammon_tui.storage.paths import write_file
from backgammon_tui.teach.deck import deck_of_game, own_mistakes, write_deck
from backgammon_tui.words.problems import describe_written


def export_deck(options: argparse.Namespace) -> None:
    games = [options.ruleset] if options.ruleset else [*RULESETS]
    items = [item for ruleset in games for item in deck_of_game(ruleset)]
    if options.own is not None:
        with refused_as_usage():
            name = check_name(options.own)
        with open_journal() as journal:
            kept = read_progress(journal, name)
        items = list(own_mistakes(kept, options.ruleset or ""))
        if not items:
            raise Refusal(f"No mistakes of {name} are saved. Review their games to collect some.")
    text = write_deck(items)
    with naming_file(options.export):
        write_file(Path(options.export), text)
    print_line(describe_written(Path(options.export)))
