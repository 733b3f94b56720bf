from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.teach.quiz import REST, Card, answered, next_items, read_card, read_pair

TODAY = 739_000
LAST_BOX = len(REST) - 1

cards = st.builds(
    Card, st.sampled_from("abcdef"), st.integers(0, LAST_BOX), st.integers(TODAY - 9, TODAY + 9)
)


def test_interval_grows_after_each_right_answer() -> None:
    card = answered(Card("a", 0, TODAY), is_right=True, today=TODAY)
    dues = [card.due - TODAY]
    while card.box < LAST_BOX:
        card = answered(card, is_right=True, today=card.due)
        dues.append(card.due - TODAY)
    assert dues == [1, 4, 11, 27, 62]
    assert answered(card, is_right=True, today=card.due) == Card("a", LAST_BOX, card.due + 35)


def test_wrong_answer_is_due_today() -> None:
    for box in range(len(REST)):
        assert answered(Card("a", box, TODAY), is_right=False, today=TODAY) == Card("a", 0, TODAY)


def test_due_items_come_first_then_new_ones() -> None:
    due = [Card("a", 3, TODAY), Card("b", 0, TODAY)]
    resting = [Card("c", 1, TODAY + 3), Card("f", 4, TODAY + 1)]
    for seed in range(20):
        asked = next_items([*due, *resting], "abcdef", TODAY, Random(seed))
        assert asked[:2] == ("b", "a")
        assert {*asked[2:4]} == {"d", "e"}
        assert asked[4:] == ("f", "c"), "what rests is asked where nothing else is left"


def test_order_within_a_box_is_random() -> None:
    known = [Card(item, 1, TODAY) for item in "ab"]
    orders = {next_items(known, "abcd", TODAY, Random(seed)) for seed in range(50)}
    assert orders == {("a", "b", "c", "d"), ("a", "b", "d", "c"), ("b", "a", "c", "d"),
                      ("b", "a", "d", "c")}  # fmt: skip
    assert next_items(known, "abcd", TODAY, Random(7)) == next_items(
        known, "abcd", TODAY, Random(7)
    )


def test_cards_without_questions_are_ignored() -> None:
    assert next_items([Card("gone", 0, TODAY)], "a", TODAY, Random(1)) == ("a",)


@given(st.lists(cards, unique_by=lambda card: card.item), st.integers(0, 99))
def test_resting_items_come_last(known: list[Card], seed: int) -> None:
    asked = next_items(known, "abcdef", TODAY, Random(seed))
    resting = {card.item for card in known if card.due > TODAY} & set("abcdef")
    assert sorted(asked) == list("abcdef")
    assert {*asked[len(asked) - len(resting) :]} == resting


@given(cards)
def test_card_round_trips(card: Card) -> None:
    assert read_card(card.item, card.entry[1]) == card


@pytest.mark.parametrize("written", ["", "0", "0 today", "6 0", "-1 0", "0 1x", "٣ 0"])
def test_invalid_card_is_ignored(written: str) -> None:
    assert read_card("a", written) is None


@pytest.mark.parametrize(("digits", "is_read"), [(12, True), (13, False)])
def test_huge_number_is_invalid(digits: int, is_read: bool) -> None:
    written = f"0 {'9' * digits}"
    assert read_pair(written) == ((0, int("9" * digits)) if is_read else None)
    assert (read_card("a", written) is not None) is is_read
