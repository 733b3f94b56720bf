from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import given

import backgammon_tui.teach
from backgammon_tui.engine import Cause, Roll
from backgammon_tui.teach.lessons.courses import courses
from backgammon_tui.teach.lessons.lesson import LessonQuestion, Task
from backgammon_tui.teach.lessons.lesson_file import HEADING, read_lesson
from backgammon_tui.text_file import LineError
from tests.dialogs import changed, check, headings
from tests.engine.strategies import few, seeds
from tests.teach.lessons.examples import steps_of, task, write

DOCUMENT = Path(backgammon_tui.teach.__file__).with_name("LESSONS.md")

START = "Start: W 19:1 hand:14 / B 22:2 21:1 hand:12; W to move"
RUNNING = "Start: W 24:5 20:5 19:5 / B hand:15; W to move"


# ---- valid files


def test_documented_example_is_valid() -> None:
    document = DOCUMENT.read_text(encoding="utf-8")
    example = next(
        block
        for block in re.findall(r"^```text\n(.*?)^```$", document, re.DOTALL | re.MULTILINE)
        if block.startswith(HEADING)
    )
    lesson = read_lesson(example)
    assert lesson.title == "A closed point"
    assert [type(step.assignment) for step in lesson.steps] == [
        type(None),
        Task,
        LessonQuestion,
        Task,
    ]
    assert len(steps_of(lesson)) == 5


def test_documentation_lists_every_reason() -> None:
    document = DOCUMENT.read_text(encoding="utf-8")
    assert [cause for cause in Cause if f"`{cause.value}`" not in document] == []


def test_parts_of_a_step_are_read() -> None:
    text = write(
        "# for me alone",
        START,
        "Say: Two lines",
        "  are one.",
        "Roll: 6-3",
        "Task: Play.",
        "Solution: hand/19",
        "Try: hand/22: blocked",
        "  See there.",
        "Hint: Look.",
        "After: Done.",
        head="\nRule: scale = 1",
    )
    lesson = read_lesson(text)
    (step,) = lesson.steps
    assert lesson.rules.scale.points == (1,)
    assert step.say == "Two lines are one."
    assert [act.does for act in step.acts] == [Roll(6, 3)]
    assert isinstance(step.assignment, Task)
    assert [solution.text for solution in step.assignment.solutions] == ["hand/19"]
    (attempt,) = step.assignment.tries
    assert (attempt.text, attempt.reason) == ("hand/22", Cause.BLOCKED)
    assert attempt.answer == "See there."
    assert (step.assignment.hint, step.assignment.after) == ("Look.", "Done.")
    assert attempt.line == 13


def test_windows_line_ends_and_bom_are_accepted() -> None:
    text = write(task(START, "Roll: 6-3", "Solution: hand/19"))
    assert read_lesson("\ufeff" + text.replace("\n", "\r\n")) == read_lesson(text)


def test_step_must_be_valid_after_every_solution() -> None:
    either = task(RUNNING, "Roll: 6-4", "Solution: 24/14", "Solution: 20/10")
    black = "Roll: 5-2\nPlayed: hand/23"
    reading = write(either, black, "", task("Roll: 6-5", "Solution: 24/13"))
    assert [len(steps_of(read_lesson(reading), which)) for which in range(2)] == [4, 4]
    with pytest.raises(LineError, match="line 17: the rules do not allow this: no checker"):
        read_lesson(write(either, black, "", task("Roll: 5-4", "Solution: 14/5")))


# ---- faulty files


REFUSALS = Path(__file__).with_name("refusals.txt")
"""Lessons, changes `OLD => NEW`, and why the result is refused."""


@pytest.mark.parametrize("heading", headings(REFUSALS))
def test_faulty_lesson_is_refused_with_its_line(heading: str) -> None:
    def refusal(lesson: str, change: str) -> str:
        with pytest.raises(LineError) as caught:
            read_lesson(changed(lesson, change))
        return str(caught.value)

    check(REFUSALS, heading, refusal)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: a lesson begins with the line 'backgammon-tui lesson 1'"),
        (HEADING, "line 1: a lesson needs a title, a ruleset and, after a blank line, steps"),
        (f"{HEADING}\nTitle: x\nRuleset: russian\n", "line 1: a lesson needs a title"),
        (f"{HEADING}\nTitle: {'x' * 1000}\n", "line 2: a line has at most 1,000"),
        (HEADING + "\n" * 50_000, "line 1: a lesson has at most 50,000 characters"),
        (write(f"Say: {'x' * 401}"), "line 5: Say has at most 400 characters, this one 401"),
        (
            write(task(START, "Roll: 6-3", *["Solution: hand/19"] * 31)),
            "line 38: Solution occurs 1 to 30 times",
        ),
    ],
)
def test_lesson_has_all_parts_of_limited_length(text: str, message: str) -> None:
    with pytest.raises(LineError) as caught:
        read_lesson(text)
    assert str(caught.value).startswith(message)


def test_step_starts_in_at_most_fifty_games() -> None:
    stacks = (24, 21, 18, 15, 12)
    start = "Start: W 24:3 21:3 18:3 15:3 12:3 / B 2:15; W to move"
    small, large = (
        [f"Solution: {a}/{a - low} {b}/{b - high}" for a in stacks for b in stacks if a != b]
        for low, high in ((1, 2), (5, 4))
    )
    black = "Roll: 6-5\nPlayed: 2/off(2)\n"

    def lesson(first: int, second: int) -> str:
        begun = task(start, "Roll: 1-2", *small[:first])
        return write(begun, black, task("Roll: 4-5", *large[:second]))

    assert len(read_lesson(lesson(5, 10)).steps) == 3
    with pytest.raises(LineError, match="too many ways to continue"):
        read_lesson(lesson(3, 17))


# ---- damaged files


@few
@given(seeds)
def test_damaged_lesson_is_read_or_rejected(seed: int) -> None:
    chance = random.Random(seed)
    entry = chance.choice([entry for lessons in courses() for entry in lessons])
    lines = entry.text.split("\n")
    for _ in range(chance.randint(1, 3)):
        index = chance.randrange(len(lines))
        damage = chance.randrange(4)
        if damage == 0:
            del lines[index]
        elif damage == 1:
            lines[index] = lines[chance.randrange(len(lines))]
        elif damage == 2:
            lines.insert(index, "")
        else:
            cut = chance.randint(0, len(lines[index]))
            lines[index] = lines[index][:cut] + chance.choice("0 9*^/:-#xé") + lines[index][cut:]
    refused, steps = read_or_refused("\n".join(lines))
    assert (refused is None) is (steps > 0)
    if refused:
        assert 1 <= refused.line <= len(lines)
        assert str(refused).isprintable()


def read_or_refused(text: str) -> tuple[LineError | None, int]:
    """Return the error of a text, or the number of steps in its lesson."""
    try:
        return None, len(steps_of(read_lesson(text)))
    except LineError as error:
        return error, 0
