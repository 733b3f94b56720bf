from __future__ import annotations

import lzma
from functools import cache
from itertools import product

import pytest

from backgammon_tui.analysis import bear_off
from backgammon_tui.analysis.bear_off import (
    STATES,
    TurnTable,
    all_are_home,
    bear_off_for,
    sides_have_passed,
)
from backgammon_tui.analysis.evaluator import ROLLS
from backgammon_tui.analysis.nets import Grade, decompress
from backgammon_tui.analysis.value import estimates, evaluator_for, value
from backgammon_tui.engine import (
    CHECKERS,
    RULESETS,
    Game,
    Place,
    Position,
    Roll,
    Rules,
    Scale,
    Side,
    legal_plays,
)
from backgammon_tui.engine.notation import write_moves
from tests.engine.examples import B, W, rules_named

CONTRARY = [name for name, rules in RULESETS.items() if rules.direction.runs_against]


@cache
def exact(rules: Rules, position: Position, side: Side, pending: int = 0) -> float:
    """Return the winning chance of the side to act if both sides play perfectly."""
    if pending:
        return best_after(rules, position, side, (pending,) * 4, 0, again=True)
    total = 0.0
    for dice, weight in ROLLS:
        is_double = dice[0] == dice[1]
        complement = 7 - dice[0] if is_double and rules.doubles.have_complement else 0
        numbers = (dice[0],) * 4 if is_double else dice
        total += weight * best_after(rules, position, side, numbers, complement, again=False)
    return total / 36


def best_after(
    rules: Rules,
    position: Position,
    side: Side,
    numbers: tuple[int, ...],
    pending: int,
    again: bool,
) -> float:
    results = []
    for play in legal_plays(rules, position, side, numbers):
        if play.position.has_borne_off_all(side):
            return 1.0
        if pending or again:
            results.append(exact(rules, play.position, side, pending))
        else:
            results.append(1 - exact(rules, play.position, side.other))
    return max(results)


def standing(*points: int) -> dict[int, int]:
    on = {point: points.count(point) for point in points}
    return {**on, Place.OFF: CHECKERS - len(points)}


@pytest.mark.parametrize("name", CONTRARY)
def test_table_matches_exhaustive_play(name: str) -> None:
    rules = RULESETS[name]
    table = bear_off_for(rules)
    assert table
    sample = [(1,), (6,), (2, 5), (6, 6), (1, 1, 3)]
    gaps = []
    for white, black in product(sample, repeat=2):
        position = Position.from_counts(standing(*white), standing(*black))
        results = table.chances(position.packed, W, 0)
        assert sum(results) == pytest.approx(1)
        gaps.append(abs(results[0] - exact(rules, position, W)))
    assert max(gaps) < 0.005
    assert sum(gaps) / len(gaps) < 0.001


def test_owed_complement_is_played_first() -> None:
    rules = rules_named("french")
    table = bear_off_for(rules)
    assert table
    position = Position.from_counts(standing(5, 6, 6, 3, 2), standing(1))
    results = table.chances(position.packed, W, 6)
    assert results[0] == pytest.approx(exact(rules, position, W, 6), abs=0.005)
    over = Position.from_counts(standing(6, 6), standing(*[6] * 15))
    assert table.chances(over.packed, W, 6)[0] == 1


def test_gammon_counts_if_scale_has_it() -> None:
    position = Position.from_counts(standing(1, 1, 1), standing(*[6] * 15))
    chances = [
        table.chances(position.packed, W, 0)
        for scale in (Scale.ONE, Scale.ONE_TWO)
        if (table := bear_off_for(rules_named("backgammon", scale=scale)))
    ]
    assert [sum(chance) for chance in chances] == [pytest.approx(1)] * 2
    assert chances[0][1] == 0
    # White needs two turns unless they roll doubles; Black bears off in between with any 6.
    assert 0.3 < chances[1][1] < 0.8
    french = bear_off_for(rules_named("french", scale=Scale.ONE_TWO_THREE))
    assert french
    won = french.chances(Position.from_counts(standing(6), standing(*[6] * 15)).packed, W, 6)
    assert won == (0, 1, 0, 0, 0, 0, 0)


def test_shared_home_or_other_doubles_have_no_table() -> None:
    assert bear_off_for(rules_named("russian")) is None
    assert bear_off_for(rules_named("falood")) is None
    assert bear_off_for(rules_named("french", first_double_face_only=True)) is None
    assert bear_off_for(rules_named("french", one_two=True)) is None


