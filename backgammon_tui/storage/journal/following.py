"""A match that another program plays, looked at whenever something has been written."""

from __future__ import annotations

from pathlib import Path
from threading import Event
from typing import Final

from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.problems import JournalProblem, Trouble
from backgammon_tui.storage.table import Table

_BETWEEN: Final = 0.2
"""The seconds between two looks, each of one query for one row."""

_LATEST: Final = (
    "SELECT match.id, game.id, checksum, ending, touched FROM match"
    " JOIN game ON game.match = match.id {which}"
    " ORDER BY touched DESC, match.id DESC, game.number DESC LIMIT 1"
)


class Follower:
    """Follows a match, or whichever was played last. Nothing is written, no seed is read."""

    def __init__(self, path: Path, match: int | None = None) -> None:
        self.match = match
        self._path = path
        self._seen: tuple[object, ...] = ()
        self._told = ""

    def wait(self, stopped: Event) -> Table | str | None:
        """Wait until something new has been written, or another thread stops it.

        Returns:
            The table as it stands now, a sentence if it cannot be read, None once stopped.
        """
        with Journal(self._path) as journal:
            while not stopped.wait(_BETWEEN):
                try:
                    if found := self.look(journal):
                        return found
                except JournalProblem as problem:
                    if not problem.is_transient and str(problem) != self._told:
                        self._told = str(problem)
                        return self._told
        return None

    def look(self, journal: Journal) -> Table | None:
        """Return the table as it stands; None if nothing has changed since the last look."""
        if not journal.exists:
            return None
        which, values = ("WHERE match.id = ?", (self.match,)) if self.match else ("", ())
        with journal.reading() as db:
            row = db.execute(_LATEST.format(which=which), values).fetchone()
        if row is None and (self.match or self._seen):
            raise JournalProblem(Trouble.GONE, self._path)
        if row is None or row == self._seen:
            return None
        record, results = journal.read(row[0])
        try:
            table = Table.resume(record, results, {})
        except ValueError as error:
            raise JournalProblem(Trouble.DAMAGED, self._path, str(error)) from error
        self._seen, self._told = row, ""
        return table
