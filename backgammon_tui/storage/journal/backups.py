"""Backups of the journal, made at every start in a folder next to it.

Their names have the time and a number, such as `journal-2026-03-18T120000Z-7.sqlite`. The time is
only for people: clocks may be wrong, so backups are ordered by their contents.
"""

from __future__ import annotations

import filecmp
import os
import re
import sqlite3
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from operator import attrgetter
from pathlib import Path
from shutil import rmtree
from typing import Final, NamedTuple

from backgammon_tui.storage.journal.database import open_to_read, reported
from backgammon_tui.storage.journal.log import delete_idle_players, delete_rows, is_seed_of
from backgammon_tui.storage.paths import make_folder, make_private
from backgammon_tui.words.naming import local_time
from backgammon_tui.words.problems import JournalProblem, StorageErrorKind

_NAME: Final = re.compile(r"journal-(\d{4}-\d\d-\d\dT\d{6}Z)(?:-([1-9]\d{0,8}))?\.sqlite", re.ASCII)
_TIME: Final = "%Y-%m-%dT%H%M%SZ"


class Backup(NamedTuple):
    path: Path
    made: datetime
    number: int
    """Greater than those of all earlier backups; 0 if the program did not number them yet."""

    played: int
    """Greater if more was played before it was made; -1 if it cannot be read."""

    @property
    def when(self) -> str:
        return local_time(self.made).strftime("%Y-%m-%d %H:%M")


def backups_folder(journal: Path) -> Path:
    return journal.parent / "backups"


def all_backups(journal: Path) -> list[Backup]:
    """Return all backups, the one in which most was played first."""
    backups = []
    for path in backups_folder(journal).glob("journal-*.sqlite"):
        with suppress(ValueError):
            if name := _NAME.fullmatch(path.name):
                made = datetime.strptime(name[1], _TIME).replace(tzinfo=UTC)
                backups.append(Backup(path, made, int(name[2] or 0), _played_in(path)))
    # Lessons change nothing that is played, but each backup has a number.
    order = attrgetter("played", "number", "made")
    return sorted(backups, key=order, reverse=True)


def _played_in(path: Path) -> int:
    latest = "SELECT max(played) FROM match WHERE typeof(played) = 'integer'"
    with suppress(*_BROKEN), closing(open_to_read(path)[0]) as db:
        (played,) = db.execute(latest).fetchone()
        return int(played or 0)
    return -1


_BROKEN: Final = (sqlite3.Error, JournalProblem, UnicodeDecodeError)
"""Errors that a damaged backup can raise."""


def newest_sound(journal: Path) -> Backup | None:
    return next((backup for backup in all_backups(journal) if is_sound(backup.path)), None)


def is_sound(path: Path) -> bool:
    with suppress(*_BROKEN), closing(open_to_read(path)[0]) as db:
        faults = [*db.execute("PRAGMA integrity_check"), *db.execute("PRAGMA foreign_key_check")]
        return faults == [("ok",)]
    return False


def find_seeds(journal: Path, commitments: Collection[str]) -> dict[str, str]:
    """Return the seeds of dice that are in the backups, by their commitments."""
    seeds: dict[str, str] = {}
    for backup in all_backups(journal):
        with suppress(*_BROKEN), closing(open_to_read(backup.path)[0]) as db:
            for commitment, seed in db.execute("SELECT commitment, seed FROM seed"):
                if commitment in commitments and is_seed_of(seed, commitment):
                    seeds[commitment] = seed
        if len(seeds) == len(commitments):
            break
    return seeds


def describe_restoring(journal: Path) -> str:
    """Describe in the imperative how damaged records are restored, from the newest backup."""
    if backup := newest_sound(journal):
        return f"replace the damaged records with the backup of {backup.when}"
    return "set the damaged records aside and start new ones with everything that can be read"


