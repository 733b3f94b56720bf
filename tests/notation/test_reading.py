from __future__ import annotations

import pytest
from hypothesis import given

from backgammon_tui.engine import Game, NotAllowed, Phase, Rules
from backgammon_tui.engine.notation import Ambiguous, read_moves, read_whole_play, write_moves
from backgammon_tui.explain.facts import do
from tests.engine.examples import B, W, game_at, roll
from tests.engine.strategies import few, game_rules, game_seeds, walk

START = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"
HOME = "W 6:3 4:2 off:10 / B 24:3 off:12"
ENTERING = "W hand:15 / B hand:15"
TRAPPING = "W 24:15 / B 24:9 5:1 off:5"


def at(ruleset: str, line: str, dice: str) -> Game:
    return roll(game_at(ruleset, line, W), int(dice[0]), int(dice[1]))


def understood(game: Game, text: str) -> str:
    """Return the moves that a text is read as, in full notation."""
    return write_moves(read_moves(game, text))


@pytest.mark.parametrize(
    ("ruleset", "line", "dice", "texts", "meaning"),
    [
        ("russian", ENTERING, "31", ["hand/22 hand/24", "in/24 in/22"], "hand/22 hand/24"),
        ("russian", ENTERING, "33", ["hand/22(4)"], "hand/22(4)"),
        ("russian", "W 14:12 10:2 bar:1 / B 20:1 hand:14", "51", ["bar/20*/19"], "bar/20*/19"),
        ("never-finishing", "W 24:15 / B 23:9 5:1 off:5", "44", ["24/20^/16"], "24/20^/16"),
        # Order and separators are free.
        (
            "backgammon",
            START,
            "63",
            ["24/18 13/10", "13/10 24/18", "24-18 13-10", "24 18 13 10", "24/18  13 / 10"],
            "24/18 13/10",
        ),
        (
            "never-finishing",
            TRAPPING,
            "42",
            ["24/20* 24/22", "24/20*24/22", "24 20*24 22", "24-20*24-22"],
            "24/20* 24/22",
        ),
        # The hand and the bar have several names, and marks are optional.
        (
            "russian",
            ENTERING,
            "31",
            ["hand/22", "HAND/22", "Hand-22", "in/22", "IN 22", "h/22", "h22"],
            "hand/22",
        ),
        (
            "backgammon",
            "W bar:1 13:14 / B 5:1 6:14",
            "51",
            ["bar/20*", "BAR/20", "b/20", "b20", "B 20", "bar-20*"],
            "bar/20*",
        ),
        # Repeated moves may be counted; the first of them hits.
        (
            "backgammon",
            START,
            "22",
            ["24/22(2)", "24/22 24/22", "24/22 (2)", "24 22(2)", "24-22(2)"],
            "24/22(2)",
        ),
        ("backgammon", START, "22", ["24/22(2) 6/4(2)"], "24/22(2) 6/4(2)"),
        ("backgammon", "W 13:2 8:13 / B 14:1 6:14", "22", ["13/11*(2)", "13/11(2)"],
         "13/11* 13/11"),
        ("backgammon", HOME, "64", ["6/off", "6/OFF", "6-o", "6 off"], "6/off"),
        ("backgammon", HOME, "64", ["6/off 4/off"], "6/off 4/off"),
        # Stops are optional; the 6 is blocked on 18, so 24/14 goes over 20.
        ("backgammon", "W 24:2 13:13 / B 7:2 6:13", "64", ["24/14"], "24/20/14"),
        ("backgammon", "W 4:1 off:14 / B 24:1 13:14", "63", ["4/off"], "4/off"),
        ("backgammon", "W 4:1 off:14 / B 24:1 13:14", "63", ["4/1*/off"], "4/1*/off"),
        # A partial play leaves the rest open.
        ("backgammon", START, "63", ["13/7"], "13/7"),
        ("backgammon", START, "22", ["6/4(3)"], "6/4(3)"),
    ],
)  # fmt: skip
def test_every_form_of_notation_is_read(
    ruleset: str, line: str, dice: str, texts: list[str], meaning: str
) -> None:
    game = at(ruleset, line, dice)
    assert {understood(game, text) for text in texts} == {meaning}


@pytest.mark.parametrize("text", ["13/7/4", "13-7-4", "13 / 7 / 4", "13/7 /4", "13/4", "13 4"])
def test_stops_are_optional(text: str) -> None:
    assert understood(at("backgammon", START, "63"), text) in ("13/7/4", "13/10/4")


def test_larger_number_than_needed_can_be_named() -> None:
    game = at("backgammon", "W 4:3 2:2 off:10 / B 24:3 off:12", "64")
    used = [read_moves(game, text)[0].number for text in ("4/off", "4/off=6", "4/off=4")]
    assert used == [4, 6, 4]


def test_each_side_uses_its_own_numbers() -> None:
    game = roll(game_at("backgammon", START, B), 3, 1)
    assert understood(game, "8/5 6/5") == "8/5 6/5"


def test_completing_side_moves_once_at_a_time() -> None:
    line = "W 24:15 / B 18:2 20:2 22:5 13:6"
    game = roll(game_at("falood", line, W, [W], opponent_completes=True), 6, 4)
    assert understood(game, "22/18") == "22/18"
    assert game.actor is B


# ---- the whole play again


@pytest.mark.parametrize(
    ("made", "text", "meaning"),
    [
        ("hand/24", "hand/24 hand/19", "hand/19"),
        ("hand/24", "hand/19 hand/24", "hand/19"),
        ("hand/24", "hand/18", "24/18"),
        ("hand/24", "h24 h19", "hand/19"),
    ],
)
def test_part_already_made_may_be_typed_again(made: str, text: str, meaning: str) -> None:
    game = at("russian", "W hand:1 24:14 / B hand:15" if "/18" in text else ENTERING, "61")
    for move in read_moves(game, made):
        game = game.apply(move)
    assert write_moves(read_whole_play(game, text)) == meaning


def test_move_made_too_often_is_not_dropped_twice() -> None:
    game = at("russian", ENTERING, "61")
    (enters,) = read_moves(game, "hand/24")
    for text in ("hand/24(2) hand/19", "hand/24 23/22"):
        with pytest.raises(NotAllowed):
            read_whole_play(game.apply(enters), text)


@few
@given(game_rules, game_seeds)
def test_any_play_may_be_typed_again(rules: Rules, seed: int) -> None:
    for game, _, _ in walk(rules, seed, 150):
        if game.phase is not Phase.MOVE or (game.stage and game.stage.moves):
            continue
        for play in game.legal_plays()[7:10]:
            text, after = write_moves(play.moves), game
            for count, move in enumerate(play.moves[:-1], 1):
                after = after.apply(move)
                try:
                    read_moves(after, text)
                except (NotAllowed, Ambiguous):
                    rest = do(after, read_whole_play(after, text))[-1]
                    assert rest.position == play.position, (str(game.position), text, count)
