"""The log of a match: lines of text with checksums, which are added and never changed.

A line is `game` with the settings of a game, an entry of the game's record, or `accepted` with its
result. The sum of a line is computed from its text and all lines before it, so every changed line
is noticed. The rows of `match` and `game` repeat the columns that lists need.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from itertools import chain, repeat
from typing import Any, Final, NamedTuple
from zlib import crc32

from backgammon_tui.dice import FairDice
from backgammon_tui.engine import (
    Ending,
    Game,
    Phase,
    Result,
    Rules,
    ScoreBefore,
    Side,
    StartingPosition,
)
from backgammon_tui.match.record import (
    DiceOrigin,
    Entry,
    GameRecord,
    MatchRecord,
    NewDice,
    read_entry,
    read_origin,
    write_entry,
)
from backgammon_tui.match.table import NO_SEEDS, Awaited, MatchState, Table
from backgammon_tui.names import check_name, check_names
from backgammon_tui.settings import Help
from backgammon_tui.stats import summarize
from backgammon_tui.text_file import UNREADABLE, is_visible
from backgammon_tui.words.problems import MatchGone
from backgammon_tui.words.rule_settings import change_rule, saved_base, saved_rules, write_value

DAMAGE: Final = (sqlite3.Error, *UNREADABLE)
"""Errors that reading a damaged journal can raise."""


class DamagedRow(sqlite3.DatabaseError):
    """A row contains a value that this program does not write there."""

    sqlite_errorcode = sqlite3.SQLITE_CORRUPT


@contextmanager
def as_damage(subject: str = "a row") -> Iterator[None]:
    try:
        yield
    except UNREADABLE as error:
        raise DamagedRow(f"{subject}: {error}") from error


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


# ---- lines


class Written(NamedTuple):
    match: int = 0
    lines: int = 0
    sum: int = 0


def unwritten(table: Table, lines: int) -> Iterator[tuple[int, GameRecord | Entry | Result]]:
    """Yield the log of a match after its first lines, each item with the number of its game."""
    for number, game in enumerate(table.record.games, 1):
        items = (game, *game.entries, *table.match.results[number - 1 : number])
        yield from ((number, item) for item in items[lines:])
        lines = max(lines - len(items), 0)


def _sum(line: str, before: int) -> int:
    return crc32(f"{line}\n".encode(), before)


def _write_game(record: MatchRecord, game: GameRecord) -> str:
    rules = record.rules
    data = {
        "ruleset": rules.name,
        "changes": [
            f"{rule.field}={write_value(rule.value(rules))}" for rule in saved_rules(rules)
        ],
        "white": record.white,
        "black": record.black,
        "date": record.date,
        "length": record.length,
        "help": record.help.value if record.help is not Help.OFF else None,
        "dice": game.dice.kind.value,
        "commitment": game.dice.commitment,
        "first": game.first.value if game.first else None,
        "crawford": game.is_crawford,
        "score": [*record.begun_at] if any(record.begun_at) else None,
        "position": str(game.starting_position) if game.starting_position else None,
    }
    return f"game {json.dumps({name: value for name, value in data.items() if value})}"


def _read_game(text: str) -> tuple[MatchRecord, GameRecord]:
    data: dict[str, Any] = json.loads(text)
    rules: Rules = saved_base(data["ruleset"])
    for change in data.get("changes", ()):
        rules = change_rule(rules, change)
    help = Help(data.get("help", Help.OFF))
    names = check_names(read_name(data["white"]), read_name(data["black"]), is_kept=True)
    first, position = data.get("first"), data.get("position")
    score = ScoreBefore(*data.get("score", ()))
    record = MatchRecord(rules, *names, data["date"], data.get("length"), help=help, begun_at=score)
    return record, GameRecord(
        read_origin(data["dice"], data.get("commitment", "")),
        first=Side(first) if first else None,
        is_crawford=data.get("crawford", False),
        starting_position=StartingPosition.parse(position) if position else None,
    )


# ---- reading


class MatchLog(NamedTuple):
    record: MatchRecord
    """The match, with the seeds of the games whose results are accepted."""

    results: tuple[Result, ...]
    finished: tuple[str, ...]
    """The times at which the results were accepted."""

    seeds: Mapping[str, str]
    """All known seeds of its fair dice by their commitments; some are still secret."""

    written: Written


def read_log(db: sqlite3.Connection, match: int) -> MatchLog:
    """Return a match with the current names of its players."""
    query = "SELECT lines, white, black FROM match_line WHERE match = ?"
    row = db.execute(query, (match,)).fetchone()
    if row is None:
        raise MatchGone()
    lines, *names = row
    with as_damage(f"match {match}"):
        log = _fold(match, [*verified_lines(db, match)], read_seeds(db, match))
        if log.written.lines != lines:
            raise ValueError("the end of its log is missing")
        white, black = check_names(*map(read_name, names), is_kept=True)
        return log._replace(record=replace(log.record, white=white, black=black))


def salvage_log(db: sqlite3.Connection, match: int) -> MatchLog:
    """Return a match of a damaged journal up to the first damaged line of its log.

    Its players have the names with which the last game began: later names cannot be proved.
    """
    seeds, lines = dict[str, str](), list[tuple[str, int]]()
    with suppress(*DAMAGE):
        seeds = read_seeds(db, match)
    with suppress(*DAMAGE):
        for line in verified_lines(db, match):
            lines.append(line)
    return _fold(match, lines, seeds)


def verified_lines(db: sqlite3.Connection, match: int) -> Iterator[tuple[str, int]]:
    """Yield the lines of a match with their sums; raise a `DamagedRow` at a changed line."""
    count, total = 0, crc32(str(match).encode())
    query = "SELECT number, text, sum FROM line WHERE match = ? ORDER BY number"
    for number, text, written in db.execute(query, (match,)):
        count, total = count + 1, _sum(text, total)
        if (number, written) != (count, total):
            raise DamagedRow(f"line {count} of match {match} has been changed")
        yield text, total


def _fold(match: int, lines: Sequence[tuple[str, int]], seeds: Mapping[str, str]) -> MatchLog:
    """Build the match from its lines; any error of `UNREADABLE` means damage."""
    record: MatchRecord | None = None
    games = list[tuple[GameRecord, list[Entry]]]()
    results, times = list[Result](), list[str]()
    for text, _ in lines:
        kind, _, rest = text.partition(" ")
        if kind == "game":
            record, game = _read_game(rest)
            games.append((game, []))
        elif kind == "accepted":
            ending, winner, points, when, *cube = json.loads(rest)
            results.append(as_result(ending, winner, points, *cube))
            times.append(read_time(when))
        else:
            games[-1][1].append(read_entry(text))
    if record is None or not games[0][1]:
        # A match is written with its first action.
        raise ValueError(f"no part of match {match} can be read")
    for number, (game, entries) in enumerate(games, 1):
        game = replace(game, entries=tuple(entries))
        record = record.add_game(game.with_seeds(seeds) if number <= len(results) else game)
    written = Written(match, len(lines), lines[-1][1])
    return MatchLog(record, tuple(results), tuple(times), seeds, written)


def read_seeds(db: sqlite3.Connection, match: int) -> dict[str, str]:
    rows = db.execute("SELECT commitment, seed FROM seed WHERE match = ?", (match,))
    return {commitment: seed for commitment, seed in rows if is_seed_of(seed, commitment)}


def is_seed_of(seed: object, commitment: object) -> bool:
    with suppress(ValueError):
        return FairDice(bytes.fromhex(str(seed))).commitment == commitment
    return False


# ---- values in rows


def read_number(value: object) -> int:
    if not isinstance(value, int):
        raise TypeError(f"{value!r:.40} is not a number")
    return value


def read_text(value: object) -> str:
    """Return a text in a row; `ValueError` if a terminal would obey it."""
    if not isinstance(value, str):
        raise TypeError(f"{value!r:.40} is not text")
    if not is_visible(value):
        raise ValueError(f"{value!r:.40} is not all visible")
    return value


@cache
def read_name(value: object) -> str:
    return check_name(read_text(value), is_kept=True)


def read_time(value: object) -> str:
    text = read_text(value)
    datetime.fromisoformat(text)
    return text


def as_result(ending: object, winner: object, points: object, cube: object = 1) -> Result:
    side = Side(winner) if winner else None
    return Result(Ending(ending), side, read_number(points), read_number(cube))


# ---- writing


def write_match(
    db: sqlite3.Connection,
    table: Table,
    written: Written,
    times: Iterable[str] = (),
    seeds: Mapping[str, str] = NO_SEEDS,
) -> Written:
    """Write all unwritten parts of a match in one transaction.

    Args:
        written: The part that is in the log. A new match gets its number, or if that is 0 the next
            one.
        times: Times at which the unwritten results were accepted; by default now.
        seeds: More secret seeds of its fair dice by their commitments.
    """
    record, (match, lines, total) = table.record, written
    if not lines:
        match = _insert_match(db, record, match or None)
        total = crc32(str(match).encode())
    when, origins = chain(times, repeat(now())), list[DiceOrigin]()
    for number, item in unwritten(table, lines):
        match item:
            case GameRecord():
                origins.append(item.dice)
                _insert_game(db, match, number, item)
                text = _write_game(record, item)
            case Result():
                accepted = next(when)
                winner = item.winner and item.winner.value
                data = [item.ending.value, winner, item.points, accepted]
                data += [item.cube] * (item.cube > 1)
                text = f"accepted {json.dumps(data)}"
                _finish_game(db, match, number, table, accepted)
            case _:
                origins += [item.dice] if isinstance(item, NewDice) else []
                text = write_entry(item)
        lines, total = lines + 1, _sum(text, total)
        db.execute("INSERT INTO line VALUES (?, ?, ?, ?)", (match, lines, text, total))
    if origins:
        write_seeds(db, match, origins, {**seeds, **table.seeds})
    _update_status(db, match, lines, table)
    return Written(match, lines, total)


def _insert_match(db: sqlite3.Connection, record: MatchRecord, number: int | None) -> int:
    players = player_number(db, record.white), player_number(db, record.black)
    inserted = db.execute(
        "INSERT INTO match VALUES (?, ?, ?, ?, ?, ?, 'playing', '', 0, '', 0, ?, ?)",
        (number, record.rules.name, *players, record.date, record.length, *record.begun_at[:2]),
    )
    return inserted.lastrowid or 0


def player_number(db: sqlite3.Connection, name: str) -> int:
    db.execute(
        "INSERT INTO player (name, folded) VALUES (?, ?) ON CONFLICT (folded) DO NOTHING",
        (name, name.casefold()),
    )
    (number,) = db.execute("SELECT id FROM player WHERE folded = ?", (name.casefold(),)).fetchone()
    return int(number)


def _insert_game(db: sqlite3.Connection, match: int, number: int, game: GameRecord) -> None:
    db.execute(
        "INSERT INTO game (match, number, dice, commitment, from_position) VALUES (?, ?, ?, ?, ?)",
        (match, number, game.dice.kind.value, game.dice.commitment, bool(game.starting_position)),
    )


def _finish_game(db: sqlite3.Connection, match: int, number: int, table: Table, when: str) -> None:
    game, result = table.record.games[number - 1], table.match.results[number - 1]
    is_present = number == len(table.record.games)
    figures = figures_of(table.history if is_present else game.history(table.record.rules))
    winner = result.winner and result.winner.value
    db.execute(
        "UPDATE game SET ending = ?, points = ?, winner = ?, cube = ?, finished = ?,"
        " white_figures = ?, black_figures = ? WHERE (match, number) = (?, ?)",
        (result.ending.value, result.points, winner, result.cube, when, *figures, match, number),
    )


def figures_of(states: Sequence[Game]) -> list[str]:
    """Return the statistics of White and of Black in a game, as they are kept in its row."""
    return [json.dumps(side._asdict()) for side in summarize(states).values()]


def write_seeds(
    db: sqlite3.Connection, match: int, origins: Iterable[DiceOrigin], seeds: Mapping[str, str]
) -> None:
    """Write the secret seeds of fair dice, so a resumed match continues with the same rolls."""
    known = {dice.commitment: dice.with_seed(seeds).seed for dice in origins}
    rows = [(match, commitment, seed) for commitment, seed in known.items() if seed]
    db.executemany(
        "INSERT INTO seed VALUES (?, ?, ?)"
        # A damaged seed is replaced.
        " ON CONFLICT DO UPDATE SET seed = excluded.seed WHERE seed <> excluded.seed",
        rows,
    )


def _update_status(db: sqlite3.Connection, match: int, lines: int, table: Table) -> None:
    """Write the state of a match for lists, and mark it as the one played last."""
    # Times are unreliable if a clock is set back, and a damaged index may contain anything.
    played = (
        "SELECT min(played, 9223372036854775806) + 1 FROM match"
        " WHERE typeof(played) = 'integer' ORDER BY played DESC LIMIT 1"
    )
    db.execute(
        "UPDATE match SET state = ?, awaited = ?, lines = ?, touched = ?,"
        f" played = ({played}) WHERE id = ?",
        (table.state.value, write_awaited(table.awaited), lines, now(), match),
    )


def end_between_games(db: sqlite3.Connection, match: int) -> None:
    """End a match without a limit that waits for its next game."""
    db.execute(
        f"UPDATE match SET state = '{MatchState.ENDED.value}' WHERE id = ?"
        f" AND state = '{MatchState.PLAYING.value}' AND length IS NULL AND awaited = ''",
        (match,),
    )


def write_awaited(awaited: Awaited | None) -> str:
    """Return the phase, side and numbers of a game as text, such as `MOVE W W 33`."""
    if awaited is None:
        return ""
    actor, side = awaited.actor, awaited.side
    sides = f"{actor.value if actor else '-'} {side.value if side else '-'}"
    return f"{awaited.phase.name} {sides} {''.join(map(str, awaited.due))}".rstrip()


def read_awaited(text: str) -> Awaited | None:
    if not text:
        return None
    phase, *letters, due = f"{text} ".split(" ")[:4]
    actor, side = (None if letter == "-" else Side(letter) for letter in letters)
    return Awaited(Phase[phase], actor, side, tuple(map(int, due)))


def delete_rows(db: sqlite3.Connection, match: int) -> None:
    db.execute("DELETE FROM match WHERE id = ?", (match,))


def delete_idle_players(db: sqlite3.Connection) -> None:
    db.execute(
        "DELETE FROM player WHERE id NOT IN (SELECT white FROM match UNION SELECT black FROM match)"
    )
