from __future__ import annotations

from backgammon_tui.teach.lessons.courses import CourseLesson, course
from backgammon_tui.teach.lessons.repeats import due_repeats, repeat_of

MONDAY = 738_000


def third() -> CourseLesson:
    return course("russian")[2]


def test_wrong_step_is_due_the_same_day() -> None:
    kept = dict([repeat_of(third(), 1, MONDAY)])
    assert kept == {"step/russian/3/2": "0 738000"}
    (repeat,) = due_repeats(kept, course("russian"), MONDAY)
    assert (repeat.entry, repeat.step) == (third(), 1)
    assert due_repeats(kept, course("french"), MONDAY) == ()


def test_right_step_rests_longer_each_time() -> None:
    kept = dict([repeat_of(third(), 1, MONDAY)])
    (repeat,) = due_repeats(kept, course("russian"), MONDAY)
    kept = dict([repeat.done(True, MONDAY)])
    assert due_repeats(kept, course("russian"), MONDAY) == ()
    (repeat,) = due_repeats(kept, course("russian"), MONDAY + 1)
    kept = dict([repeat.done(True, MONDAY + 1)])
    assert due_repeats(kept, course("russian"), MONDAY + 3) == ()
    assert due_repeats(kept, course("russian"), MONDAY + 4)


def test_least_known_step_comes_first() -> None:
    kept = {
        "step/russian/3/2": "2 1",
        "step/russian/4/1": "0 1",
        "step/russian/99/1": "0 1",
        "step/russian/3/99": "0 1",
        "step/russian/3/1": "nonsense",
        "step/russian/3/3": "99 1",
        "lesson/russian/3": "0 1",
    }
    result = due_repeats(kept, course("russian"), MONDAY)
    assert [(repeat.entry.number, repeat.step) for repeat in result] == [(4, 0), (3, 1)]
