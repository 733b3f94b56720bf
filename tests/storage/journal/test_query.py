"""Lists of matches, games and players."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from backgammon_tui.dice import FairDice
from backgammon_tui.engine import AgreeDraw, Ending, OpeningRoll, Phase, Resign, Result
from backgammon_tui.match.record import MatchRecord
from backgammon_tui.match.table import Awaited, MatchState, Table
from backgammon_tui.stats import PlayedGame, summarize
from backgammon_tui.storage.journal import log, query
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.storage.journal.query import (
    GameLine,
    GameQuery,
    MatchLine,
    PlayerLine,
    describe_open,
    match_row,
    player_row,
)
from tests.engine.examples import B, W, rules_named
from tests.storage.journal.journals import journal_in, kept, moved, stepped, table_for
from tests.storage.matches import new_match


def set_times(journal: Journal, table: str, column: str, *times: str) -> None:
    """Make it so that the rows of a table have these times, the first row the first one."""
    with journal.writing() as db:
        for row, time in enumerate(times, 1):
            db.execute(f"UPDATE {table} SET {column} = ? WHERE id = ?", (time, row))


def set_order(journal: Journal, *numbers: int) -> None:
    """Make it so that the matches were last played in the order of these numbers."""
    with journal.writing() as db:
        for match, number in enumerate(numbers, 1):
            db.execute("UPDATE match SET played = ? WHERE id = ?", (number, match))


def day(number: int) -> str:
    return f"2026-03-{number:02}T12:00:00+00:00"


def numbers(lines: tuple[MatchLine, ...] | tuple[GameLine, ...]) -> list[int]:
    return [line.match for line in lines]


def test_missing_file_lists_nothing(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    assert query.unfinished_matches(journal) == ()
    assert query.all_matches(journal, 0, 10) == ()
    assert query.finished_games(journal, GameQuery()) == ()
    assert query.match_games(journal, 1) == ()
    assert list(query.played_games(journal, GameQuery())) == []
    assert query.player_names(journal) == ()
    assert query.player_lines(journal) == ()
    assert query.match_line(journal, 1) is None
    assert query.game_line(journal, 1) is None
    assert query.count_matches(journal) == query.count_games(journal, GameQuery()) == 0
    assert not journal.path.exists()


# ---- matches


# ---- finished games


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    """Four finished games of three players on four days, and an open one."""
    journal = journal_in(tmp_path)
    pairs = [("Anna", "Boris"), ("Boris", "ANNA"), ("Cleo", "anna"), ("Cleo", "Boris")]
    rulesets = ["backgammon", "backgammon", "russian", "backgammon"]
    for number, ((white, black), name) in enumerate(zip(pairs, rulesets, strict=True)):
        record = replace(new_match(rules_named(name)), white=white, black=black)
        table = Table.sit_down(record, FairDice(bytes([number] * 32)) if number else None)
        ways = (stepped(table, seed, 20 + number, back=False) for seed in range(99))
        table = next(t for t in ways if len(t.record.games) == 1 and not t.game.is_over)
        over = table.apply(Resign(W, 1) if number % 2 else AgreeDraw()).accept()
        kept(journal, over)
    kept(journal, moved(table_for(white="Anna", black="Dora")))
    set_times(journal, "game", "finished", day(1), day(2), day(3), day(4))
    set_order(journal, 4, 3, 2, 1, 5)
    return journal


@pytest.mark.parametrize(
    ("choice", "games"),
    [
        (GameQuery(), [4, 3, 2, 1]),
        (GameQuery(player="Anna"), [3, 2, 1]),
        (GameQuery(player="anNA", opponent="boris"), [2, 1]),
        (GameQuery(player="Boris", opponent="Cleo"), [4]),
        (GameQuery(player="Dora"), []),
        (GameQuery(player="Nobody"), []),
        (GameQuery(player="Anna", opponent="Nobody"), []),
        (GameQuery(opponent="Boris"), [4, 3, 2, 1]),
        (GameQuery(ruleset="russian"), [3]),
        (GameQuery(ruleset="french"), []),
        (GameQuery(since="2026-03-03"), [4, 3]),
        (GameQuery(until="2026-03-03"), [3, 2, 1]),
        (GameQuery(since="2026-03-02", until="2026-03-02"), [2]),
        (GameQuery("Anna", "Boris", "backgammon", "2026-03-02", "2026-03-31"), [2]),
        (GameQuery(player="' OR 1 --"), []),
    ],
)
def test_finished_games_can_be_filtered(
    journal: Journal, choice: GameQuery, games: list[int]
) -> None:
    assert numbers(query.finished_games(journal, choice)) == games
    assert query.count_games(journal, choice) == len(games)
    assert numbers(query.finished_games(journal, choice, 1, 2)) == games[1:3]
    assert [game.key for game in query.played_games(journal, choice)] == games[::-1]


def test_finished_game_is_listed_with_result(journal: Journal) -> None:
    line = query.game_line(journal, 2)
    assert line == query.finished_games(journal, GameQuery())[2]
    result = Result(Ending.RESIGNED, B, 1)
    game = journal.read(2).record.games[0]
    assert line
    assert (line.number, line.white, line.black, line.result) == (1, "Boris", "Anna", result)
    *_, opening = (action for action in game.effective_actions if isinstance(action, OpeningRoll))
    assert line.starter is (W if opening.white > opening.black else B)
    assert line.finished == day(2)
    assert query.game_line(journal, 5) is None, "it is not finished"
    assert query.game_line(journal, 99) is None


def record_of(journal: Journal, match: int) -> MatchRecord:
    return journal.read(match).record


def test_statistics_match_the_games(journal: Journal) -> None:
    for game in query.played_games(journal, GameQuery()):
        record = record_of(journal, game.key)
        states = [record.games[0].start(record.rules)]
        for action in record.games[0].effective_actions:
            states.append(states[-1].apply(action))
        summary = summarize(states)
        assert game == PlayedGame(
            key=game.key,
            ruleset=record.rules.name,
            date=day(game.key)[:10],
            white=record.white,
            black=record.black,
            typed_dice=game.key == 1,
            result=states[-1].result or pytest.fail("it is over"),
            white_side=summary.white,
            black_side=summary.black,
        )


# ---- players


def test_last_player_is_listed_first(journal: Journal) -> None:
    assert query.player_names(journal) == ("Anna", "Dora", "Boris", "Cleo")
    set_order(journal, 9, 3, 11)
    assert query.player_names(journal) == ("Anna", "Cleo", "Boris", "Dora")


def test_players_are_listed_by_their_finished_games(journal: Journal) -> None:
    assert query.player_lines(journal) == (
        PlayerLine(1, "Anna", 3, 1, 1, 0, 0),
        PlayerLine(2, "Boris", 3, 1, 1, 0, 0),
        PlayerLine(3, "Cleo", 2, 0, 0, 0, 0),
    )


def test_last_played_match_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = journal_in(tmp_path)
    clock = ["2099-12-31T23:59:59+00:00", day(2), day(1)]
    for time in clock:
        monkeypatch.setattr(log, "now", lambda time=time: time)
        kept(journal, moved(table_for(fair=False)))
    assert [line.touched for line in query.unfinished_matches(journal)] == clock[::-1]
    for match in (1, 2, 1):
        lock, table = MatchLock.acquire(journal, match)
        lock.save(moved(table))
        lock.release()
        played = query.unfinished_matches(journal)[0]
        assert (played.match, played.touched) == (match, day(1))


NAME = "Anna-Maria Schmidt-Rottluff"
NOW = datetime(2026, 3, 1, tzinfo=UTC)
MATCH = MatchLine(
    1, "russian", NAME, "Bo", 5, MatchState.WON, None, "2024-06-15T12:00:00+00:00", 3, 5, 2
)


def test_narrow_list_cuts_names_and_games() -> None:
    rows = [match_row(MATCH, NOW, width, is_deleted=False) for width in (76, 77)]
    assert rows == [
        "15 Jun 2024  Anna-M… – Bo Russian    5:2 to 5 Anna-Maria Schmidt-Rottlu… won",
        "15 Jun 2024   Anna-Maria Schmi… – Bo  Russian          5:2 to 5     Anna… won",
    ]
    least = MATCH._replace(ruleset="backgammon", state=MatchState.ABANDONED)
    row = match_row(least, NOW, 55, is_deleted=False)
    assert row == "15 Jun 2024  Anna-M… – Bo Backgammon 5:2 to 5 abandoned"
    player = PlayerLine(1, NAME, 3, 2, 4, 7, 0)
    assert [player_row(player, width) for width in (76, 77)] == [
        "Anna-Maria Schmidt-…  10 games · 7 against the computer",
        f"{NAME:<40}  10 games · 7 against the computer",
    ]
    is_open = MATCH._replace(state=MatchState.PLAYING)
    shown = (f"{NAME} – Bo", "Russian, 5:2 to 5, next game", "15 Jun 2024")
    assert describe_open(is_open, NOW) == shown


def test_resume_addresses_a_person_who_plays_the_computer() -> None:
    line = MATCH._replace(
        ruleset="never-finishing",
        white="computer:easy",
        black="Eve",
        length=None,
        state=MatchState.PLAYING,
    )
    for awaited, address in {
        Awaited(Phase.ROLL, B, B, ()): "your roll",
        Awaited(Phase.ROLL_AGAIN, B, B, ()): "your extra roll",
        Awaited(Phase.MOVE, B, B, (3, 3)): "you are to play two 3s",
        Awaited(Phase.ROLL, W, W, ()): "the computer to roll",
        Awaited(Phase.COMPLETE, W, B, (3,)): "the computer to play the 3 for Eve",
        Awaited(Phase.OPENING, None, None, ()): "the opening roll",
    }.items():
        names, title, _ = describe_open(line._replace(awaited=awaited), NOW)
        assert names == "Eve against the computer"
        assert title == f"Never Finishing, 2:5, {address}"
