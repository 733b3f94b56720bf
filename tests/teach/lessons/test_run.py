from __future__ import annotations

import re
from dataclasses import replace

import pytest

from backgammon_tui.cli.claims import check_claims
from backgammon_tui.engine import (
    AgreeDraw,
    Cause,
    ChooseDoubles,
    Effect,
    KeepOpening,
    Move,
    Place,
    RerollOpening,
    Resign,
    Side,
)
from backgammon_tui.engine.notation import Unreadable
from backgammon_tui.teach.lessons.catalogue import course
from backgammon_tui.teach.lessons.lesson import ALIKE, Exercise, read_goal, read_limit
from backgammon_tui.teach.lessons.reading import read_lesson
from backgammon_tui.teach.lessons.replies import (
    describe_after,
    describe_answer,
    describe_asked,
    describe_progress,
    describe_summary,
    judge,
    mistakes,
)
from backgammon_tui.teach.lessons.run import Cost, NextInput, Run, Verdict, run_at, standing
from backgammon_tui.text_file import LineError
from tests.engine.examples import B, W
from tests.teach.lessons.examples import begin, solved, task, write

RUNNING = "Start: W 24:5 20:5 19:5 / B hand:15; W to move"
SHUT = "Start: W 19:1 hand:14 / B 22:2 21:1 hand:12; W to move"

POINT = (RUNNING, "Roll: 6-4", "Solution: 24/18 20/16")
"""A task: one checker from 24, one from 20."""


def verdict(run: Run) -> Verdict:
    assert run.answer
    return run.answer.verdict


def message_of(run: Run) -> str:
    return describe_answer(run)


@pytest.mark.parametrize(("side", "text"), [("W", "Play."), ("B", "Black to move. Play.")])
def test_task_for_black_says_so(side: str, text: str) -> None:
    start = f"Start: W 24:5 20:5 19:5 / B 24:5 20:5 18:5; {side} to move"
    run = begin(start, "Roll: 2-1", "Solution: 20/18 20/19", ruleset="french")
    assert describe_asked(run) == text


# ---- right answers


@pytest.mark.parametrize("text", ["24/18 20/16", "20/16 24/18", "24-18 20-16"])
def test_play_is_accepted_in_any_order(text: str) -> None:
    run = begin(*POINT).try_text(text)
    assert verdict(run) is Verdict.RIGHT
    assert run.awaited is NextInput.CONTINUE
    assert message_of(run) == "Right."


def test_single_moves_are_accepted() -> None:
    run = begin(*POINT).try_text("20/16")
    assert verdict(run) is Verdict.NOT_DONE
    assert run.awaited is NextInput.ACTION
    assert run.game.left == (6,)
    assert message_of(run) == "Go on with the 6."
    assert verdict(run.try_actions([Move(W, 24, 18, 6)])) is Verdict.RIGHT


def test_other_way_to_the_position_is_right() -> None:
    run = begin(RUNNING, "Roll: 6-4", "Solution: 24/18/14")
    assert verdict(run.try_text("24/20/14")) is Verdict.RIGHT


def test_events_are_described_once_in_order() -> None:
    run = begin(*POINT)
    assert [type(event).__name__ for event in run.events_before[0]] == ["DiceRolled", "StageBegun"]
    done = run.try_text("24/18 20/16")
    assert done.answer
    names = [type(event).__name__ for event in done.answer.events]
    assert names == ["Moved", "Moved", "StageCompleted", "TurnEnded"]


def test_each_of_several_solutions_is_right() -> None:
    run = begin(RUNNING, "Roll: 6-4", "Solution: 24/14", "Solution: 20/10", "Claim: fewest hits")
    for text in ("24/14", "20/10"):
        assert verdict(run.try_text(text)) is Verdict.RIGHT
    other = run.try_text("24/20").try_text("20/14")
    assert verdict(other) is Verdict.RIGHT


# ---- wrong answers


def test_illegal_move_is_answered_with_its_rule() -> None:
    run = begin(SHUT, "Roll: 6-3", "Solution: hand/19")
    wrong = run.try_text("hand/22")
    assert verdict(wrong) is Verdict.WRONG
    assert wrong.answer
    assert wrong.answer.reason
    assert wrong.answer.reason.cause is Cause.BLOCKED
    assert message_of(wrong) == "Black holds point 22."
    assert (wrong.wrong, wrong.game, wrong.awaited) == (1, run.game, NextInput.ACTION)


