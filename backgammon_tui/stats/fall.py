"""The dice as they fell beside what is expected of honest dice."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Final

from backgammon_tui.stats.summary import THROWS, throw_index

DOUBLETS: Final = tuple((number, number) for number in range(1, 7))
MIXED: Final = tuple((high, low) for low, high in combinations(range(1, 7), 2))
"""The throws of two different numbers, the higher one first."""


@dataclass(frozen=True)
class Fall:
    """The counts of each throw of two dice."""

    throws: tuple[int, ...]
    """The 36 counts, at the places of `throw_index`."""

    @property
    def total(self) -> int:
        """The number of throws."""
        return sum(self.throws)

    def count(self, high: int, low: int) -> int:
        """Return how often two numbers were thrown, whichever die showed which."""
        places = {throw_index(high, low), throw_index(low, high)}
        return sum(self.throws[place] for place in places)

    def expected(self, high: int, low: int) -> float:
        """Return how often honest dice throw two numbers in as many throws."""
        return self.total * (1 if high == low else 2) / THROWS

    @property
    def faces(self) -> tuple[int, ...]:
        """The counts of each number from 1 to 6; every throw shows two."""
        return tuple(
            sum(self.throws[throw_index(face, other)] for other in range(1, 7))
            + sum(self.throws[throw_index(other, face)] for other in range(1, 7))
            for face in range(1, 7)
        )

    @property
    def expected_face(self) -> float:
        """The count of each number that honest dice show in as many throws."""
        return self.total / 3

    @property
    def doublets(self) -> int:
        """The number of doublets."""
        return sum(self.count(*throw) for throw in DOUBLETS)

    @property
    def expected_doublets(self) -> float:
        """The number of doublets that honest dice throw in as many throws."""
        return self.total / 6
