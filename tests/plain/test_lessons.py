from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

import pytest

from backgammon_tui.engine import RULESETS
from backgammon_tui.modes.lesson import LessonMode
from backgammon_tui.plain.lessons import LessonConversation
from backgammon_tui.plain.talk import columns
from backgammon_tui.settings import Settings
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.teach.lessons.catalogue import course
from backgammon_tui.teach.lessons.lesson import LessonQuestion, Task
from backgammon_tui.teach.lessons.reading import read_lesson
from backgammon_tui.teach.lessons.run import Run
from tests.plain.talk import Talk, typing
from tests.teach.lessons.examples import solutions_of, steps_of, task, write

START = "Start: W 19:1 hand:14 / B 22:2 21:1 hand:12; W to move"
LESSON = write(
    f"{START}\nSay: You are White.\n",
    task(
        *("Roll: 6-3", "Task: Play what you can.", "Solution: hand/19"),
        *("Try: hand/22: blocked", "  Look there."),
    ),
    "Roll: 4-1\nPlayed: hand/21 hand/24\n",
    "\n".join(
        [
            *("Question: How many?", "About: numbers of 4-3", "Solution: 0"),
            *("Try: 2", "  Look again.", "Hint: Two points.", "After: None."),
        ]
    ),
)


NO_GAME = "A lesson cannot be resigned or drawn. Play what is asked for, or leave."


def learn(*lines: str, text: str = LESSON) -> Talk:
    """Return the conversation in which these lines are typed."""
    waiting, mode = iter(lines), LessonMode.begin(read_lesson(text), Settings())
    return typing(
        lambda talk: LessonConversation(mode, talk, Storage()), lambda _: next(waiting, None)
    )


def take_course(
    ruleset: str,
    next_line: Callable[[Talk], str | None],
    number: int = 1,
    storage: Storage | None = None,
) -> Talk:
    """Return the conversation of a learner who starts a course at one of its lessons."""
    storage, entry = storage or Storage(), course(ruleset)[number - 1]
    mode = LessonMode.begin(entry.read(), Settings(), entry, storage.read_progress())
    return typing(lambda talk: LessonConversation(mode, talk, storage), next_line)


def answer(*lines: str, text: str = LESSON) -> str:
    """Return the answer to the last line, up to the next question."""
    talk = learn(*lines, text=text)
    return " ".join(line for line in talk.answers[-1] if line != "Until next time.")


# ---- one lesson


def test_greeting_names_lesson_and_commands() -> None:
    greeting = learn().answers[0]
    assert greeting[:2] == ["Russian Backgammon", "A lesson"]
    assert "White is O, Black is X." in greeting[2]
    assert "You are White." in greeting
    assert sum(line.startswith("+--") for line in greeting) == 2


def test_lesson_is_played_to_its_end() -> None:
    talk = learn("", "hand/19", "", "", "0", "")
    on = "Enter: continue > "
    assert talk.asked == [on, "> ", on, on, "a number from 0 to 2 > ", on]
    assert talk.answers[2][:2] == ["Right.", "You cannot play the 3 (Black holds 22)."]
    assert talk.last == "That was the lesson."


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        ("hand/22", "Black holds point 22. Look there. w the rule: moving White to play the 6"),
        ("hand/21", "No number left enters on point 21; a 4 would. w the rule: entering"),
        ("hello", "'hello' is not a move. Type from/to, such as 13/9 or 6/off. White"),
        ("", "Play what you can. White to play the 6 and the 3. Type your moves, or hint."),
        ("HINT", "Hint: Look. White to play"),
        ("t", "Hint: Look. White to play"),
        ("where", "White: 1 on point 19 and 14 in hand; 369 pips to go."),
        ("T", "The solution is hand/19. You cannot play the 3"),
        ("keep", "That cannot be done now."),
        ("undo", "That cannot be done now. White to play"),
        ("back", "That cannot be done now. White to play"),
        ("resign 1", f"{NO_GAME} White to play the 6"),
        ("resign", f"{NO_GAME} White to play the 6"),
        ("draw", f"{NO_GAME} White to play the 6"),
        ("\x1b[31m", "'\\x1b[31m' is not a move"),
        ("hand/19||13/9", "There is nothing to do here. Enter: continue."),
    ],
)
def test_commands_work_at_a_task(line: str, reply: str) -> None:
    assert answer("", *line.split("|")).startswith(reply)
    assert answer("hand/19") == "There is nothing to do here. Enter: continue."
    task_again = "Play what you can. White to play the 6 and the 3. Type your moves, or hint."
    assert answer("", "solution", "back").endswith(task_again)


