from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from operator import attrgetter

import pytest
from rich.cells import cell_len

from backgammon_tui.modes.inputs import Key
from backgammon_tui.modes.lesson import Course, LessonMode, lesson_panel
from backgammon_tui.modes.mode import Frame, footer
from backgammon_tui.modes.text import ASCII, Glyphs, Panel, TextLine, TextStyle
from backgammon_tui.teach.lessons.catalogue import CourseLesson, courses
from backgammon_tui.teach.lessons.reading import read_lesson
from backgammon_tui.teach.lessons.run import NextInput
from tests.modes.examples import PLAIN
from tests.modes.solving import done_on_board, solve
from tests.teach.lessons.examples import task, write

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


def lesson_at(*steps: str) -> LessonMode:
    return LessonMode.begin(read_lesson(write(*steps)), PLAIN)


def shown(
    mode: LessonMode,
    room: tuple[int, int] = NARROW,
    top: int | None = None,
    source: Course | None = None,
) -> Panel:
    return lesson_panel(replace(mode, source=source or Course()), Frame(120, room, GLYPHS, top))


def at(number: int, done: Iterable[int] = range(1, 13)) -> Course:
    """Return a lesson of a course of twelve."""
    lessons = tuple(
        CourseLesson("falood", place, write(SHORT, ruleset="falood")) for place in range(1, 13)
    )
    return Course(lessons[number - 1], lessons, frozenset(lessons[n - 1].item for n in done))


def header(mode: LessonMode, source: Course, width: int, glyphs: Glyphs = GLYPHS) -> str:
    return text(source.header(mode.run, width, glyphs))


def words(panel: Panel) -> list[str]:
    """Return the lines of a panel without trailing spaces."""
    return [text(line) for line in panel.lines]


def text(line: TextLine) -> str:
    return "".join(span.text for span in line.spans).rstrip()


def inks(panel: Panel, line: str) -> set[TextStyle]:
    result = next(element for element in panel.lines if text(element) == line)
    return {span.style for span in result.spans if span.text.strip()}


# ---- a short lesson


def test_task_is_between_text_and_entry() -> None:
    assert words(shown(lesson_at(SHORT))) == [
        "You are White.",
        "",
        "Play what you can.",
        "",
        "● 6 and 3 to play",
        "› ▏",
        "Type moves such as",
        "hand/24 and press",
        "enter, or click a",
        "checker, then its",
        "target.",
    ]


def test_list_and_count_appear_after_a_try_or_hint() -> None:
    """Before that, they would give the answer away."""
    running = "Start: W 24:5 20:5 19:5 / B hand:15; W to move"
    before = lesson_at(task(running, "Roll: 6-4", "Solution: 24/14"))
    tried = done_on_board(done_on_board(before, "24/23"), "enter")
    for opened in (tried, before.show_hint()):
        assert f"{len(before.input.choosing.rows)} plays" in " ".join(words(shown(opened, WIDE)))
    assert "plays" not in " ".join(words(shown(before, WIDE)))
    step = before.handle_input(Key.DOWN)[0]
    assert step.input.choosing.row is None
    assert "The list comes after your first try" in " ".join(words(shown(step, WIDE)))


def test_list_does_not_reveal_the_only_play() -> None:
    tried = done_on_board(done_on_board(lesson_at(SHORT), "hand/22"), "enter")
    assert "hand/19" not in " ".join(words(shown(tried)))
    step = tried.handle_input(Key.DOWN)[0]
    assert "There is only one legal play." in " ".join(words(shown(step, WIDE)))


def test_plays_are_not_counted_without_a_list() -> None:
    hinted = lesson_at(SHORT).show_hint()
    assert "1 play" in " ".join(words(shown(hinted)))
    assert "1 play" not in " ".join(words(shown(hinted, (21, 8))))


def test_enter_without_text_repeats_the_task() -> None:
    for key in ("enter", "space"):
        text = " ".join(words(shown(done_on_board(lesson_at(SHORT), key))))
        assert "Type a play, or click its checkers." in text


def test_strip_shows_losses_only_after_the_answer() -> None:
    def marks(state: LessonMode) -> set[str]:
        steps = state.view(Frame(120, WIDE, GLYPHS)).stages
        return {step.status.name for stage in steps for step in stage}

    before = lesson_at(SHORT)
    assert "LOST" not in marks(before)
    assert "LOST" in marks(before.show_hint())


def test_shown_solution_is_asked_again() -> None:
    solved = lesson_at(SHORT, SHORT).show_solution()
    assert words(shown(solved))[-1] == "enter try it yourself"
    again = solved.advance()[0]
    assert (again.run.number, again.run.is_solved) == (0, False)
    assert solve(again).advance()[0].run.number == 1
    assert again.run.missed == {0}


def test_move_instructions_appear_once() -> None:
    how = "hand/24"
    first = lesson_at(SHORT, SHORT)
    assert how in " ".join(words(shown(first)))
    # Without room for a sentence, the entry line contains it.
    assert words(shown(first, (21, 8)))[-1] == "› ▏such as hand/24"
    for begun in (
        done_on_board(first, "h"),
        first.show_hint(),
        first.show_solution(),
        solve(first).advance()[0],
    ):
        assert how not in " ".join(words(shown(begun)))


def test_try_is_above_its_answer() -> None:
    wrong = done_on_board(done_on_board(lesson_at(SHORT), "hand/22"), "enter")
    panel = shown(wrong)
    assert words(panel)[4:8] == ["› hand/22", "Black holds point 22.", "Look there.", ""]
    assert TextStyle.ALERT in inks(panel, "› hand/22")
    assert words(panel)[8].startswith("w the rule: ")


