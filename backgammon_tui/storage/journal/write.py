"""Rows of the journal written from records of matches, in a transaction; entries as text."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from enum import Enum
from typing import Final, NamedTuple

from backgammon_tui.engine import Game, Match, Result, Side
from backgammon_tui.engine.notation import read_action, write_action
from backgammon_tui.match.record import (
    DiceKind,
    DiceOrigin,
    Entry,
    GameRecord,
    MatchRecord,
    NewDice,
    TakeBack,
    Undo,
    check_commitment,
    write_hints,
)
from backgammon_tui.stats.summary import summarize, turns_of
from backgammon_tui.words.moments import describe_standing
from backgammon_tui.words.naming import Naming
from backgammon_tui.words.rule_settings import changed_rules, write_value


class MatchState(Enum):
    """The state of a match: open, won or abandoned."""

    PLAYING = "playing"
    """A game is open, or a match with a length is not won."""

    BETWEEN = "between"
    """A match without a limit after a game: nothing is open, and the next can begin."""

    WON = "won"
    ABANDONED = "abandoned"

    @property
    def label(self) -> str:
        return {"playing": "open", "between": "finished"}.get(self.value, self.value)


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def noon(record: MatchRecord) -> str:
    return f"{record.date}T12:00:00+00:00"


# ---- matches


def insert_match(db: sqlite3.Connection, record: MatchRecord, number: int | None = None) -> int:
    """Write a match without games; its number, which is a new one if none is given."""
    cursor = db.execute(
        "INSERT INTO match"
        " (id, ruleset, changes, white, black, date, length, state, awaited, touched, played)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, '', '', 0)",
        (
            number,
            *_agreed(record),
            player_number(db, record.white),
            player_number(db, record.black),
            record.date,
            record.length,
            MatchState.PLAYING.value,
        ),
    )
    assert cursor.lastrowid
    return cursor.lastrowid


def _agreed(record: MatchRecord) -> tuple[str, str]:
    """Return the name of the ruleset, and lines of changed house rules and of who has hints."""
    rules = record.rules
    lines = [f"{r.field}={write_value(r.value(rules))}" for r in changed_rules(rules)]
    lines += [f"{HINTS}{write_hints(record.hints)}"] * bool(record.hints)
    return rules.name, "\n".join(lines)


HINTS: Final = "hints="
"""The beginning of the line that says who may ask for hints."""


def player_number(db: sqlite3.Connection, name: str) -> int:
    """Return the number of the player of a name, whatever its case."""
    db.execute(
        "INSERT INTO player (name, folded) VALUES (?, ?) ON CONFLICT (folded) DO NOTHING",
        (name, name.casefold()),
    )
    (number,) = db.execute("SELECT id FROM player WHERE folded = ?", (name.casefold(),)).fetchone()
    return int(number)


PLAYERS: Final = Naming("{white}", "{black}")
"""Stand-ins for the players in what a match waits for: their names may change."""


def update_status(db: sqlite3.Connection, number: int, match: Match, game: Game | None) -> None:
    """Write the wait of a match and the time, as it is the last one played.

    Args:
        match: Its accepted results.
        game: The game whose result is not accepted yet; None between two games.
    """
    state, awaited = MatchState.PLAYING, "next game"
    if game:
        awaited = describe_standing(game, PLAYERS)
    elif match.winner:
        state, awaited = MatchState.WON, "the match is won"
    elif match.length is None:
        state = MatchState.BETWEEN
    db.execute(
        "UPDATE match SET state = ?, awaited = ?, touched = ?, played = ? WHERE id = ?",
        (state.value, awaited, now(), _next_number(db), number),
    )


def _next_number(db: sqlite3.Connection) -> int:
    """Return a number higher than those of all matches, whose order lists show.

    Their times would not do: a clock may be set back.
    """
    # In a damaged index there may be anything.
    last = "SELECT played FROM match WHERE typeof(played) = 'integer' ORDER BY played DESC LIMIT 1"
    row = db.execute(last).fetchone()
    return min(row[0] + 1, _MAX_INTEGER) if row else 1


_MAX_INTEGER: Final = 2**63 - 1
"""The highest number in a database."""


def delete_rows(db: sqlite3.Connection, match: int) -> None:
    db.execute("DELETE FROM match WHERE id = ?", (match,))


def delete_idle_players(db: sqlite3.Connection) -> None:
    """Remove the players without a match, in a transaction."""
    db.execute(
        "DELETE FROM player WHERE id NOT IN (SELECT white FROM match UNION SELECT black FROM match)"
    )


# ---- games


class GameRow(NamedTuple):
    """A game as far as it has been written."""

    id: int
    match: int
    number: int
    """In the match, from 1."""

    entries: int = 0


def insert_game(
    db: sqlite3.Connection,
    match: int,
    number: int,
    record: GameRecord,
    seeds: Mapping[str, str],
) -> GameRow:
    """Write a game without its entries, with the seeds of its dice that are known."""
    columns = (match, number, *_columns(record))
    cursor = db.execute(
        "INSERT INTO game"
        " (match, number, dice, commitment, first, starting_position)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        columns,
    )
    assert cursor.lastrowid
    insert_seeds(db, cursor.lastrowid, [record.dice], seeds)
    return GameRow(cursor.lastrowid, match, number)


def extend_game(
    db: sqlite3.Connection,
    row: GameRow,
    record: GameRecord,
    seeds: Mapping[str, str],
) -> GameRow:
    """Write the entries of a game that are not written yet; the arguments are as above."""
    new = record.entries[row.entries :]
    lines = enumerate(map(write_entry, new), row.entries + 1)
    numbered = ((row.id, number, line) for number, line in lines)
    db.executemany("INSERT INTO entry VALUES (?, ?, ?)", numbered)
    insert_seeds(db, row.id, [e.dice for e in new if isinstance(e, NewDice)], seeds)
    return row._replace(entries=len(record.entries))


def _columns(record: GameRecord) -> tuple[str | None, ...]:
    return (
        record.dice.kind.value,
        record.dice.commitment,
        record.first.value if record.first else None,
        str(record.starting_position) if record.starting_position else None,
    )


def insert_seeds(
    db: sqlite3.Connection, game: int, origins: Sequence[DiceOrigin], seeds: Mapping[str, str]
) -> None:
    """Write the secret seeds of fair dice, so that the same numbers come after a pause."""
    known = {dice.commitment: dice.with_seed(seeds).seed for dice in origins}
    db.executemany(
        "INSERT OR IGNORE INTO seed VALUES (?, ?, ?)",
        ((game, commitment, seed) for commitment, seed in known.items() if seed),
    )


# ---- finished games


class GameOutcome(NamedTuple):
    """The state of a game and, if it is over, its result and statistics."""

    game: Game
    """As it stands."""

    result: Result | None
    starter: Side | None
    """The side of the first turn; None if there was none."""

    figures: tuple[str, ...]
    """White's and Black's summary as JSON."""


def outcome_of(history: Sequence[Game]) -> GameOutcome:
    """Return the outcome of a game, from all its states."""
    game = history[-1]
    if game.result is None:
        return GameOutcome(game, None, None, ())
    turns, summary = turns_of(history), summarize(history)
    return GameOutcome(
        game,
        game.result,
        turns[0].side if turns else game.side,
        tuple(json.dumps(summary.of(side).as_data()) for side in Side),
    )


def outcomes_of(record: MatchRecord) -> list[GameOutcome]:
    return [outcome_of(game.history(record.rules)) for game in record.games]


def finish_game(db: sqlite3.Connection, game: int, outcome: GameOutcome, when: str) -> None:
    """Write the accepted result of a game and its statistics."""
    result, starter = outcome.result, outcome.starter
    assert result
    db.execute(
        "UPDATE game SET ending = ?, winner = ?, points = ?, starter = ?, finished = ?,"
        " white_figures = ?, black_figures = ? WHERE id = ?",
        (
            result.ending.value,
            result.winner.value if result.winner else None,
            result.points,
            starter.value if starter else None,
            when,
            *outcome.figures,
            game,
        ),
    )


# ---- whole matches


def insert_whole(
    db: sqlite3.Connection,
    record: MatchRecord,
    outcomes: Sequence[GameOutcome],
    finished: Sequence[str],
    seeds: Mapping[str, str],
    number: int | None = None,
) -> int:
    """Write a match with all its games and return its number.

    Args:
        record: The match; every game but the last is over.
        finished: The time of the end of each game whose result is accepted.
        seeds: Seeds of fair dice that are still secret, by their commitments.
        number: The number of the match, if it has one already.
    """
    match = insert_match(db, record, number)
    standing, last = Match(record.rules, record.length), None
    for index, (game, outcome) in enumerate(zip(record.games, outcomes, strict=True)):
        row = insert_game(db, match, index + 1, game, seeds)
        extend_game(db, row, game, seeds)
        last = outcome.game
        if outcome.result and index < len(finished):
            finish_game(db, row.id, outcome, finished[index])
            standing, last = standing.add(outcome.result), None
    update_status(db, match, standing, last)
    return match


# ---- entries of a game's record as lines of text and back


def write_entry(entry: Entry) -> str:
    """Return the line of text for an entry, as the journal has it."""
    match entry:
        case Undo():
            return f"undo {entry.standing}"
        case TakeBack():
            return f"takeback {entry.roll} {entry.asked_by.value}"
        case NewDice():
            dice = entry.dice
            return f"dice {dice.kind.value} {dice.commitment}".rstrip()
        case _:
            return write_action(entry)


def read_entry(text: str) -> Entry:
    """Return the entry of a line of the journal."""
    for pattern, read in _LINES:
        parts = pattern.fullmatch(text)
        if parts:
            return read(parts)
    action = read_action(text)
    if action is None:
        raise ValueError(f"{text[:40]!r} is no entry")
    return action


def _read_dice(parts: re.Match[str]) -> NewDice:
    return NewDice(read_origin(parts[1], parts[2] or ""))


def read_origin(kind: str, commitment: str) -> DiceOrigin:
    """Return the dice of a game, from the columns of its row."""
    origin = DiceOrigin(DiceKind(kind), commitment)
    if origin.kind is DiceKind.TYPED and origin != DiceOrigin(DiceKind.TYPED):
        raise ValueError("typed dice have no commitment")
    if origin.kind is DiceKind.FAIR:
        check_commitment(commitment)
    return origin


_READERS: Final[dict[str, Callable[[re.Match[str]], Entry]]] = {
    "undo (0|[1-9][0-9]{0,6})": lambda found: Undo(int(found[1])),
    "takeback ([1-9][0-9]{0,6}) ([WB])": lambda found: TakeBack(int(found[1]), Side(found[2])),
    "dice (fair|typed)(?: ([0-9a-f]{64}))?": _read_dice,
}
_LINES: Final = tuple((re.compile(pattern), read) for pattern, read in _READERS.items())
