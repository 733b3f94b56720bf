from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.engine import (
    RULESETS,
    Position,
    Roll,
    Rules,
    Side,
    StartingPosition,
    Withheld,
)
from backgammon_tui.engine.events import DiceRolled, ExtraRollEarned, StageBegun
from backgammon_tui.explain.roll_chart import ChartCell, RollChart, roll_chart
from backgammon_tui.words.plays import (
    describe_cell,
    describe_chances,
    describe_legend,
    write_cell,
)
from tests.analysis.recount import recount
from tests.engine.examples import rules_named
from tests.engine.strategies import few, house_rules, positions, rules_and_positions, sides, walk
from tests.engine.twin import twin_playable


def grid(name: str, line: str) -> RollChart:
    line += "" if ";" in line else "; W to move"
    return roll_chart(rules_named(name), StartingPosition.parse(line))


def cell(name: str, line: str, first: int, second: int) -> ChartCell:
    return grid(name, line).rows[first - 1][second - 1]


# ---- examples

ENTERING = "W 22:4 20:2 19:5 hand:3 bar:1 / B 24:2 23:1 21:4 hand:8"
OPENS_2S = "W 20:4 12:4 3:7 / B 18:3 13:4 10:2 2:3 1:3; W to move; first double W"
STUCK = "W 20:4 3:11 / B 18:3 13:4 10:2 2:3 1:3; W to move; first double W"
FIVE, FOUR = (f"W 22:{12 - n} 20:3 hand:{n} / B 24:3 21:4 hand:8" for n in (5, 4))
FREE = "W 22:8 20:3 hand:4 / B 18:3 hand:12"
SIXES_SHUT = "W hand:15 / B 19:2 hand:13"


@pytest.mark.parametrize(
    ("name", "line", "dice", "expected"),
    [
        ("russian", ENTERING, "14", {"playable": 0, "enters_all": None, "is_shut_out": True}),
        ("russian", ENTERING, "44", {"playable": 0, "enters_all": None}),
        ("russian", ENTERING, "15", {"playable": 1, "enters_all": False, "is_shut_out": False}),
        ("russian", ENTERING, "56", {"playable": 2, "enters_all": True}),
        ("russian", ENTERING, "33", {"playable": 4, "enters_all": True}),
        ("backgammon", "W 6:14 bar:1 / B 6:15", "52", {"enters_all": True}),
        ("backgammon", "W 6:15 / B 5:15", "52", {"enters_all": None}),
        # A trap counts only if it stays: the last checker must go on with the second number.
        ("never-finishing", "W 8:2 1:13 / B 18:1 19:14", "11", {"can_trap": True}),
        ("never-finishing", "W 8:2 1:13 / B 19:15", "11", {"can_trap": False}),
        (
            "never-finishing",
            "W 8:1 off:14 / B 18:1 6:14",
            "12",
            {"can_hit": True, "can_trap": False},
        ),
        # The 5s from point 12 make the 2s playable; those from point 20 do not.
        ("russian", OPENS_2S, "55", {"playable": 4, "in_all": 8, "rolls_again": True}),
        ("russian", STUCK, "55", {"playable": 4, "in_all": 4, "rolls_again": False}),
        ("backgammon", "W 24:4 12:4 3:7 / B 6:15", "55", {"in_all": 4}),
        (
            "falood",
            "W hand:15 / B hand:15",
            "44",
            {"in_all": 4, "rolls_again": False, "withheld": Withheld.FIRST_DOUBLE},
        ),
        ("russian", FIVE, "33", {"in_all": 4, "withheld": Withheld.STILL_ENTERING}),
        ("russian", FOUR, "33", {"in_all": 8, "withheld": None, "rolls_again": True}),
        # With free entry, one could also leave checkers in hand and lose the 4s.
        ("russian-free", FREE, "33", {"rolls_again": True}),
        ("falood", SIXES_SHUT, "12", {"in_all": 6}),
        ("falood", SIXES_SHUT, "21", {"rolls_again": True}),
        ("russian", SIXES_SHUT, "12", {"in_all": 2}),
        ("falood", "W hand:15 / B 20:2 19:2 hand:11", "12", {"in_all": 2, "rolls_again": False}),
        ("french", "W 3:1 1:1 off:13 / B 6:15", "66", {"wins": True, "rolls_again": False}),
        ("french", "W 3:1 1:1 off:13 / B 6:15", "12", {"wins": False}),
    ],
)
def test_cell_shows_the_best_effects_of_a_roll(
    name: str, line: str, dice: str, expected: dict[str, object]
) -> None:
    result = cell(name, line, int(dice[0]), int(dice[1]))
    assert {field: getattr(result, field) for field in expected} == expected


def test_roll_hits_or_wins_if_some_play_does() -> None:
    hitting = {cell.dice for cell in grid("russian", ENTERING).cells if cell.can_hit}
    assert hitting == {roll for n in range(1, 7) for roll in ((2, n), (n, 2))}
    line = "W 3:1 1:1 off:13 / B 6:15"
    assert {cell.dice for cell in grid("french", line).cells if not cell.wins} == {(1, 2), (2, 1)}


