"""A match being played: locked here while it is saved, or followed as another program plays it.

A record only ever grows, so that the new entries at its end are what must be committed.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from backgammon_tui.match.record import MatchRecord, is_roll
from backgammon_tui.match.table import Table
from backgammon_tui.storage.journal import write
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.problems import JournalProblem, StorageErrorKind, reported
from backgammon_tui.storage.journal.read import game_rows, read_seeds
from backgammon_tui.storage.journal.write import GameRow

if TYPE_CHECKING:
    from filelock import BaseFileLock


class SavedMatch(NamedTuple):
    """The part of a match that has been written to the journal."""

    last: GameRow
    """Its last game; those before it are written to their ends."""

    accepted: int

    def has_all(self, table: Table) -> bool:
        """Return True if everything that was done at a table has been written."""
        games = table.record.games
        return (
            self.last.number == len(games)
            and self.last.entries == len(games[-1].entries)
            and self.accepted == len(table.match.results)
        )

    def lacks_rolls(self, table: Table) -> bool:
        """Return True if a roll, a result or the beginning of a game has not been written yet."""
        games = table.record.games
        if self.last.number < len(games) or self.accepted < len(table.match.results):
            return True
        return any(is_roll(entry) for entry in games[-1].entries[self.last.entries :])


_FOR_ITS_OWNER: Final = 0o600
"""The permissions of a lock: whoever else could open it could keep a match from being played."""


class MatchLock:
    """The exclusive right to play one match, held until it is released or the program ends."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._written: SavedMatch | None = None
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
            if problem.trouble not in (
                StorageErrorKind.FULL,
                StorageErrorKind.READ_ONLY,
                StorageErrorKind.CANNOT_OPEN,
            ):
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
        return self._written.last.match if self._written else None

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
        record, results = self._journal.read(match)
        with self._journal.reading() as db:
            rows = game_rows(db, match)
            seeds = read_seeds(db, rows[-1])
        last = GameRow(rows[-1], match, len(rows), len(record.games[-1].entries))
        try:
            table = Table.resume(record, results, seeds)
        except (ValueError, TypeError) as error:
            detail = f"match {match} cannot be played on: {error}"
            raise JournalProblem(StorageErrorKind.DAMAGED, self._journal.path, detail) from error
        self._written = SavedMatch(last, len(results))
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
        if before is None and not table.record.games[0].entries:
            return
        if before and before.has_all(table):
            return
        try:
            fully = not before or before.lacks_rolls(table)
            with self._journal.writing(fully=fully, patience=patience) as db:
                written = self._write(db, table)
        except BaseException:
            if before is None:
                # The match has no number yet, and the next time it may get another.
                self.release()
            raise
        self._written = written

    def _write(self, db: sqlite3.Connection, table: Table) -> SavedMatch:
        record, before = table.record, self._written
        if before is None:
            match, row, accepted = write.insert_match(db, record), None, 0
        else:
            match, row, accepted = before.last.match, before.last, before.accepted
            row = self._find_as_written(db, row, record)
        if self._lock is None:
            self._hold(match)
        results = len(table.match.results)
        for number in range(row.number if row else 1, len(record.games) + 1):
            game = record.games[number - 1]
            if row is None:
                row = write.insert_game(db, match, number, game, table.seeds)
            last = row = write.extend_game(db, row, game, table.seeds)
            if accepted < number <= results:
                is_present = number == len(record.games)
                history = table.history if is_present else game.history(record.rules)
                write.finish_game(db, row.id, write.outcome_of(history), write.now())
            row = None
        write.update_status(db, match, table.match, None if table.accepted else table.game)
        return SavedMatch(last, results)

    def _find_as_written(
        self, db: sqlite3.Connection, row: GameRow, record: MatchRecord
    ) -> GameRow:
        """Return the row, which may have moved, unless it was changed, deleted or exchanged."""
        game = record.games[row.number - 1]
        last = write.write_entry(game.entries[row.entries - 1]) if row.entries else None
        found = db.execute(
            "SELECT game.id, commitment, coalesce(entry.number, 0), text FROM game"
            " LEFT JOIN entry ON entry.game = game.id WHERE (match, game.number) = (?, ?)"
            " ORDER BY entry.number DESC LIMIT 1",
            (row.match, row.number),
        ).fetchone()
        if not found or found[1:] != (game.dice.commitment, row.entries, last):
            raise JournalProblem(StorageErrorKind.GONE, self._journal.path)
        return row._replace(id=found[0])


# ---- a match that another program plays

_BETWEEN: Final = 0.2
"""The seconds between two looks, each of one query for one row."""

_LATEST: Final = (
    "SELECT match.id, game.id, (SELECT max(number) FROM entry WHERE entry.game = game.id),"
    " ending, played, white.name, black.name FROM match"
    " JOIN game ON game.match = match.id"
    " LEFT JOIN player white ON white.id = match.white"
    " LEFT JOIN player black ON black.id = match.black {which}"
    " ORDER BY played DESC, match.id DESC, game.number DESC LIMIT 1"
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
            raise JournalProblem(StorageErrorKind.GONE, self._path)
        if row is None or row == self._seen:
            return None
        record, results = journal.read(row[0])
        try:
            table = Table.resume(record, results, {})
        except ValueError as error:
            raise JournalProblem(StorageErrorKind.DAMAGED, self._path, str(error)) from error
        self._seen, self._told = row, ""
        return table
