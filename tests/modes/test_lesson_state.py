from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from backgammon_tui.engine import Side
from backgammon_tui.modes.courses import Course
from backgammon_tui.modes.effects import (
    KeepProgress,
    Leave,
    Menu,
    Open,
    SandboxBeside,
    SimpleEffect,
    Work,
)
from backgammon_tui.modes.inputs import Key, TypedLine, next_highlighted
from backgammon_tui.modes.lesson import LessonMode
from backgammon_tui.modes.mode import Frame, meets
from backgammon_tui.modes.play.match import play_marks
from backgammon_tui.modes.text import Glyphs
from backgammon_tui.settings import Settings
from backgammon_tui.teach.lessons.courses import course
from backgammon_tui.teach.lessons.lesson import Exercise, Task
from backgammon_tui.teach.lessons.repeats import due_repeats
from backgammon_tui.teach.lessons.replies import describe_answer, judge
from backgammon_tui.teach.lessons.run import Verdict, run_at
from tests.engine.examples import B, W
from tests.modes.examples import PLAIN, answer_keys, done_on_board, solve
from tests.teach.lessons.examples import own_lesson, solution_of, task, write

NARROW = Frame(80, (21, 22), Glyphs(), None)

RUNNING = "Start: W 24:5 20:5 19:5 / B hand:15; W to move"
SHUT = "Start: W 19:1 hand:14 / B 22:2 21:1 hand:12; W to move"

POINT = task(RUNNING, "Roll: 6-4", "Solution: 24/18 20/16")
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
    return LessonMode.begin(own_lesson(write(*steps, ruleset=ruleset)), PLAIN)


def after(before: LessonMode, *inputs: str) -> LessonMode:
    """Return the lesson after some inputs, passed as the screen passes them."""
    for press in inputs:
        before = done_on_board(before, press)
    return before


def test_typed_text_has_a_maximum_length() -> None:
    assert len(after(state(POINT), "1" * 200).state.choosing.text) == 60


def test_move_typed_at_a_question_runs_no_command() -> None:
    asked = state(QUESTION)
    assert asked.handle("B")[0].options.presentation
    for letter in "hand/20":
        asked, _ = asked.handle(letter)
    assert not asked.options.presentation
    assert asked.handle(Key.ESCAPE)[0].handle("B")[0].options.presentation


def test_resigning_task_names_its_key() -> None:
    entry = course("french")[4]
    mode = LessonMode.begin(entry, PLAIN, {entry.step_item: "1"})
    assert mode.run.assignment
    assert "key R" in mode.run.assignment.text
    assert after(mode, "Ry").run.is_solved


def test_answer_must_be_visible_before_enter() -> None:
    answered, effects = state(QUESTION.replace("About: numbers of 4-3\n", "")).handle("0")
    answered, effects = answered.handle(Key.ENTER)
    assert SimpleEffect.READING_PAUSE in effects
    assert answered.is_confirm_key(Key.ENTER)


def test_arrows_cycle_through_answers() -> None:
    assert [next_highlighted(None, key, 4) for key in (Key.DOWN, Key.UP)] == [0, 3]
    assert [next_highlighted(3, Key.DOWN, 4), next_highlighted(0, Key.UP, 4)] == [0, 3]
    assert next_highlighted(1, Key.RIGHT, 4) == 2


def test_numbers_stay_until_the_next_step() -> None:
    """Black is to move after the learner's play, but counts from the other end in French."""
    mode = LessonMode.begin(course("french")[0], PLAIN)
    solved = after(mode, "hand/19 hand/22", "enter")
    board, shared = solved.view(Frame(120, (30, 24), Glyphs())).board, solved.shared_board
    assert board
    assert shared
    assert [solved.run.game.side, board.numbers.side, shared.side] == [B, W, W]


