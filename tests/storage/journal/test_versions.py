"""The tables, and how an older journal becomes a newer one."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from backgammon_tui.stats.summary import SideSummary, summarize
from backgammon_tui.storage.journal import figures, query
from backgammon_tui.storage.journal import journal as journal_module
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.lesson_progress import read_progress
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.storage.journal.problems import JournalProblem, Trouble
from backgammon_tui.storage.journal.query import GameQuery, open_matches
from backgammon_tui.storage.journal.recovery import read_everything
from backgammon_tui.storage.paths import journal_file
from backgammon_tui.storage.transcripts import read_transcript, write_transcript
from tests.cli.program import run
from tests.engine.examples import B, rules_named
from tests.storage.journal.journals import (
    journal_in,
    kept,
    moved,
    other_program,
    table_for,
    trouble,
)


def make(journal: Journal) -> None:
    """Make the file, as the first use does."""
    with journal.reading():
        pass


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        (found,) = db.execute("PRAGMA user_version").fetchone()
    return int(found)


def tables(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as db:
        return {name for (name,) in db.execute("SELECT name FROM sqlite_master")}


def test_a_new_journal_has_the_tables_of_its_version(tmp_path: Path) -> None:
    """Other tables need a migration, and a dump of what they were before."""
    with closing(sqlite3.connect(":memory:")) as db:
        db.executescript((DUMPS / f"{journal_module.VERSION}.sql").read_text())
        written = set(db.execute("SELECT name, sql FROM sqlite_master"))
    make(journal := journal_in(tmp_path))
    with closing(sqlite3.connect(journal.path)) as db:
        assert set(db.execute("SELECT name, sql FROM sqlite_master")) == written


def test_a_new_journal_says_what_it_is(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    make(journal)
    assert version(journal.path) == journal_module.VERSION
    with closing(sqlite3.connect(journal.path)) as db:
        assert db.execute("PRAGMA application_id").fetchone() == (0x42474D4E,)
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert journal.path.read_bytes()[68:72] == b"BGMN"


def test_a_migration_keeps_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal, table = journal_in(tmp_path), moved(table_for())
    number = kept(journal, table)
    journal.close()
    migrate_to(monkeypatch, "CREATE TABLE note (text TEXT);\n CREATE TABLE more (text TEXT);\n")
    assert MatchLock.acquire(journal, number)[1] == table
    assert version(journal.path) == 2
    assert tables(journal.path) >= {"note", "more", "match"}


def migrate_to(monkeypatch: pytest.MonkeyPatch, statements: str) -> None:
    """Make it so that there is a second version."""
    monkeypatch.setattr(journal_module, "_MIGRATIONS", (*journal_module._MIGRATIONS, statements))
    monkeypatch.setattr(journal_module, "VERSION", 2)


@pytest.mark.parametrize("before", [0, 1])
def test_a_migration_that_fails_leaves_the_version_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: int
) -> None:
    journal, table = journal_in(tmp_path), moved(table_for())
    if before:
        kept(journal, table)
        journal.close()
    with monkeypatch.context() as broken:
        migrate_to(broken, "CREATE TABLE note (text TEXT);\n CREATE TABLE match (id);\n")
        with pytest.raises(JournalProblem) as caught:
            make(journal)
        assert caught.value.trouble is Trouble.DAMAGED
    assert version(journal.path) == before
    assert "note" not in tables(journal.path)
    if before:
        assert MatchLock.acquire(journal, 1)[1] == table


def open_it(pipe: Connection, folder: Path) -> None:
    """Open a journal that is not there yet, at the same time as others do."""
    pipe.recv()
    journal = journal_in(folder)
    make(journal)
    pipe.send(open_matches(journal))


def test_several_programs_can_make_it_at_once(tmp_path: Path) -> None:
    for attempt in range(5):
        folder = tmp_path / str(attempt)
        with other_program(open_it, folder) as one, other_program(open_it, folder) as two:
            one.pipe.send("go")
            two.pipe.send("go")
            assert (one.pipe.recv(), two.pipe.recv()) == ((), ())
        assert version(Journal(folder / "journal.sqlite").path) == 1


def test_who_has_hints_is_kept_with_the_rules(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    rules = rules_named("backgammon", winner_starts=True)
    table = moved(table_for(rules=rules, hints=frozenset({B})))
    number = kept(journal, table)
    assert MatchLock.acquire(journal, number)[1] == table


DUMPS = Path(__file__).parents[2] / "data" / "journals"
EARLIER = sorted(path.stem for path in DUMPS.glob("*.sql"))

FIGURES = ("white_figures", "black_figures")


@pytest.fixture(params=EARLIER)
def journal(request: pytest.FixtureRequest) -> Journal:
    """The program's own journal, as an earlier program left it."""
    return restored(request.param)


def restored(name: str) -> Journal:
    path = journal_file()
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as db:
        db.executescript((DUMPS / f"{name}.sql").read_text())
    return Journal(path)


def change(journal: Journal, statement: str, *values: object) -> None:
    with journal.writing() as db:
        db.execute(statement, values)


def test_there_is_a_journal_of_every_version() -> None:
    assert {int(name.partition("_")[0]) for name in EARLIER} == {
        *range(1, journal_module.VERSION + 1)
    }


