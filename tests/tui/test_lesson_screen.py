"""The screen of a lesson: keys, clicks, sizes, leaving, and what is kept."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date

import pytest
from textual.pilot import Pilot

from backgammon_tui.modes.effects import KeepProgress, Leave, Step, Work
from backgammon_tui.modes.inputs import Key, TypedLine
from backgammon_tui.modes.lesson import LessonMode
from backgammon_tui.settings import Settings
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.lesson_progress import read_progress
from backgammon_tui.storage.paths import journal_file
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.teach.lessons.catalogue import CourseLesson, course, due_repeats
from backgammon_tui.teach.lessons.lesson import Exercise, Lesson
from backgammon_tui.teach.lessons.reading import read_lesson
from backgammon_tui.teach.lessons.run import Awaited, Run, Verdict
from backgammon_tui.teach.lessons.verdicts import describe_answer
from backgammon_tui.tui.board.geometry import MIN_WIDTH
from backgammon_tui.tui.dialogs.dialog import MessageBox
from backgammon_tui.tui.screens.rulebook import RulebookScreen
from backgammon_tui.words.naming import STANDARD
from tests.modes.examples import PLAIN
from tests.modes.solving import answer_keys
from tests.teach.lessons.examples import solution_of, task, write
from tests.tui.screen import (
    Size,
    app_at,
    board_in,
    click_on,
    in_mode,
    lines,
    press,
    running,
    wait_for,
)

SHUT = "Start: W 19:1 hand:14 / B 22:2 21:1 hand:12; W to move"
TASK = task(
    *(SHUT, "Roll: 6-3", "Solution: hand/19", "Try: hand/22: blocked"),
    *("  Look there.", "Try: hand/21: number not there", "  Not four."),
)
QUESTION = "\n".join(
    [
        *(SHUT, "Roll: 6-6", "Question: Is there more?", "About: complement after hand/19(4)"),
        *("Solution: no", "Hint: Look.", "After: Yes."),
    ]
)


def lesson(*steps: str) -> Lesson:
    return read_lesson(write(*steps))


@asynccontextmanager
async def learning(
    begun: Lesson,
    entry: CourseLesson | None = None,
    size: Size = (80, 24),
    settings: Settings | None = None,
) -> AsyncIterator[Pilot[None]]:
    """Run the application, which begins with a lesson."""
    async with running(app_at(lesson=begun, entry=entry, settings=settings), size) as pilot:
        yield pilot


def state_of(pilot: Pilot[None]) -> LessonMode:
    mode = board_in(pilot.app, LessonMode).mode
    assert isinstance(mode, LessonMode)
    return mode


def run_of(pilot: Pilot[None]) -> Run:
    return state_of(pilot).run


def verdict(pilot: Pilot[None]) -> Verdict | None:
    answer = run_of(pilot).answer
    return answer.verdict if answer else None


# ---- keys and clicks


async def test_lesson_can_be_played_by_mouse_alone() -> None:
    async with learning(lesson(f"{SHUT}\nSay: Look.\n", TASK, QUESTION)) as pilot:
        await click_on(pilot, "enter goes on")
        await pilot.click("#hand-white")
        await pilot.click("#point-22")
        assert verdict(pilot) is Verdict.WRONG
        await click_on(pilot, "t hint")
        assert state_of(pilot).shows_hint
        await click_on(pilot, "T solution")
        assert verdict(pilot) is Verdict.SHOWN
        await click_on(pilot, "z try again")
        assert run_of(pilot).awaited is Awaited.ACTION
        await click_on(pilot, "t hint")
        await click_on(pilot, " hand/19")
        await click_on(pilot, " hand/19")
        assert verdict(pilot) is Verdict.RIGHT
        await click_on(pilot, "enter goes on")
        await click_on(pilot, "yes")
        assert verdict(pilot) is Verdict.WRONG
        await click_on(pilot, " no ")
        assert verdict(pilot) is Verdict.RIGHT
        await click_on(pilot, "w rule")
        assert isinstance(pilot.app.screen, RulebookScreen)


async def test_long_texts_scroll_by_key_and_wheel() -> None:
    long = " ".join(["word"] * 79)
    text = task(f"{SHUT}\nSay: {long}", "Roll: 6-3", f"Task: {'task ' * 39}", "Solution: hand/19")
    async with learning(lesson(text)) as pilot:
        assert "pgup pgdn more" in "\n".join(lines(pilot.app))
        assert "task" not in "\n".join(lines(pilot.app))
        await press(pilot, "pagedown")
        assert "task" in "\n".join(lines(pilot.app))
        await press(pilot, "pageup")
        assert "task" not in "\n".join(lines(pilot.app))
        await click_on(pilot, "pgdn more")
        assert "task" in "\n".join(lines(pilot.app))


# ---- sizes and looks


async def test_tab_switches_text_and_board_on_small_screens() -> None:
    async with learning(lesson(TASK)) as pilot:
        await press(pilot, "hand/1")
        await pilot.resize_terminal(57, 19)
        await wait_for(pilot, lambda: "tab board" in lines(pilot.app)[-1])
        assert "hand/1▏" in "\n".join(lines(pilot.app))
        await press(pilot, "tab")
        assert lines(pilot.app)[-1].startswith(" tab text › hand/1▏")
        assert "24" in lines(pilot.app)[1]
        await press(pilot, "9", "enter")
        assert verdict(pilot) is not None
        assert "tab board" in lines(pilot.app)[-1]


async def test_board_orientation_matches_the_text() -> None:
    liked = Settings(mirrored=True, plays_forced=True)
    async with learning(lesson(TASK), settings=liked) as pilot:
        options = state_of(pilot).input.options
        assert options == PLAIN
        assert verdict(pilot) is None


# ---- leaving, and what is kept


async def go_through(pilot: Pilot[None]) -> None:
    """Solve the lesson to its end, or as far as nothing opens on top of it."""
    while in_mode(pilot.app, LessonMode) and run_of(pilot).awaited is not Awaited.NOTHING:
        asked = run_of(pilot).asked
        if run_of(pilot).awaited is Awaited.GO_ON:
            await press(pilot, "enter")
        elif isinstance(asked, Exercise):
            await press(pilot, "T")
        elif asked:
            await press(pilot, *answer_keys(state_of(pilot), solution_of(asked)))


async def test_finished_lesson_is_saved_and_next_follows() -> None:
    *_, entry, last = course("backgammon")
    async with learning(entry.read(), entry, settings=Settings(learner="Anna")) as pilot:
        await go_through(pilot)
        kept = read_progress(Journal(journal_file()), "anna")
        assert [item for item in kept if item.startswith("lesson/") and " " not in item] == [
            entry.item
        ]
        await press(pilot, "enter")
        assert run_of(pilot).lesson.title == last.title
        await go_through(pilot)
        text = " ".join(line[MIN_WIDTH:] for line in lines(pilot.app))
        assert "7 others are not done yet." in " ".join(text.split())
        await press(pilot, "enter", "s")
        assert run_of(pilot).awaited is Awaited.NOTHING
    kept = read_progress(Journal(journal_file()), "Anna")
    assert len([item for item in kept if item.startswith("lesson/") and " " not in item]) == 2


def answering(mode: LessonMode, key: str) -> Step[LessonMode]:
    return mode.handle(key)[0].handle(Key.ENTER)


async def test_wrong_step_is_saved_for_repetition() -> None:
    entry = course("french")[4]
    settings = Settings(learner="Anna")
    async with learning(entry.read(), entry, settings=settings) as pilot:
        await press(pilot, "2", "enter")
    kept = read_progress(Journal(journal_file()), "Anna")
    assert list(kept) == ["step/french/5/1"]
    today = date.today().toordinal()
    (repeat,) = due_repeats(kept, "french", today)
    mode = LessonMode.repeat((repeat,), settings)
    wrong, _ = answering(mode, "2")
    right, _ = answering(wrong, "1")
    again = right.handle(Key.ENTER)[1]
    assert again[0] == KeepProgress((("step/french/5/1", f"0 {today}"),))
    right, _ = answering(mode, "1")
    assert right.handle(Key.ENTER)[1] == (
        KeepProgress((("step/french/5/1", f"1 {today + 1}"),)),
        Leave(),
    )


async def test_lesson_outside_courses_saves_nothing() -> None:
    async with learning(lesson(TASK), settings=Settings(learner="Anna")) as pilot:
        await go_through(pilot)
    assert not journal_file().exists()


async def test_save_error_is_reported_and_lesson_continues(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The backup of the start would report the same problem, at a time of its own.
    monkeypatch.setattr(Storage, "back_up", lambda storage: None)
    journal_file().mkdir(parents=True)
    entry = course("french")[4]
    async with learning(entry.read(), entry, settings=Settings(learner="Anna")) as pilot:
        await go_through(pilot)
        assert isinstance(pilot.app.screen, MessageBox)
        await press(pilot, "enter")
        assert in_mode(pilot.app, LessonMode)
        await go_through(pilot)
        assert run_of(pilot).awaited is Awaited.NOTHING


async def test_lesson_resumes_at_its_step_after_restart() -> None:
    entry = course("russian")[0]
    liked = Settings(learner="Anna")
    async with learning(entry.read(), entry, settings=liked) as pilot:
        await press(pilot, "enter")
        assert run_of(pilot).number == 1
    launch = Storage(Journal(journal_file()), liked)
    mode = LessonMode.begin(entry.read(), liked, entry, launch.read_progress())
    assert mode.run.number == 1


GOOD_PLAY = task(
    "Start: W 24:3 21:8 19:4 / B 23:5 22:1 20:3 18:4 14:2; W to move; first double W B",
    *("Roll: 6-4", "Solution: 21/15 19/15"),
).replace("Hint: Look.", "Hint: Look.\nClaim: fewest hits")


def test_counts_appear_before_the_cost() -> None:
    begun = LessonMode.begin(lesson(GOOD_PLAY), PLAIN)
    mode, (*_, judging) = begun.handle(TypedLine("21/15 21/17"))
    assert isinstance(judging, Work)
    text = describe_answer(mode.run, STANDARD)
    assert text == "That is legal, but it leaves 34 shots instead of none."
    judged = judging.run()
    settled, _ = judging.then(mode, judged)
    assert "costs 0.1" in describe_answer(settled.run, STANDARD)
    # A cost that comes late is not told of another answer.
    later, _ = mode.handle(TypedLine("21/17 19/13"))
    assert judging.then(later, judged) == (later, ())
