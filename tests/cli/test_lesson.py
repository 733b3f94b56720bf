from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from backgammon_tui.cli.progress import as_text
from backgammon_tui.engine import RULESETS
from backgammon_tui.settings import Settings
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.learning import write_progress
from backgammon_tui.storage.paths import journal_file
from backgammon_tui.storage.preferences import write_preferences
from backgammon_tui.teach.lessons.courses import course, courses
from backgammon_tui.teach.lessons.worksheet import worksheet_pages
from tests.cli.program import output, refusal, run
from tests.teach.lessons.examples import task, write

START = "Start: W 19:1 hand:14 / B 22:2 21:1 hand:12; W to move"
LESSON = write(task(START, "Roll: 6-3", "Solution: hand/19"))
SOLVED = "hand/22\nhand/19\n\n"
"""A wrong play and the right one."""


@pytest.fixture(autouse=True)
def mine() -> Path:
    """Return a lesson in the current folder."""
    (mine := Path("mine.txt")).write_text(LESSON)
    return mine


def learn(*learner: str, typed: str = "2\n1\n\nresign 1\n\n") -> str:
    """Return the output of a course's lesson after a wrong answer and all right ones."""
    return output("lesson", "french/5", *learner, typed=typed)


def test_courses_are_listed_without_a_lesson() -> None:
    lines = output("lesson").splitlines()
    assert lines[:2] == ["Russian Backgammon", "  russian/1           The board and the direction"]
    at = lines.index("  backgammon/2        What is different")
    assert lines[at + 1].split("  ")[-1] == "Enough for a first game: about ten minutes up to here"
    assert sum("Enough for a first game" in line for line in lines) == len(RULESETS)


def test_course_lesson_is_played() -> None:
    out = learn()
    assert out.startswith(
        f"French Backgammon, lesson 5 of {len(course('french'))}\nEvery win is one point\n"
    )
    assert "That was lesson 5. The next is: " in out
    assert out.isascii()


@pytest.mark.parametrize("arguments", [("mine.txt",), ("--plain", "mine.txt")])
def test_own_lesson_is_played_and_recorded(arguments: tuple[str, ...]) -> None:
    out = output("lesson", *arguments, "--player", "Zoe", typed=SOLVED)
    assert "Black holds point 22." in out
    assert out.endswith("End of the lesson.\n")
    assert output("progress") == "Zoe: 1 lesson done, 1 step to repeat\n"
    assert "own/mine.txt" in output("progress", "--csv")


def test_file_may_have_the_name_of_a_course(mine: Path) -> None:
    mine.rename("french")
    assert "A lesson" in output("lesson", "./french")
    assert "The other way round" in output("lesson", "french")


# ---- learners


def test_progress_is_saved_per_learner() -> None:
    learn("--player", "Anna")
    done = [line for line in output("lesson", "--player", "ANNA").splitlines() if "done" in line]
    assert done == ["  french/5            Every win is one point (done)"]
    assert "done" in output("lesson"), "the last learner stays chosen"
    assert "done" not in output("lesson", "--player", "Boris")
    assert "done" not in output("lesson")


def test_last_learner_is_the_default() -> None:
    write_preferences(Settings(learner="Zoe"))
    learn()
    assert "(done)" in output("lesson")
    assert "(done)" not in output("lesson", "--player", "")


def test_abandoned_lesson_is_not_done() -> None:
    learn("--player", "Anna", typed="1\n\nquit\n")
    assert "done" not in output("lesson", "--player", "Anna")


def test_save_error_is_reported_and_lesson_continues(kept: Path) -> None:
    (kept / "journal.sqlite").mkdir(parents=True)
    out = learn("--player", "Anna")
    assert "journal.sqlite" in out.replace("\n", "")  # A long path is wrapped.
    assert "That was lesson 5." in out


# ---- a class


def test_lesson_folder_is_listed_with_progress(mine: Path, kept: Path) -> None:
    Path("list.txt").write_text("Anna, Boris")
    Path("broken.txt").write_text(LESSON.replace("/19", "/22"))
    called = ("lesson", "--lessons", ".", "--player", "Anna")
    output(*called, "mine", typed=SOLVED)
    listed = output(*called)
    assert f"\n  {'mine.txt':<20}A lesson (done)\n" in listed
    broken = "A lesson (line 8: the rules do not allow this: blocked)"
    assert f"Your own lessons\n  {'broken.txt':<20}{broken}\n" in listed
    assert "list.txt is not a lesson: line 1: a lesson begins with" in listed
    (kept / "lessons").mkdir()
    mine.rename(kept / "lessons" / "mine.txt")
    for name in ("mine", "mine.txt"):
        assert "A lesson" in output("lesson", name, typed="quit\n")
    assert f"  {'mine.txt':<20}A lesson (done)\n" in output("lesson", "--player", "anna")