def test_nothing_is_offered_before_it_is_typed() -> None:
    """A lesson for beginners asks for it first; a mark on the destinations would be the answer."""
    start = "Start: W hand:15 / B hand:15; W to move"
    mode = state(task(start, "Roll: 6-3", "Solution: hand/19 hand/22"))
    assert (play_marks(mode.shown).targets, mode.enter_label) == ({}, "")
    typed = after(mode, "hand/22")
    assert (bool(play_marks(typed.shown).preview), typed.enter_label) == (True, "play")


@pytest.mark.parametrize("is_line", [False, True])
def test_another_whole_play_replaces_the_moves_made(*, is_line: bool) -> None:
    """Typed in full on the screen and in plain text, it is judged as if they had been undone."""
    step = f"{POINT.rstrip()}\nSolution: 20/14 19/15\nTry: 19/13 19/15\n  Not these.\n"
    made = after(state(step), "24/18", "enter")
    assert len(made.run.made) == 1

    def typed(text: str) -> LessonMode:
        return made.handle(TypedLine(text))[0] if is_line else after(made, text, "enter")

    assert [
        (answer.verdict, answer.foreseen is not None)
        for text in ("24/18 20/16", "20/14 19/15", "19/13 19/15")
        if (answer := typed(text).run.answer)
    ] == [
        (Verdict.RIGHT, False),
        (Verdict.RIGHT, False),
        (Verdict.NOT_THE_TASK, True),
    ]


def test_board_shows_and_leaves_a_punishment() -> None:
    step = task(
        "Start: W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5; W to move",
        *("Roll: 6-1", "Solution: 13/7 8/7"),
    )
    text = write(f"{step.rstrip()}\nClaim: best\n", ruleset="backgammon")
    tried = after(LessonMode.begin(own_lesson(text), PLAIN), "24/18 6/5", "enter")
    unjudged, _ = tried.handle("x")
    assert unjudged.punished is None
    judged = replace(tried, run=judge(tried.run))
    offer = [line.text for line in judged.view(NARROW).panel.lines if line.click == "x"]
    assert offer == ["x show the punishment"]
    assert len(offer[0]) <= 21, "the narrowest panel"
    (command,) = (item for item in judged.commands if item.key == "x")
    assert [meets(mode, command.is_enabled) for mode in (unjudged, judged)] == [False, True]
    seen, _ = judged.handle("x")
    assert seen.shown.game.position != tried.shown.game.position
    assert [mode.counting for mode in (tried, seen)] == [Side.WHITE, Side.BLACK]
    assert after(seen, "escape").shown.game == tried.shown.game


def test_turn_of_an_exercise_is_shown_before_it_is_played() -> None:
    entry = course("russian")[18]
    mode = LessonMode.begin(entry, PLAIN)
    mode = mode.at_step(entry.read(), 1, PLAIN, mode.source) if not mode.run.is_exercise else mode
    seen, _ = mode.handle("T")
    assert seen.run == mode.run
    assert seen.state.notice
    assert seen.state.notice.text.startswith("T again plays 3-2 ")
    assert seen.state.preview
    played, _ = seen.handle("T")
    assert "White 3-2 " in describe_answer(played.run)
    assert "Black " in describe_answer(played.run)
    assert after(seen, "enter").run.game == played.run.game


def test_skipped_lesson_stays_unfinished() -> None:
    second, third = course("falood")[1:3]
    begun = LessonMode.begin(second, PLAIN, {third.item: "2026"})
    skipped, _ = begun.leave_for_next()
    assert left(begun) == (1, *range(4, 13))
    assert left(skipped) == (1, 2, *range(4, 13))


def left(mode: LessonMode) -> tuple[int, ...]:
    assert isinstance(mode.source, Course)
    return mode.source.left


def test_started_lesson_asks_before_leaving() -> None:
    entry = course("russian")[11]
    begun = LessonMode.begin(entry, PLAIN)
    assert begun.handle("s")[0].source.entry != entry, "nothing was begun"
    answered = solve(begun).advance()[0]
    mode, (asked,) = answered.handle("s")
    assert mode.source.entry == entry
    assert isinstance(asked, Open)
    assert asked.then
    assert [asked.then(mode, sure)[0] == mode for sure in (False, True)] == [True, False]


