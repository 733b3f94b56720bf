"""Keeping what is done before it is told, and asking the players where that cannot be."""

from __future__ import annotations

from backgammon_tui.plain.talk import Leave, Talk
from backgammon_tui.records.journal.adding import put_back
from backgammon_tui.records.journal.journal import Journal
from backgammon_tui.records.journal.problems import JournalProblem, Trouble
from backgammon_tui.records.journal.rescue import rescue
from backgammon_tui.records.journal.seat import Seat
from backgammon_tui.records.table import Table


class NotKept(Exception):
    """The players do not want what cannot be kept; nothing has been done."""


class Keeping:
    """The seat at which what the players do is written down.

    Args:
        talk: How the players are spoken to.
        journal: Where the match is kept; None for a match that is not.
        seat: The right to play it, if it was left and is gone on with.
    """

    def __init__(self, talk: Talk, journal: Journal | None, seat: Seat | None) -> None:
        self._talk = talk
        self._journal = journal
        self._seat = seat
        self.is_unsaved = False
        """Whether the players have chosen to play on without it."""

    @property
    def match(self) -> int | None:
        """The number of the match in the journal; None where nothing is kept of it."""
        return self._seat.match if self._seat else None

    def keep(self, before: Table, table: Table) -> None:
        """Write down what has been done; if that cannot be, do what the players choose.

        Args:
            before: The table as it was kept the last time.
            table: The table as it is to be.

        Raises:
            NotKept: if they rather leave everything as it was.
            Leave: if they leave.
        """
        while self._journal and not self.is_unsaved:
            try:
                if self._seat is None:
                    self._seat = _seat_anew(self._journal, before)
                self._seat.keep(table)
            except JournalProblem as problem:
                self._choose(problem, self._journal)
            else:
                return

    def leave(self) -> None:
        """Let other programs play the match."""
        if self._seat:
            self._seat.leave()

    def _choose(self, problem: JournalProblem, journal: Journal) -> None:
        """Ask what to do; after this it may be tried again, or need not be."""
        is_damaged = problem.trouble is Trouble.DAMAGED
        self._talk.say(f"This cannot be kept, so it is not done. {problem}")
        self._talk.say(
            "Type again to try once more, unsaved to play on without keeping the match,"
            f"{' rescue to save what can be saved of the records,' if is_damaged else ''}"
            " or quit to leave. With anything else the game stays as it was."
        )
        match self._talk.ask("> ").lower():
            case "again" | "try again":
                # What was wrong with the file may have been put right outside.
                journal.close()
            case "unsaved":
                self.is_unsaved = True
                self._talk.say("From here on nothing is kept. save FILE writes a transcript.")
            case "rescue" if is_damaged:
                self._rescue(journal)
            case "quit":
                raise Leave
            case _:
                raise NotKept

    def _rescue(self, journal: Journal) -> None:
        self.leave()
        self._seat = None
        try:
            self._talk.say(str(rescue(journal)))
        except JournalProblem as problem:
            self._talk.say(str(problem))


def _seat_anew(journal: Journal, table: Table) -> Seat:
    """A seat for a new match, or for one whose journal was made anew.

    Raises:
        JournalProblem: if the match cannot be written into it.
    """
    is_new = not any(game.entries for game in table.record.games)
    return Seat(journal) if is_new else put_back(journal, table)
