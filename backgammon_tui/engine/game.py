"""A game: one immutable state, what can be asked of it, and `apply`, which makes the next one.

What happened stands in `Game.events`. There is no undo here: whoever keeps the actions folds
fewer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from backgammon_tui.engine.actions import Action
from backgammon_tui.engine.generator import Play, legal_plays, max_playable
from backgammon_tui.engine.legal import PlayGraph
from backgammon_tui.engine.moment import GameState, Moment, may_win, moment_of
from backgammon_tui.engine.position import Position, Side
from backgammon_tui.engine.reasons import Cause, Reason, why_not
from backgammon_tui.engine.rules import Rules
from backgammon_tui.engine.transitions import ended_if_decided, go_on
from backgammon_tui.engine.turn import Outlook, Phase, Withheld, earned_by, follow


@dataclass(frozen=True)
class Game(GameState):
    """One state of a game, from which actions lead to the next; equal states are equal values."""

    @classmethod
    def start(cls, rules: Rules, first: Side | None = None) -> Game:
        """Return a game before its first throw.

        Args:
            first: The side that throws first without an opening throw, as the winner of
                the last game does in some matches; None for an opening throw.
        """
        phase = Phase.THROW if first else Phase.OPENING
        return cls(rules, rules.start.position, phase, first)

    @classmethod
    def from_position(
        cls,
        rules: Rules,
        position: Position,
        side: Side,
        had_doublet: Iterable[Side] = (),
    ) -> Game:
        """Return a game that goes on from any position, with `side` to throw.

        Args:
            had_doublet: The sides whose first doublet counts as thrown.

        Raises:
            ValueError: if the position cannot stand on this game's board.
        """
        rules.check(position)
        return ended_if_decided(cls(rules, position, Phase.THROW, side, frozenset(had_doublet)))

    def apply(self, action: Action) -> Game:
        """Return the game after an action, with what happened in its `events`.

        Raises:
            NotAllowed: with the reason as data; this game stays as it is.
        """
        return go_on(self, action)

    def legal_plays(self) -> tuple[Play, ...]:
        """Return all plays of what is left of the stage; empty unless the side's move is awaited.

        The opponent completes a stage one move at a time, so it has no plays.
        """
        if self.side and self.phase is Phase.MOVE:
            return tuple(legal_plays(self.rules, self.position, self.side, self.left))
        return ()

    def graph(self) -> PlayGraph:
        """Return the ways to play what is left of the stage."""
        side, is_single = self.actor or Side.WHITE, self.phase is Phase.COMPLETE
        return PlayGraph(self.rules, self.position, side, self.left, is_single=is_single)

    @cached_property
    def moment(self) -> Moment:
        """The numbers to play, the side that plays them, and what follows."""
        return moment_of(self)

    def outlook(self, position: Position) -> Outlook | None:
        """Return what follows if a play of the present stage leads to `position`.

        None where no stage with known numbers follows, where some of this one cannot be played
        and the next is lost with it, or where the game would be over.
        """
        following = self.thrown.next_due if self.thrown else None
        if following is None or self.side is None or not following.numbers:
            return None
        if self.moment.is_short or position.has_borne_off_all(self.side):
            return None
        found = follow(self.rules, position, self.side, following, full=True)
        withheld = found if isinstance(found, Withheld) else None
        numbers = () if withheld else following.numbers
        playable = max_playable(self.rules, position, self.side, numbers)
        wins = may_win(self.rules, position, self.side, numbers)
        earns = earned_by(self.rules, following)
        return Outlook(following.kind, following.numbers, playable, withheld, earns, wins)

    def why_not(self, origin: int, target: int) -> Reason | None:
        """Return why a checker may not go from `origin` to `target` now; None if it may."""
        actor = self.actor
        if actor is None or self.stage is None:
            return Reason(Cause.NOT_NOW, actor or Side.WHITE)
        if self.phase is Phase.COMPLETE and any(
            (move.origin, move.target) == (origin, target) for move in self.legal_moves()
        ):
            return None
        return why_not(self.rules, self.position, actor, self.left, origin, target)


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
