"""The source of a quiz task: a position, a roll and what is asked, as one line."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from backgammon_tui.dice import Dice, read_dice
from backgammon_tui.engine import RULESETS, Game, OpeningRoll, Roll, Rules, StartingPosition


class Kind(Enum):
    """The kinds of tasks, by what is asked."""

    BEST = "best"
    """The best play of a roll."""

    OPENING = "opening"
    """Keep the opening roll, or reroll."""

    HITS = "hits"
    """Every play that hits."""

    PLAYABLE = "playable"
    """Number of numbers that can be played."""

    SHOTS = "shots"
    """Number of rolls of 36 that hit."""

    COMPLEMENT = "complement"
    """Yes if the complement follows after a play of the face."""

    POINTS = "points"
    """The points of a finished game."""


class FaultyItem(ValueError):
    """An item that cannot be read, or makes no task under some rules."""


_MAX_LENGTH: Final = 800


@dataclass(frozen=True)
class Item:
    """One line of a data file, which is also the name of its saved entries.

    `best | russian | W 24:5 hand:10 / B 20:15; W to move | 5-3 | hand/20 24/21` is the kind, the
    ruleset, the position, the roll, and the play.
    """

    kind: Kind
    ruleset: str
    starting_position: StartingPosition
    dice: Dice | None = None
    play: str = ""
    """The best play, or the one that the question is about."""

    name: str = ""
    """The line that was read, by which answers are saved."""

    def __str__(self) -> str:
        if self.name:
            return self.name
        parts = [self.kind.value, self.ruleset, str(self.starting_position)]
        if self.dice:
            parts.append(f"{self.dice[0]}-{self.dice[1]}")
        if self.play:
            parts.append(self.play)
        return " | ".join(parts)

    @classmethod
    def parse(cls, line: str) -> Item:
        """Read the item that one line tells.

        Versions before this one named several plays, the right one or the best one first, and
        their costs.
        """
        parts = [part.strip() for part in line[:_MAX_LENGTH].split("|")]
        if not 3 <= len(parts) <= 6:
            raise FaultyItem("an item has a kind, a ruleset, a position, a roll, a play")
        try:
            kind, starting_position = Kind(parts[0]), StartingPosition.parse(parts[2])
            dice = read_dice(parts[3]) if len(parts) > 3 else None
        except ValueError as error:
            raise FaultyItem(str(error)) from None
        if parts[1] not in RULESETS:
            raise FaultyItem(f"there is no ruleset {parts[1][:40]!a}")
        play = parts[4].partition(";")[0].strip() if len(parts) > 4 else ""
        return cls(kind, parts[1], starting_position, dice, play, line.strip())

    def game(self, rules: Rules) -> Game:
        """Return the game from the position on, after the roll if there is one."""
        try:
            if self.kind is Kind.OPENING and self.dice:
                return Game.start(rules).apply(OpeningRoll(*self.dice))
            game = self.starting_position.game(rules)
            return game.apply(Roll(*self.dice)) if self.dice else game
        except ValueError as error:
            raise FaultyItem(str(error)) from None
