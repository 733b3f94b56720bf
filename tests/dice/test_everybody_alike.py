"""The number of the throw alone decides: not who throws, nor which game is played, nor how."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

import pytest

from backgammon_tui.dice import Dice, FairDice
from backgammon_tui.engine import OpeningThrow, Phase, Resign, Rules, Side, Throw
from backgammon_tui.storage.record import numbers_of
from backgammon_tui.storage.table import Table
from tests.engine.examples import NAMES, rules_named
from tests.engine.strategies import any_action
from tests.storage.matches import SEED, new_match

DICE = FairDice(SEED, "kiwi", "plum")
THROWS = 40


class Thrown(NamedTuple):
    """A throw as it came about."""

    number: int
    dice: Dice
    phase: Phase
    side: Side | None


def first_game(rules: Rules) -> Table:
    """A table where both sides throw one die to see who starts."""
    return Table.sit_down(new_match(rules), DICE)


def later_game(rules: Rules) -> Table:
    """A table where Black, who won the last game, throws first."""
    table = Table.sit_down(new_match(replace(rules, winner_starts=True)), None)
    return table.apply(Resign(Side.WHITE, 1)).accept().next_game(DICE)


def play(table: Table, seed: int, back: bool = False) -> Iterator[Thrown]:
    """A random game, sometimes going back to an earlier throw."""
    chance = random.Random(seed)
    while table.throw_number <= THROWS and not table.game.is_over:
        if back and table.throw_number > 2 and chance.random() < 0.02:
            table = table.take_back(chance.randint(1, table.throw_number - 1), Side.WHITE)
        action = any_action(table.game, chance)
        if not isinstance(action, Throw | OpeningThrow):
            table = table.apply(action)
            continue
        before = table
        table = before.throw()
        dice = numbers_of(table.actions[-1])
        yield Thrown(before.throw_number, dice, before.game.phase, before.game.side)


@pytest.mark.parametrize("begin", [first_game, later_game])
@pytest.mark.parametrize("name", NAMES)
def test_every_ruleset_is_given_the_same_throws(name: str, begin: Callable[[Rules], Table]) -> None:
    thrown = [throw for seed in range(2) for throw in play(begin(rules_named(name)), seed)]
    assert len(thrown) > THROWS
    assert all(throw.dice == DICE.throw(throw.number) for throw in thrown)


def test_the_same_throw_falls_to_either_side_and_to_every_kind_of_throw() -> None:
    """Else the tests beside this one would compare like with like."""
    tables = [begin(rules_named(name)) for name in NAMES for begin in (first_game, later_game)]
    sides, phases = defaultdict(set), defaultdict(set)
    for throw in (throw for table in tables for throw in play(table, 1)):
        sides[throw.number].add(throw.side)
        phases[throw.number].add(throw.phase)
    assert sum({*Side} <= found for found in sides.values()) > THROWS / 2
    assert phases[1] == {Phase.OPENING, Phase.THROW}
    assert {Phase.THROW, Phase.THROW_AGAIN} in phases.values()


def test_a_throw_that_was_taken_back_shows_the_same_again() -> None:
    rules = rules_named("russian")
    thrown = [throw for seed in range(3) for throw in play(first_game(rules), seed, True)]
    numbers = [throw.number for throw in thrown]
    assert len(numbers) > len(set(numbers))
    assert all(throw.dice == DICE.throw(throw.number) for throw in thrown)
