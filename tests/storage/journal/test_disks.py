"""Disks with no room and disks that cannot be written to; only root can make them."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from backgammon_tui.match.table import Table
from backgammon_tui.storage.journal.backups import back_up
from backgammon_tui.storage.journal.edits import abandon_match, restore
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.storage.journal.query import all_matches, unfinished_matches
from backgammon_tui.words.storage_problems import StorageErrorKind
from tests.cli.program import run_process
from tests.storage.journal.journals import (
    PAGE,
    journal_in,
    kept,
    moved,
    other_program,
    table_for,
    trouble,
)
from tests.storage.journal.test_trouble import Game
from tests.storage.transcripts.samples import SAMPLE


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk with little room; only root can make one."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", str(disk)]
    if not shutil.which("mount") or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("no small disk can be mounted here")
    yield disk
    subprocess.run(["umount", "--lazy", str(disk)], check=True)


def fill(path: Path) -> None:
    """Write a file until the disk is full."""
    with suppress(OSError), path.open("ab", 0) as file:
        while True:
            file.write(bytes(PAGE))


def test_a_full_disk(small_disk: Path) -> None:
    game = Game(small_disk)
    before = game.table
    fill(small_disk / "film")
    with trouble(StorageErrorKind.FULL):
        while True:
            before = game.table
            game.goes_on()
    game.expect_kept(before)
    (small_disk / "film").unlink()
    game.lock.save(game.table)
    game.expect_kept(game.table)


def test_a_disk_that_is_full_from_the_first(small_disk: Path) -> None:
    fill(small_disk / "film")
    journal, table = journal_in(small_disk), moved(table_for())
    lock = MatchLock(journal)
    with trouble(StorageErrorKind.FULL):
        lock.save(table)
    (small_disk / "film").unlink()
    lock.save(table)
    assert lock.match == 1
    lock.release()
    assert MatchLock.acquire(journal, 1)[1] == table


def test_on_a_full_disk_no_backup_is_made_and_none_goes(small_disk: Path) -> None:
    game = Game(small_disk)
    back_up(game.journal, datetime(2026, 3, 1, tzinfo=UTC))
    game.goes_on()
    before = {path.name: path.read_bytes() for path in (small_disk / "backups").iterdir()}
    fill(small_disk / "film")
    with trouble(StorageErrorKind.FULL):
        back_up(game.journal)
    assert {p.name: p.read_bytes() for p in (small_disk / "backups").iterdir()} == before
    (small_disk / "film").unlink()
    back_up(game.journal)
    assert len(list((small_disk / "backups").iterdir())) == 2


def test_on_a_full_disk_damaged_records_stay_as_they_are(small_disk: Path) -> None:
    journal = journal_in(small_disk)
    table = moved(table_for())
    number = kept(journal, table)
    back_up(journal)
    journal.close()
    journal.path.write_bytes(b"no database" * 5000)
    damaged = journal.path.read_bytes()
    fill(small_disk / "film")
    with trouble(StorageErrorKind.FULL):
        restore(journal)
    assert journal.path.read_bytes() == damaged
    (small_disk / "film").unlink()
    restore(journal)
    assert MatchLock.acquire(journal, number)[1] == table


# ---- what is kept is read all the same


def write_ahead(pipe: Connection, folder: Path, table: Table) -> None:
    """Keep a match, and stay, so that it is not in the file itself yet."""
    MatchLock(journal_in(folder)).save(table)
    pipe.send("written")
    pipe.recv()


def leave(folder: Path, table: Table, *, is_killed: bool) -> None:
    """Keep a match in a program that closes the journal, or that is killed before."""
    if not is_killed:
        journal = journal_in(folder)
        kept(journal, table)
        journal.close()
        return
    with other_program(write_ahead, folder, table) as other:
        other.pipe.recv()
        other.kill()
    (folder / "journal.sqlite-shm").unlink()


def make_read_only(disk: Path, way: str = "ro") -> None:
    for lock in disk.glob("*.lock"):
        lock.unlink()
    subprocess.run(["mount", "-o", f"remount,{way}", str(disk)], check=True)


@pytest.mark.parametrize("is_killed", [False, True])
@pytest.mark.parametrize("room", [0, 4, 16, 28])
def test_a_full_disk_is_read(small_disk: Path, room: int, is_killed: bool) -> None:
    table = moved(table_for(), 3)
    leave(small_disk, table, is_killed=is_killed)
    film = small_disk / "film"
    fill(film)
    os.truncate(film, film.stat().st_size - room * 1024)
    with Journal(small_disk / "journal.sqlite") as journal:
        assert [line.match for line in unfinished_matches(journal)] == [1]
        assert journal.read(1).record.games[0].effective_actions == table.actions
        lock, found = MatchLock.acquire(journal, 1)
        assert found == table
        if room == 0:
            with trouble(StorageErrorKind.FULL):
                lock.save(moved(found))
        film.unlink()
        lock.save(moved(found))
        lock.release()
    assert MatchLock.acquire(journal_in(small_disk), 1)[1] == moved(table)


@pytest.mark.parametrize("is_killed", [False, True])
def test_a_read_only_disk_is_read(small_disk: Path, is_killed: bool) -> None:
    table = moved(table_for(), 3)
    leave(small_disk, table, is_killed=is_killed)
    make_read_only(small_disk)
    with Journal(small_disk / "journal.sqlite") as journal:
        assert [line.match for line in all_matches(journal, 0, 9)] == [1]
        with trouble(StorageErrorKind.CANNOT_WRITE):
            abandon_match(journal, 1)
        lock, found = MatchLock.acquire(journal, 1)
        assert found == table
        assert lock.read_only_reason
        assert lock.read_only_reason.kind is StorageErrorKind.CANNOT_WRITE
        with trouble(StorageErrorKind.CANNOT_WRITE):
            lock.save(moved(found))
        make_read_only(small_disk, "rw")
        lock.save(moved(found))
        assert lock.read_only_reason is None
        with trouble(StorageErrorKind.PLAYED_ELSEWHERE):
            MatchLock.acquire(journal, 1)


def test_the_commands_read_a_full_disk(small_disk: Path) -> None:
    leave(small_disk, moved(table_for(white="Anna")), is_killed=False)
    fill(small_disk / "film")
    for arguments in (["matches"], ["export", "1"], ["resume", "--plain"], ["score", "1"]):
        done = run_process("--folder", str(small_disk), *arguments)
        assert (done.code, done.err) == (0, "")
        assert "Anna" in done.out
    done = run_process("--folder", str(small_disk), "import", "-", typed=SAMPLE)
    assert (done.code, "the disk is full" in done.err) == (1, True)


def test_a_game_on_a_read_only_disk_is_played_unsaved_if_that_is_wanted(small_disk: Path) -> None:
    leave(small_disk, moved(table_for(fair=False)), is_killed=False)
    make_read_only(small_disk)
    resume = ("--folder", str(small_disk), "resume", "--plain")
    done = run_process(*resume, typed="undo\nno\n")
    said = " ".join(done.out.split())
    assert said.startswith("Nothing can be saved here; you will be asked whether to play on")
    assert "This cannot be saved, so it is not done. The records file cannot be written to" in said
    assert "From here on nothing is saved" not in said
    assert "From here on nothing is saved" in run_process(*resume, typed="undo\nunsaved\n").out


# ---- nobody else may look


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o777])
def test_the_files_are_for_their_owner_only(tmp_path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        journal = journal_in(tmp_path / "folder")
        MatchLock(journal).save(moved(table_for()))
    finally:
        os.umask(before)

    def mode(path: Path) -> int:
        return stat.S_IMODE(path.stat().st_mode)

    assert mode(tmp_path / "folder") == 0o700
    files = [Path(f"{journal.path}{ending}") for ending in ("", "-wal", "-shm")]
    assert [mode(path) for path in files] == [0o600] * 3
