"""Whole matches into the journal: from transcripts, and from a damaged journal."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from backgammon_tui.engine.actions import Action
from backgammon_tui.engine.game import Game
from backgammon_tui.engine.match import Match
from backgammon_tui.records.journal import writing
from backgammon_tui.records.journal.editing import delete_rows
from backgammon_tui.records.journal.journal import Journal
from backgammon_tui.records.journal.seat import Seat
from backgammon_tui.records.record import GameRecord, MatchRecord
from backgammon_tui.words.turn import tell_standing


@dataclass(frozen=True)
class Known(Exception):
    """A match is in the journal already, as far as it goes or farther."""

    match: int
    """Its number there."""


def add_match(journal: Journal, record: MatchRecord) -> int:
    """Take a match from elsewhere into the journal; its number there.

    A match that goes on where one of the journal breaks off takes its place. Finished games
    count as accepted.

    Raises:
        Known: if it is there already.
        JournalProblem: if it cannot be written, or is being played in another window.
    """
    day = f"{record.date}T00:00:00+00:00"
    over = sum(game.play(record.rules).is_over for game in record.games)
    for match in _candidates(journal, record):
        here, _ = journal.read(match)
        if _begins(record, here):
            raise Known(match)
        if _begins(here, record):
            # Nobody may be playing what is exchanged.
            seat, _ = Seat.take(journal, match)
            with journal.writing() as db:
                delete_rows(db, match)
                number = insert_whole(db, record, [day] * over, {}, match)
            seat.leave()
            return number
    with journal.writing() as db:
        return insert_whole(db, record, [day] * over, {})


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
    if whole.rules != part.rules or len(whole.games) < len(part.games):
        return False
    if not part.games:
        return True
    *before, last = (game.standing for game in part.games)
    found = [game.standing for game in whole.games[: len(part.games)]]
    starts = [(game.first, game.situation) for game in part.games]
    return (
        before == found[:-1]
        and found[-1][: len(last)] == last
        and starts == [(g.first, g.situation) for g in whole.games[: len(part.games)]]
    )


def insert_whole(
    db: sqlite3.Connection,
    record: MatchRecord,
    finished: Sequence[str],
    seeds: Mapping[str, str],
    number: int | None = None,
) -> int:
    """Write a match with all its games; its number.

    Args:
        db: The journal, in a transaction.
        record: The match; every game but the last is over.
        finished: When each game was finished whose result is accepted.
        seeds: Seeds of fair dice that are still secret, by their commitments.
        number: The number that the match had before, if it is to keep it.
    """
    match = writing.insert_match(db, record, number)
    standing = Match(record.rules, record.length)
    awaited = _NEXT_GAME
    for index, game in enumerate(record.games):
        row = writing.insert_game(db, match, index + 1, game)
        writing.insert_entries(db, row, game.entries, 0)
        history = _history(game, record)
        result = history[-1].result
        awaited = tell_standing(history[-1])
        if result and index < len(finished):
            writing.finish_game(db, row, history, finished[index])
            standing, awaited = standing.add(result), _NEXT_GAME
    shown = {
        origin.commitment: origin.seed
        for game in record.games
        for origin in game.origins
        if origin.seed
    }
    db.executemany("INSERT OR IGNORE INTO seed VALUES (?, ?)", {**seeds, **shown}.items())
    in_game = len(finished) < len(record.games)
    writing.touch_match(db, match, writing.state_of(standing, in_game=in_game), awaited)
    return match


_NEXT_GAME: Final = "next game"


def _history(game: GameRecord, record: MatchRecord) -> list[Game]:
    def apply(state: Game, action: Action) -> Game:
        return state.apply(action)

    return list(accumulate(game.standing, apply, initial=game.start(record.rules)))
