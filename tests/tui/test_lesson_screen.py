from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
from textual.widgets import Input

from backgammon_tui.engine import RULESETS, Place
from backgammon_tui.modes.board import PointPlace, TrayPlace
from backgammon_tui.modes.courses import Quiz
from backgammon_tui.modes.lesson import LessonMode
from backgammon_tui.settings import Settings
from backgammon_tui.storage.journal.journal import Journal
from backgammon_tui.storage.journal.learning import read_progress, write_progress
from backgammon_tui.storage.paths import journal_file, lessons_folder
from backgammon_tui.storage.preferences import read_preferences
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.teach.lessons.courses import CourseLesson, course
from backgammon_tui.teach.lessons.lesson import Exercise
from backgammon_tui.teach.lessons.run import NextInput, Run, Verdict
from backgammon_tui.teach.quiz import Item, QuizProgress, QuizScore
from backgammon_tui.tui.board.geometry import MIN_WIDTH
from backgammon_tui.tui.dialogs.dialog import MessageBox
from backgammon_tui.tui.dialogs.pages import RollChartScreen
from backgammon_tui.tui.page_parts import PagedList
from backgammon_tui.tui.screens.learn import LearnScreen
from backgammon_tui.tui.screens.match_screen import MatchScreen
from backgammon_tui.tui.screens.rulebook import ComparisonScreen, RulebookScreen
from backgammon_tui.tui.screens.start import StartScreen
from tests.engine.examples import W
from tests.modes.examples import answer_keys, new_table
from tests.teach.lessons.examples import own_lesson, solution_of, task, write
from tests.teach.quiz.examples import BEST, COMPLEMENT, PLAYABLE, SHOTS
from tests.tui.screen import GamePilot, at_task, quiz_screen, running_at, storage

ANNA = Settings(learner="Anna")


async def open_learning(pilot: GamePilot) -> None:
    """Open the learning screen from the first screen."""
    await pilot.open_entry("Learn a game")
    assert isinstance(pilot.screen, LearnScreen)


async def test_lessons_and_other_pages_open_by_keys_and_mouse() -> None:
    async with running_at() as pilot:
        await open_learning(pilot)
        assert " 1  The board and the direction" in pilot.text
        await pilot.type("enter", "enter")
        mode = pilot.mode(LessonMode)
        await pilot.type("escape", "enter")
        assert pilot.mode(LessonMode) is mode
        assert mode.run.number == 1
        assert "step 1/5" in await pilot.after("A")
        assert "The 2-1" in await pilot.after("escape", "right")
        assert "left right change game" in pilot.text
        assert "What is different" in await pilot.after("left", "left")
        for entry, screen in (("rules", RulebookScreen), ("compare", ComparisonScreen)):
            await pilot.click_on(entry)
            assert isinstance(pilot.screen, screen)
            await pilot.type("escape")
            assert isinstance(pilot.screen, LearnScreen)
        await pilot.click_on("Never Finishing", "Trap or hit", "Trap or hit")
        assert pilot.in_mode(LessonMode)
        await pilot.type("escape", "escape")
        assert isinstance(pilot.screen, StartScreen)


async def test_learner_name_is_asked_for_once() -> None:
    async with running_at(is_bare=True) as pilot:
        await open_learning(pilot)
        assert pilot.screen.query_one(PagedList).has_focus
        assert "0 of 21 lessons done. Enter a name to keep your own progress." in pilot.text
        await pilot.type("tab")
        pilot.screen.query_one(Input).value = "a\u200bb"
        assert "A name must consist of visible characters." in await pilot.after("enter")
        pilot.screen.query_one(Input).value = ""
        assert "0 of 21 lessons done." in await pilot.after(*"Anna", "enter")
    assert read_preferences()[0].learner == "Anna"
    async with running_at(settings=read_preferences()[0], is_bare=True) as pilot:
        await open_learning(pilot)
        assert not pilot.screen.query_one(Input).has_focus
        assert "Who learns: Anna" in pilot.text


