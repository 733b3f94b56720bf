"""Quiz tasks: what is asked, what is right, and what every other answer hears."""

from __future__ import annotations

import pytest

from backgammon_tui.engine import RULESETS
from backgammon_tui.teach.lessons.lesson import LessonQuestion, Task
from backgammon_tui.teach.lessons.run import Awaited, Run, Verdict
from backgammon_tui.teach.lessons.verdicts import describe_after, describe_answer
from backgammon_tui.teach.quiz.tasks import FaultyItem, Item, Kind, lesson_of, rule_tasks
from backgammon_tui.words.naming import STANDARD
from tests.engine.examples import rules_named
from tests.teach.quiz.examples import BEST, COMPLEMENT, HITS, LOST, PLAYABLE, POINTS, SHOTS, START


def run_of(item: Item) -> Run:
    return Run.begin(lesson_of(item, RULESETS[item.ruleset]))


def said(run: Run) -> str:
    return describe_answer(run, STANDARD)


def test_the_best_play_is_made_on_the_board() -> None:
    run = run_of(BEST).try_text("8/5 6/5")
    assert (said(run), run.awaited) == ("Right.", Awaited.GO_ON)


def test_any_other_legal_play_is_taken_back_and_hears_the_counted_difference() -> None:
    run = run_of(BEST).try_text("13/10 24/23")
    assert said(run).startswith("That is legal, but it leaves ")
    assert run.made == ()


def test_every_play_that_hits_is_asked_for_one_after_the_other() -> None:
    run = run_of(HITS)
    assert run.asked
    assert run.asked.text == "Four plays hit. Find them all, one after the other."
    told = []
    for play in ("10/8*/3", "24/19 10/8*", "10/8*/3", "24/17", "10/5*/3", "24/22 10/5*"):
        run = run.try_text(play)
        told.append(said(run))
    assert told == [
        "1 of 4 found.",
        "2 of 4 found.",
        "2 of 4 found.",
        "That is legal, but the blot on 8 is not hit. One checker may play both numbers, or the"
        " other number may be played anywhere.",
        "3 of 4 found.",
        "Right.",
    ]
    assert run.is_solved


def test_a_solved_task_that_is_done_again_asks_for_every_play_again() -> None:
    run = run_of(HITS)
    for play in ("10/8*/3", "24/19 10/8*", "10/5*/3", "24/22 10/5*"):
        run = run.try_text(play)
    assert run.is_solved
    assert said(run.back().try_text("10/8*/3")) == "1 of 4 found."


@pytest.mark.parametrize(
    ("item", "right", "wrong", "against"),
    [
        (PLAYABLE, "0", "1", "No play uses that many. White cannot play the 3 (Black holds 22)."),
        (SHOTS, "15", "16", "Fewer hit: 2-1 does not."),
        (SHOTS, "15", "14", "More hit: 6-4, for instance."),
        (COMPLEMENT, "no", "y", "No complement: not all checkers have entered."),
        (
            LOST,
            "no",
            "y",
            "White cannot play another 6 (Black holds 9, and not all checkers are home).",
        ),
        (POINTS, "1", "2", "A win brings 2 points if the loser has borne nothing off."),
    ],
)
def test_a_question_is_answered_by_typing_and_a_wrong_answer_hears_why(
    item: Item, right: str, wrong: str, against: str
) -> None:
    run = run_of(item).try_answer(wrong)
    assert (said(run), run.is_solved) == (against, False)
    solved = run.try_answer(right)
    assert (said(solved), solved.is_solved) == ("Right.", True)
    assert describe_after(solved)


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("", "White has had no double yet."),
        ("; first double W", "White has had its first double."),
    ],
)
def test_rolls_are_counted_knowing_whether_the_first_double_is_gone(more: str, told: str) -> None:
    line = f"shots | falood | W 24:1 off:14 / B 5:1 off:14; W to move{more}"
    asked = run_of(Item.parse(line)).asked
    assert asked
    assert asked.text.endswith(f"can hit? {told}")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("russian | W 24:1 off:14 / B 8:1", " Of these, 1-1 and 3-3 only with the complement."),
        ("falood | W 24:1 off:14 / B 9:1", " Of these, 2-1 only with the four 5s or 6s."),
        ("backgammon | W 24:1 off:14 / B 17:1", ""),
    ],
)
def test_rolls_that_hit_later_in_the_turn_are_named(line: str, told: str) -> None:
    run = run_of(Item.parse(f"shots | {line} off:14; W to move; first double W"))
    rolls, _, later = run.key.why.partition(".")
    assert (rolls[1:9], later) == (" of 36: ", told)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("russian | W 24:1 hand:14 / B 20:1 hand:14", "A complement follows only once all"),
        ("russian | W 24:1 bar:1 off:13 / B 20:1 off:14", "A complement follows only once all"),
        ("russian | W 24:1 off:14 / B 20:1 off:14", ""),
        ("falood | W 24:1 off:14 / B 20:1 off:14", "The first double has no complement."),
        ("falood | W 24:1 hand:14 / B 20:1 hand:14", "The first double has no complement."),
        ("backgammon | W 24:1 off:14 / B 5:1 off:14", ""),
    ],
)
def test_too_many_hits_counted_hear_which_rule_withholds_complements(line: str, told: str) -> None:
    run = run_of(Item.parse(f"shots | {line}; W to move"))
    counted = said(run.try_answer("36"))
    assert counted.startswith("Fewer hit: ")
    _, _, rule = counted.partition(" does not.")
    assert rule.strip().startswith(told)
    assert bool(rule) is bool(told)


