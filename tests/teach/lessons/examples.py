"""Short ways to write lessons, and to play them."""

from __future__ import annotations

import re
from typing import Final

from backgammon_tui.teach.lessons.lesson import Exercise, Lesson, LessonQuestion, Task
from backgammon_tui.teach.lessons.reading import HEADING, read_lesson
from backgammon_tui.teach.lessons.run import NextInput, Run

SPECIFIC: Final = re.compile(
    r"the blot on \d+ (is not|should not be) (hit|trapped)"
    r"|checkers? (on \d+|in hand|on the bar) should move too"
    r"|(but|:) leave [\w ]*checkers? (on \d+|in hand|on the bar)"
    r"|should (stop|stand)|of 36|can follow|costs \d\.\d\d points: it \w+"
    r"|instead of|(does not|do not) \w+|point \d|gives up|makes"
)


def write(*blocks: str, ruleset: str = "russian", head: str = "") -> str:
    """The text of a lesson with these steps."""
    return "\n".join([HEADING, "Title: A lesson", f"Ruleset: {ruleset}{head}", "", *blocks, ""])


def task(*lines: str) -> str:
    """A step: its lines, with a task and a hint if they have none."""
    asked = any(line.startswith("Task:") for line in lines)
    result = [i for i, line in enumerate(lines) if line.startswith(("Solution:", "Try:"))]
    at = result[0] if result else len(lines)
    added = () if asked else ("Task: Play.",)
    return "\n".join((*lines[:at], *added, *lines[at:], "Hint: Look.", ""))


def begin(*lines: str, ruleset: str = "russian", head: str = "") -> Run:
    """The run of a lesson with a single step, at its task."""
    return Run.begin(read_lesson(write(task(*lines), ruleset=ruleset, head=head)))


def solution_of(asked: Task | LessonQuestion, which: int = 0) -> str:
    """One of the solutions as it is written."""
    if isinstance(asked, LessonQuestion):
        return asked.solution.text
    return asked.solutions[which].text


def solutions_of(run: Run) -> list[str]:
    """The texts that solve a step: of an exercise one for each choice."""
    if not isinstance(run.asked, Exercise):
        return [solution_of(run.asked)] if run.asked else []
    texts = []
    while run.awaited is NextInput.ACTION:
        run = run.show_solution()
        texts.append("solution")
    return texts


def solved(run: Run, which: int = 0) -> Run:
    """The run after a solution: the one of that number where there are so many."""
    assert run.asked
    if isinstance(run.asked, Exercise):
        while run.awaited is NextInput.ACTION:
            run = run.show_solution()
        assert run.is_solved, run.standing
        return run
    if isinstance(run.asked, LessonQuestion):
        return run.try_answer(solution_of(run.asked))
    return run.try_text(solution_of(run.asked, which % len(run.asked.solutions)))


def steps_of(lesson: Lesson, which: int = 0) -> list[Run]:
    """The run at the beginning of each step, and when the lesson is over."""
    run = Run.begin(lesson)
    runs = [run]
    while run.awaited is not NextInput.NOTHING:
        run = solved(run, which) if run.asked else run
        assert run.awaited is NextInput.CONTINUE, (run.asked, run.answer)
        run = run.advance()
        runs.append(run)
    return runs