async def test_lesson_left_in_the_middle_says_how_to_resume_it() -> None:
    """Escape closes what is open, so a second one may leave the lesson unintended."""
    async with running_at(is_bare=True) as pilot:
        await open_learning(pilot)
        assert "lessons done" in await pilot.after("enter", "escape"), "nothing to resume"
        await pilot.type("enter", "enter", "w", "escape")
        mode = pilot.mode(LessonMode)
        resumes = f"{mode.run.lesson.title}: Enter resumes it at step {mode.run.number + 1}."
        assert resumes in await pilot.after("escape")
        await pilot.type("enter")
        assert pilot.mode(LessonMode).run.number == mode.run.number


async def test_finished_lessons_are_marked_per_learner() -> None:
    journal, moment = Journal(journal_file()), "2024-03-01T10:00:00+00:00"
    for place in ("russian/1", *(f"falood/{n}" for n in range(1, 12))):
        write_progress(journal, "Anna", f"lesson/{place}", moment)
    write_progress(journal, "Anna", "lesson/russian/3", "some day")
    async with running_at(settings=ANNA, is_bare=True) as pilot:
        await open_learning(pilot)
        assert "2 of 21 lessons done." in pilot.text
        done = [line for line in pilot.lines if "  done" in line]
        assert [line.split()[0].strip("▌") for line in done] == ["1", "3"]
        assert done[0].rstrip().endswith("done 1 Mar 2024")
        assert highlighted(pilot) == 1, "the first that is not done"
        await pilot.type("right")
        assert highlighted(pilot) == 0
        await pilot.type("left", "enter", "escape")
        assert highlighted(pilot) == 1
        await pilot.type("enter", "s", "s", "escape")
        assert highlighted(pilot) == 3  # At the step where it was left.
        await pilot.type("tab")
        assert pilot.screen.query_one(Input).has_focus
        pilot.screen.query_one(Input).value = "Boris"
        assert "0 of 21 lessons done." in await pilot.after("down")


async def test_missed_step_is_saved_and_stays_until_solved_at_once() -> None:
    entry = course("french")[4]
    async with running_at(lesson=entry, settings=ANNA) as pilot:
        await pilot.type("2", "enter")
    assert list(read_progress(Journal(journal_file()), "Anna")) == ["step/french/5/1"]
    async with running_at(settings=ANNA, is_bare=True) as pilot:
        for keys, stays in ((("2", "enter", "1", "enter"), True), (("1", "enter"), False)):
            await open_learning(pilot)
            await pilot.type("right", "right", "home", "enter")
            assert "repetition" in pilot.lines[0]
            shown = await pilot.after(*keys, "enter")
            assert ("until you solve it at the first try" in shown) is stays
            assert ("Today: 1 step" in shown) is stays
            await pilot.type("escape")


def highlighted(pilot: GamePilot) -> object:
    """Return the highlighted row of the list."""
    return pilot.screen.query_one(PagedList).highlighted


async def test_damaged_records_are_reported_and_learning_continues() -> None:
    async with running_at(settings=ANNA, is_bare=True) as pilot:
        await open_learning(pilot)
        journal_file().parent.mkdir()
        journal_file().write_bytes(b"no journal" * 1000)
        assert "damaged" in await pilot.after("right", "left")
        await pilot.type("enter")
        assert pilot.in_mode(LessonMode)


OWN = write(
    task("Start: W hand:15 / B hand:15; W to move", "Roll: 6-3", "Solution: hand/19 hand/22")
)


def put_lesson(name: str, text: str) -> Path:
    """Write a user-made lesson to its folder."""
    lessons_folder().mkdir(parents=True, exist_ok=True)
    file = lessons_folder() / f"{name}.txt"
    file.write_text(text)
    return file


async def test_own_lesson_may_change_while_it_is_played() -> None:
    file = put_lesson("own", OWN)
    at = len(course("russian")) + 2  # After the end of the first ten minutes, and the heading.
    async with running_at(settings=ANNA, is_bare=True) as pilot:
        await open_learning(pilot)
        pilot.screen.query_one(PagedList).highlight(at)
        changed = partial(file.write_text, f"{OWN}\n")
        for change, place in ((changed, at), (file.unlink, 0)):
            await pilot.type("enter")
            await pilot.wait_for(lambda: pilot.in_mode(LessonMode))
            change()
            await pilot.type("escape")
            await pilot.wait_for(lambda: isinstance(pilot.screen, LearnScreen))
            assert highlighted(pilot) == place


