"""The state of a game: what the rules, the dice and the players have made of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from backgammon_tui.engine.actions import OpeningThrow
from backgammon_tui.engine.events import Event, Result
from backgammon_tui.engine.moves import Move
from backgammon_tui.engine.position import Position, Side
from backgammon_tui.engine.rules import Rules
from backgammon_tui.engine.steps import legal_moves, max_playable, single_moves
from backgammon_tui.engine.turn import Phase, Stage, Thrown, Turn


@dataclass(frozen=True)
class GameState:
    """A frozen state; equal states are equal values."""

    rules: Rules
    position: Position
    phase: Phase

    side: Side | None
    """The side whose turn it is; None before the opening throw is decided and after the game."""

    had_doublet: frozenset[Side] = frozenset()
    opening: OpeningThrow | None = None
    """The last opening throw, if the game began with one."""

    turn: Turn | None = None
    last_turn: Turn | None = None
    result: Result | None = None
    events: tuple[Event, ...] = ()
    """The events of the last action."""

    @property
    def actor(self) -> Side | None:
        """The side that must act: the opponent while it completes a stage."""
        if self.side and self.phase is Phase.COMPLETE:
            return self.side.other
        return self.side

    @property
    def latest_turn(self) -> Turn | None:
        """The turn being played, or the one before until new dice are thrown."""
        return self.turn or self.last_turn

    @property
    def thrown(self) -> Thrown | None:
        """The throw being played; None before the turn's first."""
        return self.turn.throws[-1] if self.turn else None

    @cached_property
    def stage(self) -> Stage | None:
        """The stage being played, if one is."""
        if self.thrown and self.phase in (Phase.MOVE, Phase.COMPLETE):
            return self.thrown.current
        return None

    @property
    def left(self) -> tuple[int, ...]:
        """The numbers of the present stage not yet played, highest first."""
        return self.stage.left if self.stage else ()

    @property
    def is_over(self) -> bool:
        """True if the game has ended."""
        return self.phase is Phase.OVER

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the moves that may be made now, far origins first; empty unless one is awaited."""
        if self.side is None:
            return ()
        if self.phase is Phase.MOVE:
            return legal_moves(self.rules, self.position, self.side, self.left)
        if self.phase is Phase.COMPLETE:
            return single_moves(self.rules, self.position, self.side.other, self.left)
        return ()

    def playable(self) -> int:
        """Return how many of the numbers left in the stage the side whose turn it is can play."""
        if self.side is None or self.stage is None:
            return 0
        return max_playable(self.rules, self.position, self.side, self.left)
