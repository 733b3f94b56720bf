"""Rows of the journal read as records of matches, and checked.

A row that makes no sense, or is not what was written, is a `DamagedRow`; what the database
itself cannot read is a `sqlite3.Error`.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime
from functools import cache
from typing import Final

from backgammon_tui.engine import RULESETS, Ending, Result, Rules, Side, StartingPosition
from backgammon_tui.engine.match import read_length
from backgammon_tui.match.record import Entry, GameRecord, MatchRecord, read_hints
from backgammon_tui.names import check_name, check_names
from backgammon_tui.storage.journal.write import HINTS, read_entry, read_origin
from backgammon_tui.text_file import UNREADABLE, is_visible
from backgammon_tui.words.rule_settings import change_rule

DAMAGE: Final = (sqlite3.Error, *UNREADABLE)
"""Errors that a damaged journal can raise on the way from its pages to a game."""


class DamagedRow(ValueError):
    """A row does not hold what this program writes there."""


@contextmanager
def as_damage(what: str = "a row") -> Iterator[None]:
    """Turn errors that reading a value raises in a `with` block into a `DamagedRow`."""
    try:
        yield
    except DamagedRow:
        raise
    except UNREADABLE as error:
        raise DamagedRow(f"{what}: {error}") from error


def read_number(value: object) -> int:
    """Return a number in a row."""
    if not isinstance(value, int):
        raise TypeError(f"{value!r:.40} is no number")
    return value


def read_text(value: object) -> str:
    """Return a text in a row, to be shown; `ValueError` if a terminal would obey it."""
    if not isinstance(value, str):
        raise TypeError(f"{value!r:.40} is no text")
    if not is_visible(value):
        raise ValueError(f"{value!r:.40} is not all visible")
    return value


@cache
def read_name(value: object) -> str:
    return check_name(read_text(value))


def read_time(value: object) -> str:
    """Return a time as the journal writes it: UTC, in ISO form."""
    text = read_text(value)
    datetime.fromisoformat(text)
    return text


def read_match(db: sqlite3.Connection, match: int) -> MatchRecord | None:
    """Return a match without its games; None if there is none of that number."""
    row = db.execute(
        "SELECT ruleset, changes, white.name, black.name, date, length FROM match"
        " LEFT JOIN player white ON white.id = match.white"
        " LEFT JOIN player black ON black.id = match.black WHERE match.id = ?",
        (match,),
    ).fetchone()
    if row is None:
        return None
    ruleset, changes, white, black, day, length = row
    with as_damage(f"match {match}"):
        white, black = check_names(read_name(white), read_name(black))
        length = None if length is None else read_length(str(length))
        rules, began = read_rules(ruleset, changes), date.fromisoformat(day).isoformat()
        return MatchRecord(rules, white, black, began, length, hints=hints_in(changes))


def read_rules(ruleset: str, changes: str) -> Rules:
    """Return the rules of a match; raise an error if there are none such."""
    rules = RULESETS[ruleset]
    for change in changes.splitlines():
        if not change.startswith(HINTS):
            rules = change_rule(rules, change)
    return rules


def hints_in(changes: str) -> frozenset[Side]:
    found = [line for line in changes.splitlines() if line.startswith(HINTS)]
    return read_hints(found[0].removeprefix(HINTS)) if found else frozenset()


def game_rows(db: sqlite3.Connection, match: int) -> list[int]:
    found = db.execute("SELECT id FROM game WHERE match = ? ORDER BY number", (match,))
    return [row for (row,) in found]


def read_game(db: sqlite3.Connection, game: int) -> tuple[GameRecord, Result | None]:
    record, result = read_record(db, game), read_result(db, game)
    return (record.with_seeds(read_seeds(db, game)) if result else record), result


def read_record(db: sqlite3.Connection, game: int) -> GameRecord:
    """Return a game with its entries, without secret seeds."""
    row = db.execute(
        "SELECT dice, commitment, first, starting_position FROM game WHERE id = ?", (game,)
    ).fetchone()
    rows = db.execute("SELECT number, text FROM entry WHERE game = ? ORDER BY number", (game,))
    with as_damage(f"game {game}"):
        dice, commitment, first, starting_position = row
        entries = list[Entry]()
        for number, text in rows:
            if number != len(entries) + 1:
                raise ValueError(f"entry {len(entries) + 1} is missing")
            entries.append(read_entry(text))
        return GameRecord(
            read_origin(dice, commitment),
            tuple(entries),
            Side(first) if first else None,
            StartingPosition.parse(starting_position) if starting_position else None,
        )


def read_result(db: sqlite3.Connection, game: int) -> Result | None:
    """Return the result of a game, once it is accepted."""
    row = db.execute(
        "SELECT ending, winner, points FROM game WHERE id = ? AND ending IS NOT NULL", (game,)
    ).fetchone()
    with as_damage(f"the result of game {game}"):
        return as_result(*row) if row else None


def as_result(ending: object, winner: object, points: object) -> Result:
    return Result(Ending(ending), Side(winner) if winner else None, read_number(points))


def read_finished(db: sqlite3.Connection, game: int) -> str | None:
    """Return the time at which the result of a game was accepted: UTC, in ISO form."""
    row = db.execute(
        "SELECT finished FROM game WHERE id = ? AND ending IS NOT NULL", (game,)
    ).fetchone()
    with as_damage(f"the end of game {game}"):
        return read_time(row[0]) if row else None


def read_seeds(db: sqlite3.Connection, game: int) -> dict[str, str]:
    rows = db.execute("SELECT commitment, seed FROM seed WHERE game = ?", (game,))
    return {commitment: seed for commitment, seed in rows if is_seed_of(seed, commitment)}


def is_seed_of(seed: object, commitment: object) -> bool:
    """Return True if a seed is the one that a commitment promised."""
    try:
        return hashlib.sha256(bytes.fromhex(str(seed))).hexdigest() == commitment
    except ValueError:
        return False
