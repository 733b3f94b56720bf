"""What can be saved of a damaged journal: games that can be read and replay without error.

The damaged file is kept aside as it is. Games are copied one by one into a new file, which takes
its place when it is complete; where a game is lost, those after it, which did not count from
the start any more, become a match of their own.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from backgammon_tui.records.journal.adding import insert_whole
from backgammon_tui.records.journal.journal import Journal
from backgammon_tui.records.journal.learning import save_progress
from backgammon_tui.records.journal.mending import FILES, mended_copy
from backgammon_tui.records.journal.problems import reported
from backgammon_tui.records.journal.salvage import Part, find_games, read_parts
from backgammon_tui.records.places import shown
from backgammon_tui.words.speaker import plural


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
    folder = journal.folder
    with (
        reported(journal.path),
        TemporaryDirectory(prefix="rescue-", dir=folder, ignore_cleanup_errors=True) as name,
    ):
        new = Path(name) / "new.sqlite"
        damaged = mended_copy(journal.path, Path(name))
        with Journal(new) as copied, closing(sqlite3.connect(damaged)) as db:
            copied.open()
            games, lost = _copy_games(db, copied, tell)
            save_progress(db, copied)
        kept = _set_aside(journal.path)
        new.rename(journal.path)
    return Rescue(kept, games, lost)


def _copy_games(
    damaged: sqlite3.Connection, journal: Journal, tell: Callable[[int], None]
) -> tuple[int, int]:
    """Copy all games that can be read; how many were copied, and how many are lost.

    Matches keep their numbers, for other windows know them by these.
    """
    games = 0

    def copy(part: Part, number: int | None) -> None:
        nonlocal games
        with journal.writing(fully=False) as db:
            insert_whole(db, part.record, part.outcomes, part.finished, part.seeds, number)
        games += len(part.outcomes)
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
    # A damaged row can be found in two places.
    return games, len({row for rows in found.values() for row in rows.values()}) - games


def _set_aside(path: Path) -> Path:
    """Move the file and what the database keeps beside it to a free name."""
    kept = next(
        free
        for number in count(1)
        if not (free := path.with_name(f"{path.stem}-damaged-{number}{path.suffix}")).exists()
    )
    for ending in FILES:
        with suppress(FileNotFoundError):
            Path(f"{path}{ending}").rename(f"{kept}{ending}")
    return kept
