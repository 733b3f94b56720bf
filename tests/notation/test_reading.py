from __future__ import annotations

import pytest

from backgammon_tui.engine import Game, Position
from backgammon_tui.engine.notation import read_moves, write_moves
from tests.engine.examples import B, W, game_at, roll

START = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"


def standard(first: int, second: int) -> Game:
    """White's first roll at backgammon."""
    return roll(game_at("backgammon", START, W), first, second)


def understood(game: Game, text: str) -> str:
    """The moves that a text is taken for, in full notation."""
    return write_moves(read_moves(game, text))


@pytest.mark.parametrize(
    ("ruleset", "line", "dice", "text"),
    [
        ("russian", "W hand:15 / B hand:15", (3, 1), "hand/22 hand/24"),
        ("russian", "W hand:15 / B hand:15", (3, 3), "hand/22(4)"),
        ("russian", "W 14:12 10:2 bar:1 / B 20:1 hand:14", (5, 1), "bar/20*/19"),
        ("backgammon", START, (6, 3), "13/7/4"),
        ("backgammon", START, (6, 3), "13/4"),
        ("backgammon", START, (2, 2), "24/22(2) 6/4(2)"),
        ("backgammon", "W 6:3 4:2 off:10 / B 24:3 off:12", (6, 4), "6/off 4/off"),
        ("backgammon", "W 6:3 4:2 off:10 / B 24:3 off:12", (6, 4), "6/2"),
        ("never-finishing", "W 24:15 / B 23:9 5:1 off:5", (4, 4), "24/20^/16"),
        ("never-finishing", "W 24:15 / B 24:9 5:1 off:5", (4, 2), "24/20* 24/22"),
    ],
)
def test_every_form_of_notation_is_read(
    ruleset: str, line: str, dice: tuple[int, int], text: str
) -> None:
    game = roll(game_at(ruleset, line, W), *dice)
    for move in read_moves(game, text):
        game = game.apply(move)
    assert game.position != Position.parse(line)


def test_number_can_be_named_if_a_smaller_would_do() -> None:
    game = roll(game_at("backgammon", "W 4:3 2:2 off:10 / B 24:3 off:12", W), 6, 4)
    assert [move.number for move in read_moves(game, "4/off")] == [4]
    assert [move.number for move in read_moves(game, "4/off=6")] == [6]
    assert [move.number for move in read_moves(game, "4/off=4")] == [4]


def test_partial_play_leaves_the_rest_open() -> None:
    assert understood(standard(6, 3), "13/7") == "13/7"
    assert understood(standard(2, 2), "6/4(3)") == "6/4(3)"


@pytest.mark.parametrize(
    "text",
    ["24/18 13/10", "13/10 24/18", "24-18 13-10", "24 18 13 10", "24/18  13 / 10", "24 18 13/10"],
)
def test_order_and_separators_are_free(text: str) -> None:
    assert understood(standard(6, 3), text) == "24/18 13/10"


@pytest.mark.parametrize("text", ["24/20* 24/22", "24/20*24/22", "24 20*24 22", "24-20*24-22"])
def test_move_may_follow_mark_without_space(text: str) -> None:
    game = roll(game_at("never-finishing", "W 24:15 / B 24:9 5:1 off:5", W), 4, 2)
    assert understood(game, text) == "24/20* 24/22"


@pytest.mark.parametrize("text", ["13/7/4", "13-7-4", "13 / 7 / 4", "13/7 /4", "13/4", "13 4"])
def test_stops_are_optional(text: str) -> None:
    assert understood(standard(6, 3), text) in ("13/7/4", "13/10/4")


@pytest.mark.parametrize("text", ["hand/22", "HAND/22", "Hand-22", "in/22", "IN 22", "h/22", "h22"])
def test_hand_has_three_names_in_any_case(text: str) -> None:
    game = roll(game_at("russian", "W hand:15 / B hand:15", W), 3, 1)
    assert understood(game, text) == "hand/22"


@pytest.mark.parametrize("text", ["bar/20*", "BAR/20", "b/20", "b20", "B 20", "bar-20*"])
def test_bar_has_two_names_and_marks_are_optional(text: str) -> None:
    line = "W bar:1 13:14 / B 5:1 6:14"
    game = roll(game_at("backgammon", line, W), 5, 1)
    assert understood(game, text) == "bar/20*"


@pytest.mark.parametrize("text", ["24/22(2)", "24/22 24/22", "24/22 (2)", "24 22(2)", "24-22(2)"])
def test_repeated_move_may_be_counted(text: str) -> None:
    assert understood(standard(2, 2), text) == "24/22(2)"


def test_first_checker_of_a_counted_hit_hits() -> None:
    line = "W 13:2 8:13 / B 14:1 6:14"
    game = roll(game_at("backgammon", line, W), 2, 2)
    assert understood(game, "13/11*(2)") == understood(game, "13/11(2)") == "13/11* 13/11"


@pytest.mark.parametrize("text", ["6/off", "6/OFF", "6-o", "6 off"])
def test_bearing_off_is_read(text: str) -> None:
    game = roll(game_at("backgammon", "W 6:3 4:2 off:10 / B 24:3 off:12", W), 6, 4)
    assert understood(game, text) == "6/off"


def test_only_possible_route_is_filled_in() -> None:
    # The 6 is held on White's 18, so that 24/14 goes by 20.
    line = "W 24:2 13:13 / B 7:2 6:13"
    game = roll(game_at("backgammon", line, W), 6, 4)
    assert understood(game, "24/14") == "24/20/14"


def test_last_checker_bears_off_directly_without_a_stop() -> None:
    line = "W 4:1 off:14 / B 24:1 13:14"
    game = roll(game_at("backgammon", line, W), 6, 3)
    assert understood(game, "4/off") == "4/off"
    assert understood(game, "4/1*/off") == "4/1*/off"


def test_each_side_uses_its_own_numbers() -> None:
    game = roll(game_at("backgammon", START, B), 3, 1)
    assert understood(game, "8/5 6/5") == "8/5 6/5"


def test_completing_side_moves_once_at_a_time() -> None:
    line = "W 24:15 / B 18:2 20:2 22:5 13:6"
    game = roll(game_at("falood", line, W, [W], opponent_completes=True), 6, 4)
    assert understood(game, "22/18") == "22/18"
    assert game.actor is B
