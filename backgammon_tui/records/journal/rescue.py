"""What can be saved of a damaged journal: games that can be read and replay without error.

The damaged file is kept aside as it is. Games are copied one by one into a new file, which takes
its place when it is complete; where a game is lost, those after it, which did not count from
the start any more, become a match of their own.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from backgammon_tui.engine.match import Match
from backgammon_tui.records.journal.adding import insert_whole
from backgammon_tui.records.journal.journal import Journal
from backgammon_tui.records.journal.problems import reported
from backgammon_tui.records.journal.reading import (
    UNREADABLE,
    game_rows,
    read_finished,
    read_record,
    read_rules,
    read_seeds,
)
from backgammon_tui.records.journal.schema import connect
from backgammon_tui.records.journal.writing import Outcome, history_of, outcome_of
from backgammon_tui.records.names import check_name, check_names
from backgammon_tui.records.places import shown
from backgammon_tui.records.record import MatchRecord, read_length
from backgammon_tui.words.speaker import plural

_DAMAGE: Final = (sqlite3.Error, *UNREADABLE)
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
        saved = plural(self.games, "game") if self.games else "No game"
        lost = f"; {self.lost} could not be" if self.lost else ""
        return (
            f"The records were damaged. {saved} could be read and copied{lost}."
            f" The damaged file is kept as {shown(self.kept)}."
        )


@dataclass
class _Found:
    """A match as far as it can be read."""

    record: MatchRecord
    outcomes: list[Outcome] = field(default_factory=list)
    finished: list[str] = field(default_factory=list)
    seeds: dict[str, str] = field(default_factory=dict)


def rescue(journal: Journal, tell: Callable[[int], None] = lambda games: None) -> Rescue:
    """Copy what can be saved of a damaged journal, and set the damaged file aside.

    Nothing is changed before the copy is complete.

    Args:
        journal: The journal, whose file does not do any more.
        tell: Is told how many games have been copied, again and again.

    Raises:
        JournalProblem: if the file cannot be read or set aside, or no new one can be made.
    """
    journal.close()
    with (
        reported(journal.path),
        TemporaryDirectory(
            prefix="rescue-", dir=journal.folder, ignore_cleanup_errors=True
        ) as folder,
    ):
        new = Path(folder) / "new.sqlite"
        with (
            Journal(new) as copied,
            closing(_open_copy(journal.path, Path(folder))) as damaged,
        ):
            copied.open()
            games, lost = _copy_games(damaged, copied, tell)
        kept = _set_aside(journal.path)
        new.rename(journal.path)
    return Rescue(kept, games, lost)


def _open_copy(path: Path, folder: Path) -> sqlite3.Connection:
    """A copy of the damaged file, for reading alone would change it already."""
    copy, mended = folder / "damaged.sqlite", folder / "mended.sqlite"
    for ending in _FILES[:2]:
        with suppress(FileNotFoundError):
            shutil.copyfile(f"{path}{ending}", f"{copy}{ending}")
    _mend_size(copy)
    for ending in _FILES[:2]:
        with suppress(FileNotFoundError):
            shutil.copyfile(f"{copy}{ending}", f"{mended}{ending}")
    _mend_first_page(mended)
    return sqlite3.connect(max(copy, mended, key=_count_rows))


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
    """How much can be read of a journal."""
    rows = 0
    with closing(sqlite3.connect(path)) as db:
        for table in ("match", "game", "entry"):
            with suppress(sqlite3.Error):
                for _ in db.execute(f"SELECT 1 FROM {table} NOT INDEXED"):
                    rows += 1
    return rows


def _copy_games(
    damaged: sqlite3.Connection, journal: Journal, tell: Callable[[int], None]
) -> tuple[int, int]:
    """Copy all games that can be read; how many were copied, and how many are lost.

    Matches keep their numbers, for other windows know them by these.
    """
    games = lost = 0

    def copy(found: _Found, number: int | None) -> None:
        nonlocal games
        record = _with_fitting_length(found)
        with journal.writing(fully=False) as db:
            insert_whole(db, record, found.outcomes, found.finished, found.seeds, number)
        games += len(record.games)
        tell(games)

    torn: list[_Found] = []
    for match in _numbers_of(damaged, "SELECT id FROM match", "SELECT match FROM game"):
        parts = list(_read(damaged, match))
        saved = [part for part in parts if part]
        lost += parts.count(None)
        torn += saved[1:]
        for part in saved[:1]:
            copy(part, match)
    for part in torn:
        copy(part, None)
    return games, lost


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
    except sqlite3.Error:
        yield None
        return
    try:
        found = _Found(_read_head(db, match))
    except _DAMAGE:
        yield from (None for _ in rows)
        return
    for row in rows:
        try:
            _add_game(db, row, found, is_last=row == rows[-1])
        except _DAMAGE:
            yield None
            if found.record.games:
                yield found
            found = _Found(replace(found.record, length=None, games=()))
    if found.record.games:
        yield found


def _read_head(db: sqlite3.Connection, match: int) -> MatchRecord:
    """Who played what; only what it was must be readable, for the rest there are stand-ins.

    Raises:
        ValueError, LookupError, TypeError: if the rules cannot be read.
        sqlite3.Error: if the database cannot read the row.
    """
    row = db.execute(
        "SELECT ruleset, changes, white, black, date, length FROM match WHERE id = ?", (match,)
    ).fetchone()
    ruleset, changes, white, black, day, length = row
    names, began, points = ("White", "Black"), date.today(), None
    with suppress(*UNREADABLE):
        names = check_names(_read_name(db, white), _read_name(db, black))
    with suppress(*UNREADABLE):
        began = date.fromisoformat(day)
    with suppress(*UNREADABLE):
        points = read_length(str(length))
    return MatchRecord(read_rules(ruleset, changes), *names, began.isoformat(), points)


def _read_name(db: sqlite3.Connection, player: int) -> str:
    with suppress(*_DAMAGE):
        (name,) = db.execute("SELECT name FROM player WHERE id = ?", (player,)).fetchone()
        return check_name(name)
    return f"Player {player}"


def _add_game(db: sqlite3.Connection, row: int, found: _Found, *, is_last: bool) -> None:
    """Add the next game of a match, if it can be read and played as it is written.

    The result is that of the game, whatever stands beside it.

    Raises:
        NotAllowed: if the rules do not allow an entry.
        ValueError: if it is not what was written, or not over though others follow.
        sqlite3.Error: if it cannot be read.
    """
    _, game = read_record(db, row)
    outcome = outcome_of(history_of(game, found.record.rules))
    (has_result,) = db.execute("SELECT ending NOT NULL FROM game WHERE id = ?", (row,)).fetchone()
    is_accepted = has_result or not is_last
    if is_accepted and outcome.result is None:
        raise ValueError(f"game {row} is not over")
    found.seeds |= read_seeds(db, row)
    found.record = found.record.add_game(game)
    found.outcomes.append(outcome)
    if is_accepted:
        finished = f"{found.record.date}T00:00:00+00:00"
        with suppress(*_DAMAGE):
            finished = read_finished(db, row) or finished
        found.finished.append(finished)


def _with_fitting_length(found: _Found) -> MatchRecord:
    """The match, open-ended if it went on after the points that it is said to be to."""
    match = Match(found.record.rules, found.record.length)
    for outcome in found.outcomes:
        if match.winner:
            return replace(found.record, length=None)
        match = match.add(outcome.result) if outcome.result else match
    return found.record
