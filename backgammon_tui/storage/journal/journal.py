"""The file of the journal, which several programs can read and write at once."""

from __future__ import annotations

import errno
import os
import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, Self, TypeVar

from backgammon_tui.match.table import Table
from backgammon_tui.storage.journal.log import MatchLog, as_damage, read_log
from backgammon_tui.storage.paths import make_folder, make_private
from backgammon_tui.words.problems import JournalProblem, MatchGone, StorageErrorKind

Row = TypeVar("Row")


class Journal:
    """All matches in one SQLite file, which is created at the first write."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._db: sqlite3.Connection | None = None
        self._file: tuple[int, int] | None = None
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
            sync(db, fully=fully)
            seconds = PATIENCE if patience is None else patience
            db.execute(f"PRAGMA busy_timeout = {seconds * 1000:.0f}")
            with transaction(db, "IMMEDIATE"):
                yield db

    def _opened(self) -> sqlite3.Connection:
        """Return the open database; open it again if the file has been replaced."""
        if self._db is not None and self._file != self._find_file():
            self.close()
        if self._db is None:
            make_folder(self.folder)
            try:
                self._db = connect(self.path)
            except sqlite3.Error as error:
                problem = _problem_of(error, self.path)
                if problem.kind is not StorageErrorKind.CANNOT_WRITE:
                    raise
                with suppress(sqlite3.Error):
                    self._db = connect_to_read(self.path)
                if self._db is None:
                    raise
                self._read_only_reason = problem
            self._file = self._find_file()
        return self._db

    def _find_file(self) -> tuple[int, int] | None:
        with suppress(FileNotFoundError):
            status = self.path.stat()
            return status.st_dev, status.st_ino
        return None

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


# ---- tables

PATIENCE: Final = 2.0
_MARK: Final = 0x42474D31
"""The application ID in the file: BGM1."""

VERSION: Final = 1
_TABLES: Final = """
CREATE TABLE player (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE            -- the name without regard to case
) STRICT;
CREATE TABLE match (
    id INTEGER PRIMARY KEY AUTOINCREMENT,  -- never given twice: backups have it, too
    ruleset TEXT NOT NULL,
    white INTEGER NOT NULL REFERENCES player,
    black INTEGER NOT NULL REFERENCES player CHECK (black <> white),
    date TEXT NOT NULL CHECK (date IS date(date)), -- the day on which it began
    length INTEGER CHECK (length > 0),     -- the points that win it; none without a limit
    state TEXT NOT NULL CHECK (state IN ('playing', 'won', 'ended')),
    awaited TEXT NOT NULL,                 -- by the present game, for lists: MOVE W W 33
    lines INTEGER NOT NULL CHECK (lines >= 0), -- how many its log has
    touched TEXT NOT NULL,                 -- when something was last done, UTC
    played INTEGER NOT NULL                -- higher where something was done later
) STRICT;
CREATE INDEX match_open ON match (played) WHERE state = 'playing';
CREATE INDEX match_played ON match (played);
CREATE INDEX match_white ON match (white, played);
CREATE INDEX match_black ON match (black, played);
CREATE TABLE line (                        -- the log of each match
    match INTEGER NOT NULL REFERENCES match ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number > 0), -- in the match, from 1
    text TEXT NOT NULL,
    sum INTEGER NOT NULL,                  -- CRC-32 of the number of the match and all text so far
    PRIMARY KEY (match, number)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER line_stays BEFORE UPDATE ON line
    BEGIN SELECT raise(ABORT, 'lines are only added'); END;
