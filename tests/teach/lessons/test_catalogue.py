from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from backgammon_tui.teach import lessons
from backgammon_tui.teach.lessons.catalogue import (
    MAX_BYTES,
    CourseLesson,
    course,
    course_to_open,
    due_repeats,
    faulty_files,
    find_lesson,
    repeat_of,
    user_lessons,
)
from backgammon_tui.text_file import LineError
from tests.teach.lessons.examples import task, write

START = "Start: W 19:1 hand:14 / B 22:2 21:1 hand:12; W to move"
LEGAL = write(task(START, "Roll: 6-3", "Solution: hand/19"))
MONDAY = 738_000


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Iterator[Path]:
    """Return a folder with a lesson of Russian Backgammon."""
    (tmp_path / "monday.txt").write_text(LEGAL, encoding="utf-8")
    lessons.find_own_folder = lambda: tmp_path
    yield tmp_path
    lessons.find_own_folder = None


def own() -> CourseLesson:
    return user_lessons("russian")[-1]


def test_own_lesson_is_outside_the_course() -> None:
    assert (own().file, own().title, own().number) == ("monday.txt", "A lesson", 0)
    assert own() not in course("russian")
    assert not user_lessons("french")
    for lesson in (own(), course("russian")[-1]):
        assert find_lesson(lesson.place) == lesson
    assert own().read().title == "A lesson"


def test_own_lesson_progress_is_saved_by_file(folder: Path) -> None:
    assert own().item == "lesson/own/monday.txt"
    kept = dict([repeat_of(own(), 0, MONDAY)])
    (folder / "before.txt").write_text(LEGAL, encoding="utf-8")
    assert [lesson.file for lesson in user_lessons()] == ["before.txt", "monday.txt"]
    (repeat,) = due_repeats(kept, "russian", MONDAY)
    assert repeat.entry == own()


def test_faulty_lesson_is_reported_and_others_listed(folder: Path) -> None:
    (folder / "list.txt").write_text("Anna, Boris", encoding="utf-8")
    (folder / "sound.txt").write_bytes(b"\xff")
    (folder / "folder.txt").mkdir()
    assert own().file == "monday.txt"
    assert [faulty.shown_file for faulty in faulty_files()] == [
        "folder.txt",
        "list.txt",
        "sound.txt",
    ]
    assert faulty_files()[0].problem == "Is a directory"
    assert faulty_files()[1].problem.startswith("line 1: a lesson begins with the line")


def test_illegal_step_is_rejected_when_read(folder: Path) -> None:
    (folder / "monday.txt").write_text(LEGAL.replace("hand/19", "hand/22"), encoding="utf-8")
    with pytest.raises(LineError, match="blocked"):
        own().read()
    assert due_repeats(dict([repeat_of(own(), 0, MONDAY)]), "russian", MONDAY) == ()


def test_only_courses_are_listed_without_a_folder(tmp_path: Path) -> None:
    lessons.find_own_folder = lambda: tmp_path / "missing"
    assert user_lessons() == ()
    assert faulty_files() == ()


def test_at_most_200_files_are_listed_by_name(folder: Path) -> None:
    for number in range(199):
        (folder / f"a{number:03}.txt").write_text(LEGAL, encoding="utf-8")
    assert own().file == "monday.txt"
    (folder / "a199.txt").write_text(LEGAL, encoding="utf-8")
    assert own().file == "a199.txt"


def test_oversized_file_is_not_read(folder: Path) -> None:
    (folder / "most.txt").write_text("x" * MAX_BYTES, encoding="utf-8")
    (folder / "over.txt").write_text("x" * (MAX_BYTES + 1), encoding="utf-8")
    maximum, over = faulty_files()
    assert maximum.problem == "line 1: a lesson has at most 50,000 characters"
    assert "200,000 bytes" in over.problem
    assert MAX_BYTES == 200_000


# ---- repeated steps


def third() -> CourseLesson:
    return course("russian")[2]


def test_wrong_step_is_due_the_same_day() -> None:
    kept = dict([repeat_of(third(), 1, MONDAY)])
    assert kept == {"step/russian/3/2": "0 738000"}
    (repeat,) = due_repeats(kept, "russian", MONDAY)
    assert (repeat.entry, repeat.step) == (third(), 1)
    assert due_repeats(kept, "french", MONDAY) == ()


def test_right_step_rests_longer_each_time() -> None:
    kept = dict([repeat_of(third(), 1, MONDAY)])
    (repeat,) = due_repeats(kept, "russian", MONDAY)
    kept = dict([repeat.done(True, MONDAY)])
    assert due_repeats(kept, "russian", MONDAY) == ()
    (repeat,) = due_repeats(kept, "russian", MONDAY + 1)
    kept = dict([repeat.done(True, MONDAY + 1)])
    assert due_repeats(kept, "russian", MONDAY + 3) == ()
    assert due_repeats(kept, "russian", MONDAY + 4)


def test_least_known_step_comes_first() -> None:
    kept = {
        "step/russian/3/2": "2 1",
        "step/russian/4/1": "0 1",
        "step/russian/99/1": "0 1",
        "step/russian/3/99": "0 1",
        "step/russian/3/1": "nonsense",
        "step/russian/3/3": "99 1",
        "lesson/russian/3": "0 1",
    }
    result = due_repeats(kept, "russian", MONDAY)
    assert [(repeat.entry.number, repeat.step) for repeat in result] == [(4, 0), (3, 1)]


def test_course_to_open_fits_the_learner() -> None:
    done = {lesson.item for lesson in course("russian")}
    begun = course("french")[0].item
    assert course_to_open(set(), "backgammon") == "russian"
    assert course_to_open({begun}, "backgammon") == "french"
    assert course_to_open(done, "backgammon") == "backgammon"
    assert course_to_open(done | {begun}, "backgammon") == "french"