# ---- against the plain generator


@few
@given(rules_and_positions(), sides, st.integers(1, 6), st.integers(1, 6))
def test_cell_matches_exhaustive_search(
    drawn: tuple[Rules, Position], side: Side, first: int, second: int
) -> None:
    rules, position = drawn
    result = roll_chart(rules, StartingPosition(position, side)).rows[first - 1][second - 1]
    assert result.playable == twin_playable(rules, position, side, result.numbers)
    counted = recount(rules, StartingPosition(position, side), (first, second))
    assert (result.can_hit, result.rolls_again) == (counted.can_hit, counted.earns_roll)
    assert result.is_shut_out == counted.is_shut_out


@few
@given(st.data(), house_rules(), sides)
def test_chart_is_complete_plain_text(data: st.DataObject, rules: Rules, side: Side) -> None:
    position = data.draw(positions(rules))
    had = data.draw(st.frozensets(sides))
    results = roll_chart(rules, StartingPosition(position, side, had))
    assert [cell.dice for cell in results.cells] == [
        (a, b) for a in range(1, 7) for b in range(1, 7)
    ]
    for cell in results.cells:
        first, second = cell.dice
        mirrored = results.rows[second - 1][first - 1]
        assert (cell.in_all, cell.can_hit, cell.wins) == (
            mirrored.in_all,
            mirrored.can_hit,
            mirrored.wins,
        )
        assert cell.playable <= cell.in_all <= 8
        assert not (cell.rolls_again and cell.withheld)
        assert cell.rolls_again <= (cell.in_all > cell.playable)
        assert write_cell(cell).isascii()
        assert len(write_cell(cell)) <= 8
    for line in (*describe_legend(results), describe_chances(results)):
        assert line.isascii()
        assert line == line.rstrip()
        assert len(line) <= 60


@few
@given(house_rules().filter(lambda rules: not rules.opponent_completes), st.integers(0, 2**32))
def test_no_game_beats_the_chart(rules: Rules, seed: int) -> None:
    expected: ChartCell | None = None
    played = 0
    for game, action, following in walk(rules, seed, 60):
        if isinstance(action, Roll) and game.side:
            starting_position = StartingPosition(game.position, game.side, game.had_double)
            square = roll_chart(rules, starting_position)
            expected, played = square.rows[action.first - 1][action.second - 1], 0
        if expected is None:
            continue
        begun = [event for event in following.events if isinstance(event, StageBegun)]
        for event in begun:
            if isinstance(following.events[0], DiceRolled):
                assert event.playable == expected.playable
            played += event.playable
        assert played <= expected.in_all or following.is_over
        if any(isinstance(event, ExtraRollEarned) for event in following.events):
            assert expected.rolls_again
            assert played == expected.in_all


def test_position_of_another_game_is_rejected() -> None:
    with pytest.raises(ValueError, match="cannot both be on"):
        roll_chart(RULESETS["russian"], StartingPosition.parse("W 24:15 / B 24:15; W to move"))


# ---- as text


def test_chart_as_text_matches_the_example() -> None:
    square = grid("falood", f"{ENTERING}; W to move; first double W")
    assert [" ".join(map(write_cell, row)) for row in square.rows] == [
        "0 1-* 1- 0 1- 1-",
        "1-* 8=*> 2=* 1-* 2=* 2=*",
        "1- 2=* 8=> 1- 2= 2=",
        "0 1-* 1- 0 1- 1-",
        "1- 2=* 2= 1- 8=> 2=",
        "1- 2=* 2= 1- 2= 8=>",
    ]
    assert [*describe_legend(square), describe_chances(square)] == [
        "Each digit: how many of the numbers can be played",
        "= enters all it can         - enters some",
        "* can hit                   > can earn an extra roll",
        "Of 36 rolls: 4 unplayable, 11 can hit, 0 win",
    ]


@pytest.mark.parametrize(
    ("name", "roll", "sentence"),
    [
        ("russian", (1, 4), "4-1: nothing can be played."),
        ("russian", (2, 5), "5-2: both numbers can be played; it enters all it can and can hit."),
        (
            "russian",
            (3, 3),
            "3-3: all four 3s can be played; it enters all it can."
            " Played well: 8 numbers in all, then an extra roll.",
        ),
        (
            "falood",
            (3, 3),
            "3-3: all four 3s can be played; it enters all it can."
            " No complement: these are the side's first doubles.",
        ),
        ("falood", (1, 5), "5-1: only one of the two numbers can be played; it enters some."),
    ],
)
def test_single_roll_is_described(name: str, roll: tuple[int, int], sentence: str) -> None:
    assert describe_cell(cell(name, ENTERING, *roll)) == sentence


def test_wins_and_traps_are_described() -> None:
    winning = cell("backgammon", "W 2:1 1:1 off:13 / B 13:15", 2, 1)
    assert describe_cell(winning) == "2-1: both numbers can be played; it can win."
    trapping = cell("never-finishing", "W 24:15 / B 4:1 24:14", 3, 2)
    assert "it can hit and can trap." in describe_cell(trapping)
