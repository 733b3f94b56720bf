"""Boxes: what is known rests longer and longer, what is not comes back at once."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.teach.spacing import REST, Card, answered, first_answer, next_items, read_card

TODAY = 739_000
LAST_BOX = len(REST) - 1

cards = st.builds(
    Card, st.sampled_from("abcdef"), st.integers(0, LAST_BOX), st.integers(TODAY - 9, TODAY + 9)
)


def test_right_answers_rest_longer_and_longer() -> None:
    card = first_answer("a", right=True, today=TODAY)
    dues = [card.due - TODAY]
    while card.box < LAST_BOX:
        card = answered(card, right=True, today=card.due)
        dues.append(card.due - TODAY)
    assert dues == [1, 4, 11, 27, 62]
    assert answered(card, right=True, today=card.due) == Card("a", LAST_BOX, card.due + 35)


def test_a_wrong_answer_is_due_again_today_however_well_known_it_was() -> None:
    for box in range(len(REST)):
        assert answered(Card("a", box, TODAY), right=False, today=TODAY) == Card("a", 0, TODAY)
    assert first_answer("b", right=False, today=TODAY) == Card("b", 0, TODAY)


def test_due_ones_come_first_the_least_known_before_the_others_and_then_new_ones() -> None:
    known = [Card("a", 3, TODAY), Card("b", 0, TODAY), Card("c", 1, TODAY + 1)]
    for seed in range(20):
        *due, first, second = next_items(known, "abcde", TODAY, Random(seed))
        assert due == ["b", "a"]
        assert {first, second} == {"d", "e"}


def test_within_a_box_and_among_new_ones_chance_decides() -> None:
    known = [Card(item, 1, TODAY) for item in "ab"]
    orders = {next_items(known, "abcd", TODAY, Random(seed)) for seed in range(50)}
    assert orders == {("a", "b", "c", "d"), ("a", "b", "d", "c"), ("b", "a", "c", "d"),
                      ("b", "a", "d", "c")}  # fmt: skip
    assert next_items(known, "abcd", TODAY, Random(7)) == next_items(
        known, "abcd", TODAY, Random(7)
    )


def test_the_cards_of_questions_that_are_no_more_are_left_out() -> None:
    assert next_items([Card("gone", 0, TODAY)], "a", TODAY, Random(1)) == ("a",)


@given(st.lists(cards, unique_by=lambda card: card.item), st.integers(0, 99))
def test_every_question_is_either_to_be_asked_or_rests(known: list[Card], seed: int) -> None:
    asked = next_items(known, "abcdef", TODAY, Random(seed))
    resting = {card.item for card in known if card.due > TODAY}
    assert len(set(asked)) == len(asked)
    assert set(asked) | resting == set("abcdef")
    assert not set(asked) & resting


@given(cards)
def test_a_card_is_kept_as_text(card: Card) -> None:
    assert read_card(card.item, card.write()) == card


@pytest.mark.parametrize("written", ["", "0", "0 today", "6 0", "-1 0", "0 1x", "٣ 0"])
def test_what_is_no_card_is_passed_over(written: str) -> None:
    assert read_card("a", written) is None
