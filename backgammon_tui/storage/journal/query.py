"""Queries for lists of matches, finished games and players.

The queries only read columns; no game is replayed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from backgammon_tui.engine import RULESETS, Side
from backgammon_tui.match.record import DiceKind
from backgammon_tui.match.table import MatchState
from backgammon_tui.stats import PlayedGame, SideSummary
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.log import (
    as_result,
    read_awaited,
    read_name,
    read_number,
    read_text,
    read_time,
)
from backgammon_tui.words.problems import JournalProblem, StorageErrorKind
from backgammon_tui.words.records import (
    GameLine,
    MatchLine,
    PlayerLine,
    describe_score_sheet,
    waiting_for,
)


class GameQuery(NamedTuple):
    """A filter for finished games; empty fields are ignored."""

    player: str = ""
    opponent: str = ""
    """The player's opponent; ignored without a player."""

    ruleset: str = ""
    since: str = ""
    until: str = ""


def unfinished_matches(journal: Journal, limit: int = 100) -> tuple[MatchLine, ...]:
    # The state is a literal because a parameter would prevent the use of the index.
    which = f"WHERE state = '{MatchState.PLAYING.value}'"
    matches = _matches(journal, f"{which} ORDER BY played DESC, match DESC LIMIT ?", (limit,))
    if not matches and _count(journal, f"SELECT count(*) FROM match NOT INDEXED {which}"):
        raise JournalProblem(
            StorageErrorKind.DAMAGED, journal.path, "the index of unfinished matches is incomplete"
        )
    return matches


def open_numbers(path: Path) -> tuple[int, ...]:
    """Return the numbers of unfinished matches, last played first; none if unreadable."""
    with suppress(JournalProblem), Journal(path) as journal:
        return tuple(line.match for line in unfinished_matches(journal))
    return ()


def all_matches(journal: Journal, start: int, limit: int) -> tuple[MatchLine, ...]:
    order = "ORDER BY played DESC, match DESC LIMIT ? OFFSET ?"
    return _matches(journal, order, (limit, start))


def count_matches(journal: Journal) -> int:
    return _count(journal, "SELECT count(*) FROM match")


def match_line(journal: Journal, match: int) -> MatchLine | None:
    return next(iter(_matches(journal, "WHERE match = ?", (match,))), None)


def _matches(journal: Journal, which: str, values: tuple[object, ...]) -> tuple[MatchLine, ...]:
    query = f"SELECT {', '.join(MatchLine._fields)} FROM match_line {which}"
    return journal.select(_reader(MatchLine), query, values)


def count_games(journal: Journal, choice: GameQuery) -> int:
    if choice == GameQuery():
        # Faster than counting the finished ones.
        unfinished = "SELECT count(*) FROM game WHERE ending IS NULL"
        return _count(journal, f"SELECT (SELECT count(*) FROM game) - ({unfinished})")
    where, values = _where(choice)
    matches = "(SELECT id, ruleset, white AS white_id, black AS black_id FROM match) AS match"
    games = f"game JOIN {matches} ON match.id = game.match"
    return _count(journal, f"SELECT count(*) FROM {games} {where}", values)


def finished_games(
    journal: Journal, choice: GameQuery, start: int = 0, limit: int = -1
) -> tuple[GameLine, ...]:
    where, values = _where(choice)
    query = (
        "SELECT game, match, number, ruleset, white, black,"
        f" json_array(ending, winner, points, cube), finished FROM finished_game {where}"
        " ORDER BY finished DESC, game DESC LIMIT ? OFFSET ?"
    )
    return journal.select(_reader(GameLine), query, (*values, limit, start))


def all_games(journal: Journal, match: int) -> tuple[int, ...]:
    query = "SELECT id FROM game WHERE match = ? ORDER BY number"
    return journal.select(read_number, query, (match,))


def score_sheet(journal: Journal, match: int) -> list[str]:
    log, line = journal.read(match), match_line(journal, match)
    record, results = log.record, log.results
    awaited = waiting_for(line) if line and len(results) < len(record.games) else ""
    return describe_score_sheet(record, replace(record.match, results=results), awaited)


