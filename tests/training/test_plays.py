"""The compiled rules are those of the engine."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from backgammon_tui.engine import Phase, Position, Rules, Side, legal_plays
from tests.engine.examples import NAMES, rules_named
from tests.engine.strategies import rules_and_positions, sides, stages, walk
from tests.engine.vectors import rows, rules_of

pytest.importorskip("numba", reason="numba is not installed (extra: train)")

from training.arrays import board_of, numbers_of, position_of
from training.plays import Desk, desk, find_plays, is_dead

# What is compiled takes a minute when nothing of it is laid up.
pytestmark = pytest.mark.timeout(600)


DESK = desk()


def compiled_plays(
    rules: Rules, position: Position, side: Side, numbers: tuple[int, ...], room: Desk = DESK
) -> tuple[list[Position], int]:
    """The positions that the compiled plays lead to, and how many numbers they use."""
    board = board_of(position, side)
    high, low = max(numbers), min(numbers)
    count, used = find_plays(numbers_of(rules), board, high, low, len(numbers), room)
    return [position_of(room.found[i], side) for i in range(count)], used


def agrees(rules: Rules, position: Position, side: Side, numbers: tuple[int, ...]) -> None:
    found, _ = compiled_plays(rules, position, side, numbers)
    expected = {play.position for play in legal_plays(rules, position, side, numbers)}
    assert set(found) == expected, (position, side, numbers)
    assert len(found) == len(expected)


@pytest.mark.parametrize("ruleset", NAMES)
@pytest.mark.parametrize("name", ["plays.jsonl", "rare.jsonl"])
def test_the_vectors(name: str, ruleset: str) -> None:
    for row in rows(name, ruleset):
        rules = replace(rules_of(row), opponent_completes=False)
        position, side = Position.parse(row["position"]), Side(row["side"])
        found, used = compiled_plays(rules, position, side, tuple(row["numbers"]))
        assert sorted(map(str, found)) == row["plays"], row
        assert used == row["used"], row


@given(rules_and_positions(), sides, stages)
def test_any_position_of_any_game(
    rules_and_position: tuple[Rules, Position], side: Side, numbers: tuple[int, ...]
) -> None:
    rules, position = rules_and_position
    agrees(rules, position, side, numbers)
    other = replace(rules, higher_number=not rules.higher_number)
    agrees(other, position, side, numbers)


@pytest.mark.parametrize("ruleset", NAMES)
def test_whole_random_games(ruleset: str) -> None:
    rules = rules_named(ruleset)
    for before, _, after in walk(rules, seed=5, longest=600):
        if before.phase is Phase.MOVE and before.stage and not before.stage.moves:
            assert before.side
            agrees(rules, before.position, before.side, before.stage.numbers)
        board = board_of(after.position, Side.WHITE).reshape(1, -1)
        assert position_of(board[0], Side.WHITE) == after.position
        if after.phase is not Phase.OVER:
            assert not is_dead(numbers_of(rules), board, 0)


def test_a_dead_game() -> None:
    dead = Position.parse("W 24:1! 1:14 / B 24:1! 1:14")
    board = board_of(dead, Side.BLACK).reshape(1, -1)
    assert is_dead(numbers_of(rules_named("never-finishing")), board, 0)


def test_a_game_that_the_opponent_completes_cannot_be_taught() -> None:
    with pytest.raises(ValueError, match="opponent_completes"):
        numbers_of(rules_named("russian", opponent_completes=True))
