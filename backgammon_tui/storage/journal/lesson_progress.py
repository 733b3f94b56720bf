"""Progress of learners in lessons and the quiz.

Each item has a name, such as `lesson/russian/1`; `teach` defines its data.
"""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from typing import Final

from backgammon_tui.names import check_name
from backgammon_tui.stats import SavedItem
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.log import DAMAGE

NOBODY: Final = ""
_NAME: Final = "name"
"""The item that contains a learner's name as it was typed last."""


def read_progress(journal: Journal, name: str) -> dict[str, str]:
    """Return the data of each item of a learner's progress; empty if they are unknown."""
    folded = _folded(name)
    query = "SELECT item, data FROM progress WHERE player = ? AND item != ?"
    return dict(journal.select(lambda item, data: (item, data), query, (folded, _NAME)))


def all_progress(journal: Journal) -> tuple[SavedItem, ...]:
    """Return the saved items of all learners, with their names as players if they have played."""
    return journal.select(
        SavedItem,
        "SELECT coalesce(name, typed.data, progress.player), progress.item, progress.data"
        " FROM progress LEFT JOIN player ON folded = progress.player"
        " LEFT JOIN progress AS typed ON typed.player = progress.player AND typed.item = ?"
        " WHERE progress.item != ?",
        (_NAME, _NAME),
    )


def write_progress(journal: Journal, name: str, item: str, data: str) -> None:
    folded = _folded(name)
    with journal.writing() as db:
        db.execute(_WRITE, (folded, item, data))
        if folded:
            db.execute(_WRITE, (folded, _NAME, check_name(name)))


_WRITE: Final = "INSERT OR REPLACE INTO progress VALUES (?, ?, ?)"


def _folded(name: str) -> str:
    return check_name(name).casefold() if name else NOBODY


def adopt_progress(journal: Journal, name: str) -> None:
    """Move the progress made without a name to a learner, whose own items stay."""
    with journal.writing() as db:
        move_progress(db, NOBODY, check_name(name))
        db.execute(_WRITE, (_folded(name), _NAME, check_name(name)))


def move_progress(db: sqlite3.Connection, old: str, new: str) -> None:
    """Move the progress of one player to another, whose own items stay."""
    old, new = old.casefold(), new.casefold()
    db.execute("UPDATE OR IGNORE progress SET player = ? WHERE player = ?", (new, old))
    db.execute("DELETE FROM progress WHERE player = ?", (old,))


def copy_progress(damaged: sqlite3.Connection, journal: Journal) -> None:
    rows: list[tuple[str, str, str]] = []
    with suppress(*DAMAGE):
        for row in damaged.execute("SELECT player, item, data FROM progress"):
            if all(isinstance(value, str) for value in row):
                rows.append(row)
    with journal.writing(fully=False) as db:
        db.executemany(_WRITE, rows)
