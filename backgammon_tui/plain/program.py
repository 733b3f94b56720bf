"""The program as one of the players, or both: what it does and what it agrees to."""

from __future__ import annotations

from backgammon_tui.engine.actions import AgreeDraw, KeepOpening, Resign, ThrowOpeningAgain
from backgammon_tui.engine.game import Game
from backgammon_tui.engine.moves import Move
from backgammon_tui.engine.notation import write_moves
from backgammon_tui.engine.position import Side
from backgammon_tui.levels import Level, level_of
from backgammon_tui.plain.playing import Playing
from backgammon_tui.session import Proposal, Wait, waits_for


def level_on(playing: Playing, side: Side) -> Level | None:
    """The level at which the program plays a side; None where a person does."""
    record = playing.table.record
    try:
        return level_of(record.white if side is Side.WHITE else record.black)
    except ValueError:
        return None  # A person may be called so in a transcript from elsewhere.


def play_on(playing: Playing) -> bool:
    """Let the program do one thing, if it is its turn; whether it was.

    Raises:
        NotDone: if it cannot be kept.
    """
    game, wait = playing.game, waits_for(playing.table)
    sides = [game.actor] if game.actor else list(Side)
    levels = [level_on(playing, side) for side in sides]
    if game.is_over or None in levels:
        return False
    if wait is Wait.THROW:
        # Real dice are typed by whoever is there, also for the program.
        if playing.table.dice is None:
            return False
        playing.change(playing.table.throw())
        return True
    level = levels[0]
    assert level
    _do(playing, level)
    return True


def _do(playing: Playing, level: Level) -> None:
    from backgammon_tui.players import choose  # Loads the nets, which few games need.

    game = playing.game
    assert game.actor
    name = playing.naming.name(game.actor)
    actions = choose(game, level)
    moves = tuple(action for action in actions if isinstance(action, Move))
    if moves:
        playing.talk.say(f"{name} plays {write_moves(moves, playing.naming.numbering)}.")
        playing.make(moves)
        return
    (action,) = actions
    if isinstance(action, KeepOpening | ThrowOpeningAgain):
        keeps = isinstance(action, KeepOpening)
        playing.talk.say(f"{name} {'keeps' if keeps else 'throws again'}.")
    playing.apply(action)


def answers(playing: Playing, proposal: Proposal) -> bool | None:
    """Whether the program agrees to what is proposed to it; None where a person is asked.

    It gives back any throw, agrees to a draw unless it is ahead, and takes as many points
    as it may expect.
    """
    side = proposal.asked_by.other
    if level_on(playing, side) is None:
        return None
    match proposal.action:
        case Resign(_, points):
            return points >= _expected(playing.game, side)
        case AgreeDraw():
            return _expected(playing.game, side) <= 0
        case _:
            return True


def _expected(game: Game, side: Side) -> float:
    """The points that a side may expect, by the program's own estimate."""
    from backgammon_tui.analysis import NotJudged, value

    try:
        points = value(game).points
    except NotJudged:
        return 0.0
    return points if (game.actor or Side.WHITE) is side else -points
