"""What one player proposes and the other agrees to: a take-back, a resignation, a draw."""

from __future__ import annotations

from typing import NamedTuple

from backgammon_tui.engine import AgreeDraw, Resign, Side
from backgammon_tui.match.record import TakeBack
from backgammon_tui.match.table import Table


class Proposal(NamedTuple):
    """Something that happens only if the other player agrees.

    A proposal that cannot be carried out raises the same error as carrying it out.
    """

    action: Resign | AgreeDraw | TakeBack
    asked_by: Side

    def agreed(self, table: Table) -> Table:
        """Return the table after the other player has agreed."""
        if isinstance(self.action, TakeBack):
            return table.take_back(self.action.roll, self.action.asked_by)
        return table.apply(self.action)


def propose_take_back(table: Table, roll: int | None = None) -> Proposal:
    """Propose to go back to before a roll, counted from 1; by default a player's own last one."""
    if not table.rolls:
        raise ValueError("there is no roll to take back")
    number = _last_own_roll(table) if roll is None else roll
    if not 1 <= number <= len(table.rolls):
        raise ValueError(f"rolls 1 to {len(table.rolls)} can be taken back")
    asked_by = _asker(table, table.history[table.rolls[number - 1]].side)
    table.take_back(number, asked_by)
    return Proposal(TakeBack(number, asked_by), asked_by)


def _last_own_roll(table: Table) -> int:
    """Return the number of the last roll; against the computer, of the last one not its own."""
    numbers = range(len(table.rolls), 0, -1)
    sides = ((number, table.history[table.rolls[number - 1]].side) for number in numbers)
    own = (n for n, side in sides if side is None or side is _asker(table, side))
    return next(own, len(table.rolls))


def _asker(table: Table, side: Side | None) -> Side:
    side = side or Side.WHITE
    return side.other if table.record.people == {side.other} else side


def propose_resignation(table: Table, points: int) -> Proposal:
    """Propose to resign, for the side to play or, at the computer's turn, the player."""
    if table.game.actor is None:
        when = "the game is over" if table.game.is_over else "it is not decided yet who starts"
        raise ValueError(f"{when}: nobody can resign now")
    side = _asker(table, table.game.actor)
    table.game.apply(Resign(side, points))
    return Proposal(Resign(side, points), side)


def propose_draw(table: Table) -> Proposal:
    table.game.apply(AgreeDraw())
    return Proposal(AgreeDraw(), _asker(table, table.game.actor))