def backups_to_keep(backups: Sequence[Backup]) -> set[Backup]:
    """Return the backups to keep: the first three, and older ones at growing distances.

    The distance is how much less was played than in the first. Of those with a distance from 1 to
    3, from 4 to 15, from 16 to 63 and so on, the oldest one stays.
    """
    spread = {
        ((backups[0].played - backup.played).bit_length() + 1) // 2: backup
        for backup in backups
        if backup.played >= 0
    }
    return {*backups[:3], *spread.values()}


def back_up(db: sqlite3.Connection, journal: Path, now: datetime | None = None) -> None:
    """Back up an open journal, unless nothing has changed, and remove old backups."""
    # Another program that has the lock is making the same backup.
    with suppress(BackupsInUse), using_backups(journal, patience=0):
        _mend_indexes(db)
        made = _keep_copy(db, journal, now)
        backups = all_backups(journal)
        for backup in {*backups} - backups_to_keep(backups):
            if backup.path != made:
                backup.path.unlink(missing_ok=True)


def _mend_indexes(db: sqlite3.Connection) -> None:
    """Rebuild damaged indexes: queries would miss rows, although the tables have them all."""
    if db.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
        # REINDEX fails if the tables are damaged; then the copy is not sound.
        with suppress(sqlite3.DatabaseError):
            db.execute("REINDEX")


class BackupsInUse(JournalProblem):
    """Another program makes, changes or restores backups."""

    def __init__(self, journal: Path) -> None:
        super().__init__(StorageErrorKind.LOCKED, journal)


_PATIENCE: Final = 10.0


@contextmanager
def using_backups(journal: Path, patience: float = _PATIENCE) -> Iterator[None]:
    """Lock the folder of backups, and remove everything that killed programs have left in it.

    Raises:
        BackupsInUse: if another program keeps the lock for `patience` seconds.
    """
    import filelock  # Imported here because it takes 20 ms.

    make_folder(folder := backups_folder(journal))
    lock = filelock.FileLock(folder / "in-use.lock", mode=0o600)
    try:
        held = lock.acquire(patience)
    except filelock.Timeout as error:
        raise BackupsInUse(journal) from error
    with held:
        for path in folder.glob("*.new*"):
            path.unlink(missing_ok=True)
        for path in folder.glob("restore-*"):
            rmtree(path, ignore_errors=True)
        yield


def keep_copy(db: sqlite3.Connection, journal: Path) -> None:
    """Copy a database to the folder of backups, unless the latest backup is equal."""
    with using_backups(journal):
        _keep_copy(db, journal, None)


def _keep_copy(db: sqlite3.Connection, journal: Path, now: datetime | None) -> Path:
    """Return the path of the new backup, or of the equal one."""
    folder = backups_folder(journal)
    with _new_file(folder) as new:
        db.execute("VACUUM INTO CAST(? AS TEXT)", (os.fsencode(new),))
        if not is_sound(new):
            raise JournalProblem(
                StorageErrorKind.DAMAGED, journal, "it cannot be copied completely"
            )
        latest = max(all_backups(journal), key=attrgetter("number", "played"), default=None)
        # SQLite copies equal tables equally.
        if latest and filecmp.cmp(new, latest.path, shallow=False):
            return latest.path
        _sync(new)
        time = (now or datetime.now(UTC)).strftime(_TIME)
        made = folder / f"journal-{time}-{1 + latest.number if latest else 1}.sqlite"
        new.replace(made)
        _sync(folder)
        return made


@contextmanager
def _new_file(folder: Path) -> Iterator[Path]:
    """Make an empty file for its owner only; remove it at the end unless it has been renamed."""
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
    if not backups_folder(journal).exists():
        return
    with reported(journal), using_backups(journal):
        for backup in all_backups(journal):
            _delete_from_backup(backup.path, match)


def _delete_from_backup(path: Path, match: int) -> None:
    with reported(path):
        try:
            with reported(path), closing(sqlite3.connect(path, timeout=_PATIENCE)) as db, db:
                db.execute("PRAGMA foreign_keys = ON")
                db.execute("PRAGMA secure_delete = ON")
                delete_rows(db, match)
                delete_idle_players(db)
        except JournalProblem as problem:
            if problem.kind is not StorageErrorKind.DAMAGED:
                raise
            path.unlink()
