"""Rows of the journal as records of matches."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date

from backgammon_tui.engine.events import Ending, Result
from backgammon_tui.engine.position import Side
from backgammon_tui.engine.rules import RULESETS, Rules
from backgammon_tui.engine.situation import Situation
from backgammon_tui.records.journal.entries import read_entry
from backgammon_tui.records.names import check_names
from backgammon_tui.records.record import (
    DiceKind,
    DiceOrigin,
    Entry,
    GameRecord,
    MatchRecord,
    read_length,
)
from backgammon_tui.words.rules import change_rule

Kept = tuple[GameRecord, Result | None]
"""A game and its result, once that is accepted."""


class DamagedRow(ValueError):
    """What stands in a row is not what this program writes there."""


@contextmanager
def damage_noticed(what: str = "a row") -> Iterator[None]:
    """Take values that cannot be read for damage.

    Raises:
        DamagedRow: in the place of the errors that reading values raises.
    """
    try:
        yield
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise DamagedRow(f"{what}: {error}") from error


def read_match(db: sqlite3.Connection, match: int) -> MatchRecord | None:
    """A match without its games; None if there is none of that number.

    Raises:
        DamagedRow: if its row makes no sense.
        sqlite3.Error: if the database cannot read it.
    """
    row = db.execute(
        "SELECT ruleset, changes, white.name, black.name, date, length FROM match"
        " JOIN player white ON white.id = match.white"
        " JOIN player black ON black.id = match.black WHERE match.id = ?",
        (match,),
    ).fetchone()
    if row is None:
        return None
    ruleset, changes, white, black, day, length = row
    with damage_noticed(f"match {match}"):
        white, black = check_names(white, black)
        length = None if length is None else read_length(str(length))
        return MatchRecord(
            read_rules(ruleset, changes), white, black, date.fromisoformat(day).isoformat(), length
        )


def read_rules(ruleset: str, changes: str) -> Rules:
    """The rules of a match.

    Raises:
        KeyError: if there is no such ruleset.
        ValueError: if there is no such table rule.
    """
    rules = RULESETS[ruleset]
    for change in changes.splitlines():
        rules = change_rule(rules, change)
    return rules


def game_rows(db: sqlite3.Connection, match: int) -> list[int]:
    """The rows of a match's games, the first game first."""
    found = db.execute("SELECT id FROM game WHERE match = ? ORDER BY number", (match,))
    return [row for (row,) in found]


def read_game(db: sqlite3.Connection, game: int) -> Kept:
    """A game with all its entries, and its result once that is accepted.

    Raises:
        DamagedRow: if a row makes no sense.
        sqlite3.Error: if the database cannot read it.
    """
    row = db.execute(
        "SELECT dice, commitment, white_word, black_word, first, situation,"
        " ending, winner, points FROM game WHERE id = ?",
        (game,),
    ).fetchone()
    if row is None:
        raise DamagedRow(f"game {game} is missing")
    dice, commitment, white_word, black_word, first, situation, ending, winner, points = row
    with damage_noticed(f"game {game}"):
        record = GameRecord(
            DiceOrigin(DiceKind(dice), commitment, white_word, black_word),
            _read_entries(db, game),
            Side(first) if first else None,
            Situation.parse(situation) if situation else None,
        )
        if ending is None:
            return record, None
        result = Result(Ending(ending), Side(winner) if winner else None, int(points))
    return record.with_seeds(read_seeds(db, record)), result


def read_seeds(db: sqlite3.Connection, record: GameRecord) -> dict[str, str]:
    """The seeds of a game's fair dice by their commitments, as far as they are known here."""
    commitments = [origin.commitment for origin in record.origins if origin.commitment]
    marks = ", ".join("?" * len(commitments))
    return dict(db.execute(f"SELECT * FROM seed WHERE commitment IN ({marks})", commitments))


def _read_entries(db: sqlite3.Connection, game: int) -> tuple[Entry, ...]:
    rows = db.execute("SELECT number, text FROM entry WHERE game = ? ORDER BY number", (game,))
    entries: list[Entry] = []
    for place, (number, text) in enumerate(rows, 1):
        if number != place:
            raise DamagedRow(f"entry {place} is missing")
        entries.append(read_entry(text))
    return tuple(entries)
