"""The moves of a play, those offered one after the other, and numbers that no dice show."""

from __future__ import annotations

from typing import Any

import pytest

from backgammon_tui.engine import Effect, Move, Place, Position, legal_moves, legal_plays
from backgammon_tui.engine.generator import max_playable
from backgammon_tui.engine.legal import after, can_move, single_moves
from tests.engine.examples import NAMES, B, W, onward, rules_named

BACKGAMMON = rules_named("backgammon")


def read(line: str) -> Position:
    return Position.parse(line)


def test_a_move_knows_its_side_origin_target_number_and_effect() -> None:
    (play,) = legal_plays(BACKGAMMON, read("W 13:1 1:14 / B 18:1 11:14"), W, (6,))
    assert play.side is W
    assert play.moves == (Move(W, 13, 7, 6, Effect.HIT),)
    assert str(play.position) == "W 7:1 1:14 / B 11:14 bar:1"


def test_a_move_can_start_in_hand_or_on_the_bar_and_end_off_the_board() -> None:
    french = rules_named("french")
    (entered,) = legal_plays(french, read("W hand:1 off:14 / B 6:15"), W, (4,))
    assert entered.moves == (Move(W, Place.HAND, 21, 4),)
    (entered,) = legal_plays(french, read("W bar:1 off:14 / B 6:15"), W, (4,))
    assert entered.moves == (Move(W, Place.BAR, 21, 4),)
    (borne_off,) = legal_plays(french, read("W 3:1 off:14 / B 6:15"), W, (4,))
    assert borne_off.moves == (Move(W, 3, Place.OFF, 4),)


def test_where_nothing_can_be_played_there_is_one_play_without_moves() -> None:
    position = read("W bar:1 off:14 / B 3:2 1:13")
    (play,) = legal_plays(BACKGAMMON, position, W, (3, 1))
    assert play.moves == ()
    assert play.position == position
    assert legal_moves(BACKGAMMON, position, W, (3, 1)) == ()


def test_the_order_of_the_numbers_does_not_matter() -> None:
    position = BACKGAMMON.start.position
    plays = legal_plays(BACKGAMMON, position, W, (6, 1))
    assert list(plays) == list(legal_plays(BACKGAMMON, position, W, (1, 6)))
    assert list(plays) == list(legal_plays(BACKGAMMON, position, W, [1, 6]))


# ---- one move after the other


def test_only_moves_that_leave_no_number_over_are_offered() -> None:
    # 12/6 and 12/7 go on to 12/1; nothing else uses both numbers.
    position = read("W 24:1 12:1 off:13 / B 7:2 6:13")
    first, second = legal_moves(BACKGAMMON, position, W, (6, 5))
    assert first == Move(W, 12, 6, 6)
    assert second == Move(W, 12, 7, 5)
    assert onward(BACKGAMMON, position, W, (6, 5), [first]) == (Move(W, 6, 1, 5),)
    assert onward(BACKGAMMON, position, W, (6, 5), [first, Move(W, 6, 1, 5)]) == ()


def test_a_move_that_would_waste_a_number_is_not_offered() -> None:
    # After 12/6 the 5 could not be played: 10/5 and 6/1 are blocked.
    position = read("W 12:1 10:1 off:13 / B 24:2 20:2 1:11")
    assert legal_moves(BACKGAMMON, position, W, (6, 5)) == (Move(W, 12, 7, 5), Move(W, 10, 4, 6))
    assert Move(W, 12, 6, 6) in single_moves(BACKGAMMON, position, W, (6, 5))


def test_only_the_higher_of_two_numbers_is_offered_where_one_can_be_played() -> None:
    position = read("W 24:1 1:14 / B 12:2 2:13")
    higher, lower = Move(W, 24, 18, 6), Move(W, 24, 19, 5)
    assert legal_moves(BACKGAMMON, position, W, (6, 5)) == (higher,)
    assert onward(BACKGAMMON, position, W, (6, 5), [higher]) == ()
    assert legal_moves(rules_named("never-finishing"), position, W, (6, 5)) == (higher, lower)


