"""Matches that were left: in the records, before the program begins."""

from __future__ import annotations

from backgammon_tui.engine import Result
from backgammon_tui.match.record import MatchRecord
from backgammon_tui.match.table import Table
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.log import MatchLog
from backgammon_tui.storage.journal.query import all_matches
from backgammon_tui.storage.paths import journal_file
from tests.storage.journal.journals import kept


def leave(table: Table) -> int:
    """Write down a match that its players have left; its number."""
    with Journal(journal_file()) as journal:
        return kept(journal, table)


def matches() -> list[str]:
    """Return the players of all recorded matches, the latest match first."""
    with Journal(journal_file()) as journal:
        return [f"{line.white} - {line.black}" for line in all_matches(journal, 0, 100)]


def record(match: int = 1) -> MatchRecord:
    """A match of the records."""
    return _read(match).record


def results(match: int = 1) -> tuple[Result, ...]:
    """The results of a match that have been accepted."""
    return _read(match).results


def _read(match: int) -> MatchLog:
    with Journal(journal_file()) as journal:
        return journal.read(match)
