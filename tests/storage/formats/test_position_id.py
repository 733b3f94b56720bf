"""Position IDs, beside what GNU Backgammon writes for the same positions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backgammon_tui.engine import (
    RULESETS,
    Doublets,
    Landing,
    Opening,
    Position,
    Rules,
    Scale,
    Side,
    Start,
)
from backgammon_tui.storage.formats.position_id import has_position_id, position_id

BACKGAMMON = RULESETS["backgammon"]


def test_the_start_is_the_same_for_both_sides() -> None:
    for side in Side:
        assert position_id(Start.STANDARD.position, side) == "4HPwATDgc/ABMA"


@pytest.mark.parametrize(
    ("line", "on_roll", "written"),
    [
        # After 8/5 6/5: the side that has played comes first.
        ("W 24:2 13:5 8:2 6:4 5:2 / B 24:2 13:5 8:3 6:5", Side.BLACK, "sGfwATDgc/ABMA"),
        # Before it is another's turn: the side that plays comes last.
        ("W 24:2 13:5 8:2 6:4 5:2 / B 24:2 13:5 8:3 6:5", Side.WHITE, "4HPwATCwZ/ABMA"),
        ("W 15:1 13:5 8:3 6:4 5:2 / B 21:2 16:1 13:3 8:4 6:5", Side.BLACK, "sOfgEwDg8+AIBg"),
        ("W 2:1 off:14 / B 4:1 3:3 1:4 off:7", Side.BLACK, "AgAAPBcAAAAAAA"),
        ("W bar:14 off:1 / B bar:13 off:2", Side.BLACK, "AAAA/z8AAID/Dw"),
        ("W off:15 / B bar:15", Side.BLACK, "AAAAAAAA/v8AAA"),
    ],
)
def test_ids_that_gnu_backgammon_writes(line: str, on_roll: Side, written: str) -> None:
    assert position_id(Position.parse(line), on_roll) == written


def test_with_colours_exchanged_the_other_side_on_roll_has_the_same_id() -> None:
    white, black = "24:1 20:1 13:4 6:5 bar:1 off:3", "13:5 8:3 7:2 6:5"
    here = Position.parse(f"W {white} / B {black}")
    there = Position.parse(f"W {black} / B {white}")
    assert position_id(here, Side.WHITE) == position_id(there, Side.BLACK)
    assert position_id(here, Side.WHITE) != position_id(here, Side.BLACK)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("W hand:15 / B 24:15", "in hand"),
        ("W 24:15 / B 24:14 hand:1", "in hand"),
        ("W 24:14 18:1! / B 24:14 7:1", "trapped"),
        ("W 24:14 18:1 / B 24:14 7:1!", "trapped"),
        # As in a parallel game, where White's 18 and Black's 7 are two points.
        ("W 24:14 18:1 / B 24:14 7:1", "both sides on one point"),
    ],
)
def test_positions_without_an_id(line: str, problem: str) -> None:
    for side in Side:
        with pytest.raises(ValueError, match=problem):
            position_id(Position.parse(line), side)


def test_only_standard_backgammon_has_ids() -> None:
    assert [rules.name for rules in RULESETS.values() if has_position_id(rules)] == ["backgammon"]


@pytest.mark.parametrize(
    ("rules", "standard"),
    [
        (replace(BACKGAMMON, name="ours", title="Ours"), True),
        (replace(BACKGAMMON, opening=Opening.AGAIN, winner_starts=True), True),
        (replace(BACKGAMMON, scale=Scale.ONE), True),
        (replace(BACKGAMMON, doublets=Doublets.COMPLEMENT), False),
        (replace(BACKGAMMON, landing=Landing.HIT_OR_TRAP), False),
        (replace(BACKGAMMON, opponent_completes=True), False),
        (replace(BACKGAMMON, higher_number=False), False),
        (replace(BACKGAMMON, start=Start.ACE_POINT), False),
    ],
)
def test_what_a_position_leads_to_must_be_standard(rules: Rules, standard: bool) -> None:
    assert has_position_id(rules) is standard
