"""What is asked and answered: an example of every kind."""

from __future__ import annotations

from typing import Any

import pytest

from backgammon_tui.engine import RULESETS
from backgammon_tui.teach.quiz.item import FaultyItem, Item
from backgammon_tui.teach.quiz.pool import ask
from backgammon_tui.teach.quiz.question import QuizQuestion
from tests.engine.examples import rules_named
from tests.teach.quiz.checking import check


def asked(line: str, **table_rules: Any) -> QuizQuestion:
    """The question that a line makes, checked a second time."""
    item = Item.parse(line)
    question = ask(item, rules_named(item.ruleset, **table_rules))
    check(question)
    return question


def answers(question: QuizQuestion) -> dict[str, str]:
    """What is said to each choice; the right one has a star before it."""
    return {
        f"{'*' * (index == question.right)}{choice.text}": choice.explanation
        for index, choice in enumerate(question.choices)
    }


# ---- legal


def test_every_wrong_play_is_answered_with_the_rule_against_it() -> None:
    question = asked(
        "legal | russian | W 24:3 23:2 22:5 21:2 19:2 hand:1 / B 20:4 18:5 16:3 13:3; W to move"
        " | 5-2 | hand/23 24/19; hand/20; 24/19 24/22; hand/23; hand/23/18"
    )
    assert question.text == "White has thrown 5-2. Which of these plays is legal?"
    assert answers(question) == {
        "*hand/23 24/19": "It uses every number, and every move is legal.",
        "hand/20": "Black holds point 20.",
        "24/19 24/22": "White must enter from the hand before any other checker moves.",
        "hand/23": "That stops too early: the 5 can still be played.",
        "hand/23/18": "Black holds point 18.",
    }
    assert question.section == "entering"


HIGHER = "legal | russian | W 24:1 4:5 3:5 2:4 / B 13:2 11:6 9:4 7:3; W to move | 6-5"


def test_the_same_item_may_have_another_answer_at_another_table() -> None:
    line = f"{HIGHER} | 24/18; 24/19; 24/13"
    assert answers(asked(line))["24/19"] == (
        "Only one of the two numbers can be played, so it must be the higher: the 6."
    )
    assert asked(line).section == "must"
    with pytest.raises(FaultyItem, match="2 of the choices are right"):
        asked(line, higher_number=False)


def test_a_play_that_wins_is_enough() -> None:
    question = asked(
        "legal | backgammon | W 5:1 off:14 / B 6:15; W to move | 6-3 | 5/2; 5/off; 5/2 5/off; 2/off"
    )
    assert answers(question)["*5/off"] == "That bears off the last checker, which is always enough."


# ---- how many


def test_how_many_of_two_numbers() -> None:
    question = asked(HIGHER.replace("legal", "playable"))
    assert question.text == "White has thrown 6-5. How many of the two numbers can be played?"
    assert answers(question) == {
        "none": "You must play as many as you can, and more can be played: 24/18.",
        "*one": "For instance 24/18. Then White cannot play the 5 (Black holds 13).",
        "both": "No play uses that many. After 24/18, White cannot play the 5 (Black holds 13).",
    }


def test_how_many_of_a_doublet() -> None:
    question = asked("playable | french | W hand:2 24:13 / B 4:2 12:13; W to move | 3-3")
    assert question.text == "White has thrown 3-3. How many of the four 3s can be played?"
    assert list(answers(question)) == ["none", "one", "two", "three", "*all"]
    question = asked("playable | french | W bar:1 24:14 / B 3:2 12:13; W to move | 3-3")
    assert next(iter(answers(question))) == "*none"


def test_a_game_that_could_end_sooner_is_not_asked_about() -> None:
    with pytest.raises(FaultyItem, match="need not use all"):
        asked("playable | backgammon | W 5:1 off:14 / B 6:15; W to move | 6-3")


# ---- what a doublet is worth

TWO_WAYS = "W 20:4 12:4 3:7 / B 18:3 13:4 10:2 2:3 1:3; W to move"


def test_pips_of_the_best_play() -> None:
    question = asked(f"pips | russian | {TWO_WAYS} | 5-5")
    assert question.text.endswith("How many pips is that worth at most, before another throw?")
    right = question.choices[question.right]
    assert right.text == "four 5s and four 2s: 28 pips"
    assert right.explanation.startswith("20/15")


def test_pips_where_the_complement_is_not_granted() -> None:
    question = asked(f"pips | falood | {TWO_WAYS} | 5-5")
    assert answers(question)["*four 5s: 20 pips"].endswith(
        "It has no complement: it is the side's first doublet."
    )
    second = asked(f"pips | falood | {TWO_WAYS}; first doublet W | 5-5")
    assert second.choices[3].text.endswith(": 28 pips")


def test_pips_are_not_asked_where_they_could_be_lost_or_go_to_the_opponent() -> None:
    with pytest.raises(FaultyItem, match="bearing off"):
        asked("pips | french | W 7:2 6:13 / B 24:15; W to move | 6-6")
    line = "pips | french | W 20:4 3:11 / B 20:3 24:12; W to move | 5-5"
    asked(line)
    with pytest.raises(FaultyItem, match="opponent might play"):
        asked(line.replace("B 20:3", "B 10:3"), opponent_completes=True)


# ---- what follows


