"""Names are changed, matches abandoned and deleted."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from backgammon_tui.dice import FairDice
from backgammon_tui.storage.journal import query
from backgammon_tui.storage.journal.edits import (
    CannotMerge,
    abandon_match,
    add_match,
    delete_match,
    find_player,
    rename_match,
    rename_player,
)
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.lesson_progress import (
    adopt_progress,
    all_progress,
    read_progress,
    write_progress,
)
from backgammon_tui.storage.journal.match_lock import MatchLock
from backgammon_tui.storage.journal.query import GameQuery
from backgammon_tui.words.storage_problems import StorageErrorKind
from tests.storage.journal.journals import drawn, journal_in, kept, moved, table_for, trouble
from tests.storage.matches import SEED


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    """Anna has played Boris and Cleo, and Dora has played Boris."""
    journal = journal_in(tmp_path)
    for white, black in [("Anna", "Boris"), ("Cleo", "Anna"), ("Boris", "Dora")]:
        kept(journal, drawn(table_for(white=white, black=black)))
    return journal


def pairs(journal: Journal) -> list[tuple[str, str]]:
    lines = sorted(query.all_matches(journal, 0, 99), key=lambda line: line.match)
    return [(line.white, line.black) for line in lines]


def rows(journal: Journal, table: str) -> int:
    with closing(sqlite3.connect(journal.path)) as db:
        (count,) = db.execute(f"SELECT count(*) FROM {table}").fetchone()
    return int(count)


# ---- names


def test_players_are_found_in_any_spelling(journal: Journal, tmp_path: Path) -> None:
    names = ("Anna", "anna", " ANNA ", "Ann")
    assert [find_player(journal, name) for name in names] == ["Anna", "Anna", "Anna", None]
    assert find_player(journal_in(tmp_path / "none"), "Anna") is None


@pytest.mark.parametrize(
    ("name", "new", "matches"),
    [
        ("anna", "  Anne-Marie ", ["Anne-Marie Boris", "Cleo Anne-Marie", "Boris Dora"]),
        ("Anna", "ANNA", ["ANNA Boris", "Cleo ANNA", "Boris Dora"]),
        ("Dora", "anna", ["anna Boris", "Cleo anna", "Boris anna"]),
    ],
)
def test_a_player_is_renamed_or_joined_with_another(
    journal: Journal, name: str, new: str, matches: list[str]
) -> None:
    rename_player(journal, name, new)
    assert [" ".join(pair) for pair in pairs(journal)] == matches
    assert find_player(journal, new) == new.strip()
    assert rows(journal, "player") == len({name for pair in pairs(journal) for name in pair})
    with trouble(StorageErrorKind.GONE):
        rename_player(journal, "Nobody", "Somebody")
    with trouble(StorageErrorKind.GONE):
        rename_match(journal, 99, "Ewa", "Fritz")
    assert find_player(journal, "Ewa") is find_player(journal, "Somebody") is None


def test_two_who_have_played_each_other_are_two(journal: Journal) -> None:
    for name, new in [("Anna", "boris"), ("Boris", "Anna"), ("Anna", "Cleo")]:
        with pytest.raises(CannotMerge, match="have played each other"):
            rename_player(journal, name, new)
    assert pairs(journal)[0] == ("Anna", "Boris")
    assert rows(journal, "player") == 4


@pytest.mark.parametrize("new", ["", "  ", "x" * 41, "A\x1b[2J", "A\nB"])
def test_some_names_cannot_be(journal: Journal, new: str) -> None:
    with pytest.raises(ValueError, match="a name"):
        rename_player(journal, "Anna", new)
    with pytest.raises(ValueError, match="a name"):
        rename_match(journal, 1, new, "Boris")
    assert pairs(journal)[0] == ("Anna", "Boris")


def test_a_match_gets_its_real_players(journal: Journal) -> None:
    rename_match(journal, 3, "Ewa", "boris")
    assert pairs(journal)[2] == ("Ewa", "Boris")
    assert "Dora" not in query.player_names(journal), "who has no match is forgotten"
    rename_match(journal, 1, "Boris", "Anna")
    assert pairs(journal)[0] == ("Boris", "Anna")
    with pytest.raises(ValueError, match="different names"):
        rename_match(journal, 1, "Boris", "BORIS")


def test_a_match_renamed_while_it_is_played_is_played_on(tmp_path: Path) -> None:
    journal, lock = journal_in(tmp_path), MatchLock(journal_in(tmp_path))
    table = moved(table_for())
    lock.save(table)
    rename_match(journal, 1, "Ewa", "Fritz")
    lock.save(moved(table))
    assert pairs(journal) == [("Ewa", "Fritz")]


# ---- abandoned and deleted


def test_what_is_not_open_cannot_be_abandoned(journal: Journal) -> None:
    before = query.all_matches(journal, 0, 9)
    abandon_match(journal, 1)
    abandon_match(journal, 99)
    assert query.all_matches(journal, 0, 9) == before


def test_a_deleted_match_is_gone_with_all_that_belongs_to_it(journal: Journal) -> None:
    table = moved(drawn(table_for(white="Ewa")).next_game(FairDice(bytes(32))), 2)
    lock = MatchLock(journal)
    lock.save(table)
    lock.save(moved(table.change_dice(FairDice(bytes(range(1, 33))))))
    number = lock.match
    assert number
    tables = ("match", "game", "line", "seed", "player")
    assert rows(journal, "seed") == 3 + 3
    delete_match(journal, number)
    assert [rows(journal, name) for name in tables] == [3, 3, 3 * 5, 3, 4]
    assert query.match_line(journal, number) is None
    with trouble(StorageErrorKind.GONE):
        journal.read(number)
    for match in (1, 2, 3):
        delete_match(journal, match)
    assert [rows(journal, name) for name in tables] == [0] * 5
    assert query.finished_games(journal, GameQuery()) == ()


def test_a_secret_that_another_match_needs_stays(tmp_path: Path) -> None:
    """Two matches can begin with the same dice, where one went on from the other's transcript."""
    journal, table = journal_in(tmp_path), moved(table_for(), 2)
    number = kept(journal, table.roll())
    other = add_match(journal, table.change_dice(None).roll((1, 1)).record)
    assert other != number
    delete_match(journal, other)
    _, loaded = MatchLock.acquire(journal, number)
    assert loaded.dice
    assert loaded.dice.seed == SEED


