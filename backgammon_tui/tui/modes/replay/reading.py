"""Finished games of the journal, to be looked at."""

from __future__ import annotations

from dataclasses import replace

from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.problems import JournalProblem, Trouble
from backgammon_tui.storage.table import Table
from backgammon_tui.tui.modes.replay.state import ReplayState


def read_replay(journal: Journal, game: int) -> ReplayState:
    """A finished game of a journal, from its beginning.

    Raises:
        JournalProblem: if it cannot be read.
    """
    match, number = journal.find_game(game)
    record, results = journal.read(match)
    part = results[:number]
    try:
        table = Table.resume(replace(record, games=record.games[:number]), part, {})
    except ValueError as error:
        raise JournalProblem(Trouble.DAMAGED, journal.path, str(error)) from error
    return ReplayState(table)
