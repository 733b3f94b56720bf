"""Matches as far as they can be read from a damaged journal."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date

from backgammon_tui.engine.match import Match
from backgammon_tui.engine.rules import RULESETS, Rules
from backgammon_tui.names import check_name, check_names
from backgammon_tui.records.journal.mending import DAMAGE
from backgammon_tui.records.journal.reading import (
    read_finished,
    read_record,
    read_rules,
    read_seeds,
)
from backgammon_tui.records.journal.writing import Outcome, history_of, outcome_of
from backgammon_tui.records.record import GameRecord, MatchRecord, read_length


@dataclass
class Part:
    """Games that followed each other in one match."""

    record: MatchRecord
    outcomes: list[Outcome] = field(default_factory=list)
    finished: list[str] = field(default_factory=list)
    """When each game was finished whose result is accepted: all, or all but the last."""

    seeds: dict[str, str] = field(default_factory=dict)
    _before: Match | None = None
    """The results before that of the last game."""

    def add(self, game: GameRecord, outcome: Outcome, finished: str | None) -> None:
        """Add the next game.

        Args:
            game: Its record.
            outcome: What it has come to.
            finished: When; None if its result is not accepted.

        Raises:
            ValueError: if the game before it is not over.
        """
        match = self._before or Match(self.record.rules, self.record.length)
        if self.outcomes:
            result = self.outcomes[-1].result
            if result is None:
                raise ValueError("the game before is not over")
            match = match.add(result)
        if match.winner:
            # It went on, so it was not to so many points.
            match = replace(match, length=None)
            self.record = replace(self.record, length=None)
        if len(self.finished) < len(self.outcomes):
            self.finished.append(_began(self.record))
        self._before = match
        self.record = self.record.add_game(game)
        self.outcomes.append(outcome)
        self.finished += [finished] if finished else []


def find_games(db: sqlite3.Connection) -> dict[int, dict[int, int]]:
    """The rows of the games of each match by their numbers, as far as they can be found."""
    found: dict[int, dict[int, int]] = defaultdict(dict)
    # From both ends, in the table and in its index: each way goes as far as the damage.
    for way in ("NOT INDEXED ORDER BY id", "ORDER BY match, number"):
        for query in (f"FROM game {way}", f"FROM game {way} DESC".replace(",", " DESC,")):
            with suppress(*DAMAGE):
                for match, number, row in db.execute(f"SELECT match, number, id {query}"):
                    if isinstance(match, int) and isinstance(number, int):
                        found[match].setdefault(number, row)
    return {match: dict(sorted(found[match].items())) for match in sorted(found)}


def read_parts(db: sqlite3.Connection, match: int, rows: Mapping[int, int]) -> list[Part]:
    """The games of a match that can be read; where one is lost, a part ends.

    Args:
        db: The damaged journal.
        match: The number of the match.
        rows: The rows of its games by their numbers, in order.
    """
    rules = _find_rules(db, match, rows)
    if rules is None:
        return []
    record = _read_head(db, match, read_rules(*rules))
    parts = [Part(record)]
    for number, row in rows.items():
        try:
            _, game = read_record(db, row, match, number, rules)
            outcome = outcome_of(history_of(game, record.rules))
            finished = _read_finished(db, row, record) if outcome.result else None
            seeds = read_seeds(db, row)
            parts[-1].add(game, outcome, finished)
        except DAMAGE:
            parts.append(Part(replace(record, length=None)))
        else:
            parts[-1].seeds |= seeds
    return [part for part in parts if part.outcomes]


def _find_rules(
    db: sqlite3.Connection, match: int, rows: Mapping[int, int]
) -> tuple[str, str] | None:
    """The ruleset and the changes of a match; None if they are lost and cannot be found.

    Those by which the checksum of a game fits are the right ones.
    """
    written: list[tuple[str, str]] = []
    with suppress(*DAMAGE):
        written += db.execute("SELECT ruleset, changes FROM match WHERE id = ?", (match,))
    for number, row in rows.items():
        for rules in (*written, *((name, "") for name in RULESETS)):
            with suppress(*DAMAGE):
                read_record(db, row, match, number, rules)
                return rules
    return None


def _read_head(db: sqlite3.Connection, match: int, rules: Rules) -> MatchRecord:
    """Who played a match; what cannot be read of that has a stand-in."""
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
    """When a game was finished; None if its result is not accepted."""
    (is_accepted,) = db.execute("SELECT ending NOT NULL FROM game WHERE id = ?", (row,)).fetchone()
    if not is_accepted:
        return None
    with suppress(*DAMAGE):
        return read_finished(db, row)
    return _began(record)


def _began(record: MatchRecord) -> str:
    return f"{record.date}T12:00:00+00:00"
