"""Worksheets: the tasks of a lesson on paper, and their answers."""

from __future__ import annotations

from backgammon_tui.teach.lessons.lesson import Lesson, Task
from backgammon_tui.teach.lessons.replies import describe_after, describe_task
from backgammon_tui.teach.lessons.run import Run, run_at
from backgammon_tui.words.board_text import draw_board
from backgammon_tui.words.columns import wrap
from backgammon_tui.words.naming import STANDARD, write_dice

_SHEET_WIDTH = 72


def worksheet_pages(lesson: Lesson) -> tuple[str, str]:
    runs = [run_at(lesson, number) for number in range(len(lesson.steps))]
    answerable = [run for run in runs if run.assignment]
    title = f"{lesson.rules.title}: {lesson.title}"
    tasks = [_heading(title), "Name: ______________________    Date: ______________"]
    answers = [_heading(f"Answers to {title}")]
    for number, run in enumerate(answerable, 1):
        tasks.append(_write_task(number, run))
        answers.append(_write_answer(number, run))
    return "\n\n".join(tasks), "\n\n".join(answers)


def _heading(title: str) -> str:
    return f"{title}\n{'=' * len(title)}"


def _write_task(number: int, run: Run) -> str:
    assert run.step
    game = run.game
    parts = [f"{number}.", *_paragraph(run.step.say), draw_board(game, STANDARD)]
    if game.rolled and game.due:
        parts.append(f"Roll: {write_dice(game.rolled.dice)}")
    parts += _paragraph(describe_task(run))
    parts += ["Answer: ".ljust(_SHEET_WIDTH, "_")] * (3 if run.is_exercise else 1)
    return "\n".join(parts)


def _write_answer(number: int, run: Run) -> str:
    if run.is_exercise:
        answer, after = "Several turns: play it out on the screen", describe_after(run)
    else:
        solutions = run.assignment.solutions if isinstance(run.assignment, Task) else ()
        answer = " or ".join(solution.text for solution in solutions) or run.key.right.capitalize()
        after = describe_after(run.show_solution())
    return "\n".join(_paragraph(f"{number}. {answer}. {after}".rstrip()))


def _paragraph(text: str) -> list[str]:
    return wrap(text, _SHEET_WIDTH) if text else []
