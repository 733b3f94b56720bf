"""A game: one immutable state and `apply`, which makes the next one.

What happened stands in `Game.events`. There is no undo here: whoever keeps the actions folds
fewer. `state` has what can be asked of a game, `progress` how it goes on.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from backgammon_tui.engine.actions import Action
from backgammon_tui.engine.position import Position, Side
from backgammon_tui.engine.progress import ended_if_decided, go_on
from backgammon_tui.engine.rules import Rules
from backgammon_tui.engine.state import Outlook, Phase, State

__all__ = ["Game", "Outlook", "Phase"]


class Game(State):
    """One state of a game, from which actions lead to the next."""

    @classmethod
    def start(cls, rules: Rules, first: Side | None = None) -> Self:
        """A game before its first throw.

        Args:
            rules: The rules to play by.
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
    ) -> Self:
        """A game that goes on from any position, with `side` to throw.

        Args:
            rules: The rules to play by.
            position: Where the checkers stand.
            side: The side to throw.
            had_doublet: The sides whose first doublet counts as thrown.

        Raises:
            ValueError: if the position cannot stand on this game's board.
        """
        rules.check(position)
        game = cls(rules, position, Phase.THROW, side, frozenset(had_doublet))
        return ended_if_decided(game)

    def apply(self, action: Action) -> Self:
        """The game after an action, with what happened in its `events`.

        Raises:
            NotAllowed: with the reason as data; this game stays as it is.
        """
        return go_on(self, action)
