"""The dice as they fell beside honest dice, by Pearson's chi-square.

The statistic adds up, over all classes of throws, the squared difference between how often a
class was seen and how often it is expected, divided by the latter. Of honest dice it has, if
no class is expected too seldom, the chi-square distribution with one degree of freedom fewer
than there are classes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, NamedTuple

from backgammon_tui.stats.summary import THROWS, throw_index

DOUBLETS: Final = tuple((number, number) for number in range(1, 7))
MIXED: Final = tuple((high, low) for low, high in combinations(range(1, 7), 2))
"""The throws of two different numbers, the higher one first."""

FEWEST: Final = 5
"""A class expected less often than so makes the distribution of chi-square a rough guess."""


class Unevenness(NamedTuple):
    """The chi-square of some throws: how far they are from what honest dice give."""

    chi_square: float
    degrees: int
    chance: float
    """The probability that honest dice fall at least as unevenly, from 0 to 1."""

    is_small: bool
    """True if the throws are too few for `chance` to be more than a rough guess."""


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

    def throws_unevenness(self) -> Unevenness:
        """Return the unevenness of the 21 throws, told apart by their numbers."""
        classes = (*DOUBLETS, *MIXED)
        return _unevenness(
            [self.count(*throw) for throw in classes], [self.expected(*throw) for throw in classes]
        )

    def faces_unevenness(self) -> Unevenness:
        """Return the unevenness of the six faces, both dice taken together."""
        return _unevenness(self.faces, [self.expected_face] * 6)


def _unevenness(seen: Sequence[int], expected: Sequence[float]) -> Unevenness:
    degrees = len(seen) - 1
    chi_square = sum(
        (count - wanted) ** 2 / wanted
        for count, wanted in zip(seen, expected, strict=True)
        if wanted
    )
    chance = chance_above(chi_square, degrees)
    return Unevenness(chi_square, degrees, chance, is_small=min(expected) < FEWEST)


def chance_above(chi_square: float, degrees: int) -> float:
    """Return the probability that a chi-square variable is at least so large.

    With half = chi_square / 2 it is, for an even number of degrees, exp(-half) times the sum
    of half^i / i! over i = 0, 1 ... below degrees / 2; for an odd one, erfc(sqrt(half)) plus
    exp(-half) times the sum of half^i / gamma(i + 1) over i = 1/2, 3/2 ... below degrees / 2.
    """
    half = chi_square / 2
    if degrees % 2:
        chance, power = math.erfc(math.sqrt(half)), 0.5
    else:
        chance, power = 0.0, 0.0
    # The exponential comes first, so that a huge value gives 0 and not 0 times infinity.
    term = math.exp(-half) * half**power / math.gamma(power + 1)
    while power < degrees / 2:
        chance += term
        power += 1
        term *= half / power
    return min(chance, 1.0)
