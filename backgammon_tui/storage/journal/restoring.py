"""A damaged journal set aside, and the newest sound backup put in its place.

What the damaged file still yields is imported from it, match by match.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import date
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from backgammon_tui.match.record import Tell
from backgammon_tui.storage.journal import query
from backgammon_tui.storage.journal.backups import Backup, all_backups, backups_folder, is_sound
from backgammon_tui.storage.journal.edits import AlreadyImported, add_match
from backgammon_tui.storage.journal.journal import Journal, connect, reported
from backgammon_tui.storage.journal.lesson_progress import copy_progress
from backgammon_tui.storage.journal.log import DAMAGE, salvage_log
from backgammon_tui.storage.journal.problems import JournalProblem
from backgammon_tui.storage.paths import make_folder, shown


def restore(journal: Journal, tell: Tell = lambda matches: None) -> str:
    """Set a damaged journal aside, put the newest backup in its place, and add the rest.

    Nothing is changed if the journal turns out to be sound, as after another window did this.

    Args:
        tell: A function that takes the number of matches read from the damaged file so far.

    Returns:
        A few sentences for the players.
    """
    journal.close()
    path = journal.path
    with reported(path):
        make_folder(backups_folder(path))
        with TemporaryDirectory("", "restore-", backups_folder(path)) as folder:
            copy, new = Path(folder, "damaged.sqlite"), Path(folder, "new.sqlite")
            _copy(path, copy)
            if _is_whole(copy):
                return "The records can be read again, so nothing has been changed."
            _copy(path, copy)
            backup = _prepare(path, new)
            kept = _set_aside(path)
            # If the program is killed before the backup is in place, the file must not pass for a
            # sound one that lacks what was written ahead.
            _spoil(path)
            # What was written ahead belongs to the damaged file alone.
            for ending in ("-wal", "-shm"):
                Path(f"{path}{ending}").unlink(missing_ok=True)
            new.replace(path)
            return _describe(kept, backup, _import_readable(copy, journal, tell))


def _describe(kept: Path, backup: Backup | None, matches: int) -> str:
    place = f"The backup of {backup.when} is" if backup else "New ones are"
    more = {0: "Nothing more was", 1: "One more match was"}.get(
        matches, f"{matches} more matches were"
    )
    return (
        f"The records were damaged. {place} in their place. {more} read from the damaged file,"
        f" which is kept as {shown(kept)}."
    )


def _copy(path: Path, to: Path) -> None:
    for ending in ("", "-wal"):
        copy = Path(f"{to}{ending}")
        copy.unlink(missing_ok=True)
        with suppress(FileNotFoundError), Path(f"{path}{ending}").open("rb") as file:
            copy.touch(0o600)
            copy.chmod(0o600)
            with copy.open("wb") as written:
                shutil.copyfileobj(file, written)
                written.flush()
                os.fsync(written.fileno())


def _is_whole(path: Path) -> bool:
    """Return True if a journal is sound and all its matches can be read."""
    with suppress(JournalProblem), Journal(path) as journal:
        for line in query.all_matches(journal, 0, -1):
            journal.read(line.match)
        return is_sound(path)
    return False


def _prepare(path: Path, new: Path) -> Backup | None:
    """Make the file that takes the place of a journal: the newest backup that can be read."""
    for backup in all_backups(path):
        _copy(backup.path, new)
        if _is_whole(new):
            return backup
    new.unlink(missing_ok=True)
    connect(new).close()
    return None


def _set_aside(path: Path) -> Path:
    stem = f"{path.stem}-damaged-{date.today().isoformat()}"
    names = (f"{stem}{'' if n == 1 else f'-{n}'}{path.suffix}" for n in count(1))
    kept = next(free for name in names if not (free := path.with_name(name)).exists())
    _copy(path, kept)
    return kept


def _spoil(path: Path) -> None:
    with suppress(FileNotFoundError), path.open("r+b") as file:
        file.write(b"damaged".ljust(100, b"\0"))
        file.flush()
        os.fsync(file.fileno())


def _import_readable(damaged: Path, journal: Journal, tell: Tell) -> int:
    added = 0
    with closing(sqlite3.connect(damaged, isolation_level=None)) as db:
        for match in match_numbers(db):
            with suppress(*DAMAGE, AlreadyImported, JournalProblem):
                log = salvage_log(db, match)
                add_match(journal, log.record, seeds=log.seeds, finished=log.finished)
                added += 1
                tell(added)
        copy_progress(db, journal)
    return added


def match_numbers(db: sqlite3.Connection) -> Iterator[int]:
    """Return the numbers of matches, from both ends of the table: each walk stops at damage."""
    numbers = set[int]()
    for order in ("", "DESC"):
        for rows in ("id FROM match NOT INDEXED ORDER BY id", "match FROM line ORDER BY match"):
            with suppress(*DAMAGE):
                for (number,) in db.execute(f"SELECT DISTINCT {rows} {order}"):
                    if isinstance(number, int):
                        numbers.add(number)
    yield from sorted(numbers)
