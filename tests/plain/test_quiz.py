"""The quiz and the sample game as conversations."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from backgammon_tui.engine import RULESETS
from backgammon_tui.plain.quiz import QuizConversation
from backgammon_tui.plain.sample import SampleConversation
from backgammon_tui.plain.talk import WIDTH
from backgammon_tui.teach.quiz.item import Item
from backgammon_tui.teach.quiz.pool import ask
from backgammon_tui.teach.quiz.rounds import QuizProgress
from backgammon_tui.teach.sample_game import sample_game
from tests.plain.test_lessons import Talk

TODAY = 738_000
LEGAL = (
    "legal | russian | W 24:1 23:1 22:2 20:10 hand:1 / B 21:2 19:2 hand:10 bar:1; B to move | 3-6"
    " | bar/19 hand/22; bar/19 19/16; 21/15; bar/19"
)
QUESTION = ask(Item.parse(LEGAL))
RIGHT, WRONG = "abcd"[QUESTION.right], "abcd"[QUESTION.right - 1]
ANSWER = f"  {RIGHT}  {QUESTION.choices[QUESTION.right].text}"
DUE = QuizProgress.read({f"quiz/{LEGAL}": f"0 {TODAY}"})


def quizzed(
    *lines: str, known: QuizProgress = DUE, keeps: bool = True
) -> tuple[Talk, dict[str, str]]:
    """What is asked and kept where these lines are typed, then nothing more."""
    talk, typed = Talk(), iter(lines)
    kept: dict[str, str] = {}

    def keep(items: Sequence[tuple[str, str]]) -> str:
        kept.update(items)
        return "" if keeps else "The disk is full."

    read = talk.read(lambda _: next(typed, None))
    games = [RULESETS["russian"]]
    QuizConversation(games, DUE, TODAY, read, talk.write, keep, Random(1)).run()
    return talk, kept


def test_a_question_has_a_board_and_answers_with_letters() -> None:
    talk, _ = quizzed()
    assert "Question 1, Russian" in talk.lines
    assert "X Black: 355 pips, hand 10, bar 1" in talk.lines
    assert ANSWER in talk.lines
    assert talk.lines[-1] == "0 of 0 right. Until next time."


def test_a_wrong_answer_is_explained_and_kept_under_its_name() -> None:
    talk, kept = quizzed("x", "rule", WRONG, "rule")
    assert "Which of these plays is legal?" in " ".join(talk.answers[1])
    assert talk.answers[2] == ["First answer the question."]
    assert talk.answers[3][0].startswith("No. ")
    assert "The right answer is " in " ".join(talk.answers[3])
    assert talk.answers[4][1] == "-" * len(talk.answers[4][0])
    assert kept[f"quiz/{LEGAL}"] == f"0 {TODAY}"
    assert kept["quiz score/russian"] == "0 1"
    assert talk.lines[-1] == "0 of 1 right. Until next time."


def test_what_was_wrong_comes_first_in_the_next_round() -> None:
    talk, _ = quizzed(WRONG, *["", "a"] * 9, "", "")
    over = talk.answers[-2]
    assert over[0].startswith("The round is over: ")
    assert "Missed questions come first next round." in over
    assert "Question 1, Russian" in talk.answers[-1]
    assert max(map(len, talk.lines)) <= 76


def test_what_cannot_be_kept_is_said() -> None:
    talk, _ = quizzed("a", keeps=False)
    assert "The disk is full." in talk.answers[1]


def read(*lines: str) -> Talk:
    talk, typed = Talk(), iter(lines)
    SampleConversation(talk.read(lambda _: next(typed, None)), talk.write).run()
    return talk


def test_the_sample_game_is_told_turn_by_turn() -> None:
    first, twelfth = sample_game().turns[0], sample_game().turns[11]
    talk = read("", "12", "board", "rule", "back", "99", "words", "quit")
    assert talk.answers[1][1] == f"Turn 1, Black: {first.written}"
    assert talk.answers[2][1] == f"Turn 12, White: {twelfth.written}"
    assert talk.answers[3][0] == "O White: 312 pips, hand 2"
    assert "What you must play" in talk.answers[4]
    assert talk.answers[5][1].startswith("Turn 11, ")
    assert talk.answers[6] == ["The turns are 1 to 41. quit leaves."]
    assert talk.answers[7] == ["Type the number of a turn, or help."]


def test_all_of_it_fits() -> None:
    talk = read(*[""] * 41)
    assert talk.asked[-1] == "40 of 41 > "
    assert all(len(line) <= WIDTH for line in talk.lines)
    assert " ".join(sample_game().end)[:30] in " ".join(talk.lines)
