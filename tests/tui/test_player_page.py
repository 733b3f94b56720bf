from __future__ import annotations

from datetime import UTC, datetime

import pytest

from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.learning import write_progress
from backgammon_tui.storage.paths import journal_file
from backgammon_tui.teach.lessons.courses import CourseLesson
from backgammon_tui.teach.today import Today
from backgammon_tui.tui.screens.records import read_player
from backgammon_tui.words.columns import NARROW, cells
from tests.cli.program import keep, transcript, won

NOW = datetime(2026, 3, 3, 12, tzinfo=UTC)


def page_of(name: str = "Anna") -> tuple[CourseLesson | Today | None, list[str]]:
    with Journal(journal_file()) as journal:
        lesson, lines = read_player(journal, name, NOW)
    assert all(cells(line) <= NARROW for line in lines)
    return lesson, lines


def test_last_opponent_comes_first_even_the_computer() -> None:
    keep(
        transcript(won(), won(2, loser="W"), black="computer:strong", date="2026-03-02"),
        transcript(won(), date="2026-03-01"),
    )
    _, lines = page_of()
    assert lines[1].startswith("Computer (strong)        2   1    1")
    assert lines[2].startswith("Boris                    1   1    0")


def test_lessons_and_puzzles_are_counted() -> None:
    with Journal(journal_file()) as journal:
        write_progress(journal, "Anna", "lesson/french/1", "2026-03-01T10:00:00+00:00")
        write_progress(journal, "Anna", "quiz score/russian", "7 10")
        for day in (0, 1, 3):
            write_progress(journal, "Anna", f"quiz day/{NOW.date().toordinal() - day}", "1 1")
    lines = " ".join(" ".join(page_of()[1]).split())
    assert "Lessons French 1 of 15 done" in lines
    assert "Quiz Russian 7 of 10 right" in lines
    assert "Puzzles up to level 2 of 5; 2 days in a row." in lines


def test_next_lesson_is_first_undone_of_last_game() -> None:
    keep(transcript(won(), ruleset="french"))
    with Journal(journal_file()) as journal:
        write_progress(journal, "Anna", "lesson/french/1", "2026-03-01T10:00:00+00:00")
    lesson, lines = page_of()
    assert isinstance(lesson, CourseLesson)
    assert lesson.place == "french/2"
    assert f"l: next, French lesson 2, {lesson.title}." in " ".join(lines)
    assert page_of("computer:strong")[0] is None


def test_due_steps_come_before_a_new_lesson() -> None:
    with Journal(journal_file()) as journal:
        write_progress(journal, "Anna", "step/french/2/1", "0 1")
        write_progress(journal, "Anna", "step/russian/2/1", "0 1")
    due, lines = page_of()
    assert isinstance(due, Today)
    assert lines[0] == "Today: 2 steps (press l)"


@pytest.mark.parametrize("games", [7, 8, 9])
def test_page_has_eight_opponents(games: int) -> None:
    keep(*(transcript(won(), black=f"Player {n}") for n in range(1, games + 1)))
    _, lines = page_of()
    assert sum(line.startswith("Player ") for line in lines) == min(games, 8)
