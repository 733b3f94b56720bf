"""Games of a damaged journal, as far as they can be read and replayed."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TypeVar

from backgammon_tui.engine import RULESETS, Match, Rules
from backgammon_tui.engine.match import read_length
from backgammon_tui.names import check_name, check_names
from backgammon_tui.storage.journal.read import (
    DAMAGE,
    hints_in,
    read_beginning,
    read_finished,
    read_record,
    read_rules,
    read_seeds,
    rules_of,
)
from backgammon_tui.storage.journal.write import GameOutcome, noon, outcome_of
from backgammon_tui.storage.record import GameRecord, MatchRecord, is_throw, numbers_of
from backgammon_tui.storage.table import Table

Found = TypeVar("Found")


@dataclass
class Part:
    """Consecutive games of one match, none of them lost."""

    record: MatchRecord
    outcomes: list[GameOutcome] = field(default_factory=list)
    finished: list[str] = field(default_factory=list)
    """Times at which the accepted games were finished: all games, or all but the last."""

    seeds: dict[str, str] = field(default_factory=dict)
    cut: int = 0
    """Number of games that end where they are damaged."""

    _before: Match | None = None
    """The results before that of the last game."""

    def add(self, game: GameRecord, outcome: GameOutcome, finished: str | None) -> None:
        """Add the next game, and when its result was accepted; `ValueError` if none can follow."""
        match = self._before or Match(self.record.rules, self.record.length)
        if self.outcomes:
            result = self.outcomes[-1].result
            if result is None:
                raise ValueError("the game before is not over")
            match = match.add(result)
        if match.winner:
            # The match went on, so it was longer than this.
            match = replace(match, length=None)
            self.record = replace(self.record, length=None)
        if len(self.finished) < len(self.outcomes):
            self.finished.append(noon(self.record))
        self._before = match
        self.record = self.record.add_game(game)
        self.outcomes.append(outcome)
        self.finished += [finished] if finished else []


def find_games(db: sqlite3.Connection) -> dict[int, dict[int, int]]:
    """Return the rows of the games of each match by their numbers, as far as they can be found."""
    found: dict[int, dict[int, int]] = defaultdict(dict)
    # From both ends of the table and of its index: each walk stops at the damage.
    for way in ("NOT INDEXED ORDER BY id", "ORDER BY match, number"):
        for query in (f"FROM game {way}", f"FROM game {way} DESC".replace(",", " DESC,")):
            with suppress(*DAMAGE):
                for match, number, row in db.execute(f"SELECT match, number, id {query}"):
                    if isinstance(match, int) and isinstance(number, int):
                        found[match].setdefault(number, row)
    return {match: dict(sorted(found[match].items())) for match in sorted(found)}


def read_parts(db: sqlite3.Connection, match: int, rows: Mapping[int, int]) -> list[Part]:
    """Return the games of a match that can be read; where one is lost or cut short, a part ends."""
    rules = _find_rules(db, match, rows)
    if rules is None:
        return []
    head = replace(_read_head(db, match, read_rules(*rules)), hints=hints_in(rules[1]))
    parts = [Part(head)]
    for number, row in rows.items():
        game, is_whole = _read_game(db, row, match, number, rules)
        if game is None:
            parts.append(Part(replace(head, length=None)))
            continue
        outcome = outcome_of(game.history(head.rules))
        finished = _read_finished(db, row, head) if outcome.result else None
        try:
            parts[-1].add(game, outcome, finished)
        except ValueError:
            parts.append(Part(replace(head, length=None)))
            parts[-1].add(game, outcome, finished)
        parts[-1].cut += not is_whole
        parts[-1].seeds |= _readable(read_seeds, db, row) or {}
    return [part for part in parts if part.outcomes]


def _read_game(
    db: sqlite3.Connection, row: int, match: int, number: int, rules: tuple[str, str]
) -> tuple[GameRecord | None, bool]:
    """Return a game and whether it is whole; else as far as it can have been played, or None."""
    with suppress(*DAMAGE):
        _, game = read_record(db, row, match, number, rules)
        game.history(read_rules(*rules))
        return game, True
    with suppress(*DAMAGE):
        game, is_read = read_beginning(db, row)
        seeds = _readable(read_seeds, db, row) or {}
        game = _played_beginning(game, read_rules(*rules), seeds, is_read)
        if game.standing:
            return game, False
    return None, False


def _played_beginning(
    game: GameRecord, rules: Rules, seeds: Mapping[str, str], is_read: bool
) -> GameRecord:
    """Return a damaged game up to where the rules or its dice contradict it.

    Args:
        game: The game up to an entry that cannot be read, or with all its entries.
        seeds: Seeds of its dice, as far as they are known.
        is_read: True if all entries can be read, so that one of them is wrong: then the last
            turn in which it may be is left out.
    """
    record = MatchRecord(rules, "White", "Black", "", None, (game,))
    table = Table.at_last_game(record, Match(rules, None), seeds)
    last_throw = 0
    for index, entry in enumerate(game.entries):
        try:
            if is_throw(entry):
                last_throw = index
                if table.dice and table.dice.throw(table.throw_number) != numbers_of(entry):
                    raise ValueError("the dice show another throw")
            table = table.follow(entry, seeds)
        except ValueError:
            is_read = True
            break
    return replace(game, entries=game.entries[:last_throw]) if is_read else game


def _find_rules(
    db: sqlite3.Connection, match: int, rows: Mapping[int, int]
) -> tuple[str, str] | None:
    """Return the ruleset and the changes of a match; None if they are lost and cannot be found.

    The right ones are those that fit the checksum of a game.
    """
    written: list[tuple[str, str]] = []
    with suppress(*DAMAGE):
        written.append(rules_of(db, match))
    for number, row in rows.items():
        for rules in (*written, *((name, "") for name in RULESETS)):
            with suppress(*DAMAGE):
                read_record(db, row, match, number, rules)
                return rules
    return next((rules for rules in written if _readable(read_rules, *map(str, rules))), None)


def _readable(read: Callable[..., Found], *where: object) -> Found | None:
    """Return the result of a function that reads; None if it finds damage."""
    with suppress(*DAMAGE):
        return read(*where)
    return None


def _read_head(db: sqlite3.Connection, match: int, rules: Rules) -> MatchRecord:
    """Return a match without games, with stand-ins for its damaged parts."""
    names, began, points = ("White", "Black"), date.today(), None
    with suppress(*DAMAGE):
        white, black, day, length = db.execute(
            "SELECT white, black, date, length FROM match WHERE id = ?", (match,)
        ).fetchone()
        with suppress(*DAMAGE):
            names = check_names(_read_name(db, white), _read_name(db, black))
        with suppress(*DAMAGE):
            began = date.fromisoformat(day)
        points = None if length is None else read_length(str(length))
    return MatchRecord(rules, *names, began.isoformat(), points)


def _read_name(db: sqlite3.Connection, player: int) -> str:
    with suppress(*DAMAGE):
        (name,) = db.execute("SELECT name FROM player WHERE id = ?", (player,)).fetchone()
        return check_name(name)
    return f"Player {player}"


def _read_finished(db: sqlite3.Connection, row: int, record: MatchRecord) -> str | None:
    """Return when a game was finished; None if its result is not accepted."""
    try:
        return read_finished(db, row)
    except DAMAGE:
        return noon(record)
