from __future__ import annotations

from dataclasses import replace

import pytest

from backgammon_tui.engine import Cause, Place
from backgammon_tui.modes.effects import KeepProgress, Menu, Open, SandboxBeside
from backgammon_tui.modes.inputs import ChooseRow, Key, PointAt, next_highlighted
from backgammon_tui.modes.lesson import Course, LessonMode
from backgammon_tui.settings import Settings
from backgammon_tui.teach.lessons.catalogue import course
from backgammon_tui.teach.lessons.lesson import Exercise, Task
from backgammon_tui.teach.lessons.reading import read_lesson
from backgammon_tui.teach.lessons.replies import describe_answer, judge
from backgammon_tui.teach.lessons.run import NextInput, Verdict, run_at
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
    """Return a lesson with these steps, at its beginning."""
    return LessonMode.begin(read_lesson(write(*steps, ruleset=ruleset)), PLAIN)


def after(before: LessonMode, *inputs: str) -> LessonMode:
    """Return the lesson after some inputs, passed as the screen passes them."""
    for press in inputs:
        before = done_on_board(before, press)
    return before


def picked(before: LessonMode, *places: int) -> LessonMode:
    """Return the lesson after clicks on places."""
    for place in places:
        before, _ = before.handle(PointAt(spot_of(before.run.game, place)))
    return before


def verdict(later: LessonMode) -> Verdict | None:
    return later.run.answer.verdict if later.run.answer else None


def tried(later: LessonMode) -> str:
    """Return the text shown above the answer."""
    return later.run.answer.text if later.run.answer else ""


def message_of(later: LessonMode) -> str:
    return describe_answer(later.run)


def is_open_if_asked(later: LessonMode) -> bool:
    return (later.input.news is None) is (later.run.awaited is NextInput.ACTION)


# ---- moves that can be made


@pytest.mark.parametrize("typed", ["24/18 20/16", "20/16 24/18", "24 18 20 16"])
def test_typed_solution_is_right(typed: str) -> None:
    right = after(state(POINT), typed, "enter")
    assert (verdict(right), right.run.awaited) == (Verdict.RIGHT, NextInput.CONTINUE)
    assert is_open_if_asked(right)


def test_picked_solution_is_right() -> None:
    half = picked(state(POINT), 20, 16)
    assert (verdict(half), half.run.awaited) == (Verdict.NOT_DONE, NextInput.ACTION)
    assert is_open_if_asked(half)
    right = picked(half, 24, 18)
    assert verdict(right) is Verdict.RIGHT
    assert is_open_if_asked(right)


def test_listed_solution_is_right() -> None:
    begun = state(POINT)
    row = shown(begun.input).index("24/18 20/16")
    right = begun.handle(ChooseRow(row))[0]
    assert verdict(right) is None
    assert verdict(after(right, "enter")) is Verdict.RIGHT


def test_other_legal_play_is_taken_back() -> None:
    other = after(state(POINT), "24/14", "enter")
    assert (verdict(other), tried(other)) == (Verdict.NOT_THE_TASK, "24/14")
    assert message_of(other) == "That is legal. Two checkers."
    assert other.input.game == state(POINT).input.game
    assert other.input.choosing.text == ""
    assert is_open_if_asked(other)


def test_answer_stays_while_typing() -> None:
    other = after(state(POINT), "24/14", "enter", "24/18")
    assert message_of(other) == "That is legal. Two checkers."
    assert other.input.choosing.text == "24/18"


def test_cursor_stays_on_the_board_after_a_wrong_play() -> None:
    begun = after(state(POINT), "tab")
    assert begun.input.choosing.on_board
    other = after(begun, "24/14", "enter")
    assert verdict(other) is Verdict.NOT_THE_TASK
    assert other.input.choosing.on_board
    assert other.input.choosing.cursor == 24


