"""Time the journal with many games, and a long game.

python -m bench.journal
"""

from __future__ import annotations

import random
import sqlite3
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from operator import attrgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from backgammon_tui.dice import FairDice
from backgammon_tui.engine import Effect, Phase
from backgammon_tui.match.record import is_roll
from backgammon_tui.match.table import Table
from backgammon_tui.match.turns import turns_of
from backgammon_tui.stats import tally
from backgammon_tui.storage.journal import query
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.storage.journal.query import GameQuery
from tests.engine.examples import rules_named
from tests.storage.matches import any_step, new_match, play_on

FEW, MANY = 10, 10_000
ROUNDS = 50
TURNS = 500
PAGE = 10
"""Rows of a page; the small journal has exactly as many."""

PAIRS = [(f"Player {number}", f"Player {number % 8 + 1}") for number in range(1, 9)]
"""Eight players, each with two opponents."""


# ---- building


def play_games(journal: Journal) -> None:
    """Play a match to its end for each pair, and begin three more games."""
    names = ("russian", "falood", "french", "never-finishing", "backgammon")
    for number, (white, black) in enumerate([*PAIRS, *PAIRS[:3]]):
        chance = random.Random(number)
        record = replace(new_match(rules_named(names[number % 5])), white=white, black=black)
        table = Table.new_match(record, FairDice(chance.randbytes(32)))
        lock = MatchLock(journal)
        over = number < len(PAIRS)
        table = play_on(table, chance, Phase.OVER).accept() if over else play_some(table, chance)
        lock.save(table)
        lock.release()


def play_some(table: Table, chance: random.Random) -> Table:
    """Return the table after forty actions."""
    for _ in range(40):
        table = any_step(table, chance, False, None)
    return table


def build(path: Path, games: int) -> Journal:
    """Return a journal of finished games, copied from a few, each on a different day."""
    journal = Journal(path)
    play_games(journal)
    with journal.writing() as db:
        for number in range(len(PAIRS), games):
            _copy_match(db, 1 + number % len(PAIRS), number)
    journal.close()
    return journal


def _copy_match(db: sqlite3.Connection, match: int, number: int) -> None:
    when = time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime(1e9 + 40_000 * number))
    changes = {"date": when[:10], "state": "ended", "touched": when, "played": number}
    (game,) = db.execute("SELECT id FROM game WHERE match = ?", (match,)).fetchone()
    new_match = _copy_row(db, "match", match, changes)
    _copy_row(db, "game", game, {"match": new_match, "finished": when})
    for name in ("line", "seed"):
        columns = [row[1] for row in db.execute(f"PRAGMA table_info({name})")][1:]
        listed = ", ".join(columns)
        db.execute(
            f"INSERT INTO {name} SELECT ?, {listed} FROM {name} WHERE match = ?",
            (new_match, match),
        )


def _copy_row(db: sqlite3.Connection, table: str, row: int, changes: dict[str, Any]) -> int:
    columns = [entry[1] for entry in db.execute(f"PRAGMA table_info({table})")][1:]
    values = ", ".join("?" if name in changes else name for name in columns)
    cursor = db.execute(
        f"INSERT INTO {table} ({', '.join(columns)}) SELECT {values} FROM {table} WHERE id = ?",
        (*(changes[name] for name in columns if name in changes), row),
    )
    assert cursor.lastrowid
    return cursor.lastrowid


# ---- queries


@dataclass(frozen=True)
class Question:
    """A query that a screen sends to the journal."""

    name: str
    ask: Callable[[Journal], object]
    limit: float | None = None

    rounds: int = ROUNDS


def _open(journal: Journal) -> object:
    journal.close()
    return query.unfinished_matches(journal), query.player_names(journal)


def _history(journal: Journal, choice: GameQuery) -> object:
    return query.count_games(journal, choice), query.finished_games(journal, choice, 0, PAGE)


def _records(journal: Journal) -> object:
    return query.count_matches(journal), query.all_matches(journal, 0, PAGE)


QUESTIONS = (
    Question("start: file opened, unfinished matches, names", _open, 1.5),
    Question("unfinished matches", query.unfinished_matches, 1.5),
    Question("names of players, last one first", query.player_names, 1.5),
    Question("matches: count, first page", _records, 1.5),
    Question("history: count, first page", lambda j: _history(j, GameQuery()), 1.5),
    Question("history of a player", lambda j: _history(j, GameQuery("Player 3"))),
    Question("history of a pair", lambda j: _history(j, GameQuery("Player 3", "Player 4"))),
    Question("history of a ruleset", lambda j: _history(j, GameQuery(ruleset="falood"))),
    Question("history of some days", lambda j: _history(j, GameQuery("", "", "", "2002-01-01"))),
    Question("history of nobody", lambda j: _history(j, GameQuery("Nobody"))),
    Question("players with their games", query.player_lines, None, 10),
    Question(
        "statistics of a player",
        lambda j: tally(query.played_games(j, GameQuery("Player 3")), "Player 3"),
        None,
        5,
    ),
)