def test_impossible_text_is_marked_while_typing() -> None:
    typed = done_on_board(lesson_at(SHORT), "hand/22")
    panel = shown(typed)
    assert words(panel)[5:8] == ["› hand/22▏", "Illegal: enter shows", "why."]
    assert TextStyle.ALERT in inks(panel, "› hand/22▏")


def test_solved_step_only_continues() -> None:
    right = done_on_board(done_on_board(lesson_at(SHORT), "hand/19"), "enter")
    assert words(shown(right)) == [
        "You are White.",
        "",
        "Play what you can.",
        "",
        "Right.",
        "You cannot play the 3",
        "(Black holds 22).",
        "",
        "w the rule: what you",
        "  must play",
        "",
        "enter goes on",
    ]


def test_help_after_two_mistakes_is_clickable() -> None:
    wrong = lesson_at(SHORT)
    for _ in range(2):
        assert "t a hint, T solution" not in words(shown(wrong))
        wrong = done_on_board(done_on_board(wrong, "hand/22"), "enter")
    assert "t a hint, T solution" in words(shown(wrong))
    helped = words(shown(wrong.show_hint()))
    assert "Hint: Look." in helped
    assert "t a hint, T solution" not in helped


def test_lesson_moves_are_described_without_dice() -> None:
    lesson = lesson_at(f"{SHUT}\nRoll: 6-3\nPlayed: hand/19\nRoll: 4-1\nPlayed: hand/21 hand/24\n")
    text = " ".join(words(shown(lesson)))
    assert "White plays hand/19. White cannot play the 3 (Black holds 22)." in text
    assert "Black plays hand/21 hand/24." in text
    assert "rolls" not in text


def test_end_of_a_lesson_names_the_next() -> None:
    over = solve(lesson_at(SHORT)).advance()[0]
    assert words(shown(over)) == ["That was the lesson.", "", "enter leads back"]
    assert words(shown(over, source=at(2))) == [
        "That was lesson 2 of",
        "12.",
        "",
        "Next: A lesson.",
        "",
        "enter starts it",
        "esc leaves",
    ]
    last = " ".join(words(shown(over, source=at(12))))
    assert last.startswith("That was the last lesson of this course. Now play a game!")
    some = " ".join(words(shown(over, source=at(12, {*range(1, 12)} - {3, 7}))))
    assert some.startswith("That was the last lesson of this course. Lessons 3 and 7 are not done")


# ---- questions

QUESTION = "\n".join(
    [
        *(SHUT, "Roll: 6-6", "Question: Is there more?", "About: complement after hand/19(4)"),
        *("Solution: no", "Hint: Look."),
    ]
)


def test_answers_are_below_the_entry() -> None:
    panel = words(shown(lesson_at(QUESTION), (20, 20)))
    assert panel == ["Is there more?", "", "› _", "Press y or n.", "yes no"]
    answered = words(shown(done_on_board(lesson_at(QUESTION), "y"), (44, 20)))
    assert "Not right. No complement: not all checkers" in answered


# ---- little room


def test_read_text_is_omitted_first() -> None:
    before = lesson_at(SHORT)
    wrong = done_on_board(done_on_board(before, "hand/22"), "enter")
    low = (22, 10)
    assert "You are White." in words(shown(before, low))
    assert "You are White." not in words(shown(wrong, low))
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
            assert all(cell_len(text(line)) <= room[0] for line in panel.lines)
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
    state = LessonMode.begin(entry.read(), PLAIN)
    while state.run.awaited is not NextInput.NOTHING:
        assert not shown(state).is_text, state.run.number
        assert not shown(state.show_solution()).is_text, state.run.number
        state = solve(state).advance()[0]


# ---- header and footer


def lesson_footer(state: LessonMode, width: int) -> TextLine:
    mode = state
    return footer(mode.commands, mode, width)


@pytest.mark.parametrize("width", [80, 100, 120])
@pytest.mark.parametrize("ruleset", ["russian", "never-finishing"])
def test_header_fits_the_longest_title(width: int, ruleset: str) -> None:
    lesson = read_lesson(write(task("Opening: 2-1", "Solution: again"), ruleset="russian"))
    lesson = replace(lesson, title="T" * 40)
    line = header(LessonMode.begin(lesson, PLAIN), at(12), width)
    assert cell_len(line) <= width
    assert "● White ○ Black" in line


def test_small_screens_have_short_counts() -> None:
    begun = lesson_at(SHORT)
    narrow = header(begun, at(2), 80)
    assert narrow.endswith("2/12 · step 1/1")
    wide = header(begun, at(2), 120)
    assert wide.endswith("lesson 2 of 12 · step 1 of 1")
    own = header(begun, Course(), 80, ASCII)
    assert own.endswith("O White X Black  step 1/1")


@pytest.mark.parametrize("width", [80, 100, 110, 120])
def test_footer_fits_and_is_clickable(width: int) -> None:
    for state in (lesson_at(SHORT), lesson_at(SHORT).show_solution(), lesson_at(QUESTION)):
        line = lesson_footer(state, width)
        assert cell_len(text(line)) <= width
        assert all(span.click for span in line.spans if span.text.strip())


def test_disabled_keys_are_dim() -> None:
    def live(state: LessonMode) -> set[str]:
        line = lesson_footer(state, 120)
        return {span.text for span in line.spans if span.style is TextStyle.KEY}

    assert {"t", "T"} <= live(lesson_at(SHORT))
    assert "z" not in live(lesson_at(SHORT))
    assert live(lesson_at(SHORT).show_solution()) & {"u", "z"} == {"z"}
    assert "t" not in live(lesson_at(SHORT).show_solution())
