"""The database of the journal: transactions, its version, and problems with its file."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from backgammon_tui.storage.journal import schema
from backgammon_tui.words.problems import JournalProblem, StorageErrorKind

PATIENCE: Final = 2.0
"""Seconds to wait for another program that writes."""


def open_to_read(path: Path) -> tuple[sqlite3.Connection, int]:
    """Open a journal on a full or read-only disk, for a single query; return it and its version.

    Opening it the usual way creates an index of the write-ahead log. Here the index stays in
    memory, or there is no such log and the file is complete.
    """
    wal = Path(f"{path}-wal")
    has_more = wal.exists() and wal.stat().st_size > 0
    no_locks = "win32-none" if os.name == "nt" else "unix-none"
    how = f"mode=ro&vfs={no_locks}" if has_more else "immutable=1"
    db = sqlite3.connect(f"{path.as_uri()}?{how}", uri=True, isolation_level=None)
    try:
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        if version := version_of(db, path):
            return db, version
        raise sqlite3.OperationalError("there are no tables")
    except BaseException:
        db.close()
        raise


@contextmanager
def transaction(db: sqlite3.Connection, kind: str) -> Iterator[None]:
    """Commit everything that a block does, or nothing; IMMEDIATE to write, DEFERRED to read."""
    db.execute(f"BEGIN {kind}")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        # SQLite may have rolled back already, as on a full disk.
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def sync(db: sqlite3.Connection, *, fully: bool) -> None:
    db.execute(f"PRAGMA synchronous = {'FULL' if fully else 'NORMAL'}")


def version_of(db: sqlite3.Connection, path: Path) -> int:
    """Return the version of a journal, at most `VERSION`; 0 for an empty file.

    Raises:
        JournalProblem: if the file is something else, or a journal of a newer version.
    """
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (mark,) = db.execute("PRAGMA application_id").fetchone()
    if mark == schema.MARK and 0 < version <= schema.VERSION:
        return int(version)
    if mark == schema.MARK and schema.VERSION < version < _NO_VERSION:
        raise JournalProblem(StorageErrorKind.NEWER_VERSION, path, str(version))
    tables = {sql for (sql,) in db.execute("SELECT sql FROM sqlite_master") if sql}
    if not tables and not mark and not version:
        return 0
    if schema.normalized(tables) >= schema.normalized(schema.STATEMENTS):
        raise JournalProblem(StorageErrorKind.DAMAGED, path, "its header has been changed")
    raise JournalProblem(StorageErrorKind.OTHER_VERSION, path)


_NO_VERSION: Final = 1_000
"""Limit for versions; a number from here on means that the file is damaged."""


@contextmanager
def reported(path: Path) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError, OSError) as error:
        raise problem_of(error, path) from error


def problem_of(error: Exception, path: Path) -> JournalProblem:
    detail, code = str(error), getattr(error, "sqlite_errorcode", None)
    kind = _KINDS.get(code) or _KINDS.get(code & 0xFF) if code else None
    if isinstance(error, OSError):
        is_full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        detail = "the disk is full" if is_full else error.strerror or ""
    elif isinstance(error, UnicodeDecodeError):
        # SQLite quotes the damaged file in its message.
        kind, detail = StorageErrorKind.DAMAGED, error.reason
    elif code is None and isinstance(error, sqlite3.OperationalError):
        # Text that cannot be decoded has no error code.
        kind = StorageErrorKind.DAMAGED
    elif code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE):
        # The second: there is no space for the index of the write-ahead log.
        detail = "the disk is full"
    return JournalProblem(kind or StorageErrorKind.CANNOT_WRITE, path, detail)


_KINDS: Final = {
    sqlite3.SQLITE_CORRUPT: StorageErrorKind.DAMAGED,
    sqlite3.SQLITE_NOTADB: StorageErrorKind.DAMAGED,
    # A table is missing, or contains an impossible value.
    sqlite3.SQLITE_ERROR: StorageErrorKind.DAMAGED,
    sqlite3.SQLITE_CONSTRAINT: StorageErrorKind.DAMAGED,
    sqlite3.SQLITE_BUSY: StorageErrorKind.LOCKED,
    sqlite3.SQLITE_LOCKED: StorageErrorKind.LOCKED,
}
