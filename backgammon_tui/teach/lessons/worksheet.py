"""Worksheets: the tasks of a lesson on paper, and their answers."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final

from backgammon_tui.keys import USUAL_KEYS, Keys
from backgammon_tui.teach.lessons.lesson import Lesson, Task
from backgammon_tui.teach.lessons.replies import describe_after, describe_task
from backgammon_tui.teach.lessons.run import Run, run_at
from backgammon_tui.teach.rulebook import draw_svg, write_html
from backgammon_tui.words.board_text import describe_cube, draw_board, mover_of
from backgammon_tui.words.columns import wrap
from backgammon_tui.words.naming import STANDARD, write_dice

_SHEET_WIDTH = 72


_NAME: Final = "Name: ______________________    Date: ______________"


def worksheet_pages(lesson: Lesson, keys: Keys = USUAL_KEYS) -> tuple[str, str]:
    """Return the tasks and their answers as text, with the player's own keys."""
    title = _title(lesson)
    tasks = [_heading(title), _NAME]
    answers = [_heading(f"Answers to {title}")]
    for number, run in enumerate(_tasks(lesson), 1):
        tasks.append(_write_task(number, run, keys))
        lines = [f"{number}. {keys.in_text(_answer(run))}", *map(keys.in_text, _other_plays(run))]
        answers.append("\n".join(line for text in lines for line in _paragraph(text)))
    return "\n\n".join(tasks), "\n\n".join(answers)


def _title(lesson: Lesson) -> str:
    return f"{lesson.rules.title}: {lesson.title}"


def _tasks(lesson: Lesson) -> list[Run]:
    runs = (run_at(lesson, number) for number in range(len(lesson.steps)))
    return [run for run in runs if run.assignment]


def _heading(title: str) -> str:
    return f"{title}\n{'=' * len(title)}"


def _write_task(number: int, run: Run, keys: Keys) -> str:
    assert run.step
    game = run.game
    parts = [f"{number}.", *_paragraph(keys.in_text(run.step.say)), draw_board(game, STANDARD)]
    if game.rolled and game.due:
        parts.append(f"Roll: {write_dice(game.rolled.dice)}")
    parts += _paragraph(keys.in_text(describe_task(run)))
    parts += ["Answer: ".ljust(_SHEET_WIDTH, "_")] * (3 if run.is_exercise else 1)
    return "\n".join(parts)


def _answer(run: Run) -> str:
    if run.is_exercise:
        answer, after = "Several turns: play it out on the screen", describe_after(run)
    else:
        solutions = run.assignment.solutions if isinstance(run.assignment, Task) else ()
        answer = " or ".join(solution.text for solution in solutions) or run.key.right.capitalize()
        after = describe_after(run.show_solution())
    return f"{answer}. {after}".rstrip()


def _other_plays(run: Run) -> list[str]:
    """Return the legal plays that the lesson rejects, with the author's reasons."""
    tries = run.assignment.tries if isinstance(run.assignment, Task) else ()
    return [f"Not {play.text}: {play.answer}" for play in tries if play.answer and not play.reason]


def _paragraph(text: str) -> list[str]:
    return wrap(text, _SHEET_WIDTH) if text else []


# ---- HTML

_STYLE: Final = """
section { break-inside: avoid; } .answer { border-bottom: 1px solid #333; height: 2em; }
.answers { break-before: page; }
"""


def write_worksheet_html(lesson: Lesson, keys: Keys = USUAL_KEYS) -> str:
    """Write the tasks with drawn boards, and the answers on a page of their own."""
    lines, answers = [f"<p>{_NAME}</p>"], list[str]()
    for run in _tasks(lesson):
        lines += ["<li><section>", *_html_task(run, keys), "</section></li>"]
        answer = map(keys.in_text, (_answer(run), *_other_plays(run)))
        answers.append(f"<li>{'<br>'.join(map(escape, answer))}</li>")
    lines[1:1], heading = ["<ol>"], escape(f"Answers to {_title(lesson)}")
    lines += ["</ol>", f'<h2 class="answers">{heading}</h2>', "<ol>", *answers, "</ol>"]
    return write_html(_title(lesson), lines, _STYLE)


def _html_task(run: Run, keys: Keys) -> Iterator[str]:
    assert run.step
    game = run.game
    dice = f"Roll: {write_dice(game.rolled.dice)}" if game.rolled and game.due else ""
    say, task = keys.in_text(run.step.say), keys.in_text(describe_task(run))
    yield from (f"<p>{escape(text)}</p>" for text in (say,) if text)
    yield f"<figure>{draw_svg(game.rules, game.position, mover_of(run.before))}</figure>"
    below = describe_cube(game, STANDARD), dice, task
    yield from (f"<p>{escape(text)}</p>" for text in below if text)
    yield from ['<div class="answer">Answer:</div>'] * (3 if run.is_exercise else 1)
