from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from backgammon_tui.engine import RULESETS
from backgammon_tui.modes.lesson import LessonMode
from backgammon_tui.plain.conversation import columns
from backgammon_tui.plain.lessons import LessonConversation
from backgammon_tui.settings import Settings
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.teach.lessons.courses import course
from backgammon_tui.teach.lessons.lesson import LessonQuestion, Task
from backgammon_tui.teach.lessons.run import Run
from tests.plain.talk import LESSON, Talk, learn, typing
from tests.teach.lessons.examples import solutions_of, steps_of, task, write


def take_course(
    ruleset: str,
    next_line: Callable[[Talk], str | None],
    number: int = 1,
    storage: Storage | None = None,
) -> Talk:
    """Return the conversation of a learner who starts a course at one of its lessons."""
    storage, entry = storage or Storage(), course(ruleset)[number - 1]
    mode = LessonMode.begin(entry, Settings(), storage.read_progress())
    return typing(lambda talk: LessonConversation(mode, talk, storage), next_line)


def answer(*lines: str, text: str = LESSON) -> str:
    """Return the answer to the last line, up to the next question."""
    talk = learn(*lines, text=text)
    return " ".join(line for line in talk.answers[-1] if line != "Until next time.")


# ---- one lesson


def test_play_may_be_typed_in_parts() -> None:
    running = "Start: W 24:5 20:5 19:5 / B hand:15; W to move"
    text = write(task(running, "Roll: 6-4", "Solution: 24/18 20/16"))
    assert answer("20/16", text=text).startswith("Go on with the 6. White to play the 6.")
    assert answer("20/16", "24/18", text=text).startswith("Right.")
    assert answer("24/14", text=text).startswith(
        "That is legal, but a checker on 20 should move too."
    )


def test_decisions_list_their_words() -> None:
    text = write(task("Opening: 2-1", "Solution: again"))
    assert learn(text=text).answers[0][-3:-1] == [
        "  k  keep: play 2-1 as the first turn",
        "  r  reroll both dice",
    ]
    for reroll in ("r", "reroll", "again"):
        assert answer(reroll, text=text).startswith("Right.")


def test_number_in_a_summary_returns_to_the_play() -> None:
    start = "Start: W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5; W to move"
    about = "Goal: 1 turns\nRolls: 3-1\nAnswers: 2-1\nHint: Count."
    text = write(f"{start}\nExercise: Play well.\n{about}", ruleset="backgammon")
    assert "Press 1 to go back there." in answer("8/5 8/7", text=text)
    assert answer("8/5 8/7", "1", text=text).endswith("Type your moves, or hint.")


# ---- a whole course


class Learner:
    """Solves the first lessons of a course, after every foreseen mistake."""

    def __init__(self, ruleset: str) -> None:
        self.lessons = course(ruleset)[:_LESSONS]
        self.steps = [
            run for lesson in self.lessons for run in steps_of(lesson.read()) if run.assignment
        ]
        self._left, self._lines = list(self.steps), list[str]()

    def __call__(self, talk: Talk) -> str | None:
        if self._lines:
            return self._lines.pop(0)
        if talk.prompt.startswith("Enter"):
            return "" if self._left or "quit" not in talk.prompt else None
        self._lines = self._answers(self._left.pop(0))
        return self._lines.pop(0)

    @staticmethod
    def _answers(run: Run) -> list[str]:
        assert run.assignment
        return [*(attempt.text for attempt in run.assignment.tries), *solutions_of(run)]


_LESSONS: Final = 4


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_task_of_a_course_can_be_solved(ruleset: str) -> None:
    learner, number = Learner(ruleset), len(course(ruleset))
    lines = take_course(ruleset, learner).lines
    for entry in learner.lessons:
        heading = f"{entry.read().rules.title}, lesson {entry.number} of {number}"
        assert lines[lines.index(heading) + 1] == entry.title
    assert all(len(line) <= columns() for line in lines)
    assert all(line.isascii() for line in lines)
    asked = sum(isinstance(run.assignment, Task | LessonQuestion) for run in learner.steps)
    assert sum(line == "Right." for line in lines) == asked


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[Storage]:
    with Journal(tmp_path / "journal.sqlite") as journal:
        yield Storage(journal)


def typed(*lines: str) -> Callable[[Talk], str | None]:
    waiting = iter(lines)
    return lambda _: next(waiting, None)


REST_OF_FIRST = ("8/4* 6/4", "", "0", "", "6/off 3/off", "")


def test_mistakes_are_saved_for_each_step(storage: Storage) -> None:
    """They are an illegal move, a legal move outside the task, and a shown solution."""
    lines = ("8/2", "8/4", "8/5 6/5", "", "solution", "", "bar/21* 24/21", "")
    take_course("backgammon", typed(*lines, *REST_OF_FIRST, "quit"), storage=storage)
    assert [item for item in storage.read_progress() if not item.endswith(" step")] == [
        *("lesson/backgammon/1", "step/backgammon/1/1", "step/backgammon/1/2")
    ]


def test_unfinished_lesson_resumes_at_its_step(storage: Storage) -> None:
    take_course("backgammon", typed("8/5 6/5", "", "quit"), storage=storage)
    lines = ("start", "8/5 6/5", "", "bar/21* 24/21", "")
    again = take_course("backgammon", typed(*lines, *REST_OF_FIRST, "quit"), storage=storage)
    assert again.lines[-1] == "Until next time."
    second = take_course("backgammon", typed(), number=2)
    assert second.lines[0] == f"Backgammon, lesson 2 of {len(course('backgammon'))}"
    assert again.lines[4].startswith("You left at step 2 of ")
    assert "That was lesson 1. The next is: What is different." in again.lines
    assert storage.read_progress()[course("backgammon")[0].step_item] == "0"
