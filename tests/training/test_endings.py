"""The endings that nets for endings begin with."""

from __future__ import annotations

import pytest

pytest.importorskip("numba", reason="numba is not installed (extra: train)")

import numpy as np

from backgammon_tui.engine import RULESETS, Position
from tests.engine.examples import W
from training.arrays import board_of
from training.endings import _drawn, is_ending


@pytest.mark.parametrize(
    ("name", "line", "is_one"),
    [
        ("russian", "W 6:2 4:1 off:12 / B 5:2 2:2 off:11", True),
        ("russian", "W 7:1 6:1 4:1 off:12 / B 5:2 2:2 off:11", False),
        ("russian", "W 6:2 4:1 off:12 / B 5:2 bar:1 off:12", False),
        ("russian", "W off:15 / B 5:2 2:2 off:11", False),
        ("never-finishing", "W 12:15 / B 12:15", True),
        ("never-finishing", "W 12:15 / B 13:15", False),
        ("never-finishing", "W 6:15 / B 6:15", False),
        ("never-finishing", "W 7:15 / B 6:15", True),
        ("never-finishing", "W 7:1! 6:14 / B 18:1 6:14", False),
    ],
)
def test_both_home_on_one_table_or_past_each_other(name: str, line: str, is_one: bool) -> None:
    board = board_of(Position.parse(line), W)
    assert is_ending(RULESETS[name], board[None]).tolist() == [is_one]


@pytest.mark.parametrize("name", ["russian", "never-finishing"])
def test_those_that_are_drawn_have_all_checkers(name: str) -> None:
    random = np.random.default_rng(1)
    boards = np.array([_drawn(RULESETS[name], random) for _ in range(200)])
    mine = is_ending(RULESETS[name], boards)
    assert mine.sum() > 100
    assert set(boards[mine][:, :28].sum(axis=1)) == set(boards[mine][:, 28:].sum(axis=1)) == {15}
