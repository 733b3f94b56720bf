"""A copy of a damaged journal that the database can read as far as possible."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from backgammon_tui.storage.journal.schema import connect
from backgammon_tui.text_file import UNREADABLE

DAMAGE: Final = (sqlite3.Error, *UNREADABLE)
"""Errors that a damaged journal can raise on the way from its pages to a game."""

FILES: Final = ("", "-wal", "-shm")
"""Endings of the names of the database's files."""

_PAGE: Final = 4096
_PAGES_AT: Final = 28
"""Place of the number of pages in the first page; the free ones are named behind it."""

_LARGEST: Final = 1 << 31
"""More bytes than any journal has that somebody has played."""


def readable_copy(path: Path, folder: Path) -> Path:
    """Return a copy in a folder, for reading alone would change the file already."""
    copy, mended = folder / "damaged.sqlite", folder / "mended.sqlite"
    copy_files(path, copy)
    _mend_size(copy)
    copy_files(copy, mended)
    _mend_first_page(mended)
    return max(copy, mended, key=_count_rows)


def copy_files(path: Path, to: Path) -> None:
    """Copy what stands in the file and what was written ahead."""
    shutil.copyfile(path, to)
    with suppress(FileNotFoundError):
        shutil.copyfile(f"{path}-wal", f"{to}-wal")


def _mend_size(path: Path) -> None:
    """Fill a file that was cut short, of which otherwise nothing would be read at all."""
    with path.open("r+b") as file:
        head = file.read(_PAGES_AT + 4)
        size = int.from_bytes(head[_PAGES_AT:], "big") * _PAGE
        if path.stat().st_size < size <= _LARGEST:
            file.truncate(size)


def _mend_first_page(path: Path) -> None:
    """Take the first page from a new journal, in which all tables begin at the same places."""
    fresh = path.with_name("fresh.sqlite")
    connect(fresh).close()
    with path.open("r+b") as file, fresh.open("rb") as model:
        pages = path.stat().st_size // _PAGE
        page = bytearray(model.read(_PAGE))
        # As many pages as there are, and none of them free.
        page[_PAGES_AT : _PAGES_AT + 12] = pages.to_bytes(4, "big") + bytes(8)
        file.write(page)


def _count_rows(path: Path) -> int:
    rows = 0
    with closing(sqlite3.connect(path)) as db:
        for table in ("match", "game", "entry"):
            with suppress(*DAMAGE):
                for _ in db.execute(f"SELECT 1 FROM {table} NOT INDEXED"):
                    rows += 1
    return rows
