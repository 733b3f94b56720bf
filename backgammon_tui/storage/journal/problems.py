"""Problems with the journal, as data and as one sentence."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import Final

from backgammon_tui.storage.paths import shown
from backgammon_tui.text_file import escaped


class StorageErrorKind(Enum):
    """A kind of problem; the value completes the sentence "The records file ..."."""

    DAMAGED = "is damaged"
    OTHER = "is not of this version of the program"
    LOCKED = "is in use by another program"
    FULL = "cannot grow: the disk is full"
    READ_ONLY = "cannot be written to"
    CANNOT_OPEN = "cannot be opened"
    FAILED = "cannot be read or written"
    NO_FOLDER = "has nowhere to go: this system names no folder for it"
    PLAYED_ELSEWHERE = "is open in another window; close it there first"
    GONE = "is no longer in the records"


class JournalProblem(Exception):
    """The records, or a match in them, cannot be used."""

    def __init__(self, trouble: StorageErrorKind, path: Path, detail: str = "") -> None:
        """Describe the problem.

        Args:
            detail: More about it, in a few words.
        """
        super().__init__(trouble, path, detail)
        self.trouble = trouble
        self.path = path
        self.detail = detail

    @property
    def is_about_a_match(self) -> bool:
        return self.trouble in (StorageErrorKind.PLAYED_ELSEWHERE, StorageErrorKind.GONE)

    @property
    def is_damage(self) -> bool:
        return self.trouble is StorageErrorKind.DAMAGED

    @property
    def is_transient(self) -> bool:
        return self.trouble is StorageErrorKind.LOCKED

    def __str__(self) -> str:
        """Return one sentence for the players."""
        if self.is_about_a_match:
            return f"The match {self.trouble.value}."
        # It may come from a damaged file and hold anything.
        detail = escaped(self.detail)
        more = f" ({detail})" if detail else ""
        return f"The records file {self.trouble.value}{more}: {shown(self.path)}"


def describe_no_backup(problem: JournalProblem) -> str:
    """Return the sentence that says why no backup of the records was made."""
    text = str(problem)
    return f"No backup was made: {text[0].lower()}{text[1:]}"


@contextmanager
def reported(path: Path) -> Iterator[None]:
    """Turn errors of the database and the system in a `with` block into a `JournalProblem`."""
    try:
        yield
    except sqlite3.Error as error:
        raise JournalProblem(trouble_of(error), path, str(error)) from error
    except UnicodeDecodeError as error:
        # The database quotes the damaged file in its message.
        raise JournalProblem(StorageErrorKind.DAMAGED, path, error.reason) from error
    except OSError as error:
        trouble = _SYSTEM_TROUBLES.get(error.errno or 0, StorageErrorKind.CANNOT_OPEN)
        raise JournalProblem(trouble, path, error.strerror or "") from error


def trouble_of(error: sqlite3.Error) -> StorageErrorKind:
    """Return the kind of trouble that the database reports."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        # Text that cannot be decoded has no code.
        is_text = isinstance(error, sqlite3.OperationalError)
        return StorageErrorKind.DAMAGED if is_text else StorageErrorKind.FAILED
    return _TROUBLES.get(code) or _TROUBLES.get(code & 0xFF, StorageErrorKind.FAILED)


_TROUBLES: Final = {
    sqlite3.SQLITE_CORRUPT: StorageErrorKind.DAMAGED,
    sqlite3.SQLITE_NOTADB: StorageErrorKind.DAMAGED,
    # A table is missing, or holds an impossible value.
    sqlite3.SQLITE_ERROR: StorageErrorKind.DAMAGED,
    sqlite3.SQLITE_CONSTRAINT: StorageErrorKind.DAMAGED,
    sqlite3.SQLITE_BUSY: StorageErrorKind.LOCKED,
    sqlite3.SQLITE_LOCKED: StorageErrorKind.LOCKED,
    sqlite3.SQLITE_FULL: StorageErrorKind.FULL,
    # There is no room for the index of the write-ahead log.
    sqlite3.SQLITE_IOERR_SHMSIZE: StorageErrorKind.FULL,
    sqlite3.SQLITE_READONLY: StorageErrorKind.READ_ONLY,
    sqlite3.SQLITE_PERM: StorageErrorKind.READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: StorageErrorKind.CANNOT_OPEN,
}

_SYSTEM_TROUBLES: Final = {
    errno.ENOSPC: StorageErrorKind.FULL,
    errno.EDQUOT: StorageErrorKind.FULL,
    errno.EROFS: StorageErrorKind.READ_ONLY,
}


@contextmanager
def problems_told(say: Callable[[str], object]) -> Iterator[None]:
    """Leave a block at the first problem with the records, and say it."""
    try:
        yield
    except JournalProblem as problem:
        say(str(problem))
