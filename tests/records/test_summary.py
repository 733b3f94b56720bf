"""What stands out in a finished game."""

from __future__ import annotations

import pytest

from backgammon_tui.engine import Game
from backgammon_tui.records.summary import summarize, swing, turns_of
from tests.engine.examples import B, W, played, situation, throw

Step = tuple[int, int, str]


def states(name: str, line: str, *turns: Step) -> list[Game]:
    """The game before the first throw and after each turn."""
    found = [situation(name, line, W)]
    for first, second, moves in turns:
        found.append(throw(found[-1], first, second))
        found.append(played(found[-1], moves))
    return found


@pytest.mark.parametrize(
    ("name", "line", "moves", "pips"),
    [
        ("backgammon", "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5", "13/9 24/23", 5),
        # Black's blot on White's 9 is on its own 16: it had gone 9 pips.
        ("backgammon", "W 24:2 13:5 8:3 6:5 / B 24:1 16:1 13:5 8:3 6:5", "13/9* 24/23", 14),
        # Where both sides run the same way, a blot on 21 had gone 4.
        ("russian", "W 24:1 hand:14 / B 21:1 hand:14", "hand/21* hand/24", 9),
        # A trapped checker is not sent back.
        ("never-finishing", "W 24:15 / B 24:14 5:1", "24/20^ 24/23", 5),
        ("never-finishing", "W 24:15 / B 24:14 5:1", "24/20* 24/23", 25),
    ],
)
def test_a_swing_is_what_was_moved_and_what_a_hit_checker_must_go_again(
    name: str, line: str, moves: str, pips: int
) -> None:
    before, _, after = states(name, line, (4, 1, moves))
    assert after.last_turn
    assert swing(after.last_turn, before.rules) == pips


def test_what_the_opponent_completes_counts_against_the_turn() -> None:
    line = "W 24:15 / B 22:5 20:2 18:2 13:6"
    game = throw(situation("falood", line, W, [W, B], opponent_completes=True), 6, 4)
    game = played(game, "18/14")
    (turn,) = turns_of([game])
    assert swing(turn, game.rules) == -4


def test_the_deciding_turns_stand_in_the_order_in_which_they_were_played() -> None:
    line = "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5"
    game = states(
        "backgammon",
        line,
        (2, 1, "13/11 6/5"),
        (5, 3, "8/3 6/3"),
        (6, 5, "24/18 18/13"),
        (4, 2, "8/4 6/4"),
    )
    deciding = summarize(game).deciding
    assert [(turn.side, sum(turn.throws[0].dice)) for turn in deciding] == [
        (B, 8),
        (W, 11),
        (B, 6),
    ]
