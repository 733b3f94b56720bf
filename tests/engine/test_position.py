from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.engine import RULESETS, Phase, Place, Position, Rules, Side, StartingPosition
from tests.engine.examples import B, W
from tests.engine.strategies import checkers, mirrored, rules_and_positions

# ---- position lines


LINE = "W 24:2 13:5 8:3 hand:4 off:1 / B 20:1! 6:5 bar:2 off:7"


def test_lines_and_positions_are_equivalent() -> None:
    position = Position.parse(LINE)
    assert str(position) == LINE
    assert repr(position) == f"Position.parse({LINE!r})"
    in_any_order = "  W off:1 8:3 hand:4 13:5  24:2/B bar:2 6:5 off:7 20:1! \n"
    assert {Position.parse(in_any_order), Position.parse(LINE)} == {position}
    assert position != Position.parse("W hand:15 / B hand:15")


def test_checkers_are_counted_in_the_numbering_of_each_side() -> None:
    position = Position.parse(LINE)
    assert [position.count(side, 24) for side in Side] == [2, 0]
    assert [position.points(side) for side in Side] == [(24, 13, 8), (20, 6)]
    assert [position.count(W, place) for place in Place] == [1, 4, 0]
    assert [position.count(B, place) for place in Place] == [7, 0, 2]
    assert [position.to_enter(side) for side in Side] == [4, 2]


def test_trapped_checker_is_marked_and_counted() -> None:
    position = Position.parse(LINE)
    assert position.count(B, 20) == 1
    assert [position.trapped(side) for side in Side] == [(), (20,)]
    assert [position.has_trapped(side) for side in Side] == [False, True]
    assert [position.is_trapped(B, point) for point in (20, 6)] == [True, False]


@pytest.mark.parametrize(
    ("line", "pips"),
    [
        ("W hand:15 / B 24:1 bar:14", [375, 24 + 14 * 25]),
        ("W off:15 / B 20:1! 6:5 off:9", [0, 50]),
    ],
)
def test_hand_and_bar_count_25_pips(line: str, pips: list[int]) -> None:
    assert [Position.parse(line).pips(side) for side in Side] == pips


def test_side_with_all_off_is_recognized() -> None:
    position = Position.parse("W off:15 / B 1:1 off:14")
    assert [position.has_borne_off_all(side) for side in Side] == [True, False]


def test_position_is_made_from_counts() -> None:
    position = Position.from_counts({24: 14, Place.BAR: 1}, {Place.HAND: 15, 6: 0})
    assert str(position) == "W 24:14 bar:1 / B hand:15"


@pytest.mark.parametrize(
    ("white", "message"),
    [
        ({24: 14}, "White has 14 checkers, not 15"),
        ({24: 16}, "16 checkers on place 24"),
        ({24: 15, 23: -1, 22: 1}, "-1 checkers on place 23"),
        ({27: 15}, "place 27"),
        ({-1: 15}, "place -1"),
    ],
)
def test_impossible_counts_are_rejected(white: dict[int, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Position.from_counts(white, {Place.HAND: 15})


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("W 24:14 / B hand:15", "White has 14 checkers, not 15"),
        ("W 24:15 / B hand:14 bar:2", "Black has 16 checkers, not 15"),
        ("W / B hand:15", "White has 0 checkers"),
        ("W 24:15 / B", "Black has 0 checkers"),
        ("W 0:15 / B hand:15", "White: there is no point 0, only 1 to 24"),
        ("W 25:15 / B hand:15", "there is no point 25"),
        ("W hand:15 / B 99:15", "Black: there is no point 99"),
        ("W 24:16 / B hand:15", "16 checkers on 24; 1 to 15 are possible"),
        ("W 24:15 23:0 / B hand:15", "0 checkers on 23"),
        ("W 24:7 24:8 / B hand:15", "24 is named twice"),
        ("W hand:7 hand:8 / B hand:15", "hand is named twice"),
        ("W 24:14 20:1! 20:1 / B hand:15", "20 is named twice"),
        ("W 24:2! 23:13 / B hand:15", "24:2! is impossible; only a single checker can be trapped"),
        ("W 23:14 bar:1! / B hand:15", "bar:1! is impossible"),
        ("W 23:14 off:1! / B hand:15", "off:1! is impossible"),
        ("W 24=15 / B hand:15", "White: '24=15' is not a place with a count"),
        ("W 24:15.0 / B hand:15", "is not a place with a count"),
        ("W 24:-5 / B hand:15", "is not a place with a count"),
        ("W x:15 / B hand:15", "is not a place with a count"),
        ("W HAND:15 / B hand:15", "is not a place with a count"),
        ("W 24:1\x1b[2J5 / B hand:15", r"24:1\x1b[2J5"),
        ("W 24:15\x00 / B hand:15", r"\x00"),
        ("W \u0662\u0664:\u0661\u0665 / B hand:15", r"\u0662\u0664:\u0661\u0665"),
        ("W \uff12\uff14:15 / B hand:15", r"\uff12\uff14:15"),
        ("W 24:15 / B hand:15 / W hand:15", "a position line looks like"),
        ("B hand:15 / W hand:15", "a position line looks like"),
        ("W hand:15", "Black's checkers are missing; add them, as in 'B hand:15'"),
        ("B hand:15", "White's checkers are missing; add them, as in 'W hand:15'"),
        ("w hand:15 / b hand:15", "a position line looks like"),
        ("Whand:15 / B hand:15", "a position line looks like"),
        ("", "a position line looks like 'W 24:2 hand:13 / B hand:15', not ''"),
        (" ", "a position line looks like"),
        ("/", "a position line looks like"),
    ],
)
def test_malformed_line_is_rejected_with_reason(line: str, message: str) -> None:
    with pytest.raises(ValueError) as refusal:  # noqa: PT011 - the message is compared below
        Position.parse(line)
    assert message in str(refusal.value)
    assert str(refusal.value).isprintable()


