from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import given

import backgammon_tui.teach
from backgammon_tui.engine import Cause, Roll
from backgammon_tui.teach.lessons.catalogue import courses
from backgammon_tui.teach.lessons.lesson import LessonQuestion, Task
from backgammon_tui.teach.lessons.reading import HEADING, read_lesson
from backgammon_tui.text_file import LineError
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


# ---- faults of the lines


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: a lesson begins with the line 'backgammon-tui lesson 1'"),
        ("backgammon-tui lesson 2\n", "line 1: a lesson begins with"),
        (HEADING, "line 1: a lesson needs a title, a ruleset and, after a blank line, steps"),
        (f"{HEADING}\nTitle: x\nRuleset: russian\n", "line 1: a lesson needs a title"),
        (f"{HEADING}\n  x\n", "line 2: an indented line continues the line above it"),
        (f"{HEADING}\nTitle: x\nwords\n", "line 3: 'words' is not a tag"),
        (f"{HEADING}\nTitle:x\n", "line 2: 'Title:x' is not a tag"),
        (f"{HEADING}\nTitle: a\tb\n", "line 2: a tab, or another character that cannot be seen"),
        (f"{HEADING}\nTitle: \x1b[31m\n", "line 2: a tab, or another"),
        (f"{HEADING}\nTitle: {'x' * 1000}\n", "line 2: a line has at most 1,000"),
        (HEADING + "\n" * 50_000, "line 1: a lesson has at most 50,000 characters"),
    ],
)
def test_faulty_lines_are_rejected(text: str, message: str) -> None:
    with pytest.raises(LineError) as caught:
        read_lesson(text)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("head", "message"),
    [
        ("Ruleset: russian", "line 2: Title occurs once in a head, not 0 times"),
        ("Title: x", "line 2: Ruleset occurs once in a head"),
        ("Title:\nRuleset: russian", "line 2: Title is empty"),
        (f"Title: {'x' * 41}\nRuleset: russian", "line 2: Title has at most 40 characters"),
        (
            "Title: x\nTitle: y\nRuleset: russian",
            "line 3: Title occurs once in a head",
        ),
        ("Title: x\nRuleset: chess", "line 3: there is no ruleset 'chess'"),
        ("Title: x\nRuleset: russian\nRule: cube=on", "line 4: there is no house rule 'cube'"),
        ("Title: x\nRuleset: french\nRule: scale=9", "line 4: scale can be 1, 1,2, 1,2,3"),
        ("Title: x\nRuleset: backgammon\nRule: one_two=on", "line 4: one_two: makes no sense"),
        ("Title: x\nAuthor: me\nRuleset: russian", "line 3: there is no tag 'Author' in a head"),
    ],
)
def test_faulty_head_is_rejected(head: str, message: str) -> None:
    with pytest.raises(LineError) as caught:
        read_lesson(f"{HEADING}\n{head}\n\nSay: Hello.\n")
    assert str(caught.value).startswith(message)


# ---- faults of a step


