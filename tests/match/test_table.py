from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.dice import FairDice
from backgammon_tui.engine import (
    Game,
    KeepOpening,
    Move,
    OpeningRoll,
    Phase,
    Position,
    Resign,
    Roll,
    Rules,
    StartingPosition,
)
from backgammon_tui.match.record import TakeBack, Undo
from backgammon_tui.match.table import Table
from tests.engine.examples import B, W, rules_named
from tests.engine.strategies import few, house_rules, seeds
from tests.storage.matches import SEED, begun_table, match_of, new_match, random_table, seeds_of


def typed_to_move() -> Table:
    """Return a backgammon table where White has won the opening roll and is to move."""
    table = begun_table(rules_named("backgammon"), fair=False).roll((6, 3))
    assert table.game.phase is Phase.MOVE
    return table


def first_move(table: Table) -> Table:
    return table.apply(table.game.moves[0])


def test_typed_dice_need_typed_numbers() -> None:
    table = begun_table(rules_named("french"), fair=False)
    with pytest.raises(ValueError, match="typed"):
        table.roll()
    assert table.roll((6, 5)).apply(KeepOpening()).game.left == (6, 5)


def test_fair_dice_cannot_be_typed() -> None:
    with pytest.raises(ValueError, match="typed"):
        begun_table(rules_named("french")).roll((6, 5))


def test_undo_and_redo_go_back_and_forth() -> None:
    begun = typed_to_move()
    moved = first_move(begun)
    two = first_move(moved)
    assert two.undo().game == moved.game
    assert two.undo().undo().game == begun.game
    assert two.undo().undo().redo().redo().game == two.game
    assert two.undo().record.games[0].entries[-1] == Undo(2)


def test_new_dice_clear_the_undo_history() -> None:
    table = first_move(first_move(typed_to_move()))
    assert table.can_undo
    rolled = table.roll((2, 1))
    assert not rolled.can_undo
    with pytest.raises(ValueError, match="nothing to undo"):
        rolled.undo()


def test_new_move_clears_the_redo_history() -> None:
    table = first_move(first_move(typed_to_move())).undo().undo()
    other = table.apply(table.game.moves[-1])
    with pytest.raises(ValueError, match="no move to redo"):
        other.redo()


def test_taken_back_roll_is_redone_with_its_moves() -> None:
    before = first_move(first_move(typed_to_move())).roll((2, 1))
    back = before.apply(TakeBack(1, W))
    assert back.redo().actions == before.actions
    moved = first_move(back.roll((6, 3)))
    assert moved.actions == before.actions[:2]
    assert moved.redo().actions == before.actions
    with pytest.raises(ValueError, match="no move to redo"):
        back.roll((6, 4)).redo()


def test_new_dice_clear_taken_back_rolls() -> None:
    back = typed_to_move().apply(TakeBack(1, W)).change_dice(FairDice(SEED))
    with pytest.raises(ValueError, match="no move to redo"):
        back.redo()


def test_resignation_is_not_redone() -> None:
    back = begun_table(rules_named("russian")).roll().apply(Resign(W, 3)).apply(TakeBack(1, W))
    assert not back.redo().game.is_over


def test_take_back_restores_the_state_before_the_roll() -> None:
    before = first_move(first_move(typed_to_move()))
    table = first_move(before.roll((2, 1)))
    back = table.apply(TakeBack(2, B))
    assert back.game == before.game
    assert back.roll_number == 2
    assert back.record.games[0].entries[-1] == TakeBack(2, B)
    assert (
        back.apply(TakeBack(1, W)).game == begun_table(rules_named("backgammon"), fair=False).game
    )


def test_moves_before_a_taken_back_roll_are_fixed() -> None:
    back = first_move(first_move(typed_to_move())).roll((2, 1)).apply(TakeBack(2, B))
    assert isinstance(back.actions[-1], Move)
    assert not back.can_undo
    again = first_move(back.roll((2, 1)))
    assert again.can_undo
    assert first_move(back.apply(TakeBack(1, W)).roll((6, 3))).can_undo


@few
@given(house_rules(), seeds, st.integers(2, 120))
def test_fair_dice_repeat_after_a_take_back(rules: Rules, seed: int, steps: int) -> None:
    table = random_table(rules, seed, steps, back=False)
    rolled = [a for a in table.actions if isinstance(a, Roll | OpeningRoll)]
    if table.accepted or not rolled:
        return
    number = random.Random(seed).randint(1, len(rolled))
    back = table.apply(TakeBack(number, W)).roll()
    assert back.actions[-1] == rolled[number - 1]


@few
@given(house_rules(), seeds, st.integers(0, 200))
def test_game_always_matches_its_record(rules: Rules, seed: int, steps: int) -> None:
    table = random_table(rules, seed, steps)
    last = table.record.games[-1]
    assert last.effective_actions == table.actions
    assert last.play(rules) == table.game
    assert len(table.history) == len(table.actions) + 1
    assert Game.start(rules, last.first) == table.history[0]
    accepted = match_of(table.record) if table.accepted or not table.game.is_over else None
    assert accepted is None or accepted == table.match


def test_result_is_accepted_once_and_shows_the_seed() -> None:
    table = begun_table(rules_named("russian")).roll()
    with pytest.raises(ValueError, match="no result"):
        table.accept()
    table = table.apply(Resign(W, 3))
    assert not seeds_of(table.record.games[0])
    accepted = table.accept()
    assert seeds_of(accepted.record.games[0]) == (SEED.hex(),)
    assert accepted.match.score(B) == 3
    with pytest.raises(ValueError, match="no result"):
        accepted.accept()


def test_finished_game_can_be_taken_back_until_accepted() -> None:
    table = begun_table(rules_named("russian")).roll().apply(Resign(W, 3))
    assert not table.apply(TakeBack(1, W)).game.is_over
    with pytest.raises(ValueError, match="accepted"):
        table.accept().apply(TakeBack(1, W))


def test_winning_move_can_be_undone_until_accepted() -> None:
    here = StartingPosition.parse("W 1:1 off:14 / B 23:15; W to move")
    table = Table.begin_at(new_match(rules_named("backgammon")), here, None, (6, 3))
    table = first_move(table)
    assert table.game.is_over
    assert table.can_undo
    assert not table.undo().game.is_over
    assert not table.accept().can_undo


def test_next_game_starts_after_accepting_the_result() -> None:
    table = begun_table(rules_named("never-finishing")).roll().apply(Resign(W, 2))
    other = FairDice(bytes(32))
    with pytest.raises(ValueError, match="has not been accepted"):
        table.next_game(other)
    following = table.accept().next_game(other)
    assert following.game.side is B
    assert following.game.phase is Phase.ROLL
    assert following.record.games[1].dice.commitment == other.commitment
    assert following.roll_number == 1


@pytest.mark.parametrize("dice", [None, FairDice(SEED)])
def test_match_may_start_with_a_known_roll(dice: FairDice | None) -> None:
    here = StartingPosition(Position.parse("W 6:5 8:3 13:5 24:2 / B 6:5 8:3 13:5 24:2"), W)
    record = new_match(rules_named("backgammon"))
    table = Table.begin_at(record, here, dice, (3, 1))
    assert table.game.left == (3, 1)
    assert table.dice is dice
    assert Table.resume(table.record, [], {}).game == table.game
    if dice:
        played = table.apply(*next(iter(table.game.legal_plays())).moves)
        assert played.roll().actions[-1] == Roll(*dice.roll(2))
