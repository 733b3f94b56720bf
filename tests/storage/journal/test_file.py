from __future__ import annotations

import gc
import os
import shutil
import sqlite3
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from backgammon_tui.match.table import Table
from backgammon_tui.storage.journal import database, schema
from backgammon_tui.storage.journal.edits import end_match, restore
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.storage.journal.query import (
    all_matches,
    unfinished_matches,
)
from backgammon_tui.storage.transcripts import read_transcript
from backgammon_tui.words.problems import JournalProblem, MatchInUse, StorageErrorKind
from tests.cli.program import refusal, run, run_process
from tests.storage.journal.journals import (
    PAGE,
    fill,
    journal_in,
    kept,
    make_read_only,
    moved,
    other_program,
    table_for,
    trouble,
)
from tests.storage.transcripts.samples import SAMPLE

# ---- tables


def test_lines_are_never_changed(journal: Journal) -> None:
    kept(journal, moved(table_for()))
    with trouble(StorageErrorKind.DAMAGED), journal.writing() as db:
        db.execute("UPDATE line SET text = 'roll 6-6'")


def open_it(pipe: Connection, folder: Path) -> None:
    pipe.recv()
    pipe.send(unfinished_matches(journal := journal_in(folder)))
    with journal.reading():
        pass


def test_concurrent_creation_works(tmp_path: Path) -> None:
    for folder in (tmp_path / str(attempt) for attempt in range(5)):
        with other_program(open_it, folder) as first, other_program(open_it, folder) as two:
            first.pipe.send("go")
            two.pipe.send("go")
            assert (first.pipe.recv(), two.pipe.recv()) == ((), ())
            first.join()
            two.join()


# ---- foreign files and paths


VERSION = schema.VERSION
OTHER_TABLES = "ALTER TABLE review DROP COLUMN actions; PRAGMA user_version = "


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (f"{OTHER_TABLES}0", StorageErrorKind.OTHER_VERSION),
        *((f"{OTHER_TABLES}{VERSION + more}", StorageErrorKind.NEWER_VERSION) for more in (1, 99)),
        ("CREATE TABLE match (id)", StorageErrorKind.OTHER_VERSION),
        ("PRAGMA user_version = 1", StorageErrorKind.OTHER_VERSION),
        ("PRAGMA application_id = 7", StorageErrorKind.OTHER_VERSION),
        (b"x" * 5000, StorageErrorKind.DAMAGED),
        (b"\0" * 5000, StorageErrorKind.DAMAGED),
        (b"SQLite format 3", StorageErrorKind.DAMAGED),
    ],
)
def test_foreign_file_is_left_unchanged(
    journal: Journal, content: str | bytes, expected: StorageErrorKind
) -> None:
    if isinstance(content, bytes):
        journal.path.write_bytes(content)
    else:
        if content.startswith(OTHER_TABLES):
            kept(journal, moved(table_for()))
            journal.close()
        with closing(sqlite3.connect(journal.path)) as db:
            db.executescript(content)
    before = journal.path.read_bytes()
    for use in (unfinished_matches, lambda journal: MatchLock(journal).save(moved(table_for()))):
        with trouble(expected):
            use(journal)
    assert journal.path.read_bytes() == before


def test_impossible_path_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    monkeypatch.chdir(tmp_path)
    nowhere = Journal(Path("~/.local/journal.sqlite"))
    assert unfinished_matches(nowhere) == ()
    for journal in (Journal(tmp_path / "folder"), Journal(tmp_path / "file/journal"), nowhere):
        for use in (
            lambda journal: MatchLock(journal).save(moved(table_for())),
            lambda journal: MatchLock.acquire(journal, 1),
        ):
            with trouble(StorageErrorKind.CANNOT_WRITE):
                use(journal)
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "folder", "match-1.lock"]


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o777])
@pytest.mark.skipif(os.name == "nt", reason="permissions are others there")
def test_files_are_private(tmp_path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        lock = MatchLock(journal := journal_in(tmp_path / "folder"))
        lock.save(moved(table_for()))
    finally:
        os.umask(before)
    files = [Path(f"{journal.path}{ending}") for ending in ("", "-wal", "-shm")]
    files += tmp_path.rglob("match-*.lock")
    modes = [stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "folder", *files)]
    assert modes == [0o700, *[0o600] * 4]