def test_enter_alone_does_not_find_the_only_play() -> None:
    only = state(task(SHUT, "Roll: 6-3", "Solution: hand/19"))
    assert shown(only.input) == ["hand/19"]
    pressed = after(only, "enter")
    assert verdict(pressed) is None
    assert pressed.input.notice
    assert verdict(after(only, "t", "down", "enter")) is Verdict.RIGHT


# ---- moves that cannot be made


def test_illegal_text_gets_a_reason_on_enter() -> None:
    typed = after(state(POINT), "20/15")
    assert (typed.input.choosing.text, typed.input.choosing.is_illegal) == ("20/15", True)
    assert verdict(typed) is None
    wrong = after(typed, "enter")
    assert (verdict(wrong), tried(wrong), wrong.run.wrong) == (Verdict.WRONG, "20/15", 1)
    assert message_of(wrong).endswith("Not five.")
    assert wrong.input.choosing.text == ""
    assert is_open_if_asked(wrong)


def test_mistyped_text_can_be_corrected() -> None:
    mended = after(state(POINT), "20/15", "backspace", "6")
    assert (mended.input.choosing.text, mended.input.choosing.is_illegal) == ("20/16", False)
    assert verdict(after(mended, " 24/18", "enter")) is Verdict.RIGHT


def test_unreadable_text_does_not_count() -> None:
    strange = after(state(POINT), "((", "enter")
    assert verdict(strange) is None
    assert strange.input.notice
    assert strange.input.notice.text.startswith("'((' is not a move. Type from/to")
    assert strange.input.choosing.text == ""
    typed_on = after(strange, "24/18 20/16")
    assert typed_on.input.notice
    assert typed_on.input.notice.text == strange.input.notice.text
    assert verdict(after(typed_on, "enter")) is Verdict.RIGHT


def test_incomplete_play_mentions_no_hidden_list() -> None:
    half = after(state(POINT), "2", "enter")
    assert half.input.notice
    assert half.input.notice.text == "Type the whole play."


def test_enter_accepts_text_with_cursor_on_board() -> None:
    typed = after(state(POINT), "tab", "22", "enter")
    assert (typed.input.choosing.on_board, typed.input.choosing.text) == (True, "")
    assert typed.input.notice
    assert typed.input.notice.text.startswith("'22' is not a move.")


def test_typed_text_has_a_maximum_length() -> None:
    assert len(after(state(POINT), "1" * 200).input.choosing.text) == 60


def test_unreachable_target_is_answered_at_once() -> None:
    wrong = picked(state(POINT), 20, 15)
    assert (verdict(wrong), tried(wrong)) == (Verdict.WRONG, "20/15")
    assert message_of(wrong).endswith("Not five.")


def test_blocking_points_are_highlighted() -> None:
    begun = state(task(SHUT, "Roll: 6-3", "Solution: hand/19"))
    wrong = picked(begun, Place.HAND, 22)
    assert wrong.run.answer
    assert wrong.run.answer.reason
    assert wrong.run.answer.reason.cause is Cause.BLOCKED
    assert wrong.shown.notice
    assert wrong.shown.notice.points == (22,)


def test_click_means_the_foreseen_number() -> None:
    first = "Start: W 24:5 21:5 19:4 hand:1 / B hand:15; W to move"
    hand = "Try: 24/20: hand first"
    begun = state(task(first, "Roll: 6-4", "Solution: hand/19 24/20", hand, "  In first."))
    wrong = picked(begun, 24)
    assert (verdict(wrong), tried(wrong)) == (Verdict.WRONG, "24/20")
    assert message_of(wrong).endswith("In first.")


def test_click_on_an_empty_place_is_explained() -> None:
    wrong = picked(state(POINT), 7)
    assert verdict(wrong) is Verdict.WRONG
    assert "no checker" in message_of(wrong)


def test_click_on_an_empty_tray_is_ignored() -> None:
    begun = state(POINT)
    clicked = picked(begun, Place.OFF)
    assert (clicked.run, clicked.input.notice) == (begun.run, None)