def played_games(journal: Journal, choice: GameQuery) -> tuple[PlayedGame, ...]:
    """Return finished games with their statistics."""
    where, values = _where(choice)
    return journal.select(
        _reader(PlayedGame),
        "SELECT white, black, dice, from_position, json_array(ending, winner, points, cube),"
        f" '[' || white_figures || ',' || black_figures || ']' FROM finished_game {where}",
        values,
    )


def player_lines(journal: Journal) -> tuple[PlayerLine, ...]:
    """Return everybody who has finished a game, counted as in `tally`, most games first."""
    return journal.select(
        _reader(PlayerLine),
        "WITH played AS MATERIALIZED ("
        "  SELECT match, count(*) AS game_count, sum(NOT from_position) AS games,"
        f"  sum({_POINTS % 'W'}) AS white_points, sum({_POINTS % 'B'}) AS black_points"
        "  FROM game WHERE ending IS NOT NULL GROUP BY match)"
        " SELECT name, sum(games * counts), sum(points * counts),"
        " sum(game_count), sum(game_count * NOT counts) FROM ("
        f"  SELECT own.id, own.name, played.*, NOT ({_IS_COMPUTER % 'other'})"
        f"  OR {_IS_COMPUTER % 'own'} AS counts FROM ("
        "   SELECT white AS player, black AS other, game_count, games, white_points AS points"
        "   FROM played JOIN match ON match.id = played.match UNION ALL"
        "   SELECT black, white, game_count, games, black_points"
        "   FROM played JOIN match ON match.id = played.match) AS played"
        "  JOIN player own ON own.id = player JOIN player other ON other.id = played.other)"
        " GROUP BY id ORDER BY sum(games * counts) DESC, name",
    )


_POINTS: Final = "(winner IS '%s' AND NOT from_position) * points"
_IS_COMPUTER: Final = "%s.folded GLOB 'computer:*'"


def player_names(journal: Journal) -> tuple[str, ...]:
    # An index finds the last match on each side.
    return journal.select(
        read_name,
        "SELECT name FROM player ORDER BY max("
        " coalesce((SELECT max(played) FROM match WHERE white = player.id), 0),"
        " coalesce((SELECT max(played) FROM match WHERE black = player.id), 0)) DESC, name",
    )


def _where(choice: GameQuery) -> tuple[str, tuple[object, ...]]:
    player, opponent = choice.player.casefold(), choice.opponent.casefold()
    sides = f"(white_id = {_ID} OR black_id = {_ID})"
    conditions = [
        (sides, (player, player)),
        (sides, (opponent, opponent) if player else ("",)),
        ("ruleset = ?", (choice.ruleset,)),
        ("finished >= ?", (choice.since,)),
        ("finished < ?", (choice.until and f"{choice.until}T24",)),
    ]
    used = [(condition, values) for condition, values in conditions if values[0]]
    where = " AND ".join(["ending IS NOT NULL", *(condition for condition, _ in used)])
    return f"WHERE {where}", tuple(chain.from_iterable(values for _, values in used))


_ID: Final = "(SELECT id FROM player WHERE folded = ?)"


def _count(journal: Journal, query: str, values: tuple[object, ...] = ()) -> int:
    return sum(journal.select(read_number, query, values))


# ---- rows

Listed = TypeVar("Listed", MatchLine, GameLine, PlayedGame, PlayerLine)


def _reader(kind: type[Listed]) -> Callable[..., Listed]:
    readers = [_READERS.get(name, read_number) for name in kind._fields]
    return lambda *row: kind(*(read(value) for read, value in zip(readers, row, strict=True)))


def _read_sides(text: str) -> dict[Side, SideSummary]:
    white, black = map(SideSummary.from_data, json.loads(text))
    return {Side.WHITE: white, Side.BLACK: black}


_READERS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "ruleset": lambda name: RULESETS[name].name,
    **dict.fromkeys(("name", "white", "black"), read_name),
    "length": lambda points: None if points is None else read_number(points),
    "state": MatchState,
    "awaited": lambda text: read_awaited(read_text(text)),
    **dict.fromkeys(("touched", "finished"), read_time),
    "result": lambda text: as_result(*json.loads(text)),
    "from_position": bool,
    "typed_dice": lambda kind: DiceKind(kind) is DiceKind.TYPED,
    "sides": _read_sides,
}
"""The readers of fields; all others are numbers."""
