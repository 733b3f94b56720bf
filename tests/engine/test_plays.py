"""How the numbers of a stage are played: each rule as positions before and after.

Bearing off and trapping have files of their own.
"""

from __future__ import annotations

import pytest

from tests.engine.examples import B, W, results

CONTRARY = ("french", "never-finishing", "backgammon")
PARALLEL = ("russian", "falood")

# ---- any order, as many as possible, the higher


def test_two_numbers_are_played_with_two_checkers_or_with_one() -> None:
    assert results("backgammon", "W 24:1 13:1 off:13 / B 6:15", W, 6, 4) == {
        "W 18:1 9:1 off:13 / B 6:15",
        "W 20:1 7:1 off:13 / B 6:15",
        "W 14:1 13:1 off:13 / B 6:15",
        "W 24:1 3:1 off:13 / B 6:15",
    }


def test_both_numbers_are_played_if_one_order_allows_it() -> None:
    # The 6 is blocked at first, and free after the 5.
    assert results("backgammon", "W 24:1 off:14 / B 7:2 2:13", W, 6, 5) == {
        "W 13:1 off:14 / B 7:2 2:13"
    }


def test_a_play_of_one_number_is_not_enough_where_another_uses_both() -> None:
    # 12/6 and 12/7 are possible, but only 12/1 leaves no number over.
    assert results("backgammon", "W 24:1 12:1 off:13 / B 7:2 6:13", W, 6, 5) == {
        "W 24:1 1:1 off:13 / B 7:2 6:13"
    }


def test_if_only_one_of_two_numbers_can_be_played_it_is_the_higher() -> None:
    line = "W 24:1 off:14 / B 12:2 2:13"
    assert results("backgammon", line, W, 6, 5) == {"W 18:1 off:14 / B 12:2 2:13"}
    assert results("french", line, W, 5, 6) == {"W 18:1 off:14 / B 12:2 2:13"}


def test_the_lower_number_is_played_if_the_higher_cannot_be() -> None:
    assert results("backgammon", "W 24:1 off:14 / B 12:2 7:2 2:11", W, 6, 5) == {
        "W 19:1 off:14 / B 12:2 7:2 2:11"
    }


def test_never_finishing_does_not_ask_for_the_higher_number() -> None:
    line = "W 24:1 1:14 / B 12:2 2:13"
    either = {"W 18:1 1:14 / B 12:2 2:13", "W 19:1 1:14 / B 12:2 2:13"}
    assert results("never-finishing", line, W, 6, 5) == either


def test_the_higher_number_is_a_table_rule() -> None:
    line = "W 24:1 1:14 / B 12:2 2:13"
    higher = {"W 18:1 1:14 / B 12:2 2:13"}
    assert results("never-finishing", line, W, 6, 5, higher_number=True) == higher
    assert len(results("backgammon", line, W, 6, 5, higher_number=False)) == 2


def test_a_doublet_is_played_four_times() -> None:
    assert results("backgammon", "W 24:1 off:14 / B 12:15", W, 5, 5, 5, 5) == {
        "W 4:1 off:14 / B 12:15"
    }


def test_of_a_doublet_as_many_are_played_as_can_be() -> None:
    assert results("backgammon", "W 24:1 off:14 / B 16:15", W, 5, 5, 5, 5) == {
        "W 14:1 off:14 / B 16:15"
    }


def test_where_nothing_can_be_played_the_position_stays() -> None:
    line = "W 24:1 off:14 / B 7:2 6:13"
    assert results("backgammon", line, W, 6, 5) == {line}


# ---- where a checker may land


@pytest.mark.parametrize("name", CONTRARY)
def test_in_contrary_games_the_opponent_s_point_is_25_minus_one_s_own(name: str) -> None:
    held = "W 13:1 1:14 / B 18:2 11:13"
    assert results(name, held, W, 6) == {held}
    assert results(name, "W 13:1 1:14 / B 7:2 11:13", W, 6) == {"W 7:1 1:14 / B 11:13 7:2"}


@pytest.mark.parametrize("name", PARALLEL)
def test_in_parallel_games_both_sides_have_the_same_points(name: str) -> None:
    held = "W 13:1 1:14 / B 11:13 7:2"
    assert results(name, held, W, 6) == {held}
    assert results(name, "W 13:1 1:14 / B 18:2 11:13", W, 6) == {"W 7:1 1:14 / B 18:2 11:13"}


def test_both_sides_play_by_their_own_numbering() -> None:
    assert results("backgammon", "W 11:14 18:1 / B 13:1 1:14", B, 6) == {
        "W 11:14 bar:1 / B 7:1 1:14"
    }


def test_a_checker_may_join_any_number_of_its_own() -> None:
    assert results("backgammon", "W 13:1 7:14 / B 6:15", W, 6) >= {"W 7:15 / B 6:15"}


@pytest.mark.parametrize("name", ["french", "backgammon"])
def test_landing_on_a_blot_hits_it(name: str) -> None:
    assert results(name, "W 13:1 1:14 / B 18:1 11:14", W, 6) == {"W 7:1 1:14 / B 11:14 bar:1"}


