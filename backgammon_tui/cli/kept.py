"""The commands about what is kept: each of them is given the journal."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Final

from backgammon_tui.cli import editing, exchange, records
from backgammon_tui.cli.arguments import use_folder
from backgammon_tui.cli.problem import refused_by_records
from backgammon_tui.records.journal.journal import Journal
from backgammon_tui.records.places import journal_file


def run(name: str, options: argparse.Namespace) -> int:
    """Run one command; the exit code.

    Raises:
        UsageProblem: if an argument or a file cannot be used.
        Refusal: if it cannot be done as things stand.
    """
    use_folder(options)
    with Journal(journal_file()) as journal, refused_by_records():
        return _COMMANDS[name](journal, options)


_COMMANDS: Final[dict[str, Callable[[Journal, argparse.Namespace], int]]] = {
    "matches": records.list_matches,
    "history": records.list_games,
    "score": records.show_score,
    "statistics": records.show_statistics,
    "export": exchange.export,
    "import": exchange.import_files,
    "rename": editing.rename,
    "abandon": editing.abandon,
    "delete": editing.delete,
    "rescue": editing.rescue_records,
}
