"""The journal as a file: opened, read and written in transactions, by several programs at once."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, Self, TypeVar

from backgammon_tui.engine import Result
from backgammon_tui.storage.journal import schema
from backgammon_tui.storage.journal.problems import JournalProblem, Trouble, reported, trouble_of
from backgammon_tui.storage.journal.read import (
    DamagedRow,
    damage_noticed,
    game_rows,
    read_game,
    read_match,
)
from backgammon_tui.storage.paths import make_folder
from backgammon_tui.storage.record import MatchRecord

_ABOUT_WRITING: Final = (Trouble.FULL, Trouble.READ_ONLY, Trouble.CANNOT_OPEN, Trouble.FAILED)
"""Troubles in which a file may still be read, since opening it writes beside it."""


Row = TypeVar("Row")


class Journal:
    """All matches, in one SQLite file, which is made when something is first written.

    Every method raises `JournalProblem` where the file cannot be used.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._db: sqlite3.Connection | None = None
        self._file: tuple[int, int] | None = None
        """Device and number of the open file: another one may have its name by now."""
        self._hindrance: Trouble | None = None
        """The reason why the open file can only be read."""

    def __enter__(self) -> Self:
        """Use the journal in a `with` block, after which it is closed."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self.close()

    @property
    def exists(self) -> bool:
        """True if there is a file with anything in it; without one there are no matches."""
        with reported(self.path), suppress(FileNotFoundError, NotADirectoryError):
            return self.path.stat().st_size > 0
        return False

    @property
    def folder(self) -> Path:
        """The folder of the file."""
        if not self.path.is_absolute():
            # Without a home folder the system's answer is a relative path that means nothing.
            raise JournalProblem(Trouble.NO_FOLDER, self.path)
        return self.path.parent

    def close(self) -> None:
        """Close the file; the next use opens it again."""
        if self._db is not None:
            self._db.close()
            self._db = self._hindrance = None

    # ---- transactions

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Open the database for reading; what it raises becomes a `JournalProblem`."""
        try:
            with reported(self.path):
                yield self._opened()
        except DamagedRow as error:
            raise JournalProblem(Trouble.DAMAGED, self.path, str(error)) from error
        except JournalProblem as problem:
            if not problem.is_about_a_match:
                # Somebody may repair the file: the next use must look at it afresh.
                self.close()
            raise
        finally:
            if self._hindrance:
                # Such a connection shows one moment only, and the next one may be able to write.
                self.close()

    @contextmanager
    def writing(
        self, *, fully: bool = True, patience: float | None = None
    ) -> Iterator[sqlite3.Connection]:
        """Open the database in a transaction, of which at the end all is written or nothing.

        Args:
            fully: True if it must survive a power cut, not only the end of the program.
            patience: The seconds to wait for another program that writes; None for the usual.
        """
        with self.reading() as db:
            if self._hindrance:
                raise JournalProblem(self._hindrance, self.path)
            schema.sync(db, fully=fully)
            schema.wait(db, schema.PATIENCE if patience is None else patience)
            with schema.transaction(db, "IMMEDIATE"):
                yield db

    def _opened(self) -> sqlite3.Connection:
        """Return the open database; open it again if another file has taken its place."""
        if self._db is not None and self._file != self._find_file():
            self.close()
        if self._db is None:
            make_folder(self.folder)
            try:
                self._db = schema.connect(self.path)
            except sqlite3.Error as error:
                self._db = self._open_to_read(error)
            self._file = self._find_file()
        return self._db

    def _open_to_read(self, error: sqlite3.Error) -> sqlite3.Connection:
        """Open the file for reading only, unless there is more wrong than that."""
        trouble = trouble_of(error)
        if trouble not in _ABOUT_WRITING:
            raise error
        try:
            db = schema.connect_to_read(self.path)
        except sqlite3.Error:
            raise error from None
        self._hindrance = trouble if trouble is Trouble.FULL else Trouble.READ_ONLY
        return db

    def _find_file(self) -> tuple[int, int] | None:
        try:
            found = self.path.stat()
        except FileNotFoundError:
            return None
        return found.st_dev, found.st_ino

    def select(
        self, read: Callable[..., Row], query: str, values: Sequence[object] = ()
    ) -> tuple[Row, ...]:
        """Return the rows that a query finds, each read from its columns; none without a file."""
        if not self.exists:
            return ()
        with self.reading() as db, damage_noticed():
            return tuple(read(*row) for row in db.execute(query, values).fetchall())

    # ---- whole matches

    def read_head(self, match: int) -> MatchRecord:
        """Return a match without its games: players, rules, date and length."""
        with self.reading() as db:
            return self._head(db, match)

    def _head(self, db: sqlite3.Connection, match: int) -> MatchRecord:
        record = read_match(db, match)
        if record is None:
            raise JournalProblem(Trouble.GONE, self.path)
        return record

    def find_game(self, game: int) -> tuple[int, int]:
        """Return the match of a game, and the number of the game in it."""
        with self.reading() as db:
            row = db.execute("SELECT match, number FROM game WHERE id = ?", (game,)).fetchone()
            if row is None:
                raise JournalProblem(Trouble.GONE, self.path)
            with damage_noticed(f"game {game}"):
                return int(row[0]), int(row[1])

    def read(self, match: int) -> tuple[MatchRecord, list[Result]]:
        """Return a match with all its games, and the accepted results.

        The seeds of a game are shown once its result is accepted.
        """
        # One transaction, so that nothing written meanwhile mixes in.
        with self.reading() as db, schema.transaction(db, "DEFERRED"):
            record = self._head(db, match)
            rows = enumerate(game_rows(db, match), 1)
            games = [read_game(db, row, match, number) for number, row in rows]
            if not games:
                # A match is written with its first action.
                raise DamagedRow(f"match {match} has no games")
        for game, _ in games:
            record = record.add_game(game)
        return record, [result for _, result in games if result]
