"""Exercises: turns against the computer until a goal is reached or out of reach."""

from __future__ import annotations

import pytest

from backgammon_tui.cli.claims import check_claims
from backgammon_tui.engine import Side
from backgammon_tui.teach.lessons.catalogue import course
from backgammon_tui.teach.lessons.judging import describe_summary, judge, mistakes
from backgammon_tui.teach.lessons.lesson import Exercise, read_goal, read_limit
from backgammon_tui.teach.lessons.reading import read_lesson
from backgammon_tui.teach.lessons.run import Awaited, Run, Verdict, run_at, standing
from backgammon_tui.teach.lessons.verdicts import describe_answer, describe_progress
from backgammon_tui.text_file import LineError
from backgammon_tui.words.naming import Naming
from tests.teach.lessons.examples import write


def exercise(
    start: str, goal: str, rolls: str, answers: str, *limits: str, ruleset: str = "backgammon"
) -> str:
    """The text of a lesson with one exercise."""
    return write(
        f"Start: {start}; W to move",
        "Exercise: Go on until the goal is reached.",
        f"Goal: {goal}",
        *(f"Limit: {limit}" for limit in limits),
        f"Rolls: {rolls}",
        f"Answers: {answers}",
        "Hint: Count.",
        ruleset=ruleset,
    )


def begin(*lines: str, ruleset: str = "backgammon") -> Run:
    start, goal, rolls, answers, *limits = lines
    return Run.begin(read_lesson(exercise(start, goal, rolls, answers, *limits, ruleset=ruleset)))


RACE = "W 6:2 5:1 off:12 / B 3:4 off:11"


def played(run: Run, *plays: str) -> Run:
    for play in plays:
        assert run.awaited is Awaited.ACTION
        run = run.try_text(play)
    return run


def told(run: Run) -> str:
    return describe_answer(run, Naming())


def test_the_computer_answers_and_the_next_dice_fall() -> None:
    run = begin(RACE, "won", "6-1 5-4", "3-2 6-5")
    assert str(run.game.left) == "(6, 1)"
    run = played(run, "6/off 5/4")
    assert run.answer
    assert run.answer.verdict is Verdict.ANSWERED
    assert told(run) == "Black 3-2 3/off 3/1 (5 pips)."
    assert run.game.left == (5, 4)
    assert describe_progress(run) == "Turn 2, pips 10 to 7"


def test_rolls_begin_again_where_they_end() -> None:
    run = begin(RACE, "won", "2-1", "2-1")
    assert played(run, "6/4 6/5").game.left == (2, 1)


def test_moves_may_be_made_one_by_one_and_the_computer_waits_for_the_last() -> None:
    run = played(begin(RACE, "won", "6-1 5-4", "3-2 6-5"), "6/off")
    assert run.answer
    assert run.answer.verdict is Verdict.NOT_DONE
    assert run.game.left == (1,)
    assert played(run, "5/4").game.left == (5, 4)


def test_a_goal_reached_solves_the_step() -> None:
    run = played(begin(RACE, "won", "6-6", "2-1"), "6/off(2) 5/off")
    assert run.is_solved
    assert told(run) == "Done, in 1 turn."
    assert run.awaited is Awaited.GO_ON


def test_a_goal_out_of_reach_is_told_and_the_exercise_begins_again() -> None:
    run = played(begin(RACE, "won", "2-1", "6-6"), "6/4 6/5")
    assert run.was_missed
    assert run.missed == {0}
    assert told(run) == (
        "Black 6-6 3/off(4) (12 pips). The game is over, and the goal is not reached."
    )
    again = run.go_on()
    assert again.game == begin(RACE, "won", "2-1", "6-6").game
    assert not again.was_missed


def test_undo_takes_back_the_computers_answer_too() -> None:
    run = begin(RACE, "won", "6-1 5-4", "3-2 6-5")
    one = played(run, "6/off")
    assert played(one, "5/4").undo().game == one.game
    assert one.undo().game == run.game


def test_what_cannot_be_played_is_refused_and_costs_nothing() -> None:
    run = begin(RACE, "won", "6-1 5-4", "3-2 6-5").try_text("6/2")
    assert run.answer
    assert run.answer.verdict is Verdict.WRONG
    assert run.awaited is Awaited.ACTION


def test_a_lesson_is_not_resigned() -> None:
    run = begin(RACE, "won", "6-1", "2-1").try_text("resign 1")
    assert run.answer
    assert run.answer.verdict is Verdict.NO_GAME


# ---- limits


def test_a_blot_that_is_hit_breaks_a_limit() -> None:
    start = "W 9:1 6:3 5:3 4:3 2:5 / B 22:2 6:3 5:3 4:3 3:4"
    run = begin(start, "all home", "2-1 6-5", "4-2 6-5", "not hit", ruleset="french")
    hit = played(run, "9/7 2/1")
    assert hit.was_missed
    assert told(hit).endswith("Your blot has been hit.")


def test_a_prime_must_stand_at_the_end_of_each_turn_of_the_learner() -> None:
    start = "W 13:2 8:2 7:2 6:2 5:2 4:2 3:3 / B 24:2 bar:1 6:5 5:4 4:3"
    run = begin(start, "2 turns", "5-4 4-2", "6-6 6-6", "prime of 5")
    broken = played(run, "8/3 6/2")
    assert broken.was_missed
    assert told(broken).endswith("You no longer hold 5 points in a row.")
    held = played(run, "13/9 13/8")
    assert not held.was_missed
    assert describe_progress(held) == "Turn 2 of 2"
    assert played(held, "7/3 6/4").was_missed
    assert played(held, "9/5 8/6").is_solved