def test_click_after_illegal_text_starts_again() -> None:
    begun = picked(after(state(POINT), "20/15"), 20)
    assert begun.input.choosing.text == "20/"


# ---- questions in between


def test_ambiguous_blot_asks_hit_or_trap() -> None:
    blot = ("Try: 13/9: blot there", "  The star hits it.")
    begun = state(
        task(TRAPS, "Roll: 4-1", "Solution: 13/9^ 10/9", *blot), ruleset="never-finishing"
    )
    for unclear in (after(begun, "13/9", "enter"), picked(begun, 13, 9)):
        assert verdict(unclear) is Verdict.UNCLEAR
        assert "The star hits it." in message_of(unclear)
        assert unclear.input.question
        trapped = after(unclear, "^")
        assert verdict(trapped) is Verdict.NOT_DONE
        assert verdict(after(trapped, "10/9", "enter")) is Verdict.RIGHT


def test_opening_choice_is_an_answer() -> None:
    keep = ("Opening: 2-1", "Solution: again", "Try: keep", "  Small.")
    begun = state(task(*keep, "Try: 3: not now"))
    kept = after(begun, "k")
    assert (verdict(kept), tried(kept)) == (Verdict.NOT_THE_TASK, "keep")
    assert is_open_if_asked(kept)
    assert verdict(after(begun, "3")) is Verdict.WRONG
    again = after(begun, "r")
    assert verdict(again) is Verdict.RIGHT
    assert is_open_if_asked(again)
    assert after(begun, "x").run == begun.run


def test_chosen_double_is_an_answer() -> None:
    start = "Start: W 22:4 hand:11 / B 21:3 19:2 hand:10; W to move"
    choose = ("Roll: 2-1", "Played: hand/24 hand/23", "Solution: 5", "Try: 6", "  Shut.")
    begun = state(task(start, *choose, "Try: 3: impossible number"), ruleset="falood")
    assert message_of(after(begun, "6")) == "That is legal. Shut."
    assert verdict(after(begun, "3")) is Verdict.WRONG
    right = after(begun, "5")
    assert verdict(right) is Verdict.RIGHT
    assert is_open_if_asked(right)


def test_resigning_is_accepted_by_the_lesson() -> None:
    start = "Start: W 20:8 hand:7 / B 2:1 1:1 off:13; W to move"
    begun = state(task(start, "Solution: resign 3", "Try: resign 4: not on scale"))
    assert verdict(after(begun, "5", "enter")) is None
    asked = begun.ask_resign()
    assert verdict(after(asked, "4")) is Verdict.WRONG
    assert (verdict(after(asked, "1")), tried(after(asked, "1"))) == (
        Verdict.NOT_THE_TASK,
        "resign 1",
    )
    right = after(asked, "3")
    assert verdict(right) is Verdict.RIGHT
    assert is_open_if_asked(right)


def test_resigning_instead_of_a_play_is_answered() -> None:
    asked = state(POINT).ask_resign()
    assert asked.input.question is None
    assert verdict(asked) is Verdict.NO_GAME
    assert message_of(asked).startswith("A lesson cannot be resigned or drawn.")
    assert not asked.is_open
    assert is_open_if_asked(asked)
    assert verdict(after(asked, "24/18 20/16", "enter")) is Verdict.RIGHT


# ---- back and forth


def test_undo_and_redo_work_within_a_try() -> None:
    half = after(state(POINT), "20/16", "enter")
    back = half.undo()
    assert back.run == state(POINT).run
    assert is_open_if_asked(back)
    again = back.redo()
    assert again.run.made == half.run.made
    assert verdict(after(again, "24/18", "enter")) is Verdict.RIGHT


def test_undo_reopens_a_solved_step() -> None:
    right = after(state(POINT), "20/16", "enter", "24/18", "enter")
    back = right.undo()
    assert (back.run.awaited, len(back.run.made)) == (NextInput.ACTION, 1)
    assert is_open_if_asked(back)
    assert verdict(after(back, "24/18", "enter")) is Verdict.RIGHT


