"""The right to play a match and save it, and watching a match that another program plays."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Final, Self

from backgammon_tui.engine import OpeningRoll, Result, Roll
from backgammon_tui.match.record import GameRecord, changed_rolls
from backgammon_tui.match.table import Table
from backgammon_tui.storage.journal.backups import find_seeds
from backgammon_tui.storage.journal.database import reported
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.log import (
    MatchLog,
    Written,
    unwritten,
    write_match,
    write_seeds,
)
from backgammon_tui.storage.shared_board import OpenWindow, SharedBoard, read_windows
from backgammon_tui.words.naming import join
from backgammon_tui.words.problems import JournalProblem, MatchGone, MatchInUse, StorageErrorKind

if TYPE_CHECKING:
    from filelock import BaseFileLock


class MatchLock:
    """The exclusive right to play one match, held until it is released or the program ends."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._written = Written()
        self._lock: BaseFileLock | None = None
        self.read_only_reason: JournalProblem | None = None
        """The reason why nothing can be saved here, not even a lock."""

        self.has_damaged_seed = False
        """True if the seed of the match's present dice is in the journal, but changed."""

        self.changed_rolls: tuple[tuple[int, int], ...] = ()
        """The game and the number of each roll in the log that contradicts its seed."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    @classmethod
    def acquire(cls, journal: Journal, match: int) -> tuple[Self, Table]:
        """Lock and read a match. On a read-only disk, the lock has a `read_only_reason`."""
        lock = cls(journal)
        try:
            lock._hold(match)
        except JournalProblem as problem:
            if problem.kind is not StorageErrorKind.CANNOT_WRITE:
                raise
            lock.read_only_reason = problem
        try:
            table = lock._read_fair(*journal.read_table(match))
            return lock, table
        except BaseException:
            lock.release()
            raise

    @classmethod
    def reserve(cls, journal: Journal, match: int) -> Self:
        lock = cls(journal)
        lock._hold(match)
        return lock

    def _read_fair(self, table: Table, log: MatchLog) -> Table:
        """Compare the log with the seeds of its dice; look for missing ones in the backups."""
        origins = [origin for game in log.record.games for origin in game.origins]
        missing = {origin.commitment for origin in origins} - {"", *log.seeds}
        if missing and (seeds := find_seeds(self._journal.path, missing)):
            with suppress(JournalProblem), self._journal.writing() as db:
                write_seeds(db, log.written.match, origins, seeds)
            table, log = self._journal.read_table(log.written.match)
        if table.needs_dice:
            damaged = "SELECT 1 FROM seed WHERE match = ? AND commitment = ?"
            key = (log.written.match, origins[-1].commitment)
            self.has_damaged_seed = bool(self._journal.select(int, damaged, key))
        self.changed_rolls = changed_rolls(log.record.games, log.seeds)
        self._written = log.written
        return table

    @property
    def match(self) -> int | None:
        return self._written.match or None

    def release(self) -> None:
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _hold(self, match: int) -> None:
        import filelock  # Imported here because it takes 20 ms.

        path = self._journal.folder / f"match-{match}.lock"
        # Anyone who can open the file could hold the lock.
        lock = filelock.FileLock(path, mode=0o600)
        with reported(self._journal.path):
            try:
                lock.acquire(timeout=0)
            except filelock.Timeout as error:
                raise MatchInUse() from error
        self._lock, self.read_only_reason = lock, None

    def save(self, table: Table, patience: float | None = None) -> None:
        """Save everything done since the last time, or nothing.

        Rolls and results survive a power cut. A match is first saved with its first action.

        Raises:
            JournalProblem: if nothing can be saved; MatchGone if the match was changed or deleted.
        """
        before = self._written
        if not before.lines and not table.record.games[0].entries:
            return
        items = [item for _, item in unwritten(table, before.lines)]
        if not items:
            return
        # The start of a game, a roll and a result must survive a power cut.
        fully = any(isinstance(item, GameRecord | OpeningRoll | Roll | Result) for item in items)
        try:
            with self._journal.writing(fully=fully, patience=patience) as db:
                # Another program may have changed or deleted the match.
                query = "SELECT number, sum FROM line WHERE match = ? ORDER BY number DESC LIMIT 1"
                if before.lines and db.execute(query, before[:1]).fetchone() != before[1:]:
                    raise MatchGone()
                written = write_match(db, table, before)
                if self._lock is None:
                    self._hold(written.match)
        except BaseException:
            if not before.lines:
                # A new match may get another number at the next try.
                self.release()
            raise
        self._written = written


# ---- matches of other programs


TEACHER: Final = "teacher"
"""The name of the window that is followed if no other was chosen."""


class Follower:
    """Follows one window: reads its board, or the match played last, whenever it changes.

    The window is the one that was chosen by name or in the list; otherwise the teacher's, or the
    window that acted last when the first board was seen. If a match was chosen, only that match.
    """

    def __init__(self, path: Path, match: int | None = None, window: str = "") -> None:
        self.match = match
        self.windows: tuple[OpenWindow, ...] = ()
        """The open windows found by the last reading."""
        self.window = window
        """The name of the chosen window; empty if none was chosen."""
        self._owner = ""
        """The window that is followed because it acted last, or was chosen in the list."""
        self._path = path
        self._seen: tuple[object, ...] = ()
        self._table: Table | None = None
        self._board: SharedBoard | None = None
        self._problem = ""

    def follow(self, window: OpenWindow) -> None:
        self.window, self._owner = window.name, window.owner

    def wait(self, stopped: Event) -> Table | SharedBoard | str | None:
        """Wait for a change and return the table or board, or a problem; None if `stopped`.

        An empty text means that a board is no longer open, and that there is no match.
        """
        with Journal(self._path) as journal:
            while not stopped.wait(0.2):
                try:
                    window = self._find_window()
                    if problem := self._new_problem(window):
                        return problem
                    if self.window and window is None:
                        continue
                    table, board = self.look(journal), window.board if window else None
                    if board != self._board:
                        self._board = board
                        return board or self._table or ""
                    if table and not board:
                        return table
                except JournalProblem as problem:
                    is_new = str(problem) != self._problem
                    if is_new and problem.kind is not StorageErrorKind.LOCKED:
                        self._problem = str(problem)
                        return self._problem
        return None

    def _find_window(self) -> OpenWindow | None:
        self.windows = () if self.match else read_windows(self._path)
        named = [w for w in self.windows if w.name.casefold() == self.window.casefold()]
        pinned = [w for w in self.windows if w.owner == self._owner]
        if self.window:
            return next(iter([w for w in pinned if w in named] or named), None)
        teachers = [w for w in self.windows if w.name.casefold() == TEACHER]
        busy = sorted((w for w in self.windows if w.board), key=lambda window: -window.changed)
        window = next(iter((*teachers, *pinned, *busy)), None)
        self._owner = window.owner if window else self._owner
        return window

    def _new_problem(self, window: OpenWindow | None) -> str:
        """Return a sentence if the chosen window has closed, or is not open at the first look."""
        problem = ""
        if self.window and window is None:
            known = join([w.name for w in self.windows]) or "none"
            problem = f"No window called {self.window} is open. Open windows: {known}."
        is_new = problem != self._problem
        self._problem = problem
        return problem if is_new else ""

    def look(self, journal: Journal) -> Table | None:
        """Return the table; None if nothing has changed since the last call."""
        if not journal.exists:
            return None
        latest = (
            "SELECT match, lines, played, white, black FROM match_line"
            f" {'WHERE match = ?' if self.match else ''} ORDER BY played DESC, match DESC LIMIT 1"
        )
        with journal.reading() as db:
            row = db.execute(latest, (self.match,) if self.match else ()).fetchone()
        if row is None and (self.match or self._seen):
            raise MatchGone()
        if row is None or row == self._seen:
            return None
        table, _ = journal.read_table(row[0])
        # The next rolls stay unknown here.
        self._seen, self._problem, self._table = row, "", replace(table, dice=None)
        return self._table