@pytest.mark.parametrize(("most", "is_missed"), [(1, True), (2, False)])
def test_turns_may_be_limited(most: int, is_missed: bool) -> None:
    run = begin(RACE, "won", "2-1", "2-1", f"at most {most} turns")
    played_on = played(run, "6/4 6/5", "5/3 5/4")
    assert run.asked
    assert played(run, "6/4 6/5").was_missed is False
    assert played_on.was_missed is is_missed


@pytest.mark.parametrize(("most", "is_solved"), [(1, False), (2, True)])
def test_a_turn_that_reaches_its_goal_before_its_end_counts(most: int, is_solved: bool) -> None:
    limit = f"at most {most} turns"
    start = "W 11:2 5:2 off:11 / B 3:4 off:11"
    run = begin(start, "all home", "2-1 2-2", "2-1", limit, ruleset="french")
    assert played(run, "11/9 11/10", "10/8/6 9/7/5").is_solved is is_solved


def test_the_turn_in_which_the_opponent_wins_is_no_turn_of_the_learner() -> None:
    assert played(begin(RACE, "2 turns", "2-1", "6-6"), "6/4 6/5").was_missed


def test_checkers_off_are_counted() -> None:
    run = begin(RACE, "13 off", "6-1", "2-1")
    assert played(run, "6/off 5/4").is_solved
    assert not played(begin(RACE, "14 off", "6-1", "2-1"), "6/off 5/4").is_solved


def test_checkers_may_be_home_before_the_turn_is_over() -> None:
    """After four 2s four 5s and an extra roll are to come, none of which is needed."""
    run = begin("W 8:2 5:2 off:11 / B 3:4 off:11", "all home", "2-2", "2-1", ruleset="french")
    home = played(run, "8/6(2) 5/3(2)")
    assert home.is_solved
    assert told(home) == "Done, in 1 turn."
    assert not played(run, "8/6 8/4").is_solved, "half of the four 2s"
    run = begin("W 8:2 5:2 off:11 / B 3:4 off:11", "won", "2-2", "2-1", ruleset="french")
    assert not played(run, "8/6(2) 5/3(2)").is_solved


def test_nothing_is_over_before_a_turn_is_played() -> None:
    run = begin(RACE, "all home", "6-1", "2-1")
    assert isinstance(run.asked, Exercise)
    assert not standing(run.asked, Side.WHITE, [run.before]).is_over


# ---- the summary

COSTLY = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"


def test_the_look_back_names_the_plays_that_cost_most() -> None:
    run = judge(played(begin(COSTLY, "1 turns", "3-1", "2-1"), "8/5 8/7"))
    (total, first) = describe_summary(run)
    assert total.startswith("Summary: your choice cost 0.")
    assert first.startswith("3-1: ")
    assert "Better: 8/5 6/5." in first
    assert run.back(mistakes(run)[0].at).made == ()


def test_the_summary_praises_who_played_as_the_computer() -> None:
    run = judge(played(begin(COSTLY, "1 turns", "3-1", "2-1"), "8/5 6/5"))
    assert describe_summary(run) == ["Summary: no mistake in your choice."]


def test_the_look_back_names_the_numbers_of_a_complement() -> None:
    run = begin(COSTLY, "1 turns", "3-3 2-1", "2-1", ruleset="french")
    run = judge(played(run, "13/10(2) 8/5(2)", "6/2(4)", "24/22 24/23"))
    assert any(each.startswith("Four 4s: ") for each in describe_summary(run))


def test_the_summary_finds_no_fault_with_the_computers_own_help() -> None:
    """Looked at one roll ahead, some of its quick choices cost something."""
    run = run_at(course("russian")[19].read(), 1)
    while run.awaited is Awaited.ACTION:
        run = run.show_solution()
    assert mistakes(judge(run)) == ()


# ---- what a file must say


def test_the_computer_must_reach_the_goal_itself() -> None:
    lesson = read_lesson(exercise(RACE, "won", "2-1", "6-6"))
    (problem,) = check_claims(lesson)
    assert str(problem) == "line 6: the computer itself does not reach the goal: won"
    assert list(check_claims(read_lesson(exercise(RACE, "won", "6-6", "2-1")))) == []


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (("Goal: won", "Goal: wins"), "it is one of: all in, all home, N off, won, N turns"),
        (("Goal: won", "Goal: prime of 5"), "it is one of: all in"),
        (("Goal: won", "Goal: won\nLimit: won"), "it is one of: not hit, not trapped, prime of N"),
        (("Rolls: 6-6", "Rolls: 6-7"), "two numbers from 1 to 6 are a roll"),
        (("Rolls: 6-6\n", ""), "Rolls stands once in a Exercise"),
        (("Exercise:", "Roll: 2-1\nExercise:"), "an Exercise begins with a Start"),
        (("Hint: Count.", "Hint: Count.\n\nSay: And now?"), "after an Exercise a step has a Start"),
    ],
)
def test_faults_of_a_file_are_named(change: tuple[str, str], problem: str) -> None:
    with pytest.raises(LineError, match=problem):
        read_lesson(exercise(RACE, "won", "6-6", "2-1").replace(*change))


@pytest.mark.parametrize("text", ["not hit", "prime of 5", "at most 12 turns", "a trap"])
def test_limits_are_read_as_they_are_written(text: str) -> None:
    assert str(read_limit(text)) == text


@pytest.mark.parametrize("text", ["all in", "3 turns", "won", "14 off"])
def test_goals_are_read_as_they_are_written(text: str) -> None:
    assert str(read_goal(text)) == text