def test_foreseen_try_adds_the_teachers_reply() -> None:
    lines = (SHUT, "Roll: 6-3", "Solution: hand/19", "Try: hand/22: blocked", "  Look there.")
    run = begin(*lines)
    assert message_of(run.try_text("hand/22")) == "Black holds point 22. Look there."
    assert message_of(run.try_text("hand/19 hand/22")) == "Black holds point 22. Look there."
    assert message_of(run.try_text("hand/21")) == "No number left enters on point 21; a 4 would."


def test_picked_move_is_rejected_like_a_typed_one() -> None:
    run = begin(SHUT, "Roll: 6-3", "Solution: hand/19", "Try: hand/22: blocked", "  Look there.")
    wrong = run.try_actions([Move(W, Place.HAND, 22, 3)])
    assert message_of(wrong) == "Black holds point 22. Look there."


def test_longest_matching_try_is_used() -> None:
    run = begin(
        *(RUNNING, "Roll: 6-4", "Solution: 24/14"),
        *("Try: 19/13", "  Not from there.", "Try: 19/13 19/15", "  Not both."),
    )
    assert message_of(run.try_text("19/13 20/16")) == "That is legal. Not from there."
    assert message_of(run.try_text("19/15 19/13")) == "That is legal. Not both."


def test_other_legal_play_is_taken_back() -> None:
    run = begin(*POINT)
    other = run.try_text("24/14")
    assert verdict(other) is Verdict.NOT_THE_TASK
    assert message_of(other) == "That is legal, but a checker on 20 should move too. Look."
    assert (other.game, other.made) == (run.game, ())


FIGURES = "Start: W 6:3 4:5 2:6 off:1 / B 3:1 1:7 off:7; W to move; first double W B"


@pytest.mark.parametrize(
    ("claim", "texts_of"),
    [
        (
            "complement kept",
            "That is legal, but it leaves no number of the complement playable instead of 4.",
        ),
        (
            "best",
            "That is legal, but it leaves no number of the complement playable instead of 4;"
            " has 5 checkers off instead of 6, once the complement is played.",
        ),
        ("opinion", "That is legal, but leave 5 checkers on 2. Look."),
    ],
)
def test_answer_counts_the_tasks_measure(claim: str, texts_of: str) -> None:
    lesson = task(FIGURES, "Roll: 2-2", "Solution: 6/4(3) 2/off").rstrip()
    run = Run.begin(read_lesson(write(f"{lesson}\nClaim: {claim}\n")))
    assert message_of(run.try_text("2/off(4)")) == texts_of


def test_hits_are_counted_for_a_finished_play() -> None:
    start = "Start: W 24:3 21:8 19:4 / B 23:5 22:1 20:3 18:4 14:2; W to move; first double W B"
    lesson = task(start, "Roll: 6-4", "Solution: 21/15 19/15").rstrip()
    begun = Run.begin(read_lesson(write(f"{lesson}\nClaim: fewest hits\n"))).try_text("21/17")
    assert verdict(begun) is Verdict.NOT_DONE
    assert (
        message_of(begun.try_text("21/15"))
        == "That is legal, but it leaves 34 shots instead of none."
    )


def test_right_moves_stay_after_a_wrong_one() -> None:
    run = begin(*POINT).try_text("20/16")
    other = run.try_text("20/14")
    assert verdict(other) is Verdict.NOT_THE_TASK
    assert other.game == run.game
    assert verdict(other.try_text("24/18")) is Verdict.RIGHT


def test_foreseen_play_can_be_made_move_by_move() -> None:
    run = begin(*POINT, "Try: 19/13 19/15", "  Not from 19.")
    first = run.try_text("19/13")
    assert verdict(first) is Verdict.NOT_DONE
    foreseen = first.try_text("19/15")
    assert message_of(foreseen) == "That is legal. Not from 19."
    assert foreseen.game == run.game
    elsewhere = first.try_text("24/20")
    assert verdict(elsewhere) is Verdict.NOT_THE_TASK
    assert elsewhere.game == run.game


def test_unreadable_text_raises_an_error() -> None:
    with pytest.raises(Unreadable):
        begin(*POINT).try_text("hello")


TRAPPING = "Start: W 13:4 8:4 6:7 / B 24:4 16:1 11:10; W to move"