# ---- saved progress of learners

FIRST, SECOND = "lesson/russian/1", "lesson/russian/2"


def test_progress_belongs_to_a_name_in_any_case(journal: Journal, tmp_path: Path) -> None:
    empty = journal_in(tmp_path / "empty")
    assert read_progress(empty, "Anna") == {}
    assert not empty.path.exists()
    write_progress(journal, "Anna", FIRST, "2026-03-01")
    write_progress(journal, "McDonald", FIRST, "2026-03-02")
    for name in ("Anna", " ANNA ", "anna"):
        write_progress(journal, name, SECOND, name)
        assert read_progress(journal, name) == {FIRST: "2026-03-01", SECOND: name}
    assert read_progress(journal, "mcdonald") == {FIRST: "2026-03-02"}
    assert read_progress(journal, "Boris") == {}
    write_progress(journal, "", SECOND, "2026-03-01")
    adopt_progress(journal, "Zoë")
    saved = {(item.learner, item.item) for item in all_progress(journal)}
    names = "players have their own names, others as they were typed"
    assert saved == {
        *(("Anna", FIRST), ("Anna", SECOND), ("McDonald", FIRST), ("Zoë", SECOND)),
    }, names
    for name in ("  ", "a\x1bb", "x" * 41):
        with pytest.raises(ValueError, match="a name"):
            write_progress(journal, name, FIRST, "")
        with pytest.raises(ValueError, match="a name"):
            read_progress(journal, name)


def test_progress_follows_renamed_players(journal: Journal) -> None:
    write_progress(journal, "Anna", FIRST, "2026-03-01")
    for name, new in (("Anna", "Annette"), ("Annette", "ANNETTE")):
        rename_player(journal, name, new)
        assert read_progress(journal, new) == {FIRST: "2026-03-01"}
    write_progress(journal, "Dora", FIRST, "2026-01-01")
    write_progress(journal, "Dora", SECOND, "2026-01-02")
    rename_player(journal, "Dora", "Annette")
    assert read_progress(journal, "Annette") == {FIRST: "2026-03-01", SECOND: "2026-01-02"}
    assert read_progress(journal, "Dora") == {}
