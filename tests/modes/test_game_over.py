"""The report of a finished game."""

from __future__ import annotations

import random

import pytest

from backgammon_tui.engine import RULESETS, Roll
from backgammon_tui.modes.game_over import GameReport
from backgammon_tui.modes.text import ASCII
from backgammon_tui.words.naming import STANDARD
from backgammon_tui.words.records import UNPLAYED
from tests.engine.strategies import any_action
from tests.modes.examples import W, new_table, table_from


@pytest.mark.parametrize(
    ("checkers", "by_seed", "claimed"),
    [
        (1, True, "exactly its 1 roll"),
        (1, False, "only 0 of its 1 roll"),
        (3, False, "only 0 of its 3 rolls"),
    ],
)
def test_rolls_are_compared_with_the_seed(checkers: int, *, by_seed: bool, claimed: str) -> None:
    start = f"W 1:{checkers} off:{15 - checkers} / B 22:15; W to move"
    table, chance = new_table(RULESETS["backgammon"], 7, starting_position=start), random.Random(1)
    while not table.game.is_over:
        action = any_action(table.game, chance)
        if not isinstance(action, Roll):
            table = table.apply(action)
        else:
            table = table.roll() if by_seed else table.apply(Roll(1, 2))
    assert f" gives {claimed}." in GameReport(table.accept(), STANDARD).dice[0]


@pytest.mark.parametrize(("numbers", "is_noted"), [((3, 3), True), ((4, 3), False)])
def test_result_explains_that_lost_complements_count(
    numbers: tuple[int, int], *, is_noted: bool
) -> None:
    start = "W 4:2 off:13 / B 7:2 3:13; B to move; first double W B"
    table, chance = new_table(RULESETS["russian"], starting_position=start), random.Random(1)
    table = table.apply(Roll(*numbers))
    while not table.game.is_over:
        table = table.apply(any_action(table.game, chance))
    assert (UNPLAYED in GameReport(table, STANDARD).notes) == is_noted


WIDE = """
                         O     X
turns                    1     0
hits                     0     0
doubles                  0     0
unplayed numbers         0     0
unplayed pips            0     0"""
NARROW = """
                 O     X
turns            1     0
hits             0     0
doubles          0     0
unplayed numbers
                 0     0
unplayed pips
                 0     0"""


@pytest.mark.parametrize(("width", "figures"), [(33, WIDE), (24, NARROW)])
def test_figures_are_below_their_names_on_a_narrow_page(width: int, figures: str) -> None:
    table = table_from("backgammon", "W 1:1 off:14 / B 20:1 off:14", W).apply(Roll(2, 1))
    report = GameReport(table.apply(table.game.moves[0]), STANDARD)
    assert report.figures(width, ASCII) == figures.removeprefix("\n").split("\n")
