from __future__ import annotations

import pytest

from backgammon_tui.engine import RULESETS, Move, Position, legal_moves, legal_plays
from tests.engine.examples import NAMES, B, W, results

# ---- which plays there are


CONTRARY = ("french", "never-finishing", "backgammon")
PARALLEL = ("russian", "falood")

# ---- any order, as many as possible, the higher


def test_two_numbers_use_one_checker_or_two() -> None:
    assert results("backgammon", "W 24:1 13:1 off:13 / B 6:15", W, 6, 4) == {
        "W 18:1 9:1 off:13 / B 6:15",
        "W 20:1 7:1 off:13 / B 6:15",
        "W 14:1 13:1 off:13 / B 6:15",
        "W 24:1 3:1 off:13 / B 6:15",
    }


def test_both_numbers_are_played_if_any_order_allows() -> None:
    # The 6 is blocked before the 5 and possible after it.
    assert results("backgammon", "W 24:1 off:14 / B 7:2 2:13", W, 6, 5) == {
        "W 13:1 off:14 / B 7:2 2:13"
    }


def test_one_number_is_not_enough_if_both_are_possible() -> None:
    # 12/6 and 12/7 are possible, but only 12/1 uses both numbers.
    assert results("backgammon", "W 24:1 12:1 off:13 / B 7:2 6:13", W, 6, 5) == {
        "W 24:1 1:1 off:13 / B 7:2 6:13"
    }


def test_higher_number_is_played_if_only_one_can_be() -> None:
    line = "W 24:1 off:14 / B 12:2 2:13"
    assert results("backgammon", line, W, 6, 5) == {"W 18:1 off:14 / B 12:2 2:13"}
    assert results("french", line, W, 5, 6) == {"W 18:1 off:14 / B 12:2 2:13"}


def test_lower_number_is_played_if_higher_is_impossible() -> None:
    assert results("backgammon", "W 24:1 off:14 / B 12:2 7:2 2:11", W, 6, 5) == {
        "W 19:1 off:14 / B 12:2 7:2 2:11"
    }


def test_never_finishing_does_not_require_higher_number() -> None:
    line = "W 24:1 1:14 / B 12:2 2:13"
    either = {"W 18:1 1:14 / B 12:2 2:13", "W 19:1 1:14 / B 12:2 2:13"}
    assert results("never-finishing", line, W, 6, 5) == either


def test_higher_number_is_a_house_rule() -> None:
    line = "W 24:1 1:14 / B 12:2 2:13"
    higher = {"W 18:1 1:14 / B 12:2 2:13"}
    assert results("never-finishing", line, W, 6, 5, higher_number=True) == higher
    assert len(results("backgammon", line, W, 6, 5, higher_number=False)) == 2


def test_double_is_played_four_times() -> None:
    assert results("backgammon", "W 24:1 off:14 / B 12:15", W, 5, 5, 5, 5) == {
        "W 4:1 off:14 / B 12:15"
    }


def test_double_is_played_as_often_as_possible() -> None:
    assert results("backgammon", "W 24:1 off:14 / B 16:15", W, 5, 5, 5, 5) == {
        "W 14:1 off:14 / B 16:15"
    }


def test_position_is_unchanged_if_nothing_can_be_played() -> None:
    line = "W 24:1 off:14 / B 7:2 6:13"
    assert results("backgammon", line, W, 6, 5) == {line}


# ---- where a checker may land


@pytest.mark.parametrize("name", CONTRARY)
def test_contrary_points_add_up_to_25(name: str) -> None:
    held = "W 13:1 1:14 / B 18:2 11:13"
    assert results(name, held, W, 6) == {held}
    assert results(name, "W 13:1 1:14 / B 7:2 11:13", W, 6) == {"W 7:1 1:14 / B 11:13 7:2"}


@pytest.mark.parametrize("name", PARALLEL)
def test_parallel_sides_share_point_numbers(name: str) -> None:
    held = "W 13:1 1:14 / B 11:13 7:2"
    assert results(name, held, W, 6) == {held}
    assert results(name, "W 13:1 1:14 / B 18:2 11:13", W, 6) == {"W 7:1 1:14 / B 18:2 11:13"}


