"""Learning by typing: a lesson and a course as conversations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pytest

from backgammon_tui.engine import RULESETS
from backgammon_tui.plain.lessons import play_course, play_lesson
from backgammon_tui.plain.talk import WIDTH
from backgammon_tui.teach.catalogue import course
from backgammon_tui.teach.lesson_file import read_lesson
from backgammon_tui.teach.running import Run
from tests.teach.lessons import solutions_of, steps_of, task, write


@dataclass
class Talk:
    """Everything that a learner typed and was told."""

    answers: list[list[str]] = field(default_factory=lambda: [[]])
    """The greeting, then what was answered to each line."""

    asked: list[str] = field(default_factory=list)

    def read(self, next_line: Callable[[str], str | None]) -> Callable[[str], str | None]:
        def typed(prompt: str) -> str | None:
            line = next_line(prompt)
            if line is not None:
                self.asked.append(prompt)
                self.answers.append([])
            return line

        return typed

    def write(self, line: str) -> None:
        self.answers[-1].append(line)

    @property
    def lines(self) -> list[str]:
        return [line for answer in self.answers for line in answer]

    @property
    def last(self) -> str:
        """What was answered to the last line, in one line."""
        return " ".join(self.answers[-1])


START = "Start: W 19:1 hand:14 / B 22:2 21:1 hand:12; W to move"
LESSON = write(
    f"{START}\nSay: You are White.\n",
    task(
        *("Throw: 6-3", "Task: Play what you can.", "Solution: hand/19"),
        *("Try: hand/22: blocked", "  Look there."),
    ),
    "Throw: 4-1\nPlayed: hand/21 hand/24\n",
    "\n".join(
        [
            *("Question: How many?", "About: numbers of 4-3", "Solution: 0"),
            *("Try: 2", "  Look again.", "Hint: Two points.", "After: None."),
        ]
    ),
)


NO_GAME = (
    "A lesson cannot be resigned or drawn. Play what is asked for, or leave. Type quit to leave."
)


def learn(*lines: str, text: str = LESSON) -> Talk:
    """The conversation in which these lines are typed, then nothing more."""
    talk, waiting = Talk(), iter(lines)
    play_lesson(read_lesson(text), talk.read(lambda _: next(waiting, None)), talk.write)
    return talk


def answer(*lines: str, text: str = LESSON) -> str:
    """What is answered to the last of some lines, up to the next question."""
    talk = learn(*lines, text=text)
    return " ".join(line for line in talk.answers[-1] if line != "Until next time.")


# ---- one lesson


def test_the_greeting_says_what_is_played_and_how() -> None:
    greeting = learn().answers[0]
    assert greeting[:2] == ["Russian Backgammon", "A lesson"]
    assert "White is O, Black is X." in greeting[2]
    assert "You are White." in greeting
    assert sum(line.startswith("+--") for line in greeting) == 2


def test_the_way_through() -> None:
    talk = learn("", "hand/19", "", "", "a", "")
    on = "Enter goes on > "
    assert talk.asked == [on, "> ", on, on, "a or b > ", on]
    assert talk.answers[2][:3] == [
        "Right.",
        "White plays hand/19.",
        "White cannot play the 3 (Black holds 22).",
    ]
    assert talk.last == "That was the lesson."


def test_what_every_turn_brings_is_not_told() -> None:
    said = " ".join(learn("", "hand/19", "", "", "a", "").lines)
    assert "'s turn." not in said
    assert "The two numbers played in full." not in said


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("hand/22", "Black holds point 22. Look there. White to play the 6 and the 3."),
        ("hand/21", "No number left enters on point 21; a 4 would. White to play the 6"),
        ("hello", "'hello' is no move; moves are typed as from/to, such as 13/9 or 6/off. White"),
        ("", "Play what you can. White to play the 6 and the 3. Type your moves, or hint."),
        ("task", "Play what you can. White to play"),
        ("HINT", "Look. White to play"),
        ("where", "White: 1 on point 19 and 14 in hand; 369 pips to go."),
        ("solution", "The solution is hand/19. White plays hand/19. White cannot play the 3"),
        ("keep", "That cannot be done now."),
        ("resign 1", f"{NO_GAME} White to play the 6"),
        ("resign", f"{NO_GAME} White to play the 6"),
        ("draw", f"{NO_GAME} White to play the 6"),
        ("\x1b[31m", "'\\x1b[31m' is no move"),
    ],
)
def test_what_can_be_typed_at_a_task(line: str, said: str) -> None:
    assert answer("", line).startswith(said)


def test_help_and_the_board() -> None:
    for word in ("help", "?"):
        told = "\n".join(learn("", word).answers[-1])
        assert told.startswith("Enter           goes on\n")
    board = learn("", "board").answers[-1]
    assert [line for line in board if line.startswith("+--")]


def test_after_two_mistakes_help_is_offered() -> None:
    offer = "There is help: type hint, or solution."
    assert offer not in answer("", "hand/22")
    assert offer in answer("", "hand/22", "hand/21")
    assert offer not in answer("", "hand/22", "hand/21", "hand/22")


def test_back_to_the_beginning_of_the_task() -> None:
    said = answer("", "hand/19", "back")
    assert said.endswith(
        "Play what you can. White to play the 6 and the 3. Type your moves, or hint."
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("a", "Right. None."),
        ("0", "Right. None."),
        ("B", "Look again."),
        ("2", "Look again."),
        ("c", "Type the letter of an answer."),
        ("hint", "Two points."),
        ("solution", "The solution is 0. None."),
        ("", "How many?   a  0   b  2"),
    ],
)
def test_what_can_be_typed_at_a_question(line: str, said: str) -> None:
    assert answer("", "hand/19", "", "", line) == said


def test_where_there_is_only_something_to_read() -> None:
    assert answer("hand/19") == "There is nothing to be done here; Enter goes on."
    assert answer("hint") == "There is nothing to be done here."
    assert answer("solution") == "There is nothing to be done here; Enter goes on."
    assert answer("", "hand/19", "13/9") == "This is done; Enter goes on."


def test_a_play_may_be_typed_in_parts() -> None:
    running = "Start: W 24:5 20:5 19:5 / B hand:15; W to move"
    text = write(task(running, "Throw: 6-4", "Solution: 24/18 20/16"))
    assert answer("20/16", text=text).startswith("White plays 20/16. White to play the 6.")
    assert answer("20/16", "24/18", text=text).startswith("Right. White plays 24/18.")
    assert answer("24/14", text=text).startswith(
        "That is legal, but a checker on 20 should move too."
    )


def test_decisions_say_which_words_decide() -> None:
    text = write(task("Opening: 2-1", "Solution: again"))
    assert " ".join(learn(text=text).answers[0]).endswith(
        "White keeps 2-1 or rerolls both dice. Type keep or reroll (k or r). Until next time."
    )


def test_a_win_says_what_it_is_worth() -> None:
    start = "Start: W 1:1 off:14 / B 20:1 5:14; W to move"
    text = write(task(start, "Throw: 6-3", "Solution: 1/off"))
    said = answer("1/off", text=text)
    assert "White has borne off everything and wins 3 points." in said
    assert "A backgammon: Black has borne off nothing" in said


@pytest.mark.parametrize("lines", [(), ("",), ("", "quit"), ("", "hand/19", "QUIT")])
def test_learners_may_leave_at_any_time(lines: Sequence[str]) -> None:
    assert learn(*lines).lines[-1] == "Until next time."


# ---- a whole course


class Learner:
    """Plays a course; makes every foreseen mistake first, if it is a clumsy one."""

    def __init__(self, ruleset: str, clumsy: bool) -> None:
        self._steps = [
            run for entry in course(ruleset) for run in steps_of(entry.read()) if run.asked
        ]
        self._clumsy = clumsy
        self._lines: list[str] = []

    def __call__(self, prompt: str) -> str:
        if self._lines:
            return self._lines.pop(0)
        if prompt.startswith("Enter"):
            return ""
        self._lines = self._answers(self._steps.pop(0))
        return self._lines.pop(0)

    def _answers(self, run: Run) -> list[str]:
        assert run.asked
        wrong = [attempt.text for attempt in run.asked.tries] if self._clumsy else []
        return [*wrong, *solutions_of(run)]


@pytest.mark.parametrize("clumsy", [False, True])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_whole_course(ruleset: str, clumsy: bool) -> None:
    talk, lessons = Talk(), course(ruleset)
    play_course(lessons, 1, talk.read(Learner(ruleset, clumsy)), talk.write)
    said = talk.lines
    assert said[-1] == "That was the last lesson of this course. Now play a game!"
    for entry in lessons:
        heading = f"{entry.read().rules.title}, lesson {entry.number} of {len(lessons)}"
        assert said[said.index(heading) + 1] == entry.title
    assert all(len(line) <= WIDTH for line in said)
    assert all(line.isascii() for line in said)
    asked = sum(step.asked is not None for entry in lessons for step in entry.read().steps)
    assert sum(line == "Right." for line in said) == asked
    assert clumsy is ("There is help: type hint, or solution." in said)


def test_what_went_wrong_is_kept_once_for_each_step() -> None:
    """A refused move, one that was not asked for, and a solution that was shown."""
    kept: list[str] = []
    lessons, talk = course("backgammon"), Talk()
    typed = iter(["8/2", "8/4", "8/5 6/5", "", "solution", "", "bar/21* 24/21", "", "quit"])

    def keep(items: Sequence[tuple[str, str]]) -> str:
        kept.extend(item for item, _ in items)
        return ""

    play_course(lessons, 1, talk.read(lambda _: next(typed, None)), talk.write, keep)
    assert [item for item in kept if not item.endswith(" step")] == [
        *("step/backgammon/1/1", "step/backgammon/1/2", "lesson/backgammon/1")
    ]


def test_a_lesson_that_was_left_goes_on_at_its_step() -> None:
    kept: dict[str, str] = {}
    lessons = course("backgammon")

    def sit_down(*lines: str) -> Talk:
        talk, typed = Talk(), iter(lines)
        read = talk.read(lambda _: next(typed, None))
        play_course(lessons, 1, read, talk.write, lambda items: kept.update(items) or "", kept)
        return talk

    sit_down("8/5 6/5", "", "quit")
    again = sit_down("start", "8/5 6/5", "", "bar/21* 24/21", "", "quit")
    assert again.lines[4].startswith("You left at step 2 of ")
    assert "That was lesson 1. The next is: What is different." in again.lines
    assert kept[lessons[0].step_item] == "0"


def test_a_course_may_begin_anywhere_and_be_left_between_lessons() -> None:
    lessons, talk = course("backgammon"), Talk()
    typed = iter(["8/5 6/5", "", "bar/21* 24/21", "", "quit"])
    play_course(lessons, 1, talk.read(lambda _: next(typed, None)), talk.write)
    assert "That was lesson 1. The next is: What is different." in talk.lines
    assert talk.lines[-1] == "Until next time."
    second = Talk()
    play_course(lessons, 2, second.read(lambda _: None), second.write)
    assert second.lines[0] == "Backgammon, lesson 2 of 2"
