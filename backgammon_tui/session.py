"""A match in progress, saved before each change is displayed.

Each action creates a new immutable `Table`. A session holds the current table and the mutable
parts: the lock on the match and the journal.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, assert_never

from backgammon_tui.dice import FairDice, new_seed
from backgammon_tui.match.record import MatchRecord
from backgammon_tui.match.table import Table, new_dice
from backgammon_tui.storage.paths import started_as
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.text_file import shell_word
from backgammon_tui.words.naming import plural
from backgammon_tui.words.problems import (
    JournalProblem,
    MatchGone,
    StorageErrorKind,
    describe_changed_rolls,
    describe_new_dice,
)

if TYPE_CHECKING:
    from backgammon_tui.storage.journal.match_lock import MatchLock


class Remedy(Enum):
    RESTORE = "restore"
    """Set the damaged journal aside and restore the newest backup."""

    RETRY = "again"
    PLAY_UNSAVED = "unsaved"


class ExitSummary(NamedTuple):
    records: tuple[MatchRecord, ...]
    """All matches played there, the latest one last."""

    match: int | None
    """The number of the last match in the journal; None if it is not saved."""

    is_won: bool
    """True if that match is won, so there is nothing to resume."""

    is_unsaved: bool = False

    def describe(self, unfinished_matches: Sequence[int], folder: str = "") -> str:
        """Return sentences about this and other unfinished matches, the last played first."""
        if self.is_unsaved:
            return "The end of this match is not saved, as you chose."
        if self.match is None:
            return "The game is not finished."
        if self.is_won:
            return f"Your match is saved. To see it: {command(f'score {self.match}', folder)}"
        # Without a number, `resume` opens the last one.
        number = f" {self.match}" if unfinished_matches[:1] != (self.match,) else ""
        message = f"Your game is saved. To resume it: {command(f'resume{number}', folder)}"
        others = len([match for match in unfinished_matches if match != self.match])
        if others:
            message += f"\n{plural(others, 'other unfinished match')}: {command('matches', folder)}"
        return message


def _describe_dice(table: Table, lock: MatchLock | None) -> str:
    sentences = []
    if lock and lock.changed_rolls:
        sentences.append(describe_changed_rolls(lock.changed_rolls, len(table.record.games)))
    if table.needs_dice:
        sentences.append(describe_new_dice(is_damaged=bool(lock and lock.has_damaged_seed)))
    return " ".join(sentences)


def command(words: str, folder: str) -> str:
    """Return a command line of this program, as it was started."""
    return " ".join([started_as(), words, *(["--folder", shell_word(folder)] if folder else [])])


def remedies(problem: JournalProblem) -> dict[Remedy, str]:
    """Return the remedies for a problem with the journal, best first, in the imperative."""
    from backgammon_tui.storage.journal.backups import describe_restoring

    always = {Remedy.RETRY: "try once more", Remedy.PLAY_UNSAVED: "play on without saving"}
    if problem.kind is not StorageErrorKind.DAMAGED:
        return always
    return {Remedy.RESTORE: describe_restoring(problem.path), **always}


class Session:
    """Two players at one table, and the journal that records their actions.

    If the seed of the table's dice is unknown, new dice replace them; they are saved with the next
    action. A match that is not saved yet has no lock.
    """

    def __init__(self, table: Table, storage: Storage, lock: MatchLock | None = None) -> None:
        self.notice = _describe_dice(table, lock)
        """A sentence about a problem with the dice of a resumed match; empty if there is none."""

        self.table = table.change_dice(FairDice(new_seed())) if table.needs_dice else table
        self.finished: tuple[MatchRecord, ...] = ()
        self.is_unsaved = False
        self.storage = storage
        self._lock = lock

    @property
    def match(self) -> int | None:
        return self._lock.match if self._lock else None

    @property
    def records(self) -> tuple[MatchRecord, ...]:
        return (*self.finished, self.table.record)

    @property
    def left(self) -> ExitSummary:
        is_won = self.table.accepted and self.table.match.winner is not None
        return ExitSummary(self.records, self.match, is_won, self.is_unsaved)

    def update(self, table: Table, patience: float | None = None) -> None:
        """Save a changed table, waiting at most `patience` seconds, and only then use it.

        If it cannot be saved, raise `JournalProblem` and keep the old table.
        """
        if table is not self.table:
            self._save(table, patience)
            self.table = table

    def rematch(self, *, swapped: bool) -> None:
        again = self.table.record.again(swapped=swapped)
        self.begin(Table.new_match(again, new_dice(self.table)))

    def begin(self, table: Table) -> None:
        """Start another match in place of this one; its first action saves it."""
        self.finished = self.records
        self.release()
        self.table = table

    def read_names(self) -> None:
        """Read the players' names from the journal, because they may have been renamed."""
        from backgammon_tui.storage.journal.query import match_line

        if self.storage.journal and self.match:
            with suppress(JournalProblem):
                if line := match_line(self.storage.journal, self.match):
                    record = replace(self.table.record, white=line.white, black=line.black)
                    self.table = replace(self.table, record=record)

    def apply_remedy(self, remedy: Remedy) -> None:
        """Prepare the next `update`; a backup must be restored before."""
        match remedy:
            case Remedy.RETRY:
                if self.storage.journal:
                    # The file may have been repaired in the meantime.
                    self.storage.journal.close()
            case Remedy.PLAY_UNSAVED:
                self.storage.journal = None
                self.is_unsaved = True
                self.release()
            case Remedy.RESTORE:
                self.release()
            case _:
                assert_never(remedy)

    def release(self) -> None:
        if self._lock:
            self._lock.release()
            self._lock = None

    def _save(self, table: Table, patience: float | None) -> None:
        from backgammon_tui.storage.journal.edits import rewrite_match
        from backgammon_tui.storage.journal.match_lock import MatchLock

        if self.storage.journal is None:
            return
        if self._lock is None:
            if any(game.entries for game in self.table.record.games):
                self._lock = rewrite_match(self.storage.journal, self.table)
            else:
                self._lock = MatchLock(self.storage.journal)
        try:
            self._lock.save(table, patience)
        except MatchGone:
            # A restored backup may contain only part of the match, or none of it.
            number = self.match
            self.release()
            self._lock = rewrite_match(self.storage.journal, table, number)
