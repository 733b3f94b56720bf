"""Steps that went wrong: how they are kept, and when they come back."""

from __future__ import annotations

from backgammon_tui.teach.lessons.catalogue import course, due_repeats, missed

ENTRY = course("russian")[2]
MONDAY = 738_000


def test_a_step_that_went_wrong_is_due_the_same_day() -> None:
    kept = dict([missed(ENTRY, 1, MONDAY)])
    assert kept == {"step/russian/3/2": "0 738000"}
    (repeat,) = due_repeats(kept, "russian", MONDAY)
    assert (repeat.entry, repeat.step) == (ENTRY, 1)
    assert due_repeats(kept, "french", MONDAY) == ()


def test_once_it_is_right_it_rests_longer_each_time() -> None:
    kept = dict([missed(ENTRY, 1, MONDAY)])
    (repeat,) = due_repeats(kept, "russian", MONDAY)
    kept = dict([repeat.done(True, MONDAY)])
    assert due_repeats(kept, "russian", MONDAY) == ()
    (repeat,) = due_repeats(kept, "russian", MONDAY + 1)
    kept = dict([repeat.done(True, MONDAY + 1)])
    assert due_repeats(kept, "russian", MONDAY + 3) == ()
    assert due_repeats(kept, "russian", MONDAY + 4)


def test_the_least_known_comes_first_and_what_makes_no_sense_is_left_out() -> None:
    kept = {
        "step/russian/3/2": "2 1",
        "step/russian/4/1": "0 1",
        "step/russian/99/1": "0 1",
        "step/russian/3/99": "0 1",
        "step/russian/3/1": "nonsense",
        "step/russian/3/3": "99 1",
        "lesson/russian/3": "0 1",
    }
    found = due_repeats(kept, "russian", MONDAY)
    assert [(repeat.entry.number, repeat.step) for repeat in found] == [(4, 0), (3, 1)]
