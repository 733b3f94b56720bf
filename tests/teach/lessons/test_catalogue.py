"""Lessons of one's own: a folder that is listed behind the courses of the program."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from backgammon_tui import own_lessons
from backgammon_tui.teach.lessons.catalogue import (
    MAX_BYTES,
    CourseLesson,
    course,
    course_to_open,
    due_repeats,
    faulty_files,
    find_lesson,
    missed,
)
from backgammon_tui.text_file import LineError
from tests.teach.lessons.examples import task, write

START = "Start: W 19:1 hand:14 / B 22:2 21:1 hand:12; W to move"
LEGAL = write(task(START, "Roll: 6-3", "Solution: hand/19"))
MONDAY = 738_000


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder with a lesson of Russian Backgammon."""
    (tmp_path / "monday.txt").write_text(LEGAL, encoding="utf-8")
    own_lessons.keep_in(lambda: tmp_path)
    yield tmp_path
    own_lessons.keep_in(None)


def own() -> CourseLesson:
    return course("russian")[-1]


def test_it_is_the_last_lesson_of_its_course() -> None:
    before = course("russian")[-2]
    assert (own().file, own().title, own().number) == ("monday.txt", "A lesson", before.number + 1)
    assert not before.file
    assert not course("french")[-1].file
    assert find_lesson(own().place) == own()
    assert own().read().title == "A lesson"


def test_it_is_kept_by_its_file_wherever_it_stands(folder: Path) -> None:
    assert own().item == "lesson/own/monday.txt"
    kept = dict([missed(own(), 0, MONDAY)])
    (folder / "before.txt").write_text(LEGAL, encoding="utf-8")
    assert [lesson.file for lesson in course("russian")[-2:]] == ["before.txt", "monday.txt"]
    (repeat,) = due_repeats(kept, "russian", MONDAY)
    assert repeat.entry == own()


def test_what_is_no_lesson_is_told_and_the_others_are_listed(folder: Path) -> None:
    (folder / "list.txt").write_text("Anna, Boris", encoding="utf-8")
    (folder / "sound.txt").write_bytes(b"\xff")
    (folder / "folder.txt").mkdir()
    assert own().file == "monday.txt"
    assert [faulty.shown_file for faulty in faulty_files()] == [
        "folder.txt",
        "list.txt",
        "sound.txt",
    ]
    assert faulty_files()[1].problem.startswith("line 1: a lesson begins with the line")


def test_a_step_that_breaks_the_rules_is_found_when_it_is_read(folder: Path) -> None:
    (folder / "monday.txt").write_text(LEGAL.replace("hand/19", "hand/22"), encoding="utf-8")
    with pytest.raises(LineError, match="blocked"):
        own().read()
    assert due_repeats(dict([missed(own(), 0, MONDAY)]), "russian", MONDAY) == ()


def test_without_a_folder_there_are_the_programs_own(tmp_path: Path) -> None:
    own_lessons.keep_in(lambda: tmp_path / "missing")
    assert not own().file
    assert faulty_files() == ()


def test_two_hundred_files_are_looked_at_in_the_order_of_their_names(folder: Path) -> None:
    for number in range(199):
        (folder / f"a{number:03}.txt").write_text(LEGAL, encoding="utf-8")
    assert own().file == "monday.txt"
    (folder / "a199.txt").write_text(LEGAL, encoding="utf-8")
    assert own().file == "a199.txt"


def test_a_file_of_more_bytes_than_a_lesson_can_have_is_not_read(folder: Path) -> None:
    (folder / "most.txt").write_text("x" * MAX_BYTES, encoding="utf-8")
    (folder / "over.txt").write_text("x" * (MAX_BYTES + 1), encoding="utf-8")
    most, over = faulty_files()
    assert most.problem == "line 1: a lesson has at most 50,000 characters"
    assert "200,000 bytes" in over.problem
    assert MAX_BYTES == 200_000


# ---- steps that went wrong, and come back


def third() -> CourseLesson:
    return course("russian")[2]


def test_a_step_that_went_wrong_is_due_the_same_day() -> None:
    kept = dict([missed(third(), 1, MONDAY)])
    assert kept == {"step/russian/3/2": "0 738000"}
    (repeat,) = due_repeats(kept, "russian", MONDAY)
    assert (repeat.entry, repeat.step) == (third(), 1)
    assert due_repeats(kept, "french", MONDAY) == ()


def test_once_it_is_right_it_rests_longer_each_time() -> None:
    kept = dict([missed(third(), 1, MONDAY)])
    (repeat,) = due_repeats(kept, "russian", MONDAY)
    kept = dict([repeat.done(True, MONDAY)])
    assert due_repeats(kept, "russian", MONDAY) == ()
    (repeat,) = due_repeats(kept, "russian", MONDAY + 1)
    kept = dict([repeat.done(True, MONDAY + 1)])
    assert due_repeats(kept, "russian", MONDAY + 3) == ()
    assert due_repeats(kept, "russian", MONDAY + 4)


def test_the_least_known_comes_first_and_what_makes_no_sense_is_left_out() -> None:
    kept = {
        "step/russian/3/2": "2 1",
        "step/russian/4/1": "0 1",
        "step/russian/99/1": "0 1",
        "step/russian/3/99": "0 1",
        "step/russian/3/1": "nonsense",
        "step/russian/3/3": "99 1",
        "lesson/russian/3": "0 1",
    }
    found = due_repeats(kept, "russian", MONDAY)
    assert [(repeat.entry.number, repeat.step) for repeat in found] == [(4, 0), (3, 1)]


def test_course_to_open_fits_the_learner() -> None:
    """A lesson of one's own is part of no course."""
    done = {lesson.item for lesson in course("russian") if not lesson.file}
    begun = course("french")[0].item
    assert course_to_open(set(), "backgammon") == "russian"
    assert course_to_open({begun}, "backgammon") == "french"
    assert course_to_open(done, "backgammon") == "backgammon"
    assert course_to_open(done | {begun}, "backgammon") == "french"
