from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from backgammon_tui.engine import (
    Action,
    AgreeDraw,
    Effect,
    KeepOpening,
    Move,
    Place,
    RerollOpening,
    Resign,
)
from backgammon_tui.engine.notation import Unreadable
from backgammon_tui.teach.lessons import replies
from backgammon_tui.teach.lessons.claims import check_claims
from backgammon_tui.teach.lessons.lesson import ALIKE, GOALS, LIMITS, Exercise, read_condition
from backgammon_tui.teach.lessons.lesson_file import read_lesson
from backgammon_tui.teach.lessons.replies import (
    describe_after,
    describe_answer,
    describe_consequences,
    describe_progress,
    describe_summary,
    describe_task,
    judge,
    mistakes,
)
from backgammon_tui.teach.lessons.run import Cost, NextInput, Run, Verdict, run_at
from backgammon_tui.text_file import LineError
from tests.dialogs import check, headings, opened
from tests.engine.examples import B, W
from tests.teach.lessons.examples import begin, solved, task, write

RUNNING = "Start: W 24:5 20:5 19:5 / B hand:15; W to move"
SHUT = "Start: W 19:1 hand:14 / B 22:2 21:1 hand:12; W to move"

POINT = (RUNNING, "Roll: 6-4", "Solution: 24/18 20/16")
"""A task: one checker from 24, one from 20."""

RACE = "W 6:2 5:1 off:12 / B 3:4 off:11"


def exercise(start: str, goal: str, rolls: str, answers: str, *limits: str) -> str:
    lines = [f"Start: {start}; W to move", "Exercise: Go on until the goal is reached."]
    lines += [f"Goal: {goal}", *(f"Limit: {limit}" for limit in limits)]
    return "\n".join([*lines, f"Rolls: {rolls}", f"Answers: {answers}", "Hint: Count."])


def verdict(run: Run) -> Verdict:
    assert run.answer
    return run.answer.verdict


def message_of(run: Run) -> str:
    return describe_answer(run)


@pytest.mark.parametrize(("side", "text"), [("W", "Play."), ("B", "Black to move. Play.")])
def test_task_for_black_names_the_side(side: str, text: str) -> None:
    start = f"Start: W 24:5 20:5 19:5 / B 24:5 20:5 18:5; {side} to move"
    run = begin(start, "Roll: 2-1", "Solution: 20/18 20/19", ruleset="french")
    assert describe_task(run) == text


# ---- answers

FILE = Path(__file__).with_name("replies.txt")
"""Steps, with typed answers and the replies to them."""


@pytest.mark.parametrize("heading", headings(FILE))
def test_answers_get_their_replies(heading: str) -> None:
    check(FILE, heading, partial(reply, heading.split(" | ")[0]))


def at_step(heading: str) -> Run:
    return begin_step(heading.split(" | ")[0], opened(FILE, heading))


def begin_step(ruleset: str, step: str) -> Run:
    return run_at(read_lesson(write(step, ruleset=ruleset)))


def reply(ruleset: str, step: str, typed: str) -> str:
    begun = run = begin_step(ruleset, step)
    for text in typed.split("; "):
        is_typed = run.awaited is NextInput.TYPED
        kept, run = (begun.game, run.game), (run.try_answer if is_typed else run.try_text)(text)
    is_over = run.is_solved or run.verdict is Verdict.MISSED
    assert run.awaited is (NextInput.CONTINUE if is_over else begun.awaited)
    match verdict(run):
        case Verdict.NO_GAME:
            assert (run.wrong, *run.missed) == (0,)
            assert run.is_open is bool(run.is_exercise or run.made)
        case Verdict.WRONG | Verdict.NOT_THE_TASK:
            assert (run.wrong, *run.missed, run.game in kept) == (1, 0, True)
        case Verdict.UNCLEAR:
            assert (run.wrong, *run.missed, run.game in kept) == (1, True)
        case Verdict.MISSED:
            assert (*run.missed, run.advance().game) == (0, begun.game)
    progress = f" ({describe_progress(run)})" if run.is_exercise else ""
    return f"{verdict(run).value}: {message_of(run)}{progress} {describe_after(run)}".rstrip()


