"""The tables, and how an older journal becomes a newer one."""

from __future__ import annotations

import os
import signal
import sqlite3
from contextlib import closing
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from backgammon_tui.storage.journal import schema
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.storage.journal.problems import JournalProblem, Trouble
from backgammon_tui.storage.journal.query import open_matches
from tests.engine.examples import B, rules_named
from tests.storage.journal.journals import journal_in, kept, moved, other_program, table_for

VERSION_1 = """
    CREATE TABLE player (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        folded TEXT NOT NULL UNIQUE        -- the name without regard to case
    );
    CREATE TABLE match (
        id INTEGER PRIMARY KEY,
        ruleset TEXT NOT NULL,
        changes TEXT NOT NULL,             -- changed table rules, NAME=VALUE line by line
        white INTEGER NOT NULL REFERENCES player,
        black INTEGER NOT NULL REFERENCES player,
        date TEXT NOT NULL,                -- the day on which it began
        length INTEGER,                    -- the points that win it; none if open-ended
        state TEXT NOT NULL,               -- playing, between, won or abandoned
        awaited TEXT NOT NULL,             -- what the present game waits for, for lists
        touched TEXT NOT NULL              -- when something was last done, UTC
    );
    CREATE INDEX match_open ON match (touched) WHERE state = 'playing';
    CREATE INDEX match_touched ON match (touched);
    CREATE INDEX match_white ON match (white, touched);
    CREATE INDEX match_black ON match (black, touched);
    CREATE TABLE game (
        id INTEGER PRIMARY KEY,
        match INTEGER NOT NULL REFERENCES match ON DELETE CASCADE,
        number INTEGER NOT NULL,           -- in the match, from 1
        dice TEXT NOT NULL,                -- fair or typed
        commitment TEXT NOT NULL,
        white_word TEXT NOT NULL,
        black_word TEXT NOT NULL,
        first TEXT,                        -- W or B where it throws first without an opening
        situation TEXT,                    -- where the game began, if not at the start
        checksum INTEGER NOT NULL,         -- of the columns above, the rules and the entries
        ending TEXT,                       -- from here on once the result is accepted
        winner TEXT,
        points INTEGER,
        starter TEXT,                      -- whose turn was the first
        finished TEXT,                     -- when, UTC
        white_figures TEXT,                -- computed from the game, for statistics
        black_figures TEXT,
        UNIQUE (match, number)
    );
    CREATE INDEX game_finished ON game (finished) WHERE ending IS NOT NULL;
    CREATE INDEX game_result ON game (match, winner, points) WHERE ending IS NOT NULL;
    CREATE INDEX game_open ON game (match) WHERE ending IS NULL;
    CREATE INDEX game_commitment ON game (commitment) WHERE commitment <> '';
    CREATE TABLE entry (
        game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
        number INTEGER NOT NULL,           -- in the game, from 1
        text TEXT NOT NULL,
        PRIMARY KEY (game, number)
    ) WITHOUT ROWID;
    CREATE TABLE seed (
        game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
        commitment TEXT NOT NULL,
        seed TEXT NOT NULL,                -- secret until the game is accepted
        PRIMARY KEY (game, commitment)
    ) WITHOUT ROWID;
    CREATE TABLE progress (
        player TEXT NOT NULL,              -- the name of who learns, without regard to case
        item TEXT NOT NULL,                -- what is learnt, such as lesson/russian/1
        data TEXT NOT NULL,                -- how far it has come
        PRIMARY KEY (player, item)
    ) WITHOUT ROWID;
    """
"""The tables of every journal of version 1: they never change."""


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


def test_version_1_stays_as_it_was() -> None:
    """Other tables need a migration."""
    assert schema._MIGRATIONS[0] == VERSION_1


def test_a_journal_of_version_1_is_read(tmp_path: Path) -> None:
    """As it was made then, statement by statement."""
    journal = journal_in(tmp_path)
    with closing(sqlite3.connect(journal.path)) as db:
        db.executescript(VERSION_1)
        db.execute("PRAGMA user_version = 1")
        db.execute(f"PRAGMA application_id = {0x42474D4E}")
    number, table = kept(journal, moved(table_for())), moved(table_for())
    assert MatchLock.acquire(journal, number)[1] == table


def test_a_new_journal_says_what_it_is(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    make(journal)
    assert version(journal.path) == schema.VERSION
    with closing(sqlite3.connect(journal.path)) as db:
        assert db.execute("PRAGMA application_id").fetchone() == (0x42474D4E,)
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert journal.path.read_bytes()[68:72] == b"BGMN"


def test_a_database_of_another_program_is_no_newer_journal(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    with closing(sqlite3.connect(journal.path)) as db:
        db.execute("PRAGMA user_version = 9")
        db.execute("CREATE TABLE song (title TEXT)")
    with pytest.raises(JournalProblem) as caught:
        make(journal)
    assert caught.value.trouble is Trouble.DAMAGED
    assert tables(journal.path) == {"song"}


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
    monkeypatch.setattr(schema, "_MIGRATIONS", (*schema._MIGRATIONS, statements))
    monkeypatch.setattr(schema, "VERSION", 2)


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


def migrate_and_die(_: Connection, path: Path) -> None:
    """Begin to make a journal anew, and never end it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.create_function("die", 0, lambda: os.kill(os.getpid(), signal.SIGKILL))
        statements = (
            "CREATE TABLE note (text TEXT);\n SELECT die();\n CREATE TABLE more (text TEXT)"
        )
        vars(schema).update(_MIGRATIONS=(*schema._MIGRATIONS, statements), VERSION=2)
        schema._migrate(db, path)


def test_a_migration_that_is_killed_leaves_the_version_before(tmp_path: Path) -> None:
    journal, table = journal_in(tmp_path), moved(table_for())
    number = kept(journal, table)
    journal.close()
    with other_program(migrate_and_die, journal.path) as other:
        assert other.ended() == -signal.SIGKILL
    assert version(journal.path) == 1
    assert "note" not in tables(journal.path)
    assert MatchLock.acquire(journal, number)[1] == table


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