async def test_own_lessons_have_a_heading_below_the_course() -> None:
    """A lesson saved in the sandbox is listed after leaving it."""
    count = len(course("russian"))
    async with running_at(settings=ANNA, is_bare=True) as pilot:
        await open_learning(pilot)
        faulty = OWN.replace("hand/19 ", "hand/13 ")
        for name, text in (("sound", OWN), ("faulty", faulty), ("list", "Anna")):
            put_lesson(name, text)
        await pilot.type("j")
        assert f"0 of {count} lessons done" in await pilot.after("escape")
        await pilot.wait_for(lambda: "line 8: the rules" in pilot.text)
        rows = [row.split("│")[0].split() for row in pilot.text.splitlines()]
        at = rows.index(["Your", "own", "lessons"])
        assert rows[at + 1][:5] == ["A", "lesson", "faulty.txt:", "line", "8:"]
        assert rows[at + 2] == ["▌", "A", "lesson", "sound.txt"]
        await pilot.click_on("line 8: ")
        assert "faulty.txt: line 8: " in await pilot.after("enter")
        await pilot.type("escape", "end")
        assert "list.txt is not a lesson: line 1: " in await pilot.after("enter")
        await pilot.type("escape")
        await pilot.click_on("sound.txt")
        await pilot.type("enter")
        await pilot.wait_for(lambda: pilot.in_mode(LessonMode))
        await pilot.type(*"hand/22", "space", *"hand/19", "enter", "enter", "escape")
        assert f"0 of {count} lessons done" in pilot.text


async def test_own_lesson_that_names_a_wrong_point_is_marked_and_opens() -> None:
    async with running_at(settings=ANNA, is_bare=True) as pilot:
        put_lesson("own", OWN.replace("Task: Play.", "Task: Play behind the blot on 18."))
        await open_learning(pilot)
        await pilot.type("end")
        await pilot.wait_for(lambda: "own.txt: line 7: there is no" in pilot.text)
        await pilot.click_on("line 7: ")
        await pilot.type("enter")
        await pilot.wait_for(lambda: pilot.in_mode(LessonMode))


@pytest.mark.parametrize("answer", ["y", "enter"])
async def test_new_name_asks_before_adopting_progress(answer: str) -> None:
    write_progress(Journal(journal_file()), "", "lesson/russian/1", "2024-03-01T10:00:00+00:00")
    async with running_at(is_bare=True) as pilot:
        await open_learning(pilot)
        assert "1 of 21 lessons done." in pilot.text
        pilot.screen.query_one(Input).focus()
        assert "Are they Zoe's?" in await pilot.after(*"Zoe", "enter")
        assert "no: leave them without a name" in pilot.text
        await pilot.type(answer)
        shown = "1 of 21 lessons done." if answer == "y" else "To be asked again, clear the name"
        assert shown in pilot.text
        await pilot.type("enter")
        assert pilot.in_mode(LessonMode)


async def test_offered_name_asks_before_a_lesson_opens() -> None:
    write_progress(Journal(journal_file()), "", "lesson/russian/1", "2024-03-01T10:00:00+00:00")
    async with running_at(settings=Settings(white="Zoe"), is_bare=True) as pilot:
        await open_learning(pilot)
        assert "Who learns: Zoe" in pilot.text
        assert "Are they Zoe's?" in await pilot.after("enter")
        await pilot.type("y")
        assert pilot.in_mode(LessonMode)
        assert pilot.app.storage.settings.learner == "Zoe"


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


def lesson(*steps: str) -> CourseLesson:
    return own_lesson(write(*steps))


def run_of(pilot: GamePilot) -> Run:
    return pilot.mode(LessonMode).run


def verdict(pilot: GamePilot) -> Verdict | None:
    answer = run_of(pilot).answer
    return answer.verdict if answer else None


