"""How checkers leave the board, and what the last of them is excused from."""

from __future__ import annotations

import pytest

from tests.engine.examples import NAMES, B, W, results

EVERYWHERE = pytest.mark.parametrize("name", NAMES)


@EVERYWHERE
def test_a_number_takes_off_a_checker_of_its_point_or_moves_one_within_home(name: str) -> None:
    assert results(name, "W 6:1 5:1 off:13 / B 10:15", W, 5) == {
        "W 6:1 off:14 / B 10:15",
        "W 5:1 1:1 off:13 / B 10:15",
    }


@EVERYWHERE
def test_with_nothing_on_its_point_the_number_must_move_a_checker_from_higher_up(name: str) -> None:
    assert results(name, "W 6:1 2:1 off:13 / B 10:15", W, 5) == {"W 2:1 1:1 off:13 / B 10:15"}


def test_if_no_checker_from_higher_up_can_move_the_number_is_lost() -> None:
    blocked = "W 6:1 2:1 off:13 / B 24:15"
    assert results("backgammon", blocked, W, 5) == {blocked}
    shared_home = "W 6:1 2:1 off:13 / B 1:15"
    assert results("russian", shared_home, W, 5) == {shared_home}


@EVERYWHERE
def test_with_nothing_higher_up_the_number_takes_off_the_highest(name: str) -> None:
    assert results(name, "W 3:1 2:1 off:13 / B 10:15", W, 5) == {"W 2:1 off:14 / B 10:15"}
    assert results(name, "W 3:2 2:1 off:12 / B 10:15", W, 6, 6, 6, 6) == {"W off:15 / B 10:15"}


@EVERYWHERE
def test_nothing_is_borne_off_before_all_are_home(name: str) -> None:
    assert results(name, "W 7:1 2:1 off:13 / B 10:15", W, 2) == {"W 5:1 2:1 off:13 / B 10:15"}


@EVERYWHERE
def test_one_number_may_bring_the_last_checker_home_and_the_other_bear_off(name: str) -> None:
    assert results(name, "W 7:1 2:1 off:13 / B 10:15", W, 2, 1) == {
        "W 6:1 off:14 / B 10:15",
        "W 5:1 1:1 off:13 / B 10:15",
        "W 4:1 2:1 off:13 / B 10:15",
    }


@EVERYWHERE
def test_a_checker_on_the_bar_must_come_round_first(name: str) -> None:
    assert results(name, "W 2:2 bar:1 off:12 / B 10:15", W, 2) == {"W 23:1 2:2 off:12 / B 10:15"}


def test_in_the_russian_games_a_checker_can_be_hit_in_the_home_that_both_share() -> None:
    assert results("russian", "W 6:1 off:14 / B 8:1 1:14", B, 2) == {"W bar:1 off:14 / B 6:1 1:14"}


@EVERYWHERE
def test_taking_off_the_last_checker_is_enough_however_few_numbers_it_takes(name: str) -> None:
    # The 6 alone ends the game, although 5/2/off would use the 3 as well.
    assert results(name, "W 5:1 off:14 / B 10:15", W, 6, 3) == {"W off:15 / B 10:15"}


def test_the_longer_way_to_take_off_the_last_checker_may_hit() -> None:
    assert results("backgammon", "W 5:1 off:14 / B 23:1 10:14", W, 6, 3) == {
        "W off:15 / B 23:1 10:14",
        "W off:15 / B 10:14 bar:1",
    }


def test_a_doublet_may_also_end_the_game_in_a_longer_way() -> None:
    assert results("russian", "W 4:1 off:14 / B 12:14 2:1", W, 2, 2, 2, 2) == {
        "W off:15 / B 12:14 bar:1"
    }
    assert results("russian", "W 4:1 off:14 / B 12:14 3:1", W, 4, 1) == {
        "W off:15 / B 12:14 3:1",
        "W off:15 / B 12:14 bar:1",
    }


def test_the_lower_number_may_take_off_the_last_checker() -> None:
    assert results("backgammon", "W 2:1 off:14 / B 10:15", W, 6, 2) == {"W off:15 / B 10:15"}


def test_two_checkers_need_two_numbers() -> None:
    assert results("backgammon", "W 2:1 1:1 off:13 / B 10:15", W, 6, 2) == {"W off:15 / B 10:15"}
    assert results("backgammon", "W 2:1 1:1 off:13 / B 10:15", W, 2, 1) == {
        "W off:15 / B 10:15",
        "W 1:1 off:14 / B 10:15",
    }
