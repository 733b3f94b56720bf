from __future__ import annotations

import pytest

from backgammon_tui.modes.effects import SimpleEffect
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.lesson import LessonMode
from backgammon_tui.teach.lessons.catalogue import course
from backgammon_tui.teach.lessons.reading import read_lesson
from backgammon_tui.teach.lessons.run import NextInput, Verdict
from tests.modes.examples import PLAIN
from tests.teach.lessons.examples import task, write

RUNNING = "Start: W 24:5 20:5 19:5 / B hand:15; W to move"
POINT = task(RUNNING, "Roll: 6-4", "Solution: 24/18 20/16")
YES_NO = "\n".join(
    [
        *("Start: W 19:1 hand:14 / B 22:2 21:1 hand:12; W to move", "Roll: 6-6"),
        *("Question: Is there more?", "About: complement after hand/19(4)"),
        *("Solution: no", "Hint: Look.", "After: Yes."),
    ]
)
KEYS = {key.value: key for key in Key}


def lesson(*steps: str, ruleset: str = "russian") -> LessonMode:
    return LessonMode.begin(read_lesson(write(*steps, ruleset=ruleset)), PLAIN)


def course_step(ruleset: str, number: int, step: int) -> LessonMode:
    entry = course(ruleset)[number - 1]
    return LessonMode.begin(entry.read(), PLAIN, entry, {entry.step_item: str(step - 1)})


def press(mode: LessonMode, *keys: str) -> LessonMode:
    for key in keys:
        for entered in [KEYS[key]] if key in KEYS else key:
            mode, _ = mode.handle(Key.SPACE if entered == " " else entered)
    return mode


def verdict(mode: LessonMode) -> Verdict | None:
    return mode.run.answer.verdict if mode.run.answer else None


def notice(mode: LessonMode) -> str:
    return mode.input.notice.text if mode.input.notice else ""


# ---- letters


def test_resign_1_can_be_typed_in_full() -> None:
    assert verdict(press(course_step("french", 5, 2), "resign 1", "enter")) is Verdict.RIGHT


def test_resigning_task_names_its_key() -> None:
    mode = course_step("french", 5, 2)
    assert mode.run.asked
    assert "key R" in mode.run.asked.text
    assert verdict(press(mode, "R", "y")) is Verdict.RIGHT


@pytest.mark.parametrize("typed", ["resign", "yes", "pass", "13/9s", "rs", "hands", "24/20 s"])
def test_letters_that_fit_no_move_show_no_solution(typed: str) -> None:
    assert verdict(press(lesson(POINT), typed)) is None


@pytest.mark.parametrize("typed", ["resign", "yes", "pass"])
def test_letters_show_no_solution_before_a_roll(typed: str) -> None:
    assert verdict(press(course_step("french", 5, 2), typed)) is None


def test_typed_words_are_shown_and_can_be_mended() -> None:
    words = press(lesson(POINT), "ya s", "backspace")
    assert words.typed == "ya "
    assert press(words, "escape").typed == ""
    assert not press(words, "escape").is_typing
    assert verdict(press(words, "escape", "24/18 20/16", "enter")) is Verdict.RIGHT
    assert notice(press(words, "enter")).startswith("'ya' is not a move.")


def test_move_after_a_stray_letter_is_read_alone() -> None:
    assert verdict(press(lesson(POINT), "q24/18 20/16", "enter")) is Verdict.RIGHT


@pytest.mark.parametrize("typed", ["hand/22", "off", "c", "bar/20", "24/18 20/16"])
def test_notation_is_not_read_as_words(typed: str) -> None:
    assert press(lesson(POINT), typed).typed == ""


def test_only_its_key_shows_the_solution() -> None:
    assert verdict(press(lesson(POINT), "T")) is Verdict.SHOWN


# ---- yes and no


@pytest.mark.parametrize("typed", ["n", "N", "no"])
def test_letter_answers_at_once(typed: str) -> None:
    assert verdict(press(lesson(YES_NO), typed)) is Verdict.RIGHT


def test_full_yes_counts_as_one_answer() -> None:
    wrong = press(lesson(YES_NO), "yes")
    assert (verdict(wrong), wrong.run.wrong) == (Verdict.WRONG, 1)
    again = press(wrong, "enter", "enter")
    assert (verdict(again), again.run.wrong) == (Verdict.WRONG, 1)
    assert notice(again) == "Press y or n."


def test_enter_after_a_full_word_skips_no_text() -> None:
    right = press(lesson(f"{YES_NO}\n", POINT), "no", "enter")
    assert (verdict(right), right.run.number) == (Verdict.RIGHT, 0)
    assert press(right, "enter").run.number == 1
    assert press(lesson(f"{YES_NO}\n", POINT), "n", "enter").run.number == 1


def test_arrows_choose_yes_or_no() -> None:
    assert press(lesson(YES_NO), "down", "down").typed == "no"
    assert verdict(press(lesson(YES_NO), "up", "enter")) is Verdict.RIGHT


def test_answer_must_be_visible_before_enter() -> None:
    answered, effects = lesson(YES_NO).handle("n")
    assert SimpleEffect.READING_PAUSE in effects
    assert answered.is_confirm_key(Key.ENTER)


# ---- decisions of the rules


@pytest.mark.parametrize("typed", ["6", "3", "y"])
def test_enter_chooses_no_untyped_double(typed: str) -> None:
    asked = course_step("falood", 2, 2)
    assert asked.input.question
    again = press(asked, typed, "enter", "space")
    assert again.run.number == asked.run.number
    assert again.run.awaited is NextInput.ACTION
    assert notice(again) == "Answer first: 5 or 6."
    assert verdict(press(again, "5")) is Verdict.RIGHT
    assert verdict(press(again, "down", "enter")) is Verdict.RIGHT


def test_enter_does_not_keep_after_reroll_was_typed() -> None:
    asked = lesson("Opening: 6-5\nTask: Keep or reroll.\nSolution: keep\nHint: Look.\n")
    assert asked.input.question
    again = press(asked, "reroll", "enter", "enter")
    assert verdict(again) is Verdict.NOT_THE_TASK
    assert again.run.wrong == 1
    assert notice(again) == "Answer first: k or r."
    assert verdict(press(again, "keep")) is Verdict.RIGHT
