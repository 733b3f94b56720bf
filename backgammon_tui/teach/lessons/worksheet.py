"""A lesson on paper: its tasks with boards, and a page of answers."""

from __future__ import annotations

from collections.abc import Iterator

from backgammon_tui.engine import Game
from backgammon_tui.teach.lessons.lesson import Exercise, Lesson, LessonQuestion, Task
from backgammon_tui.teach.lessons.run import Run, run_at
from backgammon_tui.teach.lessons.verdicts import describe_after, describe_asked
from backgammon_tui.words.board_text import draw_board
from backgammon_tui.words.columns import wrap
from backgammon_tui.words.naming import STANDARD, write_dice

_WIDTH = 72


def worksheet_pages(lesson: Lesson) -> tuple[str, str]:
    """Write a lesson's tasks, and their answers for a separate page."""
    runs = [run_at(lesson, number) for number in range(len(lesson.steps))]
    asked = [run for run in runs if run.asked]
    title = f"{lesson.rules.title}: {lesson.title}"
    tasks = [_heading(title), "Name: ______________________    Date: ______________"]
    tasks += [_task(number, run) for number, run in enumerate(asked, 1)]
    answers = [_heading(f"Answers to {title}")]
    answers += [_answer(number, run) for number, run in enumerate(asked, 1)]
    return "\n\n".join(tasks), "\n\n".join(answers)


def _heading(title: str) -> str:
    return f"{title}\n{'=' * len(title)}"


def _task(number: int, run: Run) -> str:
    assert run.step
    game = run.game
    parts = [f"{number}.", *_paragraph(run.step.say), draw_board(game, STANDARD)]
    parts += _paragraph(f"{_rolled(game)}{describe_asked(run)}")
    parts += ["Answer: ".ljust(_WIDTH, "_")] * (3 if isinstance(run.asked, Exercise) else 1)
    return "\n".join(parts)


def _rolled(game: Game) -> str:
    return f"Roll: {write_dice(game.rolled.dice)}. " if game.rolled and game.due else ""


def _answer(number: int, run: Run) -> str:
    after = describe_after(run if isinstance(run.asked, Exercise) else run.show_solution())
    answer = f"{number}. {' or '.join(_solutions(run))}"
    return "\n".join(_paragraph(f"{answer}. {after}".rstrip()))


def _solutions(run: Run) -> Iterator[str]:
    match run.asked:
        case Task() as task:
            yield from (solution.text for solution in task.solutions)
        case LessonQuestion():
            yield run.key.right.capitalize()
        case _:
            yield "Several turns: play it out on the screen"


def _paragraph(text: str) -> list[str]:
    return wrap(text, _WIDTH) if text else []
