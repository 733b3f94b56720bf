"""Trapping in the Never Finishing Game: who lies where, who owns the point, who comes free."""

from __future__ import annotations

from backgammon_tui.engine import RULESETS, Move, Position, legal_moves, legal_plays
from tests.engine.examples import B, W, results

NAME = "never-finishing"


def test_a_checker_that_lands_on_a_blot_hits_or_traps_it() -> None:
    assert results(NAME, "W 13:1 1:14 / B 18:1 11:14", W, 6) == {
        "W 7:1 1:14 / B 11:14 bar:1",
        "W 7:1 1:14 / B 18:1! 11:14",
    }


def test_a_checker_that_enters_hits_or_traps_too() -> None:
    assert results(NAME, "W 6:14 bar:1 / B 2:1 1:14", W, 2) == {
        "W 23:1 6:14 / B 1:14 bar:1",
        "W 23:1 6:14 / B 2:1! 1:14",
    }


def test_a_checker_that_traps_in_passing_leaves_the_blot_free_again() -> None:
    # In backgammon the only way, 13/7/2, would have to hit.
    line = "W 13:1 1:14 / B 18:1 17:2 11:12"
    assert results("backgammon", line, W, 6, 5) == {"W 2:1 1:14 / B 17:2 11:12 bar:1"}
    assert results(NAME, line, W, 6, 5) == {
        "W 2:1 1:14 / B 17:2 11:12 bar:1",
        "W 2:1 1:14 / B 18:1 17:2 11:12",
    }


def test_a_trapped_checker_cannot_move() -> None:
    # Black's 18 would be free to go to 16; only 11 may use the 2.
    assert results(NAME, "W 7:1 1:14 / B 18:1! 11:14", B, 2) == {"W 7:1 1:14 / B 18:1! 11:13 9:1"}


def test_the_trapper_s_point_is_closed_to_the_other_side_although_one_stands_there() -> None:
    # 20/18 would land on the lone trapper, which is not a blot.
    assert results(NAME, "W 7:1 1:14 / B 20:1 18:1! 11:13", B, 2) == {
        "W 7:1 1:14 / B 20:1 18:1! 11:12 9:1"
    }


def test_the_other_side_may_not_even_touch_down_there() -> None:
    # 20/15 goes by way of 17 only.
    assert "W 7:1 1:14 / B 18:1! 15:1 11:13" in results(
        NAME, "W 7:1 1:14 / B 20:1 18:1! 11:13", B, 3, 2
    )
    assert "W 8:2 7:1 1:12 / B 18:1! 15:1 11:13" not in results(
        NAME, "W 8:2 7:1 1:12 / B 20:1 18:1! 11:13", B, 3, 2
    )


def test_the_owner_may_add_checkers_which_hit_nothing() -> None:
    # A trap is not turned into a hit by adding a checker.
    assert results(NAME, "W 10:1 7:1 1:13 / B 18:1! 11:14", W, 3) == {
        "W 7:2 1:13 / B 18:1! 11:14",
        "W 10:1 4:1 1:13 / B 18:1 11:14",
    }


def test_the_trapped_checker_is_free_when_the_last_of_the_owners_leaves() -> None:
    assert results(NAME, "W 7:1 1:14 / B 18:1! 11:14", W, 3) == {"W 4:1 1:14 / B 18:1 11:14"}
    assert results(NAME, "W 7:2 1:13 / B 18:1! 11:14", W, 3) == {"W 7:1 4:1 1:13 / B 18:1! 11:14"}


def test_a_freed_checker_is_an_ordinary_blot_at_once() -> None:
    # 7/4 frees it; 10/7 may then hit or trap it. 10/7 first adds a checker and 7/4 takes one.
    assert results(NAME, "W 10:1 7:1 1:13 / B 18:1! 11:14", W, 3, 3) == {
        "W 7:1 4:1 1:13 / B 11:14 bar:1",
        "W 7:1 4:1 1:13 / B 18:1! 11:14",
        "W 10:1 1:14 / B 18:1 11:14",
    }


def test_bearing_off_the_last_trapper_frees_too() -> None:
    assert results(NAME, "W 2:1 1:1 off:13 / B 23:1! 1:14", W, 2) == {"W 1:1 off:14 / B 23:1 1:14"}


def test_one_side_may_have_checkers_trapped_on_several_points() -> None:
    assert results(NAME, "W 8:1 7:1 1:13 / B 18:1! 17:1! 11:13", B, 2) == {
        "W 8:1 7:1 1:13 / B 18:1! 17:1! 11:12 9:1"
    }


def test_both_sides_may_have_checkers_trapped() -> None:
    line = "W 24:1! 7:1 6:13 / B 18:1! 1:14"
    assert results(NAME, line, W, 1) == {
        "W 24:1! 6:14 / B 18:1 1:14",
        "W 24:1! 7:1 6:12 5:1 / B 18:1! 1:14",
    }


def test_with_a_trapped_checker_at_home_the_others_may_bear_off() -> None:
    assert results(NAME, "W 5:1! 3:1 off:13 / B 20:1 1:14", W, 3) == {"W 5:1! off:14 / B 20:1 1:14"}


def test_with_a_trapped_checker_outside_nothing_is_borne_off() -> None:
    outside = "W 12:1! 3:1 off:13 / B 13:1 1:14"
    assert results(NAME, outside, W, 3) == {outside}


def test_a_larger_number_takes_off_no_lower_checker_while_a_trapped_one_stands_higher() -> None:
    line = "W 5:1! 3:1 off:13 / B 20:1 1:14"
    assert results(NAME, line, W, 4) == {line}
    assert results(NAME, line, W, 6) == {line}


def test_a_side_whose_free_checkers_are_all_off_has_not_won() -> None:
    line = "W 5:1! off:14 / B 20:1 1:14"
    assert results(NAME, line, W, 5, 6) == {line}


def test_while_one_is_trapped_no_checker_is_the_last_and_both_numbers_are_played() -> None:
    # 5/off with the 6 does not end the game, so that it must not waste the 3.
    position = Position.parse("W 5:1 1:1! off:13 / B 24:1 10:14")
    (play,) = legal_plays(RULESETS[NAME], position, W, (6, 3))
    assert [move.target for move in play.moves] == [2, 0]
    assert legal_moves(RULESETS[NAME], position, W, (6, 3)) == (Move(W, 5, 2, 3),)


def test_nothing_can_ever_move_when_all_others_have_come_home_around_two_traps() -> None:
    line = "W 24:1! 1:14 / B 24:1! 1:14"
    for number in range(1, 7):
        assert results(NAME, line, W, number) == results(NAME, line, B, number) == {line}


def test_whoever_frees_the_last_trapped_checker_may_hit_it_from_farther_away() -> None:
    # 3/2 leaves Black's blot alone on White's 3, where 5/3 meets it as any other blot.
    assert results(NAME, "W 5:1 3:1 1:13 / B 22:1! 18:14", W, 2, 1) >= {
        "W 3:1 2:1 1:13 / B 18:14 bar:1",
        "W 3:1 2:1 1:13 / B 22:1! 18:14",
    }
