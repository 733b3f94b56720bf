"""Matches with the doubling cube in the journal."""

from __future__ import annotations

from dataclasses import replace

from backgammon_tui.dice import FairDice
from backgammon_tui.engine import Double, Ending, Pass, Result, ScoreBefore, Take
from backgammon_tui.match.table import Table
from backgammon_tui.storage.journal import query
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.storage.journal.query import GameQuery
from tests.engine.examples import B, W, rules_named
from tests.storage.journal.journals import kept
from tests.storage.matches import SEED, new_match

RECORD = replace(
    new_match(rules_named("backgammon", cube=True), 7), begun_at=ScoreBefore(3, 4), white="Anna"
)


def turn_played(table: Table) -> Table:
    table = table.roll()
    return table.apply(*table.game.legal_plays()[0].moves)


def doubled() -> Table:
    """Return a match in which White has doubled to 4 and Black is to answer."""
    table = turn_played(Table.new_match(RECORD, FairDice(SEED)))
    table = table.apply(Double(), Take())
    return turn_played(table).apply(Double())


def test_double_is_open_after_a_stop(journal: Journal) -> None:
    table = doubled()
    match = kept(journal, table)
    lock, resumed = MatchLock.acquire(journal, match)
    assert resumed.game == table.game
    assert resumed.record == table.record
    lock.save(resumed.apply(Take()))
    lock.release()
    assert MatchLock.acquire(journal, match)[1].game.stake == 4


def test_score_and_cube_are_listed(journal: Journal) -> None:
    table = doubled().apply(Pass()).accept().next_game(FairDice(b"x" * 32))
    match = kept(journal, turn_played(table))
    result = Result(Ending.PASSED, table.match.results[0].winner, 2, 2)
    assert journal.read(match).results == (result,)
    line = query.match_line(journal, match)
    assert line
    assert sorted((line.white_points, line.black_points)) in ([3, 6], [4, 5])
    (game,) = query.finished_games(journal, GameQuery())
    assert game.result == result
    (played,) = query.played_games(journal, GameQuery())
    assert played.result == result
    resumed = MatchLock.acquire(journal, match)[1]
    assert [resumed.match.score(side) for side in (W, B)] == [line.white_points, line.black_points]


def test_match_without_a_cube_rule_is_resumed_without_it(journal: Journal) -> None:
    """Version 1.0 wrote no house rule `cube`, and had none."""
    rules = rules_named("backgammon", cube=False)
    table = turn_played(Table.new_match(replace(RECORD, rules=rules), FairDice(SEED)))
    match = kept(journal, table)
    with journal.reading() as db:
        (line,) = db.execute("SELECT text FROM line WHERE number = 1").fetchone()
    assert "cube" not in line
    assert MatchLock.acquire(journal, match)[1].game.cube is None