def test_each_side_uses_its_own_numbering() -> None:
    assert results("backgammon", "W 11:14 18:1 / B 13:1 1:14", B, 6) == {
        "W 11:14 bar:1 / B 7:1 1:14"
    }


def test_checker_may_join_any_number_of_its_own() -> None:
    assert results("backgammon", "W 13:1 7:14 / B 6:15", W, 6) >= {"W 7:15 / B 6:15"}


@pytest.mark.parametrize("name", ["french", "backgammon"])
def test_landing_on_a_blot_hits_it(name: str) -> None:
    assert results(name, "W 13:1 1:14 / B 18:1 11:14", W, 6) == {"W 7:1 1:14 / B 11:14 bar:1"}


def test_russian_checker_is_hit_on_the_same_point() -> None:
    assert results("russian", "W 13:1 1:14 / B 11:14 7:1", W, 6) == {"W 7:1 1:14 / B 11:14 bar:1"}


def test_intermediate_hit_counts() -> None:
    assert results("backgammon", "W 13:1 1:14 / B 18:1 11:14", W, 6, 5) == {
        "W 2:1 1:14 / B 11:14 bar:1",
        "W 2:1 1:14 / B 18:1 11:14",
    }


def test_two_number_move_needs_an_open_stop() -> None:
    # 13/8/2 is blocked, so the only route passes over the blot.
    assert results("backgammon", "W 13:1 1:14 / B 18:1 17:2 11:12", W, 6, 5) == {
        "W 2:1 1:14 / B 17:2 11:12 bar:1"
    }


# ---- entering


def test_number_enters_on_25_minus_number() -> None:
    for number in range(1, 7):
        assert results("russian", "W hand:15 / B hand:15", W, number) == {
            f"W {25 - number}:1 hand:14 / B hand:15"
        }


def test_hand_enters_before_other_moves() -> None:
    assert results("russian", "W 20:13 hand:2 / B hand:15", W, 3, 1) == {
        "W 24:1 22:1 20:13 / B hand:15"
    }


def test_number_that_cannot_enter_is_lost() -> None:
    assert results("french", "W 20:13 hand:2 / B 1:2 hand:13", W, 3, 1) == {
        "W 22:1 20:13 hand:1 / B 1:2 hand:13"
    }


def test_any_checker_moves_after_the_last_has_entered() -> None:
    assert results("russian", "W 20:14 hand:1 / B hand:15", W, 3, 1) == {
        "W 24:1 20:13 17:1 / B hand:15",
        "W 22:1 20:13 19:1 / B hand:15",
        "W 21:1 20:14 / B hand:15",
    }


def test_entering_checker_can_hit() -> None:
    assert results("russian", "W hand:15 / B 21:1 hand:14", W, 4) == {
        "W 21:1 hand:14 / B hand:14 bar:1"
    }


def test_bar_enters_before_other_moves() -> None:
    assert results("backgammon", "W 13:1 bar:1 off:13 / B 6:15", W, 3, 1) == {
        "W 22:1 12:1 off:13 / B 6:15",
        "W 24:1 10:1 off:13 / B 6:15",
        "W 21:1 13:1 off:13 / B 6:15",
    }


def test_number_is_lost_while_one_stays_on_the_bar() -> None:
    assert results("backgammon", "W 13:1 bar:2 off:12 / B 3:15", W, 3, 1) == {
        "W 24:1 13:1 bar:1 off:12 / B 3:15"
    }


def test_shut_out_side_does_not_move() -> None:
    line = "W 13:1 bar:1 off:13 / B 3:2 1:13"
    assert results("backgammon", line, W, 3, 1) == {line}


def test_bar_enters_before_the_hand() -> None:
    assert results("russian", "W 20:12 hand:2 bar:1 / B hand:15", W, 2) == {
        "W 23:1 20:12 hand:2 / B hand:15"
    }
    assert results("russian", "W 20:12 hand:2 bar:1 / B hand:15", W, 3, 1) == {
        "W 24:1 22:1 20:12 hand:1 / B hand:15"
    }


