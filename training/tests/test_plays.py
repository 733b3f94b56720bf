"""The compiled rules agree with the engine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given

from backgammon_tui.analysis.evaluator import ROLLS
from backgammon_tui.engine import (
    RULESETS,
    Phase,
    Position,
    Rules,
    Side,
    Stage,
    StageKind,
    legal_plays,
)
from backgammon_tui.engine.turn import ExtraRoll, Reward, choices, next_after, plan
from tests.engine.examples import NAMES, W, rules_named
from tests.engine.strategies import rules_and_positions, sides, stages, switches, walk
from tests.engine.vectors import rows, rules_of

pytest.importorskip("numba", reason="numba is not installed (extra: train)")

from training import codes
from training.arrays import board_of, numbers_of, position_of
from training.judging import code_after, four_of, rolled
from training.plays import PlayBuffer, find_plays, is_dead, play_buffer

# Compilation takes a minute if the cache is empty.
pytestmark = pytest.mark.timeout(600)


DESK = play_buffer()


def compiled_plays(
    rules: Rules, position: Position, side: Side, numbers: tuple[int, ...], room: PlayBuffer = DESK
) -> tuple[list[Position], int]:
    """Return the positions after all compiled plays, and the number of dice that they use."""
    board = board_of(position, side)
    high, low = max(numbers), min(numbers)
    count, used = find_plays(numbers_of(rules), board, high, low, len(numbers), room)
    return [position_of(room.boards[i], side) for i in range(count)], used


def agrees(rules: Rules, position: Position, side: Side, numbers: tuple[int, ...]) -> None:
    positions, _ = compiled_plays(rules, position, side, numbers)
    expected = {play.position for play in legal_plays(rules, position, side, numbers)}
    assert set(positions) == expected, (position, side, numbers)
    assert len(positions) == len(expected)


@pytest.mark.parametrize("ruleset", NAMES)
@pytest.mark.parametrize("name", ["plays.jsonl", "rare.jsonl"])
def test_compiled_plays_match_the_vectors(name: str, ruleset: str) -> None:
    for row in rows(name, ruleset):
        rules = replace(rules_of(row), opponent_completes=False)
        position, side = Position.parse(row["position"]), Side(row["side"])
        positions, used = compiled_plays(rules, position, side, tuple(row["numbers"]))
        assert sorted(map(str, positions)) == row["plays"], row
        assert used == row["used"], row


@given(rules_and_positions(), sides, stages)
def test_compiled_plays_match_engine_in_any_position(
    rules_and_position: tuple[Rules, Position], side: Side, numbers: tuple[int, ...]
) -> None:
    rules, position = rules_and_position
    agrees(rules, position, side, numbers)
    other = replace(rules, higher_number=not rules.higher_number)
    agrees(other, position, side, numbers)


@pytest.mark.parametrize("ruleset", NAMES)
def test_compiled_games_match_engine(ruleset: str) -> None:
    rules = rules_named(ruleset)
    for before, _, after in walk(rules, seed=5, longest=600):
        if before.phase is Phase.MOVE and before.stage and not before.stage.moves:
            assert before.side
            agrees(rules, before.position, before.side, before.stage.numbers)
        board = board_of(after.position, Side.WHITE).reshape(1, -1)
        assert position_of(board[0], Side.WHITE) == after.position
        if after.phase is not Phase.OVER:
            assert not is_dead(numbers_of(rules), board, 0)


def test_compiled_dead_game_ends() -> None:
    dead = Position.parse("W 24:1! 1:14 / B 24:1! 1:14")
    board = board_of(dead, Side.BLACK).reshape(1, -1)
    assert is_dead(numbers_of(rules_named("never-finishing")), board, 0)


def test_opponent_completes_cannot_be_trained() -> None:
    with pytest.raises(ValueError, match="opponent_completes"):
        numbers_of(rules_named("russian", opponent_completes=True))


def house_rules() -> Iterator[Rules]:
    """Return each ruleset with each setting of the rules that compiled players support."""
    for name, rules in RULESETS.items():
        names = [switch for switch in switches(rules) if switch != "opponent_completes"]
        for values in product((False, True), repeat=len(names)):
            yield rules_named(name, **dict(zip(names, values, strict=True)))


def waiting(count: int) -> Position:
    """Return a position in which White has `count` checkers to enter."""
    return Position.parse(f"W 12:{15 - count}{f' bar:{count}' if count else ''} / B 6:15")


def code_of(earned: Reward) -> int:
    if not isinstance(earned, Stage):
        return int(codes.AGAIN_DUE if earned is ExtraRoll.EARNED else codes.PASS)
    is_choice = earned.kind is StageKind.CHOSEN
    return int(codes.CHOICE_DUE if is_choice else codes.COMPLEMENT_DUE + earned.numbers[0])


@pytest.mark.parametrize("first_double", [False, True])
def test_next_stage_agrees_with_engine(first_double: bool) -> None:
    """The functions run without compilation, because they do little."""
    boards = {count: board_of(waiting(count), W).reshape(1, -1) for count in (0, 1, 4, 5)}
    seen = set()
    for rules in house_rules():
        rule_numbers = numbers_of(rules)
        # Before and after a stage. Four numbers enter four checkers unless other checkers move
        # too.
        for (dice, _), (before, after) in product(
            ROLLS, ((0, 0), (1, 0), (1, 1), (4, 0), (5, 1), (5, 5))
        ):
            earned = plan(rules, waiting(before), W, dice, first_double).earned
            due = rolled.py_func(rule_numbers, *dice, first_double).due
            positions = next_after(rules, waiting(after), W, earned)
            text = code_after.py_func(rule_numbers, boards[after], 0, True, due)
            assert text == code_of(positions), (rules, dice, before, after)
            assert code_after.py_func(rule_numbers, boards[after], 0, False, due) == codes.PASS
            seen.add(int(text))
            for choice in choices(positions) if isinstance(positions, Stage) else ():
                later = four_of.py_func(choice.numbers[0])
                assert (later.high, later.times) == (choice.numbers[0], len(choice.numbers))
                assert later.due == code_of(ExtraRoll.EARNED)
    assert seen == {codes.PASS, codes.CHOICE_DUE, *(codes.COMPLEMENT_DUE + n for n in range(1, 7))}