def test_progress_lists_all_learners() -> None:
    for name in ("Anna", "=1+1", ""):
        learn("--player", name)
    assert output("progress").splitlines() == [
        f"{name}: 1 lesson done, 1 step to repeat" for name in ("no name", "=1+1", "Anna")
    ]
    head, *rows = output("progress", "--csv").splitlines()
    assert head == "learner,lesson,title,done,steps,steps to repeat,right,asked"
    done = [row.split(",") for row in rows]
    for cells, name in zip(done, ("no name", "'=1+1", "Anna"), strict=True):
        assert cells[:3] == [name, "french/5", "Every win is one point"]
        assert cells[4:] == ["2", "1", "", ""]


@pytest.mark.parametrize("begun", [*"=+-@＝＋－＠﹦﹢﹣﹫⁼₊−", "\u00a0="])
def test_csv_names_are_not_formulas(begun: str) -> None:
    assert as_text(f"{begun}1+1") == f"'{begun}1+1"


@pytest.mark.parametrize("begun", ["1=", "≡", "*", "x+"])
def test_csv_keeps_ordinary_names(begun: str) -> None:
    assert as_text(f"{begun}1") == f"{begun}1"


# ---- files


START_6_4 = "Start: W 24:3 21:8 19:4 / B 23:5 22:1 20:3 18:4 14:2; W to move; first double W B"


def test_false_claims_are_reported_with_their_line(mine: Path) -> None:
    tried = ("Solution: 21/15 19/15", "Try: 21/15 21/17", "  It costs 0.90 points.")
    step = task(START_6_4, "Roll: 6-4", *tried)
    mine.write_text(write(step.replace("Look.", "Look.\nClaim: 21/15 21/17: hit by < 30")))
    done = run("lesson", "mine.txt", "--check")
    assert (done.code, done.err) == (2, "")
    assert done.out.splitlines() == [
        "mine.txt: line 9: 21/15 21/17 costs 0.16, not 0.9.",
        "mine.txt: line 12: 21/15 21/17: hit by < 30: it is 34.",
    ]


@pytest.mark.parametrize("name", ["mine.txt", "russian/2"])
def test_true_claims_pass_the_check(name: str) -> None:
    message = f"{name}: The lesson follows the rules, and claims nothing else.\n"
    assert output("lesson", "--check", name) == message


def test_check_says_what_it_checked(mine: Path) -> None:
    tried = ("Solution: 21/15 19/15", "Try: 21/15 21/17", "  It costs 0.12 points.")
    play = task(START_6_4, "Roll: 6-4", *tried)
    claim = "Claim: 21/15 21/17: hit by = 34"
    asked = "Question: Is this the best?\nSolution: yes\nHint: Look."
    mine.write_text(write(play.replace("Look.", f"Look.\n{claim}"), "", asked, "", play))
    assert output("lesson", "mine.txt", "--check") == (
        "mine.txt: The lesson follows the rules. 1 claim and 1 cost are true. Which play is best"
        " was not checked in line 21: add 'Claim: best'. The answer was not checked in line 15: add"
        " 'About'.\n"
    )


def test_check_shows_all_errors_of_files_and_folders(mine: Path) -> None:
    lost = task(START, "Roll: 6-3", "Solution: hand/22")
    Path("bad").mkdir()
    Path("bad/one.txt").write_text(write(lost, "", lost, "", "Sey: Hello.", "", LESSON[-90:]))
    Path("bad/two.txt").write_text(LESSON.replace("Hint", "\tHint"))
    done = run("lesson", "--check", "mine.txt", "bad", "none")
    assert (done.code, done.err) == (2, "")
    good, *bad, none = done.out.splitlines()
    assert good == "mine.txt: The lesson follows the rules, and claims nothing else."
    assert [line.rpartition(":")[0] for line in bad[:3]] == [
        "bad/one.txt: line 8: the rules do not allow this",
        "bad/one.txt: line 15: the rules do not allow this",
        "bad/one.txt: line 19",
    ]
    assert "there is no tag 'Sey'" in bad[2]
    assert "bad/two.txt: line 9: there is a tab in this line; use spaces instead." in bad
    assert none == "none: No such file or directory."
    assert refusal("lesson", "mine.txt", "bad") == "give one lesson; only --check takes several"


def test_check_continues_after_an_unusable_name(mine: Path) -> None:
    Path("empty").mkdir()
    Path("folder.txt").mkdir()
    Path("wide.txt").write_text(LESSON, encoding="utf-16")
    Path("long.txt").write_text(LESSON + "# a comment\n" * 450_000)
    done = run("lesson", "--check", "empty", "folder.txt", "wide.txt", "long.txt", "mine.txt")
    assert (done.code, done.err) == (2, "")
    assert done.out.splitlines() == [
        "empty: there are no lessons in this folder.",
        "folder.txt: there are no lessons in this folder.",
        "wide.txt: line 1: this is not UTF-8 text.",
        "long.txt: line 1: a file has at most 200,000 bytes.",
        "mine.txt: The lesson follows the rules, and claims nothing else.",
    ]


