"""Playing a match of the journal: nobody else can while somebody does.

What the players do is compared with what is written, and what is new is committed: the
record of a match only ever grows, so that the difference is its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from backgammon_tui.records.journal import writing
from backgammon_tui.records.journal.journal import Journal
from backgammon_tui.records.journal.problems import JournalProblem, Trouble, reported
from backgammon_tui.records.journal.reading import game_rows, read_seeds
from backgammon_tui.records.record import DiceOrigin, Entry, NewDice, is_throw
from backgammon_tui.records.table import Table
from backgammon_tui.words.turn import tell_standing

if TYPE_CHECKING:
    from filelock import BaseFileLock


@dataclass(frozen=True)
class Written:
    """How much of a match stands in the journal."""

    match: int
    games: int = 0
    game: int = 0
    """The row of the last game."""

    entries: int = 0
    """How many entries of the last game."""

    dice: DiceOrigin | None = None
    """The dice of the last game, whose words may still change."""

    is_accepted: bool = False
    """Whether the result of the last game."""

    def has_game(self, table: Table) -> bool:
        """Whether the last game of a table stands here, with its dice."""
        games = table.record.games
        return self.games == len(games) and self.dice == games[-1].dice

    def has_accepted(self, table: Table) -> bool:
        """Whether its result does."""
        return self.is_accepted and self.games == len(table.record.games)


class Seat:
    """The right to play one match, held until it is left or the program ends.

    Args:
        journal: Where the match is or will be kept.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._written: Written | None = None
        self._lock: BaseFileLock | None = None

    @classmethod
    def take(cls, journal: Journal, match: int) -> tuple[Self, Table]:
        """Sit down at a match that was left, just as it stands.

        Raises:
            JournalProblem: if somebody else plays it, or it cannot be read.
        """
        seat = cls(journal)
        seat._hold(match)
        try:
            return seat, seat._sit_down(match)
        except BaseException:
            seat.leave()
            raise

    @property
    def match(self) -> int | None:
        """The number of the match; None until something is written."""
        return self._written.match if self._written else None

    def leave(self) -> None:
        """Let others play the match."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _hold(self, match: int) -> None:
        import filelock  # Costs the start a fiftieth of a second.

        path = self._journal.path.with_name(f"match-{match}.lock")
        lock = filelock.FileLock(path)
        try:
            with reported(path):
                lock.acquire(timeout=0)
        except filelock.Timeout as error:
            raise JournalProblem(Trouble.PLAYED_ELSEWHERE, path) from error
        self._lock = lock

    def _sit_down(self, match: int) -> Table:
        record, results = self._journal.read(match)
        last = record.games[-1]
        with self._journal.reading() as db:
            seeds = read_seeds(db, last)
            row = game_rows(db, match)[-1]
        try:
            table = Table.go_on(record, results, seeds)
        except (ValueError, TypeError) as error:
            detail = f"match {match} cannot be played on: {error}"
            raise JournalProblem(Trouble.DAMAGED, self._journal.path, detail) from error
        self._written = Written(
            match,
            len(record.games),
            row,
            len(last.entries),
            table.record.games[-1].dice,
            table.accepted,
        )
        return table

    def keep(self, table: Table) -> None:
        """Write down what has been done since the last time, all of it or nothing.

        Throws and results survive even a power cut. A match without any action is not
        written yet.

        Raises:
            JournalProblem: if it cannot be written; what was written before stays.
        """
        before = self._written
        if before is None and not _to_write(table.record.games[0].entries):
            return
        new = _unwritten(table, before)
        ends = table.accepted and not (before and before.has_accepted(table))
        if before and not new and not ends and before.has_game(table):
            return
        fully = before is None or ends or any(is_throw(entry) for entry in new)
        with self._journal.writing(fully=fully) as db:
            match = before.match if before else writing.insert_match(db, table.record)
            if self._lock is None:
                self._hold(match)
            written = before or Written(match)
            for number, game in enumerate(table.record.games[written.games :], written.games + 1):
                row = writing.insert_game(db, match, number, game)
                written = Written(match, number, row, dice=game.dice)
            last = table.record.games[-1]
            if last.dice != written.dice:
                writing.update_dice(db, written.game, last.dice)
            entries = _to_write(last.entries)
            writing.insert_entries(db, written.game, entries, written.entries)
            if table.dice:
                writing.insert_seed(db, table.dice)
            if ends:
                writing.finish_game(db, written.game, table.history, writing.now())
            state = writing.state_of(table.match, in_game=not table.accepted)
            writing.touch_match(db, match, state, _awaited(table))
        self._written = replace(
            written, dice=last.dice, entries=len(entries), is_accepted=table.accepted
        )


def _to_write(entries: Sequence[Entry]) -> Sequence[Entry]:
    """Entries without new dice at the end: until they are thrown the words for them change."""
    return entries[:-1] if entries and isinstance(entries[-1], NewDice) else entries


def _unwritten(table: Table, before: Written | None) -> Sequence[Entry]:
    """The entries of the last game that are not written."""
    entries = _to_write(table.record.games[-1].entries)
    is_same = before is not None and before.games == len(table.record.games)
    return entries[before.entries :] if before and is_same else entries


def _awaited(table: Table) -> str:
    if not table.accepted:
        return tell_standing(table.game)
    return "the match is won" if table.match.winner else "next game"
