"""The side that header, panel and the numbers on the board are about."""

from __future__ import annotations

from backgammon_tui.engine import Move, Side
from backgammon_tui.modes.play.questions import Asked
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.opponent import sole_person


def viewpoint(state: PlayState) -> Side | None:
    """Return the side at the bottom of the board, whose numbers stand at the points.

    The numbers on the board must match those in the header and the panel, which are written
    from the side that the panel names. So they follow that side and not the position: they stay
    while a lost turn is read or the tutor has its say, and on the last play of a game; they
    change when the next side is asked to throw and no notice is about the other one. A sole
    person against the program always has the numbers of that person's side.
    """
    about = state.notice.about if state.awaits_throw and state.notice else None
    last = state.game.latest_turn
    found = sole_person(state.table) or about or named_side(state)
    return found or (last.side if last else None)


def named_side(state: PlayState) -> Side | None:
    """Return the side of header and panel: the one to act, after any news of the other."""
    if state.is_tutored or (state.asking and state.asking.asked is Asked.TUTOR):
        last = state.table.actions[-1]
        return last.side if isinstance(last, Move) else state.game.actor
    lost = state.acknowledgement.about if state.acknowledgement else None
    return lost or state.game.actor


def is_turned(state: PlayState) -> bool:
    """Return True if the board is turned to Black now."""
    return state.options.turning and viewpoint(state) is Side.BLACK
