"""A match that was left and can be resumed, as the first screen offers it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from backgammon_tui.engine.rules import RULESETS
from backgammon_tui.levels import spoken
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.listing import MatchLine, open_matches
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.storage.table import Table
from backgammon_tui.tui.board.view import BoardView
from backgammon_tui.tui.dialogs.choose import Choose, Offer
from backgammon_tui.tui.game_view import Marks, board_view, last_moves
from backgammon_tui.tui.screens.record_rows import describe_open
from backgammon_tui.words.naming import Naming


class OpenMatch(NamedTuple):
    """A match that was left."""

    line: MatchLine
    names: str
    """Who plays whom."""
    title: str
    """The game and the score."""
    when: str
    """When it was played last."""

    @property
    def told(self) -> str:
        """What there is to know of it."""
        line = self.line
        sides = (line.white, line.white_points), (line.black, line.black_points)
        points = "\n".join(f"{spoken(name)}  {points}" for name, points in sides)
        length = f"A match to {line.length}" if line.length else "Open-ended"
        return f"{RULESETS[line.ruleset].title}\n{length}, game {line.games}\n\n{points}"

    def read(self, journal: Journal) -> BoardView:
        """How it stands; raises a JournalProblem or a ValueError if it cannot be read."""
        record, results = journal.read(self.line.match)
        game = Table.resume(record, results, {}).game
        marks, naming = Marks(made=last_moves(game)), Naming.of(self.line.white, self.line.black)
        return board_view(game, marks, naming=naming)


def read_open(storage: Storage) -> tuple[OpenMatch, ...]:
    """The matches that were left, the last one first; raises the journal's JournalProblem."""
    found = open_matches(storage.journal) if storage.journal else ()
    now = datetime.now().astimezone()
    return tuple(
        OpenMatch(line, *describe_open(line, now))
        for line in found
        if line.match not in storage.deleted
    )


def choose_open(matches: Sequence[OpenMatch]) -> Choose[OpenMatch]:
    """Which match is to be resumed."""
    offers = [
        Offer(each, f"{each.names}\n  {each.title}, {each.when}; {each.line.awaited}")
        for each in matches
    ]
    return Choose("Open games", offers, hint="enter resumes, esc closes")
