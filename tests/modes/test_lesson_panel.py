from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from operator import attrgetter

import pytest
from rich.cells import cell_len

from backgammon_tui.engine import RULESETS
from backgammon_tui.modes.courses import Course
from backgammon_tui.modes.effects import Leave
from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.lesson import LessonMode
from backgammon_tui.modes.mode import Frame
from backgammon_tui.modes.text import ASCII, Glyphs, Panel, TextStyle
from backgammon_tui.teach.lessons.courses import CourseLesson, course, courses
from backgammon_tui.teach.lessons.lesson_file import read_lesson
from backgammon_tui.teach.lessons.run import NextInput, run_at
from tests.modes.examples import PLAIN, done_on_board, solve
from tests.teach.lessons.examples import own_lesson, task, write

NARROW, WIDE = (21, 22), (35, 34)
GLYPHS = Glyphs()

SHUT = "Start: W 19:1 hand:14 / B 22:2 21:1 hand:12; W to move"
SHORT = task(
    *(f"{SHUT}\nSay: You are White.\nRoll: 6-3", "Task: Play what you can.", "Solution: hand/19"),
    *("Try: hand/22: blocked", "  Look there."),
)

SAY = " ".join(f"word{number:03}" for number in range(50))
TASK = " ".join(f"task{number:03}" for number in range(22))
WRONG = " ".join(f"wrong{number:02}" for number in range(22))
AFTER = " ".join(f"after{number:02}" for number in range(33))
LONG = task(
    *(SHUT, f"Say: {SAY}", "Roll: 6-3", f"Task: {TASK}", "Solution: hand/19"),
    *("Try: hand/22: blocked", f"  {WRONG}"),
).replace("Hint: Look.", f"Hint: Look.\nAfter: {AFTER}")
"""A lesson with texts of maximum length."""


OWN = Course(own_lesson(""))
"""A lesson outside of courses."""


def lesson_at(*steps: str) -> LessonMode:
    return LessonMode.begin(own_lesson(write(*steps)), PLAIN)


def shown(
    mode: LessonMode,
    room: tuple[int, int] = NARROW,
    top: int | None = None,
    source: Course | None = None,
) -> Panel:
    return replace(mode, source=source or OWN).view(Frame(120, room, GLYPHS, top)).panel


def at(number: int, done: Iterable[int] = range(1, 13)) -> Course:
    """Return a lesson of a course of twelve."""
    lessons = tuple(
        CourseLesson("falood", place, write(SHORT, ruleset="falood")) for place in range(1, 13)
    )
    return Course(lessons[number - 1], lessons, frozenset(lessons[n - 1].item for n in done))


def words(panel: Panel) -> list[str]:
    """Return the lines of a panel without trailing spaces."""
    return [line.text.rstrip() for line in panel.lines]


def inks(panel: Panel, line: str) -> set[TextStyle]:
    result = next(element for element in panel.lines if element.text.rstrip() == line)
    return {span.style for span in result.spans if span.text.strip()}


# ---- a short lesson


def test_low_panel_names_a_move_but_counts_no_plays() -> None:
    first = lesson_at(SHORT)
    assert words(shown(first, (21, 8)))[-1] == "› ▏such as hand/24"
    assert "1 play" not in " ".join(words(shown(first.show_hint(), (21, 8))))


def test_strip_shows_losses_only_after_the_answer() -> None:
    def marks(state: LessonMode) -> set[str]:
        steps = state.view(Frame(120, WIDE, GLYPHS)).stages
        return {step.status.name for stage in steps for step in stage}

    before = lesson_at(SHORT)
    assert "LOST" not in marks(before)
    assert "LOST" in marks(before.show_hint())


def test_try_is_above_its_answer() -> None:
    wrong = done_on_board(done_on_board(lesson_at(SHORT), "hand/22"), "enter")
    panel = shown(wrong)
    assert words(panel)[4:8] == ["› hand/22", "Black holds point 22.", "Look there.", ""]
    assert TextStyle.ALERT in inks(panel, "› hand/22")


def test_impossible_text_is_marked_while_typing() -> None:
    typed = done_on_board(lesson_at(SHORT), "hand/22")
    panel = shown(typed)
    assert words(panel)[5:8] == ["› hand/22▏", "Illegal: enter shows", "why."]
    assert TextStyle.ALERT in inks(panel, "› hand/22▏")


def test_end_of_a_lesson_names_the_next() -> None:
    over = solve(lesson_at(SHORT)).advance()[0]
    assert words(shown(over, source=at(2))) == [
        "That was lesson 2 of",
        "12.",
        "",
        "Next: A lesson.",
        "",
        "enter start it",
        "esc leave",
    ]
    last = " ".join(words(shown(over, source=at(12))))
    assert last.startswith("That was the last lesson of this course. Now play a game!")
    some = " ".join(words(shown(over, source=at(12, {*range(1, 12)} - {3, 7}))))
    assert some.startswith("That was the last lesson of this course. Lessons 3 and 7 are not done")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_end_of_the_first_ten_minutes_offers_a_game(ruleset: str) -> None:
    lessons = course(ruleset)
    for entry in lessons[:-1]:
        mode = solve(lesson_at(SHORT)).advance()[0]
        source = Course(entry, lessons)
        mode = replace(mode, source=source)
        text = " ".join(words(shown(mode, source=source)))
        offer = "You know enough for a first game now. P play a first game"
        assert (offer in text) is entry.is_enough
        assert "enter start it" in text
        game = Leave(None, mode.run.lesson.rules.name)
        assert (game in mode.handle("P")[1]) is entry.is_enough
        begun = replace(lesson_at(SHORT), source=source)
        assert game not in begun.handle("P")[1]


