"""A match: its length, its results and who starts the next game."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from backgammon_tui.engine.events import Result
from backgammon_tui.engine.game import Game
from backgammon_tui.engine.position import Side
from backgammon_tui.engine.rules import Rules


@dataclass(frozen=True)
class Match:
    """A match between two players under one ruleset."""

    rules: Rules

    length: int | None = None
    """The points needed to win the match; None for no limit."""

    results: tuple[Result, ...] = ()

    def __post_init__(self) -> None:
        if self.length is not None and self.length < 1:
            raise ValueError(f"the length of a match is at least 1 point, not {self.length}")

    def score(self, side: Side) -> int:
        return sum(result.points for result in self.results if result.winner is side)

    @property
    def winner(self) -> Side | None:
        if self.length is None:
            return None
        return next((side for side in Side if self.score(side) >= self.length), None)

    @property
    def game_number(self) -> int:
        """The number of the current or next game, starting at 1."""
        return len(self.results) + 1

    @property
    def starter(self) -> Side | None:
        """The side that rolls first in the next game; None for an opening roll.

        Only the winner of the previous game starts; after a draw there is an opening roll.
        """
        if not self.rules.winner_starts or not self.results:
            return None
        return self.results[-1].winner

    def next_game(self) -> Game:
        """Return the next game before its first roll; raise `ValueError` if the match is won."""
        if self.winner:
            raise ValueError(f"{self.winner.name.capitalize()} has won the match")
        return Game.start(self.rules, self.starter)

    def add(self, result: Result) -> Match:
        """Return the match with one more result; raise `ValueError` if the match is won."""
        if self.winner:
            raise ValueError(f"{self.winner.name.capitalize()} has won the match")
        return replace(self, results=(*self.results, result))


def read_length(text: str) -> int:
    """Parse the length of a match; raise `ValueError` if it is not 1 to 999."""
    if not re.fullmatch("[1-9][0-9]{0,2}", text):
        raise ValueError("the length of a match is 1 to 999 points")
    return int(text)
