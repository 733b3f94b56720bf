from __future__ import annotations

import time
from typing import Any

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
from backgammon_tui.words.roll_chart import (
    describe_cell,
    describe_legend,
    describe_totals,
    write_cell,
)
from tests.analysis.recount import recount
from tests.engine.examples import rules_named
from tests.engine.strategies import few, house_rules, positions, rules_and_positions, sides, walk
from tests.engine.twin import twin_playable


def grid(name: str, line: str, **house_rules: Any) -> RollChart:
    if ";" not in line:
        line += "; W to move"
    return roll_chart(rules_named(name, **house_rules), StartingPosition.parse(line))


def cell(name: str, line: str, first: int, second: int, **house_rules: Any) -> ChartCell:
    return grid(name, line, **house_rules).rows[first - 1][second - 1]


# ---- examples

ENTERING = "W 22:4 20:2 19:5 hand:3 bar:1 / B 24:2 23:1 21:4 hand:8"


@pytest.mark.parametrize(
    ("roll", "playable", "entering"),
    [
        ((1, 4), 0, None),
        ((4, 4), 0, None),
        ((1, 5), 1, False),
        ((5, 6), 2, True),
        ((3, 3), 4, True),
    ],
)
def test_entering_numbers_are_counted(
    roll: tuple[int, int], playable: int, entering: bool | None
) -> None:
    results = cell("russian", ENTERING, *roll)
    assert (results.playable, results.enters_all) == (playable, entering)
    assert results.is_shut_out == (playable == 0)


def test_all_enter_if_fewer_wait_than_numbers() -> None:
    assert cell("backgammon", "W 6:14 bar:1 / B 6:15", 5, 2).enters_all is True
    assert cell("backgammon", "W 6:15 / B 5:15", 5, 2).enters_all is None


def test_roll_hits_if_some_play_hits() -> None:
    hitting = {cell.dice for cell in grid("russian", ENTERING).cells if cell.hits}
    assert hitting == {roll for n in range(1, 7) for roll in ((2, n), (n, 2))}


def test_trap_counts_only_if_it_stays() -> None:
    line = "W 8:2 1:13 / B 19:15"
    beside = line.replace("19:15", "18:1 19:14")
    assert cell("never-finishing", beside, 1, 1).traps
    assert not cell("never-finishing", line, 1, 1).traps
    # The last checker of White's must go on over the blot with the second number.
    passing = "W 8:1 off:14 / B 18:1 6:14"
    results = cell("never-finishing", passing, 1, 2)
    assert (results.hits, results.traps) == (True, False)


def test_double_includes_complement_and_extra_roll() -> None:
    """The 5s from point 12 open the 2s, those from point 20 do not."""
    line = "W 20:4 12:4 3:7 / B 18:3 13:4 10:2 2:3 1:3; W to move; first double W"
    results = cell("russian", line, 5, 5)
    assert (results.playable, results.in_all, results.rolls_again) == (4, 8, True)
    stuck = "W 20:4 3:11 / B 18:3 13:4 10:2 2:3 1:3; W to move; first double W"
    results = cell("russian", stuck, 5, 5)
    assert (results.playable, results.in_all, results.rolls_again) == (4, 4, False)
    assert cell("backgammon", "W 24:4 12:4 3:7 / B 6:15", 5, 5).in_all == 4


def test_denied_complement_does_not_count() -> None:
    results = cell("falood", "W hand:15 / B hand:15", 4, 4)
    assert (results.in_all, results.rolls_again) == (4, False)
    assert results.withheld is Withheld.FIRST_DOUBLE
    russian = "W 22:8 20:3 hand:{} / B 24:3 21:4 hand:8"
    five = cell("russian", russian.replace("22:8", "22:7").format(5), 3, 3)
    assert (five.in_all, five.withheld) == (4, Withheld.STILL_ENTERING)
    four = cell("russian", russian.format(4), 3, 3)
    assert (four.in_all, four.withheld, four.rolls_again) == (8, None, True)


def test_free_entry_counts_the_best_play() -> None:
    """One could also leave checkers in hand, and the 4s would not be granted."""
    line = "W 22:8 20:3 hand:4 / B 18:3 hand:12"
    assert cell("russian", line, 3, 3, free_entry=True).rolls_again


def test_chart_of_2_1_counts_the_better_double() -> None:
    line = "W hand:15 / B 19:2 hand:13"
    assert cell("falood", line, 1, 2).in_all == 6, "the 5s enter, the 6s do not"
    assert cell("falood", line, 2, 1).rolls_again
    both_shut = "W hand:15 / B 20:2 19:2 hand:11"
    results = cell("falood", both_shut, 1, 2)
    assert (results.in_all, results.rolls_again) == (2, False)
    assert cell("russian", line, 1, 2).in_all == 2


def test_winning_roll_is_marked() -> None:
    line = "W 3:1 1:1 off:13 / B 6:15"
    failing = {results.dice for results in grid("french", line).cells if not results.wins}
    assert failing == {(1, 2), (2, 1)}
    assert not cell("french", line, 6, 6).rolls_again, "the game is over"


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
    assert (result.hits, result.rolls_again) == (counted.hits, counted.extra_roll)
    assert result.is_shut_out == counted.shut_out


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
        assert (cell.in_all, cell.hits, cell.wins) == (
            mirrored.in_all,
            mirrored.hits,
            mirrored.wins,
        )
        assert cell.playable <= cell.in_all <= 8
        assert not (cell.rolls_again and cell.withheld)
        assert cell.rolls_again <= (cell.in_all > cell.playable)
        assert write_cell(cell).isascii()
        assert len(write_cell(cell)) <= 8
    for line in (*describe_legend(results), describe_totals(results)):
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


def test_chart_is_fast_enough_for_every_turn() -> None:
    """Far less than the tenth of a second in which an answer feels immediate."""
    line = "W 24:2 23:1! 21:1 19:1 16:1 15:1 13:1 11:1 10:1 7:1 5:2 2:1 1:1 / B 3:1 2:8 off:6"
    before = time.perf_counter()
    grid("never-finishing", line)
    assert time.perf_counter() - before < 0.5


def test_position_of_another_game_is_rejected() -> None:
    with pytest.raises(ValueError, match="are both on"):
        roll_chart(RULESETS["russian"], StartingPosition.parse("W 24:15 / B 24:15; W to move"))


# ---- as text


def test_chart_text_example() -> None:
    square = grid("falood", f"{ENTERING}; W to move; first double W")
    assert [" ".join(map(write_cell, row)) for row in square.rows] == [
        "0 1-* 1- 0 1- 1-",
        "1-* 8=*> 2=* 1-* 2=* 2=*",
        "1- 2=* 8=> 1- 2= 2=",
        "0 1-* 1- 0 1- 1-",
        "1- 2=* 2= 1- 8=> 2=",
        "1- 2=* 2= 1- 2= 8=>",
    ]
    assert [*describe_legend(square), describe_totals(square)] == [
        "Digit: how many numbers can be played",
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
            " No complement: it is the side's first double.",
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
