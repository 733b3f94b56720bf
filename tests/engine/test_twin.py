"""The fast generator and the plain one find the same plays, whatever the position."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon_tui.engine import Phase, Position, Rules, Side, legal_plays
from backgammon_tui.engine.generator import max_playable
from tests.engine.examples import NAMES, rules_named
from tests.engine.strategies import (
    few_seeds,
    parts_of_stages,
    positions,
    sides,
    state_after,
    walk,
)
from tests.engine.twin import twin_playable, twin_plays

Numbers = tuple[int, ...]


def agree(rules: Rules, position: Position, side: Side, numbers: Numbers) -> None:
    lines = [str(play.position) for play in legal_plays(rules, position, side, numbers)]
    assert len(set(lines)) == len(lines)
    assert set(lines) == twin_plays(rules, position, side, numbers)
    assert max_playable(rules, position, side, numbers) == twin_playable(
        rules, position, side, numbers
    )


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_both_find_the_same_plays_in_every_ruleset(name: str, data: st.DataObject) -> None:
    rules = rules_named(name)
    position = data.draw(positions(rules))
    agree(rules, position, data.draw(sides), data.draw(parts_of_stages))


@given(st.sampled_from(NAMES), few_seeds, st.integers(5, 300), sides, parts_of_stages)
def test_both_find_the_same_plays_in_positions_of_games(
    name: str, seed: int, length: int, side: Side, numbers: Numbers
) -> None:
    rules = rules_named(name)
    agree(rules, state_after(rules, seed, length).position, side, numbers)


@pytest.mark.parametrize(
    ("name", "line", "side", "numbers", "expected"),
    [
        (
            "backgammon",
            "W 24:1 off:14 / B 12:2 7:2 2:11",
            Side.WHITE,
            (6, 5),
            {"W 19:1 off:14 / B 12:2 7:2 2:11"},
        ),
        (
            "never-finishing",
            "W 20:1 2:14 / B 10:1 5:1! 4:13",
            Side.WHITE,
            (5,),
            {
                "W 15:1 2:14 / B 5:1 4:13 bar:1",
                "W 15:1 2:14 / B 10:1! 5:1 4:13",
            },
        ),
        (
            "russian",
            "W 20:13 hand:2 / B 21:2 hand:13",
            Side.WHITE,
            (4, 1),
            {"W 24:1 20:13 hand:1 / B 21:2 hand:13"},
        ),
    ],
)
def test_the_twin_itself_is_right_where_the_answer_is_plain(
    name: str, line: str, side: Side, numbers: Numbers, expected: set[str]
) -> None:
    assert twin_plays(rules_named(name), Position.parse(line), side, numbers) == expected


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(20))
def test_both_find_the_same_plays_in_every_stage_of_whole_games(name: str, seed: int) -> None:
    for game, _, _ in walk(rules_named(name), seed):
        if game.phase is Phase.MOVE and game.side and game.stage:
            agree(game.rules, game.position, game.side, game.left)