QUESTION = "\n".join(
    [
        *(SHUT, "Roll: 6-6", "Question: Is there more?", "About: complement after hand/19(4)"),
        *("Solution: no", "Hint: Look."),
    ]
)


# ---- little room


def test_read_text_is_omitted_first() -> None:
    before = lesson_at(SHORT)
    wrong = done_on_board(done_on_board(before, "hand/22"), "enter")
    low = (22, 11)
    assert "You are White." in words(shown(before, low))
    assert "You are White." not in words(shown(wrong, low))
    assert "You are White." in words(shown(wrong, (22, 12)))
    assert "Look there." in words(shown(wrong, low))


@pytest.mark.parametrize("room", [NARROW, (22, 19), WIDE])
def test_longest_texts_can_be_read_completely(room: tuple[int, int]) -> None:
    before = lesson_at(LONG)
    wrong = done_on_board(done_on_board(before, "hand/22"), "enter")
    solved = before.show_solution()
    for state, texts in [(before, f"{SAY} {TASK}"), (wrong, WRONG), (solved, AFTER)]:
        read: set[str] = set()
        for top in range(60):
            panel = shown(state, room, top)
            assert len(panel.lines) <= room[1]
            assert all(cell_len(line.text.rstrip()) <= room[0] for line in panel.lines)
            read.update(word for line in words(panel) for word in line.split())
        assert set(texts.split()) <= read


def test_scrolling_starts_at_new_text() -> None:
    before = lesson_at(LONG)
    assert shown(before).is_text
    assert words(shown(before))[0].startswith("word000")
    assert words(shown(before))[-3] == "pgup pgdn more"
    wrong = done_on_board(done_on_board(before, "hand/22"), "enter")
    assert "wrong21" in " ".join(words(shown(wrong)))


def test_entry_never_scrolls_away() -> None:
    before = lesson_at(LONG)
    for top in (None, 0, 5, 99):
        assert "› ▏such as hand/24" in words(shown(before, NARROW, top))
    inputs = [span.click for line in shown(before).lines for span in line.spans if span.click]
    assert {Key.PAGE_UP, Key.PAGE_DOWN} <= set(inputs)


@pytest.mark.parametrize(
    "entry", [single for course in courses() for single in course], ids=attrgetter("place")
)
def test_course_steps_fit_80_by_24(entry: CourseLesson) -> None:
    state = LessonMode.begin(entry, PLAIN)
    while state.run.awaited is not NextInput.NOTHING:
        assert not shown(state).is_text, state.run.number
        assert not shown(state.show_solution()).is_text, state.run.number
        state = solve(state).advance()[0]


# ---- header and footer


@pytest.mark.parametrize("width", [80, 100, 120])
@pytest.mark.parametrize("ruleset", ["russian", "never-finishing"])
def test_header_fits_the_longest_title(width: int, ruleset: str) -> None:
    lesson = read_lesson(write(task("Opening: 2-1", "Solution: again"), ruleset="russian"))
    lesson = replace(lesson, title="T" * 40)
    line = at(12).header(run_at(lesson), width, GLYPHS).text
    assert cell_len(line) <= width
    assert re.search("● (White (· )?)?[0-9]+ (pips )?○ (Black (· )?)?[0-9]+ ", line)


def test_small_screens_have_short_counts() -> None:
    run = lesson_at(SHORT).run
    assert at(2).header(run, 80, GLYPHS).text.rstrip().endswith("2/12 · step 1/1")
    assert at(2).header(run, 120, GLYPHS).text.rstrip().endswith("lesson 2 of 12 · step 1 of 1")
    assert (
        OWN.header(run, 80, ASCII)
        .text.rstrip()
        .endswith("O White - 369 pips X Black - 365 pips  step 1/1")
    )


@pytest.mark.parametrize("width", [80, 100, 110, 120])
def test_footer_fits_and_is_clickable(width: int) -> None:
    for state in (lesson_at(SHORT), lesson_at(SHORT).show_solution(), lesson_at(QUESTION)):
        line = state.footer(width)
        assert cell_len(line.text.rstrip()) <= width
        assert all(span.click for span in line.spans if span.text.strip())


def test_disabled_keys_are_dim() -> None:
    def live(state: LessonMode) -> set[str]:
        line = state.footer(120)
        return {span.text for span in line.spans if span.style is TextStyle.KEY}

    assert {"t", "T"} <= live(lesson_at(SHORT))
    assert "u" not in live(lesson_at(SHORT))
    assert "u" in live(lesson_at(SHORT).show_solution())
    assert "t" not in live(lesson_at(SHORT).show_solution())