# ---- free entry


def test_free_entry_lets_others_move_first() -> None:
    assert results("russian", "W 20:13 hand:2 / B hand:15", W, 3, 1, free_entry=True) == {
        "W 24:1 22:1 20:13 / B hand:15",
        "W 24:1 20:12 17:1 hand:1 / B hand:15",
        "W 22:1 20:12 19:1 hand:1 / B hand:15",
        "W 21:1 20:13 hand:1 / B hand:15",
        "W 20:12 16:1 hand:2 / B hand:15",
        "W 20:11 19:1 17:1 hand:2 / B hand:15",
    }


def test_free_entry_does_not_apply_to_the_bar() -> None:
    line = "W 20:12 hand:2 bar:1 / B 24:2 hand:13"
    assert results("russian", line, W, 1, free_entry=True) == {line}
    assert results("russian", line, W, 3, 1, free_entry=True) == {
        "W 22:1 20:11 19:1 hand:2 / B 24:2 hand:13",
        "W 21:1 20:12 hand:2 / B 24:2 hand:13",
    }


def test_free_entry_forbids_bearing_off_with_hand() -> None:
    assert results("russian", "W 2:14 hand:1 / B 24:15", W, 2, free_entry=True) == {
        "W 23:1 2:14 / B 24:15"
    }
    blocked = "W 2:14 hand:1 / B 23:15"
    assert results("russian", blocked, W, 2, free_entry=True) == {blocked}


# ---- bearing off


EVERYWHERE = pytest.mark.parametrize("name", NAMES)


@EVERYWHERE
def test_number_bears_off_its_point_or_moves_inside(name: str) -> None:
    assert results(name, "W 6:1 5:1 off:13 / B 10:15", W, 5) == {
        "W 6:1 off:14 / B 10:15",
        "W 5:1 1:1 off:13 / B 10:15",
    }


@EVERYWHERE
def test_number_of_empty_point_moves_a_higher_checker(name: str) -> None:
    assert results(name, "W 6:1 2:1 off:13 / B 10:15", W, 5) == {"W 2:1 1:1 off:13 / B 10:15"}


def test_number_is_lost_if_higher_checkers_are_blocked() -> None:
    blocked = "W 6:1 2:1 off:13 / B 24:15"
    assert results("backgammon", blocked, W, 5) == {blocked}
    shared_home = "W 6:1 2:1 off:13 / B 1:15"
    assert results("russian", shared_home, W, 5) == {shared_home}


@EVERYWHERE
def test_large_number_bears_off_the_highest_checker(name: str) -> None:
    assert results(name, "W 3:1 2:1 off:13 / B 10:15", W, 5) == {"W 2:1 off:14 / B 10:15"}
    assert results(name, "W 3:2 2:1 off:12 / B 10:15", W, 6, 6, 6, 6) == {"W off:15 / B 10:15"}


@EVERYWHERE
def test_bearing_off_requires_all_at_home(name: str) -> None:
    assert results(name, "W 7:1 2:1 off:13 / B 10:15", W, 2) == {"W 5:1 2:1 off:13 / B 10:15"}


@EVERYWHERE
def test_bearing_off_may_start_within_a_stage(name: str) -> None:
    assert results(name, "W 7:1 2:1 off:13 / B 10:15", W, 2, 1) == {
        "W 6:1 off:14 / B 10:15",
        "W 5:1 1:1 off:13 / B 10:15",
        "W 4:1 2:1 off:13 / B 10:15",
    }


@EVERYWHERE
def test_hit_checker_must_return_before_bearing_off(name: str) -> None:
    assert results(name, "W 2:2 bar:1 off:12 / B 10:15", W, 2) == {"W 23:1 2:2 off:12 / B 10:15"}


def test_russian_checker_can_be_hit_at_home() -> None:
    assert results("russian", "W 6:1 off:14 / B 8:1 1:14", B, 2) == {"W bar:1 off:14 / B 6:1 1:14"}