def test_after_the_last_checker_nothing_more_is_offered() -> None:
    position = read("W 5:1 off:14 / B 10:15")
    short, long = Move(W, 5, 0, 6), Move(W, 5, 2, 3)
    assert set(legal_moves(BACKGAMMON, position, W, (6, 3))) == {short, long}
    assert onward(BACKGAMMON, position, W, (6, 3), [short]) == ()
    assert onward(BACKGAMMON, position, W, (6, 3), [long]) == (Move(W, 2, 0, 6),)


def test_hit_and_trap_are_two_moves() -> None:
    position = read("W 13:1 1:14 / B 18:1 11:14")
    assert legal_moves(rules_named("never-finishing"), position, W, (6,)) == (
        Move(W, 13, 7, 6, Effect.HIT),
        Move(W, 13, 7, 6, Effect.TRAP),
    )


def test_moves_come_from_far_origins_first() -> None:
    moves = legal_moves(BACKGAMMON, BACKGAMMON.start.position, B, (3, 1))
    origins = [move.origin for move in moves]
    assert origins == sorted(origins, reverse=True)
    assert set(origins) == {24, 13, 8, 6}


def test_how_many_of_the_numbers_can_be_played() -> None:
    position = read("W 24:1 1:14 / B 12:2 2:13")
    assert max_playable(BACKGAMMON, position, W, (6, 5)) == 1
    assert max_playable(BACKGAMMON, position, W, (4, 3)) == 2
    assert max_playable(BACKGAMMON, position, W, ()) == 0


def test_a_move_that_is_not_possible_leads_nowhere() -> None:
    with pytest.raises(ValueError, match="not possible"):
        after(BACKGAMMON, read("W 24:1 1:14 / B 12:2 2:13"), Move(W, 13, 7, 6))


def test_whether_a_side_could_ever_move_with_any_number() -> None:
    assert can_move(BACKGAMMON, BACKGAMMON.start.position, W)
    assert not can_move(BACKGAMMON, read("W bar:1 1:14 / B 6:5 5:2 4:2 3:2 2:2 1:2"), W)


# ---- what is no stage


@pytest.mark.parametrize(
    "numbers",
    [
        (),
        (0, 1),
        (7, 1),
        (-1, 2),
        (0,),
        (7, 7, 7, 7),
        (1, 2, 3),
        (1, 1, 2),
        (1, 1, 2, 2),
        (5, 5, 5, 5, 5),
        (1.5, 2),
        (float("nan"), 1),
        ("1", "2"),
        (None, None),
        "12",
        b"\x01\x02\x03",
        None,
        6,
        ([1], [2]),
        {},
        (1,) * 1_000_000,
        (True, 2),
        (1.0, 2),
        range(10**9),
    ],
    ids=lambda numbers: ascii(numbers)[:20] if isinstance(numbers, (str, float)) else None,
)
def test_numbers_that_are_no_stage_are_refused(numbers: Any) -> None:
    for ask in (legal_plays, legal_moves):
        with pytest.raises(ValueError, match="the numbers of a stage are"):
            ask(BACKGAMMON, BACKGAMMON.start.position, W, numbers)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("W 20:2 1:13 / B 20:2 5:2 2:11", "both stand on White's 20"),
        ("W 20:1 1:14 / B 10:15", None),
        ("W 20:1! 1:14 / B 10:15", "trap"),
        ("W 1:15 / B 20:1! 1:14", "trap"),
    ],
)
def test_a_position_that_does_not_fit_the_board_has_no_plays(
    name: str, line: str, message: str | None
) -> None:
    rules = rules_named(name)
    for side in (W, B):
        if message is None:
            assert legal_plays(rules, read(line), side, (6, 5))
        else:
            with pytest.raises(ValueError, match=message):
                legal_plays(rules, read(line), side, (6, 5))


def test_a_side_is_a_side() -> None:
    with pytest.raises(ValueError, match="side"):
        legal_plays(BACKGAMMON, BACKGAMMON.start.position, "B", (4, 1))  # type: ignore[arg-type]