def test_in_the_russian_games_a_checker_is_hit_on_the_same_point() -> None:
    assert results("russian", "W 13:1 1:14 / B 11:14 7:1", W, 6) == {"W 7:1 1:14 / B 11:14 bar:1"}


def test_a_hit_on_the_way_counts() -> None:
    assert results("backgammon", "W 13:1 1:14 / B 18:1 11:14", W, 6, 5) == {
        "W 2:1 1:14 / B 11:14 bar:1",
        "W 2:1 1:14 / B 18:1 11:14",
    }


def test_a_checker_moved_with_two_numbers_must_be_able_to_touch_down() -> None:
    # 13/8/2 is blocked, so that the way goes over the blot.
    assert results("backgammon", "W 13:1 1:14 / B 18:1 17:2 11:12", W, 6, 5) == {
        "W 2:1 1:14 / B 17:2 11:12 bar:1"
    }


# ---- entering


def test_the_number_n_enters_on_25_minus_n() -> None:
    for number in range(1, 7):
        assert results("russian", "W hand:15 / B hand:15", W, number) == {
            f"W {25 - number}:1 hand:14 / B hand:15"
        }


def test_with_checkers_in_hand_nothing_else_may_move() -> None:
    assert results("russian", "W 20:13 hand:2 / B hand:15", W, 3, 1) == {
        "W 24:1 22:1 20:13 / B hand:15"
    }


def test_a_number_that_enters_nothing_is_lost_while_a_checker_is_in_hand() -> None:
    assert results("french", "W 20:13 hand:2 / B 1:2 hand:13", W, 3, 1) == {
        "W 22:1 20:13 hand:1 / B 1:2 hand:13"
    }


def test_numbers_left_over_after_the_last_entered_are_played_with_any_checker() -> None:
    assert results("russian", "W 20:14 hand:1 / B hand:15", W, 3, 1) == {
        "W 24:1 20:13 17:1 / B hand:15",
        "W 22:1 20:13 19:1 / B hand:15",
        "W 21:1 20:14 / B hand:15",
    }


def test_entering_hits_too() -> None:
    assert results("russian", "W hand:15 / B 21:1 hand:14", W, 4) == {
        "W 21:1 hand:14 / B hand:14 bar:1"
    }


def test_with_a_checker_on_the_bar_nothing_else_may_move() -> None:
    assert results("backgammon", "W 13:1 bar:1 off:13 / B 6:15", W, 3, 1) == {
        "W 22:1 12:1 off:13 / B 6:15",
        "W 24:1 10:1 off:13 / B 6:15",
        "W 21:1 13:1 off:13 / B 6:15",
    }


def test_while_one_checker_stays_on_the_bar_the_other_number_is_lost() -> None:
    assert results("backgammon", "W 13:1 bar:2 off:12 / B 3:15", W, 3, 1) == {
        "W 24:1 13:1 bar:1 off:12 / B 3:15"
    }


def test_a_side_that_is_shut_out_does_not_move() -> None:
    line = "W 13:1 bar:1 off:13 / B 3:2 1:13"
    assert results("backgammon", line, W, 3, 1) == {line}


def test_the_bar_enters_before_the_hand() -> None:
    assert results("russian", "W 20:12 hand:2 bar:1 / B hand:15", W, 2) == {
        "W 23:1 20:12 hand:2 / B hand:15"
    }
    assert results("russian", "W 20:12 hand:2 bar:1 / B hand:15", W, 3, 1) == {
        "W 24:1 22:1 20:12 hand:1 / B hand:15"
    }


# ---- free entry


def test_with_free_entry_checkers_on_the_board_move_while_others_are_in_hand() -> None:
    assert results("russian", "W 20:13 hand:2 / B hand:15", W, 3, 1, free_entry=True) == {
        "W 24:1 22:1 20:13 / B hand:15",
        "W 24:1 20:12 17:1 hand:1 / B hand:15",
        "W 22:1 20:12 19:1 hand:1 / B hand:15",
        "W 21:1 20:13 hand:1 / B hand:15",
        "W 20:12 16:1 hand:2 / B hand:15",
        "W 20:11 19:1 17:1 hand:2 / B hand:15",
    }


def test_with_free_entry_the_bar_still_comes_first() -> None:
    line = "W 20:12 hand:2 bar:1 / B 24:2 hand:13"
    assert results("russian", line, W, 1, free_entry=True) == {line}
    assert results("russian", line, W, 3, 1, free_entry=True) == {
        "W 22:1 20:11 19:1 hand:2 / B 24:2 hand:13",
        "W 21:1 20:12 hand:2 / B 24:2 hand:13",
    }


def test_free_entry_does_not_let_a_side_bear_off_while_a_checker_is_in_hand() -> None:
    assert results("russian", "W 2:14 hand:1 / B 24:15", W, 2, free_entry=True) == {
        "W 23:1 2:14 / B 24:15"
    }
    blocked = "W 2:14 hand:1 / B 23:15"
    assert results("russian", blocked, W, 2, free_entry=True) == {blocked}