def test_decision_can_be_undone() -> None:
    right = after(state(task("Opening: 2-1", "Solution: again")), "r")
    back = right.undo()
    assert back.run.awaited is NextInput.ACTION
    assert back.input.question
    assert is_open_if_asked(back)


def test_step_can_be_restarted() -> None:
    begun = state(POINT)
    for later in (
        after(begun, "20/16", "enter"),
        after(begun, "20/15", "enter"),
        begun.show_solution(),
    ):
        back = later.put_back()
        assert back.run.made == ()
        assert (back.run.answer, tried(back)) == (None, "")
        assert is_open_if_asked(back)


# ---- help, and going on


def test_hint_stays_until_the_next_answer() -> None:
    helped = state(POINT).show_hint()
    assert helped.shows_hint
    assert after(helped, "24/18").shows_hint
    assert not after(helped, "24/18", "enter").shows_hint


def test_solution_is_shown_on_the_board() -> None:
    solved = state(POINT).show_solution()
    assert (verdict(solved), solved.run.awaited) == (Verdict.SHOWN, NextInput.CONTINUE)
    assert is_open_if_asked(solved)
    assert solved.show_hint() == solved.show_solution() == solved


def test_reading_steps_allow_no_moves() -> None:
    read = state(f"{SHUT}\nSay: Look.\n", POINT)
    assert read.run.awaited is NextInput.CONTINUE
    assert read.input.pickable == frozenset()
    assert picked(after(read, "24/18"), 24, 18) == read
    begun = read.advance()[0]
    assert begun.run.awaited is NextInput.ACTION
    assert is_open_if_asked(begun)


def test_lesson_moves_highlight_blocking_points() -> None:
    shut = "Start: W 21:1 hand:14 / B 22:2 19:2 hand:11; W to move"
    shut_out = state(f"{shut}\nSay: Look.\nRoll: 6-3\n")
    assert shut_out.shown.news
    assert shut_out.shown.news.points == (19, 22)


def test_end_of_a_lesson_is_reached() -> None:
    over = after(state(POINT), "24/18 20/16", "enter").advance()[0]
    assert over.run.awaited is NextInput.NOTHING
    assert over.advance()[0] == over.ask_resign() == over
    assert is_open_if_asked(over)


# ---- questions


def test_question_is_answered_by_typing() -> None:
    wrong = after(state(QUESTION), "2", "enter")
    assert (verdict(wrong), tried(wrong), message_of(wrong)) == (Verdict.WRONG, "2", "Look again.")
    right = after(wrong, "0", "enter")
    assert (verdict(right), tried(right)) == (Verdict.RIGHT, "")
    assert right.undo().run.awaited is NextInput.TYPED


def test_move_typed_at_a_question_runs_no_command() -> None:
    asked = state(QUESTION)
    assert asked.handle("d")[0].options.presentation
    for letter in "hand/20":
        asked, _ = asked.handle(letter)
    assert not asked.options.presentation
    assert asked.handle(Key.ESCAPE)[0].handle("d")[0].options.presentation


def test_typed_answer_can_be_corrected_before_enter() -> None:
    typed = after(state(QUESTION), "2", "backspace", "3")
    assert (typed.typed, typed.run.answer) == ("", None)
    assert after(typed, "x", "enter").run is typed.run
    assert after(typed, "x", "1").typed == "1"


def test_arrows_cycle_through_answers() -> None:
    assert [next_highlighted(None, key, 4) for key in (Key.DOWN, Key.UP)] == [0, 3]
    assert [next_highlighted(3, Key.DOWN, 4), next_highlighted(0, Key.UP, 4)] == [0, 3]
    assert next_highlighted(1, Key.RIGHT, 4) == 2


