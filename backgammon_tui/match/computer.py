"""The computer as one or both players: its actions, and which proposals it accepts.

Modules that few matches need are imported inside functions, to show the first frame sooner.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from backgammon_tui.engine import Action, AgreeDraw, Game, Resign, Side
from backgammon_tui.match.table import Proposal, Table

if TYPE_CHECKING:
    from backgammon_tui.analysis import Value


def choice(table: Table, should_stop: Callable[[], bool] | None = None) -> tuple[Action, ...]:
    """Return the actions that the computer chooses; empty if a person must act, or if stopped."""
    # Imported here because it loads networks, which few games need.
    from backgammon_tui.players import Stopped, choose

    if table.acting_level is None:
        return ()
    try:
        return choose(table.game, table.acting_level, should_stop or (lambda: False))
    except Stopped:
        return ()


def has_net(table: Table) -> bool:
    """Return True if the game has a network; otherwise the computer plays any legal move."""
    from backgammon_tui import players  # Imported here for the same reason.

    return players.has_net(table.game)


def agrees(table: Table, proposal: Proposal) -> bool | None:
    """Return the computer's answer to a proposal; None if a person must answer.

    It agrees to a draw unless it is ahead, accepts a resignation for the points it can expect, and
    agrees to anything else.
    """
    side = proposal.asked_by.other
    if table.level_on(side) is None:
        return None
    match proposal.action:
        case Resign(_, points):
            return points >= _expected(table.game, side)
        case AgreeDraw():
            return _expected(table.game, side) <= 0
        case _:
            return True


def white_chance(game: Game) -> float | None:
    """Return White's estimated chance to win, 0 to 1; None if the computer gives no estimate."""
    worth = _estimate(game)
    if worth is None:
        return None
    return 1 - worth.win - worth.draw if game.actor is Side.BLACK else worth.win


def _estimate(game: Game) -> Value | None:
    from backgammon_tui.analysis import NotJudged, value  # Imported here for the same reason.

    try:
        return value(game)
    except NotJudged:
        return None


def _expected(game: Game, side: Side) -> float:
    worth = _estimate(game)
    points = worth.points if worth else 0.0
    return points if (game.actor or Side.WHITE) is side else -points