async def test_lesson_can_be_played_by_mouse_alone() -> None:
    async with running_at(lesson=lesson(f"{SHUT}\nSay: Look.\n", TASK, QUESTION)) as pilot:
        await pilot.click_on("enter go on")
        await pilot.click_place(TrayPlace(Place.HAND, W))
        await pilot.click_place(PointPlace(22))
        assert verdict(pilot) is Verdict.WRONG
        await pilot.click_on("t hint")
        assert pilot.mode(LessonMode).shows_hint
        await pilot.click_on("T solution")
        assert verdict(pilot) is Verdict.SHOWN
        await pilot.click_on("u undo")
        assert run_of(pilot).awaited is NextInput.ACTION
        await pilot.click_on("t hint", " hand/19", " hand/19")
        assert verdict(pilot) is Verdict.RIGHT
        await pilot.click_on("enter go on", "yes")
        assert verdict(pilot) is Verdict.WRONG
        await pilot.click_on(" no ")
        assert verdict(pilot) is Verdict.RIGHT
        await pilot.click_on("w rule")
        assert isinstance(pilot.screen, RulebookScreen)


async def test_long_texts_scroll_by_key_and_click() -> None:
    long = " ".join(["word"] * 79)
    text = task(f"{SHUT}\nSay: {long}", "Roll: 6-3", f"Task: {'task ' * 39}", "Solution: hand/19")
    async with running_at(lesson=lesson(text)) as pilot:
        assert "pgup pgdn more" in pilot.text
        assert "task" not in pilot.text
        for way, is_below in ((pilot.type("pagedown"), True), (pilot.type("pageup"), False)):
            await way
            assert ("task" in pilot.text) is is_below
        await pilot.click_on("pgdn more")
        assert "task" in pilot.text


async def test_tab_switches_text_and_board_on_small_screens() -> None:
    async with running_at(lesson=lesson(TASK)) as pilot:
        await pilot.type("hand/1")
        await pilot.resize_terminal(57, 19)
        await pilot.wait_for(lambda: "tab board" in pilot.lines[-1])
        assert "hand/1▏" in pilot.text
        await pilot.type("tab")
        assert pilot.lines[-1].startswith(" tab text › hand/1▏")
        assert "24" in pilot.lines[1]
        await pilot.type("9", "enter")
        assert verdict(pilot) is not None
        assert "tab board" in pilot.lines[-1]
        await go_through(pilot)


async def go_through(pilot: GamePilot) -> None:
    """Solve the lesson until it ends or a window opens."""
    while pilot.in_mode(LessonMode) and run_of(pilot).awaited is not NextInput.NOTHING:
        asked = run_of(pilot).assignment
        if run_of(pilot).awaited is NextInput.CONTINUE:
            await pilot.type("enter")
        elif isinstance(asked, Exercise):
            await pilot.type("T")
        elif asked:
            await pilot.type(*answer_keys(pilot.mode(LessonMode), solution_of(asked)))


async def test_finished_lesson_is_saved_and_next_follows() -> None:
    *_, entry, last = course("backgammon")
    async with running_at(lesson=entry, settings=ANNA) as pilot:
        await go_through(pilot)
        kept = read_progress(Journal(journal_file()), "anna")
        assert [item for item in kept if item.startswith("lesson/") and " " not in item] == [
            entry.item
        ]
        await pilot.type("enter")
        assert run_of(pilot).lesson.title == last.title
        await go_through(pilot)
        text = " ".join(line[MIN_WIDTH:] for line in pilot.lines)
        assert "10 others are not done yet." in " ".join(text.split())
        await pilot.type("enter", "s")
        assert run_of(pilot).awaited is NextInput.NOTHING
    kept = read_progress(Journal(journal_file()), "Anna")
    assert len([item for item in kept if item.startswith("lesson/") and " " not in item]) == 2


def enough(ruleset: str) -> CourseLesson:
    return next(lesson for lesson in course(ruleset) if lesson.is_enough)


