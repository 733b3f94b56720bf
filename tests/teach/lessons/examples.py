"""Short ways to write and play lessons."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from backgammon_tui.teach.lessons.courses import CourseLesson
from backgammon_tui.teach.lessons.lesson import Exercise, Lesson, LessonQuestion, LessonStep, Task
from backgammon_tui.teach.lessons.lesson_file import HEADING, read_lesson
from backgammon_tui.teach.lessons.run import NextInput, Run, run_at
from backgammon_tui.text_file import LineError

SPECIFIC: Final = re.compile(
    r"the blot on \d+ (is not|should not be) (hit|trapped)"
    r"|checkers? (on \d+|in hand|on the bar) should move too"
    r"|(but|:) leave [\w ]*checkers? (on \d+|in hand|on the bar)"
    r"|should (stop|be on)|of 36|can follow|costs \d\.\d\d points: it \w+"
    r"|(White|Black) gains most with \d-\d|instead of|(does not|do not) \w+|point \d|gives up|makes"
)


def write(*blocks: str, ruleset: str = "russian", head: str = "") -> str:
    """Return the text of a lesson with these steps.

    House rules can follow the ruleset: `backgammon, cube = on`.
    """
    ruleset = ruleset.replace(", ", "\nRule: ")
    return "\n".join([HEADING, "Title: A lesson", f"Ruleset: {ruleset}{head}", "", *blocks, ""])


def task(*lines: str) -> str:
    """Return a step's lines, with a task and a hint if it has none."""
    asked = any(line.startswith("Task:") for line in lines)
    result = [i for i, line in enumerate(lines) if line.startswith(("Solution:", "Try:"))]
    at = result[0] if result else len(lines)
    added = () if asked else ("Task: Play.",)
    return "\n".join((*lines[:at], *added, *lines[at:], "Hint: Look.", ""))


def own_lesson(text: str) -> CourseLesson:
    """Return the entry of a user-made lesson."""
    return CourseLesson("", 0, text, "own.txt")


def begin(*lines: str, ruleset: str = "russian", head: str = "") -> Run:
    """Return the run of a lesson with a single step, at its task."""
    return run_at(read_lesson(write(task(*lines), ruleset=ruleset, head=head)))


def solution_of(asked: Task | LessonQuestion, which: int = 0) -> str:
    if isinstance(asked, LessonQuestion):
        return asked.solution.text
    return asked.solutions[which].text


def solutions_of(run: Run) -> list[str]:
    """Return the texts that solve a step; for an exercise, one for each choice."""
    if not isinstance(run.assignment, Exercise):
        return [solution_of(run.assignment)] if run.assignment else []
    texts = []
    while run.awaited is NextInput.ACTION:
        run = run.show_solution()
        texts.append("solution")
    return texts


def solved(run: Run, which: int = 0) -> Run:
    """Return the run after a solution, by its number if there are several."""
    assert run.assignment
    if isinstance(run.assignment, Exercise):
        while run.awaited is NextInput.ACTION:
            run = run.show_solution()
        assert run.is_solved, run.standing
        return run
    if isinstance(run.assignment, LessonQuestion):
        return run.try_answer(solution_of(run.assignment))
    return run.try_text(solution_of(run.assignment, which % len(run.assignment.solutions)))


def steps_of(lesson: Lesson, which: int = 0) -> list[Run]:
    """Return the run at the beginning of each step, and at the end."""
    run = run_at(lesson)
    runs = [run]
    while run.awaited is not NextInput.NOTHING:
        run = solved(run, which) if run.assignment else run
        assert run.awaited is NextInput.CONTINUE, (run.assignment, run.answer)
        run = run.advance()
        runs.append(run)
    return runs


# ---- claims

_CLAIMING: Final = re.compile(
    r"\b(better|best|worse|stronger|safer|should|worth|wins|loses)\b", re.IGNORECASE
)


def unproved(lesson: Lesson) -> Iterator[LineError]:
    """Return the steps that rate plays without a claim."""
    for step in lesson.steps:
        if not step.claims:
            for line, text in _texts(step):
                if word := _CLAIMING.search(text):
                    yield LineError(line, f"{word[0]!r} without a Claim: {text}")


def _texts(step: LessonStep) -> Iterator[tuple[int, str]]:
    yield step.line, step.say
    if step.assignment:
        for text in (step.assignment.text, step.assignment.hint, step.assignment.after):
            yield step.assignment.line, text
        for attempt in step.assignment.tries:
            yield attempt.line, attempt.answer
