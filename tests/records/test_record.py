"""What stands of the entries of a record."""

from __future__ import annotations

import pytest

from backgammon_tui.engine import OpeningThrow, Resign, Throw
from backgammon_tui.records.record import (
    DiceKind,
    DiceOrigin,
    GameRecord,
    NewDice,
    TakeBack,
    Undo,
    count_throws,
    index_of_throw,
    standing_actions,
    undo_limit,
)
from tests.engine.examples import B, W, rules_named
from tests.records.matches import TYPED, new_match

ONE, TWO, THREE = OpeningThrow(3, 3), OpeningThrow(5, 2), Throw(6, 1)


def test_undone_and_taken_back_actions_do_not_stand() -> None:
    assert standing_actions([ONE, TWO, Undo(1)]) == (ONE,)
    assert standing_actions([ONE, TWO, THREE, TakeBack(2, W)]) == (ONE,)
    assert standing_actions([ONE, NewDice(TYPED), TWO, TakeBack(1, W), THREE]) == (THREE,)
    assert standing_actions([ONE, TWO, Undo(0), THREE, TakeBack(1, W)]) == ()


@pytest.mark.parametrize("throw", [0, 3])
def test_there_must_be_a_throw_to_go_back_to(throw: int) -> None:
    with pytest.raises(ValueError, match=f"no throw {throw} to go back to"):
        standing_actions([ONE, TWO, TakeBack(throw, W)])
    with pytest.raises(ValueError, match=f"no throw {throw} to go back to"):
        index_of_throw([ONE, TWO], throw)


def test_throws_are_counted() -> None:
    actions = (ONE, TWO, THREE, Resign(W, 1))
    assert count_throws(actions) == 3
    assert index_of_throw(actions, 3) == 2
    assert undo_limit(actions) == 3
    assert undo_limit(()) == 0


def test_seeds_are_shown_by_their_commitments() -> None:
    first, second = (DiceOrigin(DiceKind.FAIR, letter * 64) for letter in "ab")
    record = GameRecord(first).add(NewDice(second)).add(NewDice(TYPED))
    assert not record.is_accepted
    shown = record.with_seeds({"b" * 64: "22", "c" * 64: "33"})
    assert shown.seeds == ("22",)
    assert shown.with_seeds({"a" * 64: "11", "b" * 64: "99"}).seeds == ("11", "22")


def test_a_match_counts_the_games_that_are_over() -> None:
    game = GameRecord(TYPED)
    record = new_match(rules_named("russian"), 5).add_game(game.add(Resign(W, 2))).add_game(game)
    assert record.match().score(B) == 2
    assert record.match().game_number == 2
    assert record.with_game(game.add(Resign(W, 3))).match().winner is B
    assert (record.name(W), record.name(B)) == (record.white, record.black)
