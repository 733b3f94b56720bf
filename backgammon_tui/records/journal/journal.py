"""The journal: a file of all matches, which several programs may use at once."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from backgammon_tui.engine.events import Result
from backgammon_tui.records.journal import schema
from backgammon_tui.records.journal.problems import JournalProblem, Trouble, reported
from backgammon_tui.records.journal.reading import DamagedRow, game_rows, read_game, read_match
from backgammon_tui.records.record import MatchRecord


class Journal:
    """All matches that are kept. The file is made when something is first written.

    Every method raises `JournalProblem` where the file cannot be used.

    Args:
        path: The file; its folder need not exist.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._db: sqlite3.Connection | None = None

    def __enter__(self) -> Self:
        """Use the journal in a `with` block, after which it is closed."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self.close()

    @property
    def exists(self) -> bool:
        """Whether there is a file at all; without one there are no matches."""
        return self._db is not None or self.path.exists()

    def open(self) -> None:
        """Open the file, making it if need be; otherwise the first use does."""
        with self.reading():
            pass

    def close(self) -> None:
        """Close the file; the next use opens it again."""
        if self._db is not None:
            self._db.close()
            self._db = None

    # ---- transactions

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The database, with its complaints turned into problems.

        Raises:
            JournalProblem: if it cannot be opened or read.
        """
        with reported(self.path):
            if self._db is None:
                self._db = schema.connect(self._absolute())
            try:
                yield self._db
            except DamagedRow as error:
                raise JournalProblem(Trouble.DAMAGED, self.path, str(error)) from error

    @contextmanager
    def writing(self, *, fully: bool = True) -> Iterator[sqlite3.Connection]:
        """A transaction: all of it is written at the end, or nothing.

        Args:
            fully: Whether it must survive a power cut, not only the end of the program.

        Raises:
            JournalProblem: if it cannot be written.
        """
        with self.reading() as db:
            schema.sync(db, fully=fully)
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise

    def _absolute(self) -> Path:
        if not self.path.is_absolute():
            # Without a home the system's answer is a name that means nothing.
            raise JournalProblem(Trouble.NO_FOLDER, self.path)
        return self.path

    # ---- whole matches

    def read(self, match: int) -> tuple[MatchRecord, list[Result]]:
        """A match with all its games, and the results that were accepted.

        The seeds of a game are shown once its result is accepted.

        Raises:
            JournalProblem: if it is not there or damaged.
        """
        with self.reading() as db:
            record = read_match(db, match)
            if record is None:
                raise JournalProblem(Trouble.GONE, self.path)
            games = [read_game(db, row) for row in game_rows(db, match)]
        for game, _ in games:
            record = record.add_game(game)
        return record, [result for _, result in games if result]