def test_home_means_every_checker_of_both_sides() -> None:
    line = "W 6:14 off:1 / B 1:15"
    assert all_are_home(Position.parse(line).packed)
    for more in ("W 6:13 7:1 off:1", "W 6:13 hand:1 off:1", "W 6:13 bar:1 off:1"):
        assert not all_are_home(Position.parse(f"{more} / B 1:15").packed)
    assert not all_are_home(Position.parse("W 6:15 / B 24:1 1:14").packed)


def compressed(data: bytes) -> bytes:
    return lzma.compress(data, lzma.FORMAT_ALONE)


@pytest.mark.parametrize("data", [b"no table", compressed(b""), compressed(bytes(STATES - 1))])
def test_file_that_is_not_a_table_is_rejected(data: bytes) -> None:
    with pytest.raises(
        ValueError, match=r"the compressed data is incomplete|a byte for each state"
    ):
        TurnTable(data)


def test_decompression_bomb_is_not_unpacked_whole() -> None:
    with pytest.raises(ValueError, match="more than 100 bytes"):
        decompress(compressed(bytes(101)), 100)
    assert decompress(compressed(bytes(100)), 100) == bytes(100)


def test_truncated_data_is_rejected() -> None:
    whole = compressed(bytes(range(100)))
    for cut in range(len(whole)):
        with pytest.raises(ValueError, match="the compressed data is incomplete"):
            decompress(whole[:cut], 100)


def test_net_is_used_without_a_sound_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bear_off, "TurnTable", refuse)
    bear_off._table.cache_clear()
    try:
        assert bear_off_for(rules_named("french")) is None
    finally:
        bear_off._table.cache_clear()


def refuse(data: bytes) -> TurnTable:
    raise ValueError("damaged")


# ---- in hints and values

FRENCH = "W 5:1 4:4 3:3 2:3 1:4 / B 3:3 2:2 1:3 off:7"


def costs(name: str, line: str, side: Side, dice: tuple[int, int]) -> dict[str, float]:
    """Return each play with its cost; both sides have already rolled doubles."""
    game = Game.from_position(RULESETS[name], Position.parse(line), side, had_double=Side)
    results = estimates(game.apply(Roll(*dice)))
    return {write_moves(estimate.play.moves): estimate.cost for estimate in results}


def test_two_checkers_off_are_preferred_to_one() -> None:
    """The network alone preferred 3/2/off, which wastes a turn."""
    results = costs("french", FRENCH, B, (2, 1))
    assert results["2/off 1/off"] == 0
    assert results["3/2/off"] == pytest.approx(0.32, abs=0.02)


def test_bearing_off_is_preferred_to_filling_gaps() -> None:
    """The network alone preferred 5/2 3/1."""
    results = costs("french", FRENCH, W, (3, 2))
    assert results["3/off 2/off"] == 0
    assert results["4/1 4/2"] > 0.15


def test_bearing_off_next_to_opponent_in_same_home_board() -> None:
    """In Falood both sides share a home board and may still hit; the network alone kept checkers
    back.
    """
    results = costs("falood", "W 5:1 4:4 3:3 2:3 1:4 / B 6:3 off:12", W, (2, 2))
    assert results["5/3 2/off(3)"] == 0
    assert results["5/3/1 3/1(2)"] > 0.15


def test_only_full_strength_uses_tables() -> None:
    game = Game.from_position(rules_named("french"), Position.parse(FRENCH), B)
    table = bear_off_for(game.rules)
    assert table
    known = table.chances(game.position.packed, B, 0)[0]
    assert value(game).win == pytest.approx(known, abs=0.005)
    early = evaluator_for(game.rules, Grade.EARLY)
    assert early.perspective(B, 0, frozenset()).ending is None
    packed, seen = game.position.packed, early.perspective(B, 0, frozenset())
    assert early.chances_of(packed, seen) == early.network.chances(packed, seen.view)


@pytest.mark.parametrize(
    ("line", "passed"),
    [
        ("W 12:15 / B 12:15", True),
        ("W 12:15 / B 13:15", False),
        ("W 1:1 off:14 / B 23:15", True),
        ("W 1:1 off:14 / B 24:15", False),
        ("W off:15 / B 24:15", True),
        ("W 1:1 off:14 / B 2:14 bar:1", False),
        ("W 2:14 hand:1 / B 1:1 off:14", False),
        ("W 7:1! 6:14 / B 18:1 6:14", False),
    ],
)
def test_sides_past_each_other_are_recognized(line: str, passed: bool) -> None:
    position = Position.parse(line)
    assert sides_have_passed(position.packed) is passed