CREATE TABLE seed (
    match INTEGER NOT NULL REFERENCES match ON DELETE CASCADE,
    commitment TEXT NOT NULL,
    seed TEXT NOT NULL,                    -- secret until the game is accepted
    PRIMARY KEY (match, commitment)
) STRICT, WITHOUT ROWID;
CREATE TABLE game (                        -- what lists and statistics need of the log
    id INTEGER PRIMARY KEY,
    match INTEGER NOT NULL REFERENCES match ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number > 0), -- in the match, from 1
    dice TEXT NOT NULL CHECK (dice IN ('fair', 'typed')),
    commitment TEXT NOT NULL CHECK (length(commitment) = 64 * (dice = 'fair')),
    from_position INTEGER NOT NULL CHECK (from_position IN (0, 1)), -- began not at the start
    ending TEXT,                           -- from here on once the result is accepted
    winner TEXT CHECK (winner IN ('W', 'B')),
    points INTEGER CHECK (points >= 0),
    finished TEXT,                         -- when, UTC
    white_figures TEXT,                    -- computed from the game, for statistics
    black_figures TEXT,
    UNIQUE (match, number),
    CHECK (ending IS NULL OR (points + finished + white_figures + black_figures) IS NOT NULL)
) STRICT;
CREATE INDEX game_finished ON game (finished) WHERE ending IS NOT NULL;
CREATE INDEX game_result ON game (match, winner, points) WHERE ending IS NOT NULL;
CREATE INDEX game_open ON game (match) WHERE ending IS NULL;
CREATE INDEX game_commitment ON game (commitment) WHERE commitment <> '';
CREATE TABLE progress (
    player TEXT NOT NULL,                  -- the name of who learns, without regard to case
    item TEXT NOT NULL,                    -- what is learnt, such as lesson/russian/1
    data TEXT NOT NULL,                    -- how far it has come
    PRIMARY KEY (player, item)
) STRICT, WITHOUT ROWID;
CREATE TABLE review (
    game INTEGER PRIMARY KEY REFERENCES game ON DELETE CASCADE,
    net TEXT NOT NULL,                     -- a SHA-256 of all that the judgement depends on
    actions INTEGER NOT NULL,              -- the sum of the actions that were looked at
    findings TEXT NOT NULL                 -- JSON
) STRICT;
CREATE VIEW match_line AS SELECT             -- a match in lists
    match.id AS match, ruleset, length, state, awaited, touched, played, date, lines,
    white AS white_id, black AS black_id,
    (SELECT name FROM player WHERE id = white) AS white,
    (SELECT name FROM player WHERE id = black) AS black,
    (SELECT count(*) FROM game WHERE game.match = match.id) AS games,
    (SELECT coalesce(sum(points), 0) FROM game
        WHERE game.match = match.id AND winner = 'W' AND ending IS NOT NULL) AS white_points,
    (SELECT coalesce(sum(points), 0) FROM game
        WHERE game.match = match.id AND winner = 'B' AND ending IS NOT NULL) AS black_points
    FROM match;
CREATE VIEW finished_game AS SELECT          -- games first: a page is found without the others
    game.id AS game, game.match, number, dice, from_position, ending, winner, points, finished,
    white_figures, black_figures, ruleset, white AS white_id, black AS black_id,
    (SELECT name FROM player WHERE id = white) AS white,
    (SELECT name FROM player WHERE id = black) AS black
    FROM game CROSS JOIN match ON match.id = game.match WHERE ending IS NOT NULL;
"""


def connect(path: Path) -> sqlite3.Connection:
    # Only its owner may read the file; SQLite gives its other files the same permissions.
    with suppress(FileExistsError):
        make_private(path)
    db = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
    try:
        db.execute("PRAGMA foreign_keys = ON")
        _make_tables(db, path)
        # If WAL is unavailable, as on network drives, SQLite uses a rollback journal.
        with suppress(sqlite3.OperationalError):
            db.execute("PRAGMA journal_mode = WAL")
        sync(db, fully=False)
    except BaseException:
        db.close()
        raise
    return db


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Open a journal on a full or read-only disk, for a single query.

    Opening it the usual way creates an index of the write-ahead log. Here the index stays in
    memory, or there is no such log and the file is complete.
    """
    ahead = Path(f"{path}-wal")
    has_more = ahead.exists() and ahead.stat().st_size > 0
    no_locks = "win32-none" if os.name == "nt" else "unix-none"
    how = f"mode=ro&vfs={no_locks}" if has_more else "immutable=1"
    db = sqlite3.connect(f"{path.as_uri()}?{how}", uri=True, isolation_level=None)
    try:
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        if not _has_tables(db, path):
            raise sqlite3.OperationalError("there are no tables")
    except BaseException:
        db.close()
        raise
    return db


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


def _make_tables(db: sqlite3.Connection, path: Path) -> None:
    # One transaction, because another program may be creating the file.
    with transaction(db, "DEFERRED"):
        if _has_tables(db, path):
            return
    with transaction(db, "IMMEDIATE"):
        # Another program may have created them since.
        if not _has_tables(db, path):
            for statement in _STATEMENTS:
                db.execute(statement)
            db.execute(f"PRAGMA user_version = {VERSION}")
            db.execute(f"PRAGMA application_id = {_MARK}")


def _has_tables(db: sqlite3.Connection, path: Path) -> bool:
    """Return True if a file is a journal, False if it is empty; else raise the problem."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (mark,) = db.execute("PRAGMA application_id").fetchone()
    if (mark, version) == (_MARK, VERSION):
        return True
    tables = {sql for (sql,) in db.execute("SELECT sql FROM sqlite_master") if sql}
    if not tables and not mark and not version:
        return False
    is_older = mark == _MARK and 0 < version < VERSION
    if tables.issuperset(_STATEMENTS) and not is_older:
        raise JournalProblem(StorageErrorKind.DAMAGED, path, "its header has been changed")
    raise JournalProblem(StorageErrorKind.OTHER_VERSION, path)


_STATEMENTS: Final = tuple(re.findall(r"CREATE .*?(?=;\n(?:CREATE|\Z))", _TABLES, re.DOTALL))


@contextmanager
def reported(path: Path) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError, OSError) as error:
        raise _problem_of(error, path) from error


def _problem_of(error: Exception, path: Path) -> JournalProblem:
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
