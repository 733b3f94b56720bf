"""A match that was left and can be resumed, as the first screen offers it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import NamedTuple

from backgammon_tui.engine import RULESETS, Game
from backgammon_tui.match.table import Table
from backgammon_tui.modes.board import BoardView, Marks, board_view, last_moves
from backgammon_tui.names import display_name
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.storage.journal.problems import JournalProblem
from backgammon_tui.storage.journal.query import (
    MatchLine,
    describe_open,
    player_names,
    unfinished_matches,
)
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.tui.app import BackgammonApp
from backgammon_tui.tui.dialogs.choose import Choose, Offer
from backgammon_tui.words.naming import Naming


class OpenMatch(NamedTuple):
    """A match that was left."""

    line: MatchLine
    names: str
    """The players: `Anna – Boris`, `Eve against the computer`."""
    title: str
    """The game, the score and what the match waits for."""
    when: str
    """The time of its last action."""

    @property
    def told(self) -> str:
        """The description of the match."""
        line = self.line
        sides = (line.white, line.white_points), (line.black, line.black_points)
        points = "\n".join(f"{display_name(name)}  {points}" for name, points in sides)
        length = f"A match to {line.length}" if line.length else "No limit"
        return f"{RULESETS[line.ruleset].title}\n{length}, game {line.games}\n\n{points}"


def read_names(storage: Storage) -> tuple[str, ...]:
    """Read the names of all players; none where that fails, which is told where more is read."""
    journal = storage.journal
    with suppress(JournalProblem):
        return player_names(journal) if journal and journal.exists else ()
    return ()


def read_open(
    storage: Storage,
) -> tuple[tuple[OpenMatch, ...], tuple[str, ...], JournalProblem | None]:
    """Read the unfinished matches, the latest first, the names of all players, and a problem."""
    assert storage.journal
    now = datetime.now().astimezone()
    try:
        matches = tuple(
            OpenMatch(line, *describe_open(line, now))
            for line in unfinished_matches(storage.journal)
            if line.match not in storage.deleted
        )
        return matches, player_names(storage.journal), None
    except JournalProblem as problem:
        return (), (), problem


def resume(storage: Storage, match: OpenMatch) -> tuple[Table, MatchLock] | JournalProblem:
    """Return the table of a match and its lock, or the problem that prevents resuming it."""
    assert storage.journal
    try:
        lock, table = MatchLock.acquire(storage.journal, match.line.match)
    except JournalProblem as problem:
        return problem
    return table, lock


async def read_left(app: BackgammonApp, match: OpenMatch) -> BoardView | None:
    """Return the board of an unfinished match; None if unreadable, as resuming it reports."""

    def read(journal: Journal) -> Game:
        return journal.read(match.line.match).table().game

    try:
        game = await app.ask_journal(read)
    except (JournalProblem, ValueError):
        return None
    naming = Naming.from_names(match.line.white, match.line.black)
    return board_view(game, Marks(made=last_moves(game)), naming=naming)


def choose_open(matches: Sequence[OpenMatch]) -> Choose[OpenMatch]:
    """Ask for the match to resume."""
    offers = [Offer(match, f"{match.names}\n  {match.title}; {match.when}") for match in matches]
    return Choose("Unfinished matches", offers, hint="enter resumes, esc closes")