def test_ambiguous_blot_needs_a_clearer_text() -> None:
    run = begin(
        *(TRAPPING, "Roll: 4-1", "Solution: 13/9^ 6/5", "Try: 13/9: blot there", "  Say it."),
        ruleset="never-finishing",
    )
    unclear = run.try_text("13/9 6/5")
    assert verdict(unclear) is Verdict.UNCLEAR
    assert message_of(unclear) == (
        "Black has a blot on point 9: landing there hits or traps it."
        " Say it. Say which: 13/9* 6/5 or 13/9^ 6/5."
    )
    assert unclear.game == run.game
    unmarked = run.try_actions([Move(W, 13, 9, 4, Effect.NOTHING)])
    assert message_of(unmarked).endswith("Say it.")


def test_ambiguous_ways_are_listed() -> None:
    start = "Start: W 13:2 6:13 / B 16:1 hand:14; W to move"
    run = begin(start, "Roll: 4-3", "Solution: 13/9*/6", ruleset="french")
    unclear = run.try_text("13/6")
    assert message_of(unclear) == "Say which: 13/10/6 or 13/9*/6."


# ---- decisions


OPENING = ("Opening: 2-1", "Solution: again", "Try: keep", "  Too small.")


def test_decision_is_an_answer() -> None:
    run = begin(*OPENING, "Try: hand/23: not now", "  Decide first.")
    assert verdict(run.try_text("AGAIN")) is Verdict.RIGHT
    assert verdict(run.try_actions([RerollOpening()])) is Verdict.RIGHT
    assert message_of(run.try_actions([KeepOpening()])) == "That is legal. Too small."
    assert message_of(run.try_text("hand/23")) == "That cannot be done now. Decide first."


def test_double_after_2_1_is_an_answer() -> None:
    start = "Start: W 22:4 hand:11 / B 19:2 hand:13; W to move"
    chosen = task("Solution: 5", "Try: 6", "  Shut.", "Try: 4: impossible number", "  5 or 6.")
    text = write(task(start, "Roll: 2-1", "Solution: hand/24 hand/23"), chosen, ruleset="falood")
    run = solved(Run.begin(read_lesson(text))).advance()
    assert verdict(run.try_actions([ChooseDoubles(5)])) is Verdict.RIGHT
    assert message_of(run.try_text("6")) == "That is legal. Shut."
    assert message_of(run.try_text("4")) == "4 is not possible here. 5 or 6."


def test_resigning_can_be_the_task() -> None:
    lines = (RUNNING, "Solution: resign 1", "Try: resign 3: not on scale")
    run = begin(*lines, ruleset="french")
    assert message_of(run.try_text("resign 3")) == "No win in this game is worth 3 points."
    assert verdict(run.try_actions([Resign(W, 1)])) is Verdict.RIGHT


def test_costly_solution_gets_its_cost() -> None:
    solutions = ("Solution: 6/4(3) 2/off", "Solution: 6/4(2) 6/4/2")
    run = begin(FIGURES, "Roll: 2-2", *solutions, "Claim: complement kept")
    assert message_of(run.try_text("6/4(3) 2/off")) == "Right."
    costly = run.try_text("6/4(2) 6/4/2")
    assert verdict(costly) is Verdict.RIGHT
    judged = message_of(judge(costly))
    assert re.fullmatch(r"Good, but 6/4\(3\) 2/off is 0\.(0[4-9]|1\d) points better\.", judged)


def test_nearly_best_solution_is_right() -> None:
    run = begin(*POINT, "Solution: 24/14", "Claim: best").try_text("24/14")
    assert run.answer
    for points, texts_of in (
        (ALIKE, "Right."),
        (ALIKE + 0.01, "Good, but 24/18 20/16 is 0.04 points better."),
    ):
        answer = replace(run.answer, cost=Cost(points, "24/18 20/16", ALIKE))
        assert message_of(replace(run, answer=answer)) == texts_of


def test_rules_step_does_not_rank_solutions() -> None:
    run = begin(FIGURES, "Roll: 2-2", "Solution: 6/4(3) 2/off", "Solution: 6/4(2) 6/4/2")
    assert message_of(judge(run.try_text("6/4(2) 6/4/2"))) == "Right."


def test_equally_good_solutions_are_right() -> None:
    run = begin(RUNNING, "Roll: 6-4", "Solution: 24/14", "Solution: 20/10")
    judged = (judge(run.try_text(text)) for text in ("24/14", "20/10"))
    assert {message_of(item) for item in judged} == {"Right."}


