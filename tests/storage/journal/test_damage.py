from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing, suppress
from functools import partial
from itertools import product
from pathlib import Path

import pytest

from backgammon_tui.match.table import Table
from backgammon_tui.storage.journal.backups import is_sound
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.log import salvage_log
from backgammon_tui.storage.journal.query import match_line, player_names, unfinished_matches
from backgammon_tui.storage.journal.schema import STATEMENTS
from backgammon_tui.words.problems import StorageErrorKind
from tests.cli.program import run
from tests.engine.strategies import is_short
from tests.storage.journal.journals import (
    DAMAGES,
    PAGE,
    change,
    damage_file,
    journal_in,
    keep_many,
    kept,
    moved,
    played,
    run_all_queries,
    table_for,
    trouble,
)

TEXTS = [
    *("player.name", "player.folded"),
    *("match.ruleset", "match.date", "match.state", "match.awaited", "match.lines"),
    *("match.touched", "match.played", "match.white", "match.length"),
    *("game.dice", "game.commitment", "game.from_position"),
    *("game.ending", "game.winner", "game.points"),
    *("game.finished", "game.white_figures", "game.black_figures"),
    *("game.match", "game.number", "line.text", "line.number", "line.sum"),
    *("seed.seed", "seed.commitment"),
]


VALUES = [
    *("NULL", "''", "7", "-1", "9e999", "x'ff'", "CAST(x'ff41' AS TEXT)", "char(27, 91)"),
    *(f"substr({{0}}, 1, {n}) || '!' || substr({{0}}, {n} + 2)" for n in (0, 1, 5, 9)),
]


Whole = tuple[Path, dict[int, Table]]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """Return an undamaged journal and its contents."""
    path = tmp_path_factory.mktemp("whole") / "journal.sqlite"
    with Journal(path) as journal:
        return path, keep_many(journal, 1, 60)


@pytest.mark.parametrize("column", TEXTS)
def test_damaged_value_is_detected_or_harmless(tmp_path: Path, whole: Whole, column: str) -> None:
    path, tables = whole
    table, name = column.split(".")
    some = VALUES[TEXTS.index(column) % 3 :: 3] if is_short else VALUES
    for number, value in enumerate(some):
        journal = Journal(tmp_path / f"{number}.sqlite")
        shutil.copyfile(path, journal.path)
        if _put(journal.path, table, name, value.format(name)):
            run_all_queries(journal, len(tables))
            journal.close()


def _put(path: Path, table: str, column: str, value: str) -> bool:
    """Write a value into all rows of a column; return False if that is impossible."""
    with closing(sqlite3.connect(path)) as db:
        # After damage, required values may be empty.
        db.execute("PRAGMA writable_schema = ON")
        db.execute(
            "UPDATE sqlite_schema SET sql = replace(replace(sql, 'NOT NULL', ''), 'UNIQUE', '')"
            " WHERE type = 'table' AND sql NOT LIKE '%WITHOUT ROWID%'"
        )
        db.commit()
    with closing(sqlite3.connect(path)) as db, suppress(sqlite3.Error):
        db.execute(f"UPDATE {table} SET {column} = {value}")
        db.commit()
        return True
    return False


def test_damage_is_reported_without_content(tmp_path: Path, whole: Whole) -> None:
    path, tables = whole
    noticed = 0
    for damage, seed in product(DAMAGES, range(2 if is_short else 40)):
        journal = Journal(tmp_path / f"{damage}-{seed}.sqlite")
        shutil.copyfile(path, journal.path)
        damage_file(journal.path, damage, seed)
        noticed += bool(run_all_queries(journal, len(tables)))
        journal.close()
    assert noticed > len(DAMAGES)


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM line",
        "DELETE FROM line WHERE number = 2",
        "DELETE FROM line WHERE number = 4",
        "DELETE FROM line WHERE number > 4",
        "DELETE FROM line WHERE text LIKE 'roll%'",
        "DELETE FROM line WHERE match = 1; UPDATE line SET match = 1",
        "UPDATE match SET black = white",
        "UPDATE player SET name = char(27) || '[2J'",
    ],
)
def test_changed_rows_are_noticed(journal: Journal, damage: str) -> None:
    number = kept(journal, moved(table_for(), 3))
    kept(journal, moved(table_for(seed=bytes(32)), 3))
    change(journal, "PRAGMA ignore_check_constraints = ON")
    for statement in damage.split("; "):
        change(journal, statement)
    is_name = "player" in damage
    for use in (player_names, partial(match_line, match=number)) if is_name else ():
        with trouble(StorageErrorKind.DAMAGED):
            use(journal)
    with trouble(StorageErrorKind.DAMAGED):
        journal.read(number)


def test_changed_line_is_detected(journal: Journal) -> None:
    table = moved(table_for(), 3)
    number = kept(journal, table)
    log = journal.read(number)
    assert log.record == table.record
    for line in range(1, log.written.lines + 1):
        text = "SELECT text FROM line WHERE number = ?"
        (whole,) = journal.select(str, text, (line,))
        change(journal, "UPDATE line SET text = replace(text, '6', '5') WHERE number = ?", line)
        (damaged,) = journal.select(str, text, (line,))
        if damaged == whole:
            continue
        with trouble(StorageErrorKind.DAMAGED):
            journal.read(number)
        if line > 2:
            with journal.reading() as db:
                entries = salvage_log(db, number).record.games[0].entries
            assert entries == table.record.games[0].entries[: line - 2]
        change(journal, "UPDATE line SET text = ? WHERE number = ?", whole, line)
        assert journal.read(number) == log


# ---- indexes


def empty_index(journal: Journal, name: str) -> None:
    """Remove all entries of an index, as a lost page of the disk would."""
    with journal.reading() as db:
        query = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        (page,) = db.execute(query, (name,)).fetchone()
    journal.close()
    data = bytearray(journal.path.read_bytes())
    data[(page - 1) * PAGE : page * PAGE] = bytes([10, 0, 0, 0, 0, PAGE >> 8]) + bytes(PAGE - 6)
    journal.path.write_bytes(data)


def test_incomplete_index_of_unfinished_matches_is_reported(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    kept(journal, moved(table_for()))
    empty_index(journal, "match_open")
    with trouble(StorageErrorKind.DAMAGED) as problem:
        unfinished_matches(journal)
    assert "(the index of unfinished matches is incomplete)" in problem[0]
    journal.close()
    resumed = run("--folder", str(tmp_path), "resume", "--plain")
    assert (resumed.code, resumed.out) == (1, "")
    assert "the index of unfinished matches is incomplete" in resumed.err


INDEXES = [statement.split()[2] for statement in STATEMENTS if statement.startswith("CREATE INDEX")]


@pytest.mark.parametrize("name", [*INDEXES, "sqlite_autoindex_player_1", "sqlite_autoindex_game_1"])
def test_damaged_index_is_rebuilt_at_the_next_start(tmp_path: Path, name: str) -> None:
    journal = journal_in(tmp_path)
    tables = keep_many(journal, 1, 60)
    empty_index(journal, name)
    journal.back_up()
    journal.close()
    assert is_sound(journal.path)
    for match, table in tables.items():
        assert played(journal.read(match).record) == played(table.record)
    assert run_all_queries(journal, 0) == []