@EVERYWHERE
def test_last_checker_off_may_use_fewer_numbers(name: str) -> None:
    # The 6 alone ends the game, although 5/2/off would use the 3 as well.
    assert results(name, "W 5:1 off:14 / B 10:15", W, 6, 3) == {"W off:15 / B 10:15"}


def test_longer_way_to_bear_off_may_hit() -> None:
    assert results("backgammon", "W 5:1 off:14 / B 23:1 10:14", W, 6, 3) == {
        "W off:15 / B 23:1 10:14",
        "W off:15 / B 10:14 bar:1",
    }


def test_double_may_win_by_a_longer_way() -> None:
    assert results("russian", "W 4:1 off:14 / B 12:14 2:1", W, 2, 2, 2, 2) == {
        "W off:15 / B 12:14 bar:1"
    }
    assert results("russian", "W 4:1 off:14 / B 12:14 3:1", W, 4, 1) == {
        "W off:15 / B 12:14 3:1",
        "W off:15 / B 12:14 bar:1",
    }


def test_lower_number_may_bear_off_the_last_checker() -> None:
    assert results("backgammon", "W 2:1 off:14 / B 10:15", W, 6, 2) == {"W off:15 / B 10:15"}


def test_two_checkers_need_two_numbers() -> None:
    assert results("backgammon", "W 2:1 1:1 off:13 / B 10:15", W, 6, 2) == {"W off:15 / B 10:15"}
    assert results("backgammon", "W 2:1 1:1 off:13 / B 10:15", W, 2, 1) == {
        "W off:15 / B 10:15",
        "W 1:1 off:14 / B 10:15",
    }


# ---- trapping in the Never Finishing Game


NAME = "never-finishing"


def test_landing_on_a_blot_hits_or_traps_it() -> None:
    assert results(NAME, "W 13:1 1:14 / B 18:1 11:14", W, 6) == {
        "W 7:1 1:14 / B 11:14 bar:1",
        "W 7:1 1:14 / B 18:1! 11:14",
    }


def test_entering_checker_hits_or_traps() -> None:
    assert results(NAME, "W 6:14 bar:1 / B 2:1 1:14", W, 2) == {
        "W 23:1 6:14 / B 1:14 bar:1",
        "W 23:1 6:14 / B 2:1! 1:14",
    }


def test_trapping_in_passing_frees_the_blot_again() -> None:
    # In backgammon the only route, 13/7/2, would have to hit.
    line = "W 13:1 1:14 / B 18:1 17:2 11:12"
    assert results("backgammon", line, W, 6, 5) == {"W 2:1 1:14 / B 17:2 11:12 bar:1"}
    assert results(NAME, line, W, 6, 5) == {
        "W 2:1 1:14 / B 17:2 11:12 bar:1",
        "W 2:1 1:14 / B 18:1 17:2 11:12",
    }


def test_trapped_checker_cannot_move() -> None:
    # The checker on 18 could move to 16, but only the one on 11 may use the 2.
    assert results(NAME, "W 7:1 1:14 / B 18:1! 11:14", B, 2) == {"W 7:1 1:14 / B 18:1! 11:13 9:1"}


def test_single_trapper_closes_its_point() -> None:
    # 20/18 would land on the lone trapper, which is not a blot.
    assert results(NAME, "W 7:1 1:14 / B 20:1 18:1! 11:13", B, 2) == {
        "W 7:1 1:14 / B 20:1 18:1! 11:12 9:1"
    }


def test_trapper_point_is_closed_as_a_stop() -> None:
    # The only route of 20/15 is over 17.
    assert "W 7:1 1:14 / B 18:1! 15:1 11:13" in results(
        NAME, "W 7:1 1:14 / B 20:1 18:1! 11:13", B, 3, 2
    )
    assert "W 8:2 7:1 1:12 / B 18:1! 15:1 11:13" not in results(
        NAME, "W 8:2 7:1 1:12 / B 20:1 18:1! 11:13", B, 3, 2
    )