def test_board_shows_and_leaves_a_punishment() -> None:
    step = task(
        "Start: W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5; W to move",
        *("Roll: 6-1", "Solution: 13/7 8/7"),
    )
    text = write(f"{step.rstrip()}\nClaim: best\n", ruleset="backgammon")
    tried = after(LessonMode.begin(read_lesson(text), PLAIN), "24/18 6/5", "enter")
    unjudged, _ = tried.handle("x")
    assert unjudged.punished is None
    judged = replace(tried, run=judge(tried.run))
    (command,) = (item for item in judged.commands if item.key == "x")
    assert [bool(command.is_enabled(mode)) for mode in (unjudged, judged)] == [False, True]
    seen, _ = judged.handle("x")
    assert seen.shown.game.position != tried.shown.game.position
    assert after(seen, "escape").shown.game == tried.shown.game


def test_skipped_lesson_stays_unfinished() -> None:
    second, third = course("falood")[1:3]
    begun = LessonMode.begin(second.read(), PLAIN, second, {third.item: "2026"})
    skipped, _ = begun.leave_for_next()
    assert left(begun) == (1, *range(4, 12))
    assert left(skipped) == (1, 2, *range(4, 12))


def left(mode: LessonMode) -> tuple[int, ...]:
    assert isinstance(mode.source, Course)
    return mode.source.left


def test_started_lesson_asks_before_leaving() -> None:
    entry = course("russian")[11]
    begun = LessonMode.begin(entry.read(), PLAIN, entry)
    assert begun.handle("s")[0].source.entry != entry, "nothing was begun"
    answered = solve(begun).advance()[0]
    mode, (asked,) = answered.handle("s")
    assert mode.source.entry == entry
    assert isinstance(asked, Open)
    assert asked.then
    assert [asked.then(mode, sure)[0] == mode for sure in (False, True)] == [True, False]


@pytest.mark.parametrize("is_shown", [False, True])
def test_lesson_is_done_with_its_last_answer(*, is_shown: bool) -> None:
    """The learner need not continue; but a shown solution must still be tried."""
    entry = course("french")[4]
    last = {entry.step_item: str(len(entry.read().steps) - 1)}
    begun = LessonMode.begin(entry.read(), PLAIN, entry, last)
    assert begun.draft == entry.item
    assert isinstance(begun.run.asked, Task)
    *keys, last_key = ["T"] if is_shown else answer_keys(begun, solution_of(begun.run.asked))
    before = after(begun, *keys)
    answered, effects = before.handle(Key.ENTER if last_key == "enter" else last_key)
    items = [
        item
        for element in effects
        if isinstance(element, KeepProgress)
        for item, _ in element.items
    ]
    assert (entry.item in items, answered.draft == entry.item) == (not is_shown, is_shown)
    _, again = answered.advance()
    assert not any(isinstance(effect, KeepProgress) for effect in again)


def test_enter_waits_for_a_pending_summary() -> None:
    lesson = course("backgammon")[5].read()
    state = LessonMode.begin(lesson, PLAIN)
    while not isinstance(state.run.asked, Exercise):
        state = solve(state).advance()[0]
    waiting = solve(state)
    output, _ = waiting.handle(Key.ENTER)
    assert output.run is waiting.run
    assert said_below(output) == "The summary comes in a moment. Enter: continue without it."
    assert output.handle(Key.ENTER)[0].run is not waiting.run
    judged = replace(waiting, run=judge(waiting.run))
    assert judged.handle(Key.ENTER)[0].run.number != waiting.run.number


def said_below(mode: LessonMode) -> str:
    return mode.input.notice.text if mode.input.notice else ""


def test_presentation_mode_lasts_for_a_lesson() -> None:
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


def test_chosen_step_is_opened() -> None:
    entry = course("russian")[6]
    mode = LessonMode.begin(entry.read(), PLAIN, entry)
    _, (offer,) = mode.handle("S")
    assert isinstance(offer, Open)
    assert isinstance(offer.window, Menu)
    assert [(key, text[:8]) for key, text in offer.window.lines][1] == ("2", "Now four")
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
