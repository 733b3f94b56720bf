from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from backgammon_tui.cli.lessons import as_text
from backgammon_tui.settings import Settings
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.lesson_progress import write_progress
from backgammon_tui.storage.paths import journal_file
from backgammon_tui.storage.preferences import write_preferences
from backgammon_tui.teach.lessons.catalogue import course, courses
from backgammon_tui.teach.lessons.writing import worksheet_pages
from tests.cli.program import refusal, run
from tests.teach.lessons.examples import task, write

START = "Start: W 19:1 hand:14 / B 22:2 21:1 hand:12; W to move"
LESSON = write(task(START, "Roll: 6-3", "Solution: hand/19"))


def test_courses_are_listed_without_a_lesson() -> None:
    done = run("lesson")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[:2] == ["Russian Backgammon", "  russian/1           The board and the way round"]
    assert "  backgammon/2        What is different" in lines


def test_course_lesson_is_played() -> None:
    done = run("lesson", "french/5", typed="1\n\nresign 1\n\n")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(
        f"French Backgammon, lesson 5 of {len(course('french'))}\nEvery win is one point\n"
    )
    assert "That was lesson 5. The next is: " in done.out
    assert done.out.isascii()


@pytest.mark.parametrize("arguments", [("mine.txt",), ("--plain", "mine.txt")])
def test_own_lesson_is_played(arguments: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text(LESSON, encoding="utf-8")
    done = run("lesson", *arguments, typed="hand/22\nhand/19\n\n", folder=tmp_path)
    assert (done.code, done.err) == (0, "")
    assert "Black holds point 22." in done.out
    assert done.out.endswith("That was the lesson.\n")


def test_lesson_from_file_is_recorded_for_its_player(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text(LESSON, encoding="utf-8")
    run("lesson", "mine.txt", "--player", "Zoe", typed="hand/22\nhand/19\n\n", folder=tmp_path)
    assert run("progress").out == "Zoe: 1 lesson done, 1 step to repeat\n"
    assert "own/mine.txt" in run("progress", "--csv").out


def test_file_may_have_the_name_of_a_course(tmp_path: Path) -> None:
    (tmp_path / "french").write_text(LESSON, encoding="utf-8")
    assert "A lesson" in run("lesson", "./french", folder=tmp_path).out
    assert "The other way round" in run("lesson", "french", folder=tmp_path).out


# ---- learners


def test_progress_is_saved_per_learner() -> None:
    done = run("lesson", "--player", "Anna", "french/5", typed="1\n\nresign 1\n\n")
    assert (done.code, done.err) == (0, "")
    listed = run("lesson", "--player", "ANNA").out.splitlines()
    assert [line for line in listed if "done" in line] == [
        "  french/5            Every win is one point (done)"
    ]
    assert "done" not in run("lesson", "--player", "Boris").out
    assert "done" not in run("lesson").out


def test_last_learner_is_the_default() -> None:
    write_preferences(Settings(learner="Zoe"))
    run("lesson", "french/5", typed="1\n\nresign 1\n\n")
    assert "(done)" in run("lesson").out
    assert "(done)" not in run("lesson", "--player", "").out


def test_abandoned_lesson_is_not_done() -> None:
    run("lesson", "--player", "Anna", "french/5", typed="1\n\nquit\n")
    assert "done" not in run("lesson", "--player", "Anna").out


def test_save_error_is_reported_and_lesson_continues(kept: Path) -> None:
    (kept / "journal.sqlite").mkdir(parents=True)
    done = run("lesson", "--player", "Anna", "french/5", typed="1\n\nresign 1\n\n")
    assert (done.code, done.err) == (0, "")
    assert "journal.sqlite" in done.out.replace("\n", "")  # A long path is wrapped.
    assert "That was lesson 5." in done.out


def test_reserved_learner_name_is_refused() -> None:
    line = refusal("lesson", "--player", "a\x1bb", "french/5")
    assert line == "a name must consist of visible characters"


# ---- a class


def test_lesson_folder_is_listed_with_progress(tmp_path: Path, kept: Path) -> None:
    (tmp_path / "mine.txt").write_text(LESSON, encoding="utf-8")
    (tmp_path / "list.txt").write_text("Anna, Boris", encoding="utf-8")
    place = f"russian/{len(course('russian')) + 1}"
    called = ("lesson", "--lessons", ".", "--player", "Anna")
    done = run(*called, place, typed="hand/19\n\n", folder=tmp_path)
    assert (done.code, done.err) == (0, "")
    listed = run(*called, folder=tmp_path).out
    assert f"  {place:<20}A lesson (done)\n" in listed
    assert "list.txt is not a lesson: line 1: a lesson begins with" in listed
    own = kept / "lessons"
    own.mkdir()
    (tmp_path / "mine.txt").rename(own / "mine.txt")
    for name in ("mine", "mine.txt"):
        assert "A lesson" in run("lesson", name, typed="quit\n").out
    assert f"  {place:<20}A lesson (done)\n" in run("lesson", "--player", "anna").out


def test_progress_lists_all_learners(tmp_path: Path) -> None:
    assert run("progress").out == "Nobody has done a lesson or quiz yet.\n"
    for name in ("Anna", "=1+1"):
        run("lesson", "--player", name, "french/5", typed="2\n1\n\nresign 1\n\n")
    assert run("progress").out == (
        "=1+1: 1 lesson done, 1 step to repeat\nAnna: 1 lesson done, 1 step to repeat\n"
    )
    head, *rows = run("progress", "--csv").out.splitlines()
    assert head == ("learner,what,title,done,steps,steps to repeat,right,asked")
    lesson = ["french/5", "Every win is one point"]
    assert [row.split(",")[:3] for row in rows] == [["'=1+1", *lesson], ["Anna", *lesson]]
    assert rows[1].split(",")[4:] == ["2", "1", "", ""]


def test_progress_without_a_name_is_listed() -> None:
    run("lesson", "french/5", typed="2\n1\n\nresign 1\n\n")
    assert run("progress").out == "no name: 1 lesson done, 1 step to repeat\n"
    _, row = run("progress", "--csv").out.splitlines()
    assert row.startswith("no name,french/5,")


@pytest.mark.parametrize("begun", [*"=+-@＝＋－＠﹦﹢﹣﹫⁼₊−", "\u00a0="])
def test_csv_names_are_not_formulas(begun: str) -> None:
    assert as_text(f"{begun}1+1") == f"'{begun}1+1"


@pytest.mark.parametrize("begun", ["1=", "≡", "*", "x+"])
def test_csv_keeps_ordinary_names(begun: str) -> None:
    assert as_text(f"{begun}1") == f"{begun}1"


# ---- files


START_6_4 = "Start: W 24:3 21:8 19:4 / B 23:5 22:1 20:3 18:4 14:2; W to move; first double W B"


def test_false_claims_are_reported_with_their_line(tmp_path: Path) -> None:
    tried = ("Solution: 21/15 19/15", "Try: 21/15 21/17", "  It costs 0.90 points.")
    step = task(START_6_4, "Roll: 6-4", *tried)
    text = write(step.replace("Hint: Look.", "Hint: Look.\nClaim: 21/15 21/17: hit by < 30"))
    (tmp_path / "mine.txt").write_text(text, encoding="utf-8")
    done = run("lesson", "mine.txt", "--check", folder=tmp_path)
    assert (done.code, done.err) == (2, "")
    assert done.out.splitlines() == [
        "mine.txt: line 9: 21/15 21/17 costs 0.12, not 0.9.",
        "mine.txt: line 12: 21/15 21/17: hit by < 30: it is 34.",
    ]


@pytest.mark.parametrize("name", ["mine.txt", "russian/1"])
def test_true_claims_pass_the_check(name: str, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text(LESSON, encoding="utf-8")
    done = run("lesson", "--check", name, folder=tmp_path)
    assert (done.code, done.err) == (0, "")
    assert done.out == f"{name}: the lesson follows the rules, and its claims are true.\n"


@pytest.mark.parametrize("more", [(), ("--check",)])
def test_faulty_lesson_is_rejected_with_its_line(more: tuple[str, ...], tmp_path: Path) -> None:
    text = LESSON.replace("Solution: hand/19", "Solution: hand/22")
    (tmp_path / "mine.txt").write_text(text, encoding="utf-8")
    line = refusal("lesson", "mine.txt", *more, folder=tmp_path)
    assert line == "mine.txt: line 8: the rules do not allow this: blocked"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\xff\xfe", "mine.txt: line 1: this is not UTF-8 text"),
        (b"x" * 200_001, "mine.txt: line 1: a file has at most 200,000 bytes"),
        (b"", "mine.txt: line 1: a lesson begins with the line 'backgammon-tui lesson 1'"),
    ],
)
def test_files_that_are_not_lessons_are_refused(data: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_bytes(data)
    assert refusal("lesson", "mine.txt", folder=tmp_path) == f"{message}"


def test_unknown_lessons_are_refused(tmp_path: Path) -> None:
    count = len(course("russian"))
    message = f"the course russian has {count} lessons, not 99"
    assert refusal("lesson", "russian/99") == f"{message}"
    assert refusal("lesson", "chess/1", folder=tmp_path).endswith("No such file or directory")
    assert "\\x1b" in refusal("lesson", "\x1b[31m", folder=tmp_path)


def test_worksheet_has_the_tasks_and_a_page_of_answers() -> None:
    done = run("lesson", "russian/7", "--sheet")
    assert (done.code, done.err) == (0, "")
    tasks, answers = done.out.split("\f")
    assert tasks.startswith("Russian Backgammon: Doubles while entering\n===")
    assert "Roll: 3-3. Two checkers are in hand." in " ".join(tasks.split())
    assert tasks.count("Answer: ____") == 4
    assert "|  .   .   .   .   .   . |" in tasks
    assert "hand/22(2)" not in tasks
    assert answers.startswith("Answers to Russian Backgammon: Doubles while entering\n===")
    assert "\n1. No. You have lost nothing" in answers
    assert "\n3. hand/22(2) 24/21(2). Every checker is in" in answers


def test_lessons_have_worksheets() -> None:
    for lessons in courses():
        for entry in lessons[::4]:
            for page in worksheet_pages(entry.read()):
                assert max(map(len, page.splitlines())) <= 78, entry.place


@pytest.mark.parametrize("option", ["--check", "--sheet"])
def test_check_and_worksheet_need_a_lesson(option: str) -> None:
    assert refusal("lesson", option) == f"{option} needs the name of a lesson"


def test_progress_by_steps_has_themes_and_dates() -> None:
    journal = Journal(journal_file())
    write_progress(journal, "Anna", "quiz score/russian", "3 4")
    assert run("progress", "--steps").out == "Nobody has begun a lesson yet.\n"
    for item, data in {
        "lesson/russian/2": "2026-03-01T10:00:00+00:00",
        "step/russian/2/3": f"0 {date(2026, 3, 4).toordinal()}",
        "step/russian/2/1": "1 999999999999",
        "lesson/russian/12 step": "2 2026-03-05T10:00:00+00:00",
    }.items():
        write_progress(journal, "Anna", item, data)
    theme = course("russian")[11].theme
    about = f" ({theme.value})" if theme else ""
    done = run("progress", "--steps")
    assert done.out.splitlines() == [
        "Anna",
        f"  russian/2  {course('russian')[1].title}: done 2026-03-01",
        "    step 1: to repeat from",
        "    step 3: to repeat from 2026-03-04",
        f"  russian/12  {course('russian')[11].title}{about}: begun 2026-03-05",
    ]
    table = run("progress", "--steps", "--csv").out.splitlines()
    assert table[0] == "learner,lesson,title,theme,step,state,date"
    assert table[3] == f"Anna,russian/2,{course('russian')[1].title},,3,to repeat from,2026-03-04"
