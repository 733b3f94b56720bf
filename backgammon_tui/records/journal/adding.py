"""Whole matches into the journal: from transcripts, and from a damaged journal."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence

from backgammon_tui.engine.match import Match
from backgammon_tui.records.journal import writing
from backgammon_tui.records.journal.editing import delete_rows
from backgammon_tui.records.journal.journal import Journal
from backgammon_tui.records.journal.reading import game_rows, read_finished, read_seeds
from backgammon_tui.records.journal.seat import Seat
from backgammon_tui.records.journal.writing import Outcome, history_of, outcome_of
from backgammon_tui.records.record import GameRecord, MatchRecord
from backgammon_tui.records.table import Table


class Known(Exception):
    """A match is in the journal already, as far as it goes or farther."""

    def __init__(self, match: int) -> None:
        """Say which one.

        Args:
            match: Its number there.
        """
        super().__init__(f"match {match}")
        self.match = match


def add_match(journal: Journal, record: MatchRecord) -> int:
    """Take a match from elsewhere into the journal; its number there.

    A match that goes on where one of the journal breaks off takes its place. Finished games
    count as accepted.

    Raises:
        Known: if it is there already.
        ValueError: if nothing has been played in it.
        JournalProblem: if it cannot be written, or is being played in another window.
    """
    if not any(game.entries for game in record.games):
        raise ValueError("nothing has been played in this match")
    outcomes = outcomes_of(record)
    # At noon, so that it is that day nearly everywhere.
    finished = [f"{record.date}T12:00:00+00:00" for outcome in outcomes if outcome.result]
    for match in _candidates(journal, record):
        here, _ = journal.read(match)
        if _begins(here, record):
            raise Known(match)
        if _begins(record, here):
            return _exchange(journal, match, record, outcomes, finished)
    with journal.writing() as db:
        return insert_whole(db, record, outcomes, finished, {})


def _exchange(
    journal: Journal,
    match: int,
    record: MatchRecord,
    outcomes: Sequence[Outcome],
    finished: Sequence[str],
) -> int:
    """Put a match in the place of its beginning, with what only the journal knows of that."""
    # Nobody may be playing what is exchanged.
    seat = Seat.reserve(journal, match)
    try:
        with journal.writing() as db:
            rows = game_rows(db, match)
            seeds = {c: seed for row in rows for c, seed in read_seeds(db, row).items()}
            before = [when for row in rows if (when := read_finished(db, row))]
            delete_rows(db, match)
            finished = [*before, *finished[len(before) :]]
            return insert_whole(db, record, outcomes, finished, seeds, match)
    finally:
        seat.leave()


def _candidates(journal: Journal, record: MatchRecord) -> Sequence[int]:
    """The matches of the journal that may be the same: of these players, or with these dice."""
    if not journal.exists:
        return ()
    commitments = [game.dice.commitment for game in record.games[:1]]
    with journal.reading() as db:
        rows = db.execute(
            "SELECT match.id FROM match JOIN player white ON white.id = match.white"
            " JOIN player black ON black.id = match.black"
            " WHERE ruleset = ? AND ((date = ? AND white.folded = ? AND black.folded = ?)"
            " OR match.id IN (SELECT match FROM game WHERE commitment <> '' AND commitment = ?))",
            (
                record.rules.name,
                record.date,
                record.white.casefold(),
                record.black.casefold(),
                *(commitments or [""]),
            ),
        )
        return [match for (match,) in rows.fetchall()]


def _begins(whole: MatchRecord, part: MatchRecord) -> bool:
    """Whether `whole` begins with all that was played in `part`, by the same rules."""
    if (whole.rules, whole.length) != (part.rules, part.length):
        return False
    if len(whole.games) < len(part.games):
        return False
    if not part.games:
        return True
    *before, last = (game.standing for game in part.games)
    found = [game.standing for game in whole.games[: len(part.games)]]
    starts = [_start(game) for game in part.games]
    return (
        before == found[:-1]
        and found[-1][: len(last)] == last
        and starts == [_start(game) for game in whole.games[: len(part.games)]]
    )


def _start(game: GameRecord) -> tuple[object, ...]:
    """Where a game began, and with what dice."""
    return game.first, game.situation, game.dice.kind, game.dice.commitment


def outcomes_of(record: MatchRecord) -> list[Outcome]:
    """What each game of a match has come to.

    Raises:
        NotAllowed: if the rules do not allow an entry.
        ValueError: if an entry cannot be.
    """
    return [outcome_of(history_of(game, record.rules)) for game in record.games]


def insert_whole(
    db: sqlite3.Connection,
    record: MatchRecord,
    outcomes: Sequence[Outcome],
    finished: Sequence[str],
    seeds: Mapping[str, str],
    number: int | None = None,
) -> int:
    """Write a match with all its games; its number.

    Args:
        db: The journal, in a transaction.
        record: The match; every game but the last is over.
        outcomes: What each game has come to.
        finished: When each game was finished whose result is accepted.
        seeds: Seeds of fair dice that are still secret, by their commitments.
        number: The number that the match had before, if it is to keep it.
    """
    match = writing.insert_match(db, record, number)
    standing, last = Match(record.rules, record.length), None
    for index, (game, outcome) in enumerate(zip(record.games, outcomes, strict=True)):
        row = writing.insert_game(db, match, index + 1, game, record.rules, seeds)
        writing.extend_game(db, row, game, record.rules, seeds)
        last = outcome.game
        if outcome.result and index < len(finished):
            writing.finish_game(db, row.id, outcome, finished[index])
            standing, last = standing.add(outcome.result), None
    writing.touch_match(db, match, standing, last)
    return match


def put_back(journal: Journal, table: Table) -> Seat:
    """Write a match that is being played into a journal that was made anew.

    What could be saved of it from the damaged journal gives way to the whole.

    Raises:
        JournalProblem: if it cannot be written.
    """
    now = writing.now()
    seeds = {table.dice.commitment: table.dice.seed.hex()} if table.dice else {}
    saved = [
        match
        for match in _candidates(journal, table.record)
        if _begins(table.record, journal.read(match)[0])
    ]
    with journal.writing() as db:
        for match in saved:
            delete_rows(db, match)
        over = len(table.record.games) - (not table.accepted)
        match = insert_whole(db, table.record, outcomes_of(table.record), [now] * over, seeds)
    seat, _ = Seat.take(journal, match)
    return seat
