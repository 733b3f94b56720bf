"""Backups of the journal, made at every start in a folder next to it.

Their names have the time and a number, such as `journal-2026-03-18T120000Z-7.sqlite`.
"""

from __future__ import annotations

import filecmp
import os
import re
import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from backgammon_tui.storage.journal.database import open_to_read, reported
from backgammon_tui.storage.journal.log import delete_idle_players, delete_rows
from backgammon_tui.storage.paths import make_folder, make_private
from backgammon_tui.words.problems import JournalProblem, StorageErrorKind

if TYPE_CHECKING:
    from backgammon_tui.storage.journal.journal import Journal

_NAME: Final = re.compile(r"journal-(\d{4}-\d\d-\d\dT\d{6}Z)(?:-([1-9]\d{0,8}))?\.sqlite", re.ASCII)
_TIME: Final = "%Y-%m-%dT%H%M%SZ"


class Backup(NamedTuple):
    path: Path
    made: datetime
    number: int
    """Greater than those of all earlier backups; 0 if the program did not number them yet."""

    @property
    def when(self) -> str:
        return self.made.astimezone().strftime("%Y-%m-%d %H:%M")


def backups_folder(journal: Path) -> Path:
    return journal.parent / "backups"


def all_backups(journal: Path) -> list[Backup]:
    backups = []
    for path in backups_folder(journal).glob("journal-*.sqlite"):
        with suppress(ValueError):
            if name := _NAME.fullmatch(path.name):
                made = datetime.strptime(name[1], _TIME).replace(tzinfo=UTC)
                backups.append(Backup(path, made, int(name[2] or 0)))
    return sorted(backups, key=lambda backup: (backup.number, backup.made), reverse=True)


def newest_sound(journal: Path) -> Backup | None:
    return next((backup for backup in all_backups(journal) if is_sound(backup.path)), None)


def is_sound(path: Path) -> bool:
    broken = (sqlite3.Error, JournalProblem, UnicodeDecodeError)
    with suppress(*broken), closing(open_to_read(path)[0]) as db:
        faults = [*db.execute("PRAGMA integrity_check"), *db.execute("PRAGMA foreign_key_check")]
        return faults == [("ok",)]
    return False


def describe_restoring(journal: Path) -> str:
    """Describe in the imperative how damaged records are restored, from the newest backup."""
    if backup := newest_sound(journal):
        return f"replace the damaged records with the backup of {backup.when}"
    return "set the damaged records aside and start new ones with everything that can be read"


def kept_times(times: Iterable[datetime], now: datetime) -> set[datetime]:
    """Return the times of the backups to keep: the last three, and weekly ones for a month."""
    newest_first = sorted(times, reverse=True)
    # In the dictionary, the first backup of a week overwrites the later ones.
    weeks = {
        made.isocalendar()[:2]: made for made in newest_first if now - made <= timedelta(days=31)
    }
    return {*newest_first[:3], *weeks.values()}


def back_up(journal: Journal, now: datetime | None = None) -> None:
    """Back up a changed journal and remove old backups; raise `JournalProblem` if that fails."""
    is_writable = all(os.access(path, os.W_OK) for path in (journal.path, journal.path.parent))
    if not (journal.exists and is_writable):
        return  # A journal that nothing can change needs no new backup.
    now = now or datetime.now(UTC)
    with journal.reading() as db:
        keep_copy(db, journal.path, now)
        backups = all_backups(journal.path)
        kept = kept_times([backup.made for backup in backups], now)
        for backup in backups:
            if backup.made not in kept:
                backup.path.unlink(missing_ok=True)


def keep_copy(db: sqlite3.Connection, journal: Path, now: datetime | None = None) -> None:
    """Copy a database to the folder of backups, unless its newest backup is equal."""
    folder = backups_folder(journal)
    make_folder(folder)
    with _new_file(folder) as new:
        db.execute("VACUUM INTO CAST(? AS TEXT)", (os.fsencode(new),))
        if not is_sound(new):
            raise JournalProblem(
                StorageErrorKind.DAMAGED, journal, "it cannot be copied completely"
            )
        newest = all_backups(journal)[:1]
        # SQLite copies equal tables equally.
        if not any(filecmp.cmp(new, old.path, shallow=False) for old in newest):
            _sync(new)
            number = 1 + max((old.number for old in newest), default=0)
            time = (now or datetime.now(UTC)).strftime(_TIME)
            new.replace(folder / f"journal-{time}-{number}.sqlite")
            _sync(folder)


@contextmanager
def _new_file(folder: Path) -> Iterator[Path]:
    """Make an empty file for its owner only; remove it at the end unless it has been renamed."""
    for old in folder.glob("*.new"):
        with suppress(FileNotFoundError):
            # A file that has been unfinished for an hour is from a program that was killed.
            if time.time() - old.stat().st_mtime > 3600:
                old.unlink()
    new = folder / f"{os.getpid()}-{time.monotonic_ns()}.new"
    make_private(new)
    try:
        yield new
    finally:
        new.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    if os.name == "nt" and path.is_dir():
        return
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def delete_from_backups(journal: Path, match: int) -> None:
    """Remove a match from all backups; remove a damaged backup as a whole."""
    for path in (backup.path for backup in all_backups(journal)):
        with reported(path):
            try:
                with reported(path), closing(sqlite3.connect(path)) as db, db:
                    db.execute("PRAGMA foreign_keys = ON")
                    db.execute("PRAGMA secure_delete = ON")
                    delete_rows(db, match)
                    delete_idle_players(db)
            except JournalProblem as problem:
                if problem.kind is not StorageErrorKind.DAMAGED:
                    raise
                path.unlink()
