"""A position being set up, with the side to throw and its numbers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from backgammon_tui.dice import Dice
from backgammon_tui.engine import Game, Phase, Position, Rules, Side, Situation
from backgammon_tui.modes.sandbox import placing
from backgammon_tui.words.naming import STANDARD, sentence


@dataclass(frozen=True)
class Setup:
    """A position with its rules, side and dice. The position may not be playable yet."""

    rules: Rules
    position: Position
    side: Side = Side.WHITE
    dice: Dice | None = None
    """The numbers to be played; None while they are open."""

    had_doublet: frozenset[Side] = frozenset()
    """The sides that have thrown a first doublet."""

    @classmethod
    def of(cls, rules: Rules, situation: Situation) -> Self:
        """Return the setup of a situation."""
        return cls(rules, situation.position, situation.side, None, situation.had_doublet)

    @property
    def situation(self) -> Situation:
        """The setup without numbers, as a position line writes it."""
        return Situation(self.position, self.side, self.had_doublet)

    @property
    def game(self) -> Game:
        """A game at this position, even if it is not playable."""
        return Game(self.rules, self.position, Phase.THROW, self.side, self.had_doublet)

    @property
    def problem(self) -> str:
        """The reason why it cannot be played, as a sentence; empty if it can be."""
        try:
            if not self.situation.game(self.rules).is_over:
                return ""
        except ValueError as error:
            text = str(error)
            return sentence(text)
        won = [side for side in Side if self.position.has_borne_off_all(side)]
        if won:
            return f"{STANDARD.name(won[0])} has borne off everything."
        return "Neither side could ever move here."

    def under(self, rules: Rules) -> Self:
        """Return the setup under other rules, or their start if the position cannot stand there."""
        if self.position == self.rules.start.position:
            position = None
        elif self.position == placing.empty_board(self.rules):
            position = placing.empty_board(rules)
        else:
            position = placing.fitted(rules, self.position)
        return replace(self, rules=rules, position=position or rules.start.position)

    def exchanged(self) -> Self:
        """Exchange White and Black in everything."""
        return replace(
            self,
            position=placing.exchanged(self.position),
            side=self.side.other,
            had_doublet=frozenset(side.other for side in self.had_doublet),
        )
