"""Legal plays of standard backgammon, compared with gnubg-nn and OpenSpiel.

All engines must reach the same positions, except that here a play that bears off the last checker
is legal even if it uses fewer numbers.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from backgammon_tui.engine import RULESETS, Position, legal_plays
from bench.sample import Turn, random_game, turns
from peers.boards import (
    complete_rolls,
    from_gnubg,
    from_open_spiel,
    gnubg_board,
    open_spiel_rolled,
)

BACKGAMMON = RULESETS["backgammon"]


def agree(turn: Turn, theirs: Iterable[Position]) -> None:
    """Fail if another engine reaches other positions, apart from wins that use fewer numbers."""
    position, side, numbers, _ = turn
    ours = {play.position for play in legal_plays(BACKGAMMON, position, side, numbers)}
    peers = set(theirs)
    assert peers <= ours, turn
    assert all(more.has_borne_off_all(side) for more in ours - peers), turn


def test_gnubg_nn_reaches_the_same_positions() -> None:
    gnubg = pytest.importorskip("gnubg_nn", reason="gnubg-nn is not installed (extra: peers)")
    for turn in turns(BACKGAMMON, 6_000, seed=1):
        position, side, numbers, _ = turn
        keys = gnubg.moves(gnubg_board(position, side), *numbers[:2])
        theirs = {from_gnubg(gnubg.board_from_position_key(key), side) for key in keys}
        # If nothing can be played, gnubg-nn has no play and we have one without moves.
        agree(turn, theirs or {position})


def test_open_spiel_reaches_the_same_positions() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed (extra: peers)")
    game = pyspiel.load_game("backgammon")
    rnd = random.Random(2)
    compared = 0
    while compared < 2_000:
        state = game.new_initial_state()
        for turn in random_game(BACKGAMMON, rnd):
            rolled = open_spiel_rolled(state, turn.numbers, turn.side)
            if rolled is None:
                break  # no game of OpenSpiel begins with doubles
            reached = {from_open_spiel(after): after for after in complete_rolls(rolled)}
            agree(turn, reached)
            compared += 1
            if turn.after not in reached:
                break  # a win that OpenSpiel does not have
            state = reached[turn.after]