@pytest.mark.parametrize(
    ("step", "message"),
    [
        # lines in the wrong place
        ("Reply: 5", "line 5: there is no tag 'Reply' in a step that asks nothing"),
        ("Start: W to move", "line 5: a position looks like"),
        ("Start: W hand:14 / B hand:15; W to move", "line 5: White has 14 checkers"),
        ("Start: W 24:15 / B 24:15; W to move\nSay: x", "line 5: White and Black are both"),
        (RUNNING, "line 5: a step says, rolls, plays or asks something"),
        ("Say: x\nStart: W hand:15 / B hand:15; W to move", "line 6: Start must come before Say"),
        (f"Say: {'x' * 401}", "line 5: Say has at most 400 characters, this one 401"),
        ("Say: x\nHint: y", "line 6: there is no tag 'Hint' in a step that asks nothing"),
        ("Say: x\nTry: y", "line 6: there is no tag 'Try' in a step that asks nothing"),
        (f"{START}\nRoll: 7-1", "line 6: two numbers from 1 to 6 are a roll"),
        (f"{START}\nRoll: 6-3\nRoll: 6-3", "line 7: this cannot be done now: White to play"),
        (f"{START}\nOpening: 6-3", "line 6: this cannot be done now: White to roll; is a Roll"),
        ("Opening: 6-3\nRoll: 6-3", "line 6: this cannot be done now: White keeps 6-3 or rerolls"),
        (f"{START}\nRoll: 6-3\nPlayed: hello", "line 7: 'hello' is not a move, keep, reroll"),
        (f"{START}\nRoll: 6-3\nPlayed: hand/22", "line 7: the rules do not allow this: blocked"),
        (f"{START}\nPlayed: hand/22", "line 6: this cannot be done now: White to roll"),
        (
            "Task: x\nQuestion: y\nSolution: 24/18\nHint: x",
            "line 6: there is no tag 'Question' in a Task",
        ),
        # solutions
        (
            f"{START}\nRoll: 6-3\nTask: x\nHint: y",
            "line 7: Solution occurs 1 to 30 times",
        ),
        (
            f"{START}\nRoll: 6-3\nTask: x\nSolution: hand/19",
            "line 7: Hint occurs once in a Task",
        ),
        (task(START, "Solution: hand/19"), "line 7: this cannot be done now: White to roll; is"),
        (task(START, "Roll: 6-3", "Solution: hand/22"), "line 8: the rules do not allow this: b"),
        (task(START, "Roll: 6-3", "Solution: what"), "line 8: 'what' is not a move"),
        (task(START, "Roll: 6-3", "Solution:"), "line 8: Solution is empty"),
        (task(START, "Roll: 6-3", "Solution: again"), "line 8: this cannot be done now: White"),
        (task(RUNNING, "Roll: 6-4", "Solution: 24/18"), "line 8: this leaves numbers to be pla"),
        (task("Opening: 6-3", "Solution: hand/19"), "line 7: this cannot be done now: White keep"),
        (
            task(START, "Roll: 6-3", "Solution: hand/19", "About: x"),
            "line 9: there is no tag",
        ),
        (
            task(START, "Roll: 6-3", *["Solution: hand/19"] * 31),
            "line 38: Solution occurs 1 to 30 times",
        ),
        # wrong tries
        (
            task(START, "Roll: 6-3", "Solution: hand/19", "Try: hand/22"),
            "line 9: indent the answer to this Try below it",
        ),
        (
            task(START, "Roll: 6-3", "Solution: hand/19", "Try: hand/22", "  No."),
            "line 9: the rules do not allow this; name the reason: blocked",
        ),
        (
            task(START, "Roll: 6-3", "Solution: hand/19", "Try: hand/22: held"),
            "line 9: the reason against this is 'blocked', not 'held'",
        ),
        (
            task(START, "Roll: 6-3", "Solution: hand/19", "Try: hand/22: shut"),
            "line 9: 'shut' is not a reason; the reasons are: not now,",
        ),
        (
            task(START, "Roll: 6-3", "Solution: hand/19", "Try: hand/19", "  No."),
            "line 9: this is a Solution, or the beginning of one",
        ),
        (
            task(RUNNING, "Roll: 6-4", "Solution: 24/14", "Try: 24/20", "  No."),
            "line 9: this is a Solution, or the beginning of one",
        ),
        (
            task(RUNNING, "Roll: 6-4", "Solution: 24/14", "Try: 24/18/14", "  No."),
            "line 9: this is a Solution, or the beginning of one",
        ),
        (
            task(RUNNING, "Roll: 6-4", "Solution: 24/14", "Try: 20/10: blocked"),
            "line 9: no rule forbids this; leave the reason out",
        ),
        (
            task(
                RUNNING,
                *("Roll: 6-4", "Solution: 24/14"),
                *("Try: 24/18 20/16", "  No.", "Try: 20/16 24/18", "  No."),
            ),
            "line 11: this has the same result as a Try above",
        ),
    ],
)
def test_faulty_step_is_rejected(step: str, message: str) -> None:
    with pytest.raises(LineError) as caught:
        read_lesson(write(step))
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


def test_ambiguous_solution_is_rejected() -> None:
    start = "Start: W 13:4 8:4 6:7 / B 24:4 16:1 11:10; W to move"
    text = write(task(start, "Roll: 4-1", "Solution: 13/9 6/5"), ruleset="never-finishing")
    with pytest.raises(LineError) as caught:
        read_lesson(text)
    assert str(caught.value) == "line 8: this may mean 13/9* 6/5 or 13/9^ 6/5"


# ---- faults of questions


def question(about: str, solution: str, *tries: str) -> str:
    lines = [START, "Roll: 6-6"] if "after" in about else [START]
    wrong = [f"Try: {text}\n  No." for text in tries]
    asked = [*lines, "Question: x", f"About: {about}", f"Solution: {solution}", *wrong, "Hint: y"]
    return write("\n".join(asked))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (question("the weather", "5"), "line 7: a question can be about numbers of 5-5"),
        (question("numbers of 7-1", "1"), "line 7: two numbers from 1 to 6 are a roll"),
        (question("complement of 9", "1"), "line 7: a complement is that of a number"),
        (question("numbers of 6-3", "2"), "line 8: this is not the right answer, but 1"),
        (
            question("numbers of 6-3", "3"),
            "line 8: '3' is not an answer; type a number from 0 to 2",
        ),
        (question("numbers of 6-3", "1", "2", "2"), "line 9: this answer is given twice"),
        (question("complement of 2", "5", "5"), "line 9: this is the right answer, too"),
        (question("complement of 2", "5", "4: blocked"), "line 9: '4: blocked' is not an answer"),
        (question("points of the win", "1"), "line 6: the game is not over"),
        (question("complement after hand/22(4)", "no"), "line 7: the rules do not allow this"),
        (question("complement after hand/19(4)", "yes"), "line 9: this is not the right answer"),
        (question("complement after hand/19(3)", "no"), "line 7: hand/19(3) is not the whole play"),
        (
            question("rolls that hit", "9"),
            "line 8: this is not the right answer, but 11",
        ),
        (question("rolls that play nothing", "5"), "line 8: this is not the right answer, but 1"),
        (
            write("Question: x\nSolution: Run\nHint: y"),
            "line 6: 'Run' is not an answer; type a number",
        ),
        (
            write("Question: x\nSolution: 1\nTry: 2\nHint: y"),
            "line 7: indent the answer to this Try below it",
        ),
        (
            write("Question: x\nAbout: complement of 2\nSolution: 5\nSolution: 4\nHint: y"),
            "line 8: Solution occurs once in a Question",
        ),
        (write("Task: x\nAbout: complement of 2\nSolution: 5\nHint: y"), "line 6: there is no tag"),
    ],
)
def test_faulty_question_is_rejected(text: str, message: str) -> None:
    with pytest.raises(LineError) as caught:
        read_lesson(text)
    assert str(caught.value).startswith(message)


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
