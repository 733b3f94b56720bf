"""The actions that stand after the entries of a record."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backgammon_tui.engine import Action, OpeningThrow, Throw
from backgammon_tui.engine.match import read_length
from backgammon_tui.storage.record import (
    DiceKind,
    DiceOrigin,
    Entry,
    GameRecord,
    NewDice,
    Standing,
    TakeBack,
    Undo,
    read_hints,
    write_hints,
)
from tests.engine.examples import B, W, rules_named
from tests.storage.matches import TYPED, new_match

ONE, TWO, THREE = OpeningThrow(3, 3), OpeningThrow(5, 2), Throw(6, 1)


def standing(*entries: Entry) -> tuple[Action, ...]:
    return GameRecord(TYPED, entries).standing


def test_undone_and_taken_back_actions_do_not_stand() -> None:
    assert standing(ONE, TWO, Undo(1)) == (ONE,)
    assert standing(ONE, TWO, THREE, TakeBack(2, W)) == (ONE,)
    assert standing(ONE, NewDice(TYPED), TWO, TakeBack(1, W), THREE) == (THREE,)
    assert standing(ONE, TWO, Undo(0), THREE, TakeBack(1, W)) == ()


@pytest.mark.parametrize("throw", [0, 3])
def test_there_must_be_a_throw_to_go_back_to(throw: int) -> None:
    with pytest.raises(ValueError, match=f"no throw {throw} to go back to"):
        standing(ONE, TWO, TakeBack(throw, W))
    with pytest.raises(ValueError, match=f"no throw {throw} to go back to"):
        Standing.of([ONE, TWO]).index_of(throw)


def test_seeds_are_shown_by_their_commitments() -> None:
    first, second = (DiceOrigin(DiceKind.FAIR, letter * 64) for letter in "ab")
    record = GameRecord(first).add(NewDice(second)).add(NewDice(TYPED))
    assert record.seeds == ()
    shown = record.with_seeds({"b" * 64: "22", "c" * 64: "33"})
    assert shown.seeds == ("22",)
    assert shown.with_seeds({"a" * 64: "11", "b" * 64: "99"}).seeds == ("11", "22")


@pytest.mark.parametrize(("text", "length"), [("1", 1), ("5", 5), ("999", 999)])
def test_the_length_of_a_match(text: str, length: int) -> None:
    assert read_length(text) == length


@pytest.mark.parametrize("text", ["", "0", "05", "1000", "-1", "five", "٥", "5 "])
def test_no_match_is_so_long(text: str) -> None:
    with pytest.raises(ValueError, match="1 to 999 points"):
        read_length(text)


def test_the_players_are_called_by_their_names() -> None:
    record = new_match(rules_named("russian"), 5)
    assert (record.name(W), record.name(B)) == (record.white, record.black)


def test_who_has_hints_goes_with_the_players_when_they_swap() -> None:
    record = replace(new_match(rules_named("french")), hints=frozenset({W}))
    assert record.again(swapped=True).hints == {B}
    assert read_hints(write_hints(frozenset({W, B}))) == {W, B}
    with pytest.raises(ValueError, match="W, B or WB"):
        read_hints("BW")