@pytest.mark.parametrize("starts_with_lesson", [True, False])
async def test_first_ten_minutes_end_with_an_offer_to_play(
    starts_with_lesson: bool,
) -> None:
    entry = enough("backgammon")
    async with running_at(lesson=entry if starts_with_lesson else "") as pilot:
        if not starts_with_lesson:
            await open_learning(pilot)
            await pilot.type("left")
            await pilot.click_on(entry.title)
            await pilot.type("enter")
        await pilot.wait_for(lambda: pilot.in_mode(LessonMode))
        await go_through(pilot)
        await pilot.wait_for(lambda: "P play a first game" in pilot.text)
        assert "enter start it" in pilot.text
        await pilot.type("P")
        await pilot.wait_for(lambda: isinstance(pilot.screen, StartScreen))
        await pilot.wait_for(lambda: getattr(pilot.screen.focused, "id", "") == "play")
        await pilot.type("enter")
        await pilot.wait_for(lambda: isinstance(pilot.screen, MatchScreen))
        assert pilot.state.table.record.rules.name == "backgammon"


async def test_first_game_is_the_match_that_is_being_played() -> None:
    entry = enough("backgammon")
    async with running_at(new_table(RULESETS["backgammon"])) as pilot:
        played = pilot.screen
        await pilot.open_menu("Learn the game")
        await pilot.wait_for(lambda: isinstance(pilot.screen, LearnScreen))
        await pilot.click_on(entry.title)
        await pilot.type("enter")
        await go_through(pilot)
        await pilot.type("P")
        await pilot.wait_for(lambda: pilot.screen is played)


async def test_save_error_is_reported_and_lesson_continues(monkeypatch: pytest.MonkeyPatch) -> None:
    # The backup at the start would report the same problem at another time.
    monkeypatch.setattr(Storage, "back_up", lambda storage: None)
    journal_file().mkdir(parents=True)
    entry = course("french")[4]
    async with running_at(lesson=entry, settings=ANNA) as pilot:
        await go_through(pilot)
        assert isinstance(pilot.screen, MessageBox)
        await pilot.type("enter")
        assert pilot.in_mode(LessonMode)
        await go_through(pilot)
        assert run_of(pilot).awaited is NextInput.NOTHING


async def test_lesson_resumes_at_its_step_after_restart() -> None:
    entry = course("russian")[0]
    async with running_at(lesson=entry, settings=ANNA) as pilot:
        await pilot.type("enter")
        assert run_of(pilot).number == 1
    mode = LessonMode.begin(entry, ANNA, storage().read_progress())
    assert mode.run.number == 1


@asynccontextmanager
async def quiz(
    kept: Storage | None = None, name: str = "russian", item: Item | None = None
) -> AsyncIterator[GamePilot]:
    async with running_at(is_bare=True) as pilot:
        pilot.app.storage = kept or storage()
        await pilot.push(quiz_screen(pilot.app.storage, item, name))
        yield pilot


def quiz_of(pilot: GamePilot) -> Quiz:
    source = pilot.mode(LessonMode).source
    assert isinstance(source, Quiz)
    return source


def message_of(pilot: GamePilot) -> str:
    """Return the message below the board."""
    notice = pilot.mode(LessonMode).state.notice
    return notice.text if notice else ""


async def ask(pilot: GamePilot, item: Item) -> None:
    """Go on with another task."""
    screen = pilot.board(LessonMode)
    screen.take_step((at_task(pilot.mode(LessonMode), item), ()))
    await pilot.pause()


async def test_other_play_gets_its_cost_and_a_retry() -> None:
    async with quiz(name="backgammon", item=BEST) as pilot:
        await pilot.type(*"6/3 6/5", "enter")
        await pilot.wait_for(lambda: "costs 0." in pilot.text)
        await pilot.type("x")
        await pilot.wait_for(lambda: "The roll that" in pilot.text)
        assert "Right." in await pilot.after(*"8/5 6/5", "enter")
        assert "Anna 0 of 1" in pilot.text


