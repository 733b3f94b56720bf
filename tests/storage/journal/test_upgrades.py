"""Journals of earlier versions, each kept as `tests/data/journals/VERSION.sql`.

`BLESS=1` writes the file of a new version, upgraded from that of the version before.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from backgammon_tui.stats import summarize
from backgammon_tui.storage.journal import backups, database, schema, upgrades
from backgammon_tui.storage.journal.backups import all_backups, is_sound, newest_sound
from backgammon_tui.storage.journal.edits import delete_match, restore
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.learning import read_progress
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.storage.journal.query import (
    GameQuery,
    all_matches,
    finished_games,
    played_games,
    unfinished_matches,
)
from backgammon_tui.storage.journal.upgrades import Upgraded
from backgammon_tui.storage.transcripts import read_transcript, write_transcript
from backgammon_tui.words.problems import StorageErrorKind
from tests.cli.program import run
from tests.storage.journal.journals import (
    change,
    fill,
    journal_in,
    kept,
    make_read_only,
    moved,
    other_program,
    table_for,
    trouble,
)

DUMPS = Path(__file__).parents[2] / "data" / "journals"
VERSION = schema.VERSION


def dumped(folder: Path, version: int) -> Journal:
    """Return the kept journal of a version, with two matches and four finished games."""
    folder.mkdir(exist_ok=True)
    journal = journal_in(folder)
    with closing(sqlite3.connect(journal.path)) as db:
        db.executescript((DUMPS / f"{version}.sql").read_text())
    return journal


def bless(version: int, folder: Path) -> None:
    """Write the kept journal of a new version."""
    file = DUMPS / f"{version}.sql"
    if os.environ.get("BLESS") and not file.exists():
        journal = dumped(folder / "before", version - 1)
        with journal.reading() as db:
            lines = list(db.iterdump())
        head = (f"PRAGMA application_id = {schema.MARK};", f"PRAGMA user_version = {version};")
        file.write_text("\n".join([*head, *lines]) + "\n")


def tables_in(journal: Journal) -> set[str]:
    with journal.reading() as db:
        return schema.normalized(
            sql for (sql,) in db.execute("SELECT sql FROM sqlite_master") if sql
        )


def expect_everything(journal: Journal) -> None:
    """Assert that a kept journal reads as it was written, and that play can continue."""
    assert read_progress(journal, "Anna") == {"lesson/russian/1": "2026-03-05"}
    for match in (1, 2):
        transcript = (DUMPS / f"match_{match}.txt").read_text()
        assert write_transcript(journal.read(match).record) == transcript
        assert write_transcript(read_transcript(transcript)) == transcript
    games = played_games(journal, GameQuery())
    assert len(games) == 4
    for line in finished_games(journal, GameQuery()):
        record = journal.read(line.match).record
        summary = summarize(record.games[line.number - 1].history(record.rules))
        assert summary in [game.sides for game in games]
    lock, table = MatchLock.acquire(journal, 1)
    lock.save(table.redo())
    lock.release()
    assert MatchLock.acquire(journal, 1)[1].game == table.redo().game


@pytest.mark.parametrize("version", range(1, VERSION + 1))
def test_journals_of_all_versions_read_as_written(tmp_path: Path, version: int) -> None:
    bless(version, tmp_path)
    journal, new = dumped(tmp_path, version), Journal(tmp_path / "new.sqlite")
    assert tables_in(journal) == tables_in(new), "new columns come last, here and in ALTER TABLE"
    with journal.reading() as db:
        assert db.execute("PRAGMA user_version").fetchone() == (VERSION,)
    assert is_sound(journal.path)
    expect_everything(journal)
    kept(journal, moved(table_for(), 4))


# ---- the next version


STATEMENTS = ("ALTER TABLE review ADD COLUMN seconds INTEGER", "DROP INDEX game_finished")


@pytest.fixture
def old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Journal:
    """Return a journal of the version before the present one, which has one more statistic."""
    journal = dumped(tmp_path / "data", VERSION)
    with closing(sqlite3.connect(journal.path)) as db, db:
        write = "UPDATE game SET {0}_figures = json_remove({0}_figures, '$.longest_turn')"
        for side in ("white", "black"):
            db.execute(write.format(side))
    monkeypatch.setattr(schema, "UPGRADES", {**schema.UPGRADES, VERSION: STATEMENTS})
    monkeypatch.setattr(schema, "VERSION", VERSION + 1)
    return journal


def version_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        return int(version)


def expect_upgraded(journal: Journal) -> None:
    expect_everything(journal)
    journal.close()
    assert version_of(journal.path) == VERSION + 1
    assert is_sound(journal.path)
    with journal.reading() as db:
        assert db.execute("SELECT count(seconds) FROM review").fetchone() == (0,)


def test_statistics_are_computed_again_after_a_backup(old: Journal) -> None:
    before = old.path.read_bytes()
    expect_upgraded(old)
    (backup,) = all_backups(old.path)
    assert version_of(backup.path) == VERSION
    copy = old.path.with_name("copy.sqlite")
    copy.write_bytes(before)
    with closing(sqlite3.connect(copy)) as db, closing(sqlite3.connect(backup.path)) as other:
        assert sorted(db.iterdump()) == sorted(other.iterdump())
    assert len(all_backups(old.path)) == 1, "the next use upgrades nothing"


def test_backup_of_an_earlier_version_is_restored_and_upgraded(old: Journal) -> None:
    expect_upgraded(old)
    old.close()
    old.path.write_bytes(b"no database" * 1000)
    backup = newest_sound(old.path)
    assert backup
    assert version_of(backup.path) == VERSION
    assert f"The backup of {backup.when} has replaced them" in restore(old)
    expect_upgraded(old)


def test_match_is_deleted_from_backups_of_earlier_versions(old: Journal) -> None:
    unfinished_matches(old)
    delete_match(old, 1)
    for path in (old.path, all_backups(old.path)[0].path):
        with closing(sqlite3.connect(path)) as db:
            assert db.execute("SELECT id FROM match").fetchall() == [(2,)]
    old.back_up()
    assert len(all_backups(old.path)) == 2


def longest_turns(journal: Journal, match: int) -> list[int]:
    """Return the longest turns of White and Black in the finished games of a match."""
    query = "SELECT white_figures, black_figures FROM game WHERE match = ? AND ending IS NOT NULL"
    with journal.reading() as db:
        texts = [text for row in db.execute(query, (match,)) for text in row]
    return [json.loads(text)["longest_turn"] for text in texts]


DAMAGES = {
    "UPDATE line SET text = 'roll 6-6' WHERE match = 1 AND number = 8": [1],
    "DELETE FROM line WHERE match = 1": [1],
    "UPDATE match SET lines = 3": [1, 2],
    "UPDATE game SET white_figures = '{' WHERE match = 1": [],
    "UPDATE line SET text = CAST(x'ff' AS TEXT) WHERE match = 2": [2],
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_unreadable_match_is_skipped_named_and_kept(old: Journal, damage: str) -> None:
    with closing(sqlite3.connect(old.path)) as db, db:
        db.execute("DROP TRIGGER line_stays")
        db.execute(damage)
        before = db.execute("SELECT match, number, CAST(text AS BLOB) FROM line").fetchall()
    reports: list[Upgraded] = []
    with Journal(old.path, reports.append) as journal:
        assert len(all_matches(journal, 0, 9)) == 2
    named = DAMAGES[damage]
    assert reports == [Upgraded(match, match not in named, match, 2) for match in (1, 2)]
    with closing(sqlite3.connect(old.path)) as db:
        assert db.execute("SELECT match, number, CAST(text AS BLOB) FROM line").fetchall() == before
    for match in (1, 2):
        assert (longest_turns(old, match) == [0] * 4) == (match in named)
    assert len(played_games(old, GameQuery())) == 4
    for match in {1, 2} - {*named}:
        old.read(match)
    for match in named:
        with trouble(StorageErrorKind.DAMAGED):
            old.read(match)


def test_skipped_match_is_named_once(old: Journal) -> None:
    change_file(old, "DELETE FROM line WHERE match = 2 AND number = 5")
    named = (
        "The records have been upgraded, but match 2 is damaged. It was kept unchanged; new"
        " statistics leave out its games."
    )
    done = run("--folder", str(old.path.parent), "matches")
    assert (done.code, done.err) == (0, f"backgammon-tui: {named}\n")
    assert run("--folder", str(old.path.parent), "matches").err == ""


def test_skipped_matches_are_named_in_plain_text(old: Journal) -> None:
    change_file(old, "UPDATE match SET lines = 3")
    done = run("--folder", str(old.path.parent), "backgammon", "--plain", typed="quit\n")
    words = "but matches 1 and 2 are damaged. They were kept unchanged; new statistics leave out"
    assert words in " ".join(f"{done.out} {done.err}".split())


def change_file(journal: Journal, statement: str) -> None:
    """Change a journal that has not been opened since."""
    with closing(sqlite3.connect(journal.path)) as db, db:
        db.execute("DROP TRIGGER line_stays")
        db.execute(statement)


# ---- interrupted upgrades


def killed_at(call: int, function: Callable[..., object]) -> Callable[..., object]:
    """Return a function that kills the program at its nth call."""
    calls = iter(range(call))

    def kill(*arguments: object) -> object:
        if next(calls, None) is None:
            os.kill(os.getpid(), signal.SIGKILL)
        return function(*arguments)

    return kill


def read_it(pipe: Connection, journal: Journal) -> None:
    unfinished_matches(journal)
    pipe.send("read")


@pytest.mark.parametrize(
    ("module", "name", "call"),
    [
        (upgrades, "keep_copy", 0),
        (backups, "is_sound", 0),
        (backups, "_sync", 1),
        (upgrades, "_upgrade_tables", 0),
        (upgrades, "_compute_statistics", 0),
        (upgrades, "_compute_statistics", 1),
        (upgrades, "figures_of", 3),
    ],
)
def test_killed_upgrade_changes_nothing(
    old: Journal, monkeypatch: pytest.MonkeyPatch, module: object, name: str, call: int
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(module, name, killed_at(call, getattr(module, name)))
        with other_program(read_it, old) as other:
            assert other.ended() == -signal.SIGKILL
    assert version_of(old.path) == VERSION
    expect_upgraded(old)
    assert len(all_backups(old.path)) == 1


def test_two_programs_upgrade_once(old: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    with other_program(read_it, old) as first, other_program(read_it, old) as two:
        assert (first.pipe.recv(), two.pipe.recv()) == ("read", "read")
        first.join()
        two.join()
    assert len(all_backups(old.path)) == 1
    expect_upgraded(old)


def test_second_program_waits_for_the_upgrade(
    old: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "PATIENCE", 0.01)
    compute = upgrades._compute_statistics

    def slow(db: sqlite3.Connection, match: int) -> bool:
        time.sleep(0.3)
        return compute(db, match)

    with monkeypatch.context() as patch:
        patch.setattr(upgrades, "_compute_statistics", slow)
        with other_program(read_it, old) as first, other_program(read_it, old) as two:
            first.join()
            two.join()
    expect_upgraded(old)


def test_failed_backup_prevents_the_upgrade(old: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    before = old.path.read_bytes()

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(upgrades, "keep_copy", fail)
        expect_readable(old)
        with trouble(StorageErrorKind.CANNOT_WRITE) as problem:
            MatchLock(old).save(moved(table_for()))
        assert "(the disk is full)" in problem[0]
    old.close()
    assert old.path.read_bytes() == before
    expect_upgraded(old)


def expect_readable(journal: Journal) -> None:
    """Assert that an older journal is upgraded in memory if nothing can be written."""
    assert [line.match for line in unfinished_matches(journal)] == [1]
    assert all(longest_turns(journal, match) != [0] * 4 for match in (1, 2))
    assert read_progress(journal, "Anna") == {"lesson/russian/1": "2026-03-05"}


@pytest.mark.parametrize("room", [0, 4, 60, 120])
def test_full_disk_leaves_the_older_journal_readable(
    small_disk: Path, old: Journal, room: int
) -> None:
    journal = journal_in(small_disk)
    shutil.copyfile(old.path, journal.path)
    film = fill(small_disk)
    os.truncate(film, film.stat().st_size - room * 1024)
    expect_readable(journal)
    assert all(is_sound(backup.path) for backup in all_backups(journal.path))
    if room < 120:
        assert schema.version_in_header(journal.path) == VERSION
        with trouble(StorageErrorKind.CANNOT_WRITE):
            MatchLock(journal).save(moved(table_for()))
    film.unlink()
    expect_upgraded(journal)


def test_read_only_disk_leaves_the_older_journal_readable(small_disk: Path, old: Journal) -> None:
    journal = journal_in(small_disk)
    shutil.copyfile(old.path, journal.path)
    make_read_only(small_disk)
    expect_readable(journal)
    make_read_only(small_disk, "rw")
    expect_upgraded(journal)


# ---- newer versions


def test_journal_of_a_newer_version_is_left_alone(journal: Journal) -> None:
    kept(journal, moved(table_for()))
    change(journal, "CREATE TABLE cube (id)")
    change(journal, f"PRAGMA user_version = {VERSION + 1}")
    back_up_problem = trouble(StorageErrorKind.NEWER_VERSION)
    with back_up_problem as problem:
        journal_in(journal.path.parent).back_up()
    version = f"was made by a newer version of the program ({VERSION + 1})"
    assert version in problem[0]
    done = run("--folder", str(journal.path.parent), "matches")
    assert (done.code, done.out) == (1, "")
    assert version in done.err
    assert "offers" not in done.err


def test_upgrade_by_a_newer_program_is_reported_to_a_running_one(journal: Journal) -> None:
    lock = MatchLock(journal)
    lock.save(table := moved(table_for()))
    with closing(sqlite3.connect(journal.path)) as newer, newer:
        newer.execute("ALTER TABLE line ADD COLUMN cube TEXT")
        newer.execute("DROP VIEW match_line")
        newer.execute(f"PRAGMA user_version = {VERSION + 1}")
    for use in (lambda: lock.save(moved(table, 2)), lambda: unfinished_matches(journal)):
        with trouble(StorageErrorKind.NEWER_VERSION):
            use()
