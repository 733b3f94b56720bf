from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.stats import DOUBLES, MIXED, ROLLS, Fall, roll_index

counts = st.lists(st.integers(0, 50), min_size=ROLLS, max_size=ROLLS).map(tuple)


def fall_of(**rolls: int) -> Fall:
    """A fall written as `d31=5`: 3-1 was rolled five times."""
    counts = [0] * ROLLS
    for name, number in rolls.items():
        counts[roll_index(int(name[1]), int(name[2]))] += number
    return Fall(tuple(counts))


def test_rolls_are_distinguished_by_their_numbers() -> None:
    fall = fall_of(d31=5, d13=2, d66=4)
    assert fall.total == 11
    assert [fall.count(3, 1), fall.count(1, 3), fall.count(6, 6), fall.count(2, 1)] == [7, 7, 4, 0]
    assert fall.doubles == 4
    assert fall.faces == (7, 0, 7, 0, 0, 8)


@given(counts)
def test_rolls_have_21_classes_of_two_faces(
    rolls: tuple[int, ...],
) -> None:
    fall = Fall(rolls)
    classes = (*DOUBLES, *MIXED)
    assert len(set(classes)) == 21
    assert sum(fall.count(*roll) for roll in classes) == fall.total
    assert sum(fall.faces) == 2 * fall.total
    assert sum(fall.expected(*roll) for roll in classes) == pytest.approx(fall.total)
