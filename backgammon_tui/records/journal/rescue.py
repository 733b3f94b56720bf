"""What can be saved of a damaged journal: games that can be read and replay without error.

The damaged file is kept aside as it is. Games are copied one by one; where one is lost, those
after it, which did not count from the start any more, become a match of their own.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from backgammon_tui.engine.events import Result
from backgammon_tui.engine.reasons import NotAllowed
from backgammon_tui.records.journal.adding import insert_whole
from backgammon_tui.records.journal.journal import Journal
from backgammon_tui.records.journal.problems import reported
from backgammon_tui.records.journal.reading import (
    DamagedRow,
    game_rows,
    read_game,
    read_match,
    read_seeds,
)
from backgammon_tui.records.journal.schema import connect
from backgammon_tui.records.record import GameRecord, MatchRecord

_UNREADABLE: Final = (sqlite3.Error, DamagedRow, NotAllowed, ValueError, TypeError, OverflowError)
"""What a damaged row can raise on its way to being a game."""

_FILES: Final = ("", "-wal", "-shm")
"""How the names of the files end that the database keeps."""


@dataclass(frozen=True)
class Rescue:
    """What became of a damaged journal."""

    kept: Path
    """Where the damaged file is now."""

    games: int
    """How many games were copied over."""

    lost: int
    """How many there were beside them, as far as that can be seen."""

    def __str__(self) -> str:
        """One sentence for the players."""
        lost = f"; {self.lost} could not be" if self.lost else ""
        return (
            f"The records were damaged. {self.games} games could be read and are here{lost}."
            f" The damaged file is kept as {self.kept}."
        )


@dataclass
class _Found:
    """A match as far as it can be read."""

    record: MatchRecord
    finished: list[str] = field(default_factory=list)
    seeds: dict[str, str] = field(default_factory=dict)


def rescue(journal: Journal, tell: Callable[[int], None] = lambda games: None) -> Rescue:
    """Set a damaged journal aside and copy over what can be saved.

    Args:
        journal: The journal, whose file does not do any more.
        tell: Is told how many games have been copied, again and again.

    Raises:
        JournalProblem: if the file cannot be set aside, or no new one can be made.
    """
    journal.close()
    with reported(journal.path):
        kept = _set_aside(journal.path)
        with _copy_of(kept) as damaged:
            return _copy_games(damaged, journal, kept, tell)


@contextmanager
def _copy_of(kept: Path) -> Iterator[sqlite3.Connection]:
    """A copy of the damaged file, for reading alone would change it already."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        copy = Path(folder) / kept.name
        for ending in _FILES:
            with suppress(FileNotFoundError):
                shutil.copyfile(f"{kept}{ending}", f"{copy}{ending}")
        _mend_size(copy)
        if not _has_tables(copy):
            _mend_first_page(copy)
        with closing(sqlite3.connect(copy)) as db:
            yield db


_PAGE: Final = 4096
_PAGES_AT: Final = 28
"""Where the first page says how many pages there are; the free ones are named behind it."""


def _mend_size(path: Path) -> None:
    """Fill a file that was cut short, of which otherwise nothing would be read at all."""
    with path.open("r+b") as file:
        head = file.read(_PAGES_AT + 4)
        size = int.from_bytes(head[_PAGES_AT:], "big") * _PAGE
        if path.stat().st_size < size <= _LARGEST:
            file.truncate(size)


_LARGEST: Final = 1 << 31
"""More bytes than any journal has that somebody has played."""


def _has_tables(path: Path) -> bool:
    try:
        with closing(sqlite3.connect(path)) as db:
            return bool(db.execute("SELECT count(*) FROM match").fetchone())
    except sqlite3.Error:
        return False


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


def _copy_games(
    damaged: sqlite3.Connection, journal: Journal, kept: Path, tell: Callable[[int], None]
) -> Rescue:
    games = lost = 0
    for match in _numbers_of(damaged, "SELECT id FROM match", "SELECT match FROM game"):
        for found in _read(damaged, match):
            if found is None:
                lost += 1
                continue
            with journal.writing() as db:
                insert_whole(db, found.record, found.finished, found.seeds)
            games += len(found.record.games)
            tell(games)
    return Rescue(kept, games, lost)


def _set_aside(path: Path) -> Path:
    """Move the file and what the database keeps beside it to a free name."""
    kept = next(
        free
        for number in count(1)
        if not (free := path.with_name(f"{path.stem}-damaged-{number}{path.suffix}")).exists()
    )
    for ending in _FILES:
        with suppress(FileNotFoundError):
            Path(f"{path}{ending}").rename(f"{kept}{ending}")
    return kept


def _numbers_of(db: sqlite3.Connection, *queries: str) -> list[int]:
    """The numbers that queries give, as far as they can be read."""
    found: set[int] = set()
    for query in queries:
        with suppress(sqlite3.Error):
            found.update(number for (number,) in db.execute(query) if isinstance(number, int))
    return sorted(found)


def _read(db: sqlite3.Connection, match: int) -> Iterator[_Found | None]:
    """What can be saved of a match; None for each game that cannot."""
    try:
        rows = game_rows(db, match)
        record = read_match(db, match)
    except _UNREADABLE:
        yield None
        return
    if record is None:
        yield from (None for _ in rows)
        return
    found = _Found(record)
    for row in rows:
        try:
            game, result = read_game(db, row)
            _replay(game, record, result)
            (finished,) = db.execute("SELECT finished FROM game WHERE id = ?", (row,)).fetchone()
            seeds = read_seeds(db, game)
        except _UNREADABLE:
            yield None
            if found.record.games:
                yield found
            found = _Found(replace(record, length=None))
            continue
        found.record = found.record.add_game(game)
        found.seeds |= seeds
        if result:
            found.finished.append(str(finished))
    if found.record.games:
        yield found


def _replay(game: GameRecord, record: MatchRecord, result: Result | None) -> None:
    """See that a game can be played as it is written, and ended as it is written.

    Raises:
        NotAllowed: if the rules do not allow an entry.
        ValueError: if it did not end so.
    """
    end = game.play(record.rules)
    if result and end.result != result:
        raise ValueError("the game did not end so")
