"""Upgrades of a journal that an earlier version of the program made."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Final, NamedTuple

from backgammon_tui.stats import NOTHING
from backgammon_tui.storage.journal import database, schema
from backgammon_tui.storage.journal.backups import keep_copy
from backgammon_tui.storage.journal.database import problem_of, transaction, version_of
from backgammon_tui.storage.journal.log import as_damage, figures_of, read_log
from backgammon_tui.text_file import UNREADABLE
from backgammon_tui.words.problems import MatchGone, StorageErrorKind


class Upgraded(NamedTuple):
    """A match of which an upgrade has computed the statistics again."""

    match: int
    is_read: bool
    """False if it is damaged: it stays as it is, and statistics that are new are 0."""

    done: int
    maximum: int
    """Numbers of matches upgraded so far, and in all."""


ReportUpgrade = Callable[[Upgraded], object]

_PATIENCE: Final = 60.0
"""Seconds to wait for another program that upgrades the same file."""


def upgrade(db: sqlite3.Connection, path: Path, report: ReportUpgrade) -> None:
    """Upgrade a journal in one transaction after a backup, or change nothing."""
    db.execute(f"PRAGMA busy_timeout = {_PATIENCE * 1000:.0f}")
    database.sync(db, fully=True)
    with transaction(db, "IMMEDIATE"):
        # Another program may have upgraded it since.
        if version_of(db, path) < schema.VERSION:
            # Nobody else can write now, so the copy is complete.
            with closing(sqlite3.connect(path)) as other:
                keep_copy(other, path)
            _upgrade_tables(db, report)
    db.execute(f"PRAGMA busy_timeout = {database.PATIENCE * 1000:.0f}")


def upgraded_in_memory(db: sqlite3.Connection) -> sqlite3.Connection:
    """Return an upgraded copy of a journal that cannot be written to."""
    memory = sqlite3.connect(":memory:", isolation_level=None)
    with closing(db):
        db.backup(memory)
    _upgrade_tables(memory, lambda upgraded: None)
    return memory


def _upgrade_tables(db: sqlite3.Connection, report: ReportUpgrade) -> None:
    (version,) = db.execute("PRAGMA user_version").fetchone()
    for older in range(version, schema.VERSION):
        for statement in schema.UPGRADES[older]:
            db.execute(statement)
    finished = "SELECT DISTINCT match FROM game WHERE ending IS NOT NULL ORDER BY match"
    matches = [match for (match,) in db.execute(finished)]
    for done, match in enumerate(matches, 1):
        report(Upgraded(match, _compute_statistics(db, match), done, len(matches)))
    db.execute(f"PRAGMA user_version = {schema.VERSION}")


_WRITE: Final = (
    "UPDATE game SET white_figures = ?, black_figures = ? WHERE (match, number) = (?, ?)"
)


def _compute_statistics(db: sqlite3.Connection, match: int) -> bool:
    """Compute the statistics of a match from its log; return False if it cannot be read."""
    try:
        log = read_log(db, match)
        finished = log.record.games[: len(log.results)]
        with as_damage():
            figures = [figures_of(game.history(log.record.rules)) for game in finished]
    except (sqlite3.Error, MatchGone) as error:
        is_damage = isinstance(error, MatchGone) or (
            problem_of(error, Path()).kind is StorageErrorKind.DAMAGED
        )
        if not is_damage:
            raise
        _complete_statistics(db, match)
        return False
    for number, both in enumerate(figures, 1):
        db.execute(_WRITE, (*both, match, number))
    return True


def _complete_statistics(db: sqlite3.Connection, match: int) -> None:
    """Add the new statistics, all zero, to a match whose log cannot be read."""
    query = "SELECT number, white_figures, black_figures FROM game WHERE match = ?"
    for number, *texts in db.execute(f"{query} AND ending IS NOT NULL", (match,)).fetchall():
        with suppress(*UNREADABLE):
            both = [json.dumps({**NOTHING._asdict(), **json.loads(text)}) for text in texts]
            db.execute(_WRITE, (*both, match, number))
