"""The tables of a journal."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from multiprocessing.connection import Connection
from pathlib import Path

from backgammon_tui.storage.journal import journal as journal_module
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.storage.journal.problems import Trouble
from backgammon_tui.storage.journal.query import open_matches
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
            "SELECT name, strict FROM pragma_table_list WHERE name NOT LIKE 'sqlite%'"
        )
        assert dict(tables) == dict.fromkeys(
            ("player", "match", "game", "entry", "seed", "progress", "review"), 1
        )


def test_an_entry_is_never_changed(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    kept(journal, moved(table_for()))
    with trouble(Trouble.DAMAGED), journal.writing() as db:
        db.execute("UPDATE entry SET text = 'throw 6-6'")


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
