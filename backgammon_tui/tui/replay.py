"""A finished game to be looked at: it stops wherever a turn has ended, and at its end."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from backgammon_tui.dice import FairDice
from backgammon_tui.engine.events import TurnEnded
from backgammon_tui.engine.game import Phase
from backgammon_tui.engine.situation import Situation
from backgammon_tui.engine.turn import Turn
from backgammon_tui.figures.summary import turns_of
from backgammon_tui.records.record import MatchRecord
from backgammon_tui.records.table import Table


@dataclass(frozen=True)
class Replay:
    """One moment of looking at a game."""

    table: Table
    """The whole game."""

    at: int = 0
    """Which stop this is: after so many turns, or the end of a game that ended between two."""

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """The turns of the game, the first one first."""
        return tuple(turns_of(self.table.history))

    @cached_property
    def _stops(self) -> tuple[int, ...]:
        """Where in the history each turn has ended, after where the first begins."""
        history = self.table.history
        ends = [
            index
            for index, game in enumerate(history)
            if any(isinstance(event, TurnEnded) for event in game.events)
        ]
        begin = next(
            (i for i, game in enumerate(history) if game.phase is Phase.THROW or game.turn), 0
        )
        last = len(history) - 1
        return (begin, *ends, *([last] if not ends or ends[-1] != last else []))

    @property
    def end(self) -> int:
        """The last stop."""
        return len(self._stops) - 1

    @property
    def shown(self) -> Table:
        """The table as it stood at this moment."""
        index = self._stops[self.at]
        throws = tuple(place for place in self.table.throws if place < index)
        return replace(
            self.table,
            history=self.table.history[: index + 1],
            actions=self.table.actions[:index],
            throws=throws,
            accepted=False,
        )

    def go_to(self, turn: int) -> Self:
        """The moment after so many turns, or as near to it as there is one."""
        return replace(self, at=min(max(turn, 0), self.end))

    def branch(self, dice: FairDice | None) -> Table:
        """A new open-ended match of the same players from this moment on.

        Raises:
            ValueError: if the game is over here.
        """
        game, record = self.shown.game, self.table.record
        match = MatchRecord(record.rules, record.white, record.black, record.date, None)
        if game.phase is Phase.OPENING:
            return Table.sit_down(match, dice)
        if game.side is None or game.is_over:
            raise ValueError("the game is over here; go back a turn to play on")
        situation = Situation(game.position, game.side, game.had_doublet)
        return Table.begin_at(match, situation, dice)
