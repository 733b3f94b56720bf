"""A match: games to a number of points, or without a limit, and who starts the next one."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from backgammon_tui.engine.events import Result
from backgammon_tui.engine.game import Game
from backgammon_tui.engine.position import Side
from backgammon_tui.engine.rules import Rules


@dataclass(frozen=True)
class Match:
    """The results so far of two players who keep to one ruleset."""

    rules: Rules

    length: int | None = None
    """The points that win the match; None for a match without end."""

    results: tuple[Result, ...] = ()

    def __post_init__(self) -> None:
        if self.length is not None and self.length < 1:
            raise ValueError(f"a match is to 1 point or more, not to {self.length}")

    def score(self, side: Side) -> int:
        """Return the points that `side` has won."""
        return sum(result.points for result in self.results if result.winner is side)

    @property
    def winner(self) -> Side | None:
        """The side that has reached the match's length, if one has."""
        if self.length is None:
            return None
        return next((side for side in Side if self.score(side) >= self.length), None)

    @property
    def game_number(self) -> int:
        """The number of the game being played or next to play, from 1."""
        return len(self.results) + 1

    @property
    def starter(self) -> Side | None:
        """The side that rolls first in the next game; None for an opening roll.

        Only the winner of the game just before starts; after a draw there is none.
        """
        if not self.rules.winner_starts or not self.results:
            return None
        return self.results[-1].winner

    def next_game(self) -> Game:
        """Return the next game before its first roll; `ValueError` if the match is won."""
        if self.winner:
            raise ValueError(f"{self.winner.name.capitalize()} has won the match")
        return Game.start(self.rules, self.starter)

    def add(self, result: Result) -> Match:
        """Return the match after one more game; `ValueError` if it is won."""
        if self.winner:
            raise ValueError(f"{self.winner.name.capitalize()} has won the match")
        return replace(self, results=(*self.results, result))


def read_length(text: str) -> int:
    """Return the points that win a match, as people write them; `ValueError` if none is so long."""
    if not re.fullmatch("[1-9][0-9]{0,2}", text):
        raise ValueError("a match is to 1 to 999 points")
    return int(text)