@pytest.mark.parametrize(
    ("start", "bit", "end"),
    [
        ("W ", "24:1 ", "/ B hand:15"),
        ("", " ", ""),
        ("", "9", ""),
        ("W ", "9", ":1 / B hand:15"),
        ("W", " /", ""),
    ],
)
def test_ten_megabytes_are_rejected_at_once(start: str, bit: str, end: str) -> None:
    line = start + bit * (10_000_000 // len(bit)) + end
    began = time.perf_counter()
    with pytest.raises(ValueError, match="at most 500 characters"):
        Position.parse(line)
    assert time.perf_counter() - began < 0.5


bits = st.lists(st.sampled_from(["24", "1", "hand", "off", ":", "15", "14", "!", "0", "x", " "]))


@given(st.text() | bits.map(lambda some: f"W {''.join(some)} / B hand:15"))
def test_any_text_gives_position_or_value_error(text: str) -> None:
    try:
        position = Position.parse(text)
    except ValueError as error:
        message = str(error)
        assert message.isprintable()
        assert len(message) < 1000
    else:
        assert Position.parse(str(position)) == position
        assert all(checkers(position, side) == 15 for side in Side)


@given(rules_and_positions())
def test_any_position_round_trips(board: tuple[Rules, Position]) -> None:
    position = board[1]
    assert Position.parse(str(position)) == position
    assert all(checkers(position, side) == 15 for side in Side)


@given(rules_and_positions())
def test_swapping_sides_swaps_every_property(
    board: tuple[Rules, Position],
) -> None:
    position, other = board[1], mirrored(board[1])
    assert position.pips(W) == other.pips(B)
    assert position.points(B) == other.points(W)
    assert position.trapped(W) == other.trapped(B)
    assert position.to_enter(B) == other.to_enter(W)


# ---- positions


FROM = "W 24:2 hand:13 / B hand:15"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (f"{FROM}; W to move", StartingPosition(Position.parse(FROM), W)),
        (f"{FROM}; B to move", StartingPosition(Position.parse(FROM), B)),
        (
            f"{FROM}; W to move; first double B",
            StartingPosition(Position.parse(FROM), W, frozenset({B})),
        ),
        (
            f" {FROM};W to move;first double W B ",
            StartingPosition(Position.parse(FROM), W, frozenset({W, B})),
        ),
    ],
)
def test_starting_position_is_parsed(line: str, expected: StartingPosition) -> None:
    assert StartingPosition.parse(line) == expected


@given(side=st.sampled_from((W, B)), had=st.frozensets(st.sampled_from((W, B))))
def test_starting_position_round_trips(side: Side, had: frozenset[Side]) -> None:
    starting_position = StartingPosition(Position.parse(FROM), side, had)
    assert StartingPosition.parse(str(starting_position)) == starting_position


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("", "a position looks like"),
        (FROM, "the side to move is missing; add '; W to move' or '; B to move'"),
        (f"{FROM}; w to move", "a position looks like"),
        (f"{FROM}; W to move; first double", "a position looks like"),
        (f"{FROM}; W to move; first double W W W", "a position looks like"),
        ("W hand:14 / B hand:15; W to move", "White has 14 checkers, not 15"),
    ],
)
def test_malformed_starting_position_is_rejected(line: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        StartingPosition.parse(line)


def test_game_continues_from_starting_position() -> None:
    game = StartingPosition.parse(f"{FROM}; B to move; first double W").game(RULESETS["falood"])
    assert (game.phase, game.side, game.had_double) == (Phase.ROLL, B, frozenset({W}))


def test_position_of_another_game_is_rejected() -> None:
    both_on_one_point = "W 24:15 / B 24:15; W to move"
    with pytest.raises(ValueError, match="cannot both be"):
        StartingPosition.parse(both_on_one_point).game(RULESETS["russian"])
