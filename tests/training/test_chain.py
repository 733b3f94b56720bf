"""What follows a stage is the same for compiled players as in the engine, by all house rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from backgammon_tui.analysis.stages import THROWS
from backgammon_tui.engine import RULESETS, Position, Rules, Stage, StageKind
from backgammon_tui.engine.turn import Again, Earned, choices, earned_by, follow, plan
from tests.engine.examples import W, rules_named
from tests.engine.strategies import switches

pytest.importorskip("numba", reason="numba is not installed (extra: train)")

from training import codes
from training.arrays import board_of, numbers_of
from training.judging import four_of, thrown, what_follows

# What is compiled takes a minute when nothing of it is laid up.
pytestmark = pytest.mark.timeout(600)


def house_rules() -> Iterator[Rules]:
    """Every ruleset with every setting of the switches that compiled players know."""
    for name, rules in RULESETS.items():
        names = [each for each in switches(rules) if each != "opponent_completes"]
        for values in product((False, True), repeat=len(names)):
            yield rules_named(name, **dict(zip(names, values, strict=True)))


def waiting(count: int) -> Position:
    """A position in which White has so many checkers to enter."""
    return Position.parse(f"W 12:{15 - count}{f' bar:{count}' if count else ''} / B 6:15")


def code_of(earned: Earned) -> int:
    if not isinstance(earned, Stage):
        return int(codes.AGAIN_DUE if earned is Again.THROW else codes.PASS)
    is_choice = earned.kind is StageKind.CHOSEN
    return int(codes.CHOICE_DUE if is_choice else codes.COMPLEMENT_DUE + earned.numbers[0])


@pytest.mark.parametrize("first_doublet", [False, True])
def test_the_same_follows_each_stage(first_doublet: bool) -> None:
    """The functions are run as they are written: there is too little to do to compile them."""
    boards = {count: board_of(waiting(count), W).reshape(1, -1) for count in (0, 1, 4, 5)}
    seen = set()
    for rules in house_rules():
        told_rules = numbers_of(rules)
        # Before and after a stage; four numbers enter four checkers, unless others move as well.
        for (dice, _), (before, after) in product(
            THROWS, ((0, 0), (1, 0), (1, 1), (4, 0), (5, 1), (5, 5))
        ):
            earned = plan(rules, waiting(before), W, dice, first_doublet).earned
            due = thrown.py_func(told_rules, *dice, first_doublet).due
            found = follow(rules, waiting(after), W, earned, full=True)
            told = what_follows.py_func(told_rules, boards[after], 0, True, due)
            assert told == code_of(found), (rules, dice, before, after)
            assert what_follows.py_func(told_rules, boards[after], 0, False, due) == codes.PASS
            seen.add(int(told))
            for choice in choices(found) if isinstance(found, Stage) else ():
                later = four_of.py_func(choice.numbers[0])
                assert (later.high, later.times) == (choice.numbers[0], len(choice.numbers))
                assert later.due == code_of(earned_by(rules, choice))
    assert seen == {codes.PASS, codes.CHOICE_DUE, *(codes.COMPLEMENT_DUE + n for n in range(1, 7))}
