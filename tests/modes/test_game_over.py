"""The report of a finished game."""

from __future__ import annotations

import random

import pytest

from backgammon_tui.engine import RULESETS, Roll
from backgammon_tui.modes.game_over import GameReport
from backgammon_tui.words.naming import STANDARD
from tests.engine.strategies import any_action
from tests.modes.examples import new_table


@pytest.mark.parametrize(
    ("checkers", "by_seed", "given"),
    [
        (1, True, "exactly its 1 roll"),
        (1, False, "only 0 of its 1 roll"),
        (3, False, "only 0 of its 3 rolls"),
    ],
)
def test_rolls_are_compared_with_the_seed(checkers: int, *, by_seed: bool, given: str) -> None:
    start = f"W 1:{checkers} off:{15 - checkers} / B 22:15; W to move"
    table, chance = new_table(RULESETS["backgammon"], 7, starting_position=start), random.Random(1)
    while not table.game.is_over:
        action = any_action(table.game, chance)
        if not isinstance(action, Roll):
            table = table.apply(action)
        else:
            table = table.roll() if by_seed else table.apply(Roll(1, 2))
    assert f" gives {given}." in GameReport(table.accept(), STANDARD).dice[0]