@pytest.mark.parametrize("claim", ["fewest hits", "most shut out", "complement kept", "best"])
def test_resigning_instead_of_a_play_is_answered(claim: str) -> None:
    lesson = task(FIGURES, "Roll: 2-2", "Solution: 6/4(3) 2/off").rstrip()
    run = Run.begin(read_lesson(write(f"{lesson}\nClaim: {claim}\n")))
    for resigned in (
        run.try_text("resign 1"),
        run.try_actions([Resign(W, 1)]),
        run.try_actions([AgreeDraw()]),
        run.try_text("6/4").try_text("resign 3"),
    ):
        assert verdict(resigned) is Verdict.NO_GAME
        assert message_of(resigned) == (
            "A lesson cannot be resigned or drawn. Play what is asked for, or leave."
        )
        assert (resigned.wrong, resigned.missed) == (0, frozenset())
    assert resigned.made  # What was begun stays.
    assert not run.try_text("resign 1").is_open
    assert verdict(run.try_text("resign 1").try_text("6/4(3) 2/off")) is Verdict.RIGHT


# ---- completing


def test_completing_side_answers_move_by_move() -> None:
    start = "Start: W 24:4 21:5 19:5 hand:1 / B 23:2 20:2 off:11; W to move"
    head = "\nRule: opponent_completes = on"
    text = write(
        task(start, "Roll: 5-2", "Solution: 20/15", "Try: 23/18", "  It opens 23."),
        task("Solution: 15/13"),
        ruleset="falood",
        head=head,
    )
    run = Run.begin(read_lesson(text))
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
    return Run.begin(read_lesson(write("\n".join((*lines, "Hint: Where does it land?")))))


def test_question_is_answered_by_typing() -> None:
    run = asking(*QUESTION)
    assert (run.awaited, run.key.wanted) == (NextInput.TYPED, "a number from 0 to 2")
    assert all(run.try_answer(text) is run for text in ("", "3", "yes", "hand/19"))
    assert message_of(run.try_answer("0")) == "Look!"
    right = run.try_answer("0").try_answer(" 1 ")
    assert (verdict(right), right.awaited, right.wrong) == (Verdict.RIGHT, NextInput.CONTINUE, 1)
    assert right.game == run.game


def test_unforeseen_answer_gets_a_reason() -> None:
    run = asking(*QUESTION)
    assert message_of(run.try_answer("2")) == (
        "No play uses that many. White cannot play the 3 (Black holds 22)."
        " White must enter from the hand before any other checker moves."
    )
    assert describe_after(run.try_answer("1")) == (
        "The only play is hand/19. White cannot play the 3 (Black holds 22)."
        " White must enter from the hand before any other checker moves."
    )


@pytest.mark.parametrize(
    ("solution", "typed", "reply"),
    [("yes", "n", "Where does it land?"), ("120", "119", "Where does it land?")],
)
def test_authors_question_takes_number_or_yes_no(solution: str, typed: str, reply: str) -> None:
    run = asking(RUNNING, "Question: x", f"Solution: {solution}")
    assert message_of(run.try_answer(typed)) == reply
    assert run.try_answer(solution).is_solved


# ---- through the lesson


def test_reading_steps_only_continue() -> None:
    text = write("Start: W hand:15 / B hand:15; W to move\nSay: Look.\n", task(*POINT))
    run = Run.begin(read_lesson(text))
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
    assert (verdict(run), run.is_solved) == (Verdict.SHOWN, True)
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
    run = solved(Run.begin(read_lesson(text))).advance()
    assert run.game.position.count(B, 22) == 1
    assert [len(events) for events in run.events_before] == [2, 3]
    assert run.awaited is NextInput.CONTINUE
    assert run.advance().game.actor is W


def test_runs_are_values() -> None:
    run = begin(*POINT)
    assert run.try_text("20/16") == begin(*POINT).try_text("20/16")
    assert run.answer is None


# ---- exercises


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


def begin_exercise(*lines: str, ruleset: str = "backgammon") -> Run:
    start, goal, rolls, answers, *limits = lines
    return Run.begin(read_lesson(exercise(start, goal, rolls, answers, *limits, ruleset=ruleset)))


RACE = "W 6:2 5:1 off:12 / B 3:4 off:11"


def played(run: Run, *plays: str) -> Run:
    for play in plays:
        assert run.awaited is NextInput.ACTION
        run = run.try_text(play)
    return run


