from __future__ import annotations

import pytest
from hypothesis import given

from backgammon_tui.dice import FairDice
from backgammon_tui.engine import (
    Action,
    Cube,
    Move,
    OpeningRoll,
    Resign,
    Roll,
    Rules,
    ScoreBefore,
)
from backgammon_tui.engine.game import read_length
from backgammon_tui.match.record import (
    AgreeHelp,
    DiceKind,
    DiceOrigin,
    Entry,
    GameRecord,
    MatchRecord,
    NewDice,
    TakeBack,
    Undo,
    check_rolls,
    read_entry,
    write_entry,
)
from backgammon_tui.match.table import Table
from backgammon_tui.settings import Help
from tests.engine.examples import B, W, rules_named
from tests.engine.strategies import few, house_rules, seeds
from tests.storage.matches import SEED, TYPED, new_match, random_table, seeds_of

ONE, TWO, THREE = OpeningRoll(3, 3), OpeningRoll(5, 2), Roll(6, 1)
MOVE, OTHER = Move(W, 24, 18, 6), Move(W, 13, 12, 1)


def effective(*entries: Entry) -> tuple[Action, ...]:
    return GameRecord(TYPED, entries).effective_actions


def test_undone_and_taken_back_actions_are_dropped() -> None:
    assert effective(ONE, MOVE, Undo(1)) == (ONE,)
    assert effective(ONE, MOVE, OTHER, Undo(2), Undo(1), MOVE) == (ONE, MOVE)
    assert effective(ONE, TWO, THREE, TakeBack(2, W)) == (ONE,)
    assert effective(ONE, NewDice(TYPED), TWO, TakeBack(2, W), THREE) == (ONE, THREE)
    assert effective(ONE, MOVE, Undo(1), THREE, TakeBack(1, W)) == ()
    assert effective(ONE, MOVE, THREE, TakeBack(1, W, kept=1)) == (ONE,)


@pytest.mark.parametrize(
    ("entries", "problem"),
    [
        ((ONE, Undo(0)), "nothing to undo"),
        ((ONE, MOVE, OTHER, Undo(1)), "one move at a time"),
        ((ONE, MOVE, THREE, TakeBack(2, W), Undo(1)), "nothing to undo"),
        ((ONE, NewDice(TYPED), TakeBack(1, W)), "the dice were changed after that roll"),
        ((ONE, MOVE, TakeBack(1, W, kept=2)), "roll 1 has no such action"),
        ((ONE, MOVE, THREE, MOVE, TakeBack(1, W, kept=2)), "roll 1 has no such action"),
    ],
)
def test_impossible_undo_is_rejected(entries: tuple[Entry, ...], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        effective(*entries)


@pytest.mark.parametrize("roll", [0, 3])
def test_take_back_requires_an_existing_roll(roll: int) -> None:
    with pytest.raises(ValueError, match=f"no roll {roll} to go back to"):
        effective(ONE, TWO, TakeBack(roll, W))


def test_seeds_are_found_by_commitment() -> None:
    first, second = (DiceOrigin(DiceKind.FAIR, letter * 64) for letter in "ab")
    record = GameRecord(first).add(NewDice(second)).add(NewDice(TYPED))
    assert seeds_of(record) == ()
    shown = record.with_seeds({"b" * 64: "22", "c" * 64: "33"})
    assert seeds_of(shown) == ("22",)
    assert seeds_of(shown.with_seeds({"a" * 64: "11", "b" * 64: "99"})) == ("11", "22")


@pytest.mark.parametrize(("text", "length"), [("1", 1), ("5", 5), ("999", 999)])
def test_match_length_is_parsed(text: str, length: int) -> None:
    assert read_length(text) == length


@pytest.mark.parametrize("text", ["", "0", "05", "1000", "-1", "five", "٥", "5 "])
def test_too_long_match_is_rejected(text: str) -> None:
    with pytest.raises(ValueError, match="1 to 999 points"):
        read_length(text)


def test_names_are_used_in_sentences() -> None:
    record = new_match(rules_named("russian"), 5)
    assert (record.name(W), record.name(B)) == (record.white, record.black)


def test_agreed_help_lasts_for_the_match_and_a_rematch() -> None:
    table = Table.new_match(new_match(rules_named("french")), None)
    assert table.help is Help.OFF
    helped = table.apply(AgreeHelp(Help.TUTOR, W), ONE, TWO, Resign(B, 1))
    assert helped.before(1).help is Help.TUTOR
    again = helped.accept().next_game(None)
    assert again.help is Help.TUTOR
    assert again.record.help_agreed == ((1, Help.OFF), (1, Help.TUTOR))
    resumed = Table.resume(again.record, again.match.results, {})
    assert resumed.help is Help.TUTOR
    assert again.record.again(swapped=True).help is Help.TUTOR
    assert read_entry(write_entry(AgreeHelp(Help.ON, B))) == AgreeHelp(Help.ON, B)


DICE = FairDice(SEED)
SHOWN = DiceOrigin(DiceKind.FAIR, DICE.commitment, SEED.hex())


def opening(number: int) -> OpeningRoll:
    return OpeningRoll(*DICE.roll(number))


def test_taken_back_rolls_are_checked() -> None:
    entries = (opening(1), Roll(6, 6), TakeBack(2, W), Roll(*DICE.roll(2)))
    checks = list(check_rolls(GameRecord(SHOWN, entries)))
    assert [(check.entry, check.agrees) for check in checks] == [(0, True), (1, False), (3, True)]
    assert (checks[1].rolled, checks[1].expected) == ((6, 6), (2, 1))


def test_typed_dice_and_hidden_seeds_cannot_be_checked() -> None:
    for origin in (TYPED, SHOWN._replace(seed="")):
        (check,) = check_rolls(GameRecord(origin, (opening(1),)))
        assert check.expected is None
        assert check.kind is origin.kind


def test_new_dice_continue_the_roll_numbers() -> None:
    plain = FairDice(SEED)
    later = DiceOrigin(DiceKind.FAIR, plain.commitment, seed=SEED.hex())
    entries = (OpeningRoll(3, 3), NewDice(later), OpeningRoll(*plain.roll(2)))
    typed, fair = check_rolls(GameRecord(TYPED, entries))
    assert typed.expected is None
    assert fair.agrees


@few
@given(house_rules(), seeds)
def test_rolls_of_played_matches_agree(rules: Rules, seed: int) -> None:
    for game in random_table(rules, seed, 300).record.games:
        assert all(check.agrees == bool(seeds_of(game)) for check in check_rolls(game))


def test_crawford_game_alone_is_played_without_a_cube() -> None:
    rules = rules_named("backgammon", cube=True)
    games = (GameRecord(TYPED, (ONE,)), GameRecord(TYPED, (ONE,), is_crawford=True))
    record = MatchRecord(rules, "Anna", "Boris", "2026-03-01", 3, games)
    for number, cube in ((1, Cube()), (2, None)):
        alone = record.only_game(number)
        assert alone.games[0].play(alone.rules).cube == cube


def test_rematch_begins_at_zero() -> None:
    rules = rules_named("backgammon", cube=True)
    begun_at = ScoreBefore(6, 5, True)
    record = MatchRecord(rules, "Anna", "Boris", "2026-03-01", 7, begun_at=begun_at)
    assert record.match.score(W) == 6
    assert record.again().match.score(W) == 0
