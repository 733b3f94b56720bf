from __future__ import annotations

import pytest

from backgammon_tui.engine import RULESETS, Roll, StartingPosition
from backgammon_tui.explain.facts import Theme
from backgammon_tui.teach.lessons.lesson import whole_play
from training.puzzle_rollouts import theme_of


def rolled(name: str, line: str, single: int, other: int, best: str, second: str) -> Theme:
    game = StartingPosition.parse(line).game(RULESETS[name]).apply(Roll(single, other))
    return theme_of(game, whole_play(game, best), whole_play(game, second))


@pytest.mark.parametrize(
    ("name", "line", "dice", "plays", "theme"),
    [
        (
            "backgammon",
            "W 8:2 6:5 5:4 4:4 / B 7:3 6:4 5:4 4:4; W to move",
            (4, 3),
            ("8/4 8/5", "6/3 6/2"),
            Theme.RACING,
        ),
        (
            "backgammon",
            "W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5; W to move",
            (3, 1),
            ("8/5 6/5", "24/23 13/10"),
            Theme.SAFETY,
        ),
        (
            "backgammon",
            "W 24:2 13:5 8:3 6:5 / B 24:1 20:1 13:5 8:3 6:5; W to move",
            (3, 1),
            ("8/5*/4", "13/10 6/5*"),
            Theme.SAFETY,
        ),
        (
            "backgammon",
            "W 24:2 13:5 8:3 6:5 / B 24:1 20:1 13:5 8:3 6:5; W to move",
            (3, 1),
            ("8/5* 6/5", "24/23 13/10"),
            Theme.HIT,
        ),
        (
            "russian",
            "W 6:2 4:3 1:9 bar:1 / B 14:4 13:2 11:1 7:1 5:2 2:5; W to move",
            (2, 3),
            ("bar/23/20", "bar/23 4/1"),
            Theme.ENTERING,
        ),
        (
            "russian",
            "W 6:1 5:2 3:2 off:10 / B 24:1 off:14; W to move",
            (4, 3),
            ("6/2 3/off", "5/1 5/2"),
            Theme.BEARING_OFF,
        ),
    ],
)
def test_theme_is_the_main_difference_of_the_best_plays(
    name: str, line: str, dice: tuple[int, int], plays: tuple[str, str], theme: Theme
) -> None:
    assert rolled(name, line, *dice, *plays) is theme
