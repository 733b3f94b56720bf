"""What the program looks at before it says what a play is worth."""

from __future__ import annotations

from backgammon_tui.analysis import ranked, value
from backgammon_tui.engine import Game, Throw
from tests.engine.examples import B, W, situation


def test_a_face_that_leaves_a_checker_in_hand_passes_the_turn() -> None:
    """No complement is granted then, and Black throws next."""
    line = "W 12:2 11:2 10:2 9:2 8:2 7:4 hand:1 / B 13:5 6:5 4:5"
    game = situation("russian", line, W, [W, B], free_entry=True).apply(Throw(3, 3))
    waiting = [(play, points) for play, points in ranked(game) if play.position.to_enter(W)]
    assert waiting
    for play, points in waiting:
        theirs = Game.from_position(game.rules, play.position, B, [W, B])
        assert points == -value(theirs).points
