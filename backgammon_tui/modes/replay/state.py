"""A finished game to look at: it stops after each turn, and at its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from backgammon_tui.analysis.review import Choice
from backgammon_tui.dice import FairDice
from backgammon_tui.engine import Phase, StartingPosition, Turn
from backgammon_tui.engine.events import TurnEnded
from backgammon_tui.game_review import Review
from backgammon_tui.match.record import MatchRecord
from backgammon_tui.match.table import Table
from backgammon_tui.stats import turns_of


@dataclass(frozen=True)
class Note:
    """The text at one stop of a game."""

    paragraphs: tuple[str, ...]
    sections: tuple[str, ...] = ()


@dataclass(frozen=True)
class ReplayState:
    """One moment of looking at a game."""

    table: Table
    """The whole game."""

    at: int = 0
    """The number of turns before this stop; one more at the end of a game between two turns."""

    notes: Sequence[Note] = ()
    """The note of each stop, with the usual numbers; empty for most games."""

    review: Review | None = None
    """The computer's review, as far as it has come; None if nobody has asked for it."""

    shows_choice: int = 0
    """The mistake of the turn in whose place the board shows the computer's choice; 0 for none."""

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        return tuple(turns_of(self.table.history))

    @cached_property
    def stops(self) -> tuple[int, ...]:
        """Indices in the history: the beginning of the first turn, then the end of each turn."""
        history = self.table.history
        ends = [
            index
            for index, game in enumerate(history)
            if any(isinstance(event, TurnEnded) for event in game.events)
        ]
        begin = next(
            (i for i, game in enumerate(history) if game.phase is Phase.ROLL or game.turn), 0
        )
        last = len(history) - 1
        stops = (begin, *ends)
        return stops if stops[-1] == last else (*stops, last)

    @property
    def end(self) -> int:
        return len(self.stops) - 1

    @property
    def shown(self) -> Table:
        return self.table.before(self.stops[self.at])

    def go_to(self, turn: int) -> Self:
        return replace(self, at=min(max(turn, 0), self.end), shows_choice=0)

    # ---- what is told of it

    @property
    def turn(self) -> Turn | None:
        return self.turns[min(self.at, len(self.turns)) - 1] if self.at and self.turns else None

    @property
    def note(self) -> Note | None:
        return self.notes[self.at] if self.notes else None

    @property
    def sections(self) -> tuple[str, ...]:
        return self.note.sections if self.note else ()

    @property
    def mistakes(self) -> tuple[Choice, ...]:
        return self.review.mistakes(self.at) if self.review and self.at else ()

    @property
    def choice(self) -> Choice | None:
        return self.mistakes[self.shows_choice - 1] if self.shows_choice else None

    @property
    def next_choice(self) -> str:
        """The next thing to show: one of several mistakes, or the play as made."""
        if not self.shows_choice:
            return "computer's choice"
        at, mistakes = self.shows_choice, len(self.mistakes)
        return "as played" if at == mistakes else f"choice {at + 1} of {mistakes}"

    @property
    def mistake(self) -> Choice | None:
        worst = max(self.mistakes, key=lambda choice: choice.cost, default=None)
        return self.choice or worst


def branch(shown: Table, dice: FairDice | None) -> Table:
    """Return a new match of the same players, without a limit, from the position of a table.

    Raises:
        ValueError: if the game is over there.
    """
    record, game = shown.record, shown.game
    match = MatchRecord(record.rules, record.white, record.black, record.date, None)
    if game.phase is Phase.OPENING:
        return Table.sit_down(match, dice)
    if game.side is None or game.is_over:
        raise ValueError("the game is over here: go back a turn to play on")
    begun = _turn_begins(shown)
    before = shown.history[begun]
    starting_position = StartingPosition(before.position, game.side, before.had_double)
    if begun == len(shown.actions):
        return Table.begin_at(match, starting_position, dice)
    # In the middle of a turn, its moves so far are made again.
    table = Table.begin_at(match, starting_position, None).apply(*shown.actions[begun:])
    return table.change_dice(dice) if dice else table


def _turn_begins(table: Table) -> int:
    """Return the history index at which the present turn begins; the last if none has begun.

    Numbers that were kept from the opening roll are rolled anew.
    """
    history = table.history
    last = len(history) - 1
    if history[last].turn is None:
        return last
    begun = next(i for i in range(last, -1, -1) if history[i].turn is None)
    return begun if history[begun].phase is Phase.ROLL else last
