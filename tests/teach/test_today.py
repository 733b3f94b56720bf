from __future__ import annotations

import pytest

from backgammon_tui.engine import RULESETS
from backgammon_tui.modes.courses import Course, Quiz
from backgammon_tui.modes.lesson import LessonMode, lesson_blocks
from backgammon_tui.modes.text import Glyphs
from backgammon_tui.settings import Settings
from backgammon_tui.storage.program_files import Storage
from backgammon_tui.teach.lessons.courses import courses
from backgammon_tui.teach.lessons.repeats import Repeat
from backgammon_tui.teach.lessons.replies import describe_step_before
from backgammon_tui.teach.lessons.run import run_at
from backgammon_tui.teach.quiz import Item, own_mistake, pool
from backgammon_tui.teach.today import read_today
from backgammon_tui.words.columns import wrap

MONDAY = 738_000
PUZZLES = [str(item) for item in pool("russian")[-3:]]
OWN = "best | russian | W 24:5 hand:10 / B 21:2 hand:13; W to move | 5-3 | hand/20 hand/22"


def kept(*entries: tuple[str, int]) -> dict[str, str]:
    return {item: f"1 {due}" for item, due in entries}


def test_everything_due_is_one_queue_oldest_first() -> None:
    saved = kept(
        ("step/russian/5/3", MONDAY - 1),
        ("step/french/2/1", MONDAY - 5),
        ("step/russian/3/1", MONDAY + 1),
        (f"quiz/{PUZZLES[0]}", MONDAY),
        (f"quiz/{PUZZLES[1]}", MONDAY - 9),
        (f"quiz/{PUZZLES[2]}", MONDAY + 1),
        ("quiz/nonsense", MONDAY),
    )
    today = read_today(saved, (), MONDAY)
    assert str(today) == "Today: 2 steps, 2 puzzles"
    assert [(r.entry.ruleset, r.entry.number, r.step) for r in today.steps] == [
        ("french", 2, 0),
        ("russian", 5, 2),
    ]
    assert today.puzzles == (PUZZLES[1], PUZZLES[0])
    assert str(read_today({}, (), MONDAY)) == ""
    assert str(read_today(kept(("step/russian/5/3", MONDAY)), (), MONDAY)) == "Today: 1 step"


@pytest.mark.parametrize(
    ("left", "is_done", "due"),
    [(None, False, 1), ("1", False, 0), ("2", False, 0), ("3", False, 1), ("0", True, 1)],
)
def test_step_still_ahead_in_a_lesson_is_not_due(left: str | None, is_done: bool, due: int) -> None:
    saved = kept(("step/russian/5/3", MONDAY))
    if left:
        saved["lesson/russian/5 step"] = f"{left} 2026-11-29T10:00:00+00:00"
    if is_done:
        saved["lesson/russian/5"] = "2026-11-28T10:00:00+00:00"
    assert len(read_today(saved, (), MONDAY).steps) == due


def repeated(place: str, step: int) -> LessonMode:
    (repeat,) = read_today(kept((f"step/{place}/{step}", MONDAY)), (), MONDAY).steps
    assert isinstance(repeat, Repeat)
    return LessonMode.repeat((repeat,), Settings())


def text_of(mode: LessonMode) -> str:
    blocks = lesson_blocks(mode, 60, Glyphs())
    return " ".join(line.text for block in blocks for line in block.lines)


def test_repeated_step_shows_the_step_before() -> None:
    mode = repeated("russian/5", 3)
    assert isinstance(mode.source, Course)
    assert "Before: Second comes the complement" in text_of(mode)
    assert text_of(mode).split("So four 3s follow")[0].strip().endswith("of 4? 3.")
    before = "Before: First come four 4s instead of two. Move all four checkers from 16 together."
    assert f"{before} 16/12(4)." in text_of(repeated("russian/5", 2))
    assert "Before: The first side to bear off all fifteen wins. " in text_of(
        repeated("russian/1", 2)
    )
    assert "Before" not in text_of(repeated("russian/5", 1))
    assert "Before" not in text_of(repeated("russian/3", 2)), "it starts from its own position"


def test_step_before_leaves_room_for_the_task() -> None:
    for lessons in courses():
        for entry in lessons:
            lesson = entry.read()
            for number in range(len(lesson.steps)):
                text = describe_step_before(run_at(lesson, number))
                assert len(wrap(text, 21)) <= 8, (entry.place, text)


def test_due_puzzles_are_asked_first_and_own_mistakes_are_marked() -> None:
    storage = Storage()
    saved = {**kept((f"quiz/{PUZZLES[0]}", 1)), **dict([own_mistake(Item.parse(OWN), 0)])}
    storage.read_progress = lambda *_: saved  # type: ignore[method-assign]
    mode, _ = LessonMode.quiz((RULESETS["russian"],), storage, is_today=True)
    assert isinstance(mode.source, Quiz)
    assert str(mode.source.item) == OWN
    header = mode.source.header(mode.run, 110, Glyphs()).text
    assert "your own mistake" in header
    following = mode.source.after(True).next()
    assert isinstance(following.source, Quiz)
    assert str(following.source.item) == PUZZLES[0]
    assert "your own mistake" not in following.source.header(mode.run, 110, Glyphs()).text
    over = following.source.after(True).next()
    assert over.lesson.steps == ()
