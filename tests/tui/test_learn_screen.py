"""The lists of lessons, and the learners."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from backgammon_tui import own_lessons
from backgammon_tui.engine import RULESETS
from backgammon_tui.modes.lesson import LessonMode
from backgammon_tui.settings import Settings
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.lesson_progress import write_progress
from backgammon_tui.storage.paths import journal_file, lessons_folder
from backgammon_tui.storage.program_files import read_preferences, write_preferences
from backgammon_tui.teach.lessons.catalogue import course
from backgammon_tui.tui.app import BackgammonApp
from backgammon_tui.tui.screens.learn import LearnScreen
from backgammon_tui.tui.screens.rulebook import ComparisonScreen, RulebookScreen
from backgammon_tui.tui.screens.start import StartScreen
from backgammon_tui.tui.screens.tabbed_list import PagedList
from tests.teach.lessons.examples import task, write
from tests.tui.screen import (
    app_at,
    board_in,
    click_on,
    in_mode,
    lines,
    open_entry,
    press,
    running,
    text_of,
    wait_for,
)


async def open_learning(pilot: Pilot[None]) -> None:
    """Choose to learn, on the first screen."""
    await open_entry(pilot, "Learn a game")
    assert isinstance(pilot.app.screen, LearnScreen)


def learner(name: str = "Anna") -> BackgammonApp:
    """The application as somebody finds it who has learnt before."""
    write_preferences(Settings(learner=name))
    app = app_at(is_bare=True)
    app.storage.settings = read_preferences()[0]
    return app


async def test_first_lesson_opens_from_first_screen() -> None:
    async with running(app_at()) as pilot:
        await open_learning(pilot)
        assert " 1  The board and the way round" in text_of(pilot.app)
        await press(pilot, "enter", "enter")
        assert in_mode(pilot.app, LessonMode)
        await press(pilot, "escape", "escape")
        assert isinstance(pilot.app.screen, StartScreen)


async def test_arrows_and_mouse_switch_games() -> None:
    async with running(learner()) as pilot:
        await open_learning(pilot)
        await press(pilot, "right")
        assert "The 2-1" in text_of(pilot.app)
        assert "left right other games" in text_of(pilot.app)
        await press(pilot, "left", "left")
        assert "What is different" in text_of(pilot.app)
        await click_on(pilot, "Never Finishing")
        assert "Trap or hit" in text_of(pilot.app)
        await click_on(pilot, "Trap or hit")
        await click_on(pilot, "Trap or hit")
        assert in_mode(pilot.app, LessonMode)


async def test_other_pages_can_be_opened() -> None:
    async with running(learner()) as pilot:
        await open_learning(pilot)
        for entry, screen in (("rules", RulebookScreen), ("compare", ComparisonScreen)):
            await click_on(pilot, entry)
            assert isinstance(pilot.app.screen, screen)
            await press(pilot, "escape")
            assert isinstance(pilot.app.screen, LearnScreen)


async def test_other_pages_have_fitting_lines() -> None:
    async with running(app_at(is_bare=True, ascii_only=True), (57, 19)) as pilot:
        await open_learning(pilot)
        for rules in RULESETS.values():
            assert text_of(pilot.app).isascii()
            assert lines(pilot.app)[1].rstrip().endswith("m sample"), rules.name
            assert lines(pilot.app)[0].rstrip().endswith("Backgammon"), "the last game"
            await press(pilot, "right")


# ---- who learns


async def test_learner_name_is_asked_once() -> None:
    async with running(app_at(is_bare=True)) as pilot:
        await open_learning(pilot)
        assert pilot.app.screen.query_one(PagedList).has_focus
        assert "0 of 21 lessons done. Enter a name to keep yours apart." in text_of(pilot.app)
        await press(pilot, "tab")
        await press(pilot, *"Anna", "enter")
        assert "0 of 21 lessons done." in text_of(pilot.app)
    assert read_preferences()[0].learner == "Anna"
    app = app_at(is_bare=True)
    app.storage.settings = read_preferences()[0]
    async with running(app) as pilot:
        await open_learning(pilot)
        assert not pilot.app.screen.query_one(Input).has_focus
        assert "Who learns: Anna" in text_of(pilot.app)


async def test_last_player_is_offered_as_learner() -> None:
    app = app_at(is_bare=True)
    app.storage.settings = Settings(white="Boris")
    async with running(app) as pilot:
        await open_learning(pilot)
        assert "Who learns: Boris" in text_of(pilot.app)
        await press(pilot, "enter")
        assert in_mode(app, LessonMode)
        assert app.storage.settings.learner == "Boris"


async def test_finished_lessons_are_marked_per_learner() -> None:
    journal = Journal(journal_file())
    write_progress(journal, "Anna", "lesson/russian/2", "2024-03-01T10:00:00+00:00")
    write_progress(journal, "Anna", "lesson/russian/3", "some day")
    async with running(learner()) as pilot:
        await open_learning(pilot)
        assert "2 of 21 lessons done." in text_of(pilot.app)
        done = [line for line in lines(pilot.app) if "  done" in line]
        assert [line.split()[0] for line in done] == ["2", "3"]
        assert done[0].rstrip().endswith("done 1 Mar 2024")
        await press(pilot, "tab")
        assert pilot.app.screen.query_one(Input).has_focus
        pilot.app.screen.query_one(Input).value = "Boris"
        await press(pilot, "down")
        assert "0 of 21 lessons done." in text_of(pilot.app)


async def test_first_unfinished_lesson_is_highlighted() -> None:
    journal = Journal(journal_file())
    for place in ("russian/1", "russian/3", *(f"falood/{n}" for n in range(1, 12))):
        write_progress(journal, "Anna", f"lesson/{place}", "2024-03-01T10:00:00+00:00")
    async with running(learner()) as pilot:
        await open_learning(pilot)
        assert highlighted(pilot) == 1
        await press(pilot, "right")
        assert highlighted(pilot) == 0
        await press(pilot, "left", "enter", "escape")
        assert highlighted(pilot) == 1
        await press(pilot, "enter", "s", "s", "escape")
        assert highlighted(pilot) == 3  # Where it was left, not where it was begun.


async def test_list_fills_its_area() -> None:
    journal = Journal(journal_file())
    for number in range(1, 15):
        moment = "2024-03-01T10:00:00+00:00"
        write_progress(journal, "Anna", f"lesson/russian/{number}", moment)
    write_progress(journal, "Anna", "step/russian/1/2", "0 1")
    async with running(learner(), (120, 36)) as pilot:
        for size in ((80, 24), (120, 36), (80, 24)):
            await pilot.resize_terminal(*size)
            await open_learning(pilot)
            assert highlighted(pilot) == 15
            shown = text_of(pilot.app)
            assert "1 step, wrong or shown" in shown
            assert ("… 6 more below" in shown) is (size == (80, 24))
            await press(pilot, "escape")


def highlighted(pilot: Pilot[None]) -> int | None:
    """The row of the list that is lit."""
    return pilot.app.screen.query_one(PagedList).highlighted


async def test_invalid_name_is_rejected() -> None:
    async with running(app_at(is_bare=True)) as pilot:
        await open_learning(pilot)
        pilot.app.screen.query_one(Input).value = "a\u200bb"
        await press(pilot, "enter")
        assert "A name must consist of visible characters." in text_of(pilot.app)
        assert isinstance(pilot.app.screen, LearnScreen)


async def test_damaged_records_are_reported_and_learning_continues() -> None:
    app = learner()
    async with running(app) as pilot:
        await open_learning(pilot)
        journal_file().write_bytes(b"no journal" * 1000)
        await press(pilot, "right", "left")
        assert "damaged" in text_of(pilot.app)
        await press(pilot, "enter")
        assert in_mode(pilot.app, LessonMode)


async def test_lesson_resumes_at_its_step() -> None:
    async with running(learner()) as pilot:
        await open_learning(pilot)
        await press(pilot, "enter", "enter")
        mode = board_in(pilot.app, LessonMode).mode
        await press(pilot, "escape", "enter")
        again = board_in(pilot.app, LessonMode).mode
        assert again is mode
        assert isinstance(again, LessonMode)
        assert again.run.number == 1
        await press(pilot, "A")
        assert "step 1/5" in text_of(pilot.app)


OWN = write(
    task("Start: W hand:15 / B hand:15; W to move", "Roll: 6-3", "Solution: hand/19 hand/22")
)


PutLesson = Callable[[str, str], Path]


@pytest.fixture
def put_lesson() -> Iterator[PutLesson]:
    """Return a function that writes a user-made lesson to its folder."""

    def put(name: str, text: str) -> Path:
        lessons_folder().mkdir(parents=True, exist_ok=True)
        file = lessons_folder() / f"{name}.txt"
        file.write_text(text)
        return file

    own_lessons.keep_in(lessons_folder)
    yield put
    own_lessons.keep_in(None)


async def test_own_lesson_may_change_while_it_is_played(
    put_lesson: PutLesson,
) -> None:
    file = put_lesson("own", OWN)
    count = len(course("russian"))
    async with running(learner()) as pilot:
        await open_learning(pilot)
        pilot.app.screen.query_one(PagedList).light(count - 1)
        changed = partial(file.write_text, f"{OWN}\n")
        for change, place in ((changed, count - 1), (file.unlink, 0)):
            await press(pilot, "enter")
            await wait_for(pilot, lambda: in_mode(pilot.app, LessonMode))
            change()
            await press(pilot, "escape")
            await wait_for(pilot, lambda: isinstance(pilot.app.screen, LearnScreen))
            assert highlighted(pilot) == place


async def test_own_lessons_follow_the_course_and_count(put_lesson: PutLesson) -> None:
    """A lesson saved in the sandbox is listed after leaving it."""
    count = len(course("russian"))
    async with running(learner()) as pilot:
        await open_learning(pilot)
        faulty = OWN.replace("hand/19 ", "hand/13 ")
        for name, text in (("sound", OWN), ("faulty", faulty), ("list", "Anna")):
            put_lesson(name, text)
        await press(pilot, "j")
        await press(pilot, "escape")
        assert f"0 of {count + 2} lessons done" in text_of(pilot.app)
        assert f"{count + 1}  A lesson" in text_of(pilot.app)
        assert f"▌{count + 2}  A lesson" in text_of(pilot.app)  # What is new is lit.
        await click_on(pilot, f"{count + 1}  A lesson")
        await press(pilot, "enter")
        assert "faulty.txt: line 8: " in text_of(pilot.app)
        await press(pilot, "escape", "end")
        await press(pilot, "enter")
        assert "list.txt is not a lesson: line 1: " in text_of(pilot.app)
        await press(pilot, "escape")
        await click_on(pilot, f"{count + 2}  A lesson")
        await press(pilot, "enter")
        await wait_for(pilot, lambda: in_mode(pilot.app, LessonMode))
        await press(pilot, *"hand/22", "space", *"hand/19", "enter", "enter", "escape")
        assert f"1 of {count + 2} lessons done" in text_of(pilot.app)


# ---- progress without a name


@pytest.mark.parametrize("answer", ["y", "n", "enter", "escape"])
async def test_new_name_asks_before_adopting_progress(answer: str) -> None:
    write_progress(Journal(journal_file()), "", "lesson/russian/1", "2024-03-01T10:00:00+00:00")
    async with running(learner(name="")) as pilot:
        await open_learning(pilot)
        assert "1 of 21 lessons done." in text_of(pilot.app)
        pilot.app.screen.query_one(Input).focus()
        await press(pilot, *"Zoe", "enter")
        assert "Are they Zoe's?" in text_of(pilot.app)
        await press(pilot, answer)
        done = "1" if answer == "y" else "0"
        assert f"{done} of 21 lessons done." in text_of(pilot.app)
        await press(pilot, "enter")
        assert in_mode(pilot.app, LessonMode)


async def test_offered_name_asks_before_a_lesson_opens() -> None:
    write_progress(Journal(journal_file()), "", "lesson/russian/1", "2024-03-01T10:00:00+00:00")
    app = learner(name="")
    app.storage.settings = Settings(white="Zoe")
    async with running(app) as pilot:
        await open_learning(pilot)
        await press(pilot, "enter")
        assert "Are they Zoe's?" in text_of(pilot.app)
        await press(pilot, "y")
        assert in_mode(pilot.app, LessonMode)
