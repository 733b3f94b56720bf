"""Situations: a position with what the rules ask to be known beside it, as one line."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from backgammon_tui.engine.game import Game
from backgammon_tui.engine.position import Position, Side
from backgammon_tui.engine.rules import Rules

_LINE: Final = (
    r"(?P<position>[^;]{1,500});\s*(?P<side>[WB]) to move"
    r"(?:;\s*first doublet (?P<had>[WB](?: [WB])?))?"
)


class Situation(NamedTuple):
    """The beginning of a game that does not begin at the start.

    Its text form is `W 24:2 hand:13 / B hand:15; W to move; first doublet B`.
    """

    position: Position
    side: Side
    """The side to throw."""

    had_doublet: frozenset[Side] = frozenset()
    """The sides that have thrown a first doublet."""

    @classmethod
    def parse(cls, line: str) -> Situation:
        """Read the situation that one line tells; a `ValueError` says what is wrong with it."""
        parts = re.fullmatch(_LINE, line.strip(), re.ASCII)
        if parts is None:
            raise ValueError("a situation looks like 'POSITION LINE; W to move; first doublet B'")
        had = frozenset(Side(letter) for letter in (parts["had"] or "").split())
        return cls(Position.parse(parts["position"]), Side(parts["side"]), had)

    def __str__(self) -> str:
        parts = [str(self.position), f"{self.side.value} to move"]
        if self.had_doublet:
            letters = [side.value for side in Side if side in self.had_doublet]
            parts.append(f"first doublet {' '.join(letters)}")
        return "; ".join(parts)

    def game(self, rules: Rules) -> Game:
        """Return the game that goes on from here; `ValueError` if it cannot stand on that board."""
        return Game.from_position(rules, self.position, self.side, self.had_doublet)