def test_help_and_board_during_a_lesson() -> None:
    for word in ("help", "?"):
        assert "t, hint         a hint\n" in "\n".join(learn("", word).answers[-1])
    assert [line for line in learn("", "board").answers[-1] if line.startswith("+--")]
    offer, mistakes = "t a hint, T solution", ["hand/22", "hand/21", "hand/22"]
    offers = [offer in answer("", *mistakes[:count]) for count in (1, 2, 3)]
    assert offers == [False, True, False]


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        ("0", "Right. None."),
        ("2", "Look again."),
        ("c", "Type a number from 0 to 2, then press enter."),
        ("hint", "Hint: Two points."),
        ("solution", "The solution is 0. None."),
        ("", "How many?"),
    ],
)
def test_commands_work_at_a_question(line: str, reply: str) -> None:
    assert answer("", "hand/19", "", "", line) == reply


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


@pytest.mark.parametrize("lines", [(), ("",), ("", "quit"), ("", "hand/19", "QUIT")])
def test_learners_may_leave_at_any_time(lines: Sequence[str]) -> None:
    assert learn(*lines).lines[-1] == "Until next time."


# ---- a whole course


class Learner:
    """Solves the first lessons of a course, after every foreseen mistake."""

    def __init__(self, ruleset: str) -> None:
        self.lessons = course(ruleset)[:_LESSONS]
        self.steps = [
            run for lesson in self.lessons for run in steps_of(lesson.read()) if run.asked
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
        assert run.asked
        return [*(attempt.text for attempt in run.asked.tries), *solutions_of(run)]


_LESSONS: Final = 4


@pytest.mark.parametrize("ruleset", RULESETS)
def test_first_lessons_of_a_course(ruleset: str) -> None:
    learner, number = Learner(ruleset), len(course(ruleset))
    lines = take_course(ruleset, learner).lines
    for entry in learner.lessons:
        heading = f"{entry.read().rules.title}, lesson {entry.number} of {number}"
        assert lines[lines.index(heading) + 1] == entry.title
    assert all(len(line) <= columns() for line in lines)
    assert all(line.isascii() for line in lines)
    asked = sum(isinstance(run.asked, Task | LessonQuestion) for run in learner.steps)
    assert sum(line == "Right." for line in lines) == asked


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[Storage]:
    with Journal(tmp_path / "journal.sqlite") as journal:
        yield Storage(journal)


def typed(*lines: str) -> Callable[[Talk], str | None]:
    waiting = iter(lines)
    return lambda _: next(waiting, None)


def test_mistakes_are_saved_for_each_step(storage: Storage) -> None:
    """They are an illegal move, a legal move outside the task, and a shown solution."""
    lines = ("8/2", "8/4", "8/5 6/5", "", "solution", "", "bar/21* 24/21", "", "quit")
    take_course("backgammon", typed(*lines), storage=storage)
    assert [item for item in storage.read_progress() if not item.endswith(" step")] == [
        *("lesson/backgammon/1", "step/backgammon/1/1", "step/backgammon/1/2")
    ]


def test_unfinished_lesson_resumes_at_its_step(storage: Storage) -> None:
    take_course("backgammon", typed("8/5 6/5", "", "quit"), storage=storage)
    lines = ("start", "8/5 6/5", "", "bar/21* 24/21", "", "quit")
    again = take_course("backgammon", typed(*lines), storage=storage)
    assert again.lines[-1] == "Until next time."
    second = take_course("backgammon", typed(), number=2)
    assert second.lines[0] == f"Backgammon, lesson 2 of {len(course('backgammon'))}"
    assert again.lines[4].startswith("You left at step 2 of ")
    assert "That was lesson 1. The next is: What is different." in again.lines
    assert storage.read_progress()[course("backgammon")[0].step_item] == "0"
