"""The positions of standard backgammon in the forms of gnubg-nn and OpenSpiel.

The modules of both peers are handed in, so that this one can be read where they are not
installed; they come without types that a checker could use, hence `Any`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from backgammon_tui.engine import Place, Position, Side

GnubgBoard = list[list[int]]
"""The opponent's counts, then the mover's: each its own points 1 to 24, then the bar."""

OPEN_SPIEL_BAR = 100
"""OpenSpiel's number for the bar, from its source."""


def gnubg_board(position: Position, side: Side) -> GnubgBoard:
    """The position as gnubg-nn's `moves` takes it for `side` to play."""
    return [
        [position.count(player, place) for place in (*range(1, 25), Place.BAR)]
        for player in (side.other, side)
    ]


def from_gnubg(board: Sequence[Sequence[int]], side: Side) -> Position:
    """The position of a board after a play of `side`."""
    theirs, mine = (dict(zip((*range(1, 25), Place.BAR), counts, strict=True)) for counts in board)
    return _position(mine, theirs) if side is Side.WHITE else _position(theirs, mine)


def _position(white: dict[int, int], black: dict[int, int]) -> Position:
    """The position of these counts, with whatever is missing borne off."""
    for counts in (white, black):
        counts[Place.OFF] = 15 - sum(counts.values())
    return Position.from_counts(white, black)


def from_open_spiel(state: Any) -> Position:
    """The position of an OpenSpiel state: player 0 is White, the first square its 24."""
    white = {24 - square: state.board(0, square) for square in range(24)}
    black = {square + 1: state.board(1, square) for square in range(24)}
    white[Place.BAR] = state.board(0, OPEN_SPIEL_BAR)
    black[Place.BAR] = state.board(1, OPEN_SPIEL_BAR)
    return _position(white, black)


def open_spiel_rolled(state: Any, numbers: Sequence[int], side: Side) -> Any:
    """The state in which `side` plays these numbers; None if no game can begin with them."""
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
    """The states after each way to play a roll; OpenSpiel plays a double in two halves."""
    player = state.current_player()
    for action in state.legal_actions():
        following = state.child(action)
        if following.current_player() == player:
            yield from complete_rolls(following)
        else:
            yield following
