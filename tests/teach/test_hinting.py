"""The reasons of hints: none speaks only against the program's choice."""

from __future__ import annotations

import pytest

from backgammon_tui.engine import Side
from backgammon_tui.teach.hinting import hinted
from tests.engine.examples import B, W, situation, throw


@pytest.mark.parametrize(
    ("line", "side", "dice", "reason"),
    [
        ("W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5", B, (3, 1), "closes one more point; "),
        (
            "W 23:1 20:1 13:5 8:3 6:5 / B 24:1 22:1 13:4 8:4 6:5",
            B,
            (6, 4),
            "hits one, closes one more point; 14 of the opponent's 36 throws hit, "
            "4 throws cannot be played; the program thinks it worth the risk",
        ),
        (
            "W 20:2 13:4 8:3 6:5 bar:1 / B 24:1 21:1 13:3 8:4 6:4 2:2",
            W,
            (6, 1),
            "24 of the opponent's 36 throws hit; the next plays leave more",
        ),
    ],
)
def test_a_choice_is_told_with_what_it_is_good_for(
    line: str, side: Side, dice: tuple[int, int], reason: str
) -> None:
    assert hinted(throw(situation("backgammon", line, side), *dice))[0][0].reason.startswith(reason)


def test_what_speaks_only_against_the_choice_is_left_out() -> None:
    line = "W 20:2 13:5 8:3 6:5 / B 24:1 22:1 13:4 8:3 6:4 2:2"
    (choice, second, _), _ = hinted(throw(situation("backgammon", line, B), 5, 1))
    assert (choice.reason, second.reason[:12]) == ("", "29 of the op")
