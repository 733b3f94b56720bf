"""The chain of a throw: face, complement, another throw; and what breaks it."""

from __future__ import annotations

import pytest

from backgammon_tui.engine import Place, Position, Stage, StageKind, Status
from backgammon_tui.engine.turn import Again, choices, earned_by, follow, four_due, plan
from tests.engine.examples import W, rules_named

ON_BOARD = Position.parse("W 13:15 / B 12:15")
COMPLEMENT = four_due(StageKind.COMPLEMENT, 2)


def waiting(count: int) -> Position:
    """White has so many checkers in hand."""
    return Position.of({13: 15 - count, Place.HAND: count}, {12: 15})


@pytest.mark.parametrize(
    ("name", "dice", "stages", "reroll"),
    [
        ("backgammon", (5, 5), [(5, 5, 5, 5)], None),
        ("backgammon", (4, 6), [(6, 4)], None),
        ("french", (5, 5), [(5, 5, 5, 5), (2, 2, 2, 2)], Status.DUE),
        ("french", (1, 2), [(2, 1)], None),
        ("falood", (1, 2), [(2, 1), ()], Status.DUE),
        ("falood", (1, 3), [(3, 1)], None),
    ],
)
def test_the_stages_of_a_throw(
    name: str, dice: tuple[int, int], stages: list[tuple[int, ...]], reroll: Status | None
) -> None:
    thrown = plan(rules_named(name), ON_BOARD, W, dice, first_doublet=False)
    assert [stage.numbers for stage in thrown.stages] == stages
    assert thrown.reroll is reroll


def test_each_stage_earns_the_next_and_the_last_another_throw() -> None:
    rules = rules_named("falood")
    face = plan(rules, ON_BOARD, W, (5, 5), first_doublet=False).stages[0]
    assert earned_by(rules, face) == COMPLEMENT
    assert earned_by(rules, COMPLEMENT) is Again.THROW
    choice = earned_by(rules, Stage(StageKind.DICE, (2, 1), Status.DONE))
    assert isinstance(choice, Stage)
    assert [stage.numbers for stage in choices(choice)] == [(5,) * 4, (6,) * 4]
    assert {earned_by(rules, stage) for stage in choices(choice)} == {Again.THROW}
    assert choices(COMPLEMENT) == (COMPLEMENT,)


def test_the_doublet_after_a_1_2_does_not_wait_for_checkers_to_enter() -> None:
    rules = rules_named("russian", one_two=True)
    earned = plan(rules, waiting(9), W, (2, 1), first_doublet=False).earned
    assert follow(rules, waiting(7), W, earned, full=True) == earned