@pytest.mark.parametrize("is_shown", [False, True])
def test_lesson_is_done_after_its_last_answer(*, is_shown: bool) -> None:
    """The learner need not continue; but a shown solution must still be tried."""
    entry = course("french")[4]
    last = {entry.step_item: str(len(entry.read().steps) - 1)}
    begun = LessonMode.begin(entry, PLAIN, last)
    assert begun.draft == entry.item
    assert isinstance(begun.run.assignment, Task)
    *keys, last_key = ["T"] if is_shown else answer_keys(begun, solution_of(begun.run.assignment))
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
    state = LessonMode.begin(course("backgammon")[5], PLAIN)
    while not isinstance(state.run.assignment, Exercise):
        state = solve(state).advance()[0]
    waiting = solve(state)
    output, _ = waiting.handle(Key.ENTER)
    assert output.run is waiting.run
    assert said_below(output) == "The summary comes in a moment. Enter: continue without it."
    assert output.handle(Key.ENTER)[0].run is not waiting.run
    judged = replace(waiting, run=judge(waiting.run))
    assert judged.handle(Key.ENTER)[0].run.number != waiting.run.number


def said_below(mode: LessonMode) -> str:
    return mode.state.notice.text if mode.state.notice else ""


def test_presentation_mode_lasts_for_a_lesson() -> None:
    entry = course("russian")[12]
    mode = LessonMode.begin(entry, Settings())
    big, _ = mode.handle("B")
    assert big.options.presentation
    later, _ = big.handle("s")
    assert later.run.lesson.title == course("russian")[13].title
    assert later.options.presentation
    usual, _ = later.handle("B")
    assert not usual.options.presentation
    typed, _ = mode.handle("2")
    assert not typed.handle("B")[0].options.presentation


def test_chosen_step_is_opened() -> None:
    entry = course("russian")[6]
    mode = LessonMode.begin(entry, PLAIN)
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
    mode = LessonMode.begin(entry, PLAIN)
    _, (offer,) = mode.handle("j")
    assert isinstance(offer, Open)
    assert isinstance(offer.window, SandboxBeside)
    assert offer.window.game.position == mode.run.game.position


GOOD_PLAY = task(
    "Start: W 24:3 21:8 19:4 / B 23:5 22:1 20:3 18:4 14:2; W to move; first double W B",
    *("Roll: 6-4", "Solution: 21/15 19/15"),
).replace("Hint: Look.", "Hint: Look.\nClaim: fewest hits")


def test_counts_appear_before_the_cost() -> None:
    begun = state(GOOD_PLAY)
    mode, (*_, judging) = begun.handle(TypedLine("21/15 21/17"))
    assert isinstance(judging, Work)
    text = describe_answer(mode.run)
    assert text == "That is legal, but it leaves 34 shots instead of none."
    judged = judging.run()
    settled, _ = judging.then(mode, judged)
    assert "costs 0.1" in describe_answer(settled.run)
    # A late cost is not shown for another answer.
    later, _ = mode.handle(TypedLine("21/17 19/13"))
    assert judging.then(later, judged) == (later, ())


def test_missed_step_stays_until_solved_at_once() -> None:
    today = date.today().toordinal()
    (repeat,) = due_repeats({"step/french/5/1": f"0 {today}"}, course("french"), today)
    mode = LessonMode.repeat((repeat,), Settings())
    for keys, kept in (("21", f"0 {today}"), ("1", f"1 {today + 1}")):
        at = mode
        for key in keys:
            at, _ = at.handle(key)[0].handle(Key.ENTER)
        saved = KeepProgress((("step/french/5/1", kept),))
        assert at.handle(Key.ENTER)[1] == (saved, Leave())


def test_why_key_opens_a_rule_if_nothing_needs_explaining() -> None:
    step = task("Start: W hand:15 / B hand:15; W to move", "Roll: 6-4", "Solution: hand/19 hand/21")
    begun = LessonMode.begin(own_lesson(write(step)), PLAIN)
    assert begun.why_label == "why"
    assert solve(begun).why_label == "rule"
