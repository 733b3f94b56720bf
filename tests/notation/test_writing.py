"""Plays as text, and that the text means the play."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.engine import Effect, Game, Move, Phase, Place, Position, Rules, Side, Throw
from backgammon_tui.engine.notation import Numbering, place_label, read_moves, write_moves
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


def test_hits_and_traps_have_their_marks() -> None:
    assert write_moves([Move(W, Place.BAR, 20, 5, Effect.HIT)]) == "bar/20*"
    passing = [Move(W, 24, 20, 4, Effect.TRAP), Move(W, 20, 16, 4)]
    assert write_moves(passing) == "24/20^/16"


def test_where_a_trapped_checker_is_freed_the_marks_stay_with_their_moves() -> None:
    """The checker that leaves 7 frees a blot there, which the other then hits."""
    freed = [Move(W, 7, 4, 3), Move(W, 10, 7, 3, Effect.HIT)]
    assert write_moves(freed) == "7/4 10/7*"
    # Both land on 20 and one goes on, so that the one that traps is the one that stays.
    staying = [Move(W, 22, 20, 2, Effect.TRAP), Move(W, 24, 20, 4), Move(W, 20, 16, 4)]
    assert write_moves(staying) == "24/20/16 22/20^"


@pytest.mark.parametrize(("effect", "mark"), [(Effect.HIT, "*"), (Effect.TRAP, "^")])
def test_the_first_to_land_on_a_blot_has_the_mark(effect: Effect, mark: str) -> None:
    moves = [Move(W, 8, 5, 3, effect), Move(W, 11, 8, 3), Move(W, 8, 5, 3)]
    assert write_moves(moves) == f"11/8/5{mark} 8/5"


@given(rules_and_positions(), sides, dice, seeds)
def test_what_is_written_reads_as_the_same_play(
    found: tuple[Rules, Position], side: Side, numbers: tuple[int, int], seed: int
) -> None:
    game = Game.from_position(*found, side)
    if not game.is_over:
        game = game.apply(Throw(*numbers))
    if game.phase is Phase.MOVE:
        expect_same(game, random.Random(seed))


def expect_same(game: Game, chance: random.Random) -> None:
    """A few plays, written and read in each numbering, lead to the same position."""
    plays = game.legal_plays()
    for play in chance.sample(plays, min(len(plays), 5)):
        numbering = chance.choice(list(Numbering))
        reached = game
        for move in read_moves(game, write_moves(play.moves, numbering), numbering):
            reached = reached.apply(move)
        assert reached.position == play.position


@pytest.mark.parametrize("numbering", Numbering)
def test_every_label_names_its_point_alone(numbering: Numbering) -> None:
    labels = [numbering.label(point) for point in range(1, 25)]
    assert len(set(labels)) == 24
    assert [numbering.read(label) for label in labels] == list(range(1, 25))


@given(st.text(max_size=5), st.sampled_from(Numbering))
def test_a_label_that_names_no_point_is_none(label: str, numbering: Numbering) -> None:
    point = numbering.read(label)
    assert point is None or numbering.label(point) == label.replace(".", "·")


def test_the_tracks_count_the_way_gone() -> None:
    assert [Numbering.TRACK.label(point) for point in (24, 19, 13, 1)] == ["1", "6", "12", "24"]


@pytest.mark.parametrize(
    ("table", "points"),
    [
        (1, [24, 23, 22, 21, 20, 19]),
        (2, [18, 17, 16, 15, 14, 13]),
        (3, [7, 8, 9, 10, 11, 12]),
        (4, [1, 2, 3, 4, 5, 6]),
    ],
)
def test_the_tables_are_those_of_the_falood_article(table: int, points: list[int]) -> None:
    for within, point in enumerate(points, 1):
        assert Numbering.TABLES.label(point) == f"{table}·{within}"
        assert Numbering.TABLES.read(f"{table}.{within}") == point


def test_moves_in_other_numberings() -> None:
    moves = [Move(W, Place.HAND, 24, 1), Move(W, 18, 14, 4)]
    assert write_moves(moves, Numbering.TABLES) == "hand/1·1 2·1/2·5"
    assert write_moves(moves, Numbering.TRACK) == "hand/1 7/11"
    assert place_label(Place.BAR, Numbering.TABLES) == "bar"
