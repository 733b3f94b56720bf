"""The state of a game and what can be asked of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from backgammon_tui.engine.actions import OpeningThrow
from backgammon_tui.engine.events import Event, Result
from backgammon_tui.engine.moves import Move
from backgammon_tui.engine.plays import Play, legal_plays
from backgammon_tui.engine.position import Position, Side
from backgammon_tui.engine.reasons import Cause, Reason, why_not
from backgammon_tui.engine.rules import Rules
from backgammon_tui.engine.steps import legal_moves, most_playable, single_moves
from backgammon_tui.engine.turn import Stage, StageKind, Thrown, Turn, Withheld


class Phase(Enum):
    """What a game waits for."""

    OPENING = "opening"
    """The opening throw, one die from each side."""

    KEEP_OR_AGAIN = "keep or again"
    """The opener keeps the two numbers or throws both dice again."""

    THROW = "throw"
    """The side to throw throws two dice."""

    MOVE = "move"
    """The next move of the stage."""

    COMPLETE = "complete"
    """A move of the opponent's, which completes the stage."""

    CHOOSE = "choose"
    """The choice of four 5s or four 6s after a 1-2."""

    THROW_AGAIN = "throw again"
    """The reroll that the side has earned."""

    OVER = "over"


@dataclass(frozen=True)
class Outlook:
    """What follows a stage when it is played in a certain way."""

    kind: StageKind
    numbers: tuple[int, ...]
    playable: int
    """How many of the following stage's numbers could be played."""

    withheld: Withheld | None
    """Why the stage would not be granted, if it would not."""


@dataclass(frozen=True)
class State:
    """One state of a game; equal states are equal values."""

    rules: Rules
    position: Position
    phase: Phase

    side: Side | None
    """Whose turn it is; None before the opening throw is decided and after the game."""

    had_doublet: frozenset[Side] = frozenset()
    """The sides that have thrown a doublet in this game."""

    opening: OpeningThrow | None = None
    """The last opening throw, if the game began with one."""

    turn: Turn | None = None
    """The turn being played; None until its first throw."""

    last_turn: Turn | None = None
    """The turn before this one."""

    result: Result | None = None
    events: tuple[Event, ...] = ()
    """What happened when the last action was applied."""

    @property
    def actor(self) -> Side | None:
        """The side that must act: the opponent while it completes a stage."""
        if self.side and self.phase is Phase.COMPLETE:
            return self.side.other
        return self.side

    @property
    def thrown(self) -> Thrown | None:
        """The throw being played; None before the turn's first."""
        return self.turn.throws[-1] if self.turn else None

    @property
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
        """Whether the game has ended."""
        return self.phase is Phase.OVER

    def legal_moves(self) -> tuple[Move, ...]:
        """The moves that may be made now, far origins first; empty unless one is awaited."""
        if self.side is None:
            return ()
        if self.phase is Phase.MOVE:
            return legal_moves(self.rules, self.position, self.side, self.left)
        if self.phase is Phase.COMPLETE:
            return single_moves(self.rules, self.position, self.side.other, self.left)
        return ()

    def legal_plays(self) -> tuple[Play, ...]:
        """All plays of what is left of the stage; empty unless the side's move is awaited.

        The opponent completes a stage one move at a time, so it has no plays.
        """
        if self.side and self.phase is Phase.MOVE:
            return tuple(legal_plays(self.rules, self.position, self.side, self.left))
        return ()

    def playable(self) -> int:
        """How many of the numbers left in the stage the side whose turn it is can play."""
        if self.side is None or self.stage is None:
            return 0
        return most_playable(self.rules, self.position, self.side, self.left)

    def outlook(self, position: Position) -> Outlook | None:
        """What follows if the present stage is played in full to `position`.

        None where no stage with known numbers follows, or the game would be over.
        """
        following = self.thrown.next_due if self.thrown else None
        if following is None or self.side is None or not following.numbers:
            return None
        if position.has_borne_off_all(self.side):
            return None
        withheld = None
        if self.rules.entry_limits_complement and position.to_enter(self.side):
            withheld = Withheld.STILL_ENTERING
        numbers = () if withheld else following.numbers
        playable = most_playable(self.rules, position, self.side, numbers)
        return Outlook(following.kind, following.numbers, playable, withheld)

    def why_not(self, origin: int, target: int) -> Reason | None:
        """Why a checker may not go from `origin` to `target` now; None if it may."""
        actor = self.actor
        if actor is None or self.stage is None:
            return Reason(Cause.NOT_NOW, actor or Side.WHITE)
        if self.phase is Phase.COMPLETE and any(
            (move.origin, move.target) == (origin, target) for move in self.legal_moves()
        ):
            return None
        return why_not(self.rules, self.position, actor, self.left, origin, target)
