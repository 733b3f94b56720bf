"""The board of a match with its marks, and the side that it is about."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from backgammon_tui.engine import Effect, Place, Side
from backgammon_tui.modes.board import (
    BoardView,
    CheckerState,
    Marks,
    SidePoint,
    board_view,
    last_moves,
)
from backgammon_tui.modes.notice import Notice
from backgammon_tui.modes.play.state import BoardState
from backgammon_tui.words.board_text import mover_of

_OUTSIDE: Final = frozenset({Place.HAND, Place.BAR})


def counting_side(state: BoardState) -> Side:
    """Return the side whose numbers stand at the points.

    The numbers on the board must match those in the header and the panel, which are written
    from the side that the panel names. So they follow that side and not the position: they stay
    while a lost turn is read or the tutor has its say, and on the last play of a game; they
    change when the next side is asked to roll and no notice is about the other one.
    """
    about = state.notice.about if state.awaits_roll and state.notice else None
    return about or state.named_side or mover_of(state.game)


def play_view(state: BoardState) -> BoardView:
    """Return the board while a play is being chosen."""
    return board_view(
        state.game,
        play_marks(state),
        state.naming,
        counting_side(state),
        mirrored=state.options.mirrored,
    )


def play_marks(state: BoardState) -> Marks:
    """Mark the chosen moves, the checkers and targets to choose from, and the points in the way."""
    choosing = state.choosing
    game, side = state.game, state.game.actor
    # The computer's moves of this turn stay marked, since nobody saw them chosen.
    made = game.turn.moves if state.is_computers_turn and game.turn else last_moves(game)
    blocked = blocked_spots(state.news or state.notice)
    if side is None:
        return Marks(state.preview, made, blocked=blocked)
    origins: dict[SidePoint, CheckerState] = {}
    found: dict[SidePoint, CheckerState] = {}
    picked = choosing.reading.picked
    if picked is None:
        origins = {(side, place): CheckerState.MOVABLE for place in state.pickable}
        if state.pickable and not state.preview:
            # A forced play shows its targets at once, and so do moves from outside the points.
            is_outside = state.pickable <= _OUTSIDE
            moves = game.moves if is_outside else ()
            moves = choosing.rows[0].moves if choosing.is_forced else moves
            places = {move.target for move in moves}
            found = {
                (side, at): _target([move.effect for move in moves if move.target == at])
                for at in places
            }
    elif not (state.question or state.preview or choosing.reading.moves):
        origins = {(side, picked): CheckerState.PICKED}
        reached = choosing.reading.targets
        landings = choosing.reading.landings
        found = {(side, place): _target(reached[place]) for place in landings}
    at = choosing.cursor if choosing.on_board else None
    cursor = None if at is None else (side, at)
    return Marks(state.preview, made, origins, found, blocked, cursor)


def blocked_spots(notice: Notice | None) -> set[SidePoint]:
    return {(notice.side, point) for point in notice.points} if notice else set()


def _target(effects: Iterable[Effect]) -> CheckerState:
    if Effect.HIT in effects:
        return CheckerState.HIT
    return CheckerState.TRAP if Effect.TRAP in effects else CheckerState.TARGET