def test_hyphens_may_be_dashes(mine: Path) -> None:
    mine.write_text(LESSON.replace("6-3", "6\u20133"), encoding="utf-8")
    assert output("lesson", "mine.txt", "--check").startswith("mine.txt: The lesson follows")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (LESSON.replace("/19", "/22").encode(), "line 8: the rules do not allow this: blocked"),
        (b"\xff\xfe", "line 1: this is not UTF-8 text"),
        (b"x" * 200_001, "line 1: a file has at most 200,000 bytes"),
        (b"", "line 1: a lesson begins with the line 'backgammon-tui lesson 1'"),
    ],
)
def test_faulty_lesson_is_rejected_with_its_line(mine: Path, data: bytes, message: str) -> None:
    mine.write_bytes(data)
    assert refusal("lesson", "mine.txt") == f"mine.txt: {message}"
    done = run("lesson", "mine.txt", "--check")
    assert (done.code, done.out) == (2, f"mine.txt: {message}.\n")


def test_worksheet_has_the_tasks_and_a_page_of_answers() -> None:
    out = output("lesson", "russian/7", "--sheet")
    tasks, answers = out.split("\f")
    assert tasks.startswith("Russian Backgammon: Doubles while entering\n===")
    assert "Roll: 3-3 Two checkers are in hand." in " ".join(tasks.split())
    assert tasks.count("Answer: ____") == 4
    assert "|  .   .   .   .   .   . |" in tasks
    assert "hand/22(2)" not in tasks
    assert answers.startswith("Answers to Russian Backgammon: Doubles while entering\n===")
    assert "\n1. No. You have lost nothing" in answers
    assert "\n3. hand/22(2) 24/21(2). Every checker is in" in answers


def test_worksheet_as_html_has_drawn_boards() -> None:
    out = output("lesson", "russian/7", "--html")
    assert out.startswith("<!DOCTYPE html>")
    assert out.count("<svg ") == 4
    tasks, answers = out.split('<h2 class="answers">')
    assert "<p>Roll: 3-3</p>" in tasks
    assert "hand/22(2)" not in tasks
    assert "<li>hand/22(2) 24/21(2). Every checker is in" in answers


def test_worksheets_print_the_other_lines_of_the_sandbox(mine: Path) -> None:
    tries = "Try: 13/7 8/7\n  It keeps <both> back.\nTry: 24/20: number not there\n  See the dice."
    mine.write_text(
        "backgammon-tui lesson 1\nTitle: Lines\nRuleset: backgammon\n\n"
        "Start: W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5; W to move\nRoll: 6-1\n"
        f"Task: Play.\nSolution: 24/18 6/5\n{tries}\nHint: Look.\n"
    )
    tasks, answers = output("lesson", mine.name, "--sheet").split("\f")
    assert "13/7" not in tasks
    assert answers.endswith("1. 24/18 6/5.\nNot 13/7 8/7: It keeps <both> back.\n")
    html = output("lesson", mine.name, "--html")
    assert "<li>24/18 6/5.<br>Not 13/7 8/7: It keeps &lt;both&gt; back.</li>" in html


@pytest.mark.parametrize("lesson", ["backgammon/10", "backgammon/11"])
def test_worksheets_show_the_cube(lesson: str) -> None:
    text, html = output("lesson", lesson, "--sheet"), output("lesson", lesson, "--html")
    cubes = re.findall(r"Doubling cube: .*", text)
    assert cubes
    assert re.findall(r"Doubling cube: [^<]*", html) == cubes


def test_lessons_have_worksheets() -> None:
    for lessons in courses():
        for entry in lessons[::4]:
            for page in worksheet_pages(entry.read()):
                assert max(map(len, page.splitlines())) <= 78, entry.place


def test_progress_by_steps_has_themes_and_dates() -> None:
    journal = Journal(journal_file())
    write_progress(journal, "Anna", "quiz score/russian", "3 4")
    assert run("progress", "--steps").out == "Nobody has begun a lesson yet.\n"
    quiz = "Anna: 0 lessons done, 3 of 4 right in the quiz on Russian Backgammon\n"
    assert run("progress").out == quiz
    assert run("progress", "--csv").out.endswith("\nAnna,,Quiz: Russian Backgammon,,,,3,4\n")
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
        "    step 1: repeat from",
        "    step 3: repeat from 2026-03-04",
        f"  russian/12  {course('russian')[11].title}{about}: begun 2026-03-05",
    ]
    table = run("progress", "--steps", "--csv").out.splitlines()
    assert table[0] == "learner,lesson,title,theme,step,state,date"
    assert table[3] == f"Anna,russian/2,{course('russian')[1].title},,3,repeat from,2026-03-04"