def texts_of(run: Run) -> str:
    return describe_answer(run)


def test_computer_replies_and_next_roll_comes() -> None:
    run = begin_exercise(RACE, "won", "6-1 5-4", "3-2 6-5")
    assert str(run.game.left) == "(6, 1)"
    run = played(run, "6/off 5/4")
    assert run.answer
    assert run.answer.verdict is Verdict.ANSWERED
    assert texts_of(run) == "Black 3-2 3/off 3/1 (5 pips)."
    assert run.game.left == (5, 4)
    assert describe_progress(run) == "Turn 2, pips 10 to 7"


def test_rolls_repeat_from_the_start() -> None:
    run = begin_exercise(RACE, "won", "2-1", "2-1")
    assert played(run, "6/4 6/5").game.left == (2, 1)


def test_computer_waits_for_the_last_move() -> None:
    run = played(begin_exercise(RACE, "won", "6-1 5-4", "3-2 6-5"), "6/off")
    assert run.answer
    assert run.answer.verdict is Verdict.NOT_DONE
    assert run.game.left == (1,)
    assert played(run, "5/4").game.left == (5, 4)


def test_reached_goal_solves_the_step() -> None:
    run = played(begin_exercise(RACE, "won", "6-6", "2-1"), "6/off(2) 5/off")
    assert run.is_solved
    assert texts_of(run) == "Done, in 1 turn."
    assert run.awaited is NextInput.CONTINUE


def test_missed_goal_restarts_the_exercise() -> None:
    run = played(begin_exercise(RACE, "won", "2-1", "6-6"), "6/4 6/5")
    assert run.was_missed
    assert run.missed == {0}
    assert texts_of(run) == (
        "Black 6-6 3/off(4) (12 pips). The game is over, and the goal is not reached."
    )
    again = run.advance()
    assert again.game == begin_exercise(RACE, "won", "2-1", "6-6").game
    assert not again.was_missed


def test_undo_includes_the_computers_reply() -> None:
    run = begin_exercise(RACE, "won", "6-1 5-4", "3-2 6-5")
    single = played(run, "6/off")
    assert played(single, "5/4").undo().game == single.game
    assert single.undo().game == run.game


def test_illegal_move_does_not_count() -> None:
    run = begin_exercise(RACE, "won", "6-1 5-4", "3-2 6-5").try_text("6/2")
    assert run.answer
    assert run.answer.verdict is Verdict.WRONG
    assert run.awaited is NextInput.ACTION


def test_exercise_cannot_be_resigned() -> None:
    run = begin_exercise(RACE, "won", "6-1", "2-1").try_text("resign 1")
    assert run.answer
    assert run.answer.verdict is Verdict.NO_GAME


# ---- limits


def test_hit_blot_breaks_a_limit() -> None:
    start = "W 9:1 6:3 5:3 4:3 2:5 / B 22:2 6:3 5:3 4:3 3:4"
    run = begin_exercise(start, "all home", "2-1 6-5", "4-2 6-5", "not hit", ruleset="french")
    hit = played(run, "9/7 2/1")
    assert hit.was_missed
    assert texts_of(hit).endswith("Your blot has been hit.")


def test_prime_must_last_through_each_turn() -> None:
    start = "W 13:2 8:2 7:2 6:2 5:2 4:2 3:3 / B 24:2 bar:1 6:5 5:4 4:3"
    run = begin_exercise(start, "2 turns", "5-4 4-2", "6-6 6-6", "prime of 5")
    broken = played(run, "8/3 6/2")
    assert broken.was_missed
    assert texts_of(broken).endswith("You no longer hold 5 points in a row.")
    held = played(run, "13/9 13/8")
    assert not held.was_missed
    assert describe_progress(held) == "Turn 2 of 2"
    assert played(held, "7/3 6/4").was_missed
    assert played(held, "9/5 8/6").is_solved


@pytest.mark.parametrize(("most", "is_missed"), [(1, True), (2, False)])
def test_number_of_turns_can_be_limited(most: int, is_missed: bool) -> None:
    run = begin_exercise(RACE, "won", "2-1", "2-1", f"at most {most} turns")
    played_on = played(run, "6/4 6/5", "5/3 5/4")
    assert run.asked
    assert played(run, "6/4 6/5").was_missed is False
    assert played_on.was_missed is is_missed


