"""Saved progress of learners."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from backgammon_tui.storage.journal.edits import rename_player
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.lesson_progress import (
    adopt_progress,
    all_progress,
    read_progress,
    write_progress,
)
from backgammon_tui.storage.journal.recovery import recover
from tests.storage.journal.journals import drawn, journal_in, kept, table_for

FIRST, SECOND = "lesson/russian/1", "lesson/russian/2"


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    """Anna, who has played Boris, has done the first lesson."""
    journal = journal_in(tmp_path)
    kept(journal, drawn(table_for(white="Anna", black="Boris")))
    write_progress(journal, "Anna", FIRST, "2026-03-01")
    return journal


def test_what_is_written_is_read_whatever_the_case(journal: Journal) -> None:
    assert read_progress(journal, "Anna") == {FIRST: "2026-03-01"}
    assert read_progress(journal, " ANNA ") == {FIRST: "2026-03-01"}
    assert read_progress(journal, "Boris") == {}


def test_what_is_written_last_stands(journal: Journal) -> None:
    write_progress(journal, "anna", FIRST, "2026-04-01")
    write_progress(journal, "anna", SECOND, "2026-04-02")
    assert read_progress(journal, "Anna") == {FIRST: "2026-04-01", SECOND: "2026-04-02"}


def test_whoever_learns_need_not_have_played(journal: Journal) -> None:
    write_progress(journal, "Zoë", FIRST, "2026-03-02")
    assert read_progress(journal, "ZOË") == {FIRST: "2026-03-02"}


def test_nothing_is_made_where_there_is_nothing(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    assert read_progress(journal, "Anna") == {}
    assert not journal.path.exists()


@pytest.mark.parametrize("name", ["  ", "a\x1bb", "x" * 41])
def test_nobody_is_called_so(journal: Journal, name: str) -> None:
    with pytest.raises(ValueError, match="a name"):
        write_progress(journal, name, FIRST, "")
    with pytest.raises(ValueError, match="a name"):
        read_progress(journal, name)


@pytest.mark.parametrize("new", ["Annette", "ANNA"])
def test_it_goes_with_a_player_who_gets_another_name(journal: Journal, new: str) -> None:
    rename_player(journal, "Anna", new)
    assert read_progress(journal, new) == {FIRST: "2026-03-01"}


def test_of_two_players_who_become_one_it_is_joined(journal: Journal) -> None:
    kept(journal, drawn(table_for(white="Ann", black="Boris")))
    write_progress(journal, "Ann", FIRST, "2026-01-01")
    write_progress(journal, "Ann", SECOND, "2026-01-02")
    rename_player(journal, "Ann", "Anna")
    assert read_progress(journal, "Anna") == {FIRST: "2026-03-01", SECOND: "2026-01-02"}
    assert read_progress(journal, "Ann") == {}


def test_it_is_saved_from_a_damaged_journal(journal: Journal) -> None:
    write_progress(journal, "Boris", SECOND, "2026-03-02")
    journal.close()
    with closing(sqlite3.connect(journal.path)) as db:
        db.execute("UPDATE progress SET data = x'ff' WHERE player = 'boris'")
        db.commit()
    recover(journal)
    assert read_progress(journal, "Anna") == {FIRST: "2026-03-01"}
    assert read_progress(journal, "Boris") == {}


def test_learners_who_have_not_played_keep_their_names_as_they_were_typed(journal: Journal) -> None:
    write_progress(journal, "McDonald", FIRST, "2026-03-01")
    write_progress(journal, "ANNA", SECOND, "2026-03-02")  # She has played, as Anna.
    found = {(each.learner, each.item) for each in all_progress(journal)}
    assert found == {("Anna", FIRST), ("Anna", SECOND), ("McDonald", FIRST)}
    assert read_progress(journal, "mcdonald") == {FIRST: "2026-03-01"}


def test_what_was_learnt_without_a_name_takes_the_name_as_it_is_typed(journal: Journal) -> None:
    write_progress(journal, "", SECOND, "2026-03-01")
    adopt_progress(journal, "McDonald")
    assert ("McDonald", SECOND) in {(each.learner, each.item) for each in all_progress(journal)}
