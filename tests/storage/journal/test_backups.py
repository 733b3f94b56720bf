from __future__ import annotations

import os
import random
import shutil
import sqlite3
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from backgammon_tui.dice import FairDice
from backgammon_tui.match.table import Table
from backgammon_tui.storage.journal import backups, query
from backgammon_tui.storage.journal.backups import (
    Backup,
    BackupsInUse,
    all_backups,
    backups_folder,
    backups_to_keep,
    describe_restoring,
    is_sound,
    newest_sound,
    using_backups,
)
from backgammon_tui.storage.journal.database import open_to_read
from backgammon_tui.storage.journal.edits import delete_match, rename_match, restore
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.learning import read_progress, write_progress
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.words.problems import StorageErrorKind
from tests.engine.strategies import is_short
from tests.storage.journal.journals import (
    DAMAGES,
    change,
    damage_file,
    drawn,
    journal_in,
    keep_many,
    kept,
    moved,
    other_program,
    played,
    table_for,
    trouble,
)
from tests.storage.matches import SEED

NOON = datetime(2026, 3, 18, 12, tzinfo=UTC)
"""A Wednesday."""

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)


def numbers(journal: Journal) -> list[int]:
    return sorted(line.match for line in query.all_matches(journal, 0, -1))


def change_and_back_up(journal: Journal, now: datetime) -> None:
    """Change something and make a backup."""
    write_progress(journal, "Anna", "lesson/russian/1", now.isoformat())
    journal.back_up(now)


# ---- creation


def test_backup_is_complete_and_private(journal: Journal) -> None:
    table = moved(table_for())
    number = kept(journal, table)
    journal.back_up(NOON)
    (backup,) = all_backups(journal.path)
    assert backup.made == NOON
    assert is_sound(backup.path)
    names = ["in-use.lock", "journal-2026-03-18T120000Z-1.sqlite"]
    assert sorted(os.listdir(backup.path.parent)) == names
    assert backup.path.stat().st_mode & 0o077 == 0
    copy = Journal(journal.path.with_name("copy.sqlite"))
    shutil.copyfile(backup.path, copy.path)
    lock, loaded = MatchLock.acquire(copy, number)
    lock.release()
    assert loaded == table


def test_backup_during_play_is_complete(journal: Journal) -> None:
    lock = MatchLock(journal)
    lock.save(table := moved(table_for()))
    with journal.writing() as db:
        db.execute("UPDATE match SET ruleset = 'never committed'")
        journal_in(journal.path.parent).back_up(NOON)
        db.execute("UPDATE match SET ruleset = 'backgammon'")
    (backup,) = all_backups(journal.path)
    assert is_sound(backup.path)
    assert b"never committed" not in backup.path.read_bytes()
    lock.save(moved(table))


def back_up_for_ever(pipe: Connection, folder: Path) -> None:
    journal = journal_in(folder)
    for second in range(10**6):
        change_and_back_up(journal, NOON + timedelta(seconds=second))
        pipe.send("made")


def test_killed_backup_leaves_only_complete_ones(journal: Journal) -> None:
    keep_many(journal, 2, 60)
    journal.close()
    chance = random.Random(1)
    for _ in range(6):
        with other_program(back_up_for_ever, journal.path.parent) as other:
            assert other.pipe.recv() == "made"
            time.sleep(chance.uniform(0.01, 0.12))
            other.kill()
        loaded = all_backups(journal.path)
        assert loaded
        assert all(is_sound(backup.path) for backup in loaded)
    (backups_folder(journal.path) / "1234-5678.new").touch()
    (backups_folder(journal.path) / "restore-1234").mkdir()
    journal.back_up(NOON + DAY)
    leftovers = [path.name for path in backups_folder(journal.path).iterdir()]
    assert all(name.startswith(("journal-", "in-use")) for name in leftovers)


def test_unchanged_journal_is_not_backed_up(journal: Journal) -> None:
    journal.back_up()
    assert not journal.path.parent.exists() or not list(journal.path.parent.iterdir())
    number = kept(journal, moved(table_for()))
    for start in range(6):
        journal.close()
        MatchLock.acquire(journal, number)[0].release()
        journal.back_up(NOON + start * DAY)
    assert [backup.made for backup in all_backups(journal.path)] == [NOON]
    damage_file(all_backups(journal.path)[0].path, "flip a bit", 1)
    for start in (9, 10):
        journal.back_up(NOON + start * DAY)
    assert [backup.made for backup in all_backups(journal.path)] == [NOON + 9 * DAY, NOON]


