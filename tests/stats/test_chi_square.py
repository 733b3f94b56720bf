"""The dice against chance."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.stats.chi_square import DOUBLETS, MIXED, Fall, chance_above
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


# ---- chi-square


def test_an_even_fall_is_as_even_as_can_be() -> None:
    even = Fall((20,) * THROWS)
    for found, degrees in ((even.throws_unevenness(), 20), (even.faces_unevenness(), 5)):
        assert (found.chi_square, found.degrees, found.chance) == (0, degrees, 1)


def test_chi_square_is_added_up_over_the_classes() -> None:
    # Of 36 throws all are 1-1: one was expected, of every other doublet one, of the rest two.
    alike = fall_of(d11=36)
    assert alike.throws_unevenness().chi_square == pytest.approx(35**2 + 5 * 1 + 15 * 2)
    # Seventy-two faces, twelve expected of each.
    assert alike.faces_unevenness().chi_square == pytest.approx(60**2 / 12 + 5 * 12)
    assert alike.throws_unevenness().chance < 1e-6


def test_who_threw_the_higher_die_first_does_not_matter() -> None:
    assert fall_of(d31=10).throws_unevenness() == fall_of(d13=10).throws_unevenness()


@pytest.mark.parametrize(
    ("throws", "throws_small", "faces_small"),
    [(14, True, True), (15, True, False), (179, True, False), (180, False, False)],
)
def test_a_sample_is_small_if_its_rarest_class_is_expected_less_than_five_times(
    throws: int, throws_small: bool, faces_small: bool
) -> None:
    fall = fall_of(d31=throws)
    assert fall.throws_unevenness().is_small is throws_small
    assert fall.faces_unevenness().is_small is faces_small


def test_no_throws_are_not_uneven() -> None:
    nothing = Fall((0,) * THROWS).throws_unevenness()
    assert (nothing.chi_square, nothing.chance, nothing.is_small) == (0, 1, True)


# ---- the distribution


@pytest.mark.parametrize(
    ("degrees", "chance", "chi_square"),
    [
        # As tables of critical values have them.
        (1, 0.05, 3.841),
        (1, 0.001, 10.828),
        (2, 0.05, 5.991),
        (2, 0.01, 9.210),
        (3, 0.05, 7.815),
        (5, 0.95, 1.145),
        (5, 0.10, 9.236),
        (5, 0.05, 11.070),
        (5, 0.01, 15.086),
        (5, 0.001, 20.515),
        (20, 0.95, 10.851),
        (20, 0.10, 28.412),
        (20, 0.05, 31.410),
        (20, 0.01, 37.566),
        (20, 0.001, 45.315),
        (35, 0.001, 66.619),
    ],
)
def test_chances_are_those_of_the_tables(degrees: int, chance: float, chi_square: float) -> None:
    assert chance_above(chi_square, degrees) == pytest.approx(chance, rel=0.001)


@pytest.mark.parametrize("degrees", [1, 2, 5, 20, 35])
def test_the_ends_of_the_distribution(degrees: int) -> None:
    assert chance_above(0, degrees) == 1
    assert chance_above(1e5, degrees) == 0
    assert chance_above(1e300, degrees) == 0


def some_fall(dice: random.Random, throws: int, six: float = 1) -> Fall:
    """A fall of two dice whose sixes are so many times as likely as any other number."""
    pairs = list(product(range(1, 7), repeat=2))
    likely = [six ** pair.count(6) for pair in pairs]
    seen = Counter(dice.choices(range(THROWS), likely, k=throws))
    return Fall(tuple(seen[place] for place in range(THROWS)))


def test_loaded_dice_are_found_out() -> None:
    loaded = some_fall(random.Random(5), 2000, six=1.5)
    assert loaded.faces_unevenness().chance < 1e-6
    assert loaded.throws_unevenness().chance < 1e-6
