"""Matches, games and players as lists show them."""

from __future__ import annotations

from typing import NamedTuple

from backgammon_tui.engine import Result, Side
from backgammon_tui.match.table import Awaited, MatchState


class MatchLine(NamedTuple):
    """A match in a list."""

    match: int
    ruleset: str
    white: str
    black: str
    length: int | None
    state: MatchState
    awaited: Awaited | None
    """The state of the present game; None between games."""

    touched: str
    """Time of the last change in UTC and ISO form."""

    games: int
    white_points: int
    black_points: int

    @property
    def is_open(self) -> bool:
        return self.state is MatchState.PLAYING


class GameLine(NamedTuple):
    game: int
    """The ID of its row."""

    match: int
    number: int
    """The number of the game in its match, from 1."""

    ruleset: str
    white: str
    black: str
    result: Result
    starter: Side | None
    """The side of the first turn; None if there was none."""

    finished: str
    """Time of its end in UTC and ISO form."""


class PlayerLine(NamedTuple):
    number: int
    name: str
    games: int
    """Finished games that count for the player: from the start, against people."""

    won: int
    points: int
    against_computer: int
    """Finished games from the start against the computer."""

    from_position: int
    """Finished games that began from a position."""

    @property
    def all_games(self) -> int:
        return self.games + self.against_computer + self.from_position
