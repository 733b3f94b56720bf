"""Convert positions of standard backgammon to and from gnubg-nn and OpenSpiel.

Both libraries come without types, so their values are `Any`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from backgammon_tui.engine import Place, Position, Side

GnubgBoard = list[list[int]]
"""Checkers of the opponent, then of the mover: each on points 1 to 24 by that side's own numbers,
then on the bar."""

OPEN_SPIEL_BAR = 100
"""The bar in OpenSpiel's source."""


def gnubg_board(position: Position, side: Side) -> GnubgBoard:
    """Return the argument for gnubg-nn's `moves` if `side` is to play."""
    return [
        [position.count(player, place) for place in (*range(1, 25), Place.BAR)]
        for player in (side.other, side)
    ]


def from_gnubg(board: Sequence[Sequence[int]], side: Side) -> Position:
    """Return the position of a board after a play of `side`."""
    theirs, mine = (dict(zip((*range(1, 25), Place.BAR), counts, strict=True)) for counts in board)
    return _position(mine, theirs) if side is Side.WHITE else _position(theirs, mine)


def _position(white: dict[int, int], black: dict[int, int]) -> Position:
    """Return the position with these checkers; the others are borne off."""
    for counts in (white, black):
        counts[Place.OFF] = 15 - sum(counts.values())
    return Position.from_counts(white, black)


def from_open_spiel(state: Any) -> Position:
    """Return the position of an OpenSpiel state. Player 0 is White; its square 0 is point 24."""
    white = {24 - square: state.board(0, square) for square in range(24)}
    black = {square + 1: state.board(1, square) for square in range(24)}
    white[Place.BAR] = state.board(0, OPEN_SPIEL_BAR)
    black[Place.BAR] = state.board(1, OPEN_SPIEL_BAR)
    return _position(white, black)


def open_spiel_rolled(state: Any, numbers: Sequence[int], side: Side) -> Any:
    """Return the state in which `side` plays the numbers; None if no game can begin with them."""
    player = 0 if side is Side.WHITE else 1
    dice = {str(number) for number in numbers}
    for action in state.legal_actions():
        # The text of a roll ends with both dice: "chance outcome 3 (roll: 31)".
        if set(state.action_to_string(action)[-3:-1]) == dice:
            following = state.child(action)
            if following.current_player() == player:
                return following
    return None


def complete_rolls(state: Any) -> Iterator[Any]:
    """Yield the state after each complete play. OpenSpiel plays doubles in two halves."""
    player = state.current_player()
    for action in state.legal_actions():
        following = state.child(action)
        if following.current_player() == player:
            yield from complete_rolls(following)
        else:
            yield following