async def test_number_waits_for_enter_but_letter_does_not() -> None:
    async with quiz(item=PLAYABLE) as pilot:
        await pilot.type("g")  # The roll is lost, so Black would roll next.
        assert "The roll chart comes" in pilot.text
        assert "cannot play" not in pilot.text
        await pilot.type("0", "enter", "g")
        assert isinstance(pilot.screen, RollChartScreen)
        await pilot.type("escape")
        await ask(pilot, SHOTS)
        assert "15_" in await pilot.after("3", "backspace", "1", "5")
        assert "Right." in await pilot.after("enter")
        await pilot.type("w")
        assert isinstance(pilot.screen, RulebookScreen)
        assert pilot.screen.section.id == "hitting"
        await pilot.type("escape")
        await ask(pilot, COMPLEMENT)
        assert "Not right. No" in await pilot.after("y")
        await pilot.click_on("no ")
        assert "Right." in pilot.text
        await pilot.type("G")
        await pilot.choose("All games")
        assert quiz_of(pilot).rulesets == tuple(RULESETS.values())
        await pilot.type("G")
        await pilot.choose("French")
        assert run_of(pilot).lesson.rules.name == "french"


async def test_round_ends_with_score_and_next_starts() -> None:
    async with quiz() as pilot:
        assert "1 of 10" in await pilot.after("s")
        await pilot.type(*["T", "s"] * 10)
        shown = pilot.text
        assert "The round is over." in shown
        assert "0 of 10 right." in shown
        assert "Missed tasks" in shown
        assert "enter another round" in pilot.lines[-1]
        assert "1 of 10" in await pilot.after("space")
        assert quiz_of(pilot).session_score == QuizScore(0, 10)


async def test_answers_are_saved_for_their_learner_or_adopted() -> None:
    nameless = "saved, but without a name"
    async with quiz(storage("")) as pilot:
        assert nameless in message_of(pilot)
        await pilot.type("T", "s")
        assert nameless not in message_of(pilot)
        known = quiz_of(pilot).known
    anna = storage("")
    assert anna.name_learner("Anna")
    anna.adopt_nameless_progress()
    async with quiz(anna, item=BEST) as pilot:
        assert quiz_of(pilot).known == known != QuizProgress()
        assert nameless not in message_of(pilot)
        await pilot.type(*"8/5 6/5", "enter")
        known = quiz_of(pilot).known
    assert QuizProgress.read(anna.read_progress()) == known
    async with quiz(storage()) as pilot:
        assert quiz_of(pilot).known == known
        assert "Anna 0 of 1" in pilot.text
    async with quiz(storage("Boris")) as pilot:
        assert quiz_of(pilot).known == QuizProgress()


async def test_quiz_continues_despite_damaged_records(monkeypatch: pytest.MonkeyPatch) -> None:
    # The backup at the start would also report the damage, at another time.
    monkeypatch.setattr(Storage, "back_up", lambda storage: None)
    journal_file().parent.mkdir(parents=True)
    journal_file().write_bytes(b"no database " * 100)
    async with quiz() as pilot:
        assert isinstance(pilot.screen, MessageBox)
        await pilot.type("enter", "T")
        assert isinstance(pilot.screen, MessageBox)
        assert "The solution is" in await pilot.after("enter")


async def test_capital_that_is_a_key_elsewhere_names_caps_lock() -> None:
    """Caps Lock makes `s` the key `S`, which a quiz does not have."""
    async with quiz() as pilot:
        task, item = pilot.mode(LessonMode), quiz_of(pilot).item
        assert "S has no effect here, but s has. Is Caps Lock on?" in await pilot.after("S")
        assert pilot.mode(LessonMode) == task
        assert "Caps Lock" not in await pilot.after("s")
        await pilot.type("T")
        assert "Caps Lock" in await pilot.after("S")
        await pilot.type("s")
        assert quiz_of(pilot).item != item


@pytest.mark.parametrize("others", [(), ("Boris",)])
async def test_new_window_asks_which_learner_uses_it(others: tuple[str, ...]) -> None:
    for name in ("Anna", *others):
        with Journal(journal_file()) as journal:
            write_progress(journal, name, "lesson/russian/1", "2026-03-01T10:00:00+00:00")
    async with running_at(settings=ANNA, is_bare=True) as pilot:
        await open_learning(pilot)
        assert pilot.screen.query_one(Input).value == ("" if others else "Anna")
        is_asked = "Type your name for this window" in pilot.text
        assert is_asked is bool(others)
        if others:
            assert "1 of " not in pilot.text
            await pilot.type("tab", *"boris", "enter")
            await pilot.wait_for(lambda: "1 of 21 lessons done" in pilot.text)
            assert pilot.app.storage.settings.learner == "boris"
