"""The dice as they fell beside what is expected of honest dice."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Final

from backgammon_tui.stats.summary import ROLLS, roll_index

DOUBLES: Final = tuple((number, number) for number in range(1, 7))
MIXED: Final = tuple((high, low) for low, high in combinations(range(1, 7), 2))
"""The rolls of two different numbers, the higher one first."""


@dataclass(frozen=True)
class Fall:
    """The counts of each roll of two dice."""

    rolls: tuple[int, ...]
    """The 36 counts, at the places of `roll_index`."""

    @property
    def total(self) -> int:
        return sum(self.rolls)

    def count(self, high: int, low: int) -> int:
        places = {roll_index(high, low), roll_index(low, high)}
        return sum(self.rolls[place] for place in places)

    def expected(self, high: int, low: int) -> float:
        return self.total * (1 if high == low else 2) / ROLLS

    @property
    def faces(self) -> tuple[int, ...]:
        """The counts of each number from 1 to 6; every roll shows two."""
        return tuple(
            sum(self.rolls[roll_index(face, other)] for other in range(1, 7))
            + sum(self.rolls[roll_index(other, face)] for other in range(1, 7))
            for face in range(1, 7)
        )

    @property
    def expected_face(self) -> float:
        return self.total / 3

    @property
    def doubles(self) -> int:
        return sum(self.count(*roll) for roll in DOUBLES)

    @property
    def expected_doubles(self) -> float:
        return self.total / 6
