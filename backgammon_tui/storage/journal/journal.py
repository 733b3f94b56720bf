"""The file of the journal, which several programs can read and write at once."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Self, TypeVar

from backgammon_tui.match.table import Table
from backgammon_tui.storage.journal import backups, database, schema
from backgammon_tui.storage.journal.database import (
    open_to_read,
    problem_of,
    reported,
    transaction,
    version_of,
)
from backgammon_tui.storage.journal.log import MatchLog, as_damage, read_log
from backgammon_tui.storage.journal.upgrades import (
    ReportUpgrade,
    upgrade,
    upgraded_in_memory,
)
from backgammon_tui.storage.paths import make_folder, make_private
from backgammon_tui.words.problems import JournalProblem, MatchGone, StorageErrorKind

Row = TypeVar("Row")


class Journal:
    """All matches in one SQLite file, which is created at the first write.

    Args:
        report: Called for each match if the file is upgraded.
    """

    def __init__(self, path: Path, report: ReportUpgrade = lambda upgraded: None) -> None:
        self.path = path
        self._report = report
        self._db: sqlite3.Connection | None = None
        self._file_id: tuple[int, int] | None = None
        """Device and number of the open file, to notice that it has been replaced."""
        self._read_only_reason: JournalProblem | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def exists(self) -> bool:
        """True if the file exists and is not empty."""
        with reported(self.path), suppress(FileNotFoundError, NotADirectoryError):
            return self.path.stat().st_size > 0
        return False

    @property
    def folder(self) -> Path:
        if not self.path.is_absolute():
            # Without a home folder, the system returns a meaningless relative path.
            raise JournalProblem(
                StorageErrorKind.CANNOT_WRITE, self.path, "this system has no folder for it"
            )
        return self.path.parent

    def close(self) -> None:
        """Close the file; the next use opens it again."""
        if self._db is not None:
            self._db.close()
            self._db = self._read_only_reason = None

    # ---- transactions

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        try:
            with reported(self.path):
                yield self._opened()
        except JournalProblem as problem:
            if problem.kind:
                self._expect_version()
                # Somebody may repair the file, so the next use opens it again.
                self.close()
            raise
        finally:
            if self._read_only_reason:
                # This connection does not see later changes, and the next may be able to write.
                self.close()

    @contextmanager
    def writing(
        self, *, fully: bool = True, patience: float | None = None
    ) -> Iterator[sqlite3.Connection]:
        """Open the database in a transaction.

        Args:
            fully: True if the changes must survive a power cut, not only the end of the program.
            patience: Seconds to wait for another program that writes; None for the usual time.
        """
        with self.reading() as db:
            if self._read_only_reason:
                raise self._read_only_reason
            database.sync(db, fully=fully)
            seconds = database.PATIENCE if patience is None else patience
            db.execute(f"PRAGMA busy_timeout = {seconds * 1000:.0f}")
            with transaction(db, "IMMEDIATE"):
                version_of(db, self.path)
                yield db

    def _opened(self) -> sqlite3.Connection:
        """Return the open database; open it again if the file has been replaced."""
        if self._db is not None and self._file_id != self._find_file_id():
            self.close()
        if self._db is None:
            make_folder(self.folder)
            try:
                self._db = connect(self.path, self._report)
            except (sqlite3.Error, OSError) as error:
                problem = problem_of(error, self.path)
                if problem.kind is not StorageErrorKind.CANNOT_WRITE:
                    raise
                with suppress(sqlite3.Error, OSError):
                    self._db = connect_to_read(self.path)
                if self._db is None:
                    raise
                self._read_only_reason = problem
            self._file_id = self._find_file_id()
        return self._db

    def _expect_version(self) -> None:
        """Raise an error if a newer program has changed the tables that statements use."""
        with suppress(sqlite3.Error):
            if self._db:
                version_of(self._db, self.path)

    def _find_file_id(self) -> tuple[int, int] | None:
        with suppress(FileNotFoundError):
            status = self.path.stat()
            return status.st_dev, status.st_ino
        return None

    def back_up(self, now: datetime | None = None) -> None:
        """Back up what has changed and remove old backups; raise `JournalProblem` if that fails."""
        is_writable = all(os.access(path, os.W_OK) for path in (self.path, self.path.parent))
        if self.exists and is_writable:  # Otherwise nothing can change it.
            with self.reading() as db:
                backups.back_up(db, self.path, now)

    def select(
        self, read: Callable[..., Row], query: str, values: Sequence[object] = ()
    ) -> tuple[Row, ...]:
        """Return the rows of a query, converted by `read`; none without a file."""
        if not self.exists:
            return ()
        with self.reading() as db, as_damage():
            return tuple(read(*row) for row in db.execute(query, values).fetchall())

    # ---- whole matches

    def find_game(self, game: int) -> tuple[int, int]:
        query = "SELECT match, number FROM game WHERE id = ?"
        for match, number in self.select(lambda *row: tuple(map(int, row)), query, (game,)):
            return match, number
        raise MatchGone()

    def read_table(self, match: int) -> tuple[Table, MatchLog]:
        log = self.read(match)
        with self.reading(), as_damage(f"match {match}"):
            return Table.resume(log.record, log.results, log.seeds), log

    def read(self, match: int) -> MatchLog:
        # One transaction, to see a single state although others write.
        with self.reading() as db, transaction(db, "DEFERRED"):
            return read_log(db, match)


# ---- opening the file


def connect(path: Path, report: ReportUpgrade = lambda upgraded: None) -> sqlite3.Connection:
    # Only its owner may read the file; SQLite gives its other files the same permissions.
    with suppress(FileExistsError):
        make_private(path)
    db = sqlite3.connect(path, timeout=database.PATIENCE, isolation_level=None)
    try:
        db.execute("PRAGMA foreign_keys = ON")
        _make_tables(db, path, report)
        # If WAL is unavailable, as on network drives, SQLite uses a rollback journal.
        with suppress(sqlite3.OperationalError):
            db.execute("PRAGMA journal_mode = WAL")
        version_of(db, path)  # Fails if the disk has no space for the index of the log.
        database.sync(db, fully=False)
    except BaseException:
        db.close()
        raise
    return db


def _make_tables(db: sqlite3.Connection, path: Path, report: ReportUpgrade) -> None:
    # One transaction, because another program may be creating the file.
    with transaction(db, "DEFERRED"):
        version = version_of(db, path)
    if version == schema.VERSION:
        return
    if version:
        upgrade(db, path, report)
        return
    with transaction(db, "IMMEDIATE"):
        # Another program may have created them since.
        if not version_of(db, path):
            for statement in schema.STATEMENTS:
                db.execute(statement)
            db.execute(f"PRAGMA user_version = {schema.VERSION}")
            db.execute(f"PRAGMA application_id = {schema.MARK}")


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Open a journal on a full or read-only disk, for a single query."""
    db, version = open_to_read(path)
    return db if version == schema.VERSION else upgraded_in_memory(db)
