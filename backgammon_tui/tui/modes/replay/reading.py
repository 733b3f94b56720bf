"""Finished games of the journal, to be looked at."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.listing import all_games
from backgammon_tui.storage.journal.problems import JournalProblem, Trouble
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.storage.table import Table
from backgammon_tui.tui.effects import Step
from backgammon_tui.tui.modes.replay.mode import ReplayMode
from backgammon_tui.tui.modes.replay.state import KeptGame, ReplayState


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


def begin_review(table: Table, storage: Storage, match: int | None) -> Step[ReplayMode]:
    """The review of the game at a table, and what it begins with.

    The match has no number where it is not in the journal.
    """
    kept = None
    if storage.journal and match is not None:
        with suppress(JournalProblem):
            kept = KeptGame(storage.journal.path, all_games(storage.journal, match)[-1])
    return ReplayMode.begin(ReplayState(table), storage.settings, kept=kept).begin_review()
