"""Games after several actions, and the plays that actions make."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import accumulate, chain

from backgammon_tui.engine import Action, Game, Phase, Play


def do(game: Game, actions: Iterable[Action]) -> tuple[Game, ...]:
    """Return the game after each of the actions.

    Raises:
        NotAllowed: if one of them cannot be done, with the reason.
    """
    return tuple(accumulate(actions, Game.apply, initial=game))[1:]


def done(game: Game, actions: Iterable[Action]) -> Game:
    """Return the game after all of the actions, with all events on the way."""
    games = do(game, actions)
    events = chain.from_iterable(after.events for after in games)
    return replace(games[-1] if games else game, events=tuple(events))


def is_stage_over(before: Game, after: Game) -> bool:
    """Return True if the task of `before` is over in the later game `after`.

    An opponent who completes a stage is asked for one move at a time.
    """
    if before.phase is not Phase.MOVE or after.phase is not Phase.MOVE:
        return True
    assert before.turn
    assert after.turn
    same_roll = len(before.turn.rolls) == len(after.turn.rolls)
    same_stage = before.turn.stage.kind is after.turn.stage.kind
    return not (before.side is after.side and same_roll and same_stage)


def play_made(game: Game, made: Sequence[Action]) -> Play | None:
    """Return the whole play of a stage that actions make; None if numbers are left to play."""
    if game.phase is not Phase.MOVE or not made:
        return None
    after = do(game, made)[-1]
    if not is_stage_over(game, after):
        return None
    plays = (play for play in game.legal_plays() if play.position == after.position)
    return next(plays, None)