@pytest.mark.parametrize(
    ("name", "table_rules", "right"),
    [
        ("russian", {}, "It is Black's turn: not all of White's checkers have entered."),
        ("falood", {}, "It is Black's turn: a side's first doublet has no complement."),
        ("french", {}, "White plays four 1s and gets another throw."),
        (
            "falood",
            {"first_doublet_face_only": False},
            "White plays four 1s and gets another throw.",
        ),
    ],
)
def test_the_same_play_and_what_follows_it_in_each_game(
    name: str, table_rules: dict[str, bool], right: str
) -> None:
    line = f"follows | {name} | W hand:15 / B hand:15; W to move | 6-6 | hand/19(4)"
    question = asked(line, **table_rules)
    assert question.choices[question.right].text == right
    assert question.text == "White has thrown 6-6 and plays hand/19(4). What follows?"


def test_a_doublet_in_a_game_without_complements() -> None:
    question = asked(
        "follows | backgammon | W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5; W to move"
        " | 3-3 | 8/5(2) 6/3(2)"
    )
    assert "no more" in question.choices[question.right].text


def test_what_goes_to_the_opponent() -> None:
    line = "follows | russian | W 20:4 3:11 / B 18:3 13:4 10:2 2:3 1:3; W to move | 5-5 | 20/15(4)"
    right = asked(line).choices[asked(line).right]
    assert right.text == "White can play none of the four 2s, then it is Black's turn."
    assert right.explanation == "White cannot play the 2 (Black holds 13 and 1)."
    completing = asked(line, opponent_completes=True)
    assert completing.choices[completing.right].text == (
        "White can play none of the four 2s, then Black must play them."
    )


def test_a_1_2() -> None:
    line = "follows | falood | W hand:15 / B 19:2 hand:13; W to move | 2-1 | hand/24 hand/23"
    right = asked(line).choices[asked(line).right]
    assert "if all four are played" in right.text
    plain = asked(line, one_two=False)
    assert plain.choices[plain.right].text == "It is Black's turn."


# ---- why


def test_why_a_number_is_lost() -> None:
    question = asked(
        "why | falood | W 22:4 20:3 19:6 hand:2 / B 24:2 23:2 21:5 hand:6; B to move"
        " | 2-6 | hand/23"
    )
    assert (
        question.text
        == "Black has thrown 6-2 and plays hand/23. Why can no 6 be played after that?"
    )
    assert question.choices[question.right].text == (
        "White holds 19, where the checkers in hand must enter."
    )
    assert question.section == "entering"


def test_why_a_complement_is_not_granted() -> None:
    line = "why | {} | W hand:15 / B hand:15; W to move | 6-6 | hand/19(4)"
    russian, falood = asked(line.format("russian")), asked(line.format("falood"))
    assert russian.text.endswith("Why do no 1s follow?")
    assert russian.choices[russian.right].text == "Not all of White's checkers have entered."
    assert falood.choices[falood.right].text == "It is White's first doublet of the game."
    with pytest.raises(FaultyItem, match="two rules"):
        asked(line.format("falood"), entry_limits_complement=True)
    second = line.format("falood").replace("to move", "to move; first doublet W B")
    told = answers(asked(second, entry_limits_complement=True))
    assert told["It is White's first doublet of the game."] == "It is not White's first doublet."


@pytest.mark.parametrize(
    ("line", "right"),
    [
        (
            "W 24:1! 1:14 / B 13:14 1:1; W to move | 6-5",
            "White's checker on 24 is trapped.",
        ),
        (
            "W 7:1 24:1! 1:13 / B 18:1! 13:13 1:1; W to move | 6-6 | 7/1",
            "White's checker on 24 is trapped.",
        ),
        (
            "W 24:14 18:1! / B 13:14 7:1; W to move | 6-6",
            "Black traps a checker on 18, where a 6 would land.",
        ),
    ],
)
def test_why_a_number_is_lost_among_traps(line: str, right: str) -> None:
    question = asked(f"why | never-finishing | {line}")
    assert question.choices[question.right].text == right


# ---- hit or trap

TRAPS = "trap | never-finishing | W 13:6 9:3 8:3 6:3 / B 24:6 18:1 13:4 8:4; W to move | 2-1 | "


@pytest.mark.parametrize("play", ["9/7^ 8/7", "9/7^ 6/5", "9/7* 8/7", "9/7* 6/5", "9/7^/6"])
def test_what_is_so_after_a_landing_on_a_blot(play: str) -> None:
    question = asked(TRAPS + play)
    assert "White's 7 is Black's 18." in question.text
    assert question.section == "trapping"


def test_what_is_so_when_a_checker_is_freed() -> None:
    question = asked(
        "trap | never-finishing | W 13:6 8:6 7:1 6:2 / B 24:6 18:1! 13:4 8:4; W to move"
        " | 1-2 | 7/6 8/6"
    )
    assert question.choices[question.right].text == "Black's checker there is free, and a blot."


# ---- points


@pytest.mark.parametrize(
    ("name", "loser", "right"),
    [
        ("russian", "20:1 6:14", "3 points."),
        ("russian", "18:1 6:14", "2 points."),
        ("russian", "18:1 6:13 off:1", "1 point."),
        ("russian", "bar:1 6:13 off:1", "1 point."),
        ("never-finishing", "bar:1 6:14", "2 points."),
        ("french", "hand:15", "1 point."),
    ],
)
def test_what_a_win_is_worth(name: str, loser: str, right: str) -> None:
    question = asked(f"points | {name} | W off:15 / B {loser}; B to move")
    assert question.choices[question.right].text == right


def test_nobody_can_ever_move_again() -> None:
    question = asked("points | never-finishing | W 24:1! 1:14 / B 24:1! 1:14; W to move")
    assert question.choices[question.right].text == "None: it is a draw."
    assert answers(question)["3 points."].startswith("No win in this game is worth 3 points.")


def test_every_ruleset_is_asked_by_its_usual_rules() -> None:
    item = Item.parse("points | russian | W off:15 / B 20:1 6:14; B to move")
    assert ask(item).rules == RULESETS["russian"]
