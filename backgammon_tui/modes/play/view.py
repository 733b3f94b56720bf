"""A match as it is seen: header, board with its marks, dice and panel."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from backgammon_tui.engine import Effect, Place
from backgammon_tui.modes.board_view import BoardView, CheckerState, Orientation
from backgammon_tui.modes.game_view import (
    Marks,
    Spot,
    board_view,
    dice_view,
    last_moves,
    strip_view,
)
from backgammon_tui.modes.header import CHANCE_GAP, match_header
from backgammon_tui.modes.mode import Frame, ModeView
from backgammon_tui.modes.notice import Notice
from backgammon_tui.modes.play.panel import play_panel
from backgammon_tui.modes.play.state import PlayState
from backgammon_tui.modes.play.viewpoint import is_turned, named_side, viewpoint

_OUTSIDE: Final = frozenset({Place.HAND, Place.BAR})


def match_view(state: PlayState, frame: Frame, *, is_saved: bool) -> ModeView:
    """Return the contents of the screen of a match."""
    game, table = state.game, state.table
    judged = game if state.options.chances and table.record.has_hints_for_all else None
    gap = CHANCE_GAP if judged else 1
    width, glyphs = frame.width, frame.glyphs
    return ModeView(
        match_header(table, width, glyphs, named_side(state), is_saved=is_saved, gap=gap),
        play_view(state),
        strip_view(game.moment),
        dice_view(game),
        play_panel(state, frame),
        judged=judged,
    )


def play_view(state: PlayState) -> BoardView:
    """Return the board while a play is being chosen."""
    orientation = Orientation(state.options.mirrored, is_turned(state))
    return board_view(
        state.game,
        play_marks(state),
        orientation,
        state.naming,
        viewpoint(state),
        both_numbers=state.options.both_numbers,
    )


def play_marks(state: PlayState) -> Marks:
    """Mark the chosen moves, the checkers and targets to choose from, and the points in the way."""
    selection = state.selection
    game, side = state.game, state.game.actor
    # The program's moves of this turn stay marked, since nobody saw them chosen.
    made = game.turn.moves if state.is_programs and game.turn else last_moves(game)
    blocked = blocked_spots(state.acknowledgement or state.notice)
    if side is None:
        return Marks(state.preview, made, blocked=blocked)
    origins: dict[Spot, CheckerState] = {}
    found: dict[Spot, CheckerState] = {}
    picked = selection.reading.picked
    if picked is None:
        origins = {(side, place): CheckerState.MOVABLE for place in state.pickable}
        if state.pickable and not state.preview:
            # A forced play shows its targets at once, and so do moves from outside the points.
            is_outside = state.pickable <= _OUTSIDE
            moves = game.moment.moves if is_outside else ()
            moves = selection.rows[0].moves if selection.is_forced else moves
            places = {move.target for move in moves}
            found = {
                (side, at): _target([move.effect for move in moves if move.target == at])
                for at in places
            }
    elif not (state.question or state.preview or selection.reading.moves):
        origins = {(side, picked): CheckerState.PICKED}
        reached = selection.reading.targets
        landings = selection.reading.landings
        found = {(side, place): _target(reached[place]) for place in landings}
    at = selection.cursor if selection.on_board else None
    cursor = None if at is None else (side, at)
    return Marks(state.preview, made, origins, found, blocked, cursor)


def blocked_spots(notice: Notice | None) -> set[Spot]:
    """Return the points that a sentence names as standing in the way."""
    return {(notice.side, point) for point in notice.points} if notice else set()


def _target(effects: Iterable[Effect]) -> CheckerState:
    if Effect.HIT in effects:
        return CheckerState.HIT
    return CheckerState.TRAP if Effect.TRAP in effects else CheckerState.TARGET
