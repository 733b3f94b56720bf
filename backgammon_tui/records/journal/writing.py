"""A match and its games as rows of the journal. Everything here stands in a transaction."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from datetime import UTC, datetime
from enum import Enum

from backgammon_tui.dice import FairDice
from backgammon_tui.engine.game import Game
from backgammon_tui.engine.match import Match
from backgammon_tui.engine.position import Side
from backgammon_tui.figures.summary import summarize, turns_of
from backgammon_tui.records.journal.entries import write_entry
from backgammon_tui.records.record import DiceOrigin, Entry, GameRecord, MatchRecord
from backgammon_tui.words.rules import changed_rules, write_value


class MatchState(Enum):
    """How a match stands."""

    PLAYING = "playing"
    """A game is open, or a match with a length is not won."""

    BETWEEN = "between"
    """An open-ended match after a game: nothing is open, and the next can begin."""

    WON = "won"
    ABANDONED = "abandoned"


def now() -> str:
    """The time in UTC, to the second, as the journal writes it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def insert_match(db: sqlite3.Connection, record: MatchRecord, number: int | None = None) -> int:
    """Write down who plays what; the number of the match, a new one if none is given."""
    changes = "\n".join(
        f"{rule.field}={write_value(rule.value(record.rules))}"
        for rule in changed_rules(record.rules)
    )
    cursor = db.execute(
        "INSERT INTO match"
        " (id, ruleset, changes, white, black, date, length, state, awaited, touched)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, '', ?)",
        (
            number,
            record.rules.name,
            changes,
            player_number(db, record.white),
            player_number(db, record.black),
            record.date,
            record.length,
            MatchState.PLAYING.value,
            now(),
        ),
    )
    assert cursor.lastrowid
    return cursor.lastrowid


def player_number(db: sqlite3.Connection, name: str) -> int:
    """The number of the player of a name; case makes no other player."""
    db.execute(
        "INSERT INTO player (name, folded) VALUES (?, ?) ON CONFLICT (folded) DO NOTHING",
        (name, name.casefold()),
    )
    (number,) = db.execute("SELECT id FROM player WHERE folded = ?", (name.casefold(),)).fetchone()
    return int(number)


def insert_game(db: sqlite3.Connection, match: int, number: int, record: GameRecord) -> int:
    """Write down a game without its entries; the number of its row."""
    dice = record.dice
    cursor = db.execute(
        "INSERT INTO game"
        " (match, number, dice, commitment, white_word, black_word, first, situation)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            match,
            number,
            dice.kind.value,
            dice.commitment,
            dice.white_word,
            dice.black_word,
            record.first.value if record.first else None,
            str(record.situation) if record.situation else None,
        ),
    )
    assert cursor.lastrowid
    return cursor.lastrowid


def update_dice(db: sqlite3.Connection, game: int, dice: DiceOrigin) -> None:
    """Write down the players' words, which they may still change before the first throw."""
    db.execute(
        "UPDATE game SET white_word = ?, black_word = ? WHERE id = ?",
        (dice.white_word, dice.black_word, game),
    )


def insert_entries(db: sqlite3.Connection, game: int, entries: Sequence[Entry], start: int) -> None:
    """Write down the entries of a game from place `start` on."""
    db.executemany(
        "INSERT INTO entry VALUES (?, ?, ?)",
        (
            (game, number, write_entry(entry))
            for number, entry in enumerate(entries[start:], start + 1)
        ),
    )


def insert_seed(db: sqlite3.Connection, dice: FairDice) -> None:
    """Keep the secret of fair dice, so that the same numbers come after a pause."""
    db.execute("INSERT OR IGNORE INTO seed VALUES (?, ?)", (dice.commitment, dice.seed.hex()))


def finish_game(db: sqlite3.Connection, game: int, history: Sequence[Game], when: str) -> None:
    """Write down the accepted result of a game and what it amounts to.

    Args:
        db: The journal.
        game: The number of its row.
        history: All states of the game, the last one over.
        when: When it was finished.
    """
    result = history[-1].result
    assert result
    turns = turns_of(history)
    starter = turns[0].side if turns else history[-1].side
    summary = summarize(history)
    db.execute(
        "UPDATE game SET ending = ?, winner = ?, points = ?, starter = ?, finished = ?,"
        " white_figures = ?, black_figures = ? WHERE id = ?",
        (
            result.ending.value,
            result.winner.value if result.winner else None,
            result.points,
            starter.value if starter else None,
            when,
            *(json.dumps(summary.of(side).as_data()) for side in Side),
            game,
        ),
    )


def touch_match(db: sqlite3.Connection, match: int, state: MatchState, awaited: str) -> None:
    """Write down how a match stands now."""
    db.execute(
        "UPDATE match SET state = ?, awaited = ?, touched = ? WHERE id = ?",
        (state.value, awaited, now(), match),
    )


def state_of(match: Match, *, in_game: bool) -> MatchState:
    """How a match stands.

    Args:
        match: Its accepted results.
        in_game: Whether a game is open.
    """
    if match.winner:
        return MatchState.WON
    return MatchState.PLAYING if in_game or match.length else MatchState.BETWEEN
