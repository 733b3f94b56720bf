"""A match being played: locked here while it is saved, or followed as another program plays it.

A record only ever grows, so that the new entries at its end are what must be committed.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Final, Self

from backgammon_tui.match.table import Table
from backgammon_tui.storage.journal.journal import Journal, reported
from backgammon_tui.storage.journal.log import (
    Written,
    finished_games,
    is_for_the_disk,
    lines_to_add,
    write_match,
)
from backgammon_tui.storage.journal.problems import JournalProblem
from backgammon_tui.words.storage_problems import StorageErrorKind

if TYPE_CHECKING:
    from filelock import BaseFileLock


_FOR_ITS_OWNER: Final = 0o600
"""The permissions of a lock: whoever else could open it could keep a match from being played."""


class MatchLock:
    """The exclusive right to play one match, held until it is released or the program ends."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._written = Written()
        self._lock: BaseFileLock | None = None
        self.read_only_reason: JournalProblem | None = None
        """Why nothing can be written here, so that nobody is kept from the match either."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    @classmethod
    def acquire(cls, journal: Journal, match: int) -> tuple[Self, Table]:
        """Lock a match in the journal; return the lock and the match as it stands.

        If nothing can be written, as on a read-only disk, the match can be looked at, and
        `read_only_reason` says why nothing will be saved.
        """
        lock = cls(journal)
        try:
            lock._hold(match)
        except JournalProblem as problem:
            if not problem.is_about_writing:
                raise
            lock.read_only_reason = problem
        try:
            return lock, lock._sit_down(match)
        except BaseException:
            lock.release()
            raise

    @classmethod
    def reserve(cls, journal: Journal, match: int) -> Self:
        """Lock a match without reading it."""
        lock = cls(journal)
        lock._hold(match)
        return lock

    @property
    def match(self) -> int | None:
        return self._written.match or None

    def release(self) -> None:
        """Let other programs play the match."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _hold(self, match: int) -> None:
        import filelock  # It costs the start a fiftieth of a second.

        path = self._journal.folder / f"match-{match}.lock"
        lock = filelock.FileLock(path, mode=_FOR_ITS_OWNER)
        with reported(self._journal.path):
            try:
                lock.acquire(timeout=0)
            except filelock.Timeout as error:  # An `OSError`, too, so it is caught first.
                raise JournalProblem(StorageErrorKind.PLAYED_ELSEWHERE, path) from error
        self._lock, self.read_only_reason = lock, None

    def _sit_down(self, match: int) -> Table:
        log = self._journal.read(match)
        try:
            table = log.table()
        except (ValueError, TypeError) as error:
            detail = f"match {match} cannot be played on: {error}"
            raise JournalProblem(StorageErrorKind.DAMAGED, self._journal.path, detail) from error
        self._written = log.written
        return table

    def save(self, table: Table, patience: float | None = None) -> None:
        """Write everything done since the last time, all of it or nothing.

        Rolls and results survive even a power cut. A match without any action is not written yet.
        Another program that is writing is waited for, `patience` seconds or as long as usual.

        Raises:
            JournalProblem: if it cannot be written; what was written before stays. GONE if the
                file no longer has it as it was written.
        """
        before = self._written
        if not before.lines and not table.record.games[0].entries:
            return
        finished = finished_games(table, before)
        lines = lines_to_add(table.record, before, finished)
        if not lines:
            return
        fully = any(map(is_for_the_disk, lines))
        try:
            with self._journal.writing(fully=fully, patience=patience) as db:
                self._expect_as_written(db)
                written = write_match(db, table, before, finished)
                if self._lock is None:
                    self._hold(written.match)
        except BaseException:
            if not before.lines:
                # The match has no number yet, and the next time it may get another.
                self.release()
            raise
        self._written = written

    def _expect_as_written(self, db: sqlite3.Connection) -> None:
        """See that the match was not changed, deleted or exchanged."""
        match, _, _, _, lines, total = self._written
        query = "SELECT number, sum FROM line WHERE match = ? ORDER BY number DESC LIMIT 1"
        if lines and db.execute(query, (match,)).fetchone() != (lines, total):
            raise JournalProblem(StorageErrorKind.GONE, self._journal.path)


# ---- a match that another program plays

_BETWEEN: Final = 0.2
"""The seconds between two looks, each of one query for one row."""

_LATEST: Final = (
    "SELECT match, lines, played, white, black FROM match_line {which}"
    " ORDER BY played DESC, match DESC LIMIT 1"
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
        which, values = ("WHERE match = ?", (self.match,)) if self.match else ("", ())
        with journal.reading() as db:
            row = db.execute(_LATEST.format(which=which), values).fetchone()
        if row is None and (self.match or self._seen):
            raise JournalProblem(StorageErrorKind.GONE, self._path)
        if row is None or row == self._seen:
            return None
        log = journal.read(row[0])._replace(seeds={})
        try:
            table = log.table()
        except ValueError as error:
            raise JournalProblem(StorageErrorKind.DAMAGED, self._path, str(error)) from error
        self._seen, self._told = row, ""
        return table
