"""The tables, and how an older journal becomes a newer one."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from backgammon_tui.storage.journal import journal as journal_module
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.storage.journal.problems import JournalProblem, Trouble
from backgammon_tui.storage.journal.query import open_matches
from tests.engine.examples import B, rules_named
from tests.storage.journal.journals import (
    journal_in,
    kept,
    moved,
    other_program,
    table_for,
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
