"""Situations as lines: a position, who is to move, and who has had a first doublet."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.engine import RULESETS, Phase, Position, Side, Situation
from tests.engine.examples import B, W

LINE = "W 24:2 hand:13 / B hand:15"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (f"{LINE}; W to move", Situation(Position.parse(LINE), W)),
        (f"{LINE}; B to move", Situation(Position.parse(LINE), B)),
        (f"{LINE}; W to move; first doublet B", Situation(Position.parse(LINE), W, frozenset({B}))),
        (
            f" {LINE};W to move;first doublet W B ",
            Situation(Position.parse(LINE), W, frozenset({W, B})),
        ),
    ],
)
def test_reading(line: str, expected: Situation) -> None:
    assert Situation.parse(line) == expected


@given(side=st.sampled_from((W, B)), had=st.frozensets(st.sampled_from((W, B))))
def test_what_is_written_reads_as_the_same(side: Side, had: frozenset[Side]) -> None:
    situation = Situation(Position.parse(LINE), side, had)
    assert Situation.parse(str(situation)) == situation


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("", "a situation looks like"),
        (LINE, "a situation looks like"),
        (f"{LINE}; w to move", "a situation looks like"),
        (f"{LINE}; W to move; first doublet", "a situation looks like"),
        (f"{LINE}; W to move; first doublet W W W", "a situation looks like"),
        ("W hand:14 / B hand:15; W to move", "White has 14 checkers, not 15"),
    ],
)
def test_refusals(line: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        Situation.parse(line)


def test_the_game_goes_on_from_there() -> None:
    game = Situation.parse(f"{LINE}; B to move; first doublet W").game(RULESETS["falood"])
    assert (game.phase, game.side, game.had_doublet) == (Phase.THROW, B, frozenset({W}))


def test_a_situation_of_another_game() -> None:
    both_on_one_point = "W 24:15 / B 24:15; W to move"
    with pytest.raises(ValueError, match="both stand"):
        Situation.parse(both_on_one_point).game(RULESETS["russian"])
