"""Every throw is checked against the dice it came from."""

from __future__ import annotations

from hypothesis import given

from backgammon_tui.dice import FairDice
from backgammon_tui.engine import OpeningThrow, Resign, Rules, Throw
from backgammon_tui.storage.record import (
    DiceKind,
    DiceOrigin,
    GameRecord,
    NewDice,
    TakeBack,
    check_throws,
)
from tests.engine.examples import W
from tests.engine.strategies import few, seeds, table_rules
from tests.storage.matches import SEED, TYPED, random_table

DICE = FairDice(SEED, "kiwi", "plum")
SHOWN = DiceOrigin(DiceKind.FAIR, DICE.commitment, "kiwi", "plum", SEED.hex())


def opening(number: int) -> OpeningThrow:
    return OpeningThrow(*DICE.throw(number))


def test_throws_of_a_shown_seed_agree() -> None:
    record = GameRecord(SHOWN, (opening(1), Throw(*DICE.throw(2)), Resign(W, 1)))
    assert [check.agrees for check in check_throws(record)] == [True, True]


def test_another_throw_does_not_agree() -> None:
    record = GameRecord(SHOWN, (opening(1), Throw(6, 6)))
    _, wrong = check_throws(record)
    assert (wrong.number, wrong.thrown, wrong.expected) == (2, (6, 6), (1, 2))
    assert not wrong.agrees


def test_another_word_is_another_throw() -> None:
    record = GameRecord(SHOWN._replace(white_word="Kiwi"), tuple(map(opening, range(1, 8))))
    assert not all(check.agrees for check in check_throws(record))


def test_throws_that_were_taken_back_are_checked_too() -> None:
    entries = (opening(1), Throw(6, 6), TakeBack(2, W), Throw(*DICE.throw(2)))
    checks = list(check_throws(GameRecord(SHOWN, entries)))
    assert [(check.number, check.agrees) for check in checks] == [(1, True), (2, False), (2, True)]


def test_nothing_is_known_of_typed_dice_and_of_a_seed_not_shown() -> None:
    for origin in (TYPED, SHOWN._replace(seed="")):
        (check,) = check_throws(GameRecord(origin, (opening(1),)))
        assert check.expected is None
        assert check.kind is origin.kind


def test_new_dice_go_on_with_the_number_of_the_throw() -> None:
    plain = FairDice(SEED)
    later = DiceOrigin(DiceKind.FAIR, plain.commitment, seed=SEED.hex())
    entries = (OpeningThrow(3, 3), NewDice(later), OpeningThrow(*plain.throw(2)))
    typed, fair = check_throws(GameRecord(TYPED, entries))
    assert typed.expected is None
    assert fair.agrees


@few
@given(table_rules(), seeds)
def test_the_throws_of_played_matches_agree(rules: Rules, seed: int) -> None:
    for game in random_table(rules, seed, 300).record.games:
        assert all(check.agrees == bool(game.seeds) for check in check_throws(game))