@pytest.mark.parametrize(
    ("name", "text", "action"),
    [
        ("russian | entering", "hand/22", Move(W, Place.HAND, 22, 3)),
        ("russian | opening", "reroll", RerollOpening()),
        ("russian | opening", "keep", KeepOpening()),
        ("french | resigning", "resign 1", Resign(W, 1)),
        ("russian | best", "resign 1", Resign(W, 1)),
        ("russian | best", "draw", AgreeDraw()),
    ],
)
def test_action_gets_the_reply_of_its_text(name: str, text: str, action: Action) -> None:
    acted, typed = at_step(name).try_actions([action]), at_step(name).try_text(text)
    assert (verdict(acted), message_of(acted)) == (verdict(typed), message_of(typed))


def test_unmarked_landing_gets_the_teachers_reply() -> None:
    run = at_step("never-finishing | blots").try_actions([Move(W, 13, 9, 4, Effect.NOTHING)])
    assert message_of(run).endswith("Say it.")


def test_events_are_described_once_in_order() -> None:
    run = begin(*POINT)
    assert [type(event).__name__ for event in run.events_before[0]] == ["DiceRolled", "StageBegun"]
    done = run.try_text("24/18 20/16")
    assert done.answer
    names = [type(event).__name__ for event in done.answer.events]
    assert names == ["Moved", "Moved", "StageCompleted", "TurnEnded"]


def test_unreadable_text_raises_an_error() -> None:
    with pytest.raises(Unreadable):
        begin(*POINT).try_text("hello")


# ---- solutions of different value


def test_costly_solution_gets_its_cost() -> None:
    start = "Start: W 6:3 4:5 2:6 off:1 / B 3:1 1:7 off:7; W to move; first double W B"
    solutions = (start, "Roll: 2-2", "Solution: 6/4(3) 2/off", "Solution: 6/4(2) 6/4/2")
    run = begin(*solutions, "Claim: complement kept")
    assert message_of(judge(run.try_text("6/4(3) 2/off"))) == "Right."
    judged = message_of(judge(run.try_text("6/4(2) 6/4/2")))
    assert re.fullmatch(r"Good, but 6/4\(3\) 2/off is 0\.(0[4-9]|1\d) points better\.", judged)
    rules_step = begin(*solutions).try_text("6/4(2) 6/4/2")
    assert message_of(judge(rules_step)) == "Right."


def test_nearly_best_solution_is_right() -> None:
    run = begin(*POINT, "Solution: 24/14", "Claim: best").try_text("24/14")
    assert run.answer
    for points, texts_of in (
        (ALIKE, "Right."),
        (ALIKE + 0.01, "Good, but 24/18 20/16 is 0.04 points better."),
    ):
        answer = replace(run.answer, cost=Cost(points, "24/18 20/16", ALIKE))
        assert message_of(replace(run, answer=answer)) == texts_of


# ---- completing


def test_completing_side_answers_move_by_move() -> None:
    start = "Start: W 24:4 21:5 19:5 hand:1 / B 23:2 20:2 off:11; W to move"
    text = write(
        task(start, "Roll: 5-2", "Solution: 20/15", "Try: 23/18", "  It opens 23."),
        task("Solution: 15/13"),
        ruleset="falood",
        head="\nRule: opponent_completes = on",
    )
    run = run_at(read_lesson(text))
    assert run.game.actor is B
    assert message_of(run.try_text("23/18")) == "That is legal. It opens 23."
    run = run.try_text("20/15")
    assert verdict(run) is Verdict.RIGHT
    assert run.advance().game.actor is B


# ---- questions


QUESTION = (
    SHUT,
    "Question: How many?",
    "About: numbers of 6-3",
    "Solution: 1",
    "Try: 0",
    "  Look!",
)


def asking(*lines: str) -> Run:
    return run_at(read_lesson(write("\n".join((*lines, "Hint: Where does it land?")))))


def test_question_is_answered_by_typing() -> None:
    run = asking(*QUESTION)
    assert (run.awaited, run.key.wanted) == (NextInput.TYPED, "a number from 0 to 2")
    assert all(run.try_answer(text) is run for text in ("", "3", "yes", "hand/19"))
    assert message_of(run.try_answer("0")) == "Not right. Look!"
    right = run.try_answer("0").try_answer(" 1 ")
    assert (verdict(right), right.awaited, right.wrong) == (Verdict.RIGHT, NextInput.CONTINUE, 1)
    assert right.game == run.game


# ---- navigation


def test_reading_steps_only_continue() -> None:
    text = write("Start: W hand:15 / B hand:15; W to move\nSay: Look.\n", task(*POINT))
    run = run_at(read_lesson(text))
    assert run.awaited is NextInput.CONTINUE
    assert run.try_text("24/18") is run
    assert run.show_solution() is run
    assert run.advance().awaited is NextInput.ACTION


