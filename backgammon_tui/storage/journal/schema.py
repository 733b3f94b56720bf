"""The tables of the journal, and how an older journal becomes a newer one."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from backgammon_tui.storage.journal.problems import JournalProblem, Trouble

PATIENCE: Final = 2.0
"""The seconds that one program waits for another to finish writing."""

_MARK: Final = 0x42474D4E
"""The mark of a journal in the file: BGMN."""

_MIGRATIONS: Final = (
    """
    CREATE TABLE player (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        folded TEXT NOT NULL UNIQUE        -- the name without regard to case
    );
    CREATE TABLE match (
        id INTEGER PRIMARY KEY,
        ruleset TEXT NOT NULL,
        changes TEXT NOT NULL,             -- changed table rules, NAME=VALUE line by line
        white INTEGER NOT NULL REFERENCES player,
        black INTEGER NOT NULL REFERENCES player,
        date TEXT NOT NULL,                -- the day on which it began
        length INTEGER,                    -- the points that win it; none if open-ended
        state TEXT NOT NULL,               -- playing, between, won or abandoned
        awaited TEXT NOT NULL,             -- what the present game waits for, for lists
        touched TEXT NOT NULL              -- when something was last done, UTC
    );
    CREATE INDEX match_open ON match (touched) WHERE state = 'playing';
    CREATE INDEX match_touched ON match (touched);
    CREATE INDEX match_white ON match (white, touched);
    CREATE INDEX match_black ON match (black, touched);
    CREATE TABLE game (
        id INTEGER PRIMARY KEY,
        match INTEGER NOT NULL REFERENCES match ON DELETE CASCADE,
        number INTEGER NOT NULL,           -- in the match, from 1
        dice TEXT NOT NULL,                -- fair or typed
        commitment TEXT NOT NULL,
        white_word TEXT NOT NULL,
        black_word TEXT NOT NULL,
        first TEXT,                        -- W or B where it throws first without an opening
        situation TEXT,                    -- where the game began, if not at the start
        checksum INTEGER NOT NULL,         -- of the columns above, the rules and the entries
        ending TEXT,                       -- from here on once the result is accepted
        winner TEXT,
        points INTEGER,
        starter TEXT,                      -- whose turn was the first
        finished TEXT,                     -- when, UTC
        white_figures TEXT,                -- computed from the game, for statistics
        black_figures TEXT,
        UNIQUE (match, number)
    );
    CREATE INDEX game_finished ON game (finished) WHERE ending IS NOT NULL;
    CREATE INDEX game_result ON game (match, winner, points) WHERE ending IS NOT NULL;
    CREATE INDEX game_open ON game (match) WHERE ending IS NULL;
    CREATE INDEX game_commitment ON game (commitment) WHERE commitment <> '';
    CREATE TABLE entry (
        game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
        number INTEGER NOT NULL,           -- in the game, from 1
        text TEXT NOT NULL,
        PRIMARY KEY (game, number)
    ) WITHOUT ROWID;
    CREATE TABLE seed (
        game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
        commitment TEXT NOT NULL,
        seed TEXT NOT NULL,                -- secret until the game is accepted
        PRIMARY KEY (game, commitment)
    ) WITHOUT ROWID;
    CREATE TABLE progress (
        player TEXT NOT NULL,              -- the name of who learns, without regard to case
        item TEXT NOT NULL,                -- what is learnt, such as lesson/russian/1
        data TEXT NOT NULL,                -- how far it has come
        PRIMARY KEY (player, item)
    ) WITHOUT ROWID;
    """,
)
"""Statements that make version n of version n - 1; version 0 is an empty file."""

VERSION: Final = len(_MIGRATIONS)


def connect(path: Path) -> sqlite3.Connection:
    """Open the journal, making or renewing it if need be; every commit stands on its own."""
    # The file is for its owner only, and what the database puts beside it follows it.
    with suppress(FileExistsError):
        path.touch(0o600, exist_ok=False)
        path.chmod(0o600)
    db = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
    try:
        db.execute("PRAGMA foreign_keys = ON")
        _migrate(db, path)
        # Where writing ahead is refused, as in network folders, the old way remains.
        with suppress(sqlite3.OperationalError):
            db.execute("PRAGMA journal_mode = WAL")
        sync(db, fully=False)
    except BaseException:
        db.close()
        raise
    return db


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Open a journal for one look, where nothing can be written: a full disk, a read-only one.

    The usual way needs room for an index of what was written ahead. Here that index stays in
    memory, or nothing was written ahead and the file is all there is.
    """
    ahead = Path(f"{path}-wal")
    has_more = ahead.exists() and ahead.stat().st_size > 0
    no_locks = "win32-none" if os.name == "nt" else "unix-none"
    how = f"mode=ro&vfs={no_locks}" if has_more else "immutable=1"
    db = sqlite3.connect(f"{path.as_uri()}?{how}", uri=True, isolation_level=None)
    try:
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        if _version(db, path) != VERSION:
            raise sqlite3.OperationalError("the tables are of an older version")
    except BaseException:
        db.close()
        raise
    return db


@contextmanager
def transaction(db: sqlite3.Connection, kind: str) -> Iterator[None]:
    """Commit all that is done in a block, or nothing; IMMEDIATE to write, DEFERRED to read."""
    db.execute(f"BEGIN {kind}")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        # The database may have rolled back by itself, as when the disk is full.
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def wait(db: sqlite3.Connection, seconds: float) -> None:
    """Set the time that a transaction waits for another program that is writing."""
    db.execute(f"PRAGMA busy_timeout = {seconds * 1000:.0f}")


def sync(db: sqlite3.Connection, *, fully: bool) -> None:
    """Let the commits from now on survive a power cut, or only the program's end."""
    db.execute(f"PRAGMA synchronous = {'FULL' if fully else 'NORMAL'}")


def _migrate(db: sqlite3.Connection, path: Path) -> None:
    # One transaction: another program may be making the file just now.
    with transaction(db, "DEFERRED"):
        version = _version(db, path)
    if version == VERSION:
        return
    with transaction(db, "IMMEDIATE"):
        # Another program may have done it in the meantime.
        for version in range(_version(db, path), VERSION):
            for statement in _MIGRATIONS[version].split(";\n"):
                db.execute(statement)
            db.execute(f"PRAGMA user_version = {version + 1}")
            db.execute(f"PRAGMA application_id = {_MARK}")


def _version(db: sqlite3.Connection, path: Path) -> int:
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (mark,) = db.execute("PRAGMA application_id").fetchone()
    (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if version > VERSION and mark == _MARK:
        raise JournalProblem(Trouble.NEWER, path, f"its format is {version}, ours {VERSION}")
    if (mark, bool(version)) not in ((_MARK, True), (0, False)) or (tables and not version):
        raise JournalProblem(Trouble.DAMAGED, path, "it is no journal of this program")
    return int(version)
