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
from backgammon_tui.storage.journal.problems import JournalProblem
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


@pytest.mark.parametrize("name", ["Anna", "anna", " ANNA "])
def test_players_are_found_in_any_spelling(journal: Journal, name: str) -> None:
    assert find_player(journal, name) == "Anna"
    assert find_player(journal, "Ann") is None


def test_nobody_is_found_where_there_is_no_file(tmp_path: Path) -> None:
    assert find_player(journal_in(tmp_path), "Anna") is None


def test_a_player_is_renamed_in_all_matches(journal: Journal) -> None:
    rename_player(journal, "anna", "  Anne-Marie ")
    assert pairs(journal) == [("Anne-Marie", "Boris"), ("Cleo", "Anne-Marie"), ("Boris", "Dora")]
    assert find_player(journal, "Anna") is None


def test_a_name_can_be_written_otherwise(journal: Journal) -> None:
    rename_player(journal, "Anna", "ANNA")
    assert pairs(journal)[0] == ("ANNA", "Boris")
    assert rows(journal, "player") == 4


def test_two_players_can_become_one(journal: Journal) -> None:
    rename_player(journal, "Dora", "anna")
    assert pairs(journal) == [("anna", "Boris"), ("Cleo", "anna"), ("Boris", "anna")]
    assert query.count_games(journal, GameQuery(player="Anna")) == 3
    assert find_player(journal, "Dora") is None


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


def test_who_is_not_there_cannot_be_renamed(journal: Journal) -> None:
    with pytest.raises(JournalProblem):
        rename_player(journal, "Nobody", "Somebody")
    assert find_player(journal, "Somebody") is None


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


def test_a_match_that_is_gone_cannot_be_renamed(journal: Journal) -> None:
    with trouble(StorageErrorKind.GONE):
        rename_match(journal, 99, "Ewa", "Fritz")
    assert rows(journal, "player") == 4


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
    _, found = MatchLock.acquire(journal, number)
    assert found.dice
    assert found.dice.seed == SEED


# ---- saved progress of learners

FIRST, SECOND = "lesson/russian/1", "lesson/russian/2"


@pytest.fixture
def learnt(tmp_path: Path) -> Journal:
    """Anna, who has played Boris, has done the first lesson."""
    journal = journal_in(tmp_path)
    kept(journal, drawn(table_for(white="Anna", black="Boris")))
    write_progress(journal, "Anna", FIRST, "2026-03-01")
    return journal


def test_what_is_written_is_read_whatever_the_case(learnt: Journal) -> None:
    assert read_progress(learnt, "Anna") == {FIRST: "2026-03-01"}
    assert read_progress(learnt, " ANNA ") == {FIRST: "2026-03-01"}
    assert read_progress(learnt, "Boris") == {}


def test_what_is_written_last_stands(learnt: Journal) -> None:
    write_progress(learnt, "anna", FIRST, "2026-04-01")
    write_progress(learnt, "anna", SECOND, "2026-04-02")
    assert read_progress(learnt, "Anna") == {FIRST: "2026-04-01", SECOND: "2026-04-02"}


def test_whoever_learns_need_not_have_played(learnt: Journal) -> None:
    write_progress(learnt, "Zoë", FIRST, "2026-03-02")
    assert read_progress(learnt, "ZOË") == {FIRST: "2026-03-02"}


def test_nothing_is_made_where_there_is_nothing(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    assert read_progress(journal, "Anna") == {}
    assert not journal.path.exists()


@pytest.mark.parametrize("name", ["  ", "a\x1bb", "x" * 41])
def test_nobody_is_called_so(learnt: Journal, name: str) -> None:
    with pytest.raises(ValueError, match="a name"):
        write_progress(learnt, name, FIRST, "")
    with pytest.raises(ValueError, match="a name"):
        read_progress(learnt, name)


@pytest.mark.parametrize("new", ["Annette", "ANNA"])
def test_it_goes_with_a_player_who_gets_another_name(learnt: Journal, new: str) -> None:
    rename_player(learnt, "Anna", new)
    assert read_progress(learnt, new) == {FIRST: "2026-03-01"}


def test_of_two_players_who_become_one_it_is_joined(learnt: Journal) -> None:
    kept(learnt, drawn(table_for(white="Ann", black="Boris")))
    write_progress(learnt, "Ann", FIRST, "2026-01-01")
    write_progress(learnt, "Ann", SECOND, "2026-01-02")
    rename_player(learnt, "Ann", "Anna")
    assert read_progress(learnt, "Anna") == {FIRST: "2026-03-01", SECOND: "2026-01-02"}
    assert read_progress(learnt, "Ann") == {}


def test_learners_who_have_not_played_keep_their_names_as_they_were_typed(learnt: Journal) -> None:
    write_progress(learnt, "McDonald", FIRST, "2026-03-01")
    write_progress(learnt, "ANNA", SECOND, "2026-03-02")  # She has played, as Anna.
    found = {(each.learner, each.item) for each in all_progress(learnt)}
    assert found == {("Anna", FIRST), ("Anna", SECOND), ("McDonald", FIRST)}
    assert read_progress(learnt, "mcdonald") == {FIRST: "2026-03-01"}


def test_what_was_learnt_without_a_name_takes_the_name_as_it_is_typed(learnt: Journal) -> None:
    write_progress(learnt, "", SECOND, "2026-03-01")
    adopt_progress(learnt, "McDonald")
    assert ("McDonald", SECOND) in {(each.learner, each.item) for each in all_progress(learnt)}
