"""The program as one of the players, or both: it acts, and what it does is told."""

from __future__ import annotations

from backgammon_tui.engine.actions import KeepOpening, ThrowOpeningAgain
from backgammon_tui.engine.moves import Move
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.opponent import acting_level, choice
from backgammon_tui.plain.playing import Playing
from backgammon_tui.session import Wait, waits_for


def play_on(playing: Playing) -> bool:
    """Let the program do one thing, if it is its turn; whether it was.

    Raises:
        NotDone: if it cannot be kept.
    """
    if acting_level(playing.table) is None:
        return False
    if waits_for(playing.table) is Wait.THROW:
        playing.change(playing.table.throw())
    else:
        _choose(playing)
    return True


def _choose(playing: Playing) -> None:
    game = playing.game
    assert game.actor
    name = playing.naming.name(game.actor)
    actions = choice(playing.table)
    moves = tuple(action for action in actions if isinstance(action, Move))
    if moves:
        playing.talk.say(f"{name} plays {write_moves(moves, playing.naming.numbering)}.")
        playing.make(moves)
        return
    (action,) = actions
    if isinstance(action, KeepOpening | ThrowOpeningAgain):
        keeps = isinstance(action, KeepOpening)
        playing.talk.say(f"{name} {'keeps' if keeps else 'rerolls'}.")
    playing.apply(action)
