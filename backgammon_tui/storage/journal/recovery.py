"""Recovery of a damaged journal: what can be read is copied, and the file set aside.

The damaged file is set aside as it is. Games are copied one by one into a new file, which takes
its place when it is complete. Where a game is lost, the games after it become a match of their
own.
"""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from backgammon_tui.engine import Match
from backgammon_tui.storage.journal import query
from backgammon_tui.storage.journal.journal import Journal, connect
from backgammon_tui.storage.journal.lesson_progress import save_progress
from backgammon_tui.storage.journal.match_lock import is_any_played_elsewhere
from backgammon_tui.storage.journal.problems import JournalProblem, Trouble, reported
from backgammon_tui.storage.journal.read import DAMAGE, DamagedRow, is_seed_of
from backgammon_tui.storage.journal.readable_games import Part, find_games, read_parts
from backgammon_tui.storage.journal.write import insert_whole
from backgammon_tui.storage.paths import shown
from backgammon_tui.storage.record import Tell, check_throws
from backgammon_tui.words.naming import plural


class Recovery(NamedTuple):
    """The outcome of a recovery."""

    kept: Path
    """The damaged file under its new name."""

    games: int
    cut: int
    """Number of games copied up to where they are damaged."""

    lost: int
    """Number of other games, as far as that can be seen."""

    def __str__(self) -> str:
        """Return one sentence for the players."""
        saved = plural(self.games, "game") if self.games else "No game"
        cut = f"; {self.cut} up to where it is damaged" if self.cut else ""
        lost = f"; {self.lost} could not be" if self.lost else ""
        return (
            f"The records were damaged. {saved} could be read and copied{cut}{lost}."
            f" The damaged file is kept as {shown(self.kept)}."
        )


def recover(
    journal: Journal, tell_copied: Tell = lambda games: None, tell_read: Tell = lambda games: None
) -> Recovery:
    """Copy what can be saved of a damaged journal, and set the damaged file aside.

    Nothing is changed before the copy is complete.
    """
    journal.close()
    path = journal.path
    with reported(path):
        if is_any_played_elsewhere(journal.folder):
            raise JournalProblem(Trouble.IN_USE, path)
        with TemporaryDirectory("", "rescue-", journal.folder, ignore_cleanup_errors=True) as name:
            _expect_damage(path, Path(name), tell_read)
            new = Path(name) / "new.sqlite"
            damaged = readable_copy(path, Path(name))
            with Journal(new) as copied, closing(sqlite3.connect(damaged)) as db:
                games, cut, lost = _copy_games(db, copied, tell_copied)
                save_progress(db, copied)
            return Recovery(_exchange(path, new), games, cut, lost)


def _expect_damage(path: Path, folder: Path, tell: Tell) -> None:
    """See that a journal is damaged, in a copy, for reading alone would change the file."""
    (folder / "checked").mkdir()
    copy = folder / "checked" / path.name
    copy_files(path, copy)
    try:
        with Journal(copy) as journal:
            read_everything(journal, tell)
    except JournalProblem as problem:
        if problem.trouble is not Trouble.DAMAGED:
            raise JournalProblem(problem.trouble, path, problem.detail) from problem
    else:
        raise JournalProblem(Trouble.SOUND, path)


def _copy_games(damaged: sqlite3.Connection, journal: Journal, tell: Tell) -> tuple[int, int, int]:
    """Copy all games that can be read; return the numbers of whole, cut and lost ones.

    Matches keep their numbers, because other windows know them by these.
    """
    games = cut = 0

    def copy(part: Part, number: int | None) -> None:
        nonlocal games, cut
        with journal.writing(fully=False) as db:
            insert_whole(db, part.record, part.outcomes, part.finished, part.seeds, number)
        games += len(part.outcomes)
        cut += part.cut
        tell(games)

    found = find_games(damaged)
    torn: list[Part] = []
    for match, rows in found.items():
        parts = read_parts(damaged, match, rows)
        torn += parts[1:]
        for part in parts[:1]:
            copy(part, match)
    for part in torn:
        copy(part, None)
    # A damaged row can turn up in two places.
    there = len({row for rows in found.values() for row in rows.values()})
    return games - cut, cut, there - games


def _exchange(path: Path, new: Path) -> Path:
    """Give the file and those that the database keeps beside it a free name, and move the new in.

    If that is interrupted, everything is as it was.
    """
    kept = next(
        free
        for number in count(1)
        if not (free := path.with_name(f"{path.stem}-damaged-{number}{path.suffix}")).exists()
    )
    try:
        _move(path, kept)
        new.rename(path)
    except BaseException:
        _move(kept, path)
        raise
    return kept


def _move(path: Path, to: Path) -> None:
    for ending in FILES:
        with suppress(FileNotFoundError):
            Path(f"{path}{ending}").rename(f"{to}{ending}")


# ---- is there any damage?


def read_everything(journal: Journal, tell: Tell) -> None:
    """Read all that a journal keeps, and replay all games.

    Raises:
        JournalProblem: DAMAGED if something cannot be read or is not what was written.
    """
    with journal.reading() as db:
        for statement, sound in (("integrity_check", [("ok",)]), ("foreign_key_check", [])):
            if (found := db.execute(f"PRAGMA {statement}").fetchall()) != sound:
                raise DamagedRow(str(found[0]))
        seeds = dict(db.execute("SELECT commitment, seed FROM seed"))
        progress = db.execute("SELECT player, item, data FROM progress").fetchall()
        if not all(is_seed_of(seed, commitment) for commitment, seed in seeds.items()):
            raise DamagedRow("a seed is not that of its dice")
        if not all(isinstance(value, str) for row in progress for value in row):
            raise DamagedRow("the progress of a learner is no text")
    for read in (query.player_lines, query.player_names):
        read(journal)
    for list_games in (query.finished_games, query.played_games):
        list_games(journal, query.GameQuery())
    games = 0
    for line in query.all_matches(journal, 0, query.count_matches(journal)):
        _check_match(journal, line.match, seeds)
        games += line.games
        tell(games)


def _check_match(journal: Journal, number: int, seeds: dict[str, str]) -> None:
    """Replay the games of a match, whose results and throws must be those that are kept."""
    record, results = journal.read(number)
    with journal.reading():
        try:
            match = Match(record.rules, record.length)
            for result in results:
                match = match.add(result)
            for index, game in enumerate(record.games):
                end = game.history(record.rules)[-1]
                if index < len(results) and end.result != results[index]:
                    raise ValueError("a game did not end so")
                checks = check_throws(game.with_seeds(seeds))
                if any(check.expected and not check.agrees for check in checks):
                    raise ValueError("a throw is not that of its dice")
        except ValueError as error:
            raise DamagedRow(f"match {number} cannot be replayed: {error}") from error


# ---- a copy that the database can read as far as possible

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