def ask_all(few: Journal, many: Journal) -> None:
    """Query the journals in turn, and print their times."""
    print(f"{'milliseconds':<44}{FEW:>10,}{MANY:>10,}{'ratio':>10}")
    for question in QUESTIONS:
        times: tuple[list[float], list[float]] = ([], [])
        for _ in range(question.rounds):
            for journal, costs in zip((few, many), times, strict=True):
                costs.append(milliseconds(partial(question.ask, journal)))
        small, large = (statistics.median(time) for time in times)
        goal = f"   at most {question.limit}" if question.limit else ""
        print(f"{question.name:<44}{small:>10.3f}{large:>10.3f}{large / small:>10.2f}{goal}")


def milliseconds(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return (time.perf_counter() - begin) * 1000


# ---- a long game


@dataclass
class Actions:
    rolls: list[float] = field(default_factory=list)
    moves: list[float] = field(default_factory=list)


Costs = Callable[[Actions], list[float]]
ROLLS: Costs = attrgetter("rolls")
MOVES: Costs = attrgetter("moves")


def play_long(journal: Journal) -> tuple[Table, int, dict[int, Actions]]:
    """Play a game of many turns and save each action.

    Both sides always roll 2-1 and hit if they can, so that the game does not end.

    Returns:
        The table at the end, the number of the match, and the milliseconds of each turn's actions.
    """
    chance = random.Random(4)
    table, lock = Table.new_match(new_match(rules_named("russian")), None), MatchLock(journal)
    costs: dict[int, Actions] = {}
    turns = 0
    while turns < TURNS:
        action = any_step(table, chance, False, None).actions[-1]
        moves = table.game.moves
        hits = [move for move in moves if move.effect is Effect.HIT]
        if moves:
            action = chance.choice(hits or moves)
        is_a_roll = is_roll(action)
        turns += is_a_roll
        begin = time.perf_counter()
        table = table.roll((2, 1)) if table.game.phase is Phase.ROLL else table.apply(action)
        lock.save(table)
        cost = (time.perf_counter() - begin) * 1000
        entry = costs.setdefault(turns, Actions())
        (entry.rolls if is_a_roll else entry.moves).append(cost)
    lock.release()
    assert lock.match
    return table, lock.match, costs


def report_long_game(journal: Journal) -> None:
    """Play the long game. Print the times of its actions and of resuming it."""
    table, match, costs = play_long(journal)
    turns, entries = len(turns_of(table.history)), len(table.record.games[0].entries)
    print(f"\na game of {turns} turns with {entries} entries, milliseconds for an action")
    print(f"{'':<44}{'turns':>10}{'turns':>10}")
    print(f"{'':<44}{'1-50':>10}{f'{TURNS - 49}-{TURNS}':>10}{'ratio':>10}")
    early, late = range(1, 51), range(TURNS - 49, TURNS + 1)
    for name, kind in (("rolls, synced to the disk", ROLLS), ("moves", MOVES)):
        small, large = (
            statistics.median(cost for turn in turns for cost in kind(costs[turn]))
            for turns in (early, late)
        )
        print(f"{name:<44}{small:>10.3f}{large:>10.3f}{large / small:>10.2f}")
    resumes = [
        milliseconds(lambda: MatchLock.acquire(journal, match)[0].release()) for _ in range(5)
    ]
    print(f"{'resumed':<44}{statistics.median(resumes):>10.0f}{'':>20}   at most 1000")


def main() -> None:
    """Print the times of both journals and of the long game."""
    with TemporaryDirectory() as folder:
        few = build(Path(folder) / "few" / "journal.sqlite", FEW)
        begin = time.perf_counter()
        many = build(Path(folder) / "many" / "journal.sqlite", MANY)
        size = many.path.stat().st_size / 2**20
        print(f"{MANY:,} games: {size:.0f} MiB, built in {time.perf_counter() - begin:.0f} s\n")
        ask_all(few, many)
        report_long_game(many)
        few.close()
        many.close()


if __name__ == "__main__":
    main()