# ---- errors during a game


class Game:
    """A game in which an error occurs."""

    def __init__(self, folder: Path) -> None:
        self.journal = journal_in(folder)
        self.lock = MatchLock(self.journal)
        self.table = moved(table_for())
        self.lock.save(self.table)

    def play_on(self) -> None:
        self.table = moved(self.table, 2)
        self.lock.save(self.table)

    def expect_kept(self, table: Table) -> None:
        """Assert that another program would find the match in this state."""
        assert self.lock.match
        record = Journal(self.journal.path).read(self.lock.match).record
        assert record.games[-1].effective_actions == table.actions

    def expect_nothing_lost(self, expected: StorageErrorKind, end: Callable[[], object]) -> None:
        """Assert that a problem loses nothing, and that everything is saved once it is over."""
        before = self.table
        for _ in range(2):
            with trouble(expected):
                self.play_on()
        end()
        self.expect_kept(before)
        self.lock.save(self.table)
        self.expect_kept(self.table)
        self.play_on()
        self.expect_kept(self.table)


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.setattr(database, "PATIENCE", 0.05)
    return Game(tmp_path)


def test_program_waits_for_a_locked_file(game: Game) -> None:
    with closing(sqlite3.connect(game.journal.path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        game.expect_nothing_lost(StorageErrorKind.LOCKED, lambda: other.execute("ROLLBACK"))


def test_save_waits_only_for_its_patience(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "PATIENCE", 60)
    lock, table = MatchLock(journal), moved(table_for())
    lock.save(table)
    with closing(sqlite3.connect(journal.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        begun = time.monotonic()
        with trouble(StorageErrorKind.LOCKED):
            lock.save(moved(table), patience=0)
        assert time.monotonic() - begun < 30


def test_rollback_journal_is_used_without_wal(game: Game) -> None:
    """Network folders cause this; here another program prevents the change."""
    game.journal.close()
    with closing(sqlite3.connect(game.journal.path, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = DELETE")
        other.execute("BEGIN")
        other.execute("SELECT * FROM match").fetchall()
        assert unfinished_matches(game.journal)[0].match == game.lock.match
    game.play_on()
    game.expect_kept(game.table)
    with game.journal.reading() as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_full_database_is_reported(game: Game) -> None:
    with game.journal.reading() as db:
        db.execute("PRAGMA max_page_count = 1")
    before = game.table
    with trouble(StorageErrorKind.CANNOT_WRITE):
        while True:
            before = game.table
            game.play_on()
    game.expect_kept(before)
    game.journal.close()
    game.lock.save(game.table)
    game.expect_kept(game.table)


def test_folders_and_damaged_files_are_detected(game: Game) -> None:
    path, aside = game.journal.path, game.journal.path.with_name("aside")

    def restore() -> None:
        path.rmdir()
        aside.rename(path)

    game.journal.close()
    path.rename(aside)
    path.mkdir()
    game.expect_nothing_lost(StorageErrorKind.CANNOT_WRITE, restore)
    game.journal.close()
    gc.collect()  # The last connection writes everything into the file when it is closed.
    whole = path.read_bytes()
    path.write_bytes(whole[:PAGE] + bytes(len(whole) - PAGE))
    game.expect_nothing_lost(StorageErrorKind.DAMAGED, lambda: path.write_bytes(whole))


# ---- permissions

NOBODY = 65534


def _use_as_nobody(pipe: Connection, journal: Journal, match: int | None) -> None:
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
    """Return a folder that everybody can read."""
    folder = Path(tempfile.mkdtemp())
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


@pytest.mark.parametrize(
    ("folder_mode", "file_mode", "searched_ahead", "played"),
    [
        (0o555, None, None, StorageErrorKind.CANNOT_WRITE),
        (0o700, None, StorageErrorKind.CANNOT_WRITE, StorageErrorKind.CANNOT_WRITE),
        (0o700, 0o600, StorageErrorKind.CANNOT_WRITE, StorageErrorKind.CANNOT_WRITE),
        (0o777, 0o600, StorageErrorKind.CANNOT_WRITE, StorageErrorKind.CANNOT_WRITE),
        (0o777, 0o444, None, StorageErrorKind.CANNOT_WRITE),
        (0o555, 0o444, None, StorageErrorKind.CANNOT_WRITE),
        (0o777, 0o666, None, None),
    ],
)
def test_missing_permissions_are_reported(
    open_folder: Path,
    folder_mode: int,
    file_mode: int | None,
    searched_ahead: StorageErrorKind | None,
    played: StorageErrorKind | None,
) -> None:
    journal = journal_in(open_folder)
    match = kept(journal, moved(table_for())) if file_mode else None
    journal.close()
    for lock in open_folder.glob("*.lock"):
        lock.unlink()
    if file_mode:
        journal.path.chmod(file_mode)
    open_folder.chmod(folder_mode if os.geteuid() == 0 else folder_mode & 0o577)
    with other_program(_use_as_nobody, journal, match) as other:
        assert (other.pipe.recv(), other.pipe.recv()) == (searched_ahead, played)
        other.join()


# ---- full and read-only disks


def test_disk_full_from_the_start_is_reported(small_disk: Path) -> None:
    film = fill(small_disk)
    table, lock = moved(table_for()), MatchLock(journal_in(small_disk))
    with trouble(StorageErrorKind.CANNOT_WRITE):
        lock.save(table)
    film.unlink()
    lock.save(table)
    lock.release()
    assert lock.match == 1
    assert MatchLock.acquire(journal_in(small_disk), 1)[1] == table


def test_full_disk_keeps_backups_and_damaged_files(small_disk: Path) -> None:
    game = Game(small_disk)
    game.journal.back_up(datetime(2026, 3, 1, tzinfo=UTC))
    table = game.table
    game.play_on()
    game.lock.release()
    backups = small_disk / "backups"
    before = {path.name: path.read_bytes() for path in backups.iterdir()}
    film = fill(small_disk)
    with trouble(StorageErrorKind.CANNOT_WRITE):
        game.journal.back_up()
    game.journal.close()
    game.journal.path.write_bytes(damaged := b"no database" * 1000)
    fill(small_disk)
    with trouble(StorageErrorKind.CANNOT_WRITE):
        restore(game.journal)
    assert game.journal.path.read_bytes() == damaged
    assert {path.name: path.read_bytes() for path in backups.iterdir()} == before
    film.unlink()
    restore(game.journal)
    assert MatchLock.acquire(game.journal, 1)[1] == table
    game.journal.back_up()


def write_ahead(pipe: Connection, folder: Path, table: Table) -> None:
    """Save a match and stay, so it is only in the write-ahead log."""
    MatchLock(journal_in(folder)).save(table)
    pipe.send("written")
    pipe.recv()


def leave(folder: Path, table: Table, *, is_killed: bool) -> None:
    """Save a match in a program that closes the journal, or is killed before."""
    if not is_killed:
        journal = journal_in(folder)
        kept(journal, table)
        journal.close()
        return
    with other_program(write_ahead, folder, table) as other:
        other.pipe.recv()
        other.kill()
    (folder / "journal.sqlite-shm").unlink()


@pytest.mark.parametrize("is_killed", [False, True])
@pytest.mark.parametrize("room", [0, 4, 16, 28])
def test_journal_is_readable_on_a_full_disk(small_disk: Path, room: int, is_killed: bool) -> None:
    table = moved(table_for(), 3)
    leave(small_disk, table, is_killed=is_killed)
    film = fill(small_disk)
    os.truncate(film, film.stat().st_size - room * 1024)
    with journal_in(small_disk) as journal:
        assert [line.match for line in unfinished_matches(journal)] == [1]
        lock, loaded = MatchLock.acquire(journal, 1)
        assert loaded == table
        if room == 0:
            with trouble(StorageErrorKind.CANNOT_WRITE):
                lock.save(moved(loaded))
        film.unlink()
        lock.save(moved(loaded))
        lock.release()
    assert MatchLock.acquire(journal_in(small_disk), 1)[1] == moved(table)


@pytest.mark.parametrize("is_killed", [False, True])
def test_journal_is_readable_on_a_read_only_disk(small_disk: Path, is_killed: bool) -> None:
    table = moved(table_for(), 3)
    leave(small_disk, table, is_killed=is_killed)
    make_read_only(small_disk)
    with journal_in(small_disk) as journal:
        assert [line.match for line in all_matches(journal, 0, 9)] == [1]
        with trouble(StorageErrorKind.CANNOT_WRITE):
            end_match(journal, 1)
        lock, loaded = MatchLock.acquire(journal, 1)
        assert loaded == table
        assert lock.read_only_reason
        assert lock.read_only_reason.kind is StorageErrorKind.CANNOT_WRITE
        with trouble(StorageErrorKind.CANNOT_WRITE):
            lock.save(moved(loaded))
        make_read_only(small_disk, "rw")
        lock.save(moved(loaded))
        assert lock.read_only_reason is None
        with trouble(MatchInUse):
            MatchLock.acquire(journal, 1)


def test_commands_can_read_on_a_full_disk(small_disk: Path) -> None:
    leave(small_disk, moved(table_for(white="Anna")), is_killed=False)
    fill(small_disk)
    for arguments in (["matches"], ["export", "1"], ["resume", "--plain"], ["score", "1"]):
        done = run_process("--folder", str(small_disk), *arguments)
        assert (done.code, done.err) == (0, "")
        assert "Anna" in done.out
    done = run_process("--folder", str(small_disk), "import", "-", typed=SAMPLE)
    assert (done.code, "the disk is full" in done.err) == (1, True)


def test_read_only_disk_allows_unsaved_play(small_disk: Path) -> None:
    leave(small_disk, moved(table_for(fair=False)), is_killed=False)
    make_read_only(small_disk)
    resume = ("--folder", str(small_disk), "resume", "--plain")
    text = " ".join(run_process(*resume, typed="undo\nno\n").out.split())
    assert text.startswith("Nothing can be saved here; you will be asked whether to play on")
    assert "Not done, because it cannot be saved. The records file cannot be written" in text
    assert "From here on nothing is saved" not in text
    assert "From here on nothing is saved" in run_process(*resume, typed="undo\nunsaved\n").out


def test_export_to_a_full_disk_names_the_file_and_leaves_nothing(
    small_disk: Path, tmp_path: Path
) -> None:
    leave(tmp_path / "data", moved(table_for()), is_killed=False)
    film, target = fill(small_disk), small_disk / "match.txt"
    data = ("--folder", str(tmp_path / "data"))
    assert refusal(*data, "export", "1", str(target), code=1) == (
        f"{target}: No space left on device"
    )
    done = run(*data, "french", "--plain", "--transcript", str(target), typed="roll\n")
    assert (done.code, done.err) == (1, f"backgammon-tui: {target}: No space left on device\n")
    assert [path.name for path in small_disk.iterdir()] == ["film"]
    film.unlink()
    assert run(*data, "export", "1", str(target)).code == 0
    assert read_transcript(target.read_text(encoding="utf-8")).black == "; Bo ; --to 5"
