"""Problems with the file are told in one sentence, and nothing is lost."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from backgammon_tui.match.table import Table
from backgammon_tui.storage.journal import journal as journal_module
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.storage.journal.problems import JournalProblem
from backgammon_tui.storage.journal.query import unfinished_matches
from backgammon_tui.words.storage_problems import StorageErrorKind
from tests.storage.journal.journals import (
    PAGE,
    journal_in,
    kept,
    moved,
    other_program,
    table_for,
    trouble,
)


class Game:
    """A game in the middle of which something goes wrong."""

    def __init__(self, folder: Path) -> None:
        self.journal = journal_in(folder)
        self.lock = MatchLock(self.journal)
        self.table = moved(table_for())
        self.lock.save(self.table)

    def goes_on(self) -> None:
        """Make two more moves; without trouble they are kept."""
        self.table = moved(self.table, 2)
        self.lock.save(self.table)

    def expect_kept(self, table: Table) -> None:
        """See that another program would find the match so."""
        assert self.lock.match
        record = Journal(self.journal.path).read(self.lock.match).record
        assert record.games[-1].effective_actions == table.actions

    def expect_trouble_and_go_on(
        self, expected: StorageErrorKind, end: Callable[[], object]
    ) -> None:
        """See that nothing is lost by a trouble, and that all is kept when it has ended."""
        before = self.table
        with trouble(expected):
            self.goes_on()
        with trouble(expected):
            self.goes_on()
        end()
        self.expect_kept(before)
        self.lock.save(self.table)
        self.expect_kept(self.table)
        self.goes_on()
        self.expect_kept(self.table)


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.setattr(journal_module, "PATIENCE", 0.05)
    return Game(tmp_path)


# ---- whose file it is


@pytest.mark.parametrize("number", [0, 2, 99])
def test_a_journal_of_another_version_is_left_alone(tmp_path: Path, number: int) -> None:
    kept(journal_in(tmp_path), moved(table_for()))
    journal = journal_in(tmp_path)
    with closing(sqlite3.connect(journal.path)) as db:
        db.execute("ALTER TABLE review DROP COLUMN actions")
        db.execute(f"PRAGMA user_version = {number}")
    before = journal.path.read_bytes()
    with trouble(StorageErrorKind.OTHER_VERSION):
        unfinished_matches(journal)
    with trouble(StorageErrorKind.OTHER_VERSION):
        MatchLock(journal).save(moved(table_for()))
    assert journal.path.read_bytes() == before


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE match (id)",
        "PRAGMA user_version = 1",
        "PRAGMA application_id = 7",
        "PRAGMA user_version = 99",
    ],
)
def test_a_database_of_another_program_is_left_alone(journal: Journal, statement: str) -> None:
    with closing(sqlite3.connect(journal.path)) as db:
        db.execute(statement)
    before = journal.path.read_bytes()
    with trouble(StorageErrorKind.OTHER_VERSION):
        unfinished_matches(journal)
    with trouble(StorageErrorKind.OTHER_VERSION):
        MatchLock(journal).save(moved(table_for()))
    assert journal.path.read_bytes() == before


@pytest.mark.parametrize("data", [b"x" * 5000, b"\0" * 5000, os.urandom(9000), b"SQLite format 3"])
def test_what_is_no_database_is_left_alone(journal: Journal, data: bytes) -> None:
    journal.path.write_bytes(data)
    with trouble(StorageErrorKind.DAMAGED):
        unfinished_matches(journal)
    assert journal.path.read_bytes() == data


def test_an_empty_file_becomes_a_journal(journal: Journal) -> None:
    journal.path.touch()
    assert unfinished_matches(journal) == ()
    kept(journal, moved(table_for()))


# ---- where it is


def test_a_folder_of_its_name_cannot_be_opened(journal: Journal) -> None:
    journal.path.mkdir()
    with trouble(StorageErrorKind.CANNOT_USE):
        unfinished_matches(journal)
    with trouble(StorageErrorKind.CANNOT_USE):
        MatchLock(journal).save(moved(table_for()))


def test_a_file_where_its_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "folder").touch()
    journal = Journal(tmp_path / "folder" / "journal.sqlite")
    with trouble(StorageErrorKind.CANNOT_USE):
        MatchLock(journal).save(moved(table_for()))


def test_without_a_home_there_is_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    journal = Journal(Path("~/.local/journal.sqlite"))
    assert unfinished_matches(journal) == ()
    for use in (
        lambda: MatchLock(journal).save(moved(table_for())),
        lambda: MatchLock.acquire(journal, 1),
    ):
        with trouble(StorageErrorKind.CANNOT_USE):
            use()
    assert not list(tmp_path.iterdir())


def test_a_path_is_shown_harmless(tmp_path: Path) -> None:
    problem = JournalProblem(StorageErrorKind.CANNOT_USE, tmp_path / "\x1b[2J", "\x07")
    assert "\\x1b[2J" in str(problem)
    assert str(problem).isprintable()


# ---- in the middle of a game


def test_a_file_that_is_locked_can_be_waited_for(game: Game) -> None:
    with closing(sqlite3.connect(game.journal.path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        game.expect_trouble_and_go_on(StorageErrorKind.LOCKED, lambda: other.execute("ROLLBACK"))


def test_a_file_that_is_locked_altogether_cannot_be_opened(game: Game) -> None:
    game.journal.close()
    with closing(sqlite3.connect(game.journal.path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with trouble(StorageErrorKind.LOCKED):
            unfinished_matches(game.journal)
        game.expect_trouble_and_go_on(StorageErrorKind.LOCKED, other.close)


def test_where_nothing_can_be_written_ahead_the_old_way_remains(game: Game) -> None:
    """As in network folders; here another program does not let the way be changed."""
    game.journal.close()
    with closing(sqlite3.connect(game.journal.path, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = DELETE")
        other.execute("BEGIN")
        other.execute("SELECT * FROM match").fetchall()
        assert unfinished_matches(game.journal)[0].match == game.lock.match
    game.goes_on()
    game.expect_kept(game.table)
    with game.journal.reading() as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_a_database_that_may_not_grow(game: Game) -> None:
    with game.journal.reading() as db:
        db.execute("PRAGMA max_page_count = 1")
    with trouble(StorageErrorKind.FULL):
        for _ in range(200):
            before = game.table
            game.goes_on()
    game.expect_kept(before)
    game.lock.save(game.table)
    game.expect_kept(game.table)


NOBODY = 65534


def _use_as_nobody(pipe: Connection, journal: Journal, match: int | None) -> None:
    """Use a journal as somebody who may not do everything; say which trouble there is."""
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)

    def play_on() -> None:
        if match is None:
            MatchLock(journal).save(moved(table_for()))
        else:
            lock, table = MatchLock.acquire(journal, match)
            lock.save(moved(table))

    for use in (lambda: unfinished_matches(journal), play_on):
        try:
            use()
            pipe.send(None)
        except JournalProblem as problem:
            pipe.send(problem.kind)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everybody can see into, as those of the tests are not."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


@pytest.mark.parametrize(
    ("is_there", "folder_mode", "file_mode", "looked_at", "played"),
    [
        (False, 0o555, 0, None, StorageErrorKind.CANNOT_USE),
        (False, 0o700, 0, StorageErrorKind.CANNOT_USE, StorageErrorKind.CANNOT_USE),
        (True, 0o700, 0o600, StorageErrorKind.CANNOT_USE, StorageErrorKind.CANNOT_USE),
        (True, 0o777, 0o600, StorageErrorKind.CANNOT_USE, StorageErrorKind.CANNOT_USE),
        (True, 0o777, 0o444, None, StorageErrorKind.CANNOT_WRITE),
        (True, 0o555, 0o444, None, StorageErrorKind.CANNOT_WRITE),
        (True, 0o777, 0o666, None, None),
    ],
)
def test_what_one_may_not_do(
    open_folder: Path,
    is_there: bool,
    folder_mode: int,
    file_mode: int,
    looked_at: StorageErrorKind | None,
    played: StorageErrorKind | None,
) -> None:
    journal = journal_in(open_folder)
    match = kept(journal, moved(table_for())) if is_there else None
    journal.close()
    for lock in open_folder.glob("*.lock"):
        lock.unlink()
    if is_there:
        journal.path.chmod(file_mode)
    owner = 0 if os.geteuid() == 0 else os.geteuid()
    os.chown(open_folder, owner, -1)
    open_folder.chmod(folder_mode if os.geteuid() == 0 else folder_mode & 0o577)
    with other_program(_use_as_nobody, journal, match) as other:
        assert (other.pipe.recv(), other.pipe.recv()) == (looked_at, played)
        other.join()


def test_a_folder_that_has_become_read_only(game: Game) -> None:
    """Only another user than root notices; the file is exchanged for a folder instead."""
    path, aside = game.journal.path, game.journal.path.with_name("aside")
    game.journal.close()
    path.rename(aside)
    path.mkdir()

    def restore() -> None:
        path.rmdir()
        aside.rename(path)

    game.expect_trouble_and_go_on(StorageErrorKind.CANNOT_USE, restore)


def test_damage_in_the_middle_of_a_game_is_noticed(game: Game) -> None:
    game.journal.close()
    whole = game.journal.path.read_bytes()
    game.journal.path.write_bytes(whole[:PAGE] + bytes(len(whole) - PAGE))

    def repair() -> None:
        game.journal.path.write_bytes(whole)

    game.expect_trouble_and_go_on(StorageErrorKind.DAMAGED, repair)
