from __future__ import annotations

import random
import re

import pytest
from hypothesis import given

from backgammon_tui.engine import Effect, Game, Move, Phase, Place, Position, Roll, Rules, Side
from backgammon_tui.engine.notation import read_moves, write_action, write_moves
from tests.engine.examples import W
from tests.engine.strategies import dice, rules_and_positions, seeds, sides


@pytest.mark.parametrize(
    ("moves", "text"),
    [
        ([], ""),
        ([(Place.HAND, 22, 3)], "hand/22"),
        ([(13, 7, 6), (7, 4, 3)], "13/7/4"),
        ([(7, 4, 3), (13, 7, 6)], "13/7 7/4"),
        ([(24, 22, 2), (24, 22, 2), (6, 4, 2)], "24/22(2) 6/4"),
        ([(6, 4, 2), (24, 22, 2), (24, 22, 2)], "24/22(2) 6/4"),
        ([(8, 2, 6), (6, Place.OFF, 6)], "8/2 6/off"),
        ([(Place.BAR, 22, 3), (Place.HAND, 22, 3)], "bar/22 hand/22"),
    ],
)
def test_moves_are_joined_counted_and_sorted(moves: list[tuple[int, int, int]], text: str) -> None:
    assert write_moves(Move(W, *move) for move in moves) == text


def test_hits_and_traps_are_marked() -> None:
    assert write_moves([Move(W, Place.BAR, 20, 5, Effect.HIT)]) == "bar/20*"
    passing = [Move(W, 24, 20, 4, Effect.TRAP), Move(W, 20, 16, 4)]
    assert write_moves(passing) == "24/20^/16"


def test_marks_stay_with_moves_when_checker_is_freed() -> None:
    """The checker that leaves 7 frees a blot there, which the other one then hits."""
    freed = [Move(W, 7, 4, 3), Move(W, 10, 7, 3, Effect.HIT)]
    assert write_moves(freed) == "7/4 10/7*"
    # Both land on 20 and one continues, so the checker that stays is the trapper.
    staying = [Move(W, 22, 20, 2, Effect.TRAP), Move(W, 24, 20, 4), Move(W, 20, 16, 4)]
    assert write_moves(staying) == "24/20/16 22/20^"


@pytest.mark.parametrize(("effect", "mark"), [(Effect.HIT, "*"), (Effect.TRAP, "^")])
def test_first_move_onto_a_blot_has_the_mark(effect: Effect, mark: str) -> None:
    moves = [Move(W, 8, 5, 3, effect), Move(W, 11, 8, 3), Move(W, 8, 5, 3)]
    assert write_moves(moves) == f"11/8/5{mark} 8/5"


@given(rules_and_positions(), sides, dice, seeds)
def test_written_play_reads_as_the_same_play(
    start: tuple[Rules, Position], side: Side, numbers: tuple[int, int], seed: int
) -> None:
    game = Game.from_position(*start, side)
    if not game.is_over:
        game = game.apply(Roll(*numbers))
    if game.phase is Phase.MOVE:
        expect_same(game, random.Random(seed))


def short_spelling(text: str) -> str:
    """Count repeated moves of which only the first has a mark: `13/9*(2)` for `13/9* 13/9`."""
    return re.sub(r"(?<!\S)(\S+)([*^]) \1(?!\S)", r"\1\2(2)", text)


def expect_same(game: Game, chance: random.Random) -> None:
    """Assert that plays lead to the same position after they are written and read again."""
    plays = game.legal_plays()
    for play in chance.sample(plays, min(len(plays), 5)):
        text = write_moves(play.moves)
        for spelling in {text, short_spelling(text)}:
            reached = game
            for move in read_moves(game, spelling):
                reached = reached.apply(move)
            assert reached.position == play.position


def test_roll_is_written_with_the_larger_number_first() -> None:
    assert Roll(3, 6) == Roll(6, 3)
    assert write_action(Roll(3, 6)) == "roll 6-3"
