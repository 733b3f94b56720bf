"""The pace of a course: the rate of learning in each of its games."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Schedule:
    """The games of a course and the rates of learning.

    The rate stands still for the first part of the games and then falls by the same
    factor with every game. A course may be shorter than its pace would have it: then the
    rate falls faster in its last games.
    """

    games: int
    """The games of the course."""

    first_rate: float = 0.03
    last_rate: float = 0.001
    steady: float = 0.1
    """The part of the games at the first rate."""

    lambda_: float = 0.7
    """The part of a state's target that is the game's further course, 0 to 1."""

    begin: int = 0
    """The games behind the net that the course begins with."""

    pace: int = 0
    """The games over which the rate would fall to the last; 0 for those of the course."""

    cool: int = 0
    """The last games, in which it falls from wherever it is."""

    @property
    def in_all(self) -> int:
        """All games when the course is over, those before it included."""
        return self.begin + self.games

    def rate(self, game: int) -> float:
        """Return the learning rate of one game, the first of all being 0."""
        done = game - self.begin
        warm = self.games - self.cool
        if self.cool and done >= warm:
            return self._falling(self._slow(warm), (done - warm) / self.cool)
        return self._slow(done)

    def _slow(self, done: int) -> float:
        part = max(done / (self.pace or self.games) - self.steady, 0) / (1 - self.steady)
        return self._falling(self.first_rate, part)

    def _falling(self, rate: float, part: float) -> float:
        return float(rate * (self.last_rate / rate) ** min(part, 1))