def test_owner_may_add_checkers_without_hitting() -> None:
    # Adding a checker does not turn a trap into a hit.
    assert results(NAME, "W 10:1 7:1 1:13 / B 18:1! 11:14", W, 3) == {
        "W 7:2 1:13 / B 18:1! 11:14",
        "W 10:1 4:1 1:13 / B 18:1 11:14",
    }


def test_trapped_checker_is_freed_when_last_trapper_leaves() -> None:
    assert results(NAME, "W 7:1 1:14 / B 18:1! 11:14", W, 3) == {"W 4:1 1:14 / B 18:1 11:14"}
    assert results(NAME, "W 7:2 1:13 / B 18:1! 11:14", W, 3) == {"W 7:1 4:1 1:13 / B 18:1! 11:14"}


def test_freed_checker_is_a_blot_at_once() -> None:
    # 7/4 frees it; 10/7 may then hit or trap it. 10/7 first adds a checker and 7/4 takes one.
    assert results(NAME, "W 10:1 7:1 1:13 / B 18:1! 11:14", W, 3, 3) == {
        "W 7:1 4:1 1:13 / B 11:14 bar:1",
        "W 7:1 4:1 1:13 / B 18:1! 11:14",
        "W 10:1 1:14 / B 18:1 11:14",
    }


def test_bearing_off_the_last_trapper_frees() -> None:
    assert results(NAME, "W 2:1 1:1 off:13 / B 23:1! 1:14", W, 2) == {"W 1:1 off:14 / B 23:1 1:14"}


def test_one_side_may_have_several_trapped_checkers() -> None:
    assert results(NAME, "W 8:1 7:1 1:13 / B 18:1! 17:1! 11:13", B, 2) == {
        "W 8:1 7:1 1:13 / B 18:1! 17:1! 11:12 9:1"
    }


def test_both_sides_may_have_trapped_checkers() -> None:
    line = "W 24:1! 7:1 6:13 / B 18:1! 1:14"
    assert results(NAME, line, W, 1) == {
        "W 24:1! 6:14 / B 18:1 1:14",
        "W 24:1! 7:1 6:12 5:1 / B 18:1! 1:14",
    }


def test_others_bear_off_with_a_trapped_checker_at_home() -> None:
    assert results(NAME, "W 5:1! 3:1 off:13 / B 20:1 1:14", W, 3) == {"W 5:1! off:14 / B 20:1 1:14"}


def test_trapped_checker_outside_prevents_bearing_off() -> None:
    outside = "W 12:1! 3:1 off:13 / B 13:1 1:14"
    assert results(NAME, outside, W, 3) == {outside}


def test_higher_trapped_checker_stops_larger_numbers() -> None:
    line = "W 5:1! 3:1 off:13 / B 20:1 1:14"
    assert results(NAME, line, W, 4) == {line}
    assert results(NAME, line, W, 6) == {line}


def test_trapped_checker_prevents_a_win() -> None:
    line = "W 5:1! off:14 / B 20:1 1:14"
    assert results(NAME, line, W, 5, 6) == {line}


def test_both_numbers_are_played_while_one_is_trapped() -> None:
    # 5/off with the 6 does not end the game, so it must not waste the 3.
    position = Position.parse("W 5:1 1:1! off:13 / B 24:1 10:14")
    (play,) = legal_plays(RULESETS[NAME], position, W, (6, 3))
    assert [move.target for move in play.moves] == [2, 0]
    assert legal_moves(RULESETS[NAME], position, W, (6, 3)) == (Move(W, 5, 2, 3),)


def test_two_traps_with_all_others_home_are_dead() -> None:
    line = "W 24:1! 1:14 / B 24:1! 1:14"
    for number in range(1, 7):
        assert results(NAME, line, W, number) == results(NAME, line, B, number) == {line}


def test_freed_checker_can_be_hit_from_farther_away() -> None:
    # 3/2 frees Black's blot on White's 3, where 5/3 can hit or trap it again.
    assert results(NAME, "W 5:1 3:1 1:13 / B 22:1! 18:14", W, 2, 1) >= {
        "W 3:1 2:1 1:13 / B 18:14 bar:1",
        "W 3:1 2:1 1:13 / B 22:1! 18:14",
    }
