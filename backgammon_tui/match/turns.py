"""The turns of a game, and the doubles that begin some of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from backgammon_tui.engine.events import Passed, Taken
from backgammon_tui.engine.game import Game
from backgammon_tui.engine.position import Side
from backgammon_tui.engine.turn import Phase, Turn


def turns_of(states: Sequence[Game]) -> list[Turn]:
    """Return every turn of a game, including one that the end of the game interrupted."""
    turns = [turn for turn, _ in groupby(game.last_turn for game in states) if turn]
    return [*turns, states[-1].turn] if states and states[-1].turn else turns


class OfferedDouble(NamedTuple):
    """A double offered in a game, and its answer."""

    side: Side
    value: int
    """The value of the cube if the double is taken."""

    is_taken: bool | None
    """None if the double has not been answered, or was answered by a resignation."""


def doubles_of(states: Sequence[Game]) -> dict[int, OfferedDouble]:
    """Return the doubles that were offered in a game, by the number of the turn, from 1."""
    doubles = {}
    for index, game in enumerate(states):
        if game.phase is Phase.DOUBLED and game.side:
            events = states[index + 1].events if index + 1 < len(states) else ()
            answers = [isinstance(e, Taken) for e in events if isinstance(e, Taken | Passed)]
            turn = len(turns_of(states[: index + 1])) + 1
            is_taken = answers[0] if answers else None
            doubles[turn] = OfferedDouble(game.side, 2 * game.stake, is_taken)
    return doubles
