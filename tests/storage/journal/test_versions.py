"""The tables of a journal."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from backgammon_tui.stats import summarize
from backgammon_tui.storage.journal import journal as journal_module
from backgammon_tui.storage.journal.backups import is_sound
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.lesson_progress import read_progress
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.storage.journal.query import (
    GameQuery,
    finished_games,
    played_games,
    player_lines,
    unfinished_matches,
)
from backgammon_tui.storage.transcripts import read_transcript, write_transcript
from backgammon_tui.words.storage_problems import StorageErrorKind
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


def test_a_new_journal_says_what_it_is(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    make(journal)
    assert version(journal.path) == journal_module.VERSION
    with closing(sqlite3.connect(journal.path)) as db:
        assert db.execute("PRAGMA application_id").fetchone() == (0x42474D31,)
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert journal.path.read_bytes()[68:72] == b"BGM1"


def test_all_tables_are_strict(tmp_path: Path) -> None:
    make(journal := journal_in(tmp_path))
    with closing(sqlite3.connect(journal.path)) as db:
        tables = db.execute(
            "SELECT name, strict FROM pragma_table_list"
            " WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        )
        assert dict(tables) == dict.fromkeys(
            ("player", "match", "line", "game", "seed", "progress", "review"), 1
        )


def test_a_line_is_never_changed(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    kept(journal, moved(table_for()))
    with trouble(StorageErrorKind.DAMAGED), journal.writing() as db:
        db.execute("UPDATE line SET text = 'roll 6-6'")


def open_it(pipe: Connection, folder: Path) -> None:
    """Open a journal that is not there yet, at the same time as others do."""
    pipe.recv()
    journal = journal_in(folder)
    make(journal)
    pipe.send(unfinished_matches(journal))


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


# ---- a journal that was written once


DUMPS = Path(__file__).parents[2] / "data" / "journals"


@pytest.fixture
def written(tmp_path: Path) -> Journal:
    """A journal of two matches, as the program has once left it."""
    journal = journal_in(tmp_path)
    journal.path.parent.mkdir(exist_ok=True)
    with closing(sqlite3.connect(journal.path)) as db:
        db.executescript((DUMPS / f"{journal_module.VERSION}.sql").read_text())
    return journal


def schema(path: Path) -> set[tuple[str, str]]:
    with closing(sqlite3.connect(path)) as db:
        return set(db.execute("SELECT name, sql FROM sqlite_master"))


def test_with_other_tables_comes_another_version(tmp_path: Path, written: Journal) -> None:
    make(new := Journal(tmp_path / "new.sqlite"))
    assert schema(new.path) == schema(written.path)


def test_it_is_listed(written: Journal) -> None:
    assert [line.match for line in unfinished_matches(written)] == [1]
    finished = finished_games(written, GameQuery())
    assert [(game.match, game.number) for game in finished] == [(2, 2), (2, 1), (1, 2), (1, 1)]
    assert [line.name for line in player_lines(written)] == ["Anna", "Boris", "Cleo"]
    assert read_progress(written, "Anna") == {"lesson/russian/1": "2026-03-05"}
    assert is_sound(written.path)


@pytest.mark.parametrize("match", [1, 2])
def test_it_is_exported_as_ever(written: Journal, match: int) -> None:
    transcript = (DUMPS / f"match_{match}.txt").read_text()
    assert write_transcript(written.read(match).record) == transcript
    assert write_transcript(read_transcript(transcript)) == transcript


def test_it_is_resumed_and_played_on(written: Journal) -> None:
    lock, table = MatchLock.acquire(written, 1)
    assert table.undone, "a move was undone, and can be brought back"
    lock.save(table.redo())
    lock.release()
    assert MatchLock.acquire(written, 1)[1].game == table.redo().game


def test_its_figures_are_those_of_its_games(written: Journal) -> None:
    for game in played_games(written, GameQuery()):
        match, number = written.find_game(game.key)
        record = written.read(match).record
        summary = summarize(record.games[number - 1].history(record.rules))
        assert (game.white_side, game.black_side) == (summary.white, summary.black)
