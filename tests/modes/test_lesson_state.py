"""A lesson on the board: what comes of everything that somebody who learns can do there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backgammon_tui.engine import Cause, Place
from backgammon_tui.modes.effects import KeepProgress, Menu, Open, SandboxBeside
from backgammon_tui.modes.inputs import ChooseRow, Key, PointAt, next_highlighted
from backgammon_tui.modes.lesson.mode import LessonMode
from backgammon_tui.modes.lesson.source import Course
from backgammon_tui.settings import Settings
from backgammon_tui.teach.lessons.catalogue import course
from backgammon_tui.teach.lessons.judging import judge
from backgammon_tui.teach.lessons.lesson import Exercise, Task
from backgammon_tui.teach.lessons.reading import read_lesson
from backgammon_tui.teach.lessons.run import Awaited, Verdict, run_at
from backgammon_tui.teach.lessons.verdicts import describe_answer
from backgammon_tui.words.naming import STANDARD
from tests.modes.examples import PLAIN, shown
from tests.modes.solving import answer_keys, done_on_board, solve, spot_of
from tests.teach.lessons.examples import solution_of, task, write

RUNNING = "Start: W 24:5 20:5 19:5 / B hand:15; W to move"
SHUT = "Start: W 19:1 hand:14 / B 22:2 21:1 hand:12; W to move"
TRAPS = "Start: W 13:4 10:1 8:4 6:6 / B 24:4 16:1 11:5 2:5; W to move"

POINT = task(
    *(RUNNING, "Roll: 6-4", "Solution: 24/18 20/16"),
    *("Try: 24/14", "  Two checkers.", "Try: 20/15: number not there", "  Not five."),
)
"""A task: one checker from 24, one from 20."""

QUESTION = "\n".join(
    [
        *(SHUT, "Roll: 6-3", "Played: hand/19", "Roll: 4-1", "Played: hand/21 hand/24"),
        *("Question: How many?", "About: numbers of 4-3", "Solution: 0"),
        *("Try: 2", "  Look again.", "Hint: Two points.", "After: None."),
    ]
)


def state(*steps: str, ruleset: str = "russian") -> LessonMode:
    """A lesson with these steps, at its beginning."""
    return LessonMode.begin(read_lesson(write(*steps, ruleset=ruleset)), PLAIN)


def after(before: LessonMode, *inputs: str) -> LessonMode:
    """The lesson after inputs in the input, each given to the lesson as the screen does."""
    for given in inputs:
        before = done_on_board(before, given)
    return before


def picked(before: LessonMode, *places: int) -> LessonMode:
    """The lesson after places were clicked."""
    for place in places:
        before, _ = before.handle(PointAt(spot_of(before.run.game, place)))
    return before


def verdict(later: LessonMode) -> Verdict | None:
    return later.run.answer.verdict if later.run.answer else None


def said(later: LessonMode) -> str:
    return describe_answer(later.run, STANDARD)


def is_open_if_asked(later: LessonMode) -> bool:
    """Whether the board takes moves only if the lesson awaits any."""
    return (later.input.news is None) is (later.run.awaited is Awaited.ACTION)


# ---- moves that can be made


@pytest.mark.parametrize("typed", ["24/18 20/16", "20/16 24/18", "24 18 20 16"])
def test_the_right_play_typed(typed: str) -> None:
    right = after(state(POINT), typed, "enter")
    assert (verdict(right), right.run.awaited) == (Verdict.RIGHT, Awaited.GO_ON)
    assert is_open_if_asked(right)


def test_the_right_play_picked_on_the_board_one_move_after_the_other() -> None:
    half = picked(state(POINT), 20, 16)
    assert (verdict(half), half.run.awaited) == (Verdict.NOT_DONE, Awaited.ACTION)
    assert is_open_if_asked(half)
    right = picked(half, 24, 18)
    assert verdict(right) is Verdict.RIGHT
    assert is_open_if_asked(right)


def test_the_right_play_from_the_list() -> None:
    begun = state(POINT)
    row = shown(begun.input).index("24/18 20/16")
    right = begun.handle(ChooseRow(row))[0]
    assert verdict(right) is None
    assert verdict(after(right, "enter")) is Verdict.RIGHT


def test_an_allowed_play_that_was_not_asked_for_is_taken_back_and_answered() -> None:
    other = after(state(POINT), "24/14", "enter")
    assert (verdict(other), other.tried) == (Verdict.NOT_THE_TASK, "24/14")
    assert said(other) == "That is legal. Two checkers."
    assert other.input.game == state(POINT).input.game
    assert other.input.choosing.text == ""
    assert is_open_if_asked(other)


def test_the_answer_stays_while_the_next_try_is_typed() -> None:
    other = after(state(POINT), "24/14", "enter", "24/18")
    assert said(other) == "That is legal. Two checkers."
    assert other.input.choosing.text == "24/18"


def test_whoever_walks_the_board_still_does_after_a_wrong_play() -> None:
    begun = after(state(POINT), "tab")
    assert begun.input.choosing.on_board
    other = after(begun, "24/14", "enter")
    assert verdict(other) is Verdict.NOT_THE_TASK
    assert other.input.choosing.on_board
    assert other.input.choosing.cursor == 24


def test_even_the_only_play_is_not_found_by_enter_alone() -> None:
    only = state(task(SHUT, "Roll: 6-3", "Solution: hand/19"))
    assert shown(only.input) == ["hand/19"]
    pressed = after(only, "enter")
    assert verdict(pressed) is None
    assert pressed.input.notice
    assert verdict(after(only, "t", "down", "enter")) is Verdict.RIGHT


# ---- moves that cannot be made


def test_what_cannot_be_may_be_typed_and_enter_tells_the_reason() -> None:
    typed = after(state(POINT), "20/15")
    assert (typed.input.choosing.text, typed.input.choosing.is_illegal) == ("20/15", True)
    assert verdict(typed) is None
    wrong = after(typed, "enter")
    assert (verdict(wrong), wrong.tried, wrong.run.wrong) == (Verdict.WRONG, "20/15", 1)
    assert said(wrong).endswith("Not five.")
    assert wrong.input.choosing.text == ""
    assert is_open_if_asked(wrong)


def test_what_was_mistyped_can_be_mended() -> None:
    mended = after(state(POINT), "20/15", "backspace", "6")
    assert (mended.input.choosing.text, mended.input.choosing.is_illegal) == ("20/16", False)
    assert verdict(after(mended, " 24/18", "enter")) is Verdict.RIGHT


def test_what_is_no_move_at_all_makes_room_for_another_try_and_counts_for_nothing() -> None:
    strange = after(state(POINT), "((", "enter")
    assert verdict(strange) is None
    assert strange.input.notice
    assert strange.input.notice.text.startswith("'((' is not a move. Type from/to")
    assert strange.input.choosing.text == ""
    typed_on = after(strange, "24/18 20/16")
    assert typed_on.input.notice
    assert typed_on.input.notice.text == strange.input.notice.text
    assert verdict(after(typed_on, "enter")) is Verdict.RIGHT


def test_a_play_that_is_not_typed_to_its_end_names_no_list_that_is_not_there() -> None:
    half = after(state(POINT), "2", "enter")
    assert half.input.notice
    assert half.input.notice.text == "Type the whole play."


def test_enter_answers_what_was_typed_with_the_cursor_on_the_board() -> None:
    typed = after(state(POINT), "tab", "22", "enter")
    assert (typed.input.choosing.on_board, typed.input.choosing.text) == (True, "")
    assert typed.input.notice
    assert typed.input.notice.text.startswith("'22' is not a move.")


def test_nothing_is_typed_without_end() -> None:
    assert len(after(state(POINT), "1" * 200).input.choosing.text) == 60


def test_a_click_on_a_target_out_of_reach_is_answered_at_once() -> None:
    wrong = picked(state(POINT), 20, 15)
    assert (verdict(wrong), wrong.tried) == (Verdict.WRONG, "20/15")
    assert said(wrong).endswith("Not five.")


def test_the_points_that_stand_in_the_way_are_lit() -> None:
    begun = state(task(SHUT, "Roll: 6-3", "Solution: hand/19"))
    wrong = picked(begun, Place.HAND, 22)
    assert wrong.run.answer
    assert wrong.run.answer.reason
    assert wrong.run.answer.reason.cause is Cause.BLOCKED
    assert wrong.shown.notice
    assert wrong.shown.notice.points == (22,)


def test_of_several_numbers_the_one_that_was_foreseen_is_meant_by_a_click() -> None:
    first = "Start: W 24:5 21:5 19:4 hand:1 / B hand:15; W to move"
    hand = "Try: 24/20: hand first"
    begun = state(task(first, "Roll: 6-4", "Solution: hand/19 24/20", hand, "  In first."))
    wrong = picked(begun, 24)
    assert (verdict(wrong), wrong.tried) == (Verdict.WRONG, "24/20")
    assert said(wrong).endswith("In first.")


def test_a_click_where_the_side_has_nothing_is_told_so() -> None:
    wrong = picked(state(POINT), 7)
    assert verdict(wrong) is Verdict.WRONG
    assert "no checker" in said(wrong)


def test_a_click_on_the_empty_tray_says_nothing() -> None:
    begun = state(POINT)
    clicked = picked(begun, Place.OFF)
    assert (clicked.run, clicked.input.notice) == (begun.run, None)


def test_after_something_illegal_was_typed_a_click_begins_anew() -> None:
    begun = picked(after(state(POINT), "20/15"), 20)
    assert begun.input.choosing.text == "20/"


# ---- questions in between


def test_a_blot_may_be_hit_or_trapped_and_both_the_lesson_and_the_board_ask() -> None:
    blot = ("Try: 13/9: blot there", "  The star hits it.")
    begun = state(
        task(TRAPS, "Roll: 4-1", "Solution: 13/9^ 10/9", *blot), ruleset="never-finishing"
    )
    for unclear in (after(begun, "13/9", "enter"), picked(begun, 13, 9)):
        assert verdict(unclear) is Verdict.UNCLEAR
        assert "The star hits it." in said(unclear)
        assert unclear.input.question
        trapped = after(unclear, "^")
        assert verdict(trapped) is Verdict.NOT_DONE
        assert verdict(after(trapped, "10/9", "enter")) is Verdict.RIGHT


def test_keeping_or_rolling_again() -> None:
    keep = ("Opening: 2-1", "Solution: again", "Try: keep", "  Small.")
    begun = state(task(*keep, "Try: 3: not now"))
    kept = after(begun, "k")
    assert (verdict(kept), kept.tried) == (Verdict.NOT_THE_TASK, "keep")
    assert is_open_if_asked(kept)
    assert verdict(after(begun, "3")) is Verdict.WRONG
    again = after(begun, "r")
    assert verdict(again) is Verdict.RIGHT
    assert is_open_if_asked(again)
    assert after(begun, "x").run == begun.run


def test_the_double_after_a_one_two() -> None:
    start = "Start: W 22:4 hand:11 / B 21:3 19:2 hand:10; W to move"
    choose = ("Roll: 2-1", "Played: hand/24 hand/23", "Solution: 5", "Try: 6", "  Shut.")
    begun = state(task(start, *choose, "Try: 3: impossible number"), ruleset="falood")
    assert said(after(begun, "6")) == "That is legal. Shut."
    assert verdict(after(begun, "3")) is Verdict.WRONG
    right = after(begun, "5")
    assert verdict(right) is Verdict.RIGHT
    assert is_open_if_asked(right)


def test_resigning_is_accepted_by_the_lesson() -> None:
    start = "Start: W 20:8 hand:7 / B 2:1 1:1 off:13; W to move"
    begun = state(task(start, "Solution: resign 3", "Try: resign 4: not on scale"))
    assert verdict(after(begun, "5", "enter")) is None
    asked = begun.ask_resign()[0]
    assert verdict(after(asked, "4")) is Verdict.WRONG
    assert (verdict(after(asked, "1")), after(asked, "1").tried) == (
        Verdict.NOT_THE_TASK,
        "resign 1",
    )
    right = after(asked, "3")
    assert verdict(right) is Verdict.RIGHT
    assert is_open_if_asked(right)


def test_resigning_is_answered_where_a_play_is_asked() -> None:
    asked = state(POINT).ask_resign()[0]
    assert asked.input.question is None
    assert verdict(asked) is Verdict.NO_GAME
    assert said(asked).startswith("A lesson cannot be resigned or drawn.")
    assert not asked.is_open
    assert is_open_if_asked(asked)
    assert verdict(after(asked, "24/18 20/16", "enter")) is Verdict.RIGHT


# ---- back and forth


def test_undo_and_redo_within_a_try() -> None:
    half = after(state(POINT), "20/16", "enter")
    back = half.undo()[0]
    assert back.run == state(POINT).run
    assert is_open_if_asked(back)
    again = back.redo()[0]
    assert again.run.made == half.run.made
    assert verdict(after(again, "24/18", "enter")) is Verdict.RIGHT


def test_undo_when_it_is_solved() -> None:
    right = after(state(POINT), "20/16", "enter", "24/18", "enter")
    back = right.undo()[0]
    assert (back.run.awaited, len(back.run.made)) == (Awaited.ACTION, 1)
    assert is_open_if_asked(back)
    assert verdict(after(back, "24/18", "enter")) is Verdict.RIGHT


def test_undo_of_a_decision() -> None:
    right = after(state(task("Opening: 2-1", "Solution: again")), "r")
    back = right.undo()[0]
    assert back.run.awaited is Awaited.ACTION
    assert back.input.question
    assert is_open_if_asked(back)


def test_put_back_to_where_the_step_asked() -> None:
    begun = state(POINT)
    for later in (
        after(begun, "20/16", "enter"),
        after(begun, "20/15", "enter"),
        begun.show_solution()[0],
    ):
        back = later.put_back()[0]
        assert back.run.made == ()
        assert (back.run.answer, back.tried) == (None, "")
        assert is_open_if_asked(back)


# ---- help, and going on


def test_the_hint_stays_until_the_next_answer() -> None:
    helped = state(POINT).show_hint()[0]
    assert helped.shows_hint
    assert after(helped, "24/18").shows_hint
    assert not after(helped, "24/18", "enter").shows_hint


def test_the_solution_is_shown_on_the_board() -> None:
    solved = state(POINT).show_solution()[0]
    assert (verdict(solved), solved.run.awaited) == (Verdict.SHOWN, Awaited.GO_ON)
    assert is_open_if_asked(solved)
    assert solved.show_hint()[0] == solved.show_solution()[0] == solved


def test_nothing_can_be_moved_while_something_is_only_to_be_read() -> None:
    read = state(f"{SHUT}\nSay: Look.\n", POINT)
    assert read.run.awaited is Awaited.GO_ON
    assert read.input.pickable == frozenset()
    assert picked(after(read, "24/18"), 24, 18) == read
    begun = read.go_on()[0]
    assert begun.run.awaited is Awaited.ACTION
    assert is_open_if_asked(begun)


def test_what_the_lesson_does_lights_what_was_in_the_way() -> None:
    shut = "Start: W 21:1 hand:14 / B 22:2 19:2 hand:11; W to move"
    told = state(f"{shut}\nSay: Look.\nRoll: 6-3\n")
    assert told.shown.news
    assert told.shown.news.points == (19, 22)


def test_the_end() -> None:
    over = after(state(POINT), "24/18 20/16", "enter").go_on()[0]
    assert over.run.awaited is Awaited.NOTHING
    assert over.go_on()[0] == over.ask_resign()[0] == over
    assert is_open_if_asked(over)


# ---- questions


def test_a_question_is_answered_by_typing() -> None:
    wrong = after(state(QUESTION), "2", "enter")
    assert (verdict(wrong), wrong.tried, said(wrong)) == (Verdict.WRONG, "2", "Look again.")
    right = after(wrong, "0", "enter")
    assert (verdict(right), right.tried) == (Verdict.RIGHT, "")
    assert right.undo()[0].run.awaited is Awaited.TYPED


def test_a_move_typed_at_a_question_runs_no_command() -> None:
    asked = state(QUESTION)
    assert asked.handle("d")[0].options.presentation
    for letter in "hand/20":
        asked, _ = asked.handle(letter)
    assert not asked.options.presentation
    assert asked.handle(Key.ESCAPE)[0].handle("d")[0].options.presentation


def test_a_typed_answer_may_be_mended_before_enter() -> None:
    typed = after(state(QUESTION), "2", "backspace", "3")
    assert (typed.typed, typed.run.answer) == ("", None)
    assert after(typed, "x", "enter").run is typed.run
    assert after(typed, "x", "1").typed == "1"


def test_the_arrows_go_round_the_answers_of_the_rules() -> None:
    assert [next_highlighted(None, key, 4) for key in (Key.DOWN, Key.UP)] == [0, 3]
    assert [next_highlighted(3, Key.DOWN, 4), next_highlighted(0, Key.UP, 4)] == [0, 3]
    assert next_highlighted(1, Key.RIGHT, 4) == 2


def test_the_board_shows_what_punishes_a_play_and_goes_back() -> None:
    step = task(
        "Start: W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5; W to move",
        *("Roll: 6-1", "Solution: 13/7 8/7"),
    )
    text = write(f"{step.rstrip()}\nClaim: best\n", ruleset="backgammon")
    tried = after(LessonMode.begin(read_lesson(text), PLAIN), "24/18 6/5", "enter")
    unjudged, _ = tried.handle("x")
    assert unjudged.punished is None
    judged = replace(tried, run=judge(tried.run))
    (command,) = (each for each in judged.commands if each.key == "x")
    assert [command.is_enabled(mode) for mode in (unjudged, judged)] == [False, True]
    seen, _ = judged.handle("x")
    assert seen.shown.game.position != tried.shown.game.position
    assert after(seen, "escape").shown.game == tried.shown.game


def test_a_lesson_that_is_skipped_is_left_to_be_done() -> None:
    second, third = course("falood")[1:3]
    begun = LessonMode.begin(second.read(), PLAIN, second, {third.item: "2026"})
    skipped, _ = begun.leave_for_next()
    assert left(begun) == (1, *range(4, 12))
    assert left(skipped) == (1, 2, *range(4, 12))


def left(mode: LessonMode) -> tuple[int, ...]:
    assert isinstance(mode.source, Course)
    return mode.source.left


def test_a_lesson_that_has_been_begun_is_not_left_without_asking() -> None:
    """Whoever types `reroll` has answered with the r, and s is the key of the next lesson."""
    entry = course("russian")[11]
    begun = LessonMode.begin(entry.read(), PLAIN, entry)
    assert begun.handle("s")[0].source.entry != entry, "nothing was begun"
    answered = solve(begun).go_on()[0]
    mode, (asked,) = answered.handle("s")
    assert mode.source.entry == entry
    assert isinstance(asked, Open)
    assert asked.then
    assert [asked.then(mode, sure)[0] == mode for sure in (False, True)] == [True, False]


@pytest.mark.parametrize("is_shown", [False, True])
def test_a_lesson_is_done_with_the_right_answer_to_its_last_step(*, is_shown: bool) -> None:
    """Nobody need go on from there; but a solution that was only shown is still to be tried."""
    entry = course("french")[4]
    last = {entry.step_item: str(len(entry.read().steps) - 1)}
    begun = LessonMode.begin(entry.read(), PLAIN, entry, last)
    assert begun.draft == entry.item
    assert isinstance(begun.run.asked, Task)
    *keys, last_key = ["T"] if is_shown else answer_keys(begun, solution_of(begun.run.asked))
    before = after(begun, *keys)
    answered, effects = before.handle(Key.ENTER if last_key == "enter" else last_key)
    items = [item for each in effects if isinstance(each, KeepProgress) for item, _ in each.items]
    assert (entry.item in items, answered.draft == entry.item) == (not is_shown, is_shown)
    _, again = answered.go_on()
    assert not any(isinstance(effect, KeepProgress) for effect in again)


def test_enter_does_not_pass_over_a_look_back_that_is_still_to_come() -> None:
    lesson = course("backgammon")[5].read()
    state = LessonMode.begin(lesson, PLAIN)
    while not isinstance(state.run.asked, Exercise):
        state = solve(state).go_on()[0]
    waiting = solve(state)
    told, _ = waiting.handle(Key.ENTER)
    assert told.run is waiting.run
    assert said_below(told) == "The summary comes in a moment. Enter goes on without it."
    assert told.handle(Key.ENTER)[0].run is not waiting.run
    judged = replace(waiting, run=judge(waiting.run))
    assert judged.handle(Key.ENTER)[0].run.number != waiting.run.number


def said_below(mode: LessonMode) -> str:
    return mode.input.notice.text if mode.input.notice else ""


def test_a_lesson_is_displayed_for_a_class_from_step_to_step_until_the_key_comes_again() -> None:
    entry = course("russian")[12]
    mode = LessonMode.begin(entry.read(), Settings(), entry)
    big, _ = mode.handle("d")
    assert big.options.presentation
    later, _ = big.handle("s")
    assert later.run.lesson.title == course("russian")[13].title
    assert later.options.presentation
    usual, _ = later.handle("d")
    assert not usual.options.presentation
    typed, _ = mode.handle("2")
    assert not typed.handle("d")[0].options.presentation


def test_steps_are_offered_and_choosing_one_jumps_there() -> None:
    entry = course("russian")[6]
    mode = LessonMode.begin(entry.read(), PLAIN, entry)
    _, (offer,) = mode.handle("S")
    assert isinstance(offer, Open)
    assert isinstance(offer.window, Menu)
    assert [text[:12] for _, text in offer.window.lines][1] == " 2  Now four"
    assert offer.then
    jumped, _ = offer.then(mode, 2)
    assert jumped.run.number == 2
    assert jumped.run.game == run_at(entry.read(), 2).game


def test_position_can_be_tried_in_the_sandbox() -> None:
    entry = course("russian")[6]
    mode = LessonMode.begin(entry.read(), PLAIN, entry)
    _, (offer,) = mode.handle("j")
    assert isinstance(offer, Open)
    assert isinstance(offer.window, SandboxBeside)
    assert offer.window.game.position == mode.run.game.position
