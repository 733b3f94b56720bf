from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.dice import read_dice


@pytest.mark.parametrize("text", ["5 3", "53", "5-3", "5,3", "5, 3", " 5   3 ", "5/3", "5\t3"])
def test_two_numbers_are_read_as_a_roll(text: str) -> None:
    assert read_dice(text) == (5, 3)


def test_order_of_numbers_is_kept() -> None:
    assert read_dice("3 5") == (3, 5)


@pytest.mark.parametrize(
    "text", ["", "5", "5 3 1", "7 1", "0 4", "five three", "५ ३", "5+3", "-5 3", "5.3", "1e1"]
)
def test_text_that_is_not_a_roll_is_rejected(text: str) -> None:
    with pytest.raises(ValueError, match="two numbers from 1 to 6"):
        read_dice(text)


@given(st.text(max_size=12))
def test_only_numbers_from_1_to_6_are_read(text: str) -> None:
    try:
        numbers = read_dice(text)
    except ValueError:
        return
    assert set(numbers) <= set(range(1, 7))