def test_damaged_backup_does_not_replace_others(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept(journal, moved(table_for()))
    for day in range(3):
        change_and_back_up(journal, NOON + day * DAY)
    before = all_backups(journal.path)
    with monkeypatch.context() as patch, trouble(StorageErrorKind.DAMAGED):
        patch.setattr(backups, "is_sound", lambda path: False)
        journal.back_up(NOON + 9 * DAY)
    assert all_backups(journal.path) == before
    assert not list(backups_folder(journal.path).glob("*.new"))


# ---- retention


@pytest.mark.parametrize(
    ("played", "kept_ones"),
    [
        ([1], [1]),
        ([5, 4, 3], [5, 4, 3]),
        ([8, 8, 8, 8, 8], [8, 8, 8, 8]),
        ([100, 99, 98, 97, 96, 95, 86, 85, 84, 10], [100, 99, 98, 97, 85, 84, 10]),
        ([9, 8, 7, -1, -1], [9, 8, 7]),
        ([9, -1, -1, -1], [9, -1, -1]),
        ([-1, -1, -1, -1], [-1, -1, -1]),
    ],
)
def test_three_latest_backups_and_some_older_ones_are_kept(
    played: list[int], kept_ones: list[int]
) -> None:
    backups = [Backup(Path(), NOON, 99 - place, count) for place, count in enumerate(played)]
    assert sorted(backup.played for backup in backups_to_keep(backups)) == sorted(kept_ones)


def test_backups_of_a_year_are_few(journal: Journal) -> None:
    made: list[Backup] = []
    for start in range(1000):
        made = [Backup(Path(), NOON, start, start * 40), *made]
        made = [backup for backup in made if backup in backups_to_keep(made)]
    assert [backup.number for backup in made[:3]] == [999, 998, 997]
    assert 8 <= len(made) <= 14
    assert made[-1].number == 0


def test_new_backup_removes_outdated_ones(journal: Journal) -> None:
    kept(journal, moved(table_for()))
    change_and_back_up(journal, NOON)
    (backups_folder(journal.path) / "journal-notes.sqlite").touch()
    for hour in range(1, 6):
        change_and_back_up(journal, NOON + hour * HOUR)
    made = [backup.made.hour for backup in all_backups(journal.path)]
    assert made == [17, 16, 15, 12], "the last three, and the oldest one"
    assert (backups_folder(journal.path) / "journal-notes.sqlite").exists()


@pytest.mark.parametrize("seed", range(3))
def test_clock_does_not_affect_backups(journal: Journal, seed: int) -> None:
    chance, now = random.Random(seed), NOON
    tables: dict[int, Table] = {}
    for start in range(12):
        now += chance.choice([-3650 * DAY, DAY, 3650 * DAY])
        if start % 4 == 3:
            change_and_back_up(journal, now)
        else:
            table = moved(table_for(seed=chance.randbytes(32)))
            tables[kept(journal, table)] = table
            journal.back_up(now)
        journal.close()
        newest = newest_sound(journal.path)
        assert newest
        assert newest.made == now
        assert numbers(Journal(newest.path)) == [*tables]
        assert read_progress(Journal(newest.path), "Anna") == read_progress(journal, "Anna")
        if start > 2:
            assert [backup.number for backup in all_backups(journal.path)[:3]] == [
                start + 1,
                start,
                start - 1,
            ]
    journal.close()
    journal.path.write_bytes(b"no database" * 1000)
    restore(journal)
    assert numbers(journal) == [*tables]
    for match, table in tables.items():
        assert played(journal.read(match).record) == played(table.record)


def test_backups_of_earlier_versions_are_ordered_by_play(journal: Journal) -> None:
    """Their names contain only a time; here the clock was set back by four years."""
    for start, now in enumerate([NOON + 1460 * DAY, NOON, NOON + DAY]):
        kept(journal, moved(table_for(seed=bytes([start] * 32))))
        journal.back_up(now)
        made = all_backups(journal.path)[0].path
        made.rename(made.with_name(made.name.replace("-1.sqlite", ".sqlite")))
    unnumbered = all_backups(journal.path)
    assert [backup.made - NOON for backup in unnumbered] == [DAY, 0 * DAY, 1460 * DAY]
    assert [backup.number for backup in unnumbered] == [0, 0, 0]
    change_and_back_up(journal, NOON - DAY)
    assert all_backups(journal.path)[0].made == NOON - DAY


def test_backup_of_an_older_copy_of_the_records_is_kept(journal: Journal) -> None:
    """Somebody has put an old copy of the file in place of the journal."""
    kept(journal, moved(table_for()))
    journal.close()
    old = journal.path.read_bytes()
    for start in range(4):
        kept(journal, moved(table_for(seed=bytes([start] * 32)), 9))
        journal.back_up(NOON)
    journal.close()
    journal.path.write_bytes(old)
    for _ in range(3):
        journal.back_up(NOON)
        counts = [count_matches_in(backup.path) for backup in all_backups(journal.path)]
        assert sorted(counts) == [1, 2, 3, 4, 5]


def count_matches_in(path: Path) -> int:
    """Count the matches of a backup without changing the file."""
    with closing(open_to_read(path)[0]) as db:
        (count,) = db.execute("SELECT count(*) FROM match").fetchone()
        return int(count)


def use_backups(pipe: Connection, journal: Journal) -> None:
    with using_backups(journal.path):
        unfinished = backups_folder(journal.path) / "1-2.new"
        unfinished.touch()
        pipe.send("ready")
        pipe.recv()
        assert unfinished.exists()


def test_files_of_a_running_backup_stay(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    match = kept(journal, moved(table_for()))
    journal.close()
    monkeypatch.setattr(backups, "_PATIENCE", 0.01)
    with other_program(use_backups, journal) as other:
        other.pipe.recv()
        journal.back_up(NOON)
        assert all_backups(journal.path) == []
        with trouble(BackupsInUse):
            delete_match(journal, match)
        other.pipe.send("end")
        other.join()
    journal.back_up(NOON)
    assert len(all_backups(journal.path)) == 1


# ---- deleted matches


def test_deleted_match_is_removed_from_backups(journal: Journal) -> None:
    gone = kept(journal, moved(table_for(white="Ludmilla")))
    stays = kept(journal, moved(table_for(seed=SEED[::-1])))
    for day in range(3):
        change_and_back_up(journal, NOON + day * DAY)
    all_backups(journal.path)[0].path.write_bytes(b"no database" * 1000)
    delete_match(journal, gone)
    assert len(all_backups(journal.path)) == 2, "a damaged one goes as a whole"
    for backup in all_backups(journal.path):
        assert numbers(Journal(backup.path)) == [stays]
        assert b"Ludmilla" not in backup.path.read_bytes()
        assert is_sound(backup.path)


def test_time_of_a_backup_of_the_year_9999_is_shown(journal: Journal) -> None:
    kept(journal, moved(table_for()))
    journal.back_up(datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC))
    assert "the backup of 9999-12-31 23:59" in describe_restoring(journal.path)


def test_locked_backup_is_not_removed(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = kept(journal, moved(table_for()))
    journal.back_up(NOON)
    (backup,) = all_backups(journal.path)
    monkeypatch.setattr(backups, "_PATIENCE", 0.01)
    with closing(sqlite3.connect(backup.path)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with trouble(StorageErrorKind.LOCKED):
            delete_match(journal, gone)
    assert numbers(Journal(backup.path)) == [gone] == numbers(journal)
    delete_match(journal, gone)
    assert numbers(Journal(backup.path)) == [] == numbers(journal)


# ---- replacing a damaged journal


def test_backup_with_orphaned_rows_is_not_sound(journal: Journal) -> None:
    number = kept(journal, moved(table_for()))
    journal.back_up(NOON)
    with closing(sqlite3.connect(all_backups(journal.path)[0].path)) as db, db:
        db.execute("DELETE FROM match")
    assert newest_sound(journal.path) is None
    journal.close()
    journal.path.write_bytes(b"no database" * 1000)
    assert "New ones have replaced them" in restore(journal)
    assert number not in numbers(journal)


def test_newest_sound_backup_is_offered(journal: Journal) -> None:
    start_new = "set the damaged records aside and start new ones with everything that can be read"
    assert describe_restoring(journal.path) == start_new
    kept(journal, moved(table_for()))
    journal.back_up(NOON)
    change_and_back_up(journal, NOON + DAY)
    newest, older = all_backups(journal.path)
    assert newest_sound(journal.path) == newest
    newest.path.write_bytes(newest.path.read_bytes()[:5000])
    assert newest_sound(journal.path) == older
    when = NOON.astimezone().strftime("%Y-%m-%d %H:%M")
    way = f"replace the damaged records with the backup of {when}"
    assert describe_restoring(journal.path) == way


def test_readable_matches_of_a_damaged_file_are_added(journal: Journal) -> None:
    number = kept(journal, moved(table_for(), 2))
    rename_match(journal, number, "Ewa", "Fritz")
    journal.back_up(NOON)
    lock, table = MatchLock.acquire(journal, number)
    lock.save(first := moved(table, 2))
    lock.release()
    second = moved(table_for(seed=SEED[::-1], white="Cleo", black="Dora"), 3)
    later = kept(journal, second)
    write_progress(journal, "Ewa", "lesson/russian/1", "2026-03-01")
    change(journal, "UPDATE player SET name = 'damaged ' || id")
    mislabel(journal)
    data, counts = journal.path.read_bytes(), list[int]()
    message = restore(journal, counts.append)
    assert "2 more matches were read from the damaged file, which is kept as" in message
    assert counts == [1, 2]
    (aside,) = journal.path.parent.glob("journal-damaged-*.sqlite")
    assert aside.read_bytes() == data
    assert aside.stat().st_mode & 0o077 == 0
    assert read_progress(journal, "Ewa") == {"lesson/russian/1": "2026-03-01"}
    for match, left in ((number, first), (later, second)):
        names = "the names come from the backup or the log, and the same dice come"
        assert MatchLock.acquire(journal, match)[1] == left, names
    assert len(os.listdir(backups_folder(journal.path))) == 2, "the backup and the lock"


def mislabel(journal: Journal) -> None:
    """Remove a journal's application ID; its rows remain readable."""
    journal.close()
    with closing(sqlite3.connect(journal.path)) as db:
        db.execute("PRAGMA user_version = 0")


def test_damaged_files_get_unique_names(journal: Journal) -> None:
    for _ in range(2):
        kept(journal, moved(table_for()))
        journal.close()
        before = journal.path.read_bytes()
        assert restore(journal) == "The records can be read again, so nothing has been changed."
        assert journal.path.read_bytes() == before
        journal.path.write_bytes(b"no database" * 1000)
        restore(journal)
    names = sorted(path.stem for path in journal.path.parent.glob("journal-damaged-*"))
    assert names[1] == f"{names[0]}-2"


def test_games_before_the_damage_are_added(journal: Journal) -> None:
    table = drawn(table_for())
    for seed in (bytes(32), SEED[::-1]):
        table = drawn(table.next_game(FairDice(seed)))
    number = kept(journal, table)
    change(journal, "DELETE FROM line WHERE number = 1 + (SELECT max(number) / 3 * 2 FROM line)")
    mislabel(journal)
    restore(journal)
    assert played(journal.read(number).record) == played(table.record)[:2]


def test_invalid_backup_is_skipped(journal: Journal) -> None:
    number = kept(journal, moved(table_for()))
    journal.back_up(NOON)
    change(journal, "UPDATE match SET touched = 'never'")
    journal.back_up(NOON + DAY)
    assert f"The backup of {all_backups(journal.path)[1].when} has" in restore(journal)
    assert numbers(journal) == [number]


def test_failed_restore_changes_nothing(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    kept(journal, moved(table_for()))
    journal.back_up(NOON)
    journal.close()
    journal.path.write_bytes(b"no database" * 1000)
    before = journal.path.read_bytes()

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shutil, "copyfileobj", fail)
    with trouble(StorageErrorKind.CANNOT_WRITE):
        restore(journal)
    assert journal.path.read_bytes() == before
    assert len(all_backups(journal.path)) == 1


def restore_it(pipe: Connection, folder: Path) -> None:
    pipe.send("ready")
    restore(journal_in(folder))
    pipe.recv()


def test_killed_restore_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = journal_in(tmp_path / "whole")
    tables = keep_many(whole, 3, 60)
    whole.back_up(NOON)
    mislabel(whole)
    chance = random.Random(2)

    def killed(new: Path, path: Path) -> None:
        raise KeyboardInterrupt

    for attempt in range(10):
        folder = tmp_path / str(attempt)
        shutil.copytree(tmp_path / "whole", folder)
        if attempt:
            with other_program(restore_it, folder) as other:
                assert other.pipe.recv() == "ready"
                time.sleep(chance.uniform(0, 0.15))
                other.kill()
        else:  # Killed just before the backup is in place.
            with monkeypatch.context() as patch:
                patch.setattr(Path, "replace", killed)
                with pytest.raises(KeyboardInterrupt):
                    restore(journal_in(folder))
        journal = journal_in(folder)
        restore(journal)
        for number, table in tables.items():
            assert played(journal.read(number).record) == played(table.record)


@pytest.mark.parametrize("damage", DAMAGES)
def test_backup_survives_any_damage(tmp_path: Path, damage: str) -> None:
    whole = journal_in(tmp_path / "whole")
    tables = keep_many(whole, 4, 60)
    whole.back_up(NOON)
    later = kept(whole, moved(table_for(seed=SEED[::-1], white="Ewa")))
    whole.close()
    for seed in range(1 if is_short else 30):
        folder = tmp_path / str(seed)
        shutil.copytree(tmp_path / "whole", folder)
        journal = journal_in(folder)
        damage_file(journal.path, damage, seed)
        restore(journal)
        assert set(numbers(journal)) >= {*tables}
        for number, table in tables.items():
            record = journal.read(number).record
            assert len(record.games) >= 1
            if "flip" not in damage:
                assert played(record) == played(table.record)
        # A damaged match that differs from that of the backup is kept beside it.
        most = len(tables) if damage == "flip many bits" else 1
        assert set(numbers(journal)) <= {*tables, *range(later, later + most + 1)}
        journal.back_up(NOON + DAY)
