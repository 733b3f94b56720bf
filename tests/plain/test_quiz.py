"""The quiz as a conversation."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from backgammon_tui.engine import RULESETS
from backgammon_tui.plain.quiz import QuizConversation
from backgammon_tui.teach.quiz.item import Item
from backgammon_tui.teach.quiz.pool import ask
from backgammon_tui.teach.quiz.rounds import QuizProgress
from tests.plain.talk import Talk

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

    def read(_: str) -> str | None:
        if (line := next(typed, None)) is not None:
            talk.answers.append([])
        return line

    games = [RULESETS["russian"]]
    QuizConversation(games, DUE, TODAY, read, talk.hear, keep, Random(1)).run()
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
