from __future__ import annotations

from pathlib import Path

import pytest

from backgammon_tui.teach.lessons.courses import (
    MAX_BYTES,
    CourseLesson,
    course,
    course_to_open,
    faulty_files,
    find_lesson,
    find_user_lesson,
    user_lessons,
)
from backgammon_tui.teach.lessons.repeats import due_repeats, repeat_of
from backgammon_tui.text_file import LineError
from tests.teach.lessons.examples import task, write

START = "Start: W 19:1 hand:14 / B 22:2 21:1 hand:12; W to move"
LEGAL = write(task(START, "Roll: 6-3", "Solution: hand/19"))
MONDAY = 738_000


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a lesson of Russian Backgammon."""
    (tmp_path / "monday.txt").write_text(LEGAL, encoding="utf-8")
    return tmp_path


def last_in(folder: Path) -> CourseLesson:
    return user_lessons(folder, "russian")[-1]


def test_own_lesson_is_outside_the_course(folder: Path) -> None:
    assert (last_in(folder).file, last_in(folder).title, last_in(folder).number) == (
        "monday.txt",
        "A lesson",
        0,
    )
    assert last_in(folder) not in course("russian")
    assert not user_lessons(folder, "french")
    last = course("russian")[-1]
    assert find_lesson(last.place) == last
    for name in ("monday", "monday.txt"):
        assert find_user_lesson(folder, name) == last_in(folder)
    assert last_in(folder).read().title == "A lesson"


def test_own_lesson_progress_is_saved_by_file(folder: Path) -> None:
    assert last_in(folder).item == "lesson/own/monday.txt"
    kept = dict([repeat_of(last_in(folder), 0, MONDAY)])
    (folder / "before.txt").write_text(LEGAL, encoding="utf-8")
    assert [lesson.file for lesson in user_lessons(folder)] == ["before.txt", "monday.txt"]
    (repeat,) = due_repeats(kept, user_lessons(folder), MONDAY)
    assert repeat.entry == last_in(folder)


def test_faulty_lesson_is_reported_and_others_listed(folder: Path) -> None:
    (folder / "list.txt").write_text("Anna, Boris", encoding="utf-8")
    (folder / "sound.txt").write_bytes(b"\xff")
    (folder / "folder.txt").mkdir()
    assert last_in(folder).file == "monday.txt"
    assert [faulty.shown_file for faulty in faulty_files(folder)] == [
        "folder.txt",
        "list.txt",
        "sound.txt",
    ]
    assert faulty_files(folder)[0].problem == "Is a directory"
    assert faulty_files(folder)[1].problem.startswith("line 1: a lesson begins with the line")


def test_illegal_step_is_rejected_when_read(folder: Path) -> None:
    (folder / "monday.txt").write_text(LEGAL.replace("hand/19", "hand/22"), encoding="utf-8")
    with pytest.raises(LineError, match="blocked"):
        last_in(folder).read()
    assert (
        due_repeats(dict([repeat_of(last_in(folder), 0, MONDAY)]), user_lessons(folder), MONDAY)
        == ()
    )


def test_only_courses_are_listed_without_a_folder(tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    assert user_lessons(missing) == ()
    assert faulty_files(missing) == ()


def test_at_most_200_files_are_listed_by_name(folder: Path) -> None:
    for number in range(199):
        (folder / f"a{number:03}.txt").write_text(LEGAL, encoding="utf-8")
    assert last_in(folder).file == "monday.txt"
    (folder / "a199.txt").write_text(LEGAL, encoding="utf-8")
    assert last_in(folder).file == "a199.txt"


def test_oversized_file_is_not_read(folder: Path) -> None:
    (folder / "most.txt").write_text("x" * MAX_BYTES, encoding="utf-8")
    (folder / "over.txt").write_text("x" * (MAX_BYTES + 1), encoding="utf-8")
    maximum, over = faulty_files(folder)
    assert maximum.problem == "line 1: a lesson has at most 50,000 characters"
    assert "200,000 bytes" in over.problem
    assert MAX_BYTES == 200_000


def test_course_to_open_fits_the_learner() -> None:
    done = {lesson.item for lesson in course("russian")}
    begun = course("french")[0].item
    assert course_to_open(set(), "backgammon") == "russian"
    assert course_to_open({begun}, "backgammon") == "french"
    assert course_to_open(done, "backgammon") == "backgammon"
    assert course_to_open(done | {begun}, "backgammon") == "french"
