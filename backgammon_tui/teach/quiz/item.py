"""The source of a question: a situation of play and what is done in it, as one line."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from backgammon_tui.dice import Dice, read_dice
from backgammon_tui.engine import RULESETS, Game, Rules, Situation, Throw


class Kind(Enum):
    """The kinds of quiz questions."""

    LEGAL = "legal"
    """The legal one among some plays."""

    PLAYABLE = "playable"
    """Number of numbers that can be played."""

    PIPS = "pips"
    """The greatest number of pips of a doublet."""

    FOLLOWS = "follows"
    """The consequence of a play."""

    WHY = "why"
    """The reason why a number is lost, or a complement not granted."""

    TRAP = "trap"
    """The true statement after a hit or a trap."""

    POINTS = "points"
    """The points of a finished game."""

    BEST = "best"
    """The program's choice among some plays."""


class FaultyItem(ValueError):
    """An item that cannot be read, or makes no question under some rules."""


_LONGEST: Final = 800


@dataclass(frozen=True)
class Item:
    """One line of the pool, which is also the name of its saved entries.

    `legal | russian | W 24:5 hand:10 / B 20:15; W to move | 5-3 | hand/20; hand/22` is the
    kind, the ruleset, the situation, the throw, and the plays that are asked about.
    """

    kind: Kind
    ruleset: str
    situation: Situation
    dice: Dice | None = None
    plays: tuple[str, ...] = ()
    costs: tuple[float, ...] = ()
    """The cost of each play against the best, in points, if the question is for the best."""

    def __str__(self) -> str:
        parts = [self.kind.value, self.ruleset, str(self.situation)]
        if self.dice:
            parts.append(f"{self.dice[0]}-{self.dice[1]}")
        if self.plays:
            parts.append("; ".join(self.plays))
        if self.costs:
            parts.append(" ".join(f"{cost:.2f}" for cost in self.costs))
        return " | ".join(parts)

    @classmethod
    def parse(cls, line: str) -> Item:
        """Read the item that one line tells."""
        parts = [part.strip() for part in line[:_LONGEST].split("|")]
        if not 3 <= len(parts) <= 6:
            raise FaultyItem("an item has a kind, a ruleset, a situation, a throw, plays, costs")
        try:
            kind, situation = Kind(parts[0]), Situation.parse(parts[2])
            dice = read_dice(parts[3]) if len(parts) > 3 else None
            costs = tuple(map(float, parts[5].split())) if len(parts) > 5 else ()
        except ValueError as error:
            raise FaultyItem(str(error)) from None
        if parts[1] not in RULESETS:
            raise FaultyItem(f"there is no ruleset {parts[1][:40]!a}")
        plays = tuple(play.strip() for play in parts[4].split(";")) if len(parts) > 4 else ()
        return cls(kind, parts[1], situation, dice, plays, costs)

    def game(self, rules: Rules) -> Game:
        """Return the game from the situation on, after the throw if there is one."""
        try:
            game = self.situation.game(rules)
            return game.apply(Throw(*self.dice)) if self.dice else game
        except ValueError as error:
            raise FaultyItem(str(error)) from None
