"""Whether the throws of a game are those of its fair dice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from backgammon_tui.dice import Dice
from backgammon_tui.engine.actions import OpeningThrow, Throw
from backgammon_tui.storage.record import (
    DiceKind,
    GameRecord,
    NewDice,
    Standing,
    numbers_of,
)


class ThrowCheck(NamedTuple):
    """One throw of a game against its dice."""

    number: int
    """The number of the throw in the game, from 1."""

    kind: DiceKind
    thrown: Dice
    expected: Dice | None
    """What the fair dice give; None where that is not known."""

    @property
    def agrees(self) -> bool:
        """Whether the throw is the one that the fair dice give."""
        return self.thrown == self.expected


def check_throws(record: GameRecord) -> Iterator[ThrowCheck]:
    """Every throw of a game, taken-back ones too, against the dice it came from."""
    origin = record.dice
    standing = Standing()
    for entry in record.entries:
        if isinstance(entry, NewDice):
            origin = entry.dice
        elif isinstance(entry, OpeningThrow | Throw):
            number = len(standing.throws) + 1
            dice = origin.fair_dice
            expected = dice.throw(number) if dice else None
            yield ThrowCheck(number, origin.kind, numbers_of(entry), expected)
        standing.add(entry)
