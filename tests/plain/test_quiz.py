"""The quiz in lines: tasks, typed answers, and what is kept."""

from __future__ import annotations

from datetime import date
from random import Random

from backgammon_tui.engine import RULESETS
from backgammon_tui.modes.quiz.mode import QuizMode
from backgammon_tui.plain.lessons import QuizConversation
from backgammon_tui.settings import Settings
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.paths import journal_file
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.teach.quiz.item import Item
from tests.plain.talk import Talk, typing
from tests.teach.quiz.examples import HITS, PLAYABLE


def quizzed(*lines: str, due: Item = HITS) -> tuple[Talk, dict[str, str]]:
    """What is answered and kept where these lines are typed at a task that is due."""
    storage = Storage(Journal(journal_file()), Settings(learner="Anna"))
    storage.keep_progress([(f"quiz/{due}", "0 1")])
    mode, _ = QuizMode.open_quiz([RULESETS["russian"]], storage, Random(1))
    typed = iter(lines)
    talk = typing(lambda talk: QuizConversation(mode, talk, storage), lambda _: next(typed, None))
    return talk, storage.read_progress()


def test_a_task_has_a_board_and_its_answer_is_a_play() -> None:
    talk, _ = quizzed()
    assert "Task 1 of 10, Russian: Every play that hits" in talk.lines
    assert "X Black: 13 pips, off 13" in talk.lines
    assert talk.lines[-1] == "0 of 0 right. Until next time."


def test_a_wrong_answer_is_explained_and_kept_and_may_be_mended() -> None:
    talk, kept = quizzed("24/17", "10/8*/3", "solution", "", "10/8*/3")
    assert talk.answers[1][0] == "That is legal, but the blot on 8 is not hit."
    assert talk.answers[2][0] == "1 of 4 found."
    assert kept[f"quiz/{HITS}"] == f"0 {date.today().toordinal()}"
    assert kept["quiz score/russian"] == "0 1"
    assert talk.lines[-1] == "0 of 1 right. Until next time."


def test_a_number_is_typed_and_anything_else_asks_for_one() -> None:
    talk, kept = quizzed("many", "99", "1", "0", due=PLAYABLE)
    assert talk.answers[1] == talk.answers[2] == ["Type a number from 0 to 4."]
    assert talk.answers[3][0].startswith("No play uses that many.")
    assert talk.answers[4][0] == "Right."
    assert kept[f"quiz/{PLAYABLE}"] == f"0 {date.today().toordinal()}"


def test_what_was_wrong_comes_first_in_the_next_round() -> None:
    talk, _ = quizzed("next", *["solution", "next"] * 10, "")
    assert talk.answers[1][0].startswith("Try it first;")
    assert "Missed tasks come first next round." in talk.answers[-2]
    assert talk.answers[-2][1:3] == ["The round is over.", "0 of 10 right."]
    assert talk.answers[-1][1].startswith("Task 1 of 10, Russian: ")
    assert max(map(len, talk.lines)) <= 76


def test_after_the_solution_the_learner_makes_it_and_goes_on() -> None:
    talk, _ = quizzed("solution", "", "0", "", due=PLAYABLE)
    assert talk.asked[1] == "Enter: try it yourself > "
    assert talk.answers[3][0] == "Right."
    assert "Task 2 of 10, Russian" in " ".join(talk.answers[4])