@pytest.mark.parametrize(("most", "is_solved"), [(1, False), (2, True)])
def test_goal_within_a_turn_counts(most: int, is_solved: bool) -> None:
    limit = f"at most {most} turns"
    start = "W 11:2 5:2 off:11 / B 3:4 off:11"
    run = begin_exercise(start, "all home", "2-1 2-2", "2-1", limit, ruleset="french")
    assert played(run, "11/9 11/10", "10/8/6 9/7/5").is_solved is is_solved


def test_opponents_winning_turn_does_not_count() -> None:
    assert played(begin_exercise(RACE, "2 turns", "2-1", "6-6"), "6/4 6/5").was_missed


def test_borne_off_checkers_are_counted() -> None:
    run = begin_exercise(RACE, "13 off", "6-1", "2-1")
    assert played(run, "6/off 5/4").is_solved
    assert not played(begin_exercise(RACE, "14 off", "6-1", "2-1"), "6/off 5/4").is_solved


def test_checkers_may_reach_home_within_a_turn() -> None:
    """After four 2s four 5s and an extra roll are to come, none of which is needed."""
    run = begin_exercise(
        "W 8:2 5:2 off:11 / B 3:4 off:11", "all home", "2-2", "2-1", ruleset="french"
    )
    home = played(run, "8/6(2) 5/3(2)")
    assert home.is_solved
    assert texts_of(home) == "Done, in 1 turn."
    assert not played(run, "8/6 8/4").is_solved, "half of the four 2s"
    run = begin_exercise("W 8:2 5:2 off:11 / B 3:4 off:11", "won", "2-2", "2-1", ruleset="french")
    assert not played(run, "8/6(2) 5/3(2)").is_solved


def test_exercise_needs_a_turn_to_end() -> None:
    run = begin_exercise(RACE, "all home", "6-1", "2-1")
    assert isinstance(run.asked, Exercise)
    assert not standing(run.asked, Side.WHITE, [run.before]).is_over


# ---- the summary

COSTLY = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"


def test_summary_names_the_costliest_plays() -> None:
    run = judge(played(begin_exercise(COSTLY, "1 turns", "3-1", "2-1"), "8/5 8/7"))
    (total, first) = describe_summary(run)
    assert total.startswith("Summary: your choice cost 0.")
    assert first.startswith("3-1: ")
    assert "Better: 8/5 6/5." in first
    assert run.back(mistakes(run)[0].at).made == ()


def test_summary_praises_perfect_play() -> None:
    run = judge(played(begin_exercise(COSTLY, "1 turns", "3-1", "2-1"), "8/5 6/5"))
    assert describe_summary(run) == ["Summary: no mistake in your choice."]


def test_summary_names_complement_numbers() -> None:
    run = begin_exercise(COSTLY, "1 turns", "3-3 2-1", "2-1", ruleset="french")
    run = judge(played(run, "13/10(2) 8/5(2)", "6/2(4)", "24/22 24/23"))
    assert any(item.startswith("Four 4s: ") for item in describe_summary(run))


def test_summary_accepts_the_computers_own_plays() -> None:
    """Looked at one roll ahead, some of its quick choices cost something."""
    run = run_at(course("russian")[19].read(), 1)
    while run.awaited is NextInput.ACTION:
        run = run.show_solution()
    assert mistakes(judge(run)) == ()


# ---- what a file must say


def test_computer_must_reach_the_goal() -> None:
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
        (("Rolls: 6-6\n", ""), "Rolls occurs once in a Exercise"),
        (("Exercise:", "Roll: 2-1\nExercise:"), "an Exercise begins with a Start"),
        (("Hint: Count.", "Hint: Count.\n\nSay: And now?"), "after an Exercise a step has a Start"),
    ],
)
def test_faulty_file_is_rejected_with_reason(change: tuple[str, str], problem: str) -> None:
    with pytest.raises(LineError, match=problem):
        read_lesson(exercise(RACE, "won", "6-6", "2-1").replace(*change))


@pytest.mark.parametrize("text", ["not hit", "prime of 5", "at most 12 turns", "a trap"])
def test_limits_are_read_as_they_are_written(text: str) -> None:
    assert str(read_limit(text)) == text


@pytest.mark.parametrize("text", ["all in", "3 turns", "won", "14 off"])
def test_goals_are_read_as_they_are_written(text: str) -> None:
    assert str(read_goal(text)) == text