def test_unsolved_step_does_not_continue() -> None:
    run = begin(*POINT)
    assert run.advance() is run
    over = solved(run).advance()
    assert over.awaited is NextInput.NOTHING
    assert over.advance() is over
    assert over.try_text("24/18") is over


def test_shown_solution_counts_as_missed() -> None:
    run = begin(*POINT).try_text("20/16").show_solution()
    assert (verdict(run), run.is_solved, *run.missed) == (Verdict.SHOWN, True, 0)
    assert message_of(run) == "The solution is 24/18 20/16."
    assert run.game == begin(*POINT).try_text("24/18 20/16").game


def test_step_can_be_restarted() -> None:
    run = begin(*POINT)
    for later in (run.try_text("20/16"), run.try_text("24/18 20/16"), run.show_solution()):
        back = later.back()
        assert (back.game, back.awaited, back.answer) == (run.game, NextInput.ACTION, None)


def test_last_action_of_a_step_is_undone() -> None:
    run = begin(*POINT)
    half = run.try_text("20/16")
    for done in (half.try_text("24/18"), half.try_text("24/18").undo().try_text("24/18")):
        undone = done.undo()
        assert (undone.game, undone.made, undone.answer) == (half.game, half.made, None)
        assert undone.awaited is NextInput.ACTION
    assert half.undo().game == run.game
    assert run.undo().made == ()


def test_question_can_be_answered_again() -> None:
    run = asking(*QUESTION).try_answer("1")
    assert run.awaited is NextInput.CONTINUE
    assert run.undo().awaited is NextInput.TYPED


def test_lesson_plays_for_both_sides() -> None:
    text = write(
        task(*POINT),
        "Roll: 6-3\nPlayed: hand/22\n",
        task("Roll: 1-2", "Solution: 18/15"),
    )
    run = solved(run_at(read_lesson(text))).advance()
    assert run.game.position.count(B, 22) == 1
    assert [len(events) for events in run.events_before] == [2, 3]
    assert run.awaited is NextInput.CONTINUE
    assert run.advance().game.actor is W


def test_equal_answers_give_equal_runs() -> None:
    run = begin(*POINT)
    assert run.try_text("20/16") == begin(*POINT).try_text("20/16")
    assert run.answer is None


# ---- exercises


def test_each_turn_begins_with_the_next_roll() -> None:
    run = at_step("backgammon | race")
    half = run.try_text("6/off")
    assert (run.game.left, half.game.left) == ((6, 1), (1,))
    assert half.try_text("5/4").game.left == (5, 4)
    assert at_step("backgammon | rolls again").try_text("6/4 6/5").game.left == (2, 1)


def test_undo_includes_the_computers_reply() -> None:
    run = at_step("backgammon | race")
    single = run.try_text("6/off")
    assert single.try_text("5/4").undo().game == single.game
    assert single.undo().game == run.game


def test_exercise_needs_a_turn_to_end() -> None:
    run = run_at(read_lesson(write(exercise(RACE, "all home", "6-1", "2-1"), ruleset="french")))
    assert isinstance(run.assignment, Exercise)
    assert not run.standing.is_over


def test_one_turn_is_written_as_one() -> None:
    for states, text in ((GOALS, "1 turn"), (LIMITS, "at most 1 turn")):
        assert read_condition(states, text) == read_condition(states, f"{text}s")
        with pytest.raises(ValueError, match="it is one of"):
            read_condition(states, text.replace("1", "2"))


def text_after(text: str, *plays: str) -> str:
    run = run_at(read_lesson(text))
    for play in plays:
        run = run.try_text(play)
    assert run.answer
    return " ".join([message_of(run), *describe_consequences(run.answer.events, "White")]).strip()


def test_turn_that_continues_names_its_cause() -> None:
    rolls_again = exercise("W 6:9 5:6 / B 24:15", "won", "1-1 2-1", "2-1")
    text = text_after(write(rolls_again, ruleset="french"), "6/5(4)", "6/off(4)")
    assert "You have earned an extra roll: all the numbers have been played." in text
    completed = exercise("W 9:5 8:1 2:3 3:6 / B 5:2 off:13", "1 turns", "4-4", "2-1")
    head = "\nRule: opponent_completes = on"
    text = text_after(write(completed, ruleset="falood", head=head), "8/4")
    assert text.startswith("Black plays 5/1. You cannot play the 4 (Black holds 5")
    assert text.endswith("You can go on with two 4s (to 5).")
    assert "extra roll" not in text


