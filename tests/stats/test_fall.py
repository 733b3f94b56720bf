"""The counts of the dice beside those of honest dice."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.stats.fall import DOUBLETS, MIXED, Fall
from backgammon_tui.stats.summary import THROWS, throw_index

counts = st.lists(st.integers(0, 50), min_size=THROWS, max_size=THROWS).map(tuple)


def fall_of(**throws: int) -> Fall:
    """A fall written as `d31=5`: 3-1 was thrown five times."""
    found = [0] * THROWS
    for name, number in throws.items():
        found[throw_index(int(name[1]), int(name[2]))] += number
    return Fall(tuple(found))


def test_throws_are_told_apart_by_their_numbers() -> None:
    fall = fall_of(d31=5, d13=2, d66=4)
    assert fall.total == 11
    assert [fall.count(3, 1), fall.count(1, 3), fall.count(6, 6), fall.count(2, 1)] == [7, 7, 4, 0]
    assert fall.doublets == 4
    assert fall.faces == (7, 0, 7, 0, 0, 8)


def test_what_honest_dice_throw() -> None:
    fall = Fall((20,) * THROWS)
    assert fall.expected(6, 6) == 20
    assert fall.expected(6, 5) == 40
    assert fall.expected_doublets == fall.doublets == 120
    assert fall.faces == (fall.expected_face,) * 6 == (240,) * 6


@given(counts)
def test_all_throws_fall_into_twenty_one_classes_and_show_two_faces(
    throws: tuple[int, ...],
) -> None:
    fall = Fall(throws)
    classes = (*DOUBLETS, *MIXED)
    assert len(set(classes)) == 21
    assert sum(fall.count(*throw) for throw in classes) == fall.total
    assert sum(fall.faces) == 2 * fall.total
    assert sum(fall.expected(*throw) for throw in classes) == pytest.approx(fall.total)
