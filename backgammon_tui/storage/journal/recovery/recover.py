"""Recovery of a damaged journal: what can be read is copied, and the file set aside.

The damaged file is set aside as it is. Games are copied one by one into a new file, which takes
its place when it is complete. Where a game is lost, the games after it become a match of their
own.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.lesson_progress import save_progress
from backgammon_tui.storage.journal.match_lock import is_any_played_elsewhere
from backgammon_tui.storage.journal.problems import JournalProblem, Trouble, reported
from backgammon_tui.storage.journal.recovery.damage_check import read_everything
from backgammon_tui.storage.journal.recovery.readable_copy import FILES, copy_files, readable_copy
from backgammon_tui.storage.journal.recovery.readable_games import Part, find_games, read_parts
from backgammon_tui.storage.journal.write import insert_whole
from backgammon_tui.storage.paths import shown
from backgammon_tui.storage.record import Tell
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
    if is_any_played_elsewhere(journal.folder):
        raise JournalProblem(Trouble.IN_USE, journal.path)
    with (
        reported(journal.path),
        TemporaryDirectory(
            prefix="rescue-", dir=journal.folder, ignore_cleanup_errors=True
        ) as name,
    ):
        _expect_damage(journal.path, Path(name), tell_read)
        new = Path(name) / "new.sqlite"
        damaged = readable_copy(journal.path, Path(name))
        with Journal(new) as copied, closing(sqlite3.connect(damaged)) as db:
            games, cut, lost = _copy_games(db, copied, tell_copied)
            save_progress(db, copied)
        kept = _exchange(journal.path, new)
    return Recovery(kept, games, cut, lost)


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