def test_it_is_listed(journal: Journal) -> None:
    line = query.match_line(journal, 1)
    assert line
    assert [each.match for each in query.open_matches(journal)] == [1]
    assert (line.white_points, line.black_points) == (2, 0)
    assert line.awaited == "Boris to play the 4"
    assert [each.match for each in query.all_matches(journal, 0, 9)] == [2, 1]
    finished = query.finished_games(journal, GameQuery())
    assert [(game.match, game.number) for game in finished] == [(2, 2), (2, 1), (1, 1)]
    assert [each.name for each in query.player_lines(journal)] == ["Anna", "Boris", "Cleo"]
    assert read_progress(journal, "Anna") == {"lesson/russian/1": "2026-03-05"}
    read_everything(journal, lambda games: None)


@pytest.mark.parametrize("arguments", [("matches", "--games"), ("statistics",), ("score", "1")])
def test_commands_list_it(journal: Journal, arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert (done.code, done.err) == (0, "")
    assert "Anna" in done.out


def test_it_is_resumed_and_played_on(journal: Journal) -> None:
    lock, table = MatchLock.acquire(journal, 1)
    assert table.undone, "a move was undone, and can be brought back"
    lock.save(table.redo())
    lock.release()
    assert MatchLock.acquire(journal, 1)[1].game == table.redo().game


@pytest.mark.parametrize("match", [1, 2])
def test_it_is_exported_as_ever(journal: Journal, match: int) -> None:
    transcript = (DUMPS / f"match_{match}.txt").read_text()
    assert run("export", str(match)).out == transcript
    assert write_transcript(read_transcript(transcript)) == transcript


def expect_counted(journal: Journal) -> None:
    """See that the figures of the games from the start are those that they amount to."""
    games = query.played_games(journal, GameQuery())
    assert [game.key for game in games] == [1, 4]
    for game in games:
        match, number = journal.find_game(game.key)
        record, _ = journal.read(match)
        summary = summarize(record.games[number - 1].history(record.rules))
        assert (game.white_side, game.black_side) == (summary.white, summary.black)


def test_its_figures_are_all_there(journal: Journal) -> None:
    expect_counted(journal)


# ---- figures that games lack


@pytest.mark.parametrize("figure", SideSummary._fields)
def test_a_figure_that_a_program_did_not_count_yet_is_counted_and_kept(figure: str) -> None:
    journal = restored("1")
    for column in FIGURES:
        change(journal, f"UPDATE game SET {column} = json_remove({column}, ?)", f"$.{figure}")
    expect_counted(journal)
    query = f"SELECT {', '.join(FIGURES)} FROM game WHERE id IN (1, 4)"
    for row in journal.select(lambda *texts: texts, query):
        assert all(figure in json.loads(text) for text in row), "nobody waits for it twice"


@pytest.mark.parametrize("lacking", [False, True])
def test_a_figure_of_a_later_program_stays(lacking: bool) -> None:
    """Two programs of different age may use one journal in turn."""
    journal = restored("1")
    change(journal, "UPDATE game SET white_figures = json_set(white_figures, '$.primes', 3)")
    if lacking:
        change(journal, "UPDATE game SET white_figures = json_remove(white_figures, '$.turns')")
    expect_counted(journal)
    found = "SELECT json_extract(white_figures, '$.primes', '$.turns') FROM game WHERE id = 1"
    assert journal.select(json.loads, found) == ([3, 6],)


@pytest.mark.parametrize("figures", [None, "", "{}", "[]", "null", "7", "[" * 100_000, '{"turns":'])
def test_figures_that_make_no_sense_are_counted(figures: str | None) -> None:
    journal = restored("1")
    change(journal, "UPDATE game SET white_figures = ?", figures)
    expect_counted(journal)


@pytest.mark.parametrize(("most", "saved"), [(1, [1]), (2, [])])
def test_who_stops_waiting_has_most_of_the_figures(
    monkeypatch: pytest.MonkeyPatch, most: int, saved: list[int]
) -> None:
    """Two games lack figures, and the second of them cannot be read."""
    monkeypatch.setattr(figures, "_AT_ONCE", most)
    journal = restored("1")
    change(journal, "UPDATE game SET white_figures = '{}'")
    change(journal, "DELETE FROM entry WHERE game = 4")
    with pytest.raises(JournalProblem):
        query.played_games(journal, GameQuery())
    counted = journal.select(int, "SELECT id FROM game WHERE white_figures LIKE '%turns%'")
    assert list(counted) == saved


def test_where_nothing_can_be_written_figures_are_counted_each_time() -> None:
    journal = restored("1_without_chains")
    expect_counted(journal)
    journal = Journal(journal.path)
    change(journal, "UPDATE game SET white_figures = '{}'")
    with closing(sqlite3.connect(journal.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        expect_counted(journal)
        expect_counted(journal)
    assert journal.select(str, "SELECT white_figures FROM game WHERE id = 1") == ("{}",)


def test_a_damaged_game_without_figures_is_damage() -> None:
    journal = restored("1")
    change(journal, "UPDATE game SET white_figures = '{}' WHERE id = 1")
    change(journal, "UPDATE entry SET text = 'throw 6-6' WHERE game = 1 AND number = 5")
    with trouble(Trouble.DAMAGED):
        query.played_games(journal, GameQuery())