# ---- the summary

COSTLY = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"


def judged_after(*plays: str, rolls: str = "3-1", ruleset: str = "backgammon") -> Run:
    step = exercise(COSTLY, "1 turns", rolls, "2-1")
    run = run_at(read_lesson(write(step, ruleset=ruleset)))
    for play in plays:
        run = run.try_text(play)
    return judge(run)


def test_summary_names_the_costliest_plays() -> None:
    run = judged_after("8/5 8/7")
    (total, first) = describe_summary(run)
    assert total.startswith("Summary: your choice cost 0.")
    assert first.startswith("3-1: ")
    assert "Better: 8/5 6/5." in first
    assert run.back(mistakes(run)[0].at).made == ()
    assert describe_summary(judged_after("8/5 6/5")) == ["Summary: no mistake in your choice."]


def test_summary_names_complement_numbers() -> None:
    plays = ("13/10(2) 8/5(2)", "6/2(4)", "24/22 24/23")
    summary = describe_summary(judged_after(*plays, rolls="3-3 2-1", ruleset="french"))
    assert any(item.startswith("Four 4s: ") for item in summary)


def test_summary_accepts_the_computers_own_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search one roll ahead finds costs in some of its quick choices."""
    moves = Move(W, 8, 5, 3), Move(W, 8, 7, 1)
    monkeypatch.setattr(replies, "computer_choice", lambda game: moves)
    assert mistakes(judged_after("8/5 8/7")) == ()


def test_summary_of_forced_plays_omits_choices() -> None:
    start = "W 6:1 off:14 / B 1:1 off:14"
    step = exercise(start, "won", "2-1", "6-5")
    run = run_at(read_lesson(write(step, ruleset="backgammon"))).try_text("6/3")
    assert run.verdict is Verdict.MISSED
    assert describe_summary(judge(run)) == ["Summary: every play was forced."]


# ---- the computer's turn


def test_shown_turn_is_whole_and_named_with_the_reply() -> None:
    start = "W 13:2 8:3 6:4 5:2 2:4 / B 24:2 13:5 8:3 6:5"
    step = exercise(start, "2 turns", "3-3 2-1", "6-5 4-2")
    run = run_at(read_lesson(write(step, ruleset="french"))).show_solution()
    text = describe_answer(run)
    assert text.startswith("White 3-3 ")
    assert ", 4s " in text
    after = run.show_solution() if "extra roll" in text else run
    assert "Black 6-5 " in describe_answer(after)


# ---- required content of a file


def test_computer_must_reach_the_goal() -> None:
    lost, won = (
        at_step("backgammon | lost race").lesson,
        at_step("backgammon | last roll").lesson,
    )
    (problem,) = check_claims(lost)
    assert str(problem) == "line 6: the computer itself does not reach the goal: won"
    assert list(check_claims(won)) == []


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (("Goal: won", "Goal: wins"), "it is one of: all in, all home, N off, won, N turns"),
        (("Goal: won", "Goal: prime of 5"), "it is one of: all in"),
        (("Goal: won", "Goal: won\nLimit: won"), "it is one of: not hit, not trapped, prime of N"),
        (("Rolls: 6-6", "Rolls: 6-7"), "two numbers from 1 to 6 are a roll"),
        (("Rolls: 6-6\n", ""), "Rolls occurs once in an Exercise"),
        (("Exercise:", "Roll: 2-1\nExercise:"), "an Exercise must begin with a Start"),
        ((RACE, "W off:15 / B 3:4 off:11"), "an Exercise must begin with a Start, before any roll"),
        (("Hint: Count.", "Hint: Count.\n\nSay: And now?"), "after an Exercise a step has a Start"),
    ],
)
def test_faulty_file_is_rejected_with_reason(change: tuple[str, str], problem: str) -> None:
    with pytest.raises(LineError, match=problem):
        read_lesson(write(exercise(RACE, "won", "6-6", "2-1").replace(*change)))


@pytest.mark.parametrize("text", ["not hit", "prime of 5", "at most 12 turns", "a trap"])
def test_limits_are_read_as_they_are_written(text: str) -> None:
    assert str(read_condition(LIMITS, text)) == text


@pytest.mark.parametrize("text", ["all in", "3 turns", "won", "14 off"])
def test_goals_are_read_as_they_are_written(text: str) -> None:
    assert str(read_condition(GOALS, text)) == text
