from __future__ import annotations

import pytest

from backgammon_tui.words.naming import STANDARD, playable_part
from backgammon_tui.words.terse import describe_due
from tests.engine.examples import B, W, game_at, roll


@pytest.mark.parametrize(
    ("values", "playable", "one_of", "part"),
    [
        ((4, 4, 4, 4), 4, (), "four 4s"),
        ((4, 4, 4, 4), 3, (), "only three of the four 4s"),
        ((4, 4, 4, 4), 0, (), "none of the four 4s"),
        ((4, 4), 1, (), "only one of the two 4s"),
        ((6, 5), 2, (), "the 6 and the 5"),
        ((6, 5), 1, (5,), "only the 5"),
        ((6, 5), 1, (6, 5), "the 6 or the 5, but not both"),
        ((6, 5), 1, (), "only one of the two numbers"),
        ((6, 5), 0, (), "neither the 6 nor the 5"),
    ],
)
def test_playable_part_of_a_stage_is_named(
    values: tuple[int, ...], playable: int, one_of: tuple[int, ...], part: str
) -> None:
    assert playable_part(values, playable, one_of) == part


def test_nothing_follows_a_stage_that_ends_the_game() -> None:
    game = roll(game_at("russian", "W 24:15 / B 18:15", W, [W, B]), 4, 4)
    assert describe_due(game, STANDARD, ends=True) == "four 4s, then four 3s"
