"""`plays`: the legal plays of a position."""

from __future__ import annotations

import json

import pytest

from backgammon_tui.cli.arguments import read_numbers
from backgammon_tui.engine import RULESETS, Game, Side, Throw
from backgammon_tui.engine.notation import Numbering
from backgammon_tui.modes.play.play_list import PlayList
from tests.cli.program import refusal, run
from tests.plain.talk import say

START = "W hand:15 / B hand:15"


def test_a_line_for_each_play() -> None:
    done = run("plays", "russian", "W 24:1 hand:14 / B hand:15", "B", "1", "4")
    assert done.out.splitlines() == [
        "hand/21 hand/24*  W hand:14 bar:1 / B 24:1 21:1 hand:13",
    ]
    assert done.code == 0


def test_every_list_of_plays_has_one_order() -> None:
    """Typing `play 1` plays the first row of the screen."""
    position = RULESETS["backgammon"].start.position
    game = Game.from_position(RULESETS["backgammon"], position, Side.WHITE).apply(Throw(6, 3))
    plays = PlayList(game, Numbering.STANDARD)
    rows = [row.text for row in plays.rows]
    printed = run("plays", "backgammon", str(position), "W", "63").out.splitlines()
    assert [line.partition("  ")[0] for line in printed] == rows
    plain = say("backgammon", ["6 3", "plays"]).answers[2]
    assert [line.split(maxsplit=1)[1] for line in plain[: len(rows)]] == rows
    assert rows[:2] == ["24/18 24/21", "24/18/15"]


def test_facts_count_the_throws_that_hit_after_each_play() -> None:
    position = str(RULESETS["backgammon"].start.position)
    told = run("plays", "backgammon", position, "W", "63", "--facts").out.splitlines()
    assert told[0] == "   1  24/18 24/21  33 of the opponent's 36 throws hit"
    answer = json.loads(run("plays", "backgammon", position, "W", "63", "--facts", "--json").out)
    assert answer["plays"][0]["facts"] == "33 of the opponent's 36 throws hit"
    doublet = ("W 24:5 20:5 19:5 / B hand:15", "W", "44", "--facts")
    told = run("plays", "russian", *doublet).out.splitlines()
    assert told[0] == "   1  24/20(4)              four 3s can be played next"
    assert "two numbers" in refusal("plays", "backgammon", position, "W", "6", "--facts")
    shut = ("W bar:1 6:14 / B 6:2 5:2 4:2 3:2 2:2 1:5", "W", "65")
    assert run("plays", "backgammon", *shut, "--facts").out.startswith("(nothing can be played) ")


def test_nothing_to_play_is_said() -> None:
    done = run("plays", "backgammon", "W bar:1 6:14 / B 6:2 5:2 1:11", "W", "65")
    assert done.out == "(nothing can be played)  W 6:14 bar:1 / B 6:2 5:2 1:11\n"
    assert done.code == 0


def test_table_rules_can_be_changed() -> None:
    position = "W 24:1 hand:14 / B hand:15"
    strict = run("plays", "russian", position, "W", "5", "3").out
    free = run("plays", "russian", position, "W", "5", "3", "--rule", "free-entry=on").out
    assert set(strict.splitlines()) < set(free.splitlines())


def test_json_of_one_play() -> None:
    done = run("plays", "russian", "W 24:1 hand:14 / B hand:15", "B", "14", "--json")
    (play,) = json.loads(done.out)["plays"]
    assert play["play"] == "hand/21 hand/24*"
    hit = {"from": "hand", "to": 24, "number": 1, "effect": "hit"}
    assert hit in play["moves"]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [("5 3", (5, 3)), ("53", (5, 3)), ("44", (4,) * 4), ("4 4 4", (4,) * 3), ("6", (6,))],
)
def test_numbers(text: str, numbers: tuple[int, ...]) -> None:
    assert read_numbers(text) == numbers


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chess", START, "W", "5", "3"], "invalid choice: 'chess'"),
        (["russian", "W hand:14 / B hand:15", "W", "5", "3"], "White has 14 checkers, not 15"),
        (
            ["russian", "nonsense\x1b[31m", "W", "5", "3"],
            "a position line has no invisible characters",
        ),
        (["russian", "x" * 10_000, "W", "5", "3"], "at most 500 characters"),
        (["russian", START, "X", "5", "3"], "invalid choice: 'X'"),
        (["russian", START, "W", "7"], "numbers are two from 1 to 6 or equal ones, not 7"),
        (["russian", START, "W", "5", "3", "2", "1", "1"], "numbers are two from 1 to 6"),
        (["russian", START, "W"], "required: NUMBERS"),
        (["russian", "W 5:15 / B 5:15", "W", "5", "3"], "both stand on White's 5"),
        (["russian", START, "W", "5", "--rule", "x=y"], "no house rule 'x'"),
        ([], "required: ruleset"),
    ],
)
def test_what_cannot_be_answered(arguments: list[str], said: str) -> None:
    assert said in refusal("plays", *arguments)


@pytest.mark.parametrize("numbers", ["123", "12 4", "112", "7", "0", "11111"])
def test_numbers_of_no_stage_are_refused(numbers: str) -> None:
    assert "numbers" in refusal("plays", "russian", START, "W", *numbers.split())