def test_no_win_is_worth_nothing() -> None:
    assert run_of(POINTS).key.wanted == "a number from 1 to 3"


def test_what_is_no_answer_changes_nothing() -> None:
    for item, texts in ((SHOTS, ("", "37", "y", "x")), (COMPLEMENT, ("", "0", "yep"))):
        run = run_of(item)
        assert all(run.try_answer(text) is run for text in texts)


def test_a_number_does_not_give_its_answer_away() -> None:
    """The roll is not made: after it the board and the strip would tell what is lost."""
    run = run_of(PLAYABLE)
    assert run.told == ()
    assert run.game.turn is None


def test_under_house_rules_nothing_is_called_best_and_the_rest_is_worked_out_anew() -> None:
    with pytest.raises(FaultyItem):
        lesson_of(BEST, rules_named("backgammon", opponent_completes=True))
    free = rules_named("russian", entry_limits_complement=False)
    asked = lesson_of(COMPLEMENT, free).steps[0].asked
    assert isinstance(asked, LessonQuestion)
    assert asked.solution.text == "yes"
    with pytest.raises(FaultyItem):  # The opponent may yet open the way.
        lesson_of(LOST, rules_named("french", opponent_completes=True))


@pytest.mark.parametrize("item", rule_tasks(), ids=lambda item: str(item)[:60])
def test_every_collected_task_has_an_answer_to_all_that_can_be_typed(item: Item) -> None:
    run = run_of(item)
    if isinstance(run.asked, Task):
        assert 2 <= len(run.asked.solutions) <= 4
        return
    assert isinstance(run.asked, LessonQuestion)
    for answer in run.key.answers:
        after = run.try_answer(answer)
        assert after.answer
        assert after.answer.verdict is (
            Verdict.RIGHT if answer == run.asked.solution.text else Verdict.WRONG
        )
        assert said(after)


def test_complements_follow_in_half_of_the_tasks_about_them() -> None:
    asked = (run_of(item).asked for item in rule_tasks() if item.kind is Kind.COMPLEMENT)
    answers = [each.solution.text for each in asked if isinstance(each, LessonQuestion)]
    assert answers.count("yes") == answers.count("no") > 0


def test_items_of_earlier_versions_are_read_with_the_play_that_was_right() -> None:
    line = f"best | backgammon | {START} | 3-1 | 8/5 6/5; 6/3 6/5 | 0.00 0.21"
    item = Item.parse(line)
    assert (str(item), item.play) == (line, "8/5 6/5")
    assert run_of(item).try_text("8/5 6/5").is_solved


@pytest.mark.parametrize(
    "line",
    [
        "",
        "why | russian | W hand:15 / B hand:15; W to move | 1-1",
        "best | chess | W hand:15 / B hand:15; W to move | 1-1 | x",
        "best | russian | nowhere | 1-1 | x",
        "best | russian | W hand:15 / B hand:15; W to move | 7-1 | x",
        "best | russian | W hand:15 / B hand:15; W to move | 1-1 | 24/23",
        "best | russian | W hand:15 / B hand:15; W to move",
        "opening | russian | W hand:15 / B hand:15; W to move | 3-1 | roll",
        "complement | backgammon | " + START + " | 3-3 | 8/5(2) 6/3(2)",
        "complement | french | W 6:4 off:11 / B 24:15; W to move; first double W | 6-6 | 6/off(4)",
        "hits | backgammon | " + START + " | 3-1",
        "points | russian | W hand:15 / B hand:15; W to move",
        "playable | russian | W hand:15 / B hand:15; W to move",
    ],
)
def test_what_makes_no_task_is_refused(line: str) -> None:
    def read() -> None:
        item = Item.parse(line)
        lesson_of(item, RULESETS[item.ruleset])

    with pytest.raises(FaultyItem):
        read()
